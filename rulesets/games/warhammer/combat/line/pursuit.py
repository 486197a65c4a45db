"""Pursuit in a battle line: which of those who flee are run down."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.dice import dice_sum
from rulesets.odds.volley import Floats, Ints

Array = TypeVar("Array", Floats, Ints)


@lru_cache(maxsize=1024)
def caught_by(
    hunters: tuple[tuple[int, float, tuple[int, ...]], ...],
    flights: tuple[tuple[int, int], ...],
    fresh: int = 0,
) -> list[tuple[tuple[int, ...], bool, float]]:
    """Return the sets of broken units that are run down, with their chances.

    Between them stands whether a hunter comes as far as a fresh enemy.

    Parameters
    ----------
    hunters : tuple of (int, float, tuple of int)
        Dice of each that may pursue, the chance that it does not, and whom it may run
        down.
    flights : tuple of (int, int)
        Each broken unit, and the dice of its flight.
    fresh : int
        How far away a fresh enemy stands; 0 for none [inches].
    """
    rolled = [_rolled(runs, holds) for runs, holds, _ in hunters]
    chances = np.ones([1] * len(hunters))
    for place, one in enumerate(rolled):
        chances = chances * _along(one, place, len(hunters))
    down = [
        _caught(dice, [unit in foes for _, _, foes in hunters], rolled)
        for unit, dice in flights
    ]
    met = _comes(fresh, rolled)
    found = []
    for caught in product((False, True), repeat=len(flights)):
        share = chances
        for is_caught, each in zip(caught, down, strict=True):
            share = share * (each if is_caught else 1 - each)
        units = (unit for (unit, _), one in zip(flights, caught, strict=True) if one)
        key = tuple(units)
        found.append((key, False, float((share * ~met).sum())))
        if fresh:
            found.append((key, True, float((share * met).sum())))
    return found


def _comes(fresh: int, rolled: Sequence[Floats]) -> NDArray[np.bool_]:
    """Return whether any hunter comes so far, by how far each does; none at 0."""
    met = np.zeros([1] * len(rolled), dtype=np.bool_)
    for place, one in enumerate(rolled if fresh else ()):
        far: Ints = np.arange(len(one), dtype=np.int64)
        met = met | (_along(far, place, len(rolled)) >= fresh)
    return met


def _rolled(dice: int, holds: float) -> Floats:
    """Return the chances of how far a hunter comes by inches; first that it holds."""
    return np.array([holds, *((1 - holds) * float(p) for p in dice_sum(dice)[1:])])


def _caught(dice: int, hunted: Sequence[bool], rolled: Sequence[Floats]) -> Floats:
    """Return the chance that a unit is caught, by how far each hunter comes.

    Parameters
    ----------
    dice : int
        Of its flight.
    hunted : sequence of bool
        Whether each hunter hunts it.
    rolled : sequence of ndarray
        As of `_rolled`.
    """
    far: Ints = np.zeros([1] * len(rolled), dtype=np.int64)
    for place, (hunts, one) in enumerate(zip(hunted, rolled, strict=True)):
        inches = np.arange(len(one)) * hunts
        far = np.maximum(far, _along(inches, place, len(rolled)))
    flown = np.cumsum([float(p) for p in dice_sum(dice)])
    within: Floats = flown[np.minimum(far, len(flown) - 1)]
    return within


def _along(values: Array, axis: int, axes: int) -> Array:
    """Return values along one of so many axes."""
    shape = [1] * axes
    shape[axis] = -1
    shaped: Array = values.reshape(shape)
    return shaped
