"""Findings on pages: every mistake is told, mended and accepted where it stands."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from armybuilder.accounts.models import User
from armybuilder.books.checks import check_draft
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.editions import publish
from armybuilder.books.models import Book
from armybuilder.books.parts import normal
from rulesets.documents.json import canonical
from tests.armybuilder.books.documents import small_book, small_unit
from tests.rulesets.books.mistakes import ALONE, MISTAKES, Mistake

pytestmark = pytest.mark.django_db
SPELT = normal(small_book(units=[small_unit(points=0, rules=["terrifing"])]))
FREE = {"code": "unit-free", "at": "/units/spears/points"}
REASON = {**FREE, "because": "It is a gift."}


def address(name: str, book: Book) -> str:
    return reverse(f"admin:books_book_{name}", args=[book.pk])


def draft() -> Any:
    return draft_document(Book.objects.get())


def post(client: Client, name: str, book: Book, **data: Any) -> str:
    answer = client.post(address(name, book), data, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.sweep(8)
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda one: one.what)
def test_the_plan_of_an_import_tells_each_mistake(
    mistake: Mistake, alice_client: Client, book: Book
) -> None:
    if mistake.others != ALONE:
        return
    text = canonical({**mistake.document, "key": "mistaken"}).decode()
    answer = alice_client.post(reverse("admin:books_book_import"), {"text": text})
    page = answer.content.decode().casefold()
    assert escape(mistake.words.casefold()) in page


def test_an_import_tells_wrong_names_beside_what_breaks_the_schema(
    alice_client: Client, book: Book
) -> None:
    units = [small_unit(points="dear"), small_unit(key="bows", rules=["flying"])]
    text = canonical(small_book(units=units)).decode()
    answer = alice_client.post(reverse("admin:books_book_import"), {"text": text})
    assert answer.status_code == 400
    codes = {fault.code for fault in answer.context["faults"]}
    assert codes == {"schema", "rule-unknown"}


def test_a_document_that_is_no_book_is_refused_with_all_that_is_wrong(
    alice_client: Client, book: Book
) -> None:
    units = [small_unit(items=["bwo"]), small_unit(category="core", points=-5)]
    text = canonical(small_book(units=units)).decode()
    answer = alice_client.post(reverse("admin:books_book_import"), {"text": text})
    assert answer.status_code == 400
    codes = [fault.code for fault in answer.context["faults"]]
    assert sorted(codes) == [
        "category-unknown",
        "item-unknown",
        "key-twice",
        "price-negative",
    ]


def test_the_gravest_come_first_and_hints_and_accepted_ones_are_folded(
    alice_client: Client, book: Book
) -> None:
    units = [small_unit(points=0, rules=["terrifing"], source="")]
    save_draft(small_book(units=units, missing=["Its base"], accepted=[REASON]))
    page = alice_client.get(address("check", book)).content.decode()
    places = [
        page.index(words)
        for words in (
            "Errors: 1",
            "Warnings: 1",
            "<summary>Hints: 1</summary>",
            "<summary>Accepted: 1</summary>",
            "It is a gift.",
            "What would change",
        )
    ]
    assert places == sorted(places)


def test_a_finding_is_mended_where_it_stands(
    alice: User, alice_client: Client, book: Book
) -> None:
    save_draft(SPELT)
    page = alice_client.get(address("check", book)).content.decode()
    assert "Use terrifying" in page
    at = {"code": "rule-unknown", "at": "/units/spears/rules/0"}
    page = post(alice_client, "mend", book, **at)
    assert "Mended: neither Charge v2" in page
    assert "Errors" not in page
    assert draft()["units"][0]["rules"] == ["terrifying"]
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_repr) == (alice, "Testers")
    assert "not found any more" in post(alice_client, "mend", book, **at)
    publish(book, alice)


def test_another_finding_of_the_place_is_not_the_one_that_is_asked(
    alice_client: Client, book: Book
) -> None:
    save_draft(SPELT)
    at = {"code": "rule-unknown", "at": "/units/spears/rules/0", "sentence": "Another"}
    assert "not found any more" in post(alice_client, "mend", book, **at)
    assert draft() == SPELT


def test_a_place_that_is_no_number_is_not_found(
    alice_client: Client, book: Book
) -> None:
    save_draft(SPELT)
    at = {"code": "rule-unknown", "at": "/units/\u00b2"}
    assert "not found any more" in post(alice_client, "mend", book, **at)


def test_an_acceptance_that_nothing_needs_is_not_accepted_itself(
    alice_client: Client, book: Book
) -> None:
    idle = [{"code": "unit-free", "at": "/units/gone", "because": "Was so."}]
    save_draft({**SPELT, "accepted": idle})
    page = alice_client.get(address("check", book)).content.decode()
    assert "acceptance-idle" in page
    at = {"code": "acceptance-idle", "at": "/accepted/0", "because": "Leave it."}
    assert "not found any more" in post(alice_client, "accept", book, **at)
    assert draft()["accepted"] == idle


def test_more_acceptances_than_a_book_may_hold_are_refused_in_words(
    alice_client: Client, book: Book
) -> None:
    many = [
        {"code": "unit-free", "at": f"/units/gone-{n}", "because": "So."}
        for n in range(1000)
    ]
    save_draft({**SPELT, "accepted": many})
    (found, *_) = [one for one in check_draft(draft()) if one.is_acceptable]
    at = {"code": found.code, "at": found.at, "because": "Leave it."}
    assert "Not kept." in post(alice_client, "accept", book, **at)
    assert len(draft()["accepted"]) == 1000


def test_a_finding_without_a_mend_is_left_alone(
    alice_client: Client, book: Book
) -> None:
    save_draft(SPELT)
    assert "not found any more" in post(alice_client, "mend", book, **FREE)
    assert draft() == SPELT


def test_a_warning_is_accepted_with_a_reason_and_opened_again(
    alice_client: Client, book: Book
) -> None:
    free = normal(small_book(units=[small_unit(points=0)]))
    save_draft(free)
    page = post(alice_client, "accept", book, **REASON)
    assert "Warnings" not in page
    assert "Accepted: 1" in page
    assert "Nothing is wrong with this draft that is not accepted." in page
    assert draft()["accepted"] == [REASON]
    assert "not found any more" in post(alice_client, "accept", book, **REASON)
    page = post(alice_client, "reopen", book, **FREE)
    assert "Warnings: 1" in page
    assert draft() == free


@pytest.mark.parametrize("because", ["", "   ", "x" * 501])
def test_nothing_is_accepted_without_a_reason_of_a_usual_length(
    because: str, alice_client: Client, book: Book
) -> None:
    save_draft(small_book(units=[small_unit(points=0)]))
    page = post(alice_client, "accept", book, **FREE, because=because)
    assert "Not accepted. Say why, in at most 500 characters." in page
    assert "accepted" not in draft()


def test_an_error_is_not_accepted(alice_client: Client, book: Book) -> None:
    save_draft(SPELT)
    at = {"code": "rule-unknown", "at": "/units/spears/rules/0"}
    page = post(alice_client, "accept", book, **at, because="I like it.")
    assert "not found any more" in page
    assert draft() == SPELT


@pytest.mark.parametrize("name", ["mend", "accept", "reopen"])
def test_a_book_of_others_is_not_there(
    name: str, other_author: Client, alice_client: Client, book: Book
) -> None:
    save_draft(SPELT)
    assert other_author.post(address(name, book), REASON).status_code == 404
    assert alice_client.get(address(name, book)).status_code == 405
    assert "not found any more" in post(alice_client, name, book, code="x" * 999)
    assert draft() == SPELT
