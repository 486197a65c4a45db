"""Answers say where what was made is, and when to ask again."""

from typing import Any

import pytest
from django.test import Client

from armybuilder.api.examples import EXAMPLE_COMPARISON
from armybuilder.api.reference import described
from tests.armybuilder.api.conftest import send
from tests.armybuilder.api.test_problems import told

Document = dict[str, Any]
pytestmark = pytest.mark.usefixtures("charge_books")


@pytest.fixture
def never_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.jobs.inline.run_chunk", lambda chunk: None)


def test_what_was_made_says_where_it_is(alice_client: Client, roster: Document) -> None:
    made = send(alice_client, "post", "armies/", {"roster": roster})
    assert made.status_code == 201
    assert made.headers["Location"] == made.json()["url"]
    assert alice_client.get(made.headers["Location"]).json() == made.json()
    begun = send(alice_client, "post", "comparisons/", EXAMPLE_COMPARISON.value)
    assert begun.status_code == 202
    assert alice_client.get(begun.headers["Location"]).json() == begun.json()


@pytest.mark.usefixtures("never_done")
def test_what_is_not_done_says_when_to_ask_again(alice_client: Client) -> None:
    begun = send(alice_client, "post", "comparisons/", EXAMPLE_COMPARISON.value)
    assert int(begun.headers["Retry-After"]) >= 1
    waiting = alice_client.get(begun.headers["Location"])
    assert waiting.json()["state"] == "waiting"
    assert int(waiting.headers["Retry-After"]) >= 1


def test_what_is_done_does_not_say_when_to_ask_again(alice_client: Client) -> None:
    begun = send(alice_client, "post", "comparisons/", EXAMPLE_COMPARISON.value)
    done = alice_client.get(begun.headers["Location"])
    assert done.json()["state"] == "done"
    assert "Retry-After" not in done.headers


@pytest.mark.parametrize(
    ("setting", "code"),
    [("JOB_MOST_OF_ONE", "too-many-waiting"), ("JOB_MOST_OPEN", "busy")],
)
@pytest.mark.usefixtures("never_done")
def test_too_much_work_at_once_says_when_to_ask_again(
    alice_client: Client, settings: Any, setting: str, code: str
) -> None:
    setattr(settings, setting, 0)
    answer = send(alice_client, "post", "comparisons/", EXAMPLE_COMPARISON.value)
    told(answer, code)
    assert int(answer.headers["Retry-After"]) >= 1


def test_the_schema_describes_the_headers() -> None:
    paths = described()["paths"]
    waiting = ("201", "202", "429", "503")
    found = {
        (status, header)
        for operations in paths.values()
        for operation in operations.values()
        for status, answer in operation["responses"].items()
        for header in answer.get("headers", ())
        if status in waiting
    }
    assert found == {
        *{("201", "Location"), ("201", "ETag")},
        *{("202", "Location"), ("202", "Retry-After")},
        *{("429", "Retry-After"), ("503", "Retry-After")},
    }
    army = paths["/api/v1/armies/{public_id}/"]["get"]["responses"]["200"]
    assert "ETag" in army["headers"]
