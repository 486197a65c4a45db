"""The first words of an entrant's page: how he stands, what he does, until when."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from armybuilder.accounts.models import User
from armybuilder.events.judgements import accept, answer, query, refuse, withdraw
from armybuilder.events.models import Entrant, Event, EventState
from armybuilder.events.place_page import ASK, standing
from armybuilder.events.submissions import FILE, Hand, Offer, keep_draft
from rulesets.rosters.roster import read_roster
from tests.armybuilder.events.scene import (
    DEADLINE,
    NOW,
    army,
    by_link,
    charge_event,
    handed,
    opened,
    placed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]
JUDGE = Hand(NOW, is_staff=True)
UNTIL = NOW + timedelta(days=12)


@pytest.fixture
def anna(alice: User) -> Entrant:
    event = opened(charge_event(alice), alice)
    return placed(event, alice, "Anna")[0]


def bring(anna: Entrant, state: str) -> None:
    """Bring an entrant into a state by what people do."""
    if state in ("none", "draft"):
        if state == "draft":
            keep_draft(anna, Offer(read_roster(army()), FILE), Hand(NOW))
        return
    code = handed(anna).code
    steps: dict[str, Callable[[], object]] = {
        "accepted": lambda: accept(anna, code, JUDGE),
        "queried": lambda: query(anna, code, "Why?", JUDGE, UNTIL),
        "refused": lambda: refuse(anna, code, "No.", JUDGE),
        "withdrawn": lambda: withdraw(anna, JUDGE),
        "submitted": lambda: None,
    }
    steps[state]()


@pytest.mark.parametrize(
    ("state", "title", "while_open", "once_closed"),
    [
        ("none", "No list of yours is in", "Choose a list below", ASK),
        ("draft", "No list of yours is in", "A list waits below", ASK),
        ("submitted", "Your list is in", "hand in another", "Nothing is left"),
        ("accepted", "Your list is accepted", "Nothing is left", "Nothing is left"),
        ("queried", "A judge asks you something", "Answer below", "Answer below"),
        ("refused", "Your list is refused", "Hand in another", ASK),
        ("withdrawn", "You have withdrawn", "You may come back", "Your list is kept"),
    ],
)
def test_the_page_begins_with_how_one_stands(
    anna: Entrant,
    monkeypatch: pytest.MonkeyPatch,
    state: str,
    title: str,
    while_open: str,
    once_closed: str,
) -> None:
    bring(anna, state)
    for moment, step in (
        (NOW, while_open),
        (DEADLINE + timedelta(hours=1), once_closed),
    ):
        monkeypatch.setattr("django.utils.timezone.now", lambda at=moment: at)
        page = by_link(anna).get("/events/spring-open/mine/").content.decode()
        main = page.partition("<main")[2]
        assert 0 < main.index(title) < main.index(step)
        for later in ('id="draft-h"', 'id="in-h"', 'id="choose-h"', 'id="link-h"'):
            assert later not in main or main.index(step) < main.index(later)
        told = "Until <time" in main
        assert told == (moment == NOW or state == "queried")


def test_the_time_is_that_of_who_may_still_answer(anna: Entrant) -> None:
    bring(anna, "queried")
    anna.refresh_from_db()
    event = Event.objects.get()
    event.state = EventState.CLOSED
    shown = standing(event, anna, may_hand_in=True, has_draft=False)
    assert shown.until == UNTIL
    event.state = EventState.OPEN
    shown = standing(event, anna, may_hand_in=True, has_draft=False)
    assert shown.until == event.deadline


def test_an_answer_that_is_sent_again_is_kept_once(anna: Entrant) -> None:
    """A browser sends it again whose first answer got lost."""
    bring(anna, "queried")
    for text in ("Twenty.", "Twenty.", "No: thirty.", "Twenty."):
        answer(anna, text, Hand(NOW))
    query(anna, anna.submissions.get().code, "Again?", JUDGE, UNTIL)
    answer(anna, "Twenty.", Hand(NOW))
    kept = anna.notes.filter(kind="answered").order_by("pk")
    texts = [one.text for one in kept]
    assert texts == ["Twenty.", "No: thirty.", "Twenty.", "Twenty."]


def test_who_has_answered_is_told_so_until_he_is_asked_again(
    anna: Entrant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    browser, told = by_link(anna), "Your answer is sent"
    page = "/events/spring-open/mine/"
    bring(anna, "queried")
    assert told not in browser.get(page).content.decode()
    answer(anna, "Twenty.", Hand(NOW))
    assert told in browser.get(page).content.decode()
    query(anna, anna.submissions.get().code, "Again?", JUDGE, UNTIL)
    assert told not in browser.get(page).content.decode()
