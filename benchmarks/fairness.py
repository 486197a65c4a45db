"""Fairness of a book of 37 units against itself, on two processes.

Units against units, characters against characters, each at several sizes where its
rules allow these.

    .venv/bin/python -m benchmarks.fairness [BOOK]

Once the units alone, and once with every option and loadout of theirs.
"""

import json
import multiprocessing
import resource
import sys
import time
from typing import Any

from benchmarks.measuring import ROOT
from rulesets.books.load import read_book
from rulesets.games import GAMES
from rulesets.matchups.fairness.entrants import characters, usual_points
from rulesets.matchups.fairness.field import CHARACTERS, UNITS, field_of, unit_row
from rulesets.matchups.fairness.judgement import Fairness, judge

PROCESSES = 2
BOOK = "warhammer-orcs-and-goblins"


def row(asked: tuple[str, str, bool]) -> dict[str, Any]:
    """Return a unit of a book against all units of the same book."""
    name, key, with_options = asked
    path = ROOT / "fixtures" / "books" / f"{name}.json"
    book = read_book(json.loads(path.read_text(encoding="utf-8")), 1)
    points = usual_points([book])
    game = GAMES[book.game]
    return unit_row(
        game,
        book,
        key,
        field_of(game, [book], points),
        points,
        with_options=with_options,
        apart=characters(game, book),
    )


def worked_out(name: str, *, with_options: bool) -> tuple[float, list[dict[str, Any]]]:
    """Return the time of a whole book [seconds], and its rows."""
    path = ROOT / "fixtures" / "books" / f"{name}.json"
    units = [one["key"] for one in json.loads(path.read_text("utf-8"))["units"]]
    begun = time.perf_counter()
    with multiprocessing.Pool(PROCESSES) as pool:
        asked = [(name, key, with_options) for key in units]
        rows = pool.map(row, asked, chunksize=1)
        pool.close()
        pool.join()
    return time.perf_counter() - begun, rows


def told(found: Fairness) -> None:
    """Print a judgement."""
    print(found.band)
    for one in sorted(found.units, key=lambda unit: -unit.worth):
        price = "none" if one.price is None else f"{one.price:.0f}"
        about = "about " if one.is_rough else ""
        score = "-" if one.score is None else f"{one.score:.1f}"
        points, models = one.row["points"], one.row["models"]
        print(
            f"{one.row['name']} ({models}, {points:g} points):"
            f" {score} of 100, {one.worth:.1f} ({one.place}), middle at {about}{price}"
        )
        for label, values in (
            ("never worth it", one.needless),
            ("dominated", one.dominated),
            ("in no number", one.silent),
        ):
            print(f"    {label}: {len(values)}: {values[:3]}")
    for other in found.not_compared:
        print("not compared:", other["name"], other["why_not"])


def spent() -> float:
    """Return the time of the processor of processes that have ended [seconds]."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print the times, and the judgement of the book."""
    name = sys.argv[1] if len(sys.argv) > 1 else BOOK
    rows: list[dict[str, Any]] = []
    for with_options in (False, True):
        used = spent()
        seconds, rows = worked_out(name, with_options=with_options)
        used = spent() - used
        what = "with options and loadouts" if with_options else "units alone"
        print(f"{name}, {what}: {seconds:.1f} s, {used:.1f} s of the processor")
    for group in (UNITS, CHARACTERS):
        found = judge([row for row in rows if row["group"] == group])
        if found is not None:
            told(found)


if __name__ == "__main__":
    main()
