"""Deleting in the admin asks as often for many options as for few."""

from typing import Any

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.books.drafts import save_draft
from armybuilder.books.models import Option, Unit
from tests.armybuilder.books.documents import small_book, small_unit

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture(autouse=True)
def author(alice: User) -> None:
    """Alice writes books."""
    grant_role(alice, AUTHORS)


def unit_of(key: str, options: int, alice: User) -> Unit:
    """Return a unit of a book of Alice's with so many options, limits and models."""
    several = range(options)
    slot = {
        "key": "extras",
        "name": "Extras",
        "options": [{"key": f"o{n}", "name": f"O{n}"} for n in several],
    }
    models = [{"key": f"m{n}", "name": f"M{n}"} for n in several]
    of = {"title": "Few", "of": "spears", "max": 1}
    limits = [{"key": f"l{n}", **of} for n in several]
    unit = small_unit(slots=[slot], models=models, limits=limits)
    book = save_draft(small_book(key=key, units=[unit]))
    book.people.add(alice)
    return Unit.objects.get(book=book)


def queries(client: Client, address: str, data: Any, status: int) -> int:
    """Return how many queries a request takes where nothing is remembered."""
    ContentType.objects.clear_cache()
    with CaptureQueriesContext(connection) as asked:
        response = client.post(address, data) if data else client.get(address)
    assert response.status_code == status
    return len(asked)


@pytest.mark.parametrize(("data", "status"), [(None, 200), ({"post": "yes"}, 302)])
def test_deleting_a_unit_asks_as_often_for_forty_options_as_for_two(
    data: Any, status: int, alice: User, alice_client: Client
) -> None:
    counts = []
    for key, options in (("few", 2), ("many", 40)):
        unit = unit_of(key, options, alice)
        address = reverse("admin:books_unit_delete", args=[unit.pk])
        counts.append(queries(alice_client, address, data, status))
    assert counts[0] == counts[1]
    assert not data or Option.objects.count() == 0


def test_deleting_units_of_a_list_asks_as_often_for_ten_as_for_two(
    alice: User, alice_client: Client
) -> None:
    address, counts = reverse("admin:books_unit_changelist"), []
    for key, many in (("few", 2), ("many", 10)):
        units = [small_unit(key=f"u{n}", name=f"U{n}") for n in range(many)]
        book = save_draft(small_book(key=key, units=units))
        book.people.add(alice)
        chosen = [*Unit.objects.filter(book=book).values_list("pk", flat=True)]
        data = {"action": "delete_selected", "_selected_action": chosen, "post": "yes"}
        counts.append(queries(alice_client, address, data, 302))
    assert counts[0] == counts[1]
    assert Unit.objects.count() == 0
