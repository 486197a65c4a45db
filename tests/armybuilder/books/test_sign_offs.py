"""Sign-offs: a book that asks for one is published only as a reviewer saw it."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.books.drafts import draft_document
from armybuilder.books.editions import give_trial, last_edition, publish, withdraw
from armybuilder.books.models import Book, Edition, Revision, Role, SignOff
from armybuilder.books.people import give_role, take_role
from armybuilder.books.refusals import PublishError, SignOffError
from armybuilder.books.revisions import edit_draft, newest_revision
from armybuilder.books.sign_offs import answer_draft, ask_for_sign_off, sign_off_state
from rulesets.documents.document_edits import DocumentEdit
from rulesets.documents.json import sha256


@pytest.fixture
def strict_book(book: Book, alice: User) -> Book:
    """A book of alice's that asks for a sign-off; its price is alice's change."""
    ask_for_sign_off(book, alice, asks=True)
    price(book, 110, alice)
    return book


@pytest.fixture
def reviewer(strict_book: Book, bob: User) -> User:
    give_role(strict_book, bob, Role.REVIEWER)
    return bob


def price(book: Book, points: int, user: User) -> None:
    edits = [DocumentEdit("set", "/units/spears/points", points)]
    edit_draft(book, edits, user, seen=newest_revision(book), what="A price")


def answered(
    book: Book, user: User, words: str = "", *, is_approval: bool = True
) -> SignOff:
    return answer_draft(
        book,
        user,
        last_edition(book.key),
        checked=sha256(draft_document(book)),
        is_approval=is_approval,
        words=words,
    )


def told(book: Book) -> str:
    draft = sha256(draft_document(book))
    return sign_off_state(book, draft, last_edition(book.key)).refusal


def test_a_book_that_asks_is_published_once_a_reviewer_signed_its_draft(
    strict_book: Book, alice: User, reviewer: User
) -> None:
    with pytest.raises(PublishError, match="No reviewer has signed this draft off"):
        publish(strict_book, alice)
    answered(strict_book, reviewer, "Fair.")
    assert publish(strict_book, alice).number == 1


def test_a_book_that_does_not_ask_is_published_without(book: Book) -> None:
    assert publish(book, None).number == 1


def test_a_change_after_the_sign_off_voids_it_and_is_counted(
    strict_book: Book, alice: User, reviewer: User
) -> None:
    row = answered(strict_book, reviewer)
    for points in (120, 130, 140):
        price(strict_book, points, alice)
    words = f"Signed off as of revision {row.revision}; since then 3 changes."
    assert told(strict_book) == words
    with pytest.raises(PublishError, match="since then 3 changes"):
        publish(strict_book, alice)


def test_a_draft_that_goes_back_to_what_was_signed_is_signed(
    strict_book: Book, alice: User, reviewer: User
) -> None:
    answered(strict_book, reviewer)
    price(strict_book, 120, alice)
    price(strict_book, 110, alice)
    assert told(strict_book) == ""


def test_the_same_draft_is_signed_anew_after_another_edition(
    strict_book: Book, alice: User, reviewer: User
) -> None:
    answered(strict_book, reviewer)
    publish(strict_book, alice)
    price(strict_book, 120, alice)
    answered(strict_book, reviewer)
    publish(strict_book, alice)
    price(strict_book, 110, alice)
    with pytest.raises(PublishError, match="No reviewer has signed"):
        publish(strict_book, alice)


def test_who_alone_made_the_changes_does_not_sign_them(
    strict_book: Book, alice: User, reviewer: User
) -> None:
    with pytest.raises(SignOffError, match="somebody else signs them"):
        answered(strict_book, alice)
    grant_role(reviewer, AUTHORS)
    give_role(strict_book, reviewer, Role.OWNER)
    price(strict_book, 120, reviewer)
    answered(strict_book, alice)
    assert told(strict_book) == ""


def test_changes_of_before_the_last_edition_are_nobodys_share(
    strict_book: Book, alice: User, reviewer: User
) -> None:
    grant_role(reviewer, AUTHORS)
    give_role(strict_book, reviewer, Role.OWNER)
    price(strict_book, 120, reviewer)
    answered(strict_book, alice)
    publish(strict_book, alice)
    price(strict_book, 130, alice)
    with pytest.raises(SignOffError, match="somebody else signs them"):
        answered(strict_book, alice)


def test_changes_asked_for_take_the_sign_off_of_the_same_draft_back(
    strict_book: Book, alice: User, reviewer: User
) -> None:
    answered(strict_book, reviewer)
    answered(strict_book, reviewer, "Spears are too dear.", is_approval=False)
    with pytest.raises(PublishError, match="asks for changes: Spears are too dear"):
        publish(strict_book, alice)


def test_changes_are_asked_for_in_words(strict_book: Book, reviewer: User) -> None:
    with pytest.raises(SignOffError, match="Say what is to be changed"):
        answered(strict_book, reviewer, is_approval=False)


def test_who_is_no_reviewer_any_more_has_signed_nothing(
    strict_book: Book, alice: User, reviewer: User
) -> None:
    answered(strict_book, reviewer)
    take_role(strict_book, reviewer)
    with pytest.raises(PublishError, match="neither reviewer nor owner any more"):
        publish(strict_book, alice)


def test_a_draft_like_the_last_edition_is_not_signed(
    strict_book: Book, reviewer: User, alice: User
) -> None:
    answered(strict_book, reviewer)
    edition = publish(strict_book, alice)
    with pytest.raises(SignOffError, match="Nothing changed since edition 1"):
        answered(strict_book, reviewer)
    withdraw([edition], None)
    with pytest.raises(SignOffError, match="Nothing changed since edition 1"):
        answered(strict_book, reviewer)


def test_a_trial_needs_no_sign_off(strict_book: Book, alice: User) -> None:
    assert give_trial(strict_book, alice).is_trial


def test_answers_and_the_setting_are_in_the_history(
    strict_book: Book, reviewer: User, alice: User
) -> None:
    answered(strict_book, reviewer, "Too dear.", is_approval=False)
    answered(strict_book, reviewer, "Well, no.")
    ask_for_sign_off(strict_book, alice, asks=False)
    rows = Revision.objects.filter(book=strict_book).order_by("number")
    whats = [(row.what, row.made_by) for row in rows]
    assert ("Asks for a reviewer's sign-off", alice) in whats
    assert ("Asks for changes: Too dear.", reviewer) in whats
    assert ("Signed off: Well, no.", reviewer) in whats
    assert whats[-1] == ("No longer asks for a reviewer's sign-off", alice)


def test_a_command_is_refused_alike(strict_book: Book) -> None:
    with pytest.raises(CommandError, match="No reviewer has signed"):
        call_command("publish_book", strict_book.key)
    assert not Edition.objects.exists()


# -- pages ---------------------------------------------------------------------------


def address(book: Book, name: str) -> str:
    return reverse(f"admin:books_book_{name}", args=[book.pk])


def text_of(answer: Any) -> str:
    text: str = answer.content.decode()
    return " ".join(text.split())


def test_a_reviewer_who_is_no_author_sees_what_they_sign_and_signs_it(
    strict_book: Book, reviewer: User, bob_client: Client, alice_client: Client
) -> None:
    page = text_of(bob_client.get(address(strict_book, "sign_off")))
    assert "This would be the first edition." in page
    assert "Sign off this draft" in page
    assert "Book tests: 0" in page
    assert address(strict_book, "fairness") in page
    draft = sha256(draft_document(strict_book))
    sent = {"checked": draft, "words": "Good.", "answer": "sign"}
    page = text_of(
        bob_client.post(address(strict_book, "answer_draft"), sent, follow=True)
    )
    assert "You signed the draft off." in page
    assert "Signed off by bob" in page
    check = text_of(alice_client.get(address(strict_book, "check")))
    assert "Publish edition 1 now" in check


def test_the_check_page_offers_no_publication_until_it_is_signed(
    strict_book: Book, alice_client: Client
) -> None:
    check = text_of(alice_client.get(address(strict_book, "check")))
    assert "The book is published only when it is signed off." in check
    assert "Publish edition" not in check
    draft = sha256(draft_document(strict_book))
    sent = {"checked": draft, "notes": ""}
    page = alice_client.post(address(strict_book, "publish"), sent, follow=True)
    assert "Not published. No reviewer has signed" in text_of(page)


def test_a_reviewer_signs_only_the_draft_that_they_looked_at(
    strict_book: Book, alice: User, reviewer: User, bob_client: Client
) -> None:
    sent = {"checked": sha256(draft_document(strict_book)), "answer": "sign"}
    price(strict_book, 120, alice)
    post = address(strict_book, "answer_draft")
    for checked in (sent["checked"], "", "x" * 100):
        page = bob_client.post(post, sent | {"checked": checked}, follow=True)
        assert "Not kept." in text_of(page)
    page = bob_client.post(
        post, {"checked": "x", "words": "w" * 2001, "answer": "sign"}, follow=True
    )
    assert "Your words are longer than 2,000 characters." in text_of(page)
    assert not SignOff.objects.exists()


def test_the_only_author_is_told_that_somebody_else_signs(
    strict_book: Book, alice_client: Client
) -> None:
    page = text_of(alice_client.get(address(strict_book, "sign_off")))
    assert "somebody else signs them" in page
    assert "Sign off this draft" not in page
    assert "Ask for changes" in page


def test_an_owner_says_whether_the_book_asks(
    book: Book, alice: User, alice_client: Client
) -> None:
    post = address(book, "set_sign_off")
    for said, asks, words in (
        ("yes", True, "needs a reviewer&#x27;s sign-off now"),
        ("no", False, "needs no sign-off now"),
    ):
        page = alice_client.post(post, {"asks": said}, follow=True)
        book.refresh_from_db()
        assert book.asks_sign_off == asks
        assert words in text_of(page)


def test_the_list_of_changes_stands_on_the_page_that_is_signed(
    strict_book: Book, alice: User, reviewer: User, bob_client: Client
) -> None:
    answered(strict_book, reviewer)
    publish(strict_book, alice)
    price(strict_book, 150, alice)
    page = text_of(bob_client.get(address(strict_book, "sign_off")))
    assert "What would change: 1" in page
    assert "110" in page
    assert "150" in page
    assert address(strict_book, "impact") in page
