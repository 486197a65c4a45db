"""The works in icepool: exact whole numbers, processes as repeated maps."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any

import icepool

from benchmarks.peers_rules import JADE, MODELS, ORCS, ROUNDS, State, work_b, work_c


def work_a() -> dict[str, float]:
    one = icepool.d6 >= 4
    wounds = 20 @ (one & (icepool.d6 >= 4) & (icepool.d6 < 5))
    return {str(k): float(wounds.probability(k)) for k in range(21)}


def _die(chances: Mapping[State, Fraction]) -> Any:
    whole = lcm(*(chance.denominator for chance in chances.values()))
    return icepool.Die({state: int(p * whole) for state, p in chances.items()})


def _ends(final: Any) -> dict[str, float]:
    found: dict[str, float] = {}
    for (end, _, _), chance in zip(
        final.outcomes(), final.probabilities(), strict=True
    ):
        key = end or "undecided"
        found[key] = found.get(key, 0.0) + float(chance)
    return found


def fight_b() -> dict[str, float]:
    @cache
    def after(end: str, a: int, b: int) -> Any:
        return icepool.Die([(end, a, b)]) if end else _die(work_b(a, b))

    begun = icepool.Die([("", ORCS, JADE)])
    return _ends(begun.map(after, star=True, time_limit="inf"))


def fight_c(models: int = MODELS, rounds: int = ROUNDS) -> dict[str, float]:
    """Return the ends of work C with so many models a side, after so many rounds."""

    @cache
    def after(end: str, a: int, b: int) -> Any:
        return icepool.Die([(end, a, b)]) if end else _die(work_c(a, b))

    begun = icepool.Die([("", models, models)])
    return _ends(begun.map(after, star=True, time_limit=rounds))


WORKS: dict[str, Callable[[], Mapping[str, float]]] = {
    "A": work_a,
    "B": fight_b,
    "C": fight_c,
}
