"""Celery, as far as jobs need it: a queue that carries ids of chunks.

No results, no delays, no schedules: the rows of `armybuilder.jobs` hold all of that.
Only what works with a broker imports this module.
"""

import os

from celery import Celery
from django.conf import settings
from kombu import Exchange, Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")

REDELIVERIES = 3
"""Times that the broker sends a message anew; a chunk's row gives it up before."""

app = Celery("armybuilder")
app.conf.update(
    broker_url=settings.CELERY_BROKER_URL,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_connection_timeout=2,
    broker_heartbeat=10,
    broker_transport_options={"confirm_publish": True},
    task_queues=[
        Queue(
            settings.JOB_QUEUE,
            Exchange(settings.JOB_QUEUE, type="topic"),
            routing_key=settings.JOB_QUEUE,
            queue_arguments={
                "x-queue-type": "quorum",
                "x-delivery-limit": REDELIVERIES,
            },
        )
    ],
    task_default_queue=settings.JOB_QUEUE,
    task_default_exchange=settings.JOB_QUEUE,
    task_default_routing_key=settings.JOB_QUEUE,
    task_default_queue_type="quorum",
    task_create_missing_queues=False,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    # Who works on one chunk for so long is in the way of others.
    task_time_limit=settings.JOB_LIMIT,
    task_ignore_result=True,
    task_store_errors_even_if_ignored=False,
    task_serializer="json",
    accept_content=["json"],
    result_backend=None,
    worker_prefetch_multiplier=1,
    worker_detect_quorum_queues=True,
    worker_cancel_long_running_tasks_on_connection_loss=True,
    worker_enable_remote_control=False,
    worker_send_task_events=False,
    worker_hijack_root_logger=False,
    imports=["armybuilder.jobs.broker"],
)
