"""Many places to stand at once, each with the chances of both sides' states."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulesets.games.scrollhammer.combat.fights.way_back import UNTESTED
from rulesets.odds.volley import Floats, Ints

STEADY, GROUNDED, FALLING = range(3)
"""States of a unit: as usual, gone to ground, or falling back."""


class Spot(NamedTuple):
    """The places of both: inches to the own table edge, and their states.

    Beside them, how the friends behind each stand.
    """

    own_room: int
    other_room: int
    own_mood: int = STEADY
    other_mood: int = STEADY
    own_friends: int = UNTESTED
    other_friends: int = UNTESTED


OWN_ROOM, OTHER_ROOM, OWN_MOOD, OTHER_MOOD, OWN_FRIENDS, OTHER_FRIENDS = range(6)
"""Columns of the spots of a crowd, as the fields of a `Spot`."""

TURNED = [OTHER_ROOM, OWN_ROOM, OTHER_MOOD, OWN_MOOD, OTHER_FRIENDS, OWN_FRIENDS]
"""The columns as the other side sees them."""

RADIX = np.array([1 << 40, 1 << 16, 1 << 12, 1 << 8, 1 << 4, 1])
"""Weights by which the columns of a spot make one number."""


@dataclass(frozen=True, slots=True, eq=False)
class Crowd:
    """Spots in which two units may be, as one side sees them.

    Parameters
    ----------
    spots : ndarray of int
        ``[spot, column]``: the fields of a `Spot`.
    live : ndarray
        ``[spot, own, other]`` [chance].
    """

    spots: Ints
    live: Floats

    def column(self, number: int) -> Ints:
        """Return a field of every spot."""
        found: Ints = self.spots[:, number]
        return found

    def turned(self) -> "Crowd":
        """Return the same as the other side sees it."""
        return Crowd(self.spots[:, TURNED], self.live.swapaxes(1, 2))

    def parted(self, kinds: NDArray[Any]) -> dict[int, "Crowd"]:
        """Return the spots of each kind, given by spot."""
        found, numbers = told_apart(kinds)
        if len(found) == 1:
            return {int(kinds[0]): self}
        return {
            int(kinds[first]): self.chosen(np.flatnonzero(numbers == number))
            for number, first in enumerate(found)
        }

    def chosen(self, places: Ints) -> "Crowd":
        """Return some of the spots."""
        return Crowd(self.spots[places], self.live[places])

    def present(self) -> "Crowd":
        """Return the spots in which they may be at all."""
        there = self.live.any(axis=(1, 2))
        return self if there.all() else self.chosen(np.flatnonzero(there))

    def times(self, chances: Floats) -> "Crowd":
        """Return the part that something happens to, by its chances."""
        return Crowd(self.spots, self.live * chances)

    def put(self, column: int, value: int) -> "Crowd":
        """Return the same in other spots, of which one field has such a value."""
        spots = self.spots.copy()
        spots[:, column] = value
        return Crowd(spots, self.live)

    def by_spot(self) -> dict[Spot, Floats]:
        """Return ``[own, other]`` by spot [chance]."""
        spots = (Spot(*spot) for spot in self.spots.tolist())
        return dict(zip(spots, self.live, strict=True))

    def whole(self) -> Floats:
        """Return ``[own, other]`` wherever they are [chance]."""
        total: Floats = self.live.sum(axis=0)
        return total


def told_apart(kinds: NDArray[Any]) -> tuple[Ints, Ints]:
    """Return where each kind comes first, in that order, and each one's number there.

    Examples
    --------
    >>> [found.tolist() for found in told_apart(np.array([7, 3, 7, 5]))]
    [[0, 1, 3], [0, 1, 0, 2]]
    """
    _, first, numbers = np.unique(kinds, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return first[order], place[numbers]


def by_value(values: Ints, tell: Callable[[int], Any]) -> NDArray[Any]:
    """Return what is told of each value, asked once for equal ones.

    Examples
    --------
    >>> by_value(np.array([7, 3, 7]), lambda inches: inches / 2).tolist()
    [3.5, 1.5, 3.5]
    """
    found, numbers = np.unique(values, return_inverse=True)
    told: NDArray[Any] = np.array([tell(value) for value in found.tolist()])
    return told[numbers]


def together(crowds: Iterable[Crowd]) -> Crowd | None:
    """Return several crowds as one, with each spot once; none if there is nobody."""
    some = [crowd for crowd in crowds if len(crowd.spots)]
    if not some:
        return None
    spots, live = some[0].spots, some[0].live
    if len(some) > 1:
        spots = np.concatenate([crowd.spots for crowd in some])
        live = np.concatenate([crowd.live for crowd in some])
    firsts, numbers = told_apart(spots @ RADIX)
    if len(firsts) == len(live):
        return Crowd(spots, live)
    return Crowd(spots[firsts], _summed(numbers, len(firsts), live))


def _summed(numbers: Ints, count: int, live: Floats) -> Floats:
    """Return ``[row, own, other]``: the chances in the places of each, summed up."""
    order = np.argsort(numbers, kind="stable")
    several = np.bincount(numbers, minlength=count)
    starts = np.cumsum(several) - several
    total: Floats = live[order[starts]]
    for number in range(1, int(several.max())):
        more = np.flatnonzero(several > number)
        total[more] += live[order[starts[more] + number]]
    return total


def mixed(shares: Floats, live: Floats) -> Floats:
    """Return ``[row, own, other]``: the spots of a crowd summed up with some shares.

    Parameters
    ----------
    shares : ndarray
        ``[row, spot]`` [chance].
    live : ndarray
        ``[spot, own, other]`` [chance].
    """
    flat = np.ascontiguousarray(live).reshape(len(live), -1)
    summed: Floats = (shares @ flat).reshape(len(shares), *live.shape[1:])
    return summed
