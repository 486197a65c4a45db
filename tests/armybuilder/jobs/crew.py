"""Real processes around a test's data: web servers and workers, started and killed."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings

from armybuilder.jobs.models import Job
from armybuilder.jobs.work import start
from tests.armybuilder.jobs.broker_node import free_port

PATIENCE = 180
"""How long anything may take on a busy machine [seconds]."""

BIN = Path(sys.executable).parent
Process = subprocess.Popen[bytes]


@dataclass(slots=True)
class Crew:
    """What a test starts; `folder` holds what the chunks write down."""

    folder: Path
    variables: dict[str, str]
    processes: list[Process] = field(default_factory=list)
    address: str = ""

    def document(self, **more: Any) -> dict[str, Any]:
        return {"chunks": 8, "folder": str(self.folder), **more}

    def begin(self, asker: str = "user 1", **more: Any) -> Job:
        """Make a job whose messages are lost; a worker that starts takes it up."""
        return start("counted", self.document(**more), asker)

    def worker(self) -> Process:
        return self._start(
            *(BIN / "celery", "-A", "armybuilder.celery", "worker"),
            *("--pool", "prefork", "--concurrency", "2"),
            *("--without-gossip", "--without-mingle", "--loglevel", "INFO"),
        )

    def site(self) -> Process:
        """Start a web server with two processes; return when it answers."""
        port = free_port()
        self.address = f"http://127.0.0.1:{port}/jobs/"
        server = self._start(
            *(BIN / "gunicorn", "armybuilder.wsgi", "--preload"),
            *("--worker-class", "armybuilder.server.BufferingWorker"),
            *("--workers", "2", "--threads", "4", "--no-control-socket"),
            *("--bind", f"127.0.0.1:{port}"),
        )
        self.until(self._answers)
        return server

    def post(self, **more: Any) -> Any:
        return fetch(self.address, json.dumps(self.document(**more)).encode())

    def get(self, **more: Any) -> Any:
        document = json.dumps(self.document(**more))
        query = urllib.parse.urlencode({"document": document})
        return fetch(f"{self.address}?{query}")

    def go(self) -> None:
        """Let the held chunks end."""
        (self.folder / "go").touch()

    def runs(self) -> Counter[int]:
        """Return how often each chunk was begun."""
        return Counter(int(n) for n in self._lines("runs"))

    def joins(self) -> int:
        return len(self._lines("joins"))

    def until(self, reached: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not reached():
            if time.monotonic() > end:
                logs = [p.read_text()[-3000:] for p in self.folder.glob("*.log")]
                raise AssertionError("\n".join([f"runs: {self.runs()}", *logs]))
            time.sleep(0.05)

    def kill(self, *processes: Process) -> None:
        """End processes and their children, all at once, without a chance to tidy."""
        for process in processes:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            self.processes.remove(process)

    def kill_all(self) -> None:
        self.kill(*self.processes)

    def _start(self, *command: str | Path) -> Process:
        log = self.folder / f"{len(list(self.folder.glob('*.log')))}.log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                command,
                cwd=settings.BASE_DIR,
                env=self.variables,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        self.processes.append(process)
        return process

    def _answers(self) -> bool:
        try:
            self.get()
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True

    def _lines(self, name: str) -> list[str]:
        file = self.folder / name
        return file.read_text().splitlines() if file.exists() else []


def fetch(address: str, body: bytes | None = None) -> Any:
    with urllib.request.urlopen(address, body, timeout=60) as answer:  # noqa: S310
        return json.load(answer)
