"""The engine for several machines: ids of chunks go to Celery workers over a broker."""

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

from celery import Task
from celery.signals import worker_ready
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from armybuilder.celery import app
from armybuilder.jobs.chunks import run_chunk
from armybuilder.jobs.cleanup import sweep
from armybuilder.jobs.models import Chunk

log = logging.getLogger(__name__)
QUICK_TRIES = {
    "max_retries": 2,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.2,
}
CONFIRM_SECONDS = 5


@app.task(bind=True, name="armybuilder.jobs.run_chunk")
def work_on(self: Task, chunk_id: int) -> None:
    """Work on a chunk; a message that comes again after its worker died is taken."""
    run_chunk(chunk_id, again=bool(self.request.delivery_info.get("redelivered")))


def enqueue(chunks: Sequence[int]) -> None:
    transaction.on_commit(partial(send, chunks))


def send(chunks: Sequence[int]) -> None:
    """Give ids to the broker; ids that it does not take are left for the next sweep."""
    sent: list[int] = []
    try:
        with app.producer_pool.acquire(block=True, timeout=CONFIRM_SECONDS) as producer:
            for chunk in chunks:
                work_on.apply_async(
                    (chunk,),
                    producer=producer,
                    retry_policy=QUICK_TRIES,
                    confirm_timeout=CONFIRM_SECONDS,
                )
                sent.append(chunk)
    except (OperationalError, OSError) as problem:
        log.warning("The broker took %d of %d: %s", len(sent), len(chunks), problem)
    Chunk.objects.filter(pk__in=sent).update(sent_at=timezone.now())


@worker_ready.connect
def take_up(**_: Any) -> None:
    """Send lost chunks again when a worker starts."""
    sweep()
