"""The web server: a request is read whole before a thread works on it.

gunicorn keeps the processes, waitress reads and writes in each of them. So a client
that sends half a request, or reads its answer slowly, costs a place in a list and no
thread.
"""

import gc
import os
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string
from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.server import create_server

PATIENCE = 20
"""After how long a silent connection is closed [seconds]."""

MOST_CONNECTIONS = 1000
"""Most connections that one process holds open."""

WARM_UP = "armybuilder.armies.samples.warm_up"
"""Called before anything is served; by its name, for Django is set up only then."""

CLOCK = "armybuilder.jobs.clock.start_clock"
"""Called so that what is due is done before anybody asks for anything."""


class BufferingWorker(Worker):  # type: ignore[misc]
    """A gunicorn worker whose requests arrive through waitress's buffers."""

    def run(self) -> None:
        """Serve until the arbiter ends the worker, or is gone itself."""
        try:
            import_string(WARM_UP)()
        except Exception:
            # What fails here fails again, and is told, where somebody asks for it.
            self.log.exception("The site was not warmed up; it is served nevertheless.")
        import_string(CLOCK)()
        # What is there now stays: the collector need not look through it again.
        gc.freeze()
        sockets: dict[int, Any] = {}
        server = create_server(
            self.wsgi,
            map=sockets,
            sockets=[listener.sock for listener in self.sockets],
            threads=self.cfg.threads,
            channel_timeout=PATIENCE,
            cleanup_interval=PATIENCE // 2,
            connection_limit=MOST_CONNECTIONS,
            max_request_body_size=settings.MOST_REQUEST_BYTES,
            # What a proxy says is for the settings to believe or not.
            clear_untrusted_proxy_headers=False,
            asyncore_use_poll=True,
            ident=None,
        )
        while self.alive and self.ppid == os.getppid():
            self.notify()
            wasyncore.loop(timeout=1, use_poll=True, map=sockets, count=1)
        server.task_dispatcher.shutdown(timeout=self.cfg.graceful_timeout)
        wasyncore.close_all(sockets)
