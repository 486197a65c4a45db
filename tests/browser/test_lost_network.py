"""A list whose way to the site breaks: nothing typed is lost, and it is in once."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from armybuilder.armies.models import Army
from armybuilder.events.entrants import Invited, invite
from armybuilder.events.friendly import make_friendly
from armybuilder.events.models import Entrant, Event, Submission
from armybuilder.events.submissions import FILE, Hand, Offer, hand_in
from rulesets.rosters.roster import read_roster
from tests.browser.conftest import OpenPage
from tests.browser.test_event import COUNT, LADY

LOST = "net::ERR_CONNECTION_FAILED"
OFFLINE = "net::ERR_INTERNET_DISCONNECTED"
BREAKS = (LOST, OFFLINE, "htmx:")
SENDS = re.compile(r"/mine/(choose|hand-in)/$")
PAST_A_QUESTION = 16_000
"""Time after which a page that waits has asked [ms]."""


@contextmanager
def broken(page: Page, how: str) -> Iterator[None]:
    """Break the network of a page: before a request comes, or before its answer."""

    def lose(route: Route) -> None:
        if how == "unheard":
            route.fetch()  # the site does what was asked
        route.abort("connectionfailed")

    if how == "offline":
        page.context.set_offline(True)
    else:
        page.route(SENDS, lose)
    yield
    if how == "offline":
        page.context.set_offline(False)
    else:
        page.unroute(SENDS)


def written(name: str) -> str:
    return json.dumps(Army.objects.get(name=name).document)


@pytest.fixture
def gina(site: str) -> Entrant:
    """Return a place in the open event of the demonstration."""
    event = Event.objects.get(name="Spring Open")
    organiser = event.people.get().person
    return invite(event, [Invited("Gina")], organiser, timezone.now())[0]


@pytest.mark.parametrize("how", ["offline", "lost", "unheard"])
def test_what_was_typed_stays_and_the_list_is_in_once(
    open_page: OpenPage, gina: Entrant, how: str
) -> None:
    page = open_page(width=390, expected=BREAKS)
    page.goto(f"/events/i/{gina.link}/")
    text = written(COUNT)
    page.get_by_label("Or paste it").fill(text)
    with broken(page, how):
        page.locator("#check-text").click()
        expect(page.locator("[data-lost]")).to_contain_text("send it again")
        expect(page.get_by_label("Or paste it")).to_have_value(text)
    page.locator("#check-text").click()
    expect(page.locator("#draft")).to_contain_text(COUNT)
    expect(page.locator("[data-lost]")).to_have_count(0)
    assert page.url.endswith("/mine/")
    with broken(page, how):
        page.locator("#hand-in").click()
        expect(page.locator("[data-lost]")).to_contain_text("send it again")
        expect(page.locator("#draft")).to_contain_text(COUNT)
    page.locator("#hand-in").click()
    expect(page.locator("#standing-h")).to_have_text("Your list is in")
    row = Submission.objects.get(entrant=gina)
    page.reload()
    expect(page.locator("#code")).to_have_text(row.code)


def test_the_page_says_that_the_network_is_back(
    open_page: OpenPage, gina: Entrant
) -> None:
    page = open_page(expected=BREAKS)
    page.goto(f"/events/i/{gina.link}/")
    page.get_by_label("Or paste it").fill("20 Halberdiers")
    with broken(page, "offline"):
        page.locator("#check-text").click()
        expect(page.locator("[data-lost]")).to_be_visible()
    expect(page.locator("[data-lost]")).to_contain_text("The network is back")
    expect(page.get_by_label("Or paste it")).to_have_value("20 Halberdiers")


def test_a_friendly_game_opens_before_both_players(
    open_page: OpenPage, site: str
) -> None:
    """The first commits and waits; his page says by itself that both lists are open."""
    rules = {"game": "warhammer", "limit": 2000}
    places = make_friendly(rules, ("Anna", "Bert"), None, timezone.now())
    anna, bert = (open_page(width=width, expected=BREAKS) for width in (390, 1280))
    for page, place in zip((anna, bert), places, strict=True):
        page.clock.install()
        page.goto(f"/events/i/{place.link}/")
    commit(anna, COUNT)
    expect(bert.locator(".friend")).to_contain_text("Nothing of Anna is in yet.")
    bert.get_by_label("Or paste it").fill("half a list")
    bert.clock.run_for(PAST_A_QUESTION)
    expect(bert.locator(".friend")).to_contain_text("The list of Anna is in.")
    expect(bert.get_by_label("Or paste it")).to_have_value("half a list")
    with broken(anna, "offline"):
        anna.clock.run_for(PAST_A_QUESTION)
        expect(anna.locator(".toast--error")).to_have_count(0)
    commit(bert, LADY)
    expect(bert.locator(".friend a")).to_have_text("See the list of Anna")
    anna.clock.run_for(PAST_A_QUESTION)
    anna.locator(".friend a").click()
    expect(anna.get_by_role("heading", level=1)).to_have_text(LADY)
    assert Submission.objects.filter(entrant__in=places).count() == 2


def commit(page: Page, name: str) -> None:
    page.get_by_label("Or paste it").fill(written(name))
    page.locator("#check-text").click()
    expect(page.locator("#draft")).to_contain_text(name)
    page.locator("#hand-in").click()
    expect(page.locator("#standing-h")).to_have_text("Your list is in")


def test_without_scripts_a_list_that_is_sent_twice_is_in_once(
    open_page: OpenPage, gina: Entrant
) -> None:
    page = open_page(scripts=False)
    page.goto(f"/events/i/{gina.link}/")
    page.get_by_label("Or paste it").fill(written(COUNT))
    page.locator("#check-text").click()
    draft = read_roster(Army.objects.get(name=COUNT).document)
    gina.refresh_from_db()
    hand_in(gina, Offer(draft, FILE), Hand(timezone.now()))  # its answer was lost
    page.locator("#hand-in").click()
    row = Submission.objects.get(entrant=gina)
    expect(page.locator("#code")).to_have_text(row.code)
