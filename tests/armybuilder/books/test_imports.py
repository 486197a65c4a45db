"""Importing: asked for permission where it is done, all of it or nothing."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection

from armybuilder.accounts.models import User
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.editions import PublishError, publish
from armybuilder.books.imports import DraftChanged, Plan, import_books
from armybuilder.books.models import Book
from rulesets.documents.json import sha256
from tests.armybuilder.books.documents import small_book, small_unit

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def new_only(plan: Plan) -> None:
    if plan.book is not None:
        raise PermissionDenied


def kept_books() -> list[tuple[str, list[str]]]:
    """Return the source and the authors of every book, as another thread sees them."""
    try:
        return [
            (book.source, [author.username for author in book.people.all()])
            for book in Book.objects.all()
        ]
    finally:
        connection.close()


def test_a_plan_that_is_refused_stops_the_whole_import() -> None:
    save_draft(small_book())
    dearer = small_book(units=[small_unit(points=130)])
    with pytest.raises(PermissionDenied):
        import_books([small_book(key="others"), dearer], None, new_only)
    assert draft_document(Book.objects.get()) == small_book()


def test_a_plan_names_the_draft_that_it_replaces() -> None:
    seen: list[str] = []
    for price in (100, 130):
        book = small_book(units=[small_unit(points=price)])
        import_books([book], None, lambda plan: seen.append(plan.before))
    assert seen == ["", sha256(small_book())]


def test_an_import_may_change_a_published_key_only_where_it_says_which_it_was(
    alice: User,
) -> None:
    import_books([small_book()], alice, lambda plan: None)
    book = Book.objects.get()
    publish(book, alice)
    silent = small_book(units=[small_unit(key="pikes")])
    import_books([silent], alice, lambda plan: None)
    with pytest.raises(PublishError, match="keep the key, or add renamed_from"):
        publish(book, alice)
    says = small_book(units=[small_unit(key="pikes", renamed_from=["spears"])])
    import_books([says], alice, lambda plan: None)
    assert publish(book, alice).document == says


def test_of_two_who_bring_the_same_new_book_one_is_its_author(
    shared_database: Callable[[], None], alice: User, bob: User
) -> None:
    shared_database()
    at_once = Barrier(2)

    def bring(person: User) -> str:
        at_once.wait()
        try:
            import_books([small_book(source=person.username)], person, new_only)
        except (DraftChanged, PermissionDenied):
            return ""
        else:
            return person.username
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as people:
        done = sorted(people.map(bring, (alice, bob)))
        kept = people.submit(kept_books).result()
    assert done[0] == ""
    assert kept == [(done[1], [done[1]])]
