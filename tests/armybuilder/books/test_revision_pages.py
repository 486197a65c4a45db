"""The history of a draft: every writer is in it, and its buttons take edits back."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.editions import publish
from armybuilder.books.models import Book, Revision, Unit
from armybuilder.books.revisions import edit_draft, newest_revision
from rulesets.documents.document_edits import DocumentEdit
from tests.armybuilder.books.admin_forms import sent_by
from tests.armybuilder.books.documents import printed_book


def page(name: str, book: Book) -> str:
    return reverse(f"admin:books_book_{name}", args=[book.pk])


def draft_of(book: Book) -> Any:
    return draft_document(Book.objects.get(pk=book.pk))


def words_of(book: Book) -> list[tuple[str, str]]:
    rows = Revision.objects.filter(book=book).order_by("number")
    return [(row.what, str(row.made_by or "")) for row in rows]


def test_a_saved_page_is_a_revision_with_readable_values(
    book: Book, alice_client: Client
) -> None:
    unit = Unit.objects.filter(book=book).first()
    assert unit is not None
    address = reverse("admin:books_unit_change", args=[unit.pk])
    data = sent_by(alice_client.get(address)) | {"points": "77"}
    assert alice_client.post(address, data).status_code == 302
    assert words_of(book)[-1] == (f"Changed {unit}", "alice")
    text = alice_client.get(page("revisions", book)).content.decode()
    assert f"{unit.name}: points" in text
    assert "→ 77" in text


def test_a_page_saved_as_it_is_is_no_revision(book: Book, alice_client: Client) -> None:
    unit = Unit.objects.filter(book=book).first()
    assert unit is not None
    address = reverse("admin:books_unit_change", args=[unit.pk])
    alice_client.post(address, sent_by(alice_client.get(address)))
    before = newest_revision(book)
    alice_client.post(address, sent_by(alice_client.get(address)))
    assert newest_revision(book) == before


def test_a_deleted_unit_comes_back_with_all_its_parts(
    alice: User, alice_client: Client
) -> None:
    grant_role(alice, AUTHORS)
    book = save_draft(printed_book("warhammer-empire"))
    book.people.add(alice)
    before = draft_of(book)
    unit = Unit.objects.filter(book=book)[3]
    address = reverse("admin:books_unit_delete", args=[unit.pk])
    assert alice_client.post(address, {"post": "yes"}).status_code == 302
    assert draft_of(book) != before
    number = newest_revision(book)
    assert words_of(book)[-1] == (f"Deleted {unit}", "alice")
    alice_client.post(page("revert", book), {"number": number})
    assert draft_of(book) == before


def test_undo_and_redo_are_of_ones_own_edits(
    book: Book, alice: User, alice_client: Client
) -> None:
    first = book.name
    edit_draft(book, [DocumentEdit("set", "/name", "Another")], alice, seen=0)
    alice_client.post(page("undo", book))
    assert draft_of(book)["name"] == first
    alice_client.post(page("redo", book))
    assert draft_of(book)["name"] == "Another"
    answer = alice_client.post(page("redo", book), follow=True)
    assert "There is nothing to redo." in answer.content.decode()


def test_what_was_changed_again_is_asked_about_and_then_done(
    book: Book, alice: User, alice_client: Client
) -> None:
    first = book.name
    edit_draft(book, [DocumentEdit("set", "/name", "Second")], alice, seen=0)
    number = newest_revision(book)
    edit_draft(book, [DocumentEdit("set", "/name", "Third")], alice, seen=number)
    answer = alice_client.post(page("revert", book), {"number": number})
    assert answer.status_code == 409
    assert "Choose what shall stand" in answer.content.decode()
    assert draft_of(book)["name"] == "Third"
    assert "You wrote “Third” just now." in answer.content.decode()
    said: dict[str, Any] = {"number": number, "at:/name": "mine"}
    said["told"] = answer.context["told"]

    # What was written after the question was asked is asked about, too.
    edit = [DocumentEdit("set", "/name", "Fourth")]
    edit_draft(book, edit, alice, seen=newest_revision(book))
    again = alice_client.post(page("revert", book), said)
    assert again.status_code == 409
    assert draft_of(book)["name"] == "Fourth"
    said["told"] = again.context["told"]
    alice_client.post(page("revert", book), said)
    assert draft_of(book)["name"] == first


def test_a_draft_goes_back_to_any_revision(
    book: Book, alice: User, alice_client: Client
) -> None:
    before = draft_of(book)
    for name in ("One", "Two", "Three"):
        edit = [DocumentEdit("set", "/name", name)]
        edit_draft(book, edit, alice, seen=newest_revision(book))
    alice_client.post(page("go_back", book), {"number": 1})
    assert draft_of(book) == before


@pytest.mark.parametrize("number", ["", "0", "1", "99", "-4", "x", "9" * 30])
@pytest.mark.parametrize("name", ["revert", "go_back"])
def test_a_number_that_is_no_revision_changes_nothing(
    name: str, number: str, book: Book, alice_client: Client
) -> None:
    before = draft_of(book)
    answer = alice_client.post(page(name, book), {"number": number})
    assert answer.status_code == 302
    assert draft_of(book) == before


def test_publishing_stands_in_the_history(book: Book, alice: User) -> None:
    publish(book, alice)
    assert words_of(book)[-1] == ("Published as edition 1", "alice")


def test_the_history_takes_the_same_queries_for_one_revision_and_for_fifty(
    book: Book,
    alice: User,
    alice_client: Client,
    django_assert_max_num_queries: Any,
) -> None:
    for number in range(60):
        edit = [DocumentEdit("set", "/name", f"Name {number}")]
        edit_draft(book, edit, alice, seen=newest_revision(book))
    with django_assert_max_num_queries(14):
        answer = alice_client.get(page("revisions", book))
    text = answer.content.decode()
    assert text.count("book-change--changed") == 50
    older = alice_client.get(f"{page('revisions', book)}?before=12")
    assert older.content.decode().count("book-change--changed") == 10
