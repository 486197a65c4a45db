"""Chances of two units by how far apart they stand."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rulesets.odds.volley import Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class ByDistance:
    """Chances of the states of two units in one case, by their distance.

    Parameters
    ----------
    inches : ndarray
        ``[n]``: the distances, each once, the nearest first [inches].
    chances : ndarray
        ``[n, own, other]`` [chance].
    """

    inches: Ints
    chances: Floats

    def __bool__(self) -> bool:
        """Return whether there is any chance at all."""
        return len(self.inches) > 0 and bool(np.count_nonzero(self.chances))

    def total(self) -> Floats:
        """Return the chances from all distances together, ``[own, other]``."""
        found: Floats = self.chances.sum(axis=0)
        return found

    def times(self, share: float | Floats) -> "ByDistance":
        """Return a share of the chances: from nowhere for a share of 0."""
        if isinstance(share, float):
            if share == 1.0:
                return self
            if not share:
                return self.nowhere()
        return ByDistance(self.inches, share * self.chances)

    def nowhere(self) -> "ByDistance":
        """Return no chances, of no distance."""
        return ByDistance(self.inches[:0], self.chances[:0])

    def less(self, chances: Floats) -> "ByDistance":
        """Return the chances without others."""
        return ByDistance(self.inches, self.chances - chances)

    def turned(self) -> "ByDistance":
        """Return the chances as the other side sees them."""
        return ByDistance(self.inches, self.chances.swapaxes(1, 2))

    def rows(self, places: Sequence[int] | Ints) -> "ByDistance":
        """Return some of the distances, by their places."""
        if len(places) == len(self.inches):
            return self
        if not len(places):
            return self.nowhere()
        return ByDistance(self.inches[places], self.chances[places])

    def cut(self, far: int) -> "tuple[ByDistance, ByDistance]":
        """Return the distances up to so many inches, and those beyond."""
        count = int(self.inches.searchsorted(far, side="right"))
        if count == len(self.inches):
            return self, self.nowhere()
        if not count:
            return self.nowhere(), self
        return (
            ByDistance(self.inches[:count], self.chances[:count]),
            ByDistance(self.inches[count:], self.chances[count:]),
        )

    def nearer(self, step: int) -> "ByDistance":
        """Return the chances after a step towards each other, but not into contact."""
        count = int(self.inches.searchsorted(step + 1, side="right"))
        if not count:
            return ByDistance(self.inches - step, self.chances)
        near = np.maximum(self.inches - step, np.minimum(self.inches, 1))
        if count == 1:
            return ByDistance(near, self.chances)
        is_first = np.ones(len(near), dtype=np.bool_)
        np.not_equal(near[1:], near[:-1], out=is_first[1:])
        (begins,) = is_first.nonzero()
        if len(begins) == len(near):
            return ByDistance(near, self.chances)
        summed = np.add.reduceat(self.chances, begins, axis=0)
        return ByDistance(near[begins], summed)

    def span(self) -> tuple[int, int]:
        """Return the nearest and the furthest distance with any chance [inches]."""
        there = self.inches[self.chances.any(axis=(1, 2))].tolist()
        return there[0], there[-1]


def joined(several: Sequence[ByDistance]) -> ByDistance:
    """Return several chances together, none of them empty, as sums by distance."""
    if len(several) == 1:
        return several[0]
    nearest = min(int(one.inches[0]) for one in several)
    furthest = max(int(one.inches[-1]) for one in several)
    shape = several[0].chances.shape[1:]
    found = np.zeros((furthest - nearest + 1, *shape))
    there = np.zeros(len(found), dtype=np.bool_)
    for one in several:
        places = _places(one.inches - nearest)
        found[places] += one.chances
        there[places] = True
    if there.all():
        return ByDistance(np.arange(nearest, furthest + 1), found)
    (found_at,) = there.nonzero()
    return ByDistance(found_at + nearest, found[found_at])


def _places(several: Ints) -> Ints | slice:
    """Return ascending places as they are, or as a slice where none is left out."""
    first, last = int(several[0]), int(several[-1])
    if last - first + 1 == len(several):
        return slice(first, last + 1)
    return several
