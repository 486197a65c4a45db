"""A draft has revisions: merged, told, taken back, and any of them found again."""

from typing import Any

import pytest

from armybuilder.accounts.models import User
from armybuilder.books.drafts import TABLES, draft_document, save_draft
from armybuilder.books.models import Book, Revision
from armybuilder.books.parts import normal
from armybuilder.books.revisions import (
    RevisionError,
    draft_at,
    edit_draft,
    newest_revision,
    note_event,
    note_revision,
    redo,
    revert,
    revert_to,
    undo,
    write_draft,
)
from rulesets.books.load import BookError
from rulesets.documents.document_edits import DocumentEdit, DocumentEditError
from tests.armybuilder.books.documents import printed_book, small_book, small_unit

POINTS = "/units/spears/points"


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """All of these write."""


def priced(points: int, **more: Any) -> Any:
    return small_book(units=[small_unit(points=points, **more)])


def point(book: Book) -> Any:
    return draft_document(book)["units"][0]["points"]


def price(points: int) -> list[DocumentEdit]:
    return [DocumentEdit("set", POINTS, points)]


def test_an_edit_is_saved_and_noted_with_who_and_what(book: Book, alice: User) -> None:
    written = edit_draft(book, price(110), alice, seen=0, what="Dearer")
    assert (written.revision, written.clashes, point(book)) == (2, (), 110)
    newest = Revision.objects.get(number=2)
    assert (newest.made_by, newest.what) == (alice, "Dearer")
    assert newest.differences == [["changed", ["units", 0, "points"], 110, 100]]


def test_a_write_that_changes_nothing_is_no_revision(book: Book, alice: User) -> None:
    write_draft(book, priced(110), alice, seen=0)
    assert write_draft(book, priced(110), alice, seen=2).revision == 2


def test_two_authors_who_change_different_figures_both_keep_theirs(
    book: Book, alice: User, bob: User
) -> None:
    seen = edit_draft(book, price(110), alice, seen=0).revision
    edit_draft(book, price(120), alice, seen=seen)
    size = [DocumentEdit("set", "/units/spears/models", 25)]
    written = edit_draft(book, size, bob, seen=seen)
    assert not written.clashes
    unit = draft_document(book)["units"][0]
    assert (unit["points"], unit["models"]) == (120, 25)


def test_two_prices_clash_and_nothing_is_written_until_one_is_chosen(
    book: Book, alice: User, bob: User
) -> None:
    seen = edit_draft(book, price(110), alice, seen=0).revision
    edit_draft(book, price(120), alice, seen=seen)
    asked = edit_draft(book, price(130), bob, seen=seen)
    (clash,) = asked.clashes
    assert (clash.at, clash.base, clash.mine, clash.theirs) == (POINTS, 110, 130, 120)
    assert (point(book), newest_revision(book)) == (120, 3)
    edit_draft(book, price(130), bob, seen=seen, choices={POINTS: "mine"})
    assert point(book) == 130


@pytest.mark.parametrize(
    ("edits", "error", "where"),
    [
        ([DocumentEdit("set", POINTS, "many")], BookError, "/units/0/points"),
        (
            [DocumentEdit("set", "/units/none/points", 1)],
            DocumentEditError,
            "/units/none",
        ),
        ([DocumentEdit("set", "/key", "another")], BookError, "/key"),
        ([DocumentEdit("set", "/game", "warhammer")], BookError, "/game"),
        ([DocumentEdit("set", "", [])], BookError, ""),
        ([DocumentEdit("add", "/units", small_unit())], BookError, "/units/1/key"),
    ],
)
def test_a_draft_that_would_be_no_book_is_refused_with_its_place(
    book: Book, alice: User, edits: Any, error: Any, where: str
) -> None:
    with pytest.raises(error) as caught:
        edit_draft(book, edits, alice, seen=0)
    assert caught.value.where == where
    assert draft_document(book) == normal(small_book())


