"""Combats of rolled fights in a round: some fights have several, each for itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.battle_line.even_dice import ordered
from rulesets.odds.battle_line.fights import copies, nearness, parted, together
from rulesets.odds.battle_line.model import placed
from rulesets.odds.volley import Ints

Combats = Sequence[tuple[int, ...]]
"""Of each mode, a number for each combat that it is fought in."""


def combats_of(groups: Combats, modes: Ints) -> Ints:
    """Return ``[fight, combat]``: those of its mode; -1 beyond the last of each.

    Examples
    --------
    >>> combats_of([(4,), (2, 3)], np.array([1, 0])).tolist()
    [[2, 3], [4, -1]]
    """
    met, place = placed(modes)
    own = [groups[mode] for mode in met.tolist()]
    most = max(map(len, own), default=0)
    told = [(*some, *[-1] * (most - len(some))) for some in own]
    found: Ints = np.array(told, dtype=np.int64).reshape(len(own), most)[place]
    return found


@dataclass(slots=True, eq=False)
class Bouts:
    """The combats of a round of all fights, in the order of the fights.

    Parameters
    ----------
    part : ndarray
        Of each fight.
    fight, place : ndarray
        Of each combat, its fight, and its place among the combats of that.
    group, order : ndarray
        Of each combat, the numbers of those whose rounds are alike, and of those whose
        orders of blows are as likely.
    latest : ndarray
        Place of each fight by the blows of its combats so far.
    fought : ndarray
        Whether any combat of a fight was played.
    near : ndarray
        ``[2, combat]``: how each lies among those that are alike.
    """

    part: Ints
    fight: Ints
    place: Ints
    group: Ints
    order: Ints
    latest: Ints
    fought: NDArray[np.bool_]
    near: Ints

    def alike(self) -> Iterator[tuple[int, Ints]]:
        """Yield each group with its combats."""
        yield from parted(self.group, np.arange(len(self.group)))

    def parts_of(self, some: Ints) -> Ints:
        """Return the parts of some combats."""
        return self.part[self.fight[some]]

    def sorted(self, some: Ints) -> Ints:
        """Return combats of one group by part, then by the blows of earlier combats.

        The dice of two combats of a fight would go together if both took them in the
        same order.
        """
        some = np.sort(some)
        fights = self.fight[some]
        if not self.fought[fights].any():
            return some
        in_order: Ints = some[ordered(self.part[fights], self.latest[fights])]
        return in_order

    def play(self, some: Ints, ahead: Ints, recent: Ints) -> None:
        """Note how combats lie that were played now."""
        self.near[:, some] = ahead, recent
        self.latest[self.fight[some]] = recent
        self.fought[self.fight[some]] = True

    def by_place(self) -> Iterator[Ints]:
        """Yield the first combats of all fights, then the second ones, and so on."""
        for place in range(int(self.place.max(initial=-1)) + 1):
            yield np.flatnonzero(self.place == place)

    def repeated(self, many: int) -> "Bouts":
        """Return those of fights of which each is there so many times."""
        return Bouts(
            part=self.part.repeat(many),
            fight=copies(self.fight, many),
            place=self.place.repeat(many),
            group=self.group.repeat(many),
            order=self.order.repeat(many),
            latest=self.latest.repeat(many),
            fought=self.fought.repeat(many),
            near=self.near.repeat(many, axis=1),
        )

    def nearness(self, some: Ints, before: Ints) -> Ints:
        """Return numbers that are near each other where combats are alike.

        Parameters
        ----------
        some : ndarray
            Combats in the same place of their fights.
        before : ndarray
            By fight, what was drawn for its combats before; 0 and more.
        """
        near = nearness(*self.near[:, some])
        taken = before[self.fight[some]]
        if not taken.any():
            return near
        return together(taken, near)


def bouts_of(
    part: Ints,
    modes: Ints,
    groups: Sequence[tuple[int, ...]],
    orders: Sequence[tuple[int, ...]],
) -> Bouts:
    """Return the combats of fights in some modes.

    Parameters
    ----------
    part, modes : ndarray
        Of each fight.
    groups, orders : sequence of tuple of int
        See `Bouts`.
    """
    told = combats_of(groups, modes)
    fight, place = np.nonzero(told >= 0)
    return Bouts(
        part=part,
        fight=fight,
        place=place,
        group=told[fight, place],
        order=combats_of(orders, modes)[fight, place],
        latest=np.arange(len(part)) - np.searchsorted(part, part),
        fought=np.zeros(len(part), dtype=np.bool_),
        near=np.zeros((2, len(fight)), dtype=np.int64),
    )
