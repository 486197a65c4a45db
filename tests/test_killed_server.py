"""The server's processes are killed while lists come in: none is lost, none twice.

What a player was told is in (its code stood on the page) is in the database; what was
interrupted is sent again, as somebody would press the button again.
"""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from django.conf import settings

from tests.test_run import free_port

KILLS = 100
PLAYERS = 6
PATIENCE = 120
"""Longest wait for anything [seconds]."""

PREPARE = f"""
import json
from django.utils import timezone
from armybuilder.accounts.models import User
from tests.armybuilder.editions import publish_printed
from tests.armybuilder.events.scene import army, charge_event, opened, placed

publish_printed("charge-skaven")
person = User.objects.create_user("organiser")
now = timezone.now()
times = {{name: now + timezone.timedelta(days=3)
         for name in ("deadline", "reveal_at", "starts_at", "ends_at")}}
event = opened(charge_event(person, **times), person, now)
names = [f"Player {{n}}" for n in range({PLAYERS})]
links = [one.link for one in placed(event, person, *names)]
print(json.dumps({{"links": links, "army": army()}}))
"""


@dataclass(slots=True)
class Player:
    """Somebody who hands in one list after another, and notes what the site told."""

    site: str
    link: str
    army: dict[str, Any]
    stop: threading.Event
    told: dict[str, str] = field(default_factory=dict)
    interrupted: int = 0

    def play(self) -> None:
        opener = build_opener(HTTPCookieProcessor(CookieJar()))
        number = 0
        while not self.stop.is_set():
            name = f"List {number}"
            try:
                self.told[name] = self._hand_in(opener, name)
            except (URLError, HTTPException, OSError):
                self.interrupted += 1
                time.sleep(0.02)
                continue
            number += 1

    def _hand_in(self, opener: Any, name: str) -> str:
        """Hand in a list, and return the code that stands on the page."""
        mine = f"{self.site}/events/spring-open/mine/"
        page = _sent(opener, f"{self.site}/events/i/{self.link}/")
        text = json.dumps({**self.army, "name": name})
        page = _sent(opener, f"{mine}choose/", page, text=text)
        draft = re.search(r'name="sha256" value="(\w+)"', page)
        if draft is not None:
            page = _sent(opener, f"{mine}hand-in/", page, sha256=draft[1])
        assert name in page
        code = re.search(r'id="code">(\w{8})<', page)
        assert code is not None
        return code[1]


def _sent(opener: Any, address: str, page: str = "", **fields: str) -> str:
    """Return the page of an address; with fields they are posted to it."""
    data = None
    if fields:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token is not None
        data = urlencode({**fields, "csrfmiddlewaretoken": token[1]}).encode()
    with opener.open(address, data, timeout=PATIENCE) as answer:
        text: str = answer.read().decode()
    return text


def workers_of(server: int) -> list[int]:
    words = ["ps", "-o", "pid=", "--ppid", str(server)]
    found = subprocess.run(words, capture_output=True, check=False)
    return [int(one) for one in found.stdout.split()]


@pytest.mark.slow
def test_no_list_that_was_acknowledged_is_missing_and_none_is_in_twice(
    tmp_path: Path,
) -> None:
    database = tmp_path / "killed.sqlite3"
    port = free_port()
    environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith("DJANGO_")},
        "DATABASE_URL": f"sqlite:///{database}",
        "VAR": str(tmp_path),
        "PYTHONPATH": str(settings.BASE_DIR),
    }
    place: dict[str, Any] = {"cwd": settings.BASE_DIR, "env": environment}
    manage = [sys.executable, "manage.py"]
    subprocess.run([*manage, "migrate", "-v0"], check=True, **place)
    made = subprocess.run(
        [*manage, "shell", "-v0", "-c", PREPARE],
        check=True,
        capture_output=True,
        **place,
    )
    scene = json.loads(made.stdout.splitlines()[-1])
    command = [sys.executable, "-m", "gunicorn", "armybuilder.wsgi", "--preload"]
    command += ["--worker-class", "armybuilder.server.BufferingWorker"]
    command += ["--workers", "2", "--threads", "2", "--no-control-socket"]
    command += ["--bind", f"127.0.0.1:{port}", "--log-level", "critical"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, **place) as server:
        try:
            players = _killed(server.pid, port, scene)
        finally:
            server.terminate()
    told = {link.link: link.told for link in players}
    _compare(database, told)
    assert sum(len(lists) for lists in told.values()) > PLAYERS
    assert sum(one.interrupted for one in players) > 0


def _killed(server: int, port: int, scene: dict[str, Any]) -> list[Player]:
    """Return the players after the server's processes were killed so many times."""
    stop = threading.Event()
    site = f"http://127.0.0.1:{port}"
    players = [Player(site, link, scene["army"], stop) for link in scene["links"]]
    threads = [threading.Thread(target=one.play) for one in players]
    for thread in threads:
        thread.start()
    chance, end = Random(1), time.monotonic() + PATIENCE  # noqa: S311
    while not all(one.told for one in players):
        assert time.monotonic() < end
        time.sleep(0.05)
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.05, 0.3))
        running = workers_of(server)
        if running:
            # One that has just ended by itself is as good as killed.
            with suppress(ProcessLookupError):
                os.kill(chance.choice(running), signal.SIGKILL)
    stop.set()
    for thread in threads:
        thread.join(PATIENCE)
    return players


def _compare(database: Path, told: dict[str, dict[str, str]]) -> None:
    """Compare what players were told with what is in the database."""
    with closing(sqlite3.connect(database)) as kept:
        rows = kept.execute(
            "SELECT link, army_name, code FROM events_submission"
            " JOIN events_entrant ON events_entrant.id = entrant_id"
        ).fetchall()
    # A link changes with the first list where its giver might know it; names do not.
    lists = [(link, name) for link, name, _ in rows]
    assert len(set(lists)) == len(lists)
    codes = {code: (link, name) for link, name, code in rows}
    for link, acknowledged in told.items():
        for name, code in acknowledged.items():
            assert codes.get(code) == (link, name)
