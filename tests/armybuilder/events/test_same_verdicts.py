"""The same files get the same verdict on page, API, command line and in an event."""

import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from armybuilder.accounts.models import User
from tests.armybuilder.events.scene import by_link, charge_event, opened, placed
from tests.real_books import FIXTURES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("every_book")]
FOLDERS = ("armies", "illegal-armies", "broken-armies")
FILES = [path for name in FOLDERS for path in sorted((FIXTURES / name).glob("*.json"))]
TOLD = ("code", "severity", "where", "text", "rule", "source")


def told(verdict: dict[str, Any]) -> Any:
    """Return what a verdict says: word, points and messages, or why there is none."""
    if "error" in verdict:
        return verdict["error"]["text"]
    messages = [[one[name] for name in TOLD] for one in verdict["messages"]]
    return verdict["verdict"], verdict["points"], messages


def test_one_file_has_one_verdict(client: Client, alice: User) -> None:
    assert len(FILES) > 20
    uploads = [SimpleUploadedFile(path.name, path.read_bytes()) for path in FILES]
    page = client.post("/check/", {"uploads": uploads, "strict": "on"})
    kept = {"kept": page.context["kept"], "as": "json"}
    on_page = client.post("/check/download/", kept).json()
    assert len(on_page) == len(FILES)
    sure: dict[str, Any] = {one["file"]: told(one) for one in on_page}
    printed = _printed()
    for path in FILES:
        assert told(printed[str(path)]) == sure[path.name], path.name
    _same_over_api(client, sure)
    _same_in_events(alice, sure)


def _printed() -> dict[str, Any]:
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command(
            *("check_army", "--json", *map(str, FILES)), stdout=out, stderr=out
        )
    lines = [line for line in out.getvalue().splitlines() if line.startswith("{")]
    return {one["file"]: one for one in map(json.loads, lines)}


def _same_over_api(client: Client, sure: dict[str, Any]) -> None:
    readable = [path for path in FILES if path.name != "not-json.json"]
    rosters = [json.loads(path.read_text()) for path in readable]
    answer = client.post(
        "/api/v1/checks/", {"rosters": rosters}, content_type="application/json"
    )
    for path, verdict in zip(readable, answer.json()["results"], strict=True):
        assert told(verdict) == sure[path.name], path.name


def _same_in_events(alice: User, sure: dict[str, Any]) -> None:
    games = ("charge", "warhammer", "mordheim", "scrollhammer")
    browsers = {game: _browser(alice, game) for game in games}
    for path in FILES:
        game, browser = _of_game(path, browsers)
        asked = {"list": path.read_text()}
        answer = browser.post(
            f"/api/v1/events/{game}/place/lists/",
            asked,
            content_type="application/json",
        ).json()
        if isinstance(sure[path.name], str):
            assert sure[path.name] in answer["detail"], path.name
        else:
            verdict = answer["list"]["receipt"]["list"]["verdict"]
            assert told(verdict) == sure[path.name], path.name


def _browser(alice: User, game: str) -> Client:
    more = {"name": game, "game": game, "limit": None, "allows_illegal": True}
    far = datetime(2090, 1, 1, tzinfo=UTC)
    event = charge_event(alice, **more, deadline=far, reveal_at=far)
    opened(event, alice)
    return by_link(placed(event, alice, "Anna")[0])


def _of_game(path: Path, browsers: dict[str, Client]) -> tuple[str, Client]:
    found = [game for game in browsers if f'"game": "{game}"' in path.read_text()]
    game = found[0] if found else "charge"
    return game, browsers[game]
