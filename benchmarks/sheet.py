"""Processor time of drawing papers: the fork alone, and the whole of a process that
loads everything and draws one page, as it was done before.

.venv/bin/python -m benchmarks.sheet [rounds]
"""

import gc
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import django

from benchmarks.measuring import ROOT, report
from rulesets.books.load import read_book
from rulesets.documents.json import parse
from rulesets.legality import review
from rulesets.rosters.roster import Roster, read_roster

PAPERS = (
    ("sheet of 2,000 points, 14 units", "empire-2000", "sheet"),
    ("compact list of it", "empire-2000", "compact"),
    ("cards of it", "empire-2000", "cards"),
    ("roster of a warband of 8", "mordheim-reikland-500", "roster"),
)


def processor_time(work: Callable[[], object], rounds: int) -> float:
    """Return the least processor time of a fork that works [ms]."""
    least = float("inf")
    for _ in range(rounds):
        process = os.fork()
        if not process:
            gc.disable()
            work()
            os._exit(0)
        _, status, used = os.wait4(process, 0)
        if status:
            raise RuntimeError("The drawing failed.")
        least = min(least, 1000 * (used.ru_utime + used.ru_stime))
    return least


def spent(least: float) -> dict[str, float]:
    """Return a time as figures are written."""
    return {"median": least, "per_second": 1000 / least}


def process_time(asked: bytes, rounds: int) -> float:
    """Return the least processor time of a process that draws one page [ms]."""
    least = float("inf")
    command = [sys.executable, "-m", "armybuilder.armies.papers.fork_server", "once"]
    for _ in range(rounds):
        before = os.times()
        subprocess.run(command, input=asked, capture_output=True, check=True, cwd=ROOT)  # noqa: S603
        after = os.times()
        used = after.children_user + after.children_system
        used -= before.children_user + before.children_system
        least = min(least, 1000 * used)
    return least


def army(name: str) -> Roster:
    """Return a sample army of the project."""
    return read_roster(parse((ROOT / f"fixtures/armies/{name}.json").read_bytes()))


def of_hundred_units(roster: Roster) -> Roster:
    """Return an army with its units again and again, a hundred in all."""
    force = roster.forces[0]
    units = [
        replace(u, id=f"{u.id}-{n}", selections=())
        for n in range(8)
        for u in force.units
    ]
    return replace(
        roster, limit=None, forces=(replace(force, units=tuple(units[:100])),)
    )


def page_of(roster: Roster, kind: str) -> str:
    """Return the page of a paper."""
    from armybuilder.armies.papers.pages import pdf_page
    from armybuilder.armies.papers.paper import paper
    from armybuilder.armies.papers.setup import PaperSetup

    files = Path(ROOT / "fixtures/books").glob("*.json")
    wanted = {force.book for force in roster.forces}
    books: Any = {
        (file.stem, 1): read_book(parse(file.read_bytes()), 1)
        for file in files
        if file.stem in wanted
    }
    now = review(roster, books)
    drawn = paper(now, books, PaperSetup(kind=kind), printed=date(2026, 3, 1))
    return pdf_page(drawn)


def main(rounds: int) -> None:
    """Measure and write the figures."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    django.setup()
    import json

    from armybuilder.armies.papers.faces import font_files
    from armybuilder.armies.papers.fork_server import WARM, drawer
    from armybuilder.armies.papers.pages import pdf_styles

    faces = [file.as_uri() for file in font_files()]
    ready = drawer(pdf_styles(), faces)
    ready.draw(WARM)
    figures = {}
    for label, name, kind in PAPERS:
        work = partial(ready.draw, page_of(army(name), kind))
        figures[f"fork: {label}"] = spent(processor_time(work, rounds))
    many = page_of(of_hundred_units(army("empire-2000")), "sheet")
    work = partial(ready.draw, many)
    figures["fork: sheet of 100 units"] = spent(processor_time(work, rounds))
    page = page_of(army("empire-2000"), "sheet")
    asked = json.dumps({"page": page, "styles": pdf_styles(), "faces": faces}).encode()
    figures["a process each time: sheet of 14 units"] = spent(
        process_time(asked, rounds)
    )
    report("sheet", figures, {"figures": "least processor time of several drawings"})


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
