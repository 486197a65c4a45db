"""Comparisons as a player makes them: heat maps, lists, heavy ones with progress."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from armybuilder.armies.models import Army
from armybuilder.jobs.chunks import run_chunk
from armybuilder.jobs.models import Job, State
from armybuilder.matchups import comparison_views
from tests.browser.conftest import OpenPage

GNAWING, GATE = "The Great Gnawing", "Watch of the Eastern Gate"


def army(name: str) -> Army:
    return Army.objects.get(name=name)


def test_two_armies_meet_in_a_heat_map_whose_cells_lead_to_their_match_ups(
    open_page: OpenPage,
) -> None:
    page = open_page(user="player")
    page.goto(f"/armies/{army(GNAWING).public_id}/")
    page.locator("#more-menu > summary").click()
    page.get_by_role("link", name="Compare with an army or a book").click()
    expect(page.get_by_role("heading", name="Now choose side B")).to_be_visible()

    page.locator("#side-b-chooser").click()
    page.get_by_role("searchbox", name="Search units").fill(f"{GATE}: every unit")
    page.get_by_role("button", name=f"{GATE}: every unit").click()
    heat = page.get_by_role("region", name=f"Heat map: {GNAWING} against {GATE}")
    expect(heat.get_by_role("table")).to_contain_text("Chance to win of each row")
    address = page.url
    link = heat.locator("tbody tr").first.locator("td a").first
    row, number = heat.locator("tbody th").first.inner_text(), link.inner_text()
    link.click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Match-ups")
    page.locator("#fold-figures > summary").click()
    first = page.locator("#fold-headlines dl > div").first
    expect(first.locator("dd")).to_have_text(number)
    expect(first).to_contain_text(row.rsplit(" ", 1)[0].split(" ×")[0])

    # The address holds the whole question.
    page.goto(address)
    expect(heat.locator("tbody tr").first.locator("td a").first).to_have_text(number)


@pytest.mark.slow
def test_another_measure_and_the_sides_swapped(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/match-ups/compare/?a=charge-skaven@1&b=charge-orcs@1")
    page.get_by_role("link", name="Win less loss").click()
    expect(page.locator(".heat caption")).to_contain_text("Win less loss")
    before = page.locator(".heat tbody tr").first.locator("td").first.inner_text()

    page.get_by_role("link", name=re.compile("Swap")).click()
    expect(page.locator(".heat .heat-corner")).to_contain_text(
        "Orcs ↓ against Skaven →"
    )
    after = page.locator(".heat tbody tr").first.locator("td").first
    # In Charge the side that acts first strikes first, so a mirror is no exact one.
    expect(after).to_have_text(re.compile(r"^[−+]?\d"))
    assert before[0] in "−+0"


@pytest.mark.slow
def test_the_better_loadout_is_named_and_read_off_its_rows(
    open_page: OpenPage,
) -> None:
    page = open_page(user="player")
    unit, enemy = "warhammer-empire@1/greatswords", "warhammer-bretonnia@1/men-at-arms"
    page.goto(f"/match-ups/compare/?a={unit}&b={enemy}&rows=loadouts")

    rows = page.locator(".ranking tbody tr")
    expect(rows.nth(1)).to_be_visible()
    best = rows.first.locator("th").inner_text().strip().splitlines()[0]
    told = page.locator("main p", has_text="Greatswords win most often against")
    expect(told).to_contain_text(f"Men-at-arms with {best}, ")
    chance = rows.first.locator(".ranking-value").inner_text()
    rows.first.get_by_role("link").click()
    page.locator("#fold-figures > summary").click()
    expect(page.locator("#fold-headlines dd").first).to_have_text(chance)


@pytest.mark.slow
def test_with_scripts_off_two_sides_are_compared_all_the_same(
    open_page: OpenPage,
) -> None:
    page = open_page(scripts=False)
    page.goto("/match-ups/compare/?game=charge")
    page.locator("#side-a").select_option("charge-skaven@1")
    page.locator("#side-b").select_option("charge-orcs@1/orcs")
    page.locator("#work-out").click()
    expect(page.locator(".ranking tbody tr")).to_have_count(2)


def start_large(page: Page, query: str) -> None:
    page.goto(f"/match-ups/compare/?{query}")
    expect(page.get_by_role("heading", name=re.compile("match-ups$"))).to_be_visible()
    page.locator("#begin").click()
    expect(page.get_by_role("heading", name="Working it out")).to_be_visible()


@pytest.fixture
def held(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have heavy work lie until a test does it, and take everything for heavy."""
    settings.JOB_ENGINE = "tests.browser.test_comparisons.hold"
    monkeypatch.setattr(comparison_views, "AT_ONCE", 0)


