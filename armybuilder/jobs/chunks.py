"""Work on one chunk, and its consequences for the job.

A chunk is claimed by one conditional UPDATE with a fresh token, and its result is
written by another that still asks for the token: of two runs one counts. While a chunk
is worked on its lease is renewed, as long as the token is still there. Whatever changes
several rows locks the job first.
"""

import logging
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from armybuilder.jobs.engines import enqueue
from armybuilder.jobs.kinds import Step, WorkError, kind_named, release, stored
from armybuilder.jobs.models import OPEN, Chunk, Job, State

log = logging.getLogger(__name__)
MOST_ATTEMPTS = 3
"""Times that a chunk is begun, and a job put together, before the job fails."""

RENEWED = 10
"""A lease is renewed when one part in so many of it is over."""

DOCUMENTS = 2
"""Inputs of jobs that a process keeps while it works on their chunks."""

Clock = Callable[[], datetime]


class _LostError(Exception):
    """A chunk that is somebody else's by now, or nobody's."""


def run_chunk(
    chunk_id: int, *, again: bool = False, clock: Clock = timezone.now
) -> None:
    """Work on a chunk if it is free, then finish its job if nothing else is left.

    ``again`` says that whoever began it before is gone, so that its lease counts no
    more.
    """
    moment = clock()
    chunk = (
        Chunk.objects.select_related("job")
        .defer("result", "job__document", "job__result")
        .filter(pk=chunk_id)
        .first()
    )
    if chunk is None:
        return
    if chunk.job.release != release():
        # Another release's worker is to take it, as soon as a sweep finds it.
        Chunk.objects.filter(pk=chunk.pk, state=State.WAITING).update(sent_at=None)
    elif _claim(chunk, moment, again=again):
        _work(chunk, moment, clock)
    else:
        _settle(chunk, moment, again=again)


def finish(job_id: int, *, again: bool = False, now: datetime | None = None) -> None:
    """Put a job together if all its chunks are done and nobody else is at it."""
    moment = now or timezone.now()
    if Chunk.objects.filter(job=job_id).exclude(state=State.DONE).exists():
        return
    free = Q() if again else Q(joining_until=None) | Q(joining_until__lt=moment)
    open_job = Job.objects.filter(free, pk=job_id, state__in=OPEN)
    if open_job.filter(joins__lt=MOST_ATTEMPTS).update(
        joins=F("joins") + 1, joining_until=moment + _lease()
    ):
        _join(Job.objects.get(pk=job_id), moment)
    elif open_job.exists():
        end(job_id, State.FAILED, "The results could not be put together.", now=moment)


def end(
    job_id: int,
    state: State,
    words: str = "",
    guilty: Chunk | None = None,
    now: datetime | None = None,
) -> bool:
    """End an open job without a result; False where it, or its chunk, is past that."""
    with transaction.atomic():
        job = Job.objects.select_for_update().only("pk").filter(pk=job_id)
        if not job.filter(state__in=OPEN).exists():
            return False
        undone = Chunk.objects.filter(job=job_id, state__in=OPEN)
        if guilty is not None and not undone.filter(
            pk=guilty.pk, token=guilty.token
        ).update(state=State.FAILED, error=words):
            return False
        undone.update(state=State.CANCELLED, token="")
        job.update(state=state, error=words, finished=now or timezone.now())
    return True


def _lease() -> timedelta:
    return timedelta(seconds=settings.JOB_LEASE)


def _claim(chunk: Chunk, moment: datetime, *, again: bool) -> bool:
    free = Q(state=State.WAITING) | Q(state=State.RUNNING, leased_until__lt=moment)
    if again:
        free |= Q(state=State.RUNNING)
    token = secrets.token_hex(8)
    # No other table here: a second claim asks the changed row again, and only it.
    claimed = Chunk.objects.filter(
        free, pk=chunk.pk, attempts__lt=MOST_ATTEMPTS
    ).update(
        state=State.RUNNING,
        attempts=F("attempts") + 1,
        token=token,
        leased_until=moment + _lease(),
    )
    chunk.token = token if claimed else chunk.token
    return bool(claimed)


