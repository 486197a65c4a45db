"""Taps are answered at once, sent in order, and none is lost or hits another button.

Answers are made late, or to fail, by the browser: the site itself is quick.
"""

import re
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import (
    APIResponse,
    Dialog,
    Locator,
    Page,
    Request,
    Route,
    expect,
)

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army
from armybuilder.armies.store import create, save_edit
from armybuilder.books.models import Edition
from rulesets.rosters.edits import SetLimit
from rulesets.rosters.roster import Force, Roster, Selection, read_roster, walk
from tests.browser.conftest import OpenPage
from tests.browser.test_builder import open_options
from tests.browser.test_pages import PHONE
from tests.browser.test_way import add, offered, start_army

TAPS = 5
GAPS = (50, 150, 300, 700)
LOST = "net::ERR_CONNECTION_FAILED"
OFFLINE = ("net::ERR_INTERNET_DISCONNECTED", "htmx:")
BRETONNIA = "warhammer-bretonnia"
DELAYS = (0.0, 0.5, 2.0)
"""Time between taps [ms], and until an answer comes [s]."""
EDIT = re.compile(r"/armies/[^/]+/(edit|undo|redo)/(\?|$)")


@dataclass(slots=True)
class Network:
    """The way between a page and the site: late, failing, and counted."""

    page: Page
    delay: float = 0.0
    failing: list[str] = field(default_factory=list)
    sent: int = 0
    open: int = 0
    most_open: int = 0
    held: list[tuple[Route, APIResponse]] = field(default_factory=list)

    def start(self) -> None:
        # Playwright keeps a mark on each listener, which a bound method cannot bear.
        self.page.route(EDIT, lambda route: self.carry(route))
        self.page.on("requestfinished", lambda request: self.over(request))
        self.page.on("requestfailed", lambda request: self.over(request))

    def wait(self) -> None:
        """Wait until something is on its way."""
        while not self.sent:
            self.page.wait_for_timeout(20)

    def release(self) -> None:
        """Let the answers through that are held, of which there is one at least."""
        while not self.held:
            self.page.wait_for_timeout(20)
        while self.held:
            route, answer = self.held.pop()
            route.fulfill(response=answer)

    def over(self, request: Request) -> None:
        if EDIT.search(request.url):
            self.open -= 1

    def carry(self, route: Route) -> None:
        self.sent += 1
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        how = self.failing.pop(0) if self.failing else ""
        if how == "lost":
            route.abort("connectionfailed")
        elif how == "500":
            route.fulfill(status=500, body="Something broke.")
        elif how == "429":
            route.fulfill(status=429, headers={"Retry-After": "60"}, body="Wait.")
        elif how == "unheard":
            # The site does what was asked, and its answer is lost on the way.
            route.fetch()
            route.abort("connectionfailed")
        elif how == "held":
            self.held.append((route, route.fetch()))
        else:
            answer = route.fetch()
            self.page.wait_for_timeout(self.delay * 1000)
            route.fulfill(response=answer)


def saved(page: Page) -> None:
    """Wait until nothing is left to be sent."""
    expect(page.locator("html:not([data-unsent])")).to_have_count(1)


def count_of(page: Page, entry: str) -> int:
    """Return how many there are of an entry in the army as it is saved."""
    return sum(one.count for one in selections(page) if one.entry == entry)


def selections(page: Page) -> list[Selection]:
    public_id = page.url.split("/armies/")[1].split("/")[0]
    roster = read_roster(Army.objects.get(public_id=public_id).document)
    return [one for force in roster.forces for one in walk(force.units)]


def start(page: Page, book: str, *units: Selection) -> None:
    """Open an army of a book, with its first unit, if it has one."""
    edition = Edition.objects.filter(book__key=book).latest("number")
    force = Force("f1", book, edition.number, units)
    game = edition.document["game"]
    owner = User.objects.get(username="player")
    army = create(Roster(game, "Quick Fingers", 2000, forces=(force,)), owner)
    opened = f"?unit=f1/{units[0].id}" if units else ""
    page.goto(f"/armies/{army.public_id}/{opened}")


def men_at_arms(page: Page) -> None:
    """Open an army of ten men-at-arms, with their options."""
    men = (Selection("s2", "man-at-arms", 10), Selection("s3", "halberd"))
    start(page, BRETONNIA, Selection("s1", "men-at-arms", selections=men))


