"""Importing: asked for permission where it is done, all of it or nothing."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection

from armybuilder.accounts.models import User
from armybuilder.books.checks import check_draft
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.editions import publish
from armybuilder.books.imports import (
    DraftChanged,
    Plan,
    import_books,
    read_book_document,
)
from armybuilder.books.models import Book
from armybuilder.books.parts import as_file
from armybuilder.books.refusals import PublishError
from rulesets.books.load import BookError
from rulesets.documents.forms import YAML
from rulesets.documents.json import sha256
from rulesets.documents.places import copied
from rulesets.documents.yaml_text import yaml_text
from tests.armybuilder.books.documents import (
    BOOKS,
    printed_book,
    small_book,
    small_unit,
)

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


def test_a_text_that_is_no_book_is_refused_with_every_fault_and_its_line() -> None:
    units = [
        small_unit(items=["longbwo"]),
        small_unit(key="pikes", points=1.2345),
        small_unit(key="bows", rules=["flying"], category="core"),
    ]
    items = [{"key": "longbow", "name": "Longbow"}]
    text = yaml_text(small_book(items=items, units=units))
    with pytest.raises(BookError) as refused:
        read_book_document(text)
    faults = {one.where: one for one in refused.value.faults}
    assert set(faults) >= {
        "/units/0/items/0",
        "/units/1/points",
        "/units/2/rules/0",
        "/units/2/category",
    }
    assert faults["/units/0/items/0"].did_you_mean == ("longbow",)
    lines = text.splitlines()
    assert "longbwo" in lines[faults["/units/0/items/0"].line - 1]
    assert "1.2345" in lines[faults["/units/1/points"].line - 1]


def test_every_fault_of_a_schema_is_named_even_in_the_largest_book() -> None:
    document = printed_book("warhammer-orcs-and-goblins")
    wrong = copied(document)
    for unit in wrong["units"]:
        unit["source"] = 7
    wrong["units"][-1]["pionts"] = 3
    with pytest.raises(BookError) as refused:
        read_book_document(json.dumps(wrong, indent=1))
    faults = refused.value.faults
    count = len(document["units"])
    places = [one.where for one in faults if one.where.endswith("/source")]
    assert places == [f"/units/{index}/source" for index in range(count)]
    (misspelt,) = [one for one in faults if one.where == f"/units/{count - 1}"]
    assert misspelt.did_you_mean == ("points",)
    assert all(one.line for one in faults)


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_book_is_the_same_draft_from_yaml_as_from_json(path: Path) -> None:
    document = read_book_document(path.read_bytes(), path.name)
    text = as_file(document, YAML)
    assert sha256(read_book_document(text, "book.yaml")) == sha256(document)
    named = f"$schema: https://example.org/schemas/book.schema.json\n{text}"
    assert sha256(read_book_document(named)) == sha256(document)


NO_BOOKS = ["", "x", "[1]", "{}", "- a", "key: [", "null", "\0", "3", "key: {a: 1}"]


@pytest.mark.parametrize("text", NO_BOOKS)
def test_whatever_is_no_book_is_refused_with_a_fault(text: str) -> None:
    with pytest.raises(BookError) as refused:
        read_book_document(text, check=check_draft)
    assert refused.value.faults