def _renewing(chunk: Chunk, begun: datetime, clock: Clock) -> Step:
    """Return a function that renews the lease of a chunk; it raises if that is lost."""
    renewed = begun

    def renew() -> None:
        nonlocal renewed
        moment = clock()
        if moment - renewed < _lease() / RENEWED:
            return
        held = Chunk.objects.filter(
            pk=chunk.pk, token=chunk.token, state=State.RUNNING
        ).update(leased_until=moment + _lease())
        if not held:
            raise _LostError
        renewed = moment

    return renew


def _work(chunk: Chunk, moment: datetime, clock: Clock) -> None:
    if chunk.job.state == State.WAITING:
        Job.objects.filter(pk=chunk.job_id, state=State.WAITING).update(
            state=State.RUNNING, started=moment
        )
    try:
        renew = _renewing(chunk, moment, clock)
        document = _document(chunk.job_id, chunk.job.input_hash)
        kind = kind_named(chunk.job.kind)
        result = stored(kind.work(document, chunk.input, renew))
        held = Chunk.objects.filter(
            pk=chunk.pk, token=chunk.token, state=State.RUNNING
        ).update(state=State.DONE, result=result, token="")
    except WorkError as problem:
        end(chunk.job_id, State.FAILED, str(problem), chunk)
    except _LostError:
        log.info("%s is not ours any more", chunk)
    except Exception as problem:
        log.exception("%s went wrong", chunk)
        _try_again(chunk, type(problem).__name__)
    else:
        # What was written is committed: of the last two chunks one sees both done.
        if held:
            finish(chunk.job_id)


@lru_cache(maxsize=DOCUMENTS)
def _document(job_id: int, _named: str) -> Any:
    """Return the input of a job; a process reads it once for many chunks."""
    return Job.objects.values_list("document", flat=True).get(pk=job_id)


def _try_again(chunk: Chunk, what: str) -> None:
    words = _gave_up(chunk, f"something went wrong ({what})")
    last = Chunk.objects.filter(pk=chunk.pk, attempts__gte=MOST_ATTEMPTS)
    if last.exists():
        end(chunk.job_id, State.FAILED, words, chunk)
    elif Chunk.objects.filter(
        pk=chunk.pk, token=chunk.token, state=State.RUNNING
    ).update(
        state=State.WAITING, token="", leased_until=None, sent_at=None, error=what
    ):
        enqueue([chunk.pk])


def _gave_up(chunk: Chunk, why: str) -> str:
    part = f"Part {chunk.number + 1} of {chunk.job.total}"
    return f"{part} was given up after {MOST_ATTEMPTS} tries: {why}."


def _settle(chunk: Chunk, moment: datetime, *, again: bool) -> None:
    """Do the rest for a chunk that could not be claimed."""
    chunk.refresh_from_db(fields=["state", "attempts", "token", "leased_until"])
    held = chunk.leased_until is not None and chunk.leased_until >= moment
    if chunk.state == State.DONE:
        finish(chunk.job_id, again=again)
    elif (
        chunk.state in OPEN and chunk.attempts >= MOST_ATTEMPTS and (again or not held)
    ):
        words = _gave_up(chunk, "what worked on it ended without an answer")
        end(chunk.job_id, State.FAILED, words, chunk)


def _join(job: Job, moment: datetime) -> None:
    results = list(
        Chunk.objects.filter(job=job)
        .order_by("number")
        .values_list("result", flat=True)
    )
    try:
        result = stored(kind_named(job.kind).join(job.document, results))
        Job.objects.filter(pk=job.pk, state__in=OPEN).update(
            state=State.DONE, result=result, finished=timezone.now()
        )
        Chunk.objects.filter(job=job).update(input=None, result=None)
    except WorkError as problem:
        end(job.pk, State.FAILED, str(problem))
    except Exception:
        log.exception("%s could not be put together", job)
        Job.objects.filter(pk=job.pk, state__in=OPEN).update(joining_until=None)
        finish(job.pk)
