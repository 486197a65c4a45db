"""The other rooms: match-ups, the check, the author's desk; and the keyboard."""

import csv
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from armybuilder.armies.models import Army
from armybuilder.books.models import Unit
from tests.browser.conftest import OpenPage
from tests.browser.test_way import offered, rows
from tests.real_books import FIXTURES


def side(page: Page, which: str) -> Locator:
    """Return what chooses the unit of a side."""
    return page.locator(f"select#side-{which}")


def answer(page: Page) -> str:
    """Return the chances that an answer begins with."""
    return page.locator(".headlines").inner_text()


@pytest.mark.slow
def test_a_match_up_holds_its_whole_question_in_its_address(
    open_page: OpenPage,
) -> None:
    page = open_page()
    page.goto("/match-ups/?game=charge")
    page.locator("#side-a-chooser").click()
    search = page.get_by_role("searchbox", name="Search units")
    search.fill("no such unit")
    expect(page.get_by_text("No unit of that name.")).to_be_visible()
    search.fill("skaven ratmen")
    search.press("Enter")
    page.wait_for_url(re.compile(r"a=charge-skaven"))
    page.locator("#side-b-chooser").click()
    expect(page.get_by_role("heading", name="Lately used")).to_be_visible()
    search.fill("orcs")
    page.get_by_role("button", name="Orcs", exact=True).click()
    page.wait_for_url(re.compile(r"a=.*&b="))
    expect(page.get_by_role("heading", name=re.compile("against"))).to_be_visible()
    first, address = answer(page), page.url

    # Another reading: another number, another address.
    page.locator("a[data-given]").first.click()
    expect(page.locator("#situation")).to_have_attribute("open", "")
    page.locator("#readings > summary").click()
    changed = False
    for field in page.locator("#readings select").all():
        options = field.locator("option").all()
        other = next(o for o in options if o.get_attribute("selected") is None)
        field.select_option(value=str(other.get_attribute("value")))
        page.wait_for_url(re.compile(f"^(?!{re.escape(address)}$)"))
        expect(page.locator(".dims.htmx-request")).to_have_count(0)
        address = page.url
        changed = answer(page) != first
        if changed:
            break
    assert changed, "no reading changes this match-up"
    second = answer(page)

    page.reload()
    assert (page.url, answer(page)) == (address, second)
    elsewhere = open_page(scripts=False)
    elsewhere.goto(address)
    assert answer(elsewhere) == second

    a, b = (side(page, which).input_value() for which in "ab")
    page.locator("#swap").click()
    page.wait_for_url(re.compile(f"^(?!{re.escape(address)}$)"))
    expect(side(page, "a")).to_have_value(b)
    expect(side(page, "b")).to_have_value(a)


@pytest.mark.slow
def test_an_organiser_checks_a_pile_of_armies(open_page: OpenPage) -> None:
    page = open_page(user="organiser")
    page.goto("/check/")
    legal = sorted((FIXTURES / "armies").glob("*.json"))
    illegal = sorted((FIXTURES / "illegal-armies").glob("*.json"))
    broken = sorted((FIXTURES / "broken-armies").glob("*.json"))
    page.get_by_label("Files").set_input_files([*legal, *illegal, *broken])
    page.get_by_role("button", name="Check", exact=True).click()
    shown = page.locator(".legend li")
    expect(shown).to_have_count(3)
    figures = shown.all_inner_texts()
    counts = {word: int(count) for word, count in map(str.split, figures)}
    assert counts == {
        "Legal": len(legal),
        "Illegal": len(illegal),
        "Unreadable": len(broken),
    }
    with page.expect_download() as downloaded:
        page.locator("#check-csv").click()
    text = Path(downloaded.value.path()).read_text(encoding="utf-8-sig")
    rows = {row["file"]: row["verdict"] for row in csv.DictReader(text.splitlines())}
    assert len(rows) == len(legal) + len(illegal) + len(broken)
    assert rows["skaven-500.json"] == "legal"
    assert rows["over-the-limit.json"] == "illegal"
    assert rows["not-json.json"] == "unreadable"


def points_shown(page: Page) -> str:
    return page.locator("#summary strong").first.inner_text()


