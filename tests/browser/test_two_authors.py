"""Two authors at one unit, each in a browser of their own."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.books.drafts import draft_document
from armybuilder.books.models import Book, Role
from armybuilder.books.people import give_role
from tests.browser.conftest import OpenPage

EMPIRE = "warhammer-empire"
UNIT = "greatswords"


def shared_book() -> Book:
    """Return a book of the author's that the organiser may edit, too."""
    book = Book.objects.get(key=EMPIRE)
    other = User.objects.get(username="organiser")
    grant_role(other, AUTHORS)
    give_role(book, other, Role.EDITOR)
    return book


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


class Held:
    """The first edit that a page sends, held until it is let go."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.routes: list[Route] = []
        page.route(f"**/units/{UNIT}/", self.hold)

    def hold(self, route: Route) -> None:
        if route.request.method == "POST" and not self.routes:
            self.routes.append(route)
        else:
            route.continue_()

    def let_go(self) -> None:
        while not self.routes:
            self.page.wait_for_timeout(50)
        self.routes[0].continue_()


def unit(book: Book) -> dict[str, object]:
    units = draft_document(Book.objects.get(pk=book.pk))["units"]
    found: dict[str, object] = next(one for one in units if one["key"] == UNIT)
    return found


@pytest.mark.slow
def test_two_authors_edit_one_unit_at_once_and_nothing_is_lost(
    open_page: OpenPage,
) -> None:
    book = shared_book()
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
    keep(second, "note", "By the second", "author wrote “By the first”")
    assert unit(book)["note"] == "By the first"
    note = field(second, "note")
    expect(note).to_have_value("By the second")
    expect(second.get_by_role("button", name="Take theirs")).to_be_visible()
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
    book = shared_book()
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


@pytest.mark.slow
def test_what_is_typed_while_the_page_goes_on_is_asked_and_not_lost(
    open_page: OpenPage,
) -> None:
    book = shared_book()
    first = at_the_unit(open_page(user="author", width=1440), book)
    second = at_the_unit(open_page(user="organiser", width=1440, expected=(409,)), book)
    state = second.locator("[data-desk-state]")

    # The name is on its way, and the author goes on in the name and in the note …
    held = Held(second)
    field(second, "name").fill("Swords")
    field(second, "name").press("Tab")
    expect(state).to_have_text("Keeping …")
    field(second, "name").fill("Swords of State")
    field(second, "note").focus()
    field(second, "note").press_sequentially("By the second")
    # … in which another writes meanwhile. The answer is of the newest revision.
    keep(first, "note", "By the first", "Kept.")
    held.let_go()
    expect(state).to_have_text("Kept.")
    expect(field(second, "name")).to_have_value("Swords of State")
    expect(field(second, "note")).to_have_value("By the second")

    field(second, "note").press("Tab")
    expect(state).to_contain_text("author wrote “By the first”")
    assert unit(book)["note"] == "By the first"

    # What clashes waits for its author, whatever else is kept.
    keep(second, "name", "Great Swords", "Kept.")
    assert unit(book)["name"] == "Great Swords"
    expect(field(second, "note")).to_have_value("By the second")
    second.get_by_role("button", name="Take theirs").click()
    expect(field(second, "note")).to_have_value("By the first")
    expect(second.get_by_role("button", name="Take theirs")).to_have_count(0)
    keep(second, "note", "By both", "Kept.")
    assert unit(book)["note"] == "By both"


@pytest.mark.slow
def test_without_scripts_each_field_that_clashes_is_settled_by_its_buttons(
    open_page: OpenPage,
) -> None:
    book = shared_book()
    first = at_the_unit(open_page(user="author", width=1440), book)
    second = at_the_unit(
        open_page(user="organiser", scripts=False, expected=(409,)), book
    )
    keep(first, "note", "By the first", "Kept.")
    keep(first, "name", "Swords of State", "Kept.")
    field(second, "note").fill("By the second")
    field(second, "name").fill("Great Swords")
    field(second, "source").fill("Page 12")
    second.get_by_role("button", name="Save", exact=True).last.click()
    expect(second.get_by_text("author wrote “By the first”")).to_be_visible()
    expect(second.get_by_text("author wrote “Swords of State”")).to_be_visible()

    def settle(name: str, button: str) -> None:
        clash = second.locator(f"[data-clash='/units/{UNIT}:{name}']")
        clash.get_by_role("button", name=button).click()

    settle("name", "Take theirs")
    expect(field(second, "name")).to_have_value("Swords of State")
    expect(field(second, "note")).to_have_value("By the second")
    settle("note", "Keep mine")
    expect(second.get_by_role("button", name="Keep mine")).to_have_count(0)
    now = unit(book)
    told = (now["name"], now["note"], now["source"])
    assert told == ("Swords of State", "By the second", "Page 12")
