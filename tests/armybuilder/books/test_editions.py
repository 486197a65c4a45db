"""Editions never change, and are numbered one after the other."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from armybuilder.accounts.models import User
from armybuilder.books import editions
from armybuilder.books.drafts import save_draft
from armybuilder.books.editions import (
    books_for,
    find_edition,
    load,
    newest,
    newest_books,
    newest_number,
    publish,
)
from armybuilder.books.models import Book, Edition
from armybuilder.books.refusals import PublishError
from rulesets.documents.json import sha256
from rulesets.rosters.roster import Force, Roster
from tests.armybuilder.books.documents import small_book, small_unit

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def published(price: int = 100, key: str = "testers", notes: str = "") -> Edition:
    units = [small_unit(points=price)]
    document = small_book(key=key, name=key.title(), units=units)
    return publish(save_draft(document), None, notes)


def test_publishing_freezes_the_document_with_its_hash(alice: User) -> None:
    book = save_draft(small_book())
    edition = publish(book, alice, "First.")
    assert edition.number == 1
    assert edition.document == small_book()
    assert edition.sha256 == sha256(small_book())
    assert edition.published_by == alice


def test_a_draft_that_did_not_change_is_not_published_again() -> None:
    published()
    with pytest.raises(PublishError, match=r"Nothing changed since edition 1 of"):
        published()


def test_a_draft_may_go_back_to_what_an_earlier_edition_said() -> None:
    published(100)
    published(110)
    assert published(100).number == 3


def test_a_draft_with_errors_is_not_published() -> None:
    book = save_draft(small_book(units=[small_unit(rules=["unheard-of"])]))
    with pytest.raises(PublishError, match="/units/0/rules/0: neither"):
        publish(book, None)
    assert not Edition.objects.exists()


def _save(edition: Edition) -> None:
    edition.notes = "Other."
    edition.save()


def _raw(edition: Edition) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE books_edition SET document = '{}'")


def _raw_deletion(edition: Edition) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM books_edition")


CHANGES: dict[str, Callable[[Edition], Any]] = {
    "save": _save,
    "update of the document": lambda e: Edition.objects.update(document={}),
    "update of the hash": lambda e: Edition.objects.update(sha256="0"),
    "update of the number": lambda e: Edition.objects.update(number=2),
    "update of the date": lambda e: Edition.objects.update(published_at=None),
    "raw update": _raw,
    "deletion": lambda e: e.delete(),
    "deletion of all": lambda e: Edition.objects.all().delete(),
    "raw deletion": _raw_deletion,
    "another key of its book": lambda e: Book.objects.update(key="others"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_the_database_refuses_every_change(change: Callable[[Edition], Any]) -> None:
    edition = published()
    with pytest.raises(DatabaseError), transaction.atomic():
        change(edition)
    assert Edition.objects.get() == edition
    assert Edition.objects.get().document == edition.document
    assert Edition.objects.get().book.key == "testers"


def test_the_key_of_a_book_that_has_no_edition_may_change() -> None:
    save_draft(small_book())
    Book.objects.update(key="others")
    assert Book.objects.get().key == "others"


@pytest.mark.django_db(transaction=True)
def test_emptying_the_database_takes_editions_too_and_they_stay_frozen() -> None:
    published()
    call_command("flush", interactive=False, verbosity=0)
    assert not Edition.objects.exists()
    edition = published()
    for change in (_save, _raw_deletion):
        with pytest.raises(DatabaseError), transaction.atomic():
            change(edition)


def test_another_person_cannot_be_made_its_publisher(alice: User, bob: User) -> None:
    publish(save_draft(small_book()), alice)
    with pytest.raises(DatabaseError), transaction.atomic():
        Edition.objects.update(published_by=bob)


def test_an_edition_outlasts_the_account_that_published_it(alice: User) -> None:
    publish(save_draft(small_book()), alice)
    alice.delete()
    assert Edition.objects.get().published_by is None


def test_a_book_with_editions_cannot_be_deleted() -> None:
    edition = published()
    with pytest.raises(DatabaseError), transaction.atomic():
        edition.book.delete()
    assert Book.objects.exists()


def test_two_publishers_at_once_make_one_edition_and_one_clean_error(
    shared_database: Callable[[], None],
) -> None:
    published(100)
    book = save_draft(small_book(units=[small_unit(points=120)]))
    shared_database()
    at_once = Barrier(2)

    def press_publish(_: int) -> str:
        at_once.wait()
        try:
            return str(publish(book, None))
        except PublishError as problem:
            return str(problem)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as people:
        results = sorted(people.map(press_publish, range(2)))
    assert results == [
        "Nothing changed since edition 2 of Testers.",
        "Testers, edition 2",
    ]


# -- reading ------------------------------------------------------------------------


def test_an_edition_is_loaded_as_a_book_for_the_engine() -> None:
    published(100)
    published(110)
    book = load("testers", 1)
    assert book is not None
    assert (book.units["spears"].points, book.edition) == (100, 1)
    assert load("testers", 3) is None
    assert load("nobody", 1) is None


def test_the_newest_edition_of_each_book() -> None:
    published(100)
    published(110)
    published(90, key="others")
    assert [(e.book.key, e.number) for e in newest("charge")] == [
        ("others", 1),
        ("testers", 2),
    ]
    assert newest("chess") == ()
    assert newest_number("testers") == 2
    assert newest_number("nobody") is None
    assert set(newest_books()) == {("testers", 2), ("others", 1)}


def test_a_roster_gets_every_edition_that_it_names_and_that_there_is(
    django_assert_num_queries: Any,
) -> None:
    published(100)
    published(110)
    forces = (Force("f1", "testers", 1), Force("f2", "testers", 2), Force("f3", "x", 1))
    roster = Roster("charge", "Test", forces=forces)
    books_for(roster)
    with django_assert_num_queries(1):
        books = books_for(roster)
    assert set(books) == {("testers", 1), ("testers", 2)}
    assert books["testers", 1].units["spears"].points == 100


def test_a_roster_without_forces_asks_nothing(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert books_for(Roster("charge", "Empty")) == {}


def test_a_process_keeps_only_so_many_books(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "MOST_CACHED", 2)
    for price in (101, 102, 103, 104):
        published(price)
    for number in (1, 2, 3, 4):
        book = load("testers", number)
        assert book is not None
        assert book.units["spears"].points == 100 + number
    assert len(editions._cache) <= 2


def test_the_cache_goes_by_the_document_not_by_its_number() -> None:
    with transaction.atomic():
        published(100)
        load("testers", 1)
        transaction.set_rollback(True)
    published(555)
    book = load("testers", 1)
    assert book is not None
    assert book.units["spears"].points == 555


def test_the_document_of_an_edition_can_be_found() -> None:
    published(100, notes="One.")
    edition = find_edition("testers", 1)
    assert edition is not None
    assert edition.notes == "One."
    assert find_edition("testers", 2) is None
