"""A first visit: the start page's army, its hints, and the books by keyboard."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage

PHONE = 390


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_first_visit_opens_the_sample_and_puts_its_hints_away(
    open_page: OpenPage, scripts: bool
) -> None:
    page = open_page(width=PHONE, scripts=scripts)
    page.goto("/")
    page.get_by_role("button", name="Open this army and change it").click()
    expect(page).to_have_url(re.compile(r"guide=1"))
    hints = page.get_by_role("complementary", name="First steps")
    expect(hints).to_contain_text("Open a unit")
    hints.get_by_role("link", name="Got it").click()
    expect(hints).to_have_count(0)
    expect(page).not_to_have_url(re.compile("guide"))
    page.goto("/")
    expect(page.get_by_role("link", name="The Count Rides Out")).to_be_visible()


def test_a_book_is_read_by_keyboard_and_by_link(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/books/warhammer-bretonnia/")
    unit = page.locator("#unit-men-at-arms")
    expect(unit.get_by_text("on a page of its own")).to_be_hidden()
    unit.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(unit.get_by_text("on a page of its own")).to_be_visible()
    rules = page.get_by_role("region", name="Table of special rules")
    expect(rules).to_be_hidden()
    page.get_by_role("link", name="Special rules", exact=True).click()
    expect(rules).to_be_visible()


def test_pages_are_set_in_the_faces_of_the_site(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    page.evaluate("document.fonts.ready")
    loaded = page.evaluate(
        "[...document.fonts].filter((face) => face.status === 'loaded')"
        ".map((face) => face.family + ' ' + face.weight)"
    )
    named = {face.replace('"', "") for face in loaded}
    assert {"Source Sans Pro 400", "Source Serif Pro 700"} <= named