def one_more(page: Page, label: str = "Man-at-arms") -> Locator:
    return page.get_by_role("button", name=f"One {label} more")


def shown(page: Page, label: str = "Man-at-arms") -> Locator:
    return page.get_by_label(f"How many {label}", exact=True)


def choice(page: Page, label: str) -> Locator:
    """Return a tick or a radio of the open unit; its price stands behind its name."""
    named = re.compile(f"^{label}")
    box = page.get_by_role("checkbox", name=named)
    return box.or_(page.get_by_role("radio", name=named))


def tap_often(page: Page, button: Locator, gap: int, times: int = TAPS) -> None:
    """Tap the same spot again and again, wherever the button has gone."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    for tap in range(times):
        if tap:
            page.wait_for_timeout(gap)
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def five_taps(page: Page, gap: int, delay: float, failing: list[str]) -> None:
    men_at_arms(page)
    before = int(shown(page).input_value())
    network = Network(page, delay, failing)
    network.start()
    tap_often(page, one_more(page), gap)
    # The screen does not wait for the site.
    assert int(shown(page).input_value()) == before + TAPS
    saved(page)
    assert count_of(page, "man-at-arms") == before + TAPS
    assert int(shown(page).input_value()) == before + TAPS
    assert network.most_open == 1


def test_five_quick_taps_add_five(open_page: OpenPage) -> None:
    five_taps(open_page(user="player"), 150, 0.5, [])


@pytest.mark.slow
@pytest.mark.parametrize("delay", DELAYS)
@pytest.mark.parametrize("gap", GAPS)
def test_taps_at_every_pace_are_all_counted(
    open_page: OpenPage, gap: int, delay: float
) -> None:
    five_taps(open_page(user="player"), gap, delay, [])


@pytest.mark.parametrize("width", [390, 1280])
def test_what_tells_of_a_tap_never_lies_over_what_was_tapped(
    open_page: OpenPage, width: int
) -> None:
    page = open_page(user="player", width=width)
    men_at_arms(page)
    # The corner in which messages are told.
    one_more(page).evaluate("button => button.scrollIntoView({ block: 'end' })")
    one_more(page).click()
    toast = page.locator(".toast", has_text="Man-at-arms: 1 more")
    expect(toast).to_be_visible()
    told, used = toast.bounding_box(), one_more(page).bounding_box()
    assert told is not None
    assert used is not None
    assert not (
        told["x"] < used["x"] + used["width"]
        and used["x"] < told["x"] + told["width"]
        and told["y"] < used["y"] + used["height"]
        and used["y"] < told["y"] + told["height"]
    )


def test_a_message_leaves_the_button_that_adds_units_free(open_page: OpenPage) -> None:
    page = open_page(width=PHONE)
    start_army(page, "Bretonnia", 2000, "Free Hands", "Warhammer")
    # The army has its name in its bar: nobody has to be told that it is there.
    expect(page.locator(".toast")).to_have_count(0)
    page.locator(".pick").first.click()
    expect(page.locator(".toast", has_text="Added")).to_be_visible()
    page.get_by_role("link", name="Add units").click(timeout=5000)
    expect(page.locator("#shop .add-one").first).to_be_visible()


def test_a_late_answer_is_waited_for_in_words_and_taps_are_seen(
    open_page: OpenPage,
) -> None:
    page = open_page(width=PHONE)
    start_army(page, "Bretonnia", 2000, "Slow Train", "Warhammer")
    page.get_by_role("link", name="Add units").click()
    network = Network(page, failing=["held"])
    network.start()
    button = page.get_by_role("button", name=re.compile("^Add Paladin, "))
    button.click()
    button.click()
    expect(button).to_have_attribute("data-waiting", "2")
    expect(page.locator("#busy")).to_have_css("visibility", "visible")
    at_words = "e => document.elementFromPoint(e.x + 2, e.y + e.height / 2).id"
    assert (
        page.locator("#busy").evaluate(
            f"one => ({at_words})(one.getBoundingClientRect())"
        )
        == "busy"
    )
    network.release()
    saved(page)
    expect(button).not_to_have_attribute("data-waiting", "2")
    expect(page.locator("#busy")).to_have_css("visibility", "hidden")
    assert count_of(page, "paladin") == 2


@pytest.mark.slow
@pytest.mark.parametrize("how", ["lost", "500", "unheard"])
@pytest.mark.parametrize("gap", GAPS)
def test_taps_are_counted_once_when_an_answer_fails(
    open_page: OpenPage, gap: int, how: str
) -> None:
    five_taps(open_page(user="player", expected=(500, LOST)), gap, 0.5, [how])


def test_a_save_that_fails_says_so_keeps_the_work_and_tries_again(
    open_page: OpenPage,
) -> None:
    page = open_page(user="player", expected=(429, 500, LOST, *OFFLINE))
    men_at_arms(page)
    before = int(shown(page).input_value())
    line = page.locator("#saving")
    network = Network(page, failing=["unheard", "500"])
    network.start()
    one_more(page).click()
    expect(line).to_contain_text("1 change not saved yet")
    # What the site did, and could not say, is done once.
    expect(line).to_be_hidden()
    saved(page)
    assert network.sent == 3
    assert count_of(page, "man-at-arms") == before + 1

    page.unroute(EDIT)
    page.context.set_offline(True)
    tap_often(page, one_more(page), 50)
    choice(page, "Musician").check()
    expect(line).to_contain_text("The server could not be reached")
    assert int(shown(page).input_value()) == before + 1 + TAPS
    left: list[str] = []

    def stay(asked: Dialog) -> None:
        left.append(asked.type)
        asked.dismiss()

    page.once("dialog", stay)
    page.close(run_before_unload=True)
    expect(line).to_be_visible()
    assert left == ["beforeunload"]
    # It is sent as soon as there is a network again, or when somebody asks.
    page.context.set_offline(False)
    saved(page)
    expect(line).to_be_hidden()
    assert count_of(page, "man-at-arms") == before + 1 + TAPS
    assert count_of(page, "musician") == 1

    Network(page, failing=["429"]).start()
    one_more(page).click()
    expect(line).to_contain_text("a great many changes in a short time")
    page.unroute(EDIT)
    page.get_by_role("button", name="Try again now").click()
    saved(page)
    expect(line).to_be_hidden()
    assert count_of(page, "man-at-arms") == before + 2 + TAPS


def test_ticks_and_radios_are_all_taken(open_page: OpenPage) -> None:
    page = open_page(user="player")
    men_at_arms(page)
    network = Network(page, delay=0.5)
    network.start()
    choice(page, "Musician").check()
    for weapon in ("Spears", "Halberds", "Spears"):
        choice(page, weapon).check()
        page.wait_for_timeout(50)
    for _ in range(TAPS):
        choice(page, "Standard bearer").click()
        page.wait_for_timeout(50)
    choice(page, "Musician").uncheck()
    expect(choice(page, "Spears")).to_be_checked()
    expect(choice(page, "Standard bearer")).to_be_checked()
    saved(page)
    entries = [one.entry for one in selections(page)]
    assert entries == [
        "men-at-arms",
        "man-at-arms",
        "spear-infantry",
        "standard-bearer",
    ]
    for taken in ("Spears", "Standard bearer"):
        expect(choice(page, taken)).to_be_checked()
    expect(choice(page, "Musician")).not_to_be_checked()
    assert network.most_open == 1


def test_presses_while_the_site_is_slow_are_all_made(open_page: OpenPage) -> None:
    page = open_page(user="player")
    start(page, BRETONNIA)
    network = Network(page, delay=0.5)
    network.start()
    for name in ("Paladin", "Men-at-arms", "Paladin", "Peasant Bowmen"):
        offered(page, f"Add {name}").click()
    saved(page)
    units = ["paladin", "men-at-arms", "paladin", "peasant-bowmen"]
    assert [one.entry for one in selections(page) if one.entry in units] == units
    assert network.most_open == 1
    # Undo waits for what was tapped before it.
    open_options(page, "Men-at-arms")
    one_more(page).click()
    page.locator("#undo").click()
    page.locator("#undo").click()
    saved(page)
    kept = [one for one in selections(page) if one.entry in units]
    assert [one.entry for one in kept] == ["paladin"]
    assert count_of(page, "man-at-arms") == 0


def test_a_second_tap_does_not_hit_what_took_the_place_of_a_button(
    open_page: OpenPage,
) -> None:
    page = open_page(user="player")
    start(page, "charge-skaven", *(Selection(f"s{n}", "ratmen") for n in range(3)))
    network = Network(page, delay=0.2)
    network.start()
    # Something else slides under the finger.
    tap_often(page, page.get_by_role("button", name="Remove Ratmen").first, 400, 2)
    saved(page)
    assert count_of(page, "ratmen") == 2


def test_a_late_edit_of_one_tab_is_offered_again_and_the_rest_waits(
    open_page: OpenPage,
) -> None:
    page = open_page(user="player", expected=(409,))
    men_at_arms(page)
    before = int(shown(page).input_value())
    other = page.context.new_page()
    other.goto(page.url)
    add(other, "Add Paladin")
    network = Network(page, failing=["held"])
    network.start()
    one_more(page).click()
    network.wait()
    choice(page, "Musician").check()
    network.release()
    notice = page.locator("#notice")
    expect(notice).to_contain_text("Added Paladin")
    expect(notice).to_contain_text("Your change: Man-at-arms: 1 more")
    expect(page.locator("#saving")).to_contain_text("1 change after it waits")
    page.get_by_role("button", name="Make my change now").click()
    saved(page)
    assert count_of(page, "man-at-arms") == before + 1
    assert count_of(page, "musician") == 1
    assert count_of(page, "paladin") == 1


@pytest.mark.slow
def test_a_tap_before_a_refusal_could_be_read_waits(open_page: OpenPage) -> None:
    page = open_page(user="player", expected=(409,))
    men_at_arms(page)
    before = int(shown(page).input_value())
    other = page.context.new_page()
    other.goto(page.url)
    add(other, "Add Paladin")
    one_more(page).click()
    page.locator("#notice").wait_for()
    page.evaluate("document.querySelector('[data-stepper] [data-step=\"1\"]').click()")
    expect(page.locator("#saving")).to_contain_text("1 change after it waits")
    page.get_by_role("button", name="Make my change now").click()
    saved(page)
    assert count_of(page, "man-at-arms") == before + 2


def test_one_of_several_that_is_refused_keeps_none_of_the_others_back(
    open_page: OpenPage,
) -> None:
    page = open_page(user="player", expected=(400,))
    men_at_arms(page)
    spears = choice(page, "Spears")
    spears.evaluate("radio => { radio.value = 'no-such-weapon'; }")
    network = Network(page, delay=0.2)
    network.start()
    choice(page, "Standard bearer").check()
    spears.check()
    choice(page, "Musician").check()
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#saving")).to_contain_text("1 change after it waits")
    page.get_by_role("button", name="Make them now").click()
    saved(page)
    entries = [one.entry for one in selections(page)]
    assert entries[2:] == ["halberd", "standard-bearer", "musician"]
    expect(choice(page, "Halberds")).to_be_checked()
    assert network.most_open == 1


SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries())
    window.shifts.push([one.value, one.sources.map((from) => from.node?.id)]);
}).observe({ type: "layout-shift", buffered: true });
"""
MOST_SHIFTED = 0.02


