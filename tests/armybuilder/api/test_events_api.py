"""Events over the API: seen as on the pages, lists handed in, decided, verified."""

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.events.models import Entrant, Event, Submission
from tests.armybuilder.api.conftest import send
from tests.armybuilder.events.scene import (
    DEADLINE,
    NOW,
    army,
    charge_event,
    handed,
    illegal,
    opened,
    placed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]
AT = "events/spring-open/"


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


@pytest.fixture
def event(alice: User) -> Event:
    return opened(charge_event(alice, allows_illegal=True), alice)


@pytest.fixture
def anna(event: Event, alice: User) -> Entrant:
    return placed(event, alice, "Anna")[0]


@pytest.fixture
def organiser(alice: User) -> Client:
    browser = Client()
    browser.force_login(alice)
    return browser


def hand_in(client: Client, document: Any, **more: Any) -> Any:
    return send(client, "post", f"{AT}place/lists/", {"list": document, **more})


def test_a_list_is_handed_in_by_link_and_again_with_the_same_receipt(
    client: Client, anna: Entrant
) -> None:
    first = hand_in(client, army(), link=anna.link)
    assert first.status_code == 200, first.content
    again = hand_in(client, json.dumps(army()), link=anna.link)
    assert first.json()["list"] == again.json()["list"]
    assert Submission.objects.count() == 1
    there = client.get(f"/api/v1/{AT}place/?link={anna.link}").json()
    assert there["list"] == first.json()["list"]
    assert (there["state"], there["may_hand_in"]) == ("submitted", True)


def test_a_list_is_handed_in_by_account(bob: User, bob_client: Client) -> None:
    event = opened(charge_event(bob), bob)
    (own,) = placed(event, bob, "Bob")
    Entrant.objects.filter(pk=own.pk).update(person=bob)
    browser = Client()
    browser.force_login(bob)
    assert hand_in(browser, army()).status_code == 200
    assert Submission.objects.get().by == bob


@pytest.mark.parametrize(
    ("sent", "code", "status"),
    [
        ({}, "bad-document", 400),
        (7, "bad-document", 400),
        (None, "bad-document", 400),
        ({**army(), "forces": 3}, "bad-document", 400),
        ({**army(), "game": "warhammer"}, "list-refused", 422),
        ("", "list-refused", 422),
        ("[" * 1000, "list-refused", 422),
        (illegal(), "not-legal", 422),
    ],
)
def test_what_is_no_list_for_the_event_is_refused_with_a_code(
    client: Client, alice: User, sent: Any, code: str, status: int
) -> None:
    event = opened(charge_event(alice), alice)
    (anna,) = placed(event, alice, "Anna")
    answer = hand_in(client, sent, link=anna.link)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Submission.objects.exists()


@pytest.mark.parametrize("link", ["", "guessed", "a/b", "zürich", "x" * 32])
def test_a_forged_link_finds_no_place(client: Client, anna: Entrant, link: str) -> None:
    assert hand_in(client, army(), link=link).status_code == 404
    assert client.get(f"/api/v1/{AT}place/", {"link": link}).status_code == 404


def test_after_the_deadline_no_list_is_taken(
    client: Client, anna: Entrant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: DEADLINE)
    answer = hand_in(client, army(), link=anna.link)
    assert (answer.status_code, answer.json()["code"]) == (409, "lists-closed")
    early = DEADLINE - timedelta(microseconds=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: early)
    in_time = hand_in(client, army(), link=anna.link)
    assert in_time.status_code == 200, "received in time, after others closed it"


def test_the_board_is_the_table_to_download(
    organiser: Client, event: Event, alice: User, client: Client
) -> None:
    anna, _bert = placed(event, alice, "Anna", "=Bert")
    handed(anna, illegal("Two, of each"))
    found = organiser.get(f"/api/v1/{AT}board/").json()
    text = organiser.get(f"/{AT}export/table/").content.decode("utf-8-sig")
    columns, *rows = csv.reader(io.StringIO(text))
    assert found["columns"] == columns
    told = [[str(value) for value in row] for row in found["rows"]]
    assert [row[1] for row in told] == ["Anna", "=Bert"]
    assert [[one.removeprefix("'") for one in row] for row in rows] == told
    assert client.get(f"/api/v1/{AT}board/").status_code == 401


def test_a_judge_decides_about_the_version_that_was_read(
    organiser: Client, anna: Entrant
) -> None:
    handed(anna)
    handed(anna, illegal())
    decide = {"number": 1, "version": 1, "do": "query", "text": "Why?"}
    late = send(organiser, "post", f"{AT}decisions/", decide)
    assert (late.status_code, late.json()["code"]) == (409, "decision-refused")
    decide |= {"version": 2}
    assert send(organiser, "post", f"{AT}decisions/", decide).json() == {
        "number": 1,
        "state": "queried",
    }
    accept = {"number": 1, "version": 2, "do": "accept"}
    assert send(organiser, "post", f"{AT}decisions/", accept).status_code == 409
    huge = {"number": 10**30, "version": 10**30, "do": "accept"}
    assert send(organiser, "post", f"{AT}decisions/", huge).status_code == 404


def test_codes_and_receipts_are_verified(client: Client, anna: Entrant) -> None:
    row = handed(anna)
    place = client.get(f"/api/v1/{AT}place/?link={anna.link}").json()
    receipt = place["list"]["receipt"]
    answer = client.get(f"/api/v1/codes/{row.code}/").json()
    assert (answer["word"], answer["version"]) == ("valid", 1)
    sent = send(client, "post", "receipts/", {"receipt": receipt}).json()
    assert sent["word"] == "valid"
    receipt["list"]["verdict"]["points"] = 1
    changed = send(client, "post", "receipts/", {"receipt": receipt}).json()
    assert changed["word"] == "changed"
    assert client.get("/api/v1/codes/ABCD2345/").status_code == 404


def test_the_list_of_another_is_shown_only_as_the_event_says(
    client: Client, anna: Entrant, event: Event
) -> None:
    handed(anna)
    assert client.get(f"/api/v1/{AT}lists/").json() == {"results": []}
    assert client.get(f"/api/v1/{AT}").json()["lists_in"] == 1
    Event.objects.filter(pk=event.pk).update(state="revealed")
    (shown,) = client.get(f"/api/v1/{AT}lists/").json()["results"]
    assert shown["name"] == "Anna"


def test_an_event_that_is_prepared_is_there_for_who_runs_it_alone(
    client: Client, organiser: Client, alice: User
) -> None:
    event = charge_event(alice)
    (anna,) = placed(event, alice, "Anna")
    for end in ("", "lists/", "board/", f"place/?link={anna.link}"):
        assert client.get(f"/api/v1/{AT}{end}").status_code in (401, 404)
    names = [one["slug"] for one in client.get("/api/v1/events/").json()["results"]]
    assert names == []
    own = organiser.get("/api/v1/events/").json()["results"]
    assert [one["state"] for one in own] == ["draft"]
