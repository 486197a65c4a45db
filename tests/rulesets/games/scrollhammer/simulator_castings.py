"""Power dice of Scrollhammer, rolled one casting after the other.

Written from the rulebook alone. How many dice are best is found by going through
every roll of the dice, one by one.
"""

from collections.abc import Sequence
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
    """The dice of one caster: on which spell, how many, and on which surges."""

    def __init__(
        self,
        spells: Sequence[tuple[int, float]],
        asked: dict[str, Any],
        readings: dict[str, Any],
    ) -> None:
        self.costs = [cost for cost, _ in spells]
        self.takes = [takes for _, takes in spells]
        self.first = int(asked.get("cast-dice", 0))
        self.surges = asked.get("surge", "never")
        self.goes_on = bool(readings.get("casts-on", True))
        self.adds = bool(readings.get("surge-adds", True))
        self.worths: dict[int, float] = {}
        self.known: dict[Any, Any] = {}

    def may(self, held: int) -> bool:
        return any(6 * held >= cost for cost in self.costs)

    def choice(self, held: int) -> tuple[int, int]:
        """The spell that is cast next with so many dice, and how many it takes."""
        if held not in self.known:
            ways = [
                (spell, dice)
                for spell, cost in enumerate(self.costs)
                if 6 * held >= cost
                for dice in range(1, held + 1)
                if not self.first or dice == min(self.first, held)
            ]
            worths = [self.tried(held, dice, spell) for spell, dice in ways]
            self.known[held] = ways[int(np.argmax(np.round(worths, 9)))]
        found: tuple[int, int] = self.known[held]
        return found

    def tried(self, held: int, dice: int, spell: int) -> float:
        """Wounds on average if the next one is tried with so many dice."""
        rolls, rest = every_roll(dice, 6), held - dice
        total = 0.0
        for rolled in set(rolls):
            chance = rolls.count(rolled) / len(rolls)
            if rolled >= self.costs[spell]:
                total += chance * (self.takes[spell] + self.worth(rest))
            else:
                surge = self.surge(rest, rolled, spell)
                total += chance * self.surged(rest, rolled, surge, spell)
        return total

    def surged(self, rest: int, rolled: int, surge: int, spell: int) -> float:
        left = self.worth(rest - surge)
        wanted = self.costs[spell] - rolled if self.adds else self.costs[spell]
        sums = every_roll(surge, 3)
        cast = sum(one >= wanted for one in sums) / len(sums) if surge else 0.0
        return cast * (self.takes[spell] + left) + (1 - cast) * left * self.goes_on

    def surge(self, rest: int, rolled: int, spell: int) -> int:
        if self.surges == "never":
            return 0
        if self.surges == "rest":
            return rest
        if (rest, rolled, spell) not in self.known:
            worths = [self.surged(rest, rolled, n, spell) for n in range(rest + 1)]
            self.known[rest, rolled, spell] = int(np.argmax(np.round(worths, 9)))
        return int(self.known[rest, rolled, spell])

    def worth(self, held: int) -> float:
        if not self.may(held):
            return 0.0
        if held not in self.worths:
            spell, dice = self.choice(held)
            self.worths[held] = self.tried(held, dice, spell)
        return self.worths[held]


def casts(
    rng: np.random.Generator,
    shape: tuple[int, int],
    spells: Sequence[tuple[int, float]],
    held: int,
    asked: dict[str, Any],
    readings: dict[str, Any],
) -> list[Ints]:
    """Roll power dice until none can cast any more; tell how often each spell went.

    Of each spell are told its cost and the wounds that a casting takes on average. Of
    several, all are cast together, or the one alone that takes most.
    """
    if asked.get("spells") == "one":
        alone = [Caster([one], asked, readings).worth(held) for one in spells]
        best = int(np.argmax(np.round(alone, 9)))
        nothing = np.zeros(shape, dtype=np.int64)
        one = casts(rng, shape, [spells[best]], held, {**asked, "spells": ""}, readings)
        return [one[0] if n == best else nothing for n in range(len(spells))]
    caster = Caster(spells, asked, readings)
    pools = np.full(shape, held)
    done = [np.zeros(shape, dtype=np.int64) for _ in spells]
    trying = np.full(shape, caster.may(held))
    while trying.any():
        for pool in np.unique(pools[trying]).tolist():
            here = trying & (pools == pool)
            spell, dice = caster.choice(pool)
            cost = caster.costs[spell]
            rolled = d6(rng, *shape, dice).sum(axis=2)
            cast = here & (rolled >= cost)
            pools[here] -= dice
            for total in np.unique(rolled[here & ~cast]).tolist():
                failed = here & ~cast & (rolled == total)
                surge = caster.surge(pool - dice, total, spell)
                pools[failed] -= surge
                more = rng.integers(1, 4, (*shape, surge)).sum(axis=2)
                reached = more + (total if caster.adds else 0) >= cost
                saved = failed & reached & (surge > 0)
                cast |= saved
                trying &= ~(failed & ~saved) | caster.goes_on
            done[spell] += cast
        trying &= np.isin(pools, [n for n in range(held + 1) if caster.may(n)])
    return done


def wounds_by_hand(
    strength: int, ap: int, shots: int, skill: int, foes: Sequence[tuple[int, int, int]]
) -> float:
    """Wounds that a casting takes on average, off both charts, without any rule.

    The foes are told by their Toughness, their save and how many they are.
    """
    hits = max(6 - max(7 - skill, 2) + 1, 0) / 6
    if skill >= 6:
        hits += max(6 - (12 - skill) + 1, 0) / 36
    crowd = sum(number for _, _, number in foes)
    most = max(foes, key=lambda foe: (foe[2], foe[0]))[0]
    more = most - strength
    wounds = 0.0 if more >= 4 else (7 - min(max(4 + more, 2), 6)) / 6
    fails = [(min(max(save + ap, 2), 7) - 1) / 6 * n for _, save, n in foes]
    return shots * hits * wounds * sum(fails) / crowd
