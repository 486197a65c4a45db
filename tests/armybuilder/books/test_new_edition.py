"""A new edition: armies keep the one that they were built with."""

import pytest
from django.db.models import ProtectedError
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from armybuilder.armies.store import create
from armybuilder.books.editions import publish
from armybuilder.books.models import Book, Edition
from tests.armybuilder.books.admin_forms import change, form_of
from tests.armybuilder.books.armies import points, spears
from tests.armybuilder.books.test_admin import checked_form

pytestmark = pytest.mark.django_db


def test_a_price_changed_in_the_admin_reaches_new_armies_only(
    book: Book, alice: User, alice_client: Client, bob: User, bob_client: Client
) -> None:
    publish(book, alice)
    old = create(spears(1), bob)
    unit = change(book.units.get())
    alice_client.post(unit, form_of(alice_client, unit) | {"points": "130"})
    assert points(old) == 100
    seen = checked_form(alice_client, book)
    alice_client.post(
        reverse("admin:books_book_publish", args=[book.pk]), seen | {"notes": "Dearer."}
    )
    assert points(old) == 100
    bob_client.post("/armies/new/", {"book": "testers", "name": "New", "limit": "500"})
    fresh = Army.objects.get(name="New")
    assert fresh.document["forces"][0]["edition"] == 2
    assert points(create(spears(2), bob)) == 130
    page = bob_client.get(reverse("armies:show", args=[old.public_id]))
    assert "<strong>100</strong>" in page.content.decode()


def test_an_edition_that_an_army_uses_cannot_be_deleted(
    book: Book, alice: User, bob: User
) -> None:
    publish(book, alice)
    create(spears(1), bob)
    with pytest.raises(ProtectedError):
        Edition.objects.all().delete()
    assert Edition.objects.exists()
