"""The web server serves others while somebody sends half a request, or none at all."""

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.test_run import free_port

PATIENCE = 120
"""How long the server may take to stand on a busy machine [seconds]."""

HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = (
    b"POST /accounts/sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n"
)
HALF = {"nothing": b"", "half a head": HEAD, "half a body": BODY + b"username=x"}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[int]:
    """Serve the site in two processes of two threads; gives the port."""
    port = free_port()
    environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith("DJANGO_")},
        "DATABASE_URL": f"sqlite:///{tmp_path / 'served.sqlite3'}",
        "VAR": str(tmp_path),
    }
    place = {"cwd": settings.BASE_DIR, "env": environment}
    migrate = [sys.executable, "manage.py", "migrate", "-v0"]
    subprocess.run(migrate, check=True, **place)  # type: ignore[call-overload]
    command = [sys.executable, "-m", "gunicorn", "armybuilder.wsgi", "--preload"]
    command += ["--worker-class", "armybuilder.server.BufferingWorker"]
    command += ["--workers", "2", "--threads", "2", "--no-control-socket"]
    command += ["--bind", f"127.0.0.1:{port}"]
    server = subprocess.Popen(command, **place)  # type: ignore[call-overload]
    try:
        _wait_for(port)
        yield port
    finally:
        server.terminate()
        assert server.wait(timeout=60) == 0


def _wait_for(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            fetch(port)
            return
        assert time.monotonic() < end
        time.sleep(0.2)


def fetch(port: int) -> str:
    address = f"http://127.0.0.1:{port}/accounts/sign-in/"
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        text: str = answer.read().decode()
    return text


@pytest.mark.slow
@pytest.mark.parametrize("half", HALF)
def test_requests_that_are_sent_by_halves_hold_nobody_up(
    served: int, half: str
) -> None:
    with contextlib.ExitStack() as open_ones:
        waiting = []
        for _ in range(100):
            connection = socket.create_connection(("127.0.0.1", served))
            waiting.append(open_ones.enter_context(connection))
            connection.sendall(HALF[half])

        assert "Sign in" in fetch(served)

        for connection in waiting:
            connection.setblocking(False)
            with pytest.raises(BlockingIOError):
                connection.recv(1)
