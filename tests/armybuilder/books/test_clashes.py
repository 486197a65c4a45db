"""Two authors at one place of a draft: who wrote what, and nothing is overruled."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.models import Book, Revision
from armybuilder.books.revisions import edit_draft, newest_revision, note_revision
from rulesets.documents.document_edits import DocumentEdit
from tests.armybuilder.books.documents import small_book, small_unit

pytestmark = pytest.mark.django_db

UNIT = "/units/bows"
POINTS, NOTE, NAME = f"{UNIT}:points", f"{UNIT}:note", f"{UNIT}:name"
BOWS = small_unit(key="bows", name="Bows", points=30)


@pytest.fixture
def shared(book: Book, alice: User) -> Book:
    found = save_draft(small_book(units=[small_unit(), BOWS]))
    note_revision(found, alice, "As it was")
    return found


def write(book: Book, user: User | None, minutes: int = 0, **values: Any) -> int:
    """Write members of the unit as somebody else; return the new revision."""
    edits = [DocumentEdit("set", f"{UNIT}/{name}", of) for name, of in values.items()]
    number = edit_draft(book, edits, user, seen=newest_revision(book)).revision
    then = timezone.now() - timedelta(minutes=minutes)
    Revision.objects.filter(book=book, number=number).update(made_at=then)
    return number


def unit(book: Book) -> Any:
    units = draft_document(book)["units"]
    return next(one for one in units if one["key"] == "bows")


def send(client: Client, book: Book, do: str, seen: int, **more: Any) -> Any:
    address = reverse("admin:books_book_unit", args=[book.pk, "bows"])
    return client.post(address, {"do": do, "seen": seen, **more["fields"]})


def sent_again(answer: Any) -> dict[str, Any]:
    """Return the fields of a page as its form would send them without scripts."""
    page = answer.context["page"].unit
    fields = {}
    for cell in page.cells.values():
        fields[cell.name] = cell.text
        if cell.was is not None:
            fields[f"was:{cell.name}"] = cell.was
    return {"fields": fields, "seen": answer.context["seen"]}


def test_a_clash_says_who_wrote_the_other_value_and_when(
    alice_client: Client, bob: User, shared: Book
) -> None:
    seen = newest_revision(shared)
    write(shared, bob, minutes=3, points=40)
    write(shared, bob, note="Something else")
    answer = send(alice_client, shared, "fields", seen, fields={POINTS: "50"})
    assert answer.status_code == 409
    assert "bob wrote “40” 3 minutes ago." in answer.content.decode()


def test_a_clash_with_nobody_known_says_so(alice_client: Client, shared: Book) -> None:
    seen = newest_revision(shared)
    write(shared, None, points=40)
    answer = send(alice_client, shared, "fields", seen, fields={POINTS: "50"})
    assert "Somebody wrote “40” just now." in answer.content.decode()


def test_a_field_is_written_over_what_its_author_saw_and_no_newer_value(
    alice_client: Client, bob: User, shared: Book
) -> None:
    # The page has gone on to the newest revision while the field was typed in.
    newest = write(shared, bob, points=40)
    typed = {POINTS: "50", f"was:{POINTS}": "30"}
    answer = send(alice_client, shared, "fields", newest, fields=typed)
    assert answer.status_code == 409
    assert "bob wrote “40” just now." in answer.content.decode()
    assert unit(shared)["points"] == 40


def test_what_was_seen_and_stands_is_written_over_at_any_revision(
    alice_client: Client, bob: User, shared: Book
) -> None:
    newest = write(shared, bob, note="Theirs")
    typed = {POINTS: "50", f"was:{POINTS}": "30"}
    send(alice_client, shared, "fields", newest, fields=typed)
    assert (unit(shared)["points"], unit(shared)["note"]) == (50, "Theirs")


@pytest.mark.parametrize("was", ["x", "1e999", "", "30\r\n"])
def test_what_was_seen_may_be_anything_and_breaks_nothing(
    alice_client: Client, shared: Book, was: str
) -> None:
    typed = {
        POINTS: "50",
        f"was:{POINTS}": was,
        "was:/units/gone:points": "3",
        "was:/x:y": "3",
        "was:/units/spears:points": "1",
    }
    answer = send(alice_client, shared, "fields", newest_revision(shared), fields=typed)
    assert answer.status_code in {302, 409}


def test_all_fields_of_a_form_that_clash_are_told_at_once(
    alice_client: Client, bob: User, shared: Book
) -> None:
    seen = newest_revision(shared)
    write(shared, bob, minutes=2, points=40, note="Theirs")
    typed = {POINTS: "50", NOTE: "Mine", NAME: "Longbows"}
    answer = send(alice_client, shared, "fields", seen, fields=typed)
    page = answer.content.decode()
    assert "bob wrote “40” 2 minutes ago." in page
    assert "bob wrote “Theirs” 2 minutes ago." in page
    assert page.count("Keep mine") == 2
    # Nothing that was typed is lost, what clashes or not.
    cells = answer.context["page"].unit.cells
    told = (cells["points"].text, cells["note"].text, cells["name"].text)
    assert told == ("50", "Mine", "Longbows")


def test_fields_that_clash_are_settled_one_by_one_without_scripts(
    alice_client: Client, bob: User, shared: Book
) -> None:
    seen = newest_revision(shared)
    write(shared, bob, points=40, note="Theirs")
    typed = {POINTS: "50", NOTE: "Mine", NAME: "Longbows"}
    asked = send(alice_client, shared, "fields", seen, fields=typed)

    # Saved as it is, it asks again: both are open still.
    again = send(alice_client, shared, "fields", **sent_again(asked))
    assert again.status_code == 409
    assert again.content.decode().count("Keep mine") == 2

    mine = send(alice_client, shared, f"mine:{POINTS}", **sent_again(again))
    assert mine.status_code == 409
    page = mine.content.decode()
    assert page.count("Keep mine") == 1
    assert "bob wrote “Theirs” just now." in page
    assert unit(shared)["points"] == 40

    theirs = send(alice_client, shared, f"theirs:{NOTE}", **sent_again(mine))
    assert theirs.status_code == 302
    now = unit(shared)
    assert (now["points"], now["note"], now["name"]) == (50, "Theirs", "Longbows")


def test_what_is_written_after_a_clash_was_told_is_asked_again(
    alice_client: Client, bob: User, shared: Book
) -> None:
    seen = newest_revision(shared)
    write(shared, bob, points=40)
    asked = send(alice_client, shared, "fields", seen, fields={POINTS: "50"})
    write(shared, bob, points=45)
    again = send(alice_client, shared, f"mine:{POINTS}", **sent_again(asked))
    assert again.status_code == 409
    assert "bob wrote “45” just now." in again.content.decode()
    assert unit(shared)["points"] == 45


def test_a_refused_form_sent_again_overrules_nobody(
    alice_client: Client, bob: User, shared: Book
) -> None:
    """The other fields of the form are of the revision that it was opened at."""
    seen = newest_revision(shared)
    write(shared, bob, name="Longbows", note="Theirs")
    typed = {POINTS: "many", NAME: "Bows", NOTE: "Mine"}
    refused = send(alice_client, shared, "fields", seen, fields=typed)
    assert refused.status_code == 400
    again = sent_again(refused)
    assert again["fields"][POINTS] == "many"
    again["fields"][POINTS] = "50"
    answer = send(alice_client, shared, "fields", **again)
    assert answer.status_code == 409
    assert "bob wrote “Theirs” just now." in answer.content.decode()
    send(alice_client, shared, f"theirs:{NOTE}", **sent_again(answer))
    now = unit(shared)
    assert (now["name"], now["points"], now["note"]) == ("Longbows", 50, "Theirs")


def test_a_clash_in_a_row_of_a_table_is_told_there_alone(
    alice_client: Client, alice: User, bob: User, shared: Book
) -> None:
    models = [{"key": "bow", "name": "Bow", "min": 5, "points": 3}]
    edits = [DocumentEdit("set", f"{UNIT}/models", models)]
    edit_draft(shared, edits, alice, seen=newest_revision(shared))
    seen = newest_revision(shared)
    edits = [DocumentEdit("set", f"{UNIT}/models/bow/points", 4)]
    edit_draft(shared, edits, bob, seen=seen)
    typed = {f"{UNIT}/models/bow:points": "5"}
    answer = send(alice_client, shared, "fields", seen, fields=typed)
    assert answer.status_code == 409
    assert answer.content.decode().count("bob wrote “4” just now.") == 1


# -- nothing typed is lost -----------------------------------------------------------


MODEL = f"{UNIT}/models/bow"


def with_a_model(book: Book, user: User) -> int:
    models = [{"key": "bow", "name": "Bow", "min": 5, "points": 3}]
    edits = [DocumentEdit("set", f"{UNIT}/models", models)]
    return edit_draft(book, edits, user, seen=newest_revision(book)).revision


def remove(book: Book, user: User, at: str) -> int:
    edits = [DocumentEdit("remove", at)]
    return edit_draft(book, edits, user, seen=newest_revision(book)).revision


def test_what_is_typed_to_be_added_stays_where_an_edit_is_refused(
    alice_client: Client, bob: User, shared: Book
) -> None:
    seen = newest_revision(shared)
    adder = f"text:model:{UNIT}"
    field = 'name="text:model:/units/bows" value="3 Gunners"'
    refused = send(
        alice_client,
        shared,
        "fields",
        seen,
        fields={POINTS: "many", adder: "3 Gunners"},
    )
    assert refused.status_code == 400
    assert field in " ".join(refused.content.decode().split())
    write(shared, bob, points=40)
    typed = {POINTS: "50", adder: "3 Gunners"}
    clash = send(alice_client, shared, "fields", seen, fields=typed)
    assert clash.status_code == 409
    assert field in " ".join(clash.content.decode().split())


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_field_of_a_part_that_another_removed_tells_what_was_typed(
    goes_on: bool, alice_client: Client, alice: User, bob: User, shared: Book
) -> None:
    seen = with_a_model(shared, alice)
    newest = remove(shared, bob, MODEL)
    typed = {f"{MODEL}:points": "5", f"was:{MODEL}:points": "3"}
    at = newest if goes_on else seen
    answer = send(alice_client, shared, "fields", at, fields=typed)
    assert answer.status_code == (400 if goes_on else 409)
    page = answer.content.decode()
    assert f"{MODEL} was removed by bob just now; you had typed “5”." in page
    assert page.count("bob") == 1


def test_a_field_of_a_unit_that_another_removed_tells_what_was_typed(
    alice_client: Client, bob: User, shared: Book
) -> None:
    seen = newest_revision(shared)
    remove(shared, bob, UNIT)
    address = reverse("admin:books_book_unit", args=[shared.pk, "bows"])
    sent = {"do": "fields", "seen": seen, POINTS: "50"}
    page = alice_client.post(address, sent, follow=True).content.decode()
    assert f"{UNIT} was removed by bob just now; you had typed “50”." in page


def test_a_price_of_a_part_that_another_removed_tells_what_was_typed(
    alice_client: Client, alice: User, bob: User, shared: Book
) -> None:
    seen = newest_revision(shared)
    remove(shared, bob, UNIT)
    address = reverse("admin:books_book_prices", args=[shared.pk])
    answer = alice_client.post(address, {"do": "keep", "seen": seen, UNIT: "50"})
    assert answer.status_code in (400, 409)
    assert "you had typed “50”" in answer.content.decode()


def test_a_translation_says_who_wrote_the_other_one(
    alice_client: Client, bob: User, shared: Book
) -> None:
    address = reverse("admin:books_book_translations", args=[shared.pk]) + "?to=de"
    name = {"original": "Bows", "translation": "Bogen"}
    seen = newest_revision(shared)
    edits = [DocumentEdit("set", "/translations", {"de": {f"{UNIT}/name": name}})]
    edit_draft(shared, edits, bob, seen=seen)
    sent = {"seen": seen, f"at:{UNIT}/name": "Bögen"}
    page = alice_client.post(address, sent, follow=True).content.decode()
    assert "bob wrote “Bogen” just now. You typed “Bögen”" in page
    remove(shared, bob, UNIT)
    page = alice_client.post(address, sent, follow=True).content.decode()
    assert "bob took it out just now. You typed “Bögen”" in page
