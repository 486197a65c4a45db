"""`./run demo` serves the site with its demo data."""

import contextlib
import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 240
"""How long the demo may take to stand on a busy machine [seconds]."""


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


def fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310
        text: str = answer.read().decode()
    return text


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[str]:
    port = free_port()
    environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith("DJANGO_")},
        "PORT": str(port),
        "DATABASE_URL": f"sqlite:///{tmp_path / 'demo.sqlite3'}",
    }
    log = tmp_path / "log"
    with log.open("w") as out:
        served = subprocess.Popen(
            ["./run", "demo"], cwd=ROOT, env=environment, stdout=out, stderr=out
        )
        try:
            yield _once_it_answers(f"http://127.0.0.1:{port}", served, log)
        finally:
            served.terminate()
            served.wait(timeout=30)


def _once_it_answers(address: str, served: "subprocess.Popen[bytes]", log: Path) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            fetch(address)
            return address
        with contextlib.suppress(subprocess.TimeoutExpired):
            served.wait(timeout=0.2)
            break
    pytest.fail(f"the demo does not answer: {log.read_text()[-2000:]}")


def test_the_demo_serves_books_of_every_game(demo: str) -> None:
    page = fetch(f"{demo}/books/")

    for name in ("Charge v2", "Mordheim", "Scrollhammer", "Warhammer"):
        assert re.search(rf"<h2[^>]*>\s*{name}", page), name
