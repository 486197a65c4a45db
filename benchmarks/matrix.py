"""All pairs of 300 units of Warhammer: ten rounds, both strike.

First one answer after the other on two processes, with words and a trace; then all
together, built from blocks, on two threads of one.

    .venv/bin/python -m benchmarks.matrix [UNITS] [PROCESSES]

The units are written out with a fixed seed: 8 to 40 models, 4 to 8 wide, with 1 or 2
attacks. A second run takes all units of the Warhammer books against each other. Nobody
charges, so that a pair and the same pair with its sides exchanged are one question.
"""

import json
import multiprocessing
import random
import resource
import sys
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks.measuring import RESULTS, ROOT, machine
from rulesets.books.load import read_book
from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.pairs.many import fight_many
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.answer import Odds
from rulesets.odds.many import Contestant, ManyMatchUps, ManyOdds
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError
from rulesets.odds.native.bindings import is_ready

SEED = 300
ROUNDS = 10
CHUNK = 256
CHECKED = 200
Width = int
Unit = tuple[Fighter, Width]
SWORD = Gear("hand-weapon", "Hand weapon", {}, "melee", 1, "hand-weapon")


def synthetic(count: int) -> list[Unit]:
    """Return units as `reference` figures have them, always the same."""
    draw = random.Random(SEED)
    units = []
    for number in range(count):
        figures = {
            "m": 4,
            "ws": draw.randint(2, 6),
            "bs": 3,
            "s": draw.randint(3, 5),
            "t": draw.randint(3, 5),
            "w": 1,
            "i": draw.randint(2, 6),
            "a": draw.randint(1, 2),
            "ld": draw.randint(6, 9),
            "sv": draw.randint(3, 7),
            "us": 1,
        }
        fighter = Fighter(
            f"Unit {number + 1}",
            "infantry",
            draw.randint(8, 40),
            100,
            figures,
            gear=(SWORD,),
        )
        units.append((fighter, draw.randint(4, 8)))
    return units


def printed() -> list[Unit]:
    """Return every unit of the Warhammer books that can fight, at its usual width."""
    units = []
    for path in sorted((ROOT / "fixtures" / "books").glob("warhammer-*.json")):
        book = read_book(json.loads(path.read_text(encoding="utf-8")), 1)
        for key in book.units:
            fighter = book_fighter(book, key)
            try:
                answer((fighter, 0), (fighter, 0))
            except MatchUpError:
                continue
            units.append((fighter, 0))
    return units


def answer(a: Unit, b: Unit, turn: str = "a") -> Odds:
    """Return the odds of a pair; the turn decides when the stupid are tested."""
    situation: Answers = {"a.width": a[1], "b.width": b[1], "turn": turn}
    return odds(MatchUp("warhammer", "fight", a[0], b[0], situation, {}, ROUNDS))


def ask_together(
    units: Sequence[Unit], pairs: Sequence[tuple[int, int]], threads: int
) -> ManyOdds:
    """Return the figures of pairs that are answered together."""
    some = [Contestant(fighter, {"width": width}) for fighter, width in units]
    asked = ManyMatchUps(
        "warhammer", "fight", some, some, pairs, {"turn": "a"}, {}, ROUNDS
    )
    return fight_many(asked, threads)


def together(
    units: Sequence[Unit], pairs: Sequence[tuple[int, int]], threads: int
) -> dict[str, Any]:
    """Answer all pairs together; return what it took, and how far it is from single."""
    wall, spent = time.perf_counter(), time.process_time()
    found = ask_together(units, pairs, threads)
    spent, wall = time.process_time() - spent, time.perf_counter() - wall
    far = 0.0
    for place, (a, b) in enumerate(pairs[:CHECKED]):
        if found.answered[place]:
            single, row = answer(units[a], units[b]), found.figures(place)
            chances = {**single.outcomes, **single.events}
            far = max(far, *(abs(row[key] - one) for key, one in chances.items()))
    return {
        "together_seconds": round(wall, 2),
        "together_answered": int(found.answered.sum()),
        "together_milliseconds_per_pair_and_core": round(1000 * spent / len(pairs), 4),
        "together_worst_gap": far,
    }


def resident() -> float:
    """Return the memory of this process [MB]."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


UNITS: list[Unit] = []
"""Of one process."""


def begin(units: Sequence[Unit]) -> None:
    UNITS[:] = units
    answer(units[0], units[1])


def work(pairs: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """Work out some pairs; return what was spent and how far the worst is off."""
    before, start = resident(), time.process_time()
    found = [answer(UNITS[a], UNITS[b]) for a, b in pairs]
    spent = time.process_time() - start
    off = max(abs(sum(one.outcomes.values()) - 1.0) for one in found)
    return {
        "process": multiprocessing.current_process().pid,
        "seconds": spent,
        "before": before,
        "after": resident(),
        "off": off,
        "error": max(one.error for one in found),
        "sampled": sum(one.method != "exact" for one in found),
    }


def mirrored(key: str) -> str:
    """Return the key of the same with the sides exchanged."""
    return (
        {"a": "b", "b": "a"}.get(key[:1], key[:1]) + key[1:] if key[1:2] == "-" else key
    )


def farthest(units: Sequence[Unit], pairs: Sequence[tuple[int, int]]) -> float:
    """Return how far exchanging the sides is from mirroring the answer, at most."""
    worst = 0.0
    for a, b in pairs:
        there, back = answer(units[a], units[b]), answer(units[b], units[a], "b")
        if there.method == "exact":
            gaps = (
                abs(chance - back.outcomes[mirrored(key)])
                for key, chance in there.outcomes.items()
            )
            worst = max(worst, *gaps)
    return worst


def run(name: str, units: Sequence[Unit], processes: int) -> dict[str, Any]:
    """Work out all pairs of some units, and print what it took."""
    pairs = list(combinations(range(len(units)), 2))
    random.Random(SEED).shuffle(pairs)
    chunks = [pairs[at : at + CHUNK] for at in range(0, len(pairs), CHUNK)]
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, begin, (units,)) as pool:
        pool.map(work, [pairs[:1]] * processes)
        start = time.perf_counter()
        parts = pool.map(work, chunks, chunksize=1)
        seconds = time.perf_counter() - start
    workers = {part["process"] for part in parts}
    growth = [
        max(p["after"] for p in parts if p["process"] == worker)
        - min(p["before"] for p in parts if p["process"] == worker)
        for worker in workers
    ]
    figures = {
        "units": len(units),
        "pairs": len(pairs),
        "processes": processes,
        "seconds": round(seconds, 2),
        "pairs_per_second": round(len(pairs) / seconds, 1),
        "milliseconds_per_pair_and_core": round(
            1000 * sum(part["seconds"] for part in parts) / len(pairs), 4
        ),
        "memory_growth_mb": round(max(growth), 1),
        "memory_mb": round(max(part["after"] for part in parts), 1),
        "worst_total": max(part["off"] for part in parts),
        "worst_error": max(part["error"] for part in parts),
        "sampled": sum(part["sampled"] for part in parts),
        "worst_mirror": farthest(units, pairs[:CHECKED]),
        **together(units, pairs, processes),
    }
    print(name)
    for key, value in figures.items():
        print(f"  {key:32} {value}")
    return figures


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    processes = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    makers: dict[str, Callable[[], list[Unit]]] = {
        "synthetic units": lambda: synthetic(count),
        "units of the books": printed,
    }
    figures = {name: run(name, make(), processes) for name, make in makers.items()}
    about = {"compiled": is_ready(), "rounds": ROUNDS, "machine": machine()}
    text = json.dumps({**about, "runs": figures}, indent=1)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "matrix.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
