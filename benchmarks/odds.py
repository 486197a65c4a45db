"""Odds per second: bare volleys, Charge's volleys, charges, and fights to the end.

The units are those of the army books in `fixtures/books`; every pair is worked out.

    .venv/bin/python benchmarks/odds.py [--rounds N] [--json FILE]
"""

import argparse
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rulesets.fighters import book_fighter  # noqa: E402
from rulesets.games.charge.combat import odds, preview  # noqa: E402
from rulesets.matchup import Fighter, MatchUp  # noqa: E402
from rulesets.odds.attack import Attack, effect  # noqa: E402
from rulesets.odds.attacks import attacks_odds  # noqa: E402
from rulesets.odds.volley import unsaved  # noqa: E402
from rulesets.reading import read_book  # noqa: E402

VOLLEY = {"dice": 20, "to_hit": 4, "to_wound": 4, "save": 5}


def machine() -> dict[str, Any]:
    """Return what the figures were measured on."""
    model = ""
    info = Path("/proc/cpuinfo")
    if info.exists():
        named = [x for x in info.read_text().splitlines() if x.startswith("model name")]
        model = named[0].split(":", 1)[1].strip() if named else ""
    return {
        "system": platform.platform(),
        "processor": model or platform.processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        "numpy": np.__version__,
    }


def fighters() -> dict[str, Fighter]:
    """Return every unit of the Charge books."""
    found = {}
    for path in sorted((ROOT / "fixtures" / "books").glob("charge-*.json")):
        book = read_book(json.loads(path.read_text(encoding="utf-8")), 1)
        for key in book.units:
            found[f"{book.key}/{key}"] = book_fighter(book, key)
    return found


def median_of(work: Callable[[], Any], rounds: int) -> float:
    """Return the median time of some rounds [ms]."""
    work()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def spread(times: list[float]) -> dict[str, float]:
    """Return the quickest, the median and the slowest of many questions [ms]."""
    return {
        "questions": len(times),
        "min": round(min(times), 4),
        "median": round(statistics.median(times), 4),
        "max": round(max(times), 4),
    }


def every_pair(
    units: dict[str, Fighter], kind: str, rounds: int, **readings: str
) -> dict[str, float]:
    """Return the times of every pair of units in one kind of match-up [ms]."""

    def ask(a: Fighter, b: Fighter) -> Callable[[], Any]:
        question = MatchUp("charge", kind, a, b, {}, readings)
        return lambda: odds(question)

    return spread(
        [
            median_of(ask(a, b), rounds)
            for a, b in product(units.values(), repeat=2)
            if kind != "shooting" or a.characteristics["shoot-dice"]
        ]
    )


def measure(rounds: int) -> dict[str, Any]:
    """Return all times [ms], each the median of some rounds."""
    units = fighters()
    one = effect(Attack(to_hit=4, to_wound=4, save=5))
    orcs, jade = units["charge-orcs/orcs"], units["charge-cathay/jade-warriors"]
    question = MatchUp("charge", "fight", orcs, jade, {}, {"later-rounds": "a"})
    return {
        "distribution of 20 attacks": spread(
            [median_of(lambda: unsaved(one, 20), 20 * rounds)]
        ),
        "answer about 20 attacks": spread(
            [median_of(lambda: attacks_odds(VOLLEY), 20 * rounds)]
        ),
        "orcs against jade warriors to the end": spread(
            [median_of(lambda: odds(question), 20 * rounds)]
        ),
        "fight to the end, every pair": every_pair(units, "fight", rounds),
        "charge and fight to the end, every pair": every_pair(units, "charge", rounds),
        "volley, every pair": every_pair(units, "shooting", rounds),
        "preview, every pair": spread(
            [
                median_of(lambda a=a, b=b: preview(a, b), rounds)
                for a, b in product(units.values(), repeat=2)
            ]
        ),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the odds.")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    found = {
        "machine": machine(),
        "milliseconds": measure(options.rounds),
        "rounds": options.rounds,
    }
    for name, times in found["milliseconds"].items():
        print(f"{times['median']:9.3f} ms  {name} ({times['questions']} questions)")
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    else:
        print(json.dumps(found["machine"]))


if __name__ == "__main__":
    main()