@pytest.mark.parametrize("seen", [-1, 2, 99])
def test_a_revision_that_there_is_not_is_refused(
    book: Book, alice: User, seen: int
) -> None:
    with pytest.raises(RevisionError):
        edit_draft(book, price(1), alice, seen=seen)


def test_every_revision_is_found_again(book: Book, alice: User) -> None:
    drafts = {1: normal(small_book())}
    for number in range(2, 108):
        write_draft(book, priced(number), alice, seen=number - 1)
        drafts[number] = draft_document(book)
    for number, draft in drafts.items():
        assert draft_at(book, number) == draft, number
    whole = Revision.objects.filter(document__isnull=False)
    assert [one.number for one in whole] == [107, 100, 50]


def test_one_revision_is_taken_back_and_later_ones_stay(
    book: Book, alice: User
) -> None:
    edit_draft(book, price(110), alice, seen=0)
    edit_draft(book, [DocumentEdit("set", "/name", "Experts")], alice, seen=2)
    revert(book, 2, alice)
    assert (point(book), draft_document(book)["name"]) == (100, "Experts")


def test_taking_back_what_was_changed_again_is_asked(book: Book, alice: User) -> None:
    edit_draft(book, price(110), alice, seen=0)
    edit_draft(book, price(120), alice, seen=2)
    (clash,) = revert(book, 2, alice).clashes
    assert (clash.mine, clash.theirs, point(book)) == (100, 120, 120)


def test_all_is_taken_back_to_a_revision(book: Book, alice: User) -> None:
    for points in (110, 120, 130):
        edit_draft(book, price(points), alice, seen=newest_revision(book))
    revert_to(book, 2, alice)
    assert (point(book), newest_revision(book)) == (110, 5)


def test_own_edits_are_undone_and_made_again_and_those_of_others_stay(
    book: Book, alice: User, bob: User
) -> None:
    edit_draft(book, price(110), alice, seen=0)
    edit_draft(book, price(120), alice, seen=2)
    edit_draft(book, [DocumentEdit("set", "/name", "Bobs")], bob, seen=3)
    undo(book, alice)
    undo(book, alice)
    assert point(book) == 100
    assert undo(book, alice) is None
    redo(book, alice)
    redo(book, alice)
    assert point(book) == 120
    assert redo(book, alice) is None
    undo(book, alice)
    edit_draft(book, price(140), alice, seen=newest_revision(book))
    assert redo(book, alice) is None
    undo(book, alice)
    assert (point(book), draft_document(book)["name"]) == (110, "Bobs")


def test_what_was_changed_in_the_tables_is_noted_by_its_writer_or_as_elsewhere(
    book: Book, alice: User
) -> None:
    note_revision(book, None, "Begun")
    book.units.update(points=105)
    note_revision(book, alice, "By hand")
    assert note_revision(book, alice, "Nothing") is None
    book.units.update(points=115)
    edit_draft(book, [DocumentEdit("set", "/name", "Mine")], alice, seen=2)
    said = Revision.objects.values_list("number", "what", "made_by__username")
    assert list(said) == [
        (4, "", "alice"),
        (3, "Changed elsewhere", None),
        (2, "By hand", "alice"),
        (1, "Begun", None),
    ]
    note_event(book, alice, "Published as edition 1")
    assert newest_revision(book) == 5


def test_rows_that_stay_keep_their_addresses(alice: User) -> None:
    book = save_draft(printed_book("warhammer-empire"))
    kept = row_keys()
    unit = draft_document(book)["units"][4]["key"]
    edit_draft(book, [DocumentEdit("set", f"/units/{unit}/points", 7)], alice, seen=0)
    assert row_keys() == kept


def row_keys() -> dict[str, set[int]]:
    return {
        part: set(table._default_manager.values_list("pk", flat=True))
        for part, table in TABLES.items()
    }
