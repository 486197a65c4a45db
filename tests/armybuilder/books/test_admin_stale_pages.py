"""A page of the admin that is older than what it shows puts nothing back in silence."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.models import Book, Revision, Unit
from tests.armybuilder.books.admin_forms import change, errors_of, form_of, sent_by
from tests.armybuilder.books.documents import RICH, small_book, small_unit

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def second_client(bob: User, bob_client: Client, book: Book) -> Client:
    """A second author of the book."""
    grant_role(bob, AUTHORS)
    book.people.add(bob)
    return bob_client


def test_an_older_page_is_merged_with_what_somebody_else_wrote(
    book: Book, alice_client: Client, second_client: Client
) -> None:
    address = change(book.units.get())
    older = form_of(alice_client, address)
    newer = form_of(second_client, address) | {"points": "110"}
    assert second_client.post(address, newer).status_code == 302

    response = alice_client.post(address, older | {"note": "Steady."}, follow=True)
    page = response.content.decode()
    assert "Somebody else changed this page since you opened it" in page
    assert page.count("was changed successfully") == 1
    assert draft_document(book)["units"] == [small_unit(points=110, note="Steady.")]
    told = [one.what for one in Revision.objects.filter(book=book)]
    assert told[:2] == ["Changed Spears", "Changed Spears"]


def test_two_pages_that_change_one_thing_are_asked_about(
    book: Book, alice_client: Client, second_client: Client
) -> None:
    address = change(book.units.get())
    older = form_of(alice_client, address) | {"points": "90"}
    newer = form_of(second_client, address) | {"points": "110", "note": "Theirs."}
    assert second_client.post(address, newer).status_code == 302

    response = alice_client.post(address, older)
    page = response.content.decode()
    assert response.status_code == 409
    assert "Spears: points 100 → 110." in page
    assert "bob, " in page
    assert "was changed successfully" not in page
    assert draft_document(book)["units"] == [small_unit(points=110, note="Theirs.")]

    again = alice_client.post(address, sent_by(response), follow=True)
    page = again.content.decode()
    assert "changed the same thing yours stands now" in page, errors_of(again)
    assert "that is kept too" not in page
    assert draft_document(book)["units"] == [small_unit(points=90, note="Theirs.")]


def test_whoever_was_asked_is_asked_again_where_more_was_changed_meanwhile(
    book: Book, alice_client: Client, second_client: Client
) -> None:
    address = change(book.units.get())
    older = form_of(alice_client, address) | {"points": "90"}
    for points in ("110", "120"):
        newer = form_of(second_client, address) | {"points": points}
        assert second_client.post(address, newer).status_code == 302
        response = alice_client.post(address, older)
        assert response.status_code == 409
        older = sent_by(response)
    assert alice_client.post(address, older).status_code == 302
    assert draft_document(book)["units"] == [small_unit(points=90)]


def test_a_page_that_holds_a_mistake_is_shown_with_it_and_not_merged(
    book: Book, alice_client: Client, second_client: Client
) -> None:
    address = change(book.units.get())
    older = form_of(alice_client, address) | {"size": "many"}
    newer = form_of(second_client, address) | {"points": "110"}
    assert second_client.post(address, newer).status_code == 302
    response = alice_client.post(address, older)
    assert response.status_code == 409
    assert response.context["adminform"].form.errors["size"]
    assert draft_document(book)["units"] == [small_unit(points=110)]


def test_rows_of_a_table_are_merged_too(
    book: Book, alice_client: Client, second_client: Client
) -> None:
    address = change(book.units.get())
    older = form_of(alice_client, address)
    newer = form_of(second_client, address) | {"profiles-0-figure_save": "4"}
    assert second_client.post(address, newer).status_code == 302
    assert alice_client.post(address, older | {"points": "90"}).status_code == 302
    (unit,) = draft_document(book)["units"]
    assert unit["points"] == 90
    assert unit["profiles"][0]["characteristics"]["save"] == 4

    response = alice_client.post(address, older | {"profiles-0-figure_save": "6"})
    assert response.status_code == 409
    assert "Spears, spears: Save 5 → 4." in response.content.decode()


def test_a_page_is_merged_with_an_import(
    book: Book, alice_client: Client, second_client: Client
) -> None:
    address = change(book.units.get())
    older = form_of(alice_client, address)
    text = json.dumps(small_book(units=[small_unit(points=130)]))
    imports = reverse("admin:books_book_import")
    planned = second_client.post(imports, {"text": text})
    confirmed = {"text": text, "before": planned.context["before"], "confirm": "yes"}
    assert second_client.post(imports, confirmed).status_code == 302
    response = alice_client.post(address, older | {"points": "90"})
    assert response.status_code == 409
    page = response.content.decode()
    assert "Spears: points 100 → 130." in page
    assert "Imported a document." in page
    assert alice_client.post(address, older | {"note": "New."}).status_code == 302
    assert draft_document(book)["units"] == [small_unit(points=130, note="New.")]


@pytest.mark.parametrize("sent", ["", "x", "eyJhdCI6MX0:1:x"])
def test_a_page_that_does_not_say_what_it_showed_is_not_saved(
    sent: str, book: Book, alice_client: Client
) -> None:
    address = change(book.units.get())
    data = form_of(alice_client, address) | {"_seen": sent, "points": "1"}
    assert alice_client.post(address, data).status_code == 409
    assert draft_document(book)["units"] == [small_unit()]


def test_a_change_beside_the_page_is_no_conflict(
    book: Book, alice_client: Client, second_client: Client
) -> None:
    save_draft(small_book(units=[small_unit(), small_unit(key="bows", name="Bows")]))
    spears, bows = (Unit.objects.get(key=key) for key in ("spears", "bows"))
    older = form_of(alice_client, change(spears)) | {"points": "90"}
    other = form_of(second_client, change(bows)) | {"points": "80"}
    assert second_client.post(change(bows), other).status_code == 302
    assert alice_client.post(change(spears), older).status_code == 302
    prices = {unit["key"]: unit["points"] for unit in draft_document(book)["units"]}
    assert prices == {"spears": 90, "bows": 80}


def test_an_older_list_does_not_put_an_old_order_back(
    book: Book, alice_client: Client, second_client: Client
) -> None:
    save_draft(small_book(units=[small_unit(), small_unit(key="bows", name="Bows")]))
    address = reverse("admin:books_unit_changelist")
    older = _listed(alice_client, address)
    newer = _listed(second_client, address) | {"form-0-position": "9"}
    assert second_client.post(address, newer).status_code == 302
    assert (
        alice_client.post(address, older | {"form-1-position": "7"}).status_code == 302
    )
    assert sorted(Unit.objects.values_list("position", flat=True)) == [7, 9]

    twice = alice_client.post(address, older | {"form-0-position": "3"})
    assert "Meanwhile somebody else changed it to 9." in twice.content.decode()
    assert sorted(Unit.objects.values_list("position", flat=True)) == [7, 9]


def _listed(client: Client, address: str) -> dict[str, str]:
    """Return what a browser sends for a list of the admin left as it is."""
    formset = client.get(address).context["cl"].formset
    data = {"_save": "Save"}
    for form in (formset.management_form, *formset.forms):
        for bound in form:
            data[bound.html_name] = str(bound.value())
            if bound.field.show_hidden_initial:
                data[bound.html_initial_name] = str(bound.initial)
    return data


def test_every_page_says_what_it_shows(admin_client: Client) -> None:
    book = save_draft(RICH)
    for table in (book.units, book.items, book.slots, book.options, book.limits):
        for row in table.all():
            assert "_seen" in form_of(admin_client, change(row))
