"""Many places to stand at once, each with the chances of both sides' states."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulesets.games.scrollhammer.combat.fights.way_back import UNTESTED
from rulesets.odds.row_sums import gather, told_apart
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
    """Spots in which two units may be, as one side sees them.

    The chances in a spot are those of a row times a share: what goes on to several
    spots is held once. A spot may stand here several times.

    Parameters
    ----------
    spots : ndarray of int
        Numbers of a `Spot`.
    live : ndarray
        ``[row, own, other]`` [chance].
    rows : ndarray of int
        By spot.
    shares : ndarray
        By spot [chance].
    """

    spots: Ints
    live: Floats
    rows: Ints
    shares: Floats

    @classmethod
    def of(cls, spots: Ints, live: Floats) -> "Crowd":
        """Return spots that have a row each."""
        return cls(spots, live, np.arange(len(spots)), np.ones(len(spots)))

    def column(self, field: int) -> Ints:
        """Return a field of every spot."""
        return field_of(self.spots, field)

    def turned(self) -> "Crowd":
        """Return the same as the other side sees it."""
        live = np.ascontiguousarray(self.live.swapaxes(1, 2))
        return Crowd(seen_across(self.spots), live, self.rows, self.shares)

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
        return Crowd(
            self.spots[places], self.live, self.rows[places], self.shares[places]
        )

    def present(self) -> "Crowd":
        """Return the spots in which they may be at all."""
        held = self.live.reshape(len(self.live), -1).max(axis=1, initial=0.0) > 0
        there = held[self.rows] & (self.shares > 0)
        return self if there.all() else self.chosen(np.flatnonzero(there))

    def packed(self) -> "Crowd":
        """Return the same with those rows alone that a spot has."""
        used = np.zeros(len(self.live), dtype=bool)
        used[self.rows] = True
        if used.all():
            return self
        rows = (np.cumsum(used) - 1)[self.rows]
        return Crowd(self.spots, self.live[used], rows, self.shares)

    def each(self) -> "Crowd":
        """Return the same with a row for each spot."""
        live = self.live[self.rows] * self.shares[:, None, None]
        return Crowd.of(self.spots, live)

    def often(self, chances: Floats | float) -> "Crowd":
        """Return the part that something happens to, by its chances by spot."""
        return Crowd(self.spots, self.live, self.rows, self.shares * chances)

    def times(self, chances: Floats) -> "Crowd":
        """Return the part that something happens to, by its chances by states."""
        some = self.packed()
        return some.with_live(some.live * chances)

    def with_live(self, live: Floats) -> "Crowd":
        """Return the same with other chances in its rows."""
        return Crowd(self.spots, live, self.rows, self.shares)

    def put(self, field: int, values: Ints | int) -> "Crowd":
        """Return the same in other spots, of which one field has such values."""
        spots = changed(self.spots, field, values)
        return Crowd(spots, self.live, self.rows, self.shares)

    def by_spot(self) -> dict[Spot, Floats]:
        """Return ``[own, other]`` by spot, of those that stand here once [chance]."""
        spots = map(spot_of, self.spots.tolist())
        return dict(zip(spots, self.each().live, strict=True))

    def whole(self) -> Floats:
        """Return ``[own, other]`` wherever they are [chance]."""
        weights = np.bincount(self.rows, self.shares, len(self.live))
        flat = self.live.reshape(len(self.live), prod(self.live.shape[1:]))
        total: Floats = (weights @ flat).reshape(self.live.shape[1:])
        return total

    def weights(self, shares: Floats) -> Floats:
        """Return ``[kind, row]``: how often a row counts, by ``[kind, spot]``."""
        size = len(self.live)
        return np.array(
            [np.bincount(self.rows, one, size) for one in shares * self.shares]
        ).reshape(len(shares), size)

    def mixed(self, shares: Floats) -> Floats:
        """Return ``[kind, own, other]``: the spots summed up with some shares.

        ``shares`` are ``[kind, spot]`` [chance].
        """
        weights = self.weights(shares)
        used = np.flatnonzero(weights.any(axis=0))
        live = self.live
        if 2 * len(used) < len(live):
            weights, live = weights[:, used], live[used]
        states = live.shape[1:]
        flat = live.reshape(len(live), prod(states))
        summed: Floats = (weights @ flat).reshape(len(shares), *states)
        return summed


def by_value(values: Ints, tell: Callable[[int], Any]) -> NDArray[Any]:
    """Return what is told of each value, asked once for equal ones.

    Examples
    --------
    >>> by_value(np.array([7, 3, 7]), lambda inches: inches / 2).tolist()
    [3.5, 1.5, 3.5]
    """
    firsts, numbers = told_apart(values)
    found = values[firsts].tolist()
    if len(found) == 1:
        return np.array([tell(found[0])]).repeat(len(values))
    known = {value: tell(value) for value in sorted(found)}
    told: NDArray[Any] = np.array([known[value] for value in found])
    return told[numbers]


def joined(crowds: Iterable[Crowd]) -> Crowd | None:
    """Return several crowds as one; none if there is nobody."""
    some = [crowd for crowd in crowds if len(crowd.spots)]
    if len(some) < 2:
        return some[0] if some else None
    begins: dict[int, int] = {}
    lives: list[Floats] = []
    for crowd in some:
        if id(crowd.live) not in begins:
            begins[id(crowd.live)] = sum(map(len, lives))
            lives.append(crowd.live)
    return Crowd(
        np.concatenate([crowd.spots for crowd in some]),
        lives[0] if len(lives) == 1 else np.concatenate(lives),
        np.concatenate([crowd.rows + begins[id(crowd.live)] for crowd in some]),
        np.concatenate([crowd.shares for crowd in some]),
    )


def together(crowds: Iterable[Crowd]) -> Crowd | None:
    """Return several crowds as one, with each spot once; none if there is nobody."""
    some = [crowd for crowd in crowds if len(crowd.spots)]
    if not some:
        return None
    spots = np.concatenate([crowd.spots for crowd in some])
    firsts, numbers = told_apart(spots)
    live = np.zeros((len(firsts), *some[0].live.shape[1:]))
    at = 0
    for crowd in some:
        end = at + len(crowd.spots)
        gather(live, numbers[at:end], crowd.live, crowd.rows, crowd.shares)
        at = end
    return Crowd.of(spots[firsts], live)
