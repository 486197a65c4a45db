"""Lists after the deadline: only a judge takes one, and gives a reason."""

from datetime import timedelta

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.events.judgements import query
from armybuilder.events.models import Entrant, Event, Submission
from armybuilder.events.submissions import Hand, TooLate
from armybuilder.events.terms import ListRefused
from tests.armybuilder.events.scene import (
    DEADLINE,
    army,
    as_text,
    charge_event,
    handed,
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
