"""Lists after the deadline: only a judge takes one, and gives a reason."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.events.judgements import query
from armybuilder.events.models import Entrant, Event, EventState, Submission
from armybuilder.events.states import move_event
from armybuilder.events.submissions import Hand, TooLate
from armybuilder.events.terms import ListRefused
from tests.armybuilder.events.scene import (
    DEADLINE,
    army,
    as_text,
    by_link,
    charge_event,
    handed,
    illegal,
    opened,
    placed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]
LATE = DEADLINE + timedelta(minutes=1)


@pytest.fixture
def anna(alice: User) -> Entrant:
    event = opened(charge_event(alice), alice)
    return placed(event, alice, "Anna")[0]


def test_the_last_second_counts_and_the_deadline_does_not(anna: Entrant) -> None:
    assert handed(anna, at=DEADLINE - timedelta(microseconds=1)).number == 1
    with pytest.raises(TooLate, match="Sunday 11 April 2027, 20:00"):
        handed(anna, army(title="Late"), DEADLINE)


def test_a_judge_gives_a_reason(anna: Entrant, alice: User) -> None:
    with pytest.raises(ListRefused, match="reason"):
        handed(anna, at=LATE, person=alice, is_staff=True)
    row = handed(anna, at=LATE, person=alice, is_staff=True, reason="Train was late")
    assert (row.reason, row.is_by_staff, row.by) == ("Train was late", True, alice)


def test_a_judge_takes_a_list_on_its_page(
    anna: Entrant, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATE)
    judge = Client()
    judge.force_login(alice)
    page = "/events/spring-open/lists/1/"
    text = as_text(army())
    refused = judge.post(f"{page}hand-in/", {"text": text})
    assert refused.status_code == 422
    assert "gives the reason" in refused.content.decode()
    judge.post(f"{page}hand-in/", {"text": text, "reason": "Train was late"})
    assert Submission.objects.get().entrant == anna
    assert "Train was late" in judge.get(page).content.decode()


def test_a_queried_player_has_until_the_judge_says(anna: Entrant, alice: User) -> None:
    row = handed(anna)
    until = DEADLINE + timedelta(hours=48)
    query(anna, row.code, "Which general?", Hand(LATE, alice, is_staff=True), until)
    anna.refresh_from_db()
    assert handed(anna, army(title="Mended"), LATE).number == 2
    with pytest.raises(TooLate):
        handed(anna, army(title="Once more"), LATE)
    assert Event.objects.get().state == "closed"


@pytest.mark.parametrize(("before", "after"), [(1, 46), (240, -1)])
def test_who_is_asked_while_lists_are_open_can_mend_once_they_are_closed(
    anna: Entrant,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
    before: int,
    after: int,
) -> None:
    row = handed(anna)
    asked = DEADLINE - timedelta(hours=before)
    monkeypatch.setattr("django.utils.timezone.now", lambda: asked)
    sent = {"do": "query", "seen": row.code, "text": "Which general?"}
    judge = Client()
    judge.force_login(alice)
    judge.post("/events/spring-open/lists/1/decide/", sent)
    # An organiser closes lists early: the letter has promised the deadline.
    move_event(Event.objects.get(), EventState.CLOSED, alice, now=asked)
    anna.refresh_from_db()
    late = DEADLINE + timedelta(hours=after)
    assert handed(anna, army(title="Mended"), late).number == 2


def test_a_list_that_is_asked_about_can_be_mended_in_the_builder(
    anna: Entrant, alice: User
) -> None:
    row = handed(anna, illegal(), LATE, person=alice, is_staff=True, reason="Mailed")
    until = timezone.now() + timedelta(hours=9)
    Event.objects.update(
        deadline=until, reveal_at=until, starts_at=until, ends_at=until, state="open"
    )
    hand = Hand(timezone.now(), alice, is_staff=True)
    query(anna, row.code, "Too many", hand, until)
    browser = by_link(anna)
    page = browser.get("/events/spring-open/mine/").content.decode()
    field = re.search(r'name="text" value="([^"]+)"', page)
    assert field is not None
    answer = browser.post("/armies/import/", {"text": unescape(field[1])})
    army_page = browser.get(answer["Location"]).content.decode()
    assert "too many" in army_page
