"""A sweep over all jobs: drop or end old ones, send lost chunks again."""

import time
from datetime import datetime, timedelta
from threading import Lock

from django.conf import settings
from django.utils import timezone

from armybuilder.jobs.chunks import end
from armybuilder.jobs.due import due_chunks, left_behind
from armybuilder.jobs.engines import enqueue
from armybuilder.jobs.models import OPEN, Job, State

MOST_AT_ONCE = 1000
UPDATED = "The site was updated while this was being worked out; ask for it again."
_lock = Lock()
_next = 0.0


def sweep(now: datetime | None = None) -> tuple[int, int]:
    """Drop old jobs and enqueue lost chunks; return how many jobs and chunks.

    What nobody will work on any more is ended, so that nobody waits for it.
    """
    moment = now or timezone.now()
    old = moment - timedelta(seconds=settings.JOB_KEPT)
    # Deleting fetches the rows: without their documents.
    _, by_model = Job.objects.filter(finished__lt=old).only("pk").delete()
    dropped = by_model.get(Job._meta.label, 0)
    late = moment - timedelta(seconds=settings.JOB_PATIENCE)
    for job in Job.objects.filter(state__in=OPEN, created__lt=late).only("pk"):
        end(job.pk, State.FAILED, "This was not finished in time.", now=moment)
    for job in left_behind(moment).only("pk"):
        end(job.pk, State.FAILED, UPDATED, now=moment)
    chunks = due_chunks(MOST_AT_ONCE, moment)
    enqueue(chunks)
    return dropped, len(chunks)


def sweep_now_and_then() -> None:
    """Sweep if this process has not done so for a while, else help with what is due.

    So of several processes without a broker each that is asked about a job works on it.
    """
    global _next
    if settings.JOB_SWEEP is None:
        return
    with _lock:
        moment = time.monotonic()
        is_time = moment >= _next
        if is_time:
            _next = moment + settings.JOB_SWEEP
    if is_time:
        sweep()
    else:
        enqueue(due_chunks(most=1))
