"""Personal links: opened as often as one likes, by whom they are for, not in masses."""

from datetime import timedelta

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import Allowance
from armybuilder.events.entrants import renew_link
from armybuilder.events.models import Entrant, Event
from armybuilder.events.views import public
from tests.armybuilder.events.scene import (
    NOW,
    START,
    by_link,
    charge_event,
    handed,
    opened,
    placed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]
MINE = "/events/spring-open/mine/"


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


@pytest.fixture
def places(now: None, alice: User) -> tuple[Entrant, ...]:
    return placed(opened(charge_event(alice), alice), alice, "Anna", "Bert")


def page_of(entrant: Entrant) -> str:
    return f"/events/i/{entrant.link}/"


def told(client: Client, page: str, status: int) -> str:
    answer = client.get(page)
    assert answer.status_code == status
    return answer.content.decode()


def test_a_link_is_opened_again_and_again(places: tuple[Entrant, ...]) -> None:
    client = by_link(places[0])
    assert client.get(page_of(places[0])).headers["Location"] == MINE
    assert "as Anna" in told(client, MINE, 200)


@pytest.mark.parametrize("link", ["x", "-" * 24, "a b", "ä" * 24, "A" * 33])
def test_a_forged_link_says_whom_to_ask(link: str) -> None:
    assert "ask whoever runs the event" in told(Client(), f"/events/i/{link}/", 404)


def test_a_link_that_was_replaced_says_where_the_new_one_was(
    places: tuple[Entrant, ...],
) -> None:
    old = page_of(places[0])
    renew_link(places[0])
    assert "your page showed a new link" in told(Client(), old, 404)


def test_a_link_of_an_event_that_is_prepared_is_to_be_kept(alice: User) -> None:
    (anna,) = placed(charge_event(alice), alice, "Anna")
    assert "once the event is open. Keep it" in told(Client(), page_of(anna), 404)


def test_a_link_still_opens_the_place_when_the_event_is_over(
    places: tuple[Entrant, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    later = START + timedelta(days=30)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    assert "as Anna" in told(by_link(places[0]), MINE, 200)
    assert Event.objects.get().state == "over"


def test_two_players_on_one_device_each_get_the_page_of_the_link_opened_last(
    places: tuple[Entrant, ...],
) -> None:
    client = Client()
    for entrant in (*places, *places):
        client.get(page_of(entrant))
        assert f"as {entrant.name}" in told(client, MINE, 200)


def test_the_link_of_another_is_not_taken_for_ones_own(
    places: tuple[Entrant, ...], bob: User, bob_client: Client
) -> None:
    anna, bert = places
    bob_client.force_login(bob)
    bob_client.get(page_of(anna))
    assert "another player" in told(bob_client, page_of(bert), 403)
    assert "as Anna" in told(bob_client, MINE, 200)
    bert.refresh_from_db()
    assert bert.person is None


def test_one_address_opens_so_many_links_in_a_row(
    places: tuple[Entrant, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Allowance("event-links-here", burst=2, refill_seconds=3600)
    monkeypatch.setattr(public, "LINKS_HERE", few)
    for _ in range(2):
        assert Client().get("/events/i/forged/").status_code == 404
    assert "Wait a minute" in told(Client(), page_of(places[0]), 429)
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.get(page_of(places[0])).status_code == 302


def test_the_links_of_an_event_are_opened_so_often_from_anywhere(
    places: tuple[Entrant, ...], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Allowance("event-links", burst=2, refill_seconds=3600)
    monkeypatch.setattr(public, "LINKS_OF_EVENT", few)
    for number in range(2):
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        assert client.get(page_of(places[number])).status_code == 302
    assert "Wait a minute" in told(
        Client(REMOTE_ADDR="192.0.2.9"), page_of(places[0]), 429
    )
    other = opened(charge_event(alice, name="Another"), alice)
    (dora,) = placed(other, alice, "Dora")
    assert Client().get(page_of(dora)).status_code == 302


@pytest.mark.parametrize("sight", ["staff", "blind"])
def test_a_link_that_nobody_would_be_shown_is_not_replaced(
    now: None, alice: User, alice_client: Client, sight: str
) -> None:
    """Or a player of a blind event without an account would be shut out."""
    event = opened(charge_event(alice, sight=sight), alice)
    anna, bert = placed(event, alice, "Anna", "Bert")
    handed(anna)
    for entrant, may in ((anna, sight == "staff"), (bert, True)):
        body = {"do": "renew", "number": entrant.number}
        page = alice_client.post("/events/spring-open/people/", body, follow=True)
        assert ("has a new link" in page.content.decode()) == may
        after = Entrant.objects.get(pk=entrant.pk)
        assert (after.link != entrant.link) == may
        assert (page_of(after) in page.content.decode()) == may
