"""The dice of a Mordheim group in its own turns: of its moves, and of its shots."""

from collections.abc import Iterable

import numpy as np

from rulesets.games.mordheim.combat.groups.alias_rows import AliasRows, Outcome, Row
from rulesets.games.mordheim.combat.groups.approach import GroupApproach
from rulesets.games.mordheim.combat.groups.charge_goods import Near, used_without
from rulesets.games.mordheim.combat.groups.likenesses import (
    BITS,
    GONE,
    MOST,
    Likenesses,
)
from rulesets.games.mordheim.combat.groups.volleys import GroupVolleys, Walked
from rulesets.odds.sides import Side
from rulesets.odds.volley import Ints

SHOOTS, MOVED, FELL, ARRIVED = 1, 2, 4, 8
"""Bits of a movement; but for the last they count for a shot."""

SHOT_BITS = 3
"""Bits that count for a shot."""

GOODS_BITS = 2
"""Bits of the goods that count against a charge."""


class GroupDice:
    """The outcomes of the moves and shots of one side, by what all are like.

    Parameters
    ----------
    approach : GroupApproach
    side : str
    likes, foes : Likenesses
        Of the side itself, and of its enemies.
    """

    def __init__(
        self,
        approach: GroupApproach,
        side: Side,
        likes: Likenesses,
        foes: Likenesses,
    ) -> None:
        self.likes, self.foes = likes, foes
        self._approach, self._side = approach, side
        self._volleys = GroupVolleys(approach.single)
        mover = approach.single.movers[side]
        self.shoots = bool(mover.missiles.weapons) or mover.side.party.casts is not None
        self.minds_goods = mover.minds_goods
        self.moves = AliasRows(self._moved, 3)
        self.charges = AliasRows(self._charged, 4)
        self.shots = AliasRows(self._shot, 2)
        self._shooters = np.zeros(0, dtype=np.int64)
        self._begun: list[int] = []
        self._after = [GONE]

    def begun(self, likes: Ints, flags: Ints, distances: Ints) -> Ints:
        """Return numbers for who shoots, how he has moved and how far the target is."""
        keys = ((likes << SHOT_BITS) | flags & (1 << SHOT_BITS) - 1) << BITS | distances
        most = int(keys.max(initial=0)) + 1
        if most > len(self._shooters):
            more = np.full(2 * most - len(self._shooters), -1)
            self._shooters = np.concatenate((self._shooters, more))
        found: Ints = self._shooters[keys]
        if found.min(initial=0) < 0:
            fresh = np.unique(keys[found < 0])
            self._shooters[fresh] = len(self._begun) + np.arange(len(fresh))
            self._begun += fresh.tolist()
            found = self._shooters[keys]
        return found

    def after(self) -> Ints:
        """Return by number what all of the side are like after its turn."""
        while len(self._after) < len(self.likes):
            one = self.likes[len(self._after)]
            turned = self._approach.after(self._side, one)
            self._after.append(self.likes.number(turned))
        return np.array(self._after)

    def _moved(self, key: int) -> Row:
        """Return where a movement leads: how far, what he is like then, its bits."""
        like, near = divmod(key, 2 * MOST)
        if like == GONE:
            return [((0, GONE, 0), 1.0)]
        some = self._approach.recovered(
            self._side, self.likes[like], Near(0, near >> 1, not near & 1, 0)
        )
        return _merged(
            ((one.at, self.likes.number(one.afoot), _flags(one)), share)
            for one, _, share in some
        )

    def _charged(self, key: int) -> Row:
        """Return the same among goods, and which of them the nearest enemy uses."""
        rest, left = divmod(key, 1 << GOODS_BITS)
        like, near = divmod(rest, 2 * MOST)
        some = self._approach.recovered(
            self._side,
            self.likes[like],
            Near(0, near >> 1, not near & 1, used_without(left)),
        )
        return _merged(
            ((one.at, self.likes.number(one.afoot), _flags(one), used), share)
            for one, used, share in some
        )

    def _shot(self, key: int) -> Row:
        """Return what a firer and his target are like after a shot or a spell."""
        shooter, whom = divmod(key, MOST)
        shooter, distance = divmod(self._begun[shooter], MOST)
        like, flags = divmod(shooter, 1 << SHOT_BITS)
        own = self.likes[like]
        walked = Walked(
            own.at,
            own.place,
            own.empty,
            own.up,
            shoots=bool(flags & SHOOTS),
            moved=bool(flags & MOVED),
            fell=bool(flags & FELL),
        )
        target = self.foes[whom]._replace(at=distance)
        return _merged(
            ((self.likes.left(left), self.foes.left(struck)), share)
            for left, struck, share in self._volleys.effects(self._side, walked, target)
        )


def _flags(one: Walked) -> int:
    found = SHOOTS * one.shoots + MOVED * one.moved + FELL * one.fell
    return found + ARRIVED * one.arrived


def _merged(some: Iterable[tuple[Outcome, float]]) -> Row:
    """Return outcomes with their chances, each once."""
    found: dict[Outcome, float] = {}
    for outcome, share in some:
        if share:
            found[outcome] = found.get(outcome, 0.0) + share
    return list(found.items())
