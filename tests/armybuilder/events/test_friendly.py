"""Friendly games: two lists are committed, and open at the same moment."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
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


def ask(browser: Client, slug: str, seen: str) -> Any:
    """Return the answer to the page that asks whether the other list is in."""
    return browser.get(
        f"/events/{slug}/mine/", {"seen": seen}, headers={"HX-Request": "true"}
    )


def test_an_open_page_is_told_that_the_other_list_is_in(
    anna: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    slug = Event.objects.get().slug
    first, second = Entrant.objects.all()
    with django_assert_max_num_queries(6):
        assert ask(anna, slug, "waiting").status_code == 204
    handed(second, army(title="Secret plans"), timezone.now())
    told = ask(anna, slug, "waiting").content.decode()
    assert "The list of Bert is in." in told
    assert "seen=in" in told
    assert "Secret plans" not in told
    assert ask(anna, slug, "in").status_code == 204
    handed(first, at=timezone.now())
    assert ask(anna, slug, "in")["HX-Refresh"] == "true"
    page = anna.get(f"/events/{slug}/mine/").content.decode()
    assert "data-waits" not in page  # or it would load itself again and again


def test_nobody_else_asks(anna: Client) -> None:
    assert ask(Client(), Event.objects.get().slug, "").status_code == 404


def test_a_game_of_two_has_no_judges_rounds_and_tables(anna: Client) -> None:
    slug = Event.objects.get().slug
    first, second = Entrant.objects.all()
    pages = [anna.get(f"/events/{slug}/{end}") for end in ("", "mine/")]
    handed(first, at=timezone.now())
    handed(second, at=timezone.now())
    pages += [anna.get(f"/events/{slug}/{end}") for end in ("", "mine/", "lists/2/")]
    for page in pages:
        main = page.content.decode().partition("<main")[2]
        for word in ("ame round", "able 1", "udge", "rganiser", "First game"):
            assert word not in main


def test_a_player_who_is_not_asked_for_a_link_is_shown_none(anna: Client) -> None:
    """The second player cannot send the first a link: it is hers already."""
    bert = by_link(Entrant.objects.get(name="Bert"))
    page = bert.get(f"/events/{Event.objects.get().slug}/mine/").content.decode()
    assert "Nothing of Anna is in yet." in page
    assert "Send Anna" not in page


@pytest.mark.parametrize("both", [False, True])
def test_anybody_verifies_a_code_and_sees_no_list(
    anna: Client, alice_client: Client, both: bool
) -> None:
    first, second = Entrant.objects.all()
    row = handed(first, army(title="Secret plans"), timezone.now())
    if both:
        handed(second, at=timezone.now())
    root = Client()
    root.force_login(User.objects.create_superuser("root", password=None))
    api = f"/api/v1/codes/{row.code}/"
    for browser in (Client(), alice_client, root):
        page = browser.get(f"/v/{row.code}/")
        assert page.status_code == 200
        assert "Exactly the list that was handed in" in page.content.decode()
        assert "Secret plans" not in page.content.decode()
        assert browser.get(api).json()["word"] == "valid"
        for end in ("", "lists/", "place/", "board/"):
            there = browser.get(f"/api/v1/events/{first.event.slug}/{end}")
            assert there.status_code in (401, 404)
        assert first.event.slug not in browser.get("/api/v1/events/").content.decode()
        code = f"/events/{first.event.slug}/receipts/{row.code}.json"
        assert browser.get(code).status_code == 404
    shown = by_link(second).get(f"/v/{row.code}/").content.decode()
    assert ("The list itself is not shown here" in shown) != both
