"""The board's pulse and pane: others' news once, and decisions beside the board."""

import re

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.events.judgements import accept
from armybuilder.events.models import Entrant, EntrantNote, Event
from armybuilder.events.submissions import Hand
from tests.armybuilder.events.scene import (
    NOW,
    army,
    charge_event,
    handed,
    opened,
    placed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]
HERE = "/events/spring-open/"
PANE = {"HX-Request": "true", "HX-Target": "pane"}


@pytest.fixture
def event(alice: User) -> Event:
    return opened(charge_event(alice), alice)


@pytest.fixture
def anna(event: Event, alice: User) -> Entrant:
    return placed(event, alice, "Anna")[0]


def asked(page: str) -> str:
    """Return the address that a page asks for what is new."""
    found = re.search(r'hx-get="([^"]+)"', page)
    assert found is not None
    return found[1].replace("&amp;", "&")


def test_news_of_others_are_told_once_and_counted_since_the_board_was_drawn(
    anna: Entrant, event: Event, alice: User, alice_client: Client
) -> None:
    address = asked(alice_client.get(f"{HERE}board/").content.decode())
    assert alice_client.get(address).status_code == 204
    handed(anna)
    told = alice_client.get(address).content.decode()
    assert "1 new list." in told
    assert alice_client.get(asked(told)).status_code == 204
    handed(anna, army(title="Another"))
    told = alice_client.get(asked(told)).content.decode()
    assert "2 new lists." in told
    assert alice_client.get(asked(told)).status_code == 204


def test_ones_own_decisions_are_no_news_but_those_of_another_judge_are(
    anna: Entrant, alice: User, alice_client: Client, bob: User
) -> None:
    row = handed(anna)
    address = asked(alice_client.get(f"{HERE}board/").content.decode())
    accept(anna, row.code, Hand(NOW, alice, is_staff=True))
    assert alice_client.get(address).status_code == 204
    Entrant.objects.update(state="submitted")
    accept(anna, row.code, Hand(NOW, bob, is_staff=True))
    assert "The board has changed." in alice_client.get(address).content.decode()


@pytest.mark.parametrize("since", ["", "x", "-", "9" * 40, "²-1-open"])
def test_a_mark_that_is_none_counts_every_list(
    anna: Entrant, alice_client: Client, since: str
) -> None:
    handed(anna)
    answer = alice_client.get(f"{HERE}board/pulse/", {"since": since})
    assert "1 new list." in answer.content.decode()


def test_the_pane_decides_about_the_version_that_it_shows(
    anna: Entrant, alice_client: Client
) -> None:
    older = handed(anna)
    pane = alice_client.get(f"{HERE}lists/1/pane/").content.decode()
    assert f'name="seen" value="{older.code}"' in pane
    assert "<html" not in pane
    newer = handed(anna, army(title="Another"))
    sent = {"do": "query", "seen": older.code, "text": "Why so?"}
    refused = alice_client.post(f"{HERE}lists/1/decide/", sent, headers=PANE)
    page = refused.content.decode()
    assert refused.status_code == 409
    assert "Version 2 was handed in meanwhile" in page
    assert f'name="seen" value="{newer.code}"' in page
    assert "Why so?" in page
    sent["seen"] = newer.code
    done = alice_client.post(f"{HERE}lists/1/decide/", sent, headers=PANE)
    assert "Anna is asked." in done.content.decode()
    assert "<html" not in done.content.decode()


def test_a_look_into_the_pane_of_a_blind_event_is_kept(
    anna: Entrant, event: Event, alice: User, bob: User
) -> None:
    handed(anna)
    event.people.create(person=bob, role="judge")
    Event.objects.filter(pk=event.pk).update(sight="blind", state="closed")
    judge = Client()
    judge.force_login(bob)
    for _ in range(2):
        page = judge.get(f"{HERE}lists/1/pane/").content.decode()
    assert "Anna" not in page
    assert EntrantNote.objects.filter(kind="looked", by=bob).count() == 1
