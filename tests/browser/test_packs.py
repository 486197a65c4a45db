"""A new organiser: from signing in to a published pack, and to an army judged by it."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD, OpenPage
from tests.browser.test_first_visit import Hand
from tests.browser.test_pages import DESK, PHONE

MOST_INPUTS = 14
"""From the page to sign in to a published pack of three rules, one of them changed."""

COUNT = "The Count Rides Out"
RULES = ("No unit over 50 models", "At most three alike", "No unit over 500 points")


@pytest.mark.parametrize("width", [DESK, pytest.param(PHONE, marks=pytest.mark.slow)])
def test_an_organiser_publishes_a_pack_and_a_player_is_judged_by_it(
    open_page: OpenPage, width: int
) -> None:
    page = open_page(width=width)
    hand = Hand(page)
    page.goto("/accounts/sign-in/?next=/packs/")
    hand.type(page.get_by_label("Username"), "player")
    hand.type(page.get_by_label("Password", exact=True), PASSWORD)
    hand.tap(page.get_by_role("main").get_by_role("button", name="Sign in"))

    hand.tap(page.locator("#begin-pack"))
    hand.type(page.get_by_label("Name"), "Spring Open")
    for rule in RULES:
        hand.tap(page.get_by_label(rule))
    hand.tap(page.locator("#make-pack"))
    tried = page.locator("#tried")
    expect(tried).to_contain_text("3 legal")

    hand.tap(page.locator(".sentence a.blank").first)
    hand.type(page.locator(".blank-popup input[name=value]"), "15")
    hand.tap(page.locator(".blank-popup").get_by_role("button", name="Save"))
    expect(tried).to_contain_text("0 legal")
    expect(tried).to_contain_text("20 models of at most 15")

    hand.tap(page.locator("#publish-pack"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Spring Open")
    expect(page.locator("main")).to_contain_text("No unit has more than 15 models.")
    assert hand.taps <= MOST_INPUTS

    page.goto("/armies/")
    page.get_by_role("link", name=COUNT).first.click()
    expect(page.locator("#to-problems")).to_contain_text("Legal")
    if width == PHONE:
        page.locator("#more-menu > summary").click()
        page.get_by_role("link", name="Try another limit or pack").click()
    else:
        page.locator("#bar-pack").click()
    page.get_by_label("Pack", exact=True).select_option("spring-open")
    page.locator("#keep-pack").click()
    expect(page.locator("#bar-pack")).to_have_text("by Spring Open, version 1")
    expect(page.locator("#to-problems")).to_contain_text("2 problems")


def test_a_pack_is_made_without_scripts(open_page: OpenPage) -> None:
    page = open_page(user="organiser", scripts=False)
    page.goto("/packs/new/")
    page.get_by_label("Name").fill("Autumn Open")
    page.get_by_label(RULES[0]).check()
    page.locator("#make-pack").click()
    page.locator(".sentence a.blank").first.click()
    page.locator("input[name=value]").fill("15")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#tried")).to_contain_text("0 legal")
    page.get_by_role("button", name=RULES[1]).click()
    expect(page.locator(".sentence-line")).to_have_count(2)
    page.locator("#publish-pack").click()
    expect(page.locator("main")).to_contain_text("No unit has more than 15 models.")
