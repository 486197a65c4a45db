"""The impact of a draft on 10,000 armies of one book, on two processes.

    .venv/bin/python -m benchmarks.impact [ARMIES] [PROCESSES]

Every army is drawn with a fixed seed: 8 to 14 units of the book, each with its models
and some of its options at random, so that next to no unit is there twice. A second
run takes armies that a few random edits made of one sample army, as players' armies
resemble each other more. The draft changes the price of every unit, so that every
army has to be judged twice; in a third run it changes the price of one.
"""

import json
import multiprocessing
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

from benchmarks.measuring import RESULTS, ROOT, machine
from benchmarks.plans import edited
from benchmarks.review import sample
from rulesets.books.book import Book, Entry
from rulesets.books.load import read_book
from rulesets.checks.impact import SavedArmy, impact, joined
from rulesets.checks.impact_document import impact_document, read_impact
from rulesets.documents.json import parse
from rulesets.legality import new_selection
from rulesets.rosters.roster import Force, Roster, Selection, roster_document

SEED = 10_000
CHUNK = 200
BOOK, SAMPLE = "warhammer-empire", "empire-2000"
MOST_MODELS = 30
AIM = 30.0
"""Aimed at for 10,000 armies on two cores [seconds]."""

Document = dict[str, Any]


def drafted(units: int | None = None) -> tuple[Book, Book]:
    """Return the book and its draft, in which some units, or all, cost more."""
    document = parse((ROOT / "fixtures" / "books" / f"{BOOK}.json").read_bytes())
    draft = deepcopy(document)
    for unit in draft["units"][:units]:
        models = unit.get("models")
        for priced in (unit, *(models if isinstance(models, list) else ())):
            if "points" in priced:
                priced["points"] += 1
    return read_book(document, 1), read_book(draft, 2)


def drawn(book: Book, draw: random.Random) -> Roster:
    """Return an army of units at random."""
    numbers = count(1)
    keys = draw.choices([*book.units], k=draw.randint(8, 14))
    units = tuple(
        _drawn(new_selection(book, key), book.units[key], draw, numbers) for key in keys
    )
    return Roster(book.game, "Drawn", 2000, "", (Force("f1", book.key, 1, units),))


def _drawn(
    one: Selection, entry: Entry, draw: random.Random, numbers: Iterator[int]
) -> Selection:
    """Return a selection with models and options at random."""
    below = []
    for part in one.selections:
        inner = entry.entries[part.entry]
        many = part.count
        if inner.kind == "model":
            many = draw.randint(inner.low or 1, inner.high or MOST_MODELS)
        below.append(replace(_drawn(part, inner, draw, numbers), count=many))
    known = {part.entry for part in below}
    offered = [key for key in entry.entries if key not in known]
    for key in draw.sample(offered, min(2, len(offered))):
        below.append(Selection(f"s{next(numbers)}", key))
    return replace(one, id=f"s{next(numbers)}", selections=tuple(below))


def resembling(book: Book, draw: random.Random) -> Roster:
    """Return a sample army after one to six random edits, with ids of its own."""
    roster, books = sample(SAMPLE), {(book.key, 1): book}
    for _ in range(draw.randint(1, 6)):
        roster = edited(roster, books, draw)
    own = f"{draw.getrandbits(32)}-"
    forces = tuple(
        replace(force, units=tuple(_renamed(unit, own) for unit in force.units))
        for force in roster.forces
    )
    return replace(roster, forces=forces)


def _renamed(one: Selection, own: str) -> Selection:
    """Return a selection with ids that no other army has."""
    below = tuple(_renamed(part, own) for part in one.selections)
    return replace(one, id=f"{own}{one.id}", selections=below)


KINDS: Mapping[str, tuple[Callable[[Book, random.Random], Roster], int | None]] = {
    "units drawn at random, every price changed": (drawn, None),
    "one army edited at random, every price changed": (resembling, None),
    "units drawn at random, one price changed": (drawn, 1),
}
"""Runs: how an army is made, and how many units of the draft are dearer."""


def worked(units: int | None, chunk: Sequence[tuple[str, Document]]) -> Any:
    """Return the impact on a chunk of armies, as a worker of a job does."""
    before, after = _known(units)
    return impact_document(
        impact((SavedArmy(*one) for one in chunk), before, after, {})
    )


_books: dict[int | None, tuple[Book, Book]] = {}


def _known(units: int | None) -> tuple[Book, Book]:
    if units not in _books:
        _books[units] = drafted(units)
    return _books[units]


def spent() -> float:
    """Return the time of the processor of processes that have ended [seconds]."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measured(title: str, armies: int, processes: int) -> Document:
    """Judge armies in fresh processes and return what it took."""
    make, units = KINDS[title]
    book, _ = drafted()
    draw = random.Random(SEED)
    saved = [(str(n), roster_document(make(book, draw))) for n in range(armies)]
    chunks = [saved[start : start + CHUNK] for start in range(0, armies, CHUNK)]
    begun, used = time.perf_counter(), spent()
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        parts = pool.map(partial(worked, units), chunks, chunksize=1)
        pool.close()
        pool.join()
    seconds, used = time.perf_counter() - begun, spent() - used
    whole = joined(map(read_impact, parts))
    return {
        "what": title,
        "armies": whole.armies,
        "selections of one": round(sum(map(_size, saved)) / armies, 1),
        "processes": processes,
        "seconds": round(seconds, 1),
        "seconds of the processor": round(used, 1),
        "milliseconds of the processor an army": round(1000 * used / armies, 2),
        "aimed at [seconds]": AIM * armies / 10_000,
        "turn illegal": whole.losing.armies,
    }


def _size(saved: tuple[str, Document]) -> int:
    return json.dumps(saved[1]).count('"entry"')


def main() -> None:
    """Measure, print and write."""
    asked = [int(text) for text in sys.argv[1:3]]
    armies, processes = [*asked, *(10_000, 2)[len(asked) :]]
    runs = [measured(title, armies, processes) for title in KINDS]
    for run in runs:
        print(json.dumps(run, indent=1))
    found = {"machine": machine(), "runs": runs}
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(found, indent=1, ensure_ascii=False)
    (RESULTS / "impact.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
