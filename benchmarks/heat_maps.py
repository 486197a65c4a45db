"""Heat maps of every kind of match-up: two sample armies, and a book against itself.

    .venv/bin/python -m benchmarks.heat_maps [GAME] [KIND]

Each map is worked out in blocks as a job asks them, in a process of its own that has
known none of its cells: once, and then again. As in the site's processes, the collector
of garbage leaves alone what was there before.
"""

import gc
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from benchmarks.measuring import ROOT, machine
from benchmarks.review import book_files, load
from rulesets.books.book import Books
from rulesets.combats import combat_of
from rulesets.core.collector import look_seldom
from rulesets.documents.json import parse
from rulesets.games import GAMES
from rulesets.legality import review
from rulesets.matchups.comparison import FORMAT, compared
from rulesets.matchups.contenders import Contender, units_of_army, units_of_book
from rulesets.matchups.match_up_document import fighter_document
from rulesets.rosters.roster import read_roster

ARMIES = {
    "warhammer": ("empire-2000", "orcs-and-goblins-2000"),
    "scrollhammer": ("saltmere-league-1500", "imperial-legion-1000"),
    "mordheim": ("mordheim-reikland-500", "mordheim-skaven-500"),
    "charge": ("cathay-1000", "orcs-1000"),
}
BOOKS = {
    "warhammer": "warhammer-empire",
    "scrollhammer": "scrollhammer-imperial-legion",
    "mordheim": "mordheim-reikland",
    "charge": "charge-orcs",
}
TIMES = 2
"""Each map is asked so many times in its process."""

Sides = Sequence[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A map with what it took, first and again: processor and clock [seconds]."""

    game: str
    kind: str
    title: str
    cells: int
    problems: int
    processor: tuple[float, ...]
    clock: tuple[float, ...]

    def row(self) -> str:
        """Return the map as a row of the table that is printed."""
        times = (*self.processor, *self.clock)
        told = " | ".join(f"{seconds:.2f}" for seconds in times)
        return (
            f"| {self.game}, {self.kind} | {self.title} | {self.cells}"
            f" | {self.problems} | {told} |"
        )


def army_sides(file: str, books: Books) -> Sides:
    """Return the units of a sample army as sides of a comparison document."""
    path = ROOT / "fixtures" / "armies" / f"{file}.json"
    return _sides(units_of_army(review(read_roster(parse(path.read_bytes())), books)))


def _sides(contenders: Sequence[Contender]) -> Sides:
    return [
        {"fighter": fighter_document(one.fighter)}
        for one in contenders
        if one.fighter is not None
    ]


def book_sides(key: str, books: Books) -> Sides:
    """Return the units of a book as sides of a comparison document."""
    units = units_of_book(books[key, 1])
    return [{"unit": one.unit, "book": key, "edition": 1} for one in units]


def documents(game: str, books: Books) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the comparisons of a game, each with its title."""
    a, b = (army_sides(file, books) for file in ARMIES[game])
    book = book_sides(BOOKS[game], books)
    for kind in combat_of(GAMES[game]).kinds:
        asked = {"format": FORMAT, "game": game, "kind": kind.key}
        yield "two armies", {**asked, "a": a, "b": b}
        yield "a book against itself", {**asked, "a": book, "b": book}


def measured(title: str, document: dict[str, Any], books: Books) -> HeatMap:
    """Work a map out several times; return it with what it took."""
    processor, clock = [], []
    for _ in range(TIMES):
        wall, spent = time.perf_counter(), time.process_time()
        result = compared(document, books)
        processor.append(time.process_time() - spent)
        clock.append(time.perf_counter() - wall)
    cells = [cell for row in result["cells"] for cell in row]
    return HeatMap(
        game=document["game"],
        kind=document["kind"],
        title=title,
        cells=len(cells),
        problems=sum("problem" in cell for cell in cells),
        processor=tuple(processor),
        clock=tuple(clock),
    )


def _apart(work: Callable[[], HeatMap]) -> HeatMap:
    """Return what a fork of this process works out, so that it knows no map before.

    Raises
    ------
    EOFError
        If the fork fails.
    """
    context = multiprocessing.get_context("fork")
    there, here = context.Pipe()
    child = context.Process(target=lambda: there.send(work()))
    child.start()
    there.close()
    found: HeatMap = here.recv()
    child.join()
    return found


def main() -> None:
    """Print the table of all maps, or of those of a game and a kind."""
    books = {(book.key, 1): book for book in map(load, book_files())}
    gc.freeze()
    look_seldom()
    print(machine())
    print("| Map | Of | Cells | Without an answer | Processor, first [s] | again |")
    wanted = sys.argv[1:]
    for game in ARMIES:
        if wanted and wanted[0] != game:
            continue
        for title, document in documents(game, books):
            if wanted[1:] and document["kind"] != wanted[1]:
                continue
            print(_apart(partial(measured, title, document, books)).row())


if __name__ == "__main__":
    main()
