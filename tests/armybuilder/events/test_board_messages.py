"""The board finds a list by every message of its current version."""

import re
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.events.models import Entrant, Event, ListMessage
from tests.armybuilder.events.scene import (
    army,
    charge_event,
    handed,
    illegal,
    opened,
    placed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]
BOARD = "/events/spring-open/board/"
PACK = {
    "format": "armybuilder.pack/1",
    "key": "few",
    "name": "Few units",
    "game": "charge",
    "limits": [
        {
            "key": "few-units",
            "title": "Few units",
            "count": "selections",
            "of": "kind:unit",
            "in": "army",
            "max": 20,
        }
    ],
}
MIGRATION = "armybuilder.events.migrations.0006_messages_of_lists"


@pytest.fixture
def event(alice: User) -> Event:
    return opened(charge_event(alice, allows_illegal=True, pack=PACK), alice)


@pytest.fixture
def places(event: Event, alice: User) -> tuple[Entrant, ...]:
    anna, bert, clara = placed(event, alice, "Anna", "Bert", "Clara")
    handed(anna, illegal())
    handed(bert, illegal())
    handed(clara)
    return anna, bert, clara


def shown(page: str) -> list[str]:
    return re.findall(r"</span> (\w+)</a>", page)


def test_every_message_finds_its_lists(
    places: tuple[Entrant, ...], alice_client: Client
) -> None:
    first = ListMessage.objects.filter(submission=places[0].current_id)
    assert {one.code for one in first} == {"points-limit", "few-units"}
    page = alice_client.get(BOARD).content.decode()
    for one in first:
        assert f'value="{one.code}"' in page
        assert f"{one.title} (2)" in page.replace("&#x27;", "'")
        found = alice_client.get(BOARD, {"message": one.code}).content.decode()
        assert shown(found) == ["Anna", "Bert"]
    none = alice_client.get(BOARD, {"message": "no-such"}).content.decode()
    assert "Nobody passes this filter" in none


def test_only_the_current_version_counts(
    places: tuple[Entrant, ...], alice_client: Client
) -> None:
    handed(places[0], army(title="Mended"))
    page = alice_client.get(BOARD, {"message": "points-limit"}).content.decode()
    assert shown(page) == ["Bert"]


def test_a_hidden_list_is_not_found_by_its_messages(
    places: tuple[Entrant, ...], event: Event, alice_client: Client
) -> None:
    Event.objects.filter(pk=event.pk).update(sight="blind")
    page = alice_client.get(BOARD, {"message": "points-limit"}).content.decode()
    assert "Nobody passes this filter" in page
    assert 'name="message"' not in page


def test_the_migration_keeps_what_handing_in_keeps(places: tuple[Entrant, ...]) -> None:
    def kept() -> set[tuple[object, ...]]:
        fields = ("submission", "code", "title", "severity")
        return set(ListMessage.objects.values_list(*fields))

    before = kept()
    ListMessage.objects.all().delete()
    import_module(MIGRATION).keep_messages(apps, connection.schema_editor())
    assert kept() == before
