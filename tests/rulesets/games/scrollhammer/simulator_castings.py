"""Power dice of Scrollhammer, rolled one casting after the other.

Written from the rulebook alone. How many dice serve best is found by going through
every roll of the dice, one by one.
"""

from functools import cache
from itertools import product
from typing import Any

import numpy as np

from tests.rulesets.games.scrollhammer.simulator_sides import Ints, d6


@cache
def every_roll(dice: int, faces: int) -> list[int]:
    """Sums of every roll there is."""
    return [sum(roll) for roll in product(range(1, faces + 1), repeat=dice)]


class Caster:
    """How one caster spends its dice: how many, and on which surges."""

    def __init__(
        self, cost: int, asked: dict[str, Any], readings: dict[str, Any]
    ) -> None:
        self.cost = cost
        self.first = int(asked.get("cast-dice", 0))
        self.surges = asked.get("surge", "never")
        self.goes_on = bool(readings.get("casts-on", True))
        self.adds = bool(readings.get("surge-adds", True))
        self.worths: dict[int, float] = {}

    def may(self, held: int) -> bool:
        return 6 * held >= self.cost

    def dice(self, held: int) -> int:
        if self.first:
            return min(self.first, held)
        worths = [self.tried(held, dice) for dice in range(1, held + 1)]
        return 1 + int(np.argmax(np.round(worths, 9)))

    def tried(self, held: int, dice: int) -> float:
        """Castings on average if the next one is tried with so many dice."""
        rolls, rest = every_roll(dice, 6), held - dice
        total = 0.0
        for rolled in set(rolls):
            chance = rolls.count(rolled) / len(rolls)
            if rolled >= self.cost:
                total += chance * (1 + self.worth(rest))
            else:
                surge = self.surge(rest, rolled)
                total += chance * self.surged(rest, rolled, surge)
        return total

    def surged(self, rest: int, rolled: int, surge: int) -> float:
        left = self.worth(rest - surge)
        wanted = self.cost - rolled if self.adds else self.cost
        sums = every_roll(surge, 3)
        cast = sum(one >= wanted for one in sums) / len(sums) if surge else 0.0
        return cast * (1 + left) + (1 - cast) * left * self.goes_on

    def surge(self, rest: int, rolled: int) -> int:
        if self.surges == "never":
            return 0
        if self.surges == "rest":
            return rest
        worths = [self.surged(rest, rolled, dice) for dice in range(rest + 1)]
        return int(np.argmax(np.round(worths, 9)))

    def worth(self, held: int) -> float:
        if not self.may(held):
            return 0.0
        if held not in self.worths:
            self.worths[held] = self.tried(held, self.dice(held))
        return self.worths[held]


def casts(
    rng: np.random.Generator,
    shape: tuple[int, int],
    cost: int,
    held: int,
    asked: dict[str, Any],
    readings: dict[str, Any],
) -> Ints:
    """Roll power dice until none can cast any more; return how often each cast."""
    caster = Caster(cost, asked, readings)
    pools = np.full(shape, held)
    done = np.zeros(shape, dtype=np.int64)
    trying = np.full(shape, caster.may(held))
    while trying.any():
        for pool in np.unique(pools[trying]).tolist():
            here = trying & (pools == pool)
            dice = caster.dice(pool)
            rolled = d6(rng, *shape, dice).sum(axis=2)
            cast = here & (rolled >= cost)
            pools[here] -= dice
            for total in np.unique(rolled[here & ~cast]).tolist():
                failed = here & ~cast & (rolled == total)
                surge = caster.surge(pool - dice, total)
                pools[failed] -= surge
                more = rng.integers(1, 4, (*shape, surge)).sum(axis=2)
                reached = more + (total if caster.adds else 0) >= cost
                saved = failed & reached & (surge > 0)
                cast |= saved
                trying &= ~(failed & ~saved) | caster.goes_on
            done += cast
        trying &= pools * 6 >= cost
    return done
