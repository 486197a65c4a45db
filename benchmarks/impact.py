"""The impact of a draft on 10,000 saved armies, as a site works it out: a job of rows.

    .venv/bin/python -m benchmarks.impact [ARMIES] [PROCESSES]

Armies are saved in a scratch database, and processes of the engine without a broker
take the chunks of the job from its rows; a worker of a broker runs the same function.
Most armies are sample armies of the project after one to six random edits, each with
ids of its own, as players' armies resemble each other; `saltmere-league-1500` takes
longest of all samples. Those of one run are drawn: 8 to 14 units, each with its models
and some options at random, so that next to no unit is there twice. The draft changes
the price of every unit, so that every army is judged twice. The last run has one
process with two threads, as the process of a site that began a job.

Time runs from the question to the joined answer; books are compiled within it. On a
machine that others use the clock says little: beside it stand the seconds of the
processor, and what a plain loop took then, which tells how slow they were.
"""

import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import count
from multiprocessing.connection import Connection
from typing import Any

from benchmarks.measuring import RESULTS, ROOT, machine
from benchmarks.plans import edited
from benchmarks.review import sample
from rulesets.books.book import Book, Entry
from rulesets.books.load import read_book
from rulesets.documents.json import parse, sha256
from rulesets.legality import new_selection
from rulesets.rosters.roster import Force, Roster, Selection, roster_document

SEED = 10_000
MOST_MODELS = 30
AIM = 30.0
"""Aimed at for 10,000 armies on two cores [seconds]."""

LONGEST = 1200
"""Patience with one run [seconds]."""

Document = dict[str, Any]


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


def resembling(roster: Roster, book: Book, draw: random.Random) -> Roster:
    """Return an army after one to six random edits, with ids of its own."""
    books = {(book.key, book.edition): book}
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


def dearer(document: Document) -> Document:
    """Return a draft of a book in which every unit costs more."""
    draft = deepcopy(document)
    for unit in draft["units"]:
        models = unit.get("models")
        for priced in (unit, *(models if isinstance(models, list) else ())):
            if "points" in priced:
                priced["points"] += 1
    return draft


@dataclass(frozen=True, slots=True)
class Run:
    """Armies that are made from a sample, and who judges them.

    Units are drawn at random where ``are_drawn``. ``threads`` are those of each
    process; ``processes`` is none for as many as are asked for.
    """

    title: str
    sample: str
    are_drawn: bool = False
    threads: int = 1
    processes: int | None = None


RUNS = (
    Run("The Empire, a sample army edited", "empire-2000"),
    Run("Bretonnia, a sample army edited", "bretonnia-2000"),
    Run("Saltmere League, a sample army edited", "saltmere-league-1500"),
    Run("Reikland, a sample warband edited", "mordheim-reikland-500"),
    Run("The Empire, units drawn at random", "empire-2000", are_drawn=True),
    Run(
        "The Empire, a sample army edited, one process",
        "empire-2000",
        threads=2,
        processes=1,
    ),
)


def read_site(threads: int) -> None:
    """Have the settings of the site read, which name the scratch database."""
    import django
    from django.conf import settings

    django.setup()
    settings.JOB_THREADS = threads


def work(threads: int, talk: Connection) -> None:
    """Work on jobs as a process of the site does, whenever it is told to."""
    read_site(threads)
    from armybuilder.jobs import threads as engine

    talk.send(0.0)
    while talk.recv():
        begun = time.process_time()
        engine.wake()
        engine.wait_until_idle()
        talk.send(time.process_time() - begun)


