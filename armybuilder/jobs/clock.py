"""A clock in each web process: it does what is due, whether or not anybody asks.

It is a thread that begins where a process serves, never before a server forks. What it
calls finds nothing to do most of the time, with one query.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from threading import Event, Lock, Thread

from django.conf import settings
from django.db import connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.module_loading import import_string

log = logging.getLogger(__name__)
_lock = Lock()
_end = Event()
_thread: Thread | None = None


def do_due(now: datetime | None = None) -> None:
    """Do what is due; one piece that fails keeps no other from being done."""
    for name in settings.DUE_WORK:
        try:
            import_string(name)(now)
        except Exception:
            log.exception("%s stopped; the clock calls it again.", name)


def start_clock() -> None:
    """Have this process look for what is due now and then, if it does not yet."""
    global _thread
    with _lock:
        # After a fork the parent's thread is still named here and not alive.
        if settings.CLOCK_SECONDS is None or (_thread and _thread.is_alive()):
            return
        _end.clear()
        _thread = Thread(target=_run, name="clock", daemon=True)
        _thread.start()


def stop_clock() -> None:
    """Return when the clock of this process has stopped."""
    _end.set()
    if _thread is not None:
        _thread.join()


def keep_clock(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Start the clock with the first request that a process answers; a middleware."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        if _thread is None or not _thread.is_alive():
            start_clock()
        return get_response(request)

    return respond


def _run() -> None:
    while True:
        try:
            do_due()
        finally:
            connections.close_all()
        if _end.wait(settings.CLOCK_SECONDS):
            return
