"""The whole way of an event over its pages: made, opened, judged, revealed."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.events.models import Entrant, Event, EventMove, Submission
from tests.armybuilder.events.scene import (
    NOW,
    army,
    as_text,
    by_link,
    charge_event,
    illegal,
    opened,
    placed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]


def test_an_event_goes_from_its_form_to_revealed_lists(
    alice: User, alice_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = timezone.now() + timedelta(days=20)
    settings = {
        "name": "Spring Open",
        "game": "charge",
        "limit": "1000",
        "starts_at": start.strftime("%Y-%m-%dT%H:%M"),
        "time_zone": "Europe/Vienna",
        "sight": "staff",
        "places": "10",
        "strict": "on",
        "is_listed": "on",
        "allows_joining": "on",
        "allows_illegal": "on",
    }
    made = alice_client.post("/events/new/", settings, follow=True)
    assert made.status_code == 200
    event = Event.objects.get()
    assert (event.slug, event.state) == ("spring-open", "draft")
    visitor = Client()
    assert visitor.get("/events/spring-open/").status_code == 404
    alice_client.post("/events/spring-open/move/", {"state": "open"})
    assert "Take a place" in visitor.get("/events/spring-open/").content.decode()

    mine = visitor.post("/events/spring-open/join/", {"name": "Anna"}, follow=True)
    assert mine.redirect_chain[-1][0] == "/events/spring-open/mine/"
    chosen = visitor.post(
        "/events/spring-open/mine/choose/", {"text": as_text(army())}, follow=True
    )
    page = chosen.content.decode()
    assert "Not handed in yet" in page
    sha = re.search(r'name="sha256" value="(\w+)"', page)
    assert sha is not None
    done = visitor.post(
        "/events/spring-open/mine/hand-in/", {"sha256": sha[1]}, follow=True
    )
    row = Submission.objects.get()
    assert row.code in done.content.decode()

    (anna,) = Entrant.objects.all()
    board = alice_client.get("/events/spring-open/board/").content.decode()
    assert "Anna" in board
    alice_client.post(
        "/events/spring-open/board/accept/", {"list": f"{anna.number}:{row.code}"}
    )
    anna.refresh_from_db()
    assert anna.state == "accepted"
    assert Client().get("/events/spring-open/lists/1/").status_code == 404

    later = event.reveal_at + timedelta(seconds=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    public = Client().get("/events/spring-open/lists/1/")
    assert public.status_code == 200
    moves = EventMove.objects.filter(by=None).values_list("after", "at")
    assert list(moves) == [("closed", event.deadline), ("revealed", event.reveal_at)]


@pytest.fixture
def open_event(alice: User) -> Event:
    return opened(charge_event(alice, allows_illegal=True), alice)


def test_an_illegal_list_is_asked_about_answered_and_mended(
    open_event: Event,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    alice_client = Client()
    alice_client.force_login(alice)  # after the clock is set: sessions end
    (bert,) = placed(open_event, alice, "Bert")
    browser = by_link(bert)
    row = _through_pages(browser, illegal())
    assert not row.is_legal
    page = alice_client.get("/events/spring-open/lists/1/").content.decode()
    assert "not legal by our rules" in page
    asked = {"do": "query", "seen": row.code, "text": "Two of each?"}
    alice_client.post("/events/spring-open/lists/1/decide/", asked)
    assert "Two of each?" in browser.get("/events/spring-open/mine/").content.decode()
    browser.post("/events/spring-open/mine/answer/", {"text": "Sorry!"})
    mended = _through_pages(browser, army(title="Mended"))
    assert (mended.number, mended.is_legal) == (2, True)
    page = alice_client.get("/events/spring-open/lists/1/").content.decode()
    assert "Sorry!" in page
    late = {"do": "accept", "seen": row.code}
    refused = alice_client.post("/events/spring-open/lists/1/decide/", late)
    assert refused.status_code == 409


def _through_pages(browser: Client, document: Any) -> Submission:
    browser.post("/events/spring-open/mine/choose/", {"text": json.dumps(document)})
    page = browser.get("/events/spring-open/mine/").content.decode()
    sha = re.search(r'name="sha256" value="(\w+)"', page)
    assert sha is not None, page
    browser.post("/events/spring-open/mine/hand-in/", {"sha256": sha[1]})
    return Submission.objects.latest("pk")
