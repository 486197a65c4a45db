"""All that the fighters of a group are like, by number: what a game's column holds."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from rulesets.games.mordheim.combat.blows.injuries import OUT, STANDING
from rulesets.games.mordheim.combat.fights.side import SideStates
from rulesets.games.mordheim.combat.groups.charge_goods import (
    after_charge,
    after_charges,
    goods_left,
    goods_rank,
    without_goods,
)
from rulesets.games.mordheim.combat.groups.volleys import Afoot, Throng
from rulesets.games.mordheim.combat.shots.loading import is_netted
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.volley import Ints

BITS = 10
"""Bits of the number of what one is like, and of a distance [half inches]."""

MOST = 1 << BITS
"""The number that both stay under."""

GOODS = 4
"""Bits of goods that are used up; see `Apart.spent`."""

TOO_MANY = "too much may happen among so many with so much: ask about fewer"

GONE = 0
"""The number of who is out of action."""


class Looks(NamedTuple):
    """Figures of fighters by number.

    Parameters
    ----------
    up, lies : array of int
        1 for who is above his enemies, and for who does not stand.
    rank, worth : array of int
        Of those who are as near, who shoots first, and who is shot at first.
    goods_rank, goods_left : array of int
        Of those who are as near, who is charged first, and what then counts.
    """

    up: Ints
    lies: Ints
    rank: Ints
    worth: Ints
    goods_rank: Ints
    goods_left: Ints


class Likenesses:
    """The likes of the fighters of a side, wherever they are, as they come up."""

    def __init__(self, side: SideStates) -> None:
        self._side = side
        self._all: list[Afoot] = [Afoot(0, side.runaway)]
        self._numbers: dict[tuple[object, ...], int] = {}
        self._looks: Looks | None = None

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, number: int) -> Afoot:
        return self._all[number]

    def number(self, one: Afoot) -> int:
        """Return the number of one, wherever he is; a new one if he never came up.

        Raises
        ------
        MatchUpError
            If there are too many.
        """
        if self._side.posture[one.place] >= OUT:
            return GONE
        found = self._numbers.setdefault(one[1:], len(self._all))
        if found == MOST:
            raise MatchUpError("/situation/a.fighters", TOO_MANY)
        if found == len(self._all):
            self._all.append(one._replace(at=0))
            self._looks = None
        return found

    def left(self, line: Throng) -> int:
        """Return the number of the only one of a line, or of nobody."""
        return self.number(line[0]) if line else GONE

    def throng(self, numbers: Iterable[int]) -> Throng:
        """Return who of some is not out of action, in order."""
        return tuple(sorted(self[one] for one in numbers if one != GONE))

    def after_charges_at(self, numbers: Ints, used: Ints) -> Ints:
        """Return who some are that used goods against charges; see `Apart.spent`."""
        kinds, kind = np.unique(numbers << GOODS | used, return_inverse=True)
        after = [
            self.number(after_charge(self[one >> GOODS], one & (1 << GOODS) - 1))
            for one in kinds.tolist()
        ]
        found: Ints = np.array(after, dtype=np.int64)[kind]
        return found

    def after_all_charges(self, numbers: Ints) -> Ints:
        """Return who all are after a movement phase of their enemies."""
        return self._changed(numbers, after_charges)

    def without_goods(self, numbers: Ints) -> Ints:
        """Return who all are where goods against charges count no more."""
        return self._changed(numbers, without_goods)

    def _changed(self, numbers: Ints, change: Callable[[Afoot], Afoot]) -> Ints:
        every = range(len(self))
        after = [self.number(change(self[one])) for one in every]
        found: Ints = np.array(after)[numbers]
        return found

    def looks(self) -> Looks:
        """Return the figures of all who have come up."""
        if self._looks is None:
            side, every = self._side, range(len(self))
            worth = [
                (
                    side.wounds[one.place],
                    side.states[one.place].alight,
                    is_netted(one.empty),
                    one,
                )
                for one in self._all
            ]
            self._looks = Looks(
                np.array([int(one.up) for one in self._all]),
                np.array([int(side.posture[x.place] != STANDING) for x in self._all]),
                np.argsort(sorted(every, key=self._all.__getitem__)),
                np.argsort(sorted(every, key=worth.__getitem__)),
                np.array([goods_rank(one) for one in self._all]),
                np.array([goods_left(one) for one in self._all]),
            )
        return self._looks