def hold(chunks: list[int]) -> None:
    """Do nothing: the test works on the chunks."""


BOOKS = "a=mordheim-reikland@1&b=mordheim-skaven@1"


@pytest.mark.slow
@pytest.mark.usefixtures("held")
def test_a_heavy_comparison_shows_its_progress_until_it_is_there(
    open_page: OpenPage,
) -> None:
    page = open_page()
    start_large(page, BOOKS)
    job = Job.objects.get()
    chunks = list(job.chunks.order_by("number").values_list("pk", flat=True))
    progress = page.locator("#progress")
    expect(progress).to_contain_text(f"0 of {len(chunks)} parts done")

    run_chunk(chunks[0])
    expect(progress).to_contain_text(f"1 of {len(chunks)} parts done")
    for chunk in chunks[1:]:
        run_chunk(chunk)
    expect(page.locator(".heat tbody tr")).to_have_count(6)
    expect(page.locator(".heat tbody td").first).to_contain_text("%")


def place(page: Page) -> Any:
    """Return where the heat map begins on the screen, and how far it is scrolled."""
    map_ = page.locator("#heat-map")
    looked = "[map.getBoundingClientRect().top, map.scrollLeft, map.scrollTop]"
    top, right, down = map_.evaluate(f"map => {looked}")
    return round(top), right, down


@pytest.mark.slow
@pytest.mark.usefixtures("held")
def test_a_map_fills_under_the_finger_and_is_found_again_where_it_was_left(
    open_page: OpenPage,
) -> None:
    page = open_page(width=390)
    start_large(page, BOOKS)
    job = Job.objects.get()
    chunks = list(job.chunks.order_by("number").values_list("pk", flat=True))
    run_chunk(chunks[0])
    links = page.locator(".heat tbody a")
    waiting = page.locator(".heat td", has_text="…")
    expect(links).to_have_count(16)
    page.locator("#heat-map").evaluate("map => map.scrollTo(40, 0)")
    links.first.evaluate("link => link.focus({ preventScroll: true })")
    page.locator("#heat-map").evaluate(
        "map => scrollBy(0, map.getBoundingClientRect().top - 50)"
    )
    here = place(page)
    assert here[0] < 300
    assert here[1:] == (40, 0)

    run_chunk(chunks[1])
    expect(page.locator("#progress")).to_contain_text("2 of")
    assert links.count() > 16
    assert waiting.count() > 0
    expect(links.first).to_be_focused()
    assert place(page) == here

    for chunk in chunks[2:]:
        run_chunk(chunk)
    expect(page.locator("#progress")).to_have_count(0)
    expect(waiting).to_have_count(0)
    expect(links.first).to_be_focused()
    assert place(page) == here

    links.nth(8).evaluate("link => link.click()")
    expect(page.get_by_role("heading", level=1)).to_have_text("Match-ups")
    page.go_back()
    expect(links.first).to_be_attached()
    assert place(page) == here


@pytest.mark.slow
@pytest.mark.usefixtures("held")
def test_a_heavy_comparison_may_be_given_up_and_begun_again(
    open_page: OpenPage,
) -> None:
    page = open_page(scripts=False)
    start_large(page, BOOKS)
    page.get_by_role("link", name="Look again").click()
    expect(page.get_by_role("heading", name="Working it out")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Work it out").last).to_be_visible()
    assert Job.objects.get().state == State.CANCELLED
