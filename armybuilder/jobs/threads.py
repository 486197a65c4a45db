"""The engine without a broker: a few threads of the web process.

They start when there is work and end when there is none, so that nothing runs before a
server forks. They take chunks from the rows, whoever put them there: of two processes
each helps the other, and the one that is left goes on alone.
"""

import logging
from collections.abc import Sequence
from threading import Lock, Thread, current_thread

from django.conf import settings
from django.db import close_old_connections, connections, transaction

from armybuilder.jobs.chunks import run_chunk
from armybuilder.jobs.due import due_chunks

log = logging.getLogger(__name__)
_lock = Lock()
_running: set[Thread] = set()
_calls = 0


def enqueue(chunks: Sequence[int]) -> None:
    transaction.on_commit(wake)


def wake() -> None:
    """Have as many threads look for work as the settings allow."""
    global _calls
    with _lock:
        _calls += 1
        # After a fork the parent's threads are still named here and not alive.
        _running.intersection_update([t for t in _running if t.is_alive()])
        for _ in range(settings.JOB_THREADS - len(_running)):
            thread = Thread(target=_run, name="jobs", daemon=True)
            thread.start()
            _running.add(thread)


def wait_until_idle() -> None:
    """Return when no thread of this process works any more."""
    for thread in tuple(_running):
        thread.join()


def _run() -> None:
    seen = -1
    while _called_since(seen):
        seen = _calls
        try:
            _work_off()
        except Exception:
            log.exception("Work on jobs stopped; the next sweep takes it up again.")
        finally:
            connections.close_all()


def _called_since(seen: int) -> bool:
    """Return whether there may be new work; if not, this thread counts no more."""
    with _lock:
        if _calls != seen:
            return True
        _running.discard(current_thread())
        return False


def _work_off() -> None:
    while chunks := due_chunks(most=1):
        run_chunk(chunks[0])
        close_old_connections()
