"""Sixty lists that an organiser was mailed, to a judge pack: by hand, counted."""

import io
import json
import re
import zipfile
from dataclasses import replace

import pytest
from playwright.sync_api import FilePayload, expect

from armybuilder.armies.exports import one_line_each
from armybuilder.armies.models import Army
from armybuilder.armies.review import review_army
from armybuilder.events.demo import _too_much
from armybuilder.events.models import EntrantState, Event
from rulesets.rosters.roster import Roster, read_roster, roster_document
from tests.browser.conftest import OpenPage
from tests.browser.test_event import COUNT, LADY, make_event
from tests.browser.test_first_visit import Hand
from tests.browser.test_way import drawn_pdf

MOST_INPUTS = 20
"""From an open event and a folder of sixty files to the judge pack on paper."""


@pytest.mark.slow
def test_sixty_mailed_lists_to_a_judge_pack(open_page: OpenPage) -> None:
    page = open_page()
    make_event(Hand(page))
    event = Event.objects.get(name="Autumn Open")
    hand = Hand(page)
    hand.tap(page.get_by_role("link", name="Take in", exact=True))
    archive = FilePayload(name="mails.zip", mimeType="application/zip", buffer=mails())
    page.get_by_label("Files").set_input_files(archive)
    hand.taps += 1
    hand.tap(page.locator("#take-in"))
    expect(page.locator("#sent-told")).to_contain_text(
        "58 lists are in; 2 wait for you"
    )
    take_the_misspelt(hand)
    expect(page.locator(".sent-left")).to_contain_text("notes.txt")

    hand.tap(page.get_by_role("link", name="Board", exact=True))
    expect(page.locator(".board .grp").first).to_contain_text("Not legal")
    hand.tap(page.get_by_role("button", name="Choose all that are legal"))
    hand.tap(page.locator("#accept-chosen"))
    expect(page.locator("main")).to_contain_text("56 lists are accepted.")
    assert event.entrants.filter(state=EntrantState.ACCEPTED).count() == 56
    assert event.entrants.filter(state=EntrantState.SUBMITTED).count() == 3
    hand.tap(page.get_by_role("link", name="Papers"))
    parts = page.locator("a[href*='judge-pack-']")
    printed = "".join(drawn_pdf(page, one) for one in parts.all())
    hand.taps += parts.count()
    for event_code in event.entrants.values_list("current__code", flat=True):
        assert event_code in printed
    assert "Player 7 " not in printed
    assert hand.taps <= MOST_INPUTS


def take_the_misspelt(hand: Hand) -> None:
    """Choose the line's unit for the one player whose text has a misspelt name."""
    waiting = hand.page.locator(".sent-left li").filter(has_text="Player 59.txt")
    with hand.page.context.expect_page() as opened:
        hand.tap(waiting.get_by_role("button", name="Look at it, and take it"))
    reading = opened.value
    expect(reading.locator("main")).to_contain_text("line by line")
    answers = reading.locator("#lines-that-ask button[name=answer]")
    hand.tap(answers.filter(has_text="Knights of the Realm").first)
    expect(reading.locator("main")).to_contain_text("Player 59")
    reading.close()


def mails() -> bytes:
    """Return sixty files: documents, texts, three illegal, one misspelt, and a note."""
    count, lady = (
        read_roster(Army.objects.get(name=name).document) for name in (COUNT, LADY)
    )
    reviewed = review_army(Army.objects.get(name=LADY))
    text = one_line_each(reviewed.review, reviewed.books)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for n in range(1, 46):
            archive.writestr(
                f"{n:02} Player {n}.json", document(lady if n % 3 else count, n)
            )
        for n in range(46, 49):
            archive.writestr(f"{n:02} Player {n}.json", document(_too_much(count), n))
        for n in range(49, 59):
            archive.writestr(f"Player {n}.txt", text)
        archive.writestr("Player 59.txt", misspelt(text))
        archive.writestr("Kitchen/notes.txt", "Coffee for sixty, milk, and sugar.")
    return packed.getvalue()


def document(roster: Roster, number: int) -> str:
    return json.dumps(roster_document(replace(roster, name=f"Army {number}")))


def misspelt(text: str) -> str:
    return re.sub(r"Knights of the Realm", "Knigths of the Relam", text, count=1)
