"""Many places to stand at once, and how both sides came there in a turn."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulesets.games.scrollhammer.combat.fights.way_back import UNTESTED
from rulesets.odds.row_sums import told_apart
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

    @property
    def number(self) -> int:
        """Return one number for the whole spot."""
        return sum(value << at for value, at in zip(self, _AT, strict=True))


OWN_ROOM, OTHER_ROOM, OWN_MOOD, OTHER_MOOD, OWN_FRIENDS, OTHER_FRIENDS = range(6)
"""Fields of a `Spot`."""

_BITS = (12, 12, 2, 2, 2, 2)
"""Bits of the fields in the number of a spot; pairs of them are as wide."""

_AT = tuple(sum(_BITS[field + 1 :]) for field in range(6))
"""Bits behind each field in the number of a spot."""


def field_of(spots: Ints, field: int) -> Ints:
    """Return a field of spots that are given by their numbers.

    Examples
    --------
    >>> field_of(np.array([Spot(7, 30, other_mood=FALLING).number]), OTHER_MOOD)
    array([2])
    """
    found: Ints = (spots >> _AT[field]) & ((1 << _BITS[field]) - 1)
    return found


def changed(spots: Ints, field: int, values: Ints | int) -> Ints:
    """Return spots of which one field has other values."""
    without = spots & ~(((1 << _BITS[field]) - 1) << _AT[field])
    return without | (np.asarray(values) << _AT[field])


def seen_across(spots: Ints) -> Ints:
    """Return spots as the other side sees them.

    Examples
    --------
    >>> spot_of(int(seen_across(np.array([Spot(7, 30, FALLING).number]))[0]))[:4]
    (30, 7, 0, 2)
    """
    turned = np.zeros_like(spots)
    for own, other in ((0, 1), (2, 3), (4, 5)):
        turned |= field_of(spots, own) << _AT[other]
        turned |= field_of(spots, other) << _AT[own]
    return turned


def spot_of(number: int) -> Spot:
    """Return the spot of a number."""
    fields = zip(_AT, _BITS, strict=True)
    return Spot(*((number >> at) & ((1 << bits) - 1) for at, bits in fields))


@dataclass(frozen=True, slots=True, eq=False)
class Crowd:
    """Spots in which two units may be in a turn, as one side sees them.

    A spot may stand here several times.

    Parameters
    ----------
    spots : ndarray of int
        Numbers of a `Spot`.
    begun : ndarray of int
        By spot, in which both stood as the turn began, by its number among these.
    deeds : ndarray of int
        By spot, what has befallen both so far, as `rulesets.odds.ways` numbers it.
    shares : ndarray
        By spot, how often they came there beside what those deeds do [chance].
    """

    spots: Ints
    begun: Ints
    deeds: Ints
    shares: Floats

    @classmethod
    def of(cls, spots: Ints) -> "Crowd":
        """Return spots as a turn begins."""
        several = len(spots)
        deeds = np.zeros(several, np.int64)
        return cls(spots, np.arange(several), deeds, np.ones(several))

    def column(self, field: int) -> Ints:
        """Return a field of every spot."""
        return field_of(self.spots, field)

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
        """Return some of the spots, or some of them several times."""
        spots, begun, deeds = (
            one[places] for one in (self.spots, self.begun, self.deeds)
        )
        return Crowd(spots, begun, deeds, self.shares[places])

    def often(self, chances: Floats | float) -> "Crowd":
        """Return the part that something happens to, by its chances by spot."""
        return Crowd(self.spots, self.begun, self.deeds, self.shares * chances)

    def after(self, deeds: Ints) -> "Crowd":
        """Return the same after other deeds, by spot."""
        return Crowd(self.spots, self.begun, deeds, self.shares)

    def put(self, field: int, values: Ints | int) -> "Crowd":
        """Return the same in other spots, of which one field has such values."""
        return self.at(changed(self.spots, field, values))

    def at(self, spots: Ints) -> "Crowd":
        """Return the same in other spots."""
        return Crowd(spots, self.begun, self.deeds, self.shares)


def by_value(values: Ints, tell: Callable[[int], Any]) -> NDArray[Any]:
    """Return what is told of each value, asked once for equal ones.

    Examples
    --------
    >>> by_value(np.array([7, 3, 7]), lambda inches: inches / 2).tolist()
    [3.5, 1.5, 3.5]
    """
    firsts, numbers = told_apart(values)
    told: NDArray[Any] = np.array([tell(one) for one in values[firsts].tolist()])
    return told[numbers]


def joined(crowds: Iterable[Crowd]) -> Crowd | None:
    """Return several crowds as one; none if there is nobody."""
    some = [crowd for crowd in crowds if len(crowd.spots)]
    if len(some) < 2:
        return some[0] if some else None
    return Crowd(
        np.concatenate([crowd.spots for crowd in some]),
        np.concatenate([crowd.begun for crowd in some]),
        np.concatenate([crowd.deeds for crowd in some]),
        np.concatenate([crowd.shares for crowd in some]),
    )
