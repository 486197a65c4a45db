"""The pages of plans in a browser: for everybody, by keyboard, without scripts."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from armybuilder.armies.models import Army
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import DESK, PHONE, look
from tests.browser.test_way import start_army

pytestmark = pytest.mark.slow

STEPS = ".plan-steps input"


def begun(open_page: OpenPage, goal: str, limit: int = 1000, **how: object) -> Page:
    """Open a plan for an empty Bretonnian army of a new visitor."""
    page = open_page(**how)
    start_army(page, "Bretonnia", limit, "Planned", "Warhammer")
    army = Army.objects.latest("pk")
    page.goto(f"{reverse('armies:plan', args=[army.public_id])}?goal={goal}")
    return page


@pytest.mark.parametrize(
    ("goal", "limit"), [("fill", 1000), ("legal", 1000), ("legal", 60)]
)
def test_a_plan_is_for_everybody(goal: str, limit: int, open_page: OpenPage) -> None:
    page = begun(open_page, goal, limit)
    steps = page.locator(STEPS)
    if steps.count():
        steps.first.uncheck()
        expect(page.locator("#plan-then")).to_contain_text("What is ticked leads to")
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")

    assert look(page, widths=(DESK, PHONE)) == {}


@pytest.mark.parametrize("scripts", [True, False])
def test_what_is_ticked_is_told_and_taken(scripts: bool, open_page: OpenPage) -> None:
    page = begun(open_page, "legal", scripts=scripts)
    told = page.locator("#plan-then")
    expect(page.locator(STEPS)).to_have_count(3)
    page.locator(STEPS).nth(0).uncheck()
    if not scripts:
        page.get_by_role("button", name="Review what is ticked").click()
    expect(told).to_contain_text("What is ticked leads to")
    expect(told.locator(".badge")).to_contain_text("Not legal")
    expect(told.locator(".message--illegal").first).to_be_visible()
    expect(page.locator(STEPS).nth(0)).not_to_be_checked()

    page.locator(STEPS).nth(0).check()
    if not scripts:
        page.get_by_role("button", name="Review what is ticked").click()
    expect(told.locator(".badge")).to_contain_text("Legal")
    expect(told.locator(".message--illegal")).to_have_count(0)
    points = told.locator(".num").first.inner_text().split(" of ")[0].split()[0]
    page.get_by_role("button", name="Take the ticked steps").click()
    expect(page.locator("#summary strong")).to_have_text(points)
    expect(page.locator("#to-problems")).to_contain_text("Legal")


def test_a_plan_is_taken_by_keyboard_alone(open_page: OpenPage) -> None:
    page = begun(open_page, "legal")
    page.locator("h1").click()
    reach(page, lambda: page.evaluate("document.activeElement.id") == "step-1")
    page.keyboard.press("Space")
    expect(page.locator("#plan-then")).to_contain_text("What is ticked leads to")
    assert page.evaluate("document.activeElement.id") == "step-1"
    page.keyboard.press("Space")
    expect(page.locator("#plan-then .badge")).to_contain_text("Legal")
    reach(page, lambda: page.evaluate("document.activeElement.id") == "take-steps")
    page.keyboard.press("Enter")
    expect(page.locator("#to-problems")).to_contain_text("Legal")


def reach(page: Page, is_there: Callable[[], bool]) -> None:
    """Press the tab key until the focus is where it should be."""
    for _ in range(60):
        if is_there():
            return
        page.keyboard.press("Tab")
    raise AssertionError("the keyboard does not lead there")


def test_a_limit_that_is_enough_leads_to_trying_it(open_page: OpenPage) -> None:
    page = begun(open_page, "legal", limit=60)
    enough = page.locator("#plan-enough")
    expect(enough).to_contain_text("With a limit of")
    points = enough.locator("b").inner_text().split()[0]

    enough.get_by_role("link", name="Try that limit").click()

    expect(page.locator("#id_limit, [name=limit]").first).to_have_value(points)
