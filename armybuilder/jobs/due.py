"""Chunks that nobody works on though somebody should."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from armybuilder.jobs.kinds import release
from armybuilder.jobs.models import OPEN, Chunk, Job, State


def due_chunks(most: int, now: datetime | None = None) -> list[int]:
    """Return the ids of chunks to be worked on, of every job in turn.

    These are chunks that no engine took, whose message must be lost, or whose lease
    ran out. Of a job that nobody put together it is the last chunk.
    """
    moment = now or timezone.now()
    found = (
        Chunk.objects.filter(_unsent(moment), job__release=release())
        .order_by("number", "pk")
        .values_list("pk", flat=True)[:most]
    )
    return list(found) or list(_last_chunks(moment)[:most])


def left_behind(now: datetime | None = None) -> QuerySet[Job]:
    """Return the open jobs of releases that are gone: nobody will work on them.

    A release is there as long as a lease of its chunks holds, or one of its jobs is so
    new that its messages may still be on their way.
    """
    moment = now or timezone.now()
    new = moment - timedelta(seconds=settings.JOB_LOST)
    others = Job.objects.filter(state__in=OPEN).exclude(release=release())
    held = Chunk.objects.filter(job=OuterRef("pk"), leased_until__gte=moment)
    there = others.filter(
        Exists(held) | Q(created__gte=new) | Q(joining_until__gte=moment)
    )
    return others.exclude(release__in=there.values("release"))


def _unsent(moment: datetime) -> Q:
    lost = Q(sent_at=None) | Q(
        sent_at__lt=moment - timedelta(seconds=settings.JOB_LOST)
    )
    waiting = Q(state=State.WAITING) & lost
    ran_out = Q(state=State.RUNNING, leased_until__lt=moment)
    return waiting | (ran_out & (lost | Q(sent_at__lt=F("leased_until"))))


def _last_chunks(moment: datetime) -> QuerySet[Chunk, int]:
    """Return the last chunks of open jobs with all chunks done."""
    undone = Chunk.objects.filter(job=OuterRef("pk")).exclude(state=State.DONE)
    jobs = Job.objects.filter(
        Q(joining_until=None) | Q(joining_until__lt=moment),
        ~Exists(undone),
        state__in=OPEN,
        release=release(),
    )
    return Chunk.objects.filter(job__in=jobs, number=F("job__total") - 1).values_list(
        "pk", flat=True
    )
