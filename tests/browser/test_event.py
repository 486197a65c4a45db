"""An event in browsers: from its pack to lists that are open, and verified."""

import io
import json
from datetime import timedelta

import pytest
import zxingcpp
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from armybuilder.armies.exports import one_line_each
from armybuilder.armies.models import Army
from armybuilder.armies.review import review_army
from armybuilder.events.demo import _too_much
from armybuilder.events.models import Event, Submission
from rulesets.receipts import check_receipt
from rulesets.rosters.roster import read_roster, roster_document
from tests.browser.conftest import PASSWORD, OpenPage
from tests.browser.test_first_visit import Hand

MOST_INPUTS = 22
"""From the page to sign in to an open event with a pack of its own."""

COUNT, LADY = "The Count Rides Out", "The Lady’s Own"


def test_an_event_from_its_pack_to_a_verified_list(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    organiser = open_page()
    make_event(Hand(organiser))
    event = Event.objects.get(name="Autumn Open")

    legal = open_page(user="player")
    take_place(legal, event, "Anna")
    legal.goto(f"/events/{event.slug}/")
    expect(legal.locator("main")).to_contain_text("No unit has more than 50 models.")
    legal.get_by_role("link", name="Hand in your list").click()
    legal.get_by_role("button", name=COUNT).click()
    hand_in(legal)

    illegal = open_page()
    take_place(illegal, event, "Bert")
    count = read_roster(Army.objects.get(name=COUNT).document)
    too_much = json.dumps(roster_document(_too_much(count)))
    illegal.get_by_label("Or paste it").fill(too_much)
    illegal.locator("#check-text").click()
    expect(illegal.locator("#draft")).to_contain_text("illegal")
    hand_in(illegal)

    pasted = open_page()
    take_place(pasted, event, "Clara")
    reviewed = review_army(Army.objects.get(name=LADY))
    text = one_line_each(reviewed.review, reviewed.books)
    pasted.get_by_label("Or paste it").fill(text)
    pasted.locator("#check-text").click()
    expect(pasted.locator("#draft")).to_contain_text(LADY)
    hand_in(pasted)

    judge(organiser, event)
    expect_page(illegal, f"/events/{event.slug}/mine/", "Which unit shall go?")
    visitor = open_page(expected=(404,))
    visitor.goto(f"/events/{event.slug}/lists/1/")
    expect(visitor.locator("main")).not_to_contain_text(COUNT)

    after = event.deadline + timedelta(seconds=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: after)
    expect_page(visitor, f"/events/{event.slug}/", "Lists are closed")
    legal.goto(f"/events/{event.slug}/mine/")
    expect(legal.locator("#check-text")).to_have_count(0)
    organiser.goto(f"/events/{event.slug}/board/")
    organiser.locator("summary", has_text="Reveal all lists now").click()
    expect(organiser.locator(".board-tools")).to_contain_text("1 list is not decided")
    organiser.locator("#move-revealed").click()
    expect_page(visitor, f"/events/{event.slug}/lists/1/", COUNT)

    legal.goto(f"/events/{event.slug}/mine/")
    address = decoded(legal.locator(".qr"))
    visitor.goto(address)
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Valid")
    visitor.goto("/v/?code=abcd-efgh")
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Not known")
    verify_receipts(legal, visitor)


def make_event(hand: Hand) -> None:
    """Sign in, publish a pack from ready rules, and open an event by it."""
    page = hand.page
    page.goto("/accounts/sign-in/?next=/packs/")
    hand.type(page.get_by_label("Username"), "organiser")
    hand.type(page.get_by_label("Password", exact=True), PASSWORD)
    hand.tap(page.get_by_role("main").get_by_role("button", name="Sign in"))
    hand.tap(page.locator("#begin-pack"))
    hand.type(page.get_by_label("Name"), "Autumn rules")
    hand.tap(page.get_by_label("No unit over 50 models"))
    hand.tap(page.locator("#make-pack"))
    hand.tap(page.locator("#publish-pack"))
    hand.tap(page.get_by_role("link", name="Events").first)
    hand.tap(page.get_by_role("link", name="New event"))
    hand.type(page.get_by_label("Name"), "Autumn Open")
    page.get_by_label("Game", exact=True).select_option("warhammer")
    hand.type(page.get_by_label("Points for everybody"), "2000")
    page.get_by_label("Composition rules").select_option(
        label="Autumn rules, version 1"
    )
    start = timezone.now() + timedelta(days=20)
    hand.type(page.get_by_label("First game"), start.strftime("%Y-%m-%dT10:00"))
    hand.tap(page.get_by_label("Illegal lists may be handed in"))
    hand.taps += 2  # game and pack were chosen
    hand.tap(page.locator("#make-event"))
    hand.tap(page.locator("#open-event"))
    expect(page.locator(".event-clock")).to_contain_text("left")
    assert hand.taps <= MOST_INPUTS


def take_place(page: Page, event: Event, name: str) -> None:
    page.goto(f"/events/{event.slug}/")
    page.get_by_role("link", name="Take a place").click()
    page.get_by_label("Your name").fill(name)
    page.locator("#join").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your list")


def hand_in(page: Page) -> None:
    page.locator("#hand-in").click()
    expect(page.locator("#standing-h")).to_have_text("Your list is in")
    expect(page.locator("#code")).to_have_text(Submission.objects.latest("pk").code)


def judge(page: Page, event: Event) -> None:
    """Accept the legal lists together, and ask about the illegal one."""
    page.goto(f"/events/{event.slug}/board/")
    expect(page.locator(".board .grp").first).to_contain_text("Not legal")
    page.get_by_role("button", name="Choose all that are legal").click()
    page.locator("#accept-chosen").click()
    expect(page.locator("main")).to_contain_text("2 lists are accepted.")
    page.get_by_role("link", name="Bert").click()
    page.get_by_label("What you write to the player").fill("Which unit shall go?")
    page.locator("#query").click()
    expect(page.locator(".past")).to_contain_text("Which unit shall go?")


def expect_page(page: Page, address: str, text: str) -> None:
    page.goto(address)
    expect(page.locator("main")).to_contain_text(text)


def decoded(square: Locator) -> str:
    """Return the address that a phone reads off the square."""
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(square.screenshot())))
    return found.text


def verify_receipts(owner: Page, visitor: Page) -> None:
    """Verify the receipt of a list with one command's function, then change a byte."""
    with owner.expect_download() as coming:
        owner.get_by_role("link", name="Keep the receipt").click()
    receipt = json.loads(coming.value.path().read_bytes())
    assert check_receipt(receipt, receipt["key"]).is_valid
    receipt["list"]["roster"]["name"] += "!"
    assert not check_receipt(receipt, receipt["key"]).is_valid
    visitor.goto("/v/")
    visitor.get_by_label("Or a receipt").set_input_files(
        {
            "name": "receipt.json",
            "mimeType": "application/json",
            "buffer": json.dumps(receipt).encode(),
        }
    )
    visitor.get_by_role("button", name="Verify the receipt").click()
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Changed since")
