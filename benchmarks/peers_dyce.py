"""The works in dyce: exact whole numbers, a round as an expansion of a histogram.

A fight without a limit of rounds is left out: an expansion has an end.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any

from dyce import H, expand

from benchmarks.peers_rules import MODELS, ROUNDS, State
from benchmarks.peers_rules import work_c as round_c


def work_a() -> dict[str, float]:
    hits, unsaved = H(6).ge(4), H(6).lt(5)
    one = H({1: hits[1] * hits[1] * unsaved[1], 0: 216 - 9 * 4})
    wounds = 20 @ one
    return {str(k): wounds.get(k, 0) / wounds.total for k in range(21)}


@cache
def _after(state: State) -> Any:
    end, a, b = state
    if end:
        return H({state: 1})
    chances = round_c(a, b)
    whole = lcm(*(chance.denominator for chance in chances.values()))
    return H({after: int(p * whole) for after, p in chances.items()})


def _fought(result: Any) -> Any:
    return _after(result.outcome)


def fight_c(models: int = MODELS, rounds: int = ROUNDS) -> dict[str, float]:
    """Return the ends of work C with so many models a side, after so many rounds."""
    live: Any = H({("", models, models): 1})
    for _ in range(rounds):
        live = expand(_fought, live, min_path_probability=Fraction(0))
    found: dict[str, float] = {}
    for (end, _, _), count in live.items():
        key = end or "undecided"
        found[key] = found.get(key, 0.0) + count / live.total
    return found


WORKS: dict[str, Callable[[], Mapping[str, float]]] = {"A": work_a, "C": fight_c}