def saved(run: Run, armies: int) -> tuple[Document, Any]:
    """Save armies of a run, and return the draft and its last edition."""
    from armybuilder.armies.models import Army, ArmyEdition
    from armybuilder.books.models import Book as BookRow
    from armybuilder.books.models import Edition

    known = sample(run.sample)
    key = known.forces[0].book
    document = parse((ROOT / "fixtures" / "books" / f"{key}.json").read_bytes())
    book = read_book(document, 1)
    row, _ = BookRow.objects.get_or_create(key=key, game=book.game, name=book.name)
    edition, _ = Edition.objects.get_or_create(
        book=row,
        number=1,
        defaults={"document": document, "sha256": sha256(document)},
    )
    draw = random.Random(SEED)
    make: Callable[[], Roster] = lambda: (  # noqa: E731
        drawn(book, draw) if run.are_drawn else resembling(known, book, draw)
    )
    rows = Army.objects.bulk_create(
        [
            Army(game=book.game, name="Army", document=roster_document(make()))
            for _ in range(armies)
        ],
        batch_size=500,
    )
    ArmyEdition.objects.bulk_create(
        [ArmyEdition(army=army, edition=edition) for army in rows], batch_size=500
    )
    return dearer(document), edition


def forget() -> None:
    """Have no army and no job left of a run; editions stay for good."""
    from armybuilder.armies.models import Army, ArmyEdition
    from armybuilder.jobs.models import Job

    for model in (Job, ArmyEdition, Army):
        model.objects.all().delete()


def measured(run: Run, armies: int, processes: int) -> Document:
    """Judge the armies of a run, and return what it took."""
    from armybuilder.books.impact import IN_USE, KIND, impact_question, impacts_of
    from armybuilder.jobs.work import start, wait

    draft, edition = saved(run, armies)
    context = multiprocessing.get_context("spawn")
    pipes = [context.Pipe() for _ in range(run.processes or processes)]
    workers = [
        context.Process(target=work, args=(run.threads, theirs)) for _, theirs in pipes
    ]
    for worker in workers:
        worker.start()
    ours = [mine for mine, _ in pipes]
    received(ours)
    pace, load = loop(), os.getloadavg()[0]
    begun, used = time.perf_counter(), time.process_time()
    job = start(KIND, impact_question(draft, edition), "benchmark")
    for mine in ours:
        mine.send("work")
    job = wait(job, LONGEST)
    seconds = time.perf_counter() - begun
    used = time.process_time() - used + sum(received(ours))
    pace = (pace + loop()) / 2
    for mine in ours:
        mine.send("")
    for worker in workers:
        worker.join()
    found = impacts_of(job)[IN_USE]
    if found.armies != armies:
        raise SystemExit(f"Judged {found.armies} of {armies}: {job.error}")
    forget()
    return {
        "what": run.title,
        "armies": found.armies,
        "processes": len(workers),
        "threads of a process": run.threads,
        "seconds": round(seconds, 1),
        "seconds of the processor": round(used, 1),
        "seconds if two cores did nothing else": round(used / 2, 1),
        "milliseconds of the processor an army": round(1000 * used / armies, 2),
        "aimed at [seconds]": AIM * armies / 10_000,
        "load before": round(load, 1),
        "a plain loop of a million [ms]": round(pace, 1),
        "legal, and would not be": found.losing.armies,
        "not legal, and would be": found.gaining.armies,
    }


def received(pipes: Sequence[Connection]) -> list[float]:
    """Return what every process says next."""
    return [float(one.recv()) for one in pipes]


def loop() -> float:
    """Return the time of a plain loop of a million rounds [ms of the processor]."""
    begun, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number
    return 1000 * (time.process_time() - begun)


def main() -> None:
    """Measure, print and write."""
    asked = [int(text) for text in sys.argv[1:3]]
    armies, processes = [*asked, *(10_000, 2)[len(asked) :]]
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "VAR": folder,
            "DATABASE_URL": f"sqlite:////{folder}/impact.sqlite3",
            "DJANGO_SETTINGS_MODULE": "armybuilder.settings",
        }
        read_site(threads=0)
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        runs = []
        for run in RUNS:
            runs.append(measured(run, armies, processes))
            print(json.dumps(runs[-1], indent=1), flush=True)
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps({"machine": machine(), "runs": runs}, indent=1)
    (RESULTS / "impact.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
