"""A bulk check of 10,000 Warhammer lists: by the command, and as a job of the site.

    .venv/bin/python -m benchmarks.bulk_check [LISTS] [PROCESSES]

Lists are the three sample armies of 2,000 points after one to six random edits, each
with ids of its own, or drawn unit by unit at random; all of them in one archive. The
command is `python -m rulesets.check --json --jobs N`; the job is judged by processes of
a site without a broker, which take its parts from the rows of a scratch database. Each
is measured with a tenth of the lists too: memory shall be the same. Time runs from the
archive to the last verdict; reading books is in it. On a machine that others use the
clock says little: beside it stand the load, and what a plain loop took.
"""

import io
import json
import multiprocessing
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from benchmarks.impact import drawn, loop, read_site, received, resembling
from benchmarks.measuring import RESULTS, ROOT, machine
from benchmarks.review import sample
from rulesets.books.load import read_book
from rulesets.documents.json import parse
from rulesets.rosters.roster import roster_document

SEED = 7
AIM = 30.0
"""Aimed at for 10,000 lists on two cores [seconds]."""

LONGEST = 1200
SAMPLES = ("empire-2000", "bretonnia-2000", "orcs-and-goblins-2000")

Document = dict[str, Any]


def archive_of(lists: int, *, are_drawn: bool) -> bytes:
    """Return an archive of so many lists."""
    draw = random.Random(SEED)
    known = [sample(name) for name in SAMPLES]
    folder = ROOT / "fixtures" / "books"
    books = [
        read_book(parse((folder / f"{one.forces[0].book}.json").read_bytes()), 1)
        for one in known
    ]
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(lists):
            which = number % len(known)
            roster = (
                drawn(books[which], draw)
                if are_drawn
                else resembling(known[which], books[which], draw)
            )
            text = json.dumps(roster_document(roster))
            archive.writestr(f"{number:05}.json", text)
    return raw.getvalue()


def by_command(path: Path, processes: int) -> Document:
    """Check an archive by the command in a process of its own."""
    words = [sys.executable, "-m", "rulesets.check", "--json", "--jobs", str(processes)]
    begun, peak = time.perf_counter(), 0
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(  # noqa: S603
        [*words, str(path)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as running:
        while running.poll() is None:
            peak = max(peak, *map(peak_of, (running.pid, *children_of(running.pid))))
            time.sleep(0.05)
    seconds = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {
        "seconds": round(seconds, 1),
        "seconds of the processor": round(used, 1),
        "peak memory of the largest process [MB]": peak,
    }


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has begun."""
    try:
        return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    except OSError:
        return []


def peak_of(pid: int) -> int:
    """Return the most memory that a process has had so far [MB]."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    named = [line for line in lines if line.startswith("VmHWM")]
    return round(int(named[0].split()[1]) / 1024) if named else 0


def work(talk: Connection) -> None:
    """Work on jobs as a process of the site does, whenever it is told to."""
    read_site(1)
    from armybuilder.jobs import threads as engine

    talk.send(0.0)
    while talk.recv():
        begun = time.process_time()
        engine.wake()
        engine.wait_until_idle()
        talk.send(time.process_time() - begun)
        talk.send(peak_of(os.getpid()))


def as_job(raw: bytes, lists: int, processes: int) -> Document:
    """Check an archive as a job of the site."""
    from armybuilder.armies.bulk.store import delete_check
    from armybuilder.jobs.models import Job
    from armybuilder.jobs.work import wait

    context = multiprocessing.get_context("spawn")
    pipes = [context.Pipe() for _ in range(processes)]
    workers = [context.Process(target=work, args=(theirs,)) for _, theirs in pipes]
    for worker in workers:
        worker.start()
    ours = [mine for mine, _ in pipes]
    received(ours)
    begun = time.perf_counter()
    check = begun_check(raw)
    for mine in ours:
        mine.send("work")
    if check.job is None or not wait(check.job, LONGEST).is_over:
        raise SystemExit("The job was not finished.")
    seconds = time.perf_counter() - begun
    used, peaks = received(ours), received(ours)
    for mine in ours:
        mine.send("")
    for worker in workers:
        worker.join()
    if check.verdicts.count() != lists:
        raise SystemExit(f"Judged {check.verdicts.count()} of {lists}.")
    delete_check(check)
    Job.objects.all().delete()
    return {
        "seconds": round(seconds, 1),
        "seconds of the processor": round(sum(used), 1),
        "peak memory of the largest process [MB]": round(max(peaks)),
    }


def begun_check(raw: bytes) -> Any:
    """Begin a bulk check as the page does."""
    from django.contrib.auth.models import AnonymousUser
    from django.contrib.sessions.backends.db import SessionStore
    from django.http import HttpRequest

    from armybuilder.armies.bulk.store import begin_check, in_parcels
    from armybuilder.armies.bulk.terms import kept_terms
    from rulesets.checks.armies import CheckTerms
    from rulesets.checks.files import BULK, unpacked, with_twins

    request = HttpRequest()
    request.user = AnonymousUser()
    request.session = SessionStore()
    files = with_twins(unpacked([("lists.zip", io.BytesIO(raw))], BULK))
    terms = kept_terms(CheckTerms(), "", request)
    return begin_check(request, in_parcels(files), terms, "lists.zip")


def publish_books() -> None:
    """Publish the books of the lists in the scratch database."""
    from armybuilder.books.models import Book, Edition
    from rulesets.documents.json import sha256

    for name in SAMPLES:
        key = sample(name).forces[0].book
        document: Any = parse((ROOT / "fixtures/books" / f"{key}.json").read_bytes())
        game, title = document["game"], document["name"]
        row = Book.objects.create(key=key, game=game, name=title)
        Edition.objects.create(
            book=row, number=1, document=document, sha256=sha256(document)
        )


def measured(folder: Path, lists: int, processes: int) -> list[Document]:
    """Check archives of all kinds both ways, and return what each took."""
    runs = []
    for title, are_drawn, many in (
        ("sample armies edited", False, lists // 10),
        ("sample armies edited", False, lists),
        ("units drawn at random", True, lists),
    ):
        raw = archive_of(many, are_drawn=are_drawn)
        path = folder / "lists.zip"
        path.write_bytes(raw)
        for way in ("command", "job of the site"):
            about = {
                "what": title,
                "by": way,
                "lists": many,
                "processes": processes,
                "load before": round(os.getloadavg()[0], 1),
                "a plain loop of a million [ms]": round(loop(), 1),
            }
            took = (
                by_command(path, processes)
                if way == "command"
                else as_job(raw, many, processes)
            )
            pace = {"lists a second": round(many / took["seconds"])}
            aim = {"aimed at [seconds]": AIM * many / 10_000}
            runs.append({**about, **took, **pace, **aim})
            print(json.dumps(runs[-1]), flush=True)
    return runs


def main() -> None:
    """Measure, print and write."""
    asked = [int(text) for text in sys.argv[1:3]]
    lists, processes = [*asked, *(10_000, 2)[len(asked) :]]
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "VAR": folder,
            "DATABASE_URL": f"sqlite:////{folder}/bulk.sqlite3",
            "DJANGO_SETTINGS_MODULE": "armybuilder.settings",
        }
        read_site(threads=0)
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        publish_books()
        runs = measured(Path(folder), lists, processes)
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps({"machine": machine(), "runs": runs}, indent=1)
    (RESULTS / "bulk_check.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