@pytest.mark.slow
def test_on_a_slow_network_no_tap_is_lost_and_nothing_jumps(
    open_page: OpenPage,
) -> None:
    page = open_page(user="player", width=390)
    page.add_init_script(SHIFTS)
    men_at_arms(page)
    before = int(shown(page).input_value())
    chrome = page.context.new_cdp_session(page)
    chrome.send("Network.enable")
    slow = {"latency": 400, "downloadThroughput": 5e4, "uploadThroughput": 5e4}
    chrome.send("Network.emulateNetworkConditions", {"offline": False, **slow})
    tap_often(page, one_more(page), 100)
    choice(page, "Musician").check()
    tap_often(page, one_more(page), 600)
    choice(page, "Spears").check()
    assert int(shown(page).input_value()) == before + 2 * TAPS
    saved(page)
    assert count_of(page, "man-at-arms") == before + 2 * TAPS
    entries = [one.entry for one in selections(page)]
    assert entries[1:] == ["man-at-arms", "musician", "spear-infantry"]
    shifts = page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) <= MOST_SHIFTED, shifts


@pytest.mark.parametrize("width", [PHONE, 1280])
def test_quick_taps_are_taken_back_together(open_page: OpenPage, width: int) -> None:
    page = open_page(user="player", width=width)
    men_at_arms(page)
    before = int(shown(page).input_value())
    tap_often(page, one_more(page), 400, 3)
    saved(page)
    toast = page.locator(".toast-undo")
    expect(toast).to_have_text("Undo all 3")
    assert count_of(page, "man-at-arms") == before + 3
    toast.click()
    expect(shown(page)).to_have_value(str(before))
    saved(page)
    assert count_of(page, "man-at-arms") == before


