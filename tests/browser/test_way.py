"""The whole way of a player, as a player goes it."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PASSWORD, OpenPage

RATMEN, JEZZAILS = "Add Ratmen", "Add Jezzails"

PDF_PATIENCE = 30_000
"""Time that a busy machine may take to set a PDF [ms]."""


def start_army(page: Page, book: str, limit: int, name: str, game: str) -> None:
    page.goto("/")
    page.get_by_role("link", name="Build an army", exact=True).first.click()
    games = page.get_by_role("navigation", name="Game")
    games.get_by_role("link", name=game).click()
    page.get_by_role("radio", name=book).check()
    page.get_by_label(re.compile("limit$")).fill(str(limit))
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Start building").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def add(page: Page, unit: str, times: int = 1) -> None:
    """Buy a unit, each time waiting until the army shows one more."""
    for _ in range(times):
        before = rows(page).count()
        open_shop(page)
        offered(page, unit).click()
        expect(rows(page)).to_have_count(before + 1)


def look(page: Page) -> None:
    """Look before the next tap: one at once is meant for the control tapped before."""
    now = page.evaluate("performance.now()")
    page.wait_for_function("since => performance.now() - since > 650", arg=now)


def rows(page: Page) -> Locator:
    return page.locator("li.unit-row")


def open_shop(page: Page) -> None:
    """Open what the book offers, where it is not in view."""
    wide = (page.viewport_size or {"width": 0})["width"] >= 1000
    closed = page.locator("#shop-body").get_by_role("link", name="See what the book")
    buttons = page.locator("#shop .add-one, #offers > p.muted")
    if not wide and not buttons.first.is_visible():
        close_panes(page)
        page.get_by_role("link", name="Add units").last.click()
    elif page.locator("#shop").is_visible() and closed.count():
        closed.or_(buttons).first.wait_for()
        # With scripts the offers come by themselves.
        if page.locator("#shop .search").is_hidden() and closed.count():
            closed.click()
    expect(buttons.first).to_be_visible()


def close_panes(page: Page) -> None:
    """Close what lies over the army on a phone."""
    for pane in ("targets", "problems", "unit", "shop"):
        close = page.locator(f"#{pane} .close")
        if close.count() and close.is_visible():
            close.click()
            expect(page.locator(f"#{pane}")).to_be_hidden()


def open_problems(page: Page) -> Locator:
    """Open what the rules say, where it is closed, and return it."""
    problems = page.get_by_role("region", name="What the rules say")
    if not page.locator("#problems").is_visible():
        page.locator("#to-problems").click()
    expect(problems).to_be_visible()
    return problems


def open_name_and_note(page: Page, number: int = 0) -> None:
    """Open the name and the note of a unit."""
    rows(page).nth(number).locator("a").click()
    page.locator("#unit details.fold").filter(has_text="Name and note").click()


def offered(page: Page, unit: str) -> Locator:
    """Return the button that buys a unit; a fix may be called the same."""
    offers = page.get_by_role("complementary", name="What the book offers")
    return offers.get_by_role("button", name=unit)


def sign_up(page: Page, name: str) -> None:
    page.goto("/")
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill("four-clever-rats")
    page.get_by_label("Password again").fill("four-clever-rats")
    page.locator("main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_text(f"Welcome, {name}.")).to_be_visible()


def pdf_text(path: Path) -> str:
    assert path.read_bytes().startswith(b"%PDF")
    done = subprocess.run(
        ["pdftotext", "-layout", str(path), "-"], check=True, capture_output=True
    )
    return done.stdout.decode()


def drawn_pdf(page: Page, link: Locator) -> str:
    """Follow a link to a PDF, past the note that it is drawn, and return its text."""
    before = page.url
    with page.expect_download(timeout=PDF_PATIENCE) as downloaded:
        link.click()
    text = pdf_text(Path(downloaded.value.path()))
    if page.url != before:
        page.goto(before)
    return text


def test_sign_up_build_fix_share_print(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page()
    sign_up(page, "skritch")
    start_army(page, "Skaven", 500, "Under the Mill", "Charge v2")
    add(page, RATMEN, 7)
    add(page, JEZZAILS, 2)

    # Over the limit: the message does the sum.
    problems = open_problems(page)
    expect(problems).to_contain_text("550 of at most 500 points, 50 too many")
    expect(page.locator("#summary")).to_contain_text("50 over")
    expect(page.locator("#to-problems")).to_contain_text(re.compile("problem", re.I))

    # The offered fix was tried: it says what follows, and that follows.
    fix = problems.get_by_role("button").first
    expect(fix).to_contain_text(re.compile("legal", re.I))
    fix.click()
    expect(problems).to_contain_text("This army is legal")
    expect(rows(page)).to_have_count(8)
    expect(page.locator("#summary")).not_to_contain_text("over")

    # Rename a unit, then take it back, and make it again.
    open_name_and_note(page)
    page.get_by_label("Your name for it").fill("The Gnawers")
    page.get_by_role("button", name="Save the name").first.click()
    expect(rows(page).first.locator(".name")).to_contain_text("The Gnawers")
    page.locator("#undo").click()
    expect(rows(page).first.locator(".name")).not_to_contain_text("The Gnawers")
    page.get_by_role("button", name="Redo").click()
    expect(rows(page).first.locator(".name")).to_contain_text("The Gnawers")

    # Whoever has the link may look, signed out, and nobody may before.
    page.locator("#share-menu > summary").click()
    page.get_by_role("radio", name="Anyone with the link").check()
    expect(page.locator("#share-menu > summary")).to_contain_text("Shared")
    if not page.locator("#share-link").is_visible():
        page.locator("#share-menu > summary").click()
    link = page.locator("#share-link").input_value()
    stranger = open_page()
    stranger.goto(link)
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Under the Mill")
    expect(stranger.locator("main")).to_contain_text("The Gnawers")
    expect(offered(stranger, RATMEN)).to_have_count(0)
    expect(stranger.get_by_role("link", name="Edit")).to_have_count(0)

    # Print it: a PDF that names the units.
    page.keyboard.press("Escape")
    page.locator("#more-menu > summary").click()
    text = drawn_pdf(page, page.locator("#pdf"))
    for word in ("Under the Mill", "The Gnawers", "Jezzails", "500"):
        assert word in text

    # Out as a document and in again: the same army, priced anew.
    if not page.locator("#as-json").is_visible():
        page.locator("#more-menu > summary").click()
    with page.expect_download() as downloaded:
        page.locator("#as-json").click()
    document = json.loads(Path(downloaded.value.path()).read_bytes())
    assert "points" not in json.dumps(document)
    path = tmp_path / "army.json"
    path.write_text(json.dumps({**document, "name": "Back Again"}))
    page.goto("/armies/import/")
    page.get_by_label("or choose a file").set_input_files(path)
    page.get_by_role("button", name=re.compile("^Import")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Back Again")
    expect(rows(page)).to_have_count(8)
    expect(page.locator("main")).to_contain_text("The Gnawers")


@pytest.mark.slow
def test_an_army_built_without_an_account_is_kept_on_signing_in(
    open_page: OpenPage,
) -> None:
    page = open_page()
    start_army(page, "Orcs", 500, "Nobody's Mob", "Charge v2")
    page.locator("#shop .add-one").first.click()
    expect(rows(page)).to_have_count(1)
    address = page.url
    page.get_by_role("link", name="Sign in").first.click()
    page.get_by_label("Username").fill("player")
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Welcome back, player.")).to_be_visible()
    page.goto("/armies/?q=Nobody")
    expect(page.get_by_role("link", name=re.compile("Nobody's Mob"))).to_be_visible()
    elsewhere = open_page(user="player")
    elsewhere.goto(address)
    expect(rows(elsewhere)).to_have_count(1)
    stranger = open_page(expected=(404,))
    refused = stranger.goto(address)
    assert refused is not None
    assert refused.status == 404


@pytest.mark.slow
def test_with_scripts_off_an_army_is_built_all_the_same(open_page: OpenPage) -> None:
    page = open_page(scripts=False)
    start_army(page, "Skaven", 100, "By Hand", "Charge v2")
    add(page, RATMEN, 2)
    add(page, JEZZAILS, 1)
    problems = open_problems(page)
    expect(problems).to_contain_text("200 of at most 100 points, 100 too many")
    rows(page).last.locator("a").click()
    page.get_by_role("button", name="Remove Jezzails", exact=True).click()
    expect(rows(page)).to_have_count(2)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(rows(page)).to_have_count(3)
    open_problems(page).get_by_role("button").first.click()
    expect(page.locator("#summary")).not_to_contain_text("over")
    open_name_and_note(page)
    page.get_by_label("Your name for it").fill("The Slow Ones")
    page.get_by_role("button", name="Save the name").first.click()
    expect(rows(page).first.locator(".name")).to_contain_text("The Slow Ones")
    page.locator("#share-menu > summary").click()
    page.get_by_role("radio", name="Anyone with the link").check()
    page.locator("#sharing").get_by_role("button", name="Save").click()
    page.locator("#share-menu > summary").click()
    page.get_by_role("link", name="Open it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("By Hand")


@pytest.mark.slow
def test_a_stale_edit_is_told_what_changed(open_page: OpenPage) -> None:
    page = open_page(expected=(409,))
    start_army(page, "Skaven", 500, "Two Tabs", "Charge v2")
    add(page, RATMEN)
    other = page.context.new_page()
    other.goto(page.url)
    add(other, JEZZAILS)

    offered(page, RATMEN).click()
    notice = page.locator("#notice")
    expect(notice).to_contain_text("changed meanwhile")
    expect(notice).to_contain_text(re.compile("Added .*Jezzails", re.I))
    expect(notice).to_contain_text(re.compile("Your change: .*Ratmen", re.I))
    expect(rows(page)).to_have_count(2)
    notice.get_by_role("button", name="Make my change now").click()
    expect(rows(page)).to_have_count(3)
    expect(page.locator("#notice")).to_have_count(0)
