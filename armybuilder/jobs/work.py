"""Asking for heavy work: start it, find it, wait for it, leave it, drop it."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from armybuilder.jobs.chunks import end, finish
from armybuilder.jobs.cleanup import sweep_now_and_then
from armybuilder.jobs.engines import enqueue
from armybuilder.jobs.kinds import Kind, input_hash, kind_named, release
from armybuilder.jobs.models import OPEN, Asking, Chunk, Job, State
from rulesets.documents.json import canonical

SHORTEST_PAUSE = 0.05
LONGEST_PAUSE = 0.1
"""Between two looks at a job [seconds]."""

_LOCK = 0x6A6F6273


class TooMuch(ValueError):
    """Work that is refused, in words for the asker."""


class TooLarge(TooMuch):
    """Work that is refused whenever it is asked for."""


class Busy(TooMuch):
    """Work that is refused because of the jobs of others."""


def start(
    kind: str, document: Any, asker: str, pay: Callable[[], None] = lambda: None
) -> Job:
    """Return the job of an input for an asker who waits for it; make it if needed.

    One that is done, running or waiting is found again; after one that failed or was
    cancelled there is a new one: ``pay`` is called before, and may refuse it. Raises
    what that raises, TooMuch where the input is too large or too much is being worked
    on, and WorkError where the input cannot be cut.
    """
    named = kind_named(kind)
    name = input_hash(named, document)
    job = _find_by_name(name)
    if job is None:
        pay()
    if job is None or (not job.is_over and not _ask(job, asker)):
        job = _make(named, name, document, asker)
    return job


def begin(
    kind: str,
    document: Any,
    asker: str,
    patience: float = 0.0,
    pay: Callable[[], None] = lambda: None,
) -> Job:
    """Return the job of an input as `start` does, after waiting for it a while.

    ``patience`` is the longest wait [seconds].
    """
    job = start(kind, document, asker, pay)
    return wait(job, patience) if patience and not job.is_over else job


def find(kind: str, document: Any) -> Job | None:
    """Return the newest job of an input, however it ended."""
    name = input_hash(kind_named(kind), document)
    job = _find_by_name(name)
    if job is None:
        job = Job.objects.filter(input_hash=name).order_by("-pk").first()
    elif not job.is_over:
        sweep_now_and_then()
    return job


def wait(job: Job, seconds: float, pause: Callable[[float], None] = time.sleep) -> Job:
    """Wait until a job ends or the timeout passes; return it."""
    until = time.monotonic() + seconds
    length = SHORTEST_PAUSE
    while not _is_over(job):
        left = until - time.monotonic()
        if left <= 0:
            break
        sweep_now_and_then()
        pause(max(SHORTEST_PAUSE, min(length, left)))
        length = min(2 * length, LONGEST_PAUSE)
    job.refresh_from_db()
    return job


def leave(job: Job, asker: str) -> None:
    """Wait for a job no more; a job without anybody waiting is cancelled."""
    with transaction.atomic():
        # It may have been dropped since it was looked at.
        locked = Job.objects.select_for_update().only("pk").filter(pk=job.pk).first()
        if locked is None:
            return
        locked.askings.filter(asker=asker).delete()
        if not locked.askings.exists():
            end(job.pk, State.CANCELLED)


def asked_job(kind: str, number: int, asker: str) -> Job | None:
    """Return a job of a kind that somebody asked for, or none."""
    job = Job.objects.filter(kind=kind, pk=number, askings__asker=asker).first()
    if job is not None and not job.is_over:
        sweep_now_and_then()
    return job


def results_so_far(job: Job) -> list[Any]:
    """Return the results of the chunks of an open job, in order; none of those undone.

    Of a job that is over there are none: its result has them.
    """
    return list(job.chunks.order_by("number").values_list("result", flat=True))


def is_ours(job: Job) -> bool:
    """Return whether the code that is running works on a job."""
    return job.release == release()


def cancel(job: Job) -> None:
    """End a job, even if somebody waits for it."""
    end(job.pk, State.CANCELLED)


def drop(job: Job) -> None:
    """Forget a job that is done: what it read elsewhere has changed since."""
    Job.objects.filter(pk=job.pk, state=State.DONE).delete()


def _find_by_name(name: str) -> Job | None:
    live = (*OPEN, State.DONE)
    return Job.objects.filter(input_hash=name, state__in=live).first()


def _is_over(job: Job) -> bool:
    return not Job.objects.filter(pk=job.pk, state__in=OPEN).exists()


def _ask(job: Job, asker: str) -> bool:
    """Note that somebody waits for an open job; False where it has ended meanwhile."""
    with transaction.atomic():
        still = Job.objects.select_for_update().filter(pk=job.pk, state__in=OPEN)
        if not still.exists():
            return False
        note_asker(job, asker)
    sweep_now_and_then()
    return True


def note_asker(job: Job, asker: str) -> None:
    """Note that somebody waits for a job, or may see its end."""
    Asking.objects.bulk_create([Asking(job=job, asker=asker)], ignore_conflicts=True)


def _make(kind: Kind, name: str, document: Any, asker: str) -> Job:
    inputs = _inputs(kind, document)
    with transaction.atomic():
        _one_at_a_time()
        job = _find_by_name(name)
        new = job is None
        if job is None:
            _refuse_too_many(asker)
            job = _create(kind, name, document, inputs)
        if not job.is_over:
            note_asker(job, asker)
    if new:
        _set_going(job)
    return job


def _inputs(kind: Kind, document: Any) -> Sequence[Any]:
    """Return the inputs of the chunks; raises TooMuch where all is too large."""
    if len(canonical(document)) <= settings.JOB_MOST_BYTES:
        inputs = kind.split(document)
        small = len(canonical(inputs)) <= settings.JOB_MOST_CUT_BYTES
        if small and len(inputs) <= settings.JOB_MOST_CHUNKS:
            return inputs
    raise TooLarge("This is too much to work out in one go.")


def _refuse_too_many(asker: str) -> None:
    # What another release left behind stands in nobody's way.
    ours = Job.objects.filter(state__in=OPEN, release=release())
    mine = ours.filter(askings__asker=asker).count()
    if mine >= settings.JOB_MOST_OF_ONE:
        raise TooMuch(
            f"You wait for {mine} answers already; let one of them arrive first."
        )
    if ours.count() >= settings.JOB_MOST_OPEN:
        raise Busy("Too much is being worked out just now; try again in a while.")


def _create(
    kind: Kind,
    name: str,
    document: Any,
    inputs: Sequence[Any],
) -> Job:
    job = Job.objects.create(
        kind=kind.key,
        input_hash=name,
        release=release(),
        document=document,
        total=len(inputs),
        created=timezone.now(),
    )
    Chunk.objects.bulk_create(
        [Chunk(job=job, number=n, input=value) for n, value in enumerate(inputs)],
        batch_size=500,
    )
    return job


def _set_going(job: Job) -> None:
    chunks = job.chunks.order_by("number").values_list("pk", flat=True)
    if job.total:
        enqueue(list(chunks))
    else:
        finish(job.pk)
    job.refresh_from_db()


def _one_at_a_time() -> None:
    """Let one transaction after the other make jobs; SQLite does so by itself."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