def test_taps_of_two_controls_are_taken_back_one_by_one(open_page: OpenPage) -> None:
    page = open_page(user="player")
    men_at_arms(page)
    before = int(shown(page).input_value())
    tap_often(page, one_more(page), 0, 1)
    saved(page)
    choice(page, "Musician").check()
    saved(page)
    toast = page.locator(".toast-undo")
    expect(toast).to_have_text("Undo")
    toast.click()
    expect(choice(page, "Musician")).not_to_be_checked()
    saved(page)
    assert count_of(page, "man-at-arms") == before + 1


@pytest.mark.parametrize("width", [PHONE, 1440])
def test_a_pane_that_is_late_is_a_skeleton_and_nothing_moves_when_it_comes(
    open_page: OpenPage, width: int
) -> None:
    page = open_page(user="player", width=width)
    men = (Selection("s2", "man-at-arms", 10), Selection("s3", "halberd"))
    start(page, BRETONNIA, Selection("s1", "men-at-arms", selections=men))
    page.goto(page.url.partition("?")[0])
    held: list[Route] = []
    page.route(re.compile(r"\?unit="), lambda route: held.append(route))
    page.locator("#open-s1").click()
    skeleton = page.locator("#unit > .skeleton")
    expect(skeleton).to_contain_text("Men-at-arms")
    expect(page.locator("#unit-body")).to_be_hidden()
    places = ("#unit", "#unit-s1", ".army-bar h1")
    before = [page.locator(one).bounding_box() for one in places]
    title = page.locator("#unit .skeleton > p").bounding_box()
    held.pop().continue_()
    expect(page.locator("#unit h2")).to_have_text("Men-at-arms")
    expect(skeleton).to_have_count(0)
    assert [page.locator(one).bounding_box() for one in places] == before
    named = page.locator("#unit h2").bounding_box()
    assert title is not None
    assert named is not None
    assert (title["x"], title["y"]) == pytest.approx((named["x"], named["y"]), abs=2)


