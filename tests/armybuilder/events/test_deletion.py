"""Deleting an event: offered, and done, only while no list was handed in."""

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.events.models import Event
from tests.armybuilder.events.scene import charge_event, handed, opened, placed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]
HERE = "/events/spring-open/"
OFFER = "Delete this event"


@pytest.fixture
def event(alice: User) -> Event:
    return opened(charge_event(alice), alice)


def settings(browser: Client) -> str:
    return browser.get(f"{HERE}settings/").content.decode()


def test_an_event_without_lists_is_deleted_once_it_was_asked(
    event: Event, alice: User, alice_client: Client
) -> None:
    placed(event, alice, "Anna")
    page = settings(alice_client)
    assert OFFER in page
    assert "Yes, delete it" in page
    alice_client.post(f"{HERE}delete/")
    assert not Event.objects.filter(pk=event.pk).exists()


def test_an_event_with_a_list_offers_no_deletion_and_refuses_it(
    event: Event, alice: User, alice_client: Client
) -> None:
    (anna,) = placed(event, alice, "Anna")
    handed(anna)
    assert OFFER not in settings(alice_client)
    told = alice_client.post(f"{HERE}delete/", follow=True).content.decode()
    assert "cancel it instead" in told
    assert Event.objects.filter(pk=event.pk).exists()
