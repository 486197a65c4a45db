"""Players disagree with messages; authors read, judge anew, and answer."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.accounts.throttle import Allowance
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.review import review_army
from armybuilder.armies.store import create, set_visibility
from armybuilder.armies.views import disagree as disagree_page
from armybuilder.books.disagreements import (
    by_draft,
    by_edition,
    grouped_disagreements,
    message_name,
    named_book,
    send_disagreement,
)
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.editions import publish
from armybuilder.books.models import Book, Disagreement, DisagreementState
from rulesets.books.sample_armies import read_book_tests
from rulesets.documents.json import DocumentError, parse
from rulesets.legality import review
from rulesets.rosters.roster import Roster, read_roster
from tests.armybuilder.books.documents import charge_army, small_book
from tests.real_books import FIXTURES, real_books

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

AT_MOST_ONE: Any = {
    "key": "few-spears",
    "title": "Few spears",
    "count": "selections",
    "of": "spears",
    "max": 1,
    "source": "Test, page 2",
}


@pytest.fixture
def book(alice: User) -> Book:
    grant_role(alice, AUTHORS)
    book = save_draft(small_book(limits=[AT_MOST_ONE]))
    publish(book, None)
    book.people.add(alice)
    return book


@pytest.fixture
def army(book: Book, bob: User) -> Army:
    return create(read_roster(charge_army("spears", "spears")), bob)


def page_of(army: Army, handle: str = "") -> str:
    said = review_army(army).review.messages
    name = next(message_name(one) for one in said if one.code == "few-spears")
    return reverse("armies:disagree", args=[handle or army.public_id, name])


def sent(army: Army, user: User, text: str = "", code: str = "few-spears") -> Any:
    found = review_army(army).review
    said = next(one for one in found.messages if one.code == code)
    book = Book.objects.get(key="testers")
    return send_disagreement(book, 1, found, said, user, text)


def test_a_player_sends_rule_army_and_edition_to_the_authors(
    army: Army, book: Book, bob: User, bob_client: Client
) -> None:
    builder = reverse("armies:show", args=[army.public_id])
    address = page_of(army)
    assert address in bob_client.get(f"{builder}?problems=1").content.decode()
    page = bob_client.get(address).content.decode()
    assert "Few spears" in page
    assert "Test, page 2" in page
    answer = bob_client.post(address, {"text": "Two are printed."}, follow=True)
    assert "Sent to the authors of Testers." in answer.content.decode()
    row = book.disagreements.get()
    assert (row.code, row.rule, row.edition) == ("few-spears", "Few spears", 1)
    assert (row.sent_by, row.text) == (bob, "Two are printed.")
    assert row.roster == army.document


def test_a_visitor_reads_the_message_and_is_asked_to_sign_in(
    army: Army, client: Client
) -> None:
    set_visibility(army, Visibility.UNLISTED)
    address = page_of(army, army.share_token)
    shared = client.get(reverse("armies:shared", args=[army.share_token]))
    assert address in shared.content.decode()
    page = client.get(address).content.decode()
    assert "Sign in to tell the authors" in page
    assert client.post(address, {"text": "No."}).status_code == 200
    assert not Disagreement.objects.exists()


def test_another_persons_private_army_is_not_there(
    army: Army, alice_client: Client
) -> None:
    assert alice_client.get(page_of(army)).status_code == 404


def test_a_message_that_is_not_said_any_more_is_not_sent(
    army: Army, bob_client: Client
) -> None:
    address = reverse("armies:disagree", args=[army.public_id, "0" * 16])
    answer = bob_client.post(address, {"text": "No."})
    assert "not said of the army any more" in answer.content.decode()
    assert not Disagreement.objects.exists()


def test_words_that_are_too_long_are_refused_and_kept(
    army: Army, bob_client: Client
) -> None:
    answer = bob_client.post(page_of(army), {"text": "x" * 1001})
    assert answer.status_code == 400
    assert "x" * 1001 in answer.content.decode()
    assert not Disagreement.objects.exists()


def test_the_same_again_takes_the_place_of_the_first(army: Army, bob: User) -> None:
    first, second = sent(army, bob, "One"), sent(army, bob, "Two")
    assert first.pk == second.pk
    assert Disagreement.objects.get().text == "Two"


def test_who_sends_a_great_many_waits(
    army: Army, bob_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Allowance("one-disagreement", burst=1, refill_seconds=10_000)
    monkeypatch.setattr(disagree_page, "DISAGREEMENTS", one)
    address = page_of(army)
    assert bob_client.post(address).status_code == 302
    answer = bob_client.post(address, {"text": "More."})
    assert answer.status_code == 429
    assert "More." in answer.content.decode()


# -- the authors' queue ---------------------------------------------------------------


def queue(book: Book) -> str:
    return reverse("admin:books_book_disagreements", args=[book.pk])


def test_the_queue_groups_by_rule_and_edition(
    army: Army, book: Book, alice: User, bob: User
) -> None:
    sent(army, bob)
    sent(army, alice)
    publish(save_draft(small_book(limits=[AT_MOST_ONE], note="Second")), None)
    later = create(read_roster(charge_army("spears", "spears", edition=2)), bob)
    found = review_army(later).review
    said = next(one for one in found.messages if one.code == "few-spears")
    send_disagreement(book, 2, found, said, bob, "")
    groups = grouped_disagreements(book)
    assert [(g.rule, g.edition, g.open_count) for g in groups] == [
        ("Few spears", 1, 2),
        ("Few spears", 2, 1),
    ]


def test_the_queue_takes_as_many_queries_for_many_as_for_few(
    army: Army,
    book: Book,
    bob: User,
    alice_client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for count in (1, 4):
        for number in range(count):
            other = User.objects.create_user(f"player {count} {number}")
            sent(army, other)
        with django_assert_num_queries(9):
            assert alice_client.get(queue(book)).status_code == 200


def test_the_check_page_tells_how_many_are_open(
    army: Army, book: Book, bob: User, alice_client: Client
) -> None:
    sent(army, bob)
    check = reverse("admin:books_book_check", args=[book.pk])
    assert "1 open: see what" in alice_client.get(check).content.decode()


def test_a_message_that_the_draft_does_not_say_any_more_is_gone(
    army: Army, book: Book, bob: User, alice_client: Client
) -> None:
    row = sent(army, bob)
    assert by_draft(row).message is not None
    save_draft({**draft_document(book), "limits": [{**AT_MOST_ONE, "max": 2}]})
    assert by_edition(row).message is not None
    assert by_draft(row).message is None
    address = reverse("admin:books_book_disagreement", args=[book.pk, row.pk])
    page = alice_client.get(address).content.decode()
    assert "Still said" in page
    assert "This message is gone." in page


def test_an_answer_to_all_of_a_group_is_read_by_the_players(
    army: Army, book: Book, alice: User, bob: User, bob_client: Client
) -> None:
    row, other = sent(army, bob), sent(army, alice)
    author = Client()
    author.force_login(alice)
    address = reverse("admin:books_book_answer_disagreement", args=[book.pk, row.pk])
    said = {"state": "kept", "answer": "One is printed.", "whole_group": "on"}
    page = author.post(address, said, follow=True).content.decode()
    assert "Answered 2 disagreements" in page
    other.refresh_from_db()
    assert (other.state, other.answered_by) == (DisagreementState.KEPT, alice)
    assert "One is printed." in bob_client.get(page_of(army)).content.decode()
    mine = bob_client.get(reverse("armies:disagreements")).content.decode()
    assert "One is printed." in mine
    assert "the rule stays" in mine


def test_a_bad_answer_changes_nothing(
    army: Army, book: Book, bob: User, alice_client: Client
) -> None:
    row = sent(army, bob)
    address = reverse("admin:books_book_answer_disagreement", args=[book.pk, row.pk])
    for said in ({}, {"state": "open"}, {"state": "kept", "answer": "x" * 2001}):
        assert alice_client.post(address, said).status_code == 400
    row.refresh_from_db()
    assert row.state == DisagreementState.OPEN


def test_an_army_is_kept_as_a_book_test_as_the_draft_judges_it(
    army: Army, book: Book, bob: User, alice_client: Client
) -> None:
    row = sent(army, bob)
    save_draft({**draft_document(book), "limits": []})
    address = reverse("admin:books_book_keep_disagreement", args=[book.pk, row.pk])
    page = alice_client.post(address, follow=True).content.decode()
    assert "is a book test now" in page
    kept = book.tests.get()
    codes = [one["code"] for one in kept.expected["messages"]]
    assert "few-spears" not in codes


def test_a_disagreement_of_another_book_is_not_there(
    army: Army, book: Book, bob: User, alice: User, alice_client: Client
) -> None:
    row = sent(army, bob)
    other = save_draft(small_book(key="other", name="Other"))
    other.people.add(alice)
    address = reverse("admin:books_book_disagreement", args=[other.pk, row.pk])
    assert alice_client.get(address).status_code == 404


# -- every message of the project's armies --------------------------------------------


def every_army() -> Iterator[Roster]:
    for path in sorted(FIXTURES.glob("*armies/*.json")):
        with suppress(DocumentError):
            yield read_roster(parse(path.read_bytes()))
    for path in sorted(FIXTURES.glob("book-tests/*.json")):
        for army in read_book_tests(parse(path.read_bytes())).armies:
            yield army.roster


def test_every_message_of_every_army_is_sent_and_grouped(bob: User) -> None:
    books = real_books()
    rows = {
        key: Book.objects.create(key=key, name=key, game=book.game)
        for (key, _), book in books.items()
    }
    expected: dict[str, set[tuple[str, str, str, int]]] = {}
    for roster in every_army():
        found = review(roster, books)
        for said in found.messages:
            named = named_book(found, books, said)
            if named is None or named[0] not in rows:
                continue
            send_disagreement(rows[named[0]], named[1], found, said, bob, "")
            group = (said.code, said.rule, said.source, named[1])
            expected.setdefault(named[0], set()).add(group)
    assert sum(map(len, expected.values())) > 100
    for key, groups in expected.items():
        got = grouped_disagreements(rows[key])
        names = [(one.code, one.rule, one.source, one.edition) for one in got]
        assert len(names) == len(set(names))
        assert set(names) == groups
        assert all(one.samples for one in got)
