"""Pursuit in a battle line: which of those who flee are run down."""

from functools import lru_cache
from itertools import product

import numpy as np

from rulesets.odds.dice import dice_sum


@lru_cache(maxsize=1024)
def caught_by(
    hunters: tuple[tuple[int, float, tuple[int, ...]], ...],
    flights: tuple[tuple[int, int], ...],
) -> list[tuple[tuple[int, ...], float]]:
    """Return the sets of broken units that are run down, with their chances.

    Parameters
    ----------
    hunters : tuple of (int, float, tuple of int)
        Dice of each that may pursue, the chance that it does not, and whom it may run
        down.
    flights : tuple of (int, int)
        Each broken unit, and the dice of its flight.
    """
    rolls = [
        [(-1, holds), *((far, (1 - holds) * float(p)) for far, p in _rolled(runs))]
        for runs, holds, _ in hunters
    ]
    found: dict[tuple[int, ...], float] = {}
    for hunt in product(*rolls):
        chance = float(np.prod([p for _, p in hunt]))
        reach = {
            unit: max(
                (
                    far
                    for (far, _), (_, _, foes) in zip(hunt, hunters, strict=True)
                    if unit in foes
                ),
                default=-1,
            )
            for unit, _ in flights
        }
        down = [
            sum(float(p) for far, p in _rolled(runs) if far <= reach[unit])
            for unit, runs in flights
        ]
        for caught in product((False, True), repeat=len(flights)):
            share = chance
            for is_caught, each in zip(caught, down, strict=True):
                share *= each if is_caught else 1 - each
            key = tuple(
                unit for (unit, _), one in zip(flights, caught, strict=True) if one
            )
            found[key] = found.get(key, 0.0) + share
    return [*found.items()]


def _rolled(dice: int) -> list[tuple[int, float]]:
    return [(far, float(p)) for far, p in enumerate(dice_sum(dice)) if p]
