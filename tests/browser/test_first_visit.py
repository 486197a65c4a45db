"""A first visit on a phone: from the start page to a legal army on paper."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
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
    page.goto("/")
    hand.tap(page.get_by_role("link", name="Build an army", exact=True).first)
    games = page.get_by_role("navigation", name="Game")
    hand.tap(games.get_by_role("link", name=game))
    hand.tap(page.get_by_role("radio", name=book))
    hand.type(page.locator("#id_limit"), str(limit))
    hand.type(page.get_by_label("Name"), "The First")
    hand.tap(page.get_by_role("button", name="Start building"))
    hand.tap(page.get_by_role("link", name="Choose for me"))
    hand.tap(page.get_by_role("button", name="Take the ticked steps"))
    verdict = page.locator("#to-problems")
    expect(verdict).to_contain_text("Legal")
    points = page.locator("#summary strong").inner_text()
    hand.tap(page.locator("#more-menu > summary"))
    hand.tap(page.locator("#more-menu").get_by_role("link", name="Print"))
    hand.taps += 1
    text = drawn_pdf(page, page.get_by_role("link", name="PDF, A4"))
    assert "The First" in text
    assert points in text
    assert hand.taps <= MOST_TAPS
