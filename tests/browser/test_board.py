"""The board of an event in browsers: its pane, its keys, and two judges at once."""

import re

from django.utils import timezone
from playwright.sync_api import Page, expect

from armybuilder.events.models import Entrant, Event, StaffRole
from armybuilder.events.organisers import give_role
from armybuilder.events.submissions import FILE, Hand, Offer, hand_in
from rulesets.rosters.roster import read_roster
from tests.browser.conftest import OpenPage

BOARD = "/events/spring-open/board/"


def on_board(
    open_page: OpenPage, user: str, expected: tuple[int | str, ...] = ()
) -> Page:
    page = open_page(user=user, width=1440, expected=expected)
    page.goto(BOARD)
    return page


def test_two_judges_at_one_board(open_page: OpenPage) -> None:
    event = Event.objects.get(slug="spring-open")
    give_role(event, "author", StaffRole.JUDGE)
    first = on_board(open_page, "organiser")
    second = on_board(open_page, "author", expected=(409,))
    pane = second.locator("#pane")
    second.keyboard.press("j")
    expect(pane).to_contain_text("Dora")
    expect(pane).to_contain_text("Which unit shall go?")
    second.keyboard.press("j")
    expect(pane).to_contain_text("Bert")
    second.keyboard.press("k")
    expect(pane).to_contain_text("Dora")

    # The first writes in the pane and asks; the board stays, its row tells.
    first.get_by_role("link", name="Bert").click()
    expect(first.locator("#pane")).to_contain_text("Bert")
    first.keyboard.press("a")
    expect(first.locator("#pane [role=status]")).to_have_text("Bert is accepted.")
    assert first.url.endswith(BOARD)
    expect(first.locator(".is-open .c-state")).to_have_text("accepted")

    # The second is told without a row moving, and sees it once he wants to.
    names = second.locator(".board .no").all_inner_texts()
    second.evaluate(
        "htmx.trigger(document.querySelector('[data-waits]'), 'seen-again')"
    )
    expect(second.locator("[data-waits]")).to_contain_text("The board has changed.")
    assert second.locator(".board .no").all_inner_texts() == names

    # A version that came in meanwhile is looked at before it is decided about.
    second.keyboard.press("q")
    expect(pane.locator("#decide-text")).to_be_focused()
    second.keyboard.type("Too many points")
    clara, dora = (Entrant.objects.get(event=event, name=n) for n in ("Clara", "Dora"))
    hand_in_again(dora, clara)
    pane.get_by_role("button", name="Refuse").click()
    expect(pane).to_contain_text("Version 2 was handed in meanwhile.")
    expect(pane.locator("#decide-text")).to_have_value("Too many points")
    dora.refresh_from_db()
    assert dora.state == "submitted"
    second.evaluate(
        "htmx.trigger(document.querySelector('[data-waits]'), 'seen-again')"
    )
    expect(second.locator("[data-waits]")).to_contain_text("1 new list.")
    second.locator("[data-waits] a").click()
    expect(second.locator("[data-waits]")).to_be_empty()


def hand_in_again(entrant: Entrant, like: Entrant) -> None:
    """Hand in the list of another, as the player does meanwhile."""
    assert like.current is not None
    roster = read_roster(like.current.receipt["roster"])
    hand_in(entrant, Offer(roster, FILE), Hand(timezone.now()))


def test_on_a_phone_a_row_opens_the_page_of_its_list(open_page: OpenPage) -> None:
    page = open_page(user="organiser", width=390)
    page.goto(BOARD)
    page.get_by_role("link", name="Dora").click()
    expect(page).to_have_url(re.compile("/events/spring-open/lists/4/$"))
