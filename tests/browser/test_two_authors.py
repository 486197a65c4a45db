"""Two authors at one unit, each in a browser of their own."""

import pytest
from playwright.sync_api import Locator, Page, expect

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.books.drafts import draft_document
from armybuilder.books.models import Book, Role
from armybuilder.books.people import give_role
from tests.browser.conftest import OpenPage

EMPIRE = "warhammer-empire"
UNIT = "greatswords"


def at_the_unit(page: Page, book: Book) -> Page:
    page.goto(f"/admin/books/book/{book.pk}/units/{UNIT}/")
    expect(field(page, "name")).to_be_visible()
    return page


def field(page: Page, name: str) -> Locator:
    return page.locator(f"[name='/units/{UNIT}:{name}']")


def keep(page: Page, name: str, text: str, state: str) -> None:
    """Fill a field, leave it, and wait for what is said of it."""
    field(page, name).fill(text)
    field(page, name).press("Tab")
    expect(page.locator("[data-desk-state]")).to_contain_text(state)


def unit(book: Book) -> dict[str, object]:
    units = draft_document(Book.objects.get(pk=book.pk))["units"]
    found: dict[str, object] = next(one for one in units if one["key"] == UNIT)
    return found


@pytest.mark.slow
def test_two_authors_edit_one_unit_at_once_and_nothing_is_lost(
    open_page: OpenPage,
) -> None:
    book = Book.objects.get(key=EMPIRE)
    other = User.objects.get(username="organiser")
    grant_role(other, AUTHORS)
    give_role(book, other, Role.EDITOR)
    first = at_the_unit(open_page(user="author", width=1440), book)
    second = at_the_unit(open_page(user="organiser", width=1440, expected=(409,)), book)

    # Different fields: both are kept, though the second page is of an older state.
    keep(first, "name", "Swords of State", "Kept.")
    keep(second, "note", "Two hands each", "Kept.")
    assert (unit(book)["name"], unit(book)["note"]) == (
        "Swords of State",
        "Two hands each",
    )

    # The same field: who comes second is told, keeps what is typed, and decides.
    at_the_unit(first, book)
    keep(first, "note", "By the first", "Kept.")
    keep(second, "note", "By the second", "Somebody else wrote")
    assert unit(book)["note"] == "By the first"
    note = field(second, "note")
    expect(note).to_have_value("By the second")
    expect(second.get_by_role("link", name="Take theirs")).to_be_visible()
    second.get_by_role("button", name="Keep mine").click()
    expect(second.locator("[data-desk-state]")).to_have_text("Kept.")
    assert unit(book)["note"] == "By the second"

    # The history has all four, with their writers.
    first.goto(f"/admin/books/book/{book.pk}/revisions/")
    for text in ("Swords of State", "Two hands each", "By the first", "By the second"):
        expect(first.locator("main, #content").first).to_contain_text(text)
    expect(first.locator("main, #content").first).to_contain_text("organiser")


@pytest.mark.slow
def test_undo_takes_back_an_own_edit_and_leaves_that_of_the_other(
    open_page: OpenPage,
) -> None:
    book = Book.objects.get(key=EMPIRE)
    other = User.objects.get(username="organiser")
    grant_role(other, AUTHORS)
    give_role(book, other, Role.EDITOR)
    first = at_the_unit(open_page(user="author", width=1440), book)
    second = at_the_unit(open_page(user="organiser", width=1440), book)
    before = unit(book)["name"]
    keep(first, "name", "Swords of State", "Kept.")
    keep(second, "note", "Two hands each", "Kept.")

    # The first author's edit is not the newest one; the newest is the other's.
    first.get_by_role("button", name="Undo your last edit").click()
    expect(first.get_by_text("Undone.")).to_be_visible()
    expect(field(first, "name")).to_have_value(str(before))
    expect(field(first, "note")).to_have_value("Two hands each")
    assert (unit(book)["name"], unit(book)["note"]) == (before, "Two hands each")
