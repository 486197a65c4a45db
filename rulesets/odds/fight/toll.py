"""The toll of a round, worked out with NumPy for all of its losses at once."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.fight.losses import sum_of
from rulesets.odds.fight.model import Toll
from rulesets.odds.volley import Floats, Ints


def points_ahead(toll: Toll, shape: tuple[int, ...]) -> Ints:
    """Return ``[a, b, i, j]``: the points of A less those of B."""
    a, b, i, j = np.ogrid[tuple(slice(size) for size in shape)]
    points = toll.first[a, np.minimum(i, a)] - toll.second[b, np.minimum(j, b)]
    found: Ints = np.where((a > i) & (b > j), points, 0)
    return found


def paid(toll: Toll, lost: Floats, ahead: Ints) -> Floats:
    """Return chances ``[a, b, i, j]`` of losses with what is paid for their points."""
    parts = []
    for side, price, owed in _payers(toll, ahead):
        parts.append(_charged(np.where(owed > 0, lost, 0.0), owed, price, side))
        lost = np.where(owed > 0, 0.0, lost)
    return sum_of([lost, *parts])


def falls(toll: Toll, ahead: Ints) -> Iterator[tuple[int, Floats]]:
    """Yield outcomes, and ``[a, b, i, j]`` of each: that nobody is left to pay."""
    for side, price, owed in _payers(toll, ahead):
        left = _left(owed.shape, side)
        last = price[owed, left, np.minimum(left, price.shape[2] - 1)]
        fallen = (owed > 0) & (left < price.shape[2])
        yield toll.gone[side], np.where(fallen, last, 0.0)


def emptied(toll: Toll, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return ``[a, b]``: where nobody is left of a side that may pay."""
    found = np.zeros(shape, dtype=np.bool_)
    if toll.prices[0] is not None:
        found[0, :] = True
    if toll.prices[1] is not None:
        found[:, 0] = True
    return found


def _payers(toll: Toll, ahead: Ints) -> Iterator[tuple[int, Floats, Ints]]:
    """Yield the place of each side that pays, its price, and the points it owes."""
    for side, price in enumerate(toll.prices):
        if price is not None:
            owed = np.clip(ahead if side else -ahead, 0, len(price) - 1)
            yield side, price, owed


def _left(shape: tuple[int, ...], side: int) -> Ints:
    """Return ``[a, b, i, j]``: the states that losses leave of a side."""
    grid = np.ogrid[tuple(slice(size) for size in shape)]
    return np.broadcast_to(np.maximum(grid[side] - grid[2 + side], 0), shape)


def _charged(lost: Floats, owed: Ints, price: Floats, side: int) -> Floats:
    """Return chances ``[a, b, i, j]`` with what a side pays for the points it owes."""
    axis = 2 + side
    left, width = _left(lost.shape, side), price.shape[2]
    before = lost.shape[axis]
    shape = list(lost.shape)
    shape[axis] = min(before + width - 1, lost.shape[side])
    grown = np.zeros(shape)
    into, taken = np.moveaxis(grown, axis, 0), np.moveaxis(lost, axis, 0)
    for fall in range(min(width, shape[axis])):
        here = min(before, shape[axis] - fall)
        share = np.moveaxis(price[owed, left, fall], axis, 0)
        into[fall : fall + here] += taken[:here] * share[:here]
    return grown