def test_a_pane_that_does_not_come_leaves_the_army_as_it_was(
    open_page: OpenPage,
) -> None:
    page = open_page(user="player", expected=(LOST, "htmx:"))
    men = (Selection("s2", "man-at-arms", 10), Selection("s3", "halberd"))
    start(page, BRETONNIA, Selection("s1", "men-at-arms", selections=men))
    page.goto(page.url.partition("?")[0])
    held: list[Route] = []
    page.route(re.compile(r"\?unit="), lambda route: held.append(route))
    page.locator("#open-s1").click()
    expect(page.locator("#unit > .skeleton")).to_be_visible()
    held.pop().abort("connectionfailed")
    expect(page.locator(".toast")).to_contain_text("could not be reached")
    expect(page.locator("#unit")).to_be_hidden()
    expect(page.locator("#shop-body")).to_be_visible()


def test_a_message_leaves_when_another_tab_made_the_change_that_undo_takes(
    open_page: OpenPage,
) -> None:
    page = open_page(user="player", expected=(409,))
    men_at_arms(page)
    tap_often(page, one_more(page), 400, 2)
    saved(page)
    expect(page.locator(".toast-undo")).to_have_text("Undo all 2")
    army = Army.objects.get(public_id=page.url.split("/armies/")[1].split("/")[0])
    save_edit(army, [SetLimit(1500)], army.revision, None, "Set the limit")
    one_more(page).click()
    expect(page.locator("#notices")).to_contain_text("This army was changed meanwhile")
    expect(page.locator(".toast-undo")).to_have_count(0)
