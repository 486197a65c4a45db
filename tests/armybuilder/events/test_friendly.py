"""Friendly games: two lists are committed, and open at the same moment."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.events.models import Entrant, Event, EventMove
from armybuilder.events.states import settled
from armybuilder.events.submissions import TooLate
from tests.armybuilder.events.scene import army, by_link, handed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]
RULES = {"name": "Anna", "opponent": "Bert", "game": "charge", "limit": "1000"}


@pytest.fixture
def anna() -> Client:
    """Return the browser of who has begun a game, without an account."""
    browser = Client()
    answer = browser.post("/events/friendly/", RULES, follow=True)
    assert answer.status_code == 200
    return browser


def test_the_game_gives_the_opponent_a_link(anna: Client) -> None:
    event = Event.objects.get()
    page = anna.get(f"/events/{event.slug}/mine/").content.decode()
    bert = Entrant.objects.get(name="Bert")
    assert f"/events/i/{bert.link}/" in page
    mine = by_link(bert).get(f"/events/{event.slug}/mine/").content.decode()
    assert "as Bert" in mine
    assert Entrant.objects.get(name="Anna").link not in mine


def test_no_list_is_seen_before_both_are_in(anna: Client) -> None:
    event = Event.objects.get()
    first, second = Entrant.objects.all()
    handed(first, army(title="Secret plans"), timezone.now())
    bert = by_link(second)
    page = bert.get(f"/events/{event.slug}/mine/").content.decode()
    assert "The list of Anna is in" in page
    assert "Secret plans" not in page
    assert bert.get(f"/events/{event.slug}/lists/1/").status_code == 404
    handed(second, at=timezone.now())
    assert "Secret plans" in bert.get(f"/events/{event.slug}/lists/1/").content.decode()
    assert anna.get(f"/events/{event.slug}/lists/2/").status_code == 200
    (move,) = EventMove.objects.all()
    assert (move.after, move.reason) == ("revealed", "every list is in")


def test_nobody_else_sees_the_game(anna: Client) -> None:
    event = Event.objects.get()
    handed(Entrant.objects.first(), at=timezone.now())  # type: ignore[arg-type]
    handed(Entrant.objects.last(), at=timezone.now())  # type: ignore[arg-type]
    for page in ("", "mine/", "lists/1/", "join/", "board/"):
        assert Client().get(f"/events/{event.slug}/{page}").status_code == 404


def test_a_list_that_is_open_is_not_changed_any_more(anna: Client) -> None:
    first, second = Entrant.objects.all()
    handed(first, at=timezone.now())
    handed(second, at=timezone.now())
    with pytest.raises(TooLate):
        handed(first, army(title="Better plans"), timezone.now())


def test_a_single_list_is_shown_to_nobody_when_the_time_is_over(anna: Client) -> None:
    first, second = Entrant.objects.all()
    handed(first, army(title="Secret plans"), timezone.now())
    event = settled(Event.objects.get(), timezone.now() + timedelta(days=40))
    assert event.state == "cancelled"
    bert = by_link(second)
    assert bert.get(f"/events/{event.slug}/lists/1/").status_code == 404
    page = bert.get(f"/events/{event.slug}/mine/").content.decode()
    assert "never came" in page