@pytest.mark.slow
def test_a_new_price_holds_for_new_armies_only(open_page: OpenPage) -> None:
    player = open_page(user="player")
    old = Army.objects.get(name="Under the Granary")
    player.goto(f"/armies/{old.public_id}/")
    total = points_shown(player)

    author = open_page(user="author")
    author.goto("/admin/books/book/")
    author.get_by_role("link", name="Skaven").first.click()
    unit = Unit.objects.get(book__key="charge-skaven", key="ratmen")
    author.goto(f"/admin/books/unit/{unit.pk}/change/")
    author.locator("#id_points").fill("57")
    author.get_by_role("button", name="Save", exact=True).first.click()
    author.goto(f"/admin/books/book/{unit.book_id}/change/")
    author.get_by_role("link", name="Check", exact=True).click()
    expect(author.locator("body")).to_contain_text("57")
    expect(author.get_by_label(re.compile("Notes"))).to_have_count(0)
    book_tests = author.locator("#book-tests")
    expect(book_tests).to_contain_text("A draft with a red test is not published.")
    checked = author.url
    book_tests.get_by_role("link").first.click()
    for box in author.locator("#red-tests input[type=checkbox]").all():
        box.check()
    author.get_by_role("button", name="Accept the ticked ones as new").click()
    author.goto(checked)
    author.get_by_label(re.compile("Notes")).fill("Ratmen have become dearer.")
    author.get_by_role("button", name=re.compile("Publish edition")).click()
    expect(author.locator(".messagelist")).to_contain_text("edition 2")

    player.reload()
    assert points_shown(player) == total
    expect(player.locator("#bar .who-is")).to_contain_text("edition 1")
    player.goto("/armies/new/?book=charge-skaven")
    player.get_by_role("button", name="Start building").click()
    expect(player.locator("#bar .who-is")).to_contain_text("edition 2")
    offered(player, "Add Ratmen").click()
    expect(rows(player)).to_have_count(1)
    assert points_shown(player) == "57"


def focused(page: Page) -> str:
    found: str = page.evaluate("document.activeElement.id")
    return found


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the control of this id has the focus."""
    for _ in range(120):
        if focused(page) == wanted:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is not reached with Tab")


def test_the_keyboard_alone_builds_and_mends_an_army(open_page: OpenPage) -> None:
    page = open_page(user="player")
    army = Army.objects.get(name="One Rat Too Many")
    page.goto(f"/armies/{army.public_id}/")
    units = rows(page).count()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")

    tab_to(page, "add-f1-ratmen")
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(units + 1)
    expect(page.locator("#add-f1-ratmen")).to_be_focused()
    expect(page.locator("#builder.htmx-settling")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(units + 2)
    expect(page.locator("#add-f1-ratmen")).to_be_focused()

    page.keyboard.press("Alt+z")
    expect(rows(page)).to_have_count(units + 1)
    page.locator("#to-problems").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#problems")).to_be_focused()
    fix = page.locator("#problems button.fix").first
    first = str(fix.get_attribute("id"))
    tab_to(page, first)
    page.keyboard.press("Enter")
    expect(rows(page)).not_to_have_count(units + 1)
    expect(page.locator("#act.htmx-request")).to_have_count(0)
    # The fix is gone with its problem, yet Tab goes on from there, not from the top.
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#builder') !== null")


@pytest.mark.slow
def test_a_rule_as_text_is_completed_by_what_the_book_has(open_page: OpenPage) -> None:
    book = Unit.objects.filter(book__key="warhammer-empire")[0].book_id
    page = open_page(user="author")
    page.goto(f"/admin/books/book/{book}/rules/")
    line = page.locator(".sentence-line").first
    line.locator(".sentence-more > summary").click()
    line.locator(".sentence-text > summary").click()
    field = line.locator("textarea[data-words]")
    field.fill("")
    field.press_sequentially('{"o')
    expect(page.get_by_role("option")).not_to_have_count(0)
    field.press("ArrowDown")
    field.press("Enter")
    expect(field).to_have_value('{"of"')
    field.press_sequentially(': ["knights of the w')
    field.press("ArrowDown")
    field.press("Tab")
    expect(field).to_have_value('{"of": ["knights-white-wolf"')
    field.press_sequentially('], "in": "zzz')
    expect(page.get_by_role("option")).to_have_count(0)
