"""A first visit on a phone: from the start page to a legal army on paper."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_builder import changed, revision
from tests.browser.test_pages import PHONE
from tests.browser.test_way import drawn_pdf

MOST_TAPS = 20

ARMIES = [
    ("Charge v2", "Skaven", 500),
    pytest.param("Warhammer", "Bretonnia", 1000, marks=pytest.mark.slow),
    pytest.param("Mordheim", "Reiklanders", 500, marks=pytest.mark.slow),
    pytest.param("Scrollhammer", "The Saltmere League", 1500, marks=pytest.mark.slow),
]


@dataclass
class Hand:
    """Somebody at a phone, whose taps are counted; to type into a field is one."""

    page: Page
    taps: int = 0

    def tap(self, control: Locator) -> None:
        control.click()
        self.taps += 1

    def type(self, field: Locator, text: str) -> None:
        field.fill(text)
        self.taps += 1


@pytest.mark.parametrize(("game", "book", "limit"), ARMIES)
def test_a_first_visitor_has_a_legal_army_on_paper_in_twenty_taps(
    game: str, book: str, limit: int, open_page: OpenPage
) -> None:
    page = open_page(width=PHONE)
    hand = Hand(page)
    begin(hand, game, book, limit)
    hand.tap(page.get_by_role("link", name="Choose for me"))
    hand.tap(page.get_by_role("button", name="Take the ticked steps"))
    print_legal(hand)
    assert hand.taps <= MOST_TAPS


def begin(hand: Hand, game: str, book: str, limit: int) -> None:
    """Go from the start page to an empty army."""
    page = hand.page
    page.goto("/")
    hand.tap(page.get_by_role("link", name="Build an army", exact=True).first)
    games = page.get_by_role("navigation", name="Game")
    hand.tap(games.get_by_role("link", name=game))
    hand.tap(page.get_by_role("radio", name=book))
    hand.type(page.locator("#id_limit"), str(limit))
    hand.type(page.get_by_label("Name"), "The First")
    hand.tap(page.get_by_role("button", name="Start building"))


def print_legal(hand: Hand) -> int:
    """Print an army that is legal and return its points."""
    page = hand.page
    # Rows are drawn at once; points and verdict when they are saved.
    expect(page.locator("html[data-saving], html[data-unsent]")).to_have_count(0)
    expect(page.locator("#to-problems")).to_contain_text("Legal")
    points = page.locator("#summary strong").inner_text()
    hand.tap(page.locator("#more-menu > summary"))
    hand.tap(page.locator("#more-menu").get_by_role("link", name="Print"))
    hand.taps += 1
    text = drawn_pdf(page, page.get_by_role("link", name="PDF, A4"))
    assert "The First" in text
    assert points in text
    return int(points.replace(",", ""))


# -- by hand --------------------------------------------------------------------------

MOST_BY_HAND = 35

Begun = tuple[str, str, int]
Equipped = tuple[str, tuple[str, ...] | dict[str, int]]

TAPS = {"bretonnia": 29, "warband": 28, "league": 32, "charge": 21}
"""Taps by hand from the start page to the PDF, to type into a field is one."""

BY_HAND: dict[str, tuple[Begun, tuple[str, ...], tuple[Equipped, ...]]] = {
    "bretonnia": (
        ("Warhammer", "Bretonnia", 1000),
        (
            *("Paladin", "Damsel of the Lady", "Knights of the Realm"),
            *("Knights of the Realm", "Knights Errant", "Men-at-arms"),
            *("Questing Knights", "Grail Knights", "Peasant Bowmen"),
        ),
        (
            ("Paladin", ("Battle standard",)),
            ("Damsel of the Lady", ("General of the army",)),
            ("Knights Errant", {"Knight Errant": 8}),
        ),
    ),
    "warband": (
        ("Mordheim", "Reiklanders", 500),
        (
            *("Mercenary Captain", "Champion", "Champion", "Youngblood", "Youngblood"),
            *("Warrior", "Marksman", "Swordsman"),
        ),
        (
            ("Warrior", {"Warrior": 3}),
            ("Marksman", {"Marksman": 3}),
            ("Swordsman", {"Swordsman": 4}),
        ),
    ),
    "league": (
        ("Scrollhammer", "The Saltmere League", 1500),
        (
            *("League Captain", *["Quay Guard"] * 4, *["Wall Wardens"] * 4),
            *("Brine Hounds", "Reefback", "Gate Wardens", "Tidewrought"),
            *("Oathsworn Marines", *["Coast Outriders"] * 2, "Lantern Priests"),
        ),
        (("League Captain", ("Army general",)),),
    ),
    "charge": (
        ("Charge v2", "Orcs", 1000),
        (*["Orcs"] * 5, *["Badlands Beast"] * 5),
        (),
    ),
}

CHARTERS = {"league": "Free Marsh"}


def unit_row(page: Page, name: str) -> Locator:
    named = page.locator(".name").get_by_text(name, exact=True)
    return page.locator("li.unit-row").filter(has=named).first


def buy(hand: Hand, unit: str) -> None:
    """Buy a unit in the open shop, and wait until it is there."""
    rows = hand.page.locator("li.unit-row")
    before = rows.count()
    hand.tap(hand.page.get_by_role("button", name=re.compile(f"^Add {unit}, ")))
    expect(rows).to_have_count(before + 1)


def equip(hand: Hand, unit: str, wanted: tuple[str, ...] | dict[str, int]) -> None:
    """Open a unit, choose options or type how many models it has, and close it."""
    page = hand.page
    hand.tap(unit_row(page, unit).locator("a").first)
    panel = page.locator("#unit .unit-panel")
    for label in wanted:
        before = revision(page)
        if isinstance(wanted, dict):
            field = panel.get_by_label(f"How many {label}", exact=True).first
            hand.type(field, str(wanted[label]))
            field.press("Enter")
        else:
            named = page.get_by_text(label, exact=True)
            hand.tap(panel.locator("label.opt").filter(has=named).first)
        changed(page, before)
    hand.tap(page.locator("#unit .close"))
    expect(page.locator("#unit")).to_be_hidden()
    assert max(toast_edges(page), default=0) <= PHONE


def toast_edges(page: Page) -> list[float]:
    """Return where the messages that float over the page end at the right [px]."""
    edges: list[float] = page.locator(".toast").evaluate_all(
        "found => found.map(toast => toast.getBoundingClientRect().right)"
    )
    return edges


@pytest.mark.slow
@pytest.mark.parametrize("kind", BY_HAND)
def test_a_first_visitor_builds_a_legal_army_by_hand(
    kind: str, open_page: OpenPage
) -> None:
    (game, book, limit), units, wanted = BY_HAND[kind]
    page = open_page(width=PHONE)
    hand = Hand(page)
    begin(hand, game, book, limit)
    hand.tap(page.get_by_role("link", name="See all that the book offers"))
    if kind in CHARTERS:
        before = revision(page)
        choices = page.locator(".force-choices")
        hand.tap(choices.locator("label").filter(has_text=CHARTERS[kind]).first)
        changed(page, before)
    for unit in units:
        buy(hand, unit)
    hand.tap(page.locator("#shop .close"))
    for unit, options in wanted:
        equip(hand, unit, options)
    points = print_legal(hand)
    assert 0.9 * limit <= points <= limit
    assert hand.taps == TAPS[kind] <= MOST_BY_HAND
