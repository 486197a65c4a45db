"""Whole armies of three games, built click by click as a player does, and printed.

Every army starts from nothing, is illegal for a while, and ends legal and near its
limit.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from armybuilder.armies.papers import renderer
from tests.browser.conftest import OpenPage
from tests.browser.test_builder import (
    changed,
    open_options,
    open_tab,
    points,
    revision,
)
from tests.browser.test_pages import PHONE, open_all, too_wide
from tests.browser.test_way import add, drawn_pdf, look, rows, start_army


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a PDF as long as a busy machine takes [s]."""
    monkeypatch.setattr(renderer, "SECONDS", 60)
    monkeypatch.setattr(renderer, "PATIENCE", 60)


def start(open_page: OpenPage, game: str, book: str, limit: int, name: str) -> Page:
    page = open_page()
    start_army(page, book, limit, name, game)
    return page


def buy(page: Page, wanted: str) -> None:
    """Buy a unit and what is wanted for it: `Unit; 6 Model; Slot: Option; Slot: …`."""
    name, *choices = wanted.split("; ")
    look(page)
    add(page, f"Add {name}")
    if choices:
        panel_of(page, name)
    for choice in choices:
        slot, _, label = choice.partition(": ")
        if label:
            choose(page, slot, label)
        else:
            count, _, model = choice.partition(" ")
            set_count(page, model, int(count))


def panel_of(page: Page, name: str) -> Locator:
    """Open the options of the last unit of a name and return their panel."""
    return open_options(page, name, -1)


def slot_of(page: Page, title: str) -> Locator:
    """Return a slot of the open unit, or of the force; it is unfolded first."""
    named = page.locator(".slot-title").get_by_text(title, exact=True)
    slot = page.locator(".slot").filter(has=named).last
    is_long = "slot--long" in str(slot.get_attribute("class"))
    return unfolded(slot) if is_long else slot


def option(page: Page, slot: str, label: str) -> Locator:
    """Return the row of an option: its control, its price and what is against it."""
    named = page.locator(".opt > .t").get_by_text(label, exact=True)
    found = slot_of(page, slot)
    found.locator("details.refused").evaluate_all(
        "folds => folds.forEach(fold => { fold.open = true })"
    )
    return found.locator("li.option").filter(has=named).last


def refused(page: Page, slot: str) -> Locator:
    """Return the line of what a slot has and the rules forbid, with its one reason."""
    return slot_of(page, slot).locator("details.refused > summary")


def choose(page: Page, slot: str, label: str, *, taken: bool = True) -> None:
    """Tick an option, or press its plus, and wait until the army is counted anew."""
    before = revision(page)
    row = option(page, slot, label)
    look(page)
    more = row.get_by_role("button", name=f"One {label} more", exact=True)
    if more.count():
        more.click()
    else:
        row.locator("input:not([type=hidden])").first.set_checked(taken)
    changed(page, before)


def set_count(page: Page, label: str, count: int, number: int = 0) -> None:
    """Type how many models a group has."""
    before = revision(page)
    field = page.get_by_label(f"How many {label}", exact=True).nth(number)
    field.fill(str(count))
    field.press("Enter")
    changed(page, before)
    expect(field).to_have_value(str(count))


def split(page: Page, label: str, count: int) -> None:
    """Make some models of the open unit a group of their own."""
    group = page.locator(".unit-panel li.option").filter(
        has=page.get_by_label(f"How many {label}", exact=True)
    )
    group.get_by_text("Split the group").click()
    group.get_by_label(re.compile("become a group")).fill(str(count))
    before = revision(page)
    group.get_by_role("button", name="Split off").click()
    changed(page, before)


def name_loadout(page: Page, name: str, *pieces: str) -> None:
    """Say what a model of the open unit holds at once, and give that a name."""
    kit = page.locator(".unit-panel .carries").first
    unfolded(kit)
    form = kit.locator("details.naming")
    unfolded(form)
    form.get_by_label("Name", exact=True).fill(name)
    for piece in pieces:
        form.get_by_role("checkbox", name=piece, exact=True).check()
    before = revision(page)
    form.get_by_role("button", name="Save this loadout").click()
    changed(page, before)


def unfolded(details: Locator) -> Locator:
    """Open what is folded, once the last answer has opened what was open before."""
    settling = ".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added"
    details.page.wait_for_function("x => !document.querySelector(x)", arg=settling)
    if details.get_attribute("open") is None:
        details.locator("summary").first.click()
    return details


def figure(page: Page, name: str, heading: str) -> str:
    """Return a figure of the first stat line of a unit, as it is now."""
    expect(page.locator("#unit h2")).to_have_text(name)
    table = page.locator("#unit table.stats").first
    headings = table.locator("thead th").all_inner_texts()
    cells = table.locator("tbody tr").first.locator("th, td").all_inner_texts()
    return dict(zip(map(str.upper, headings), cells, strict=True))[heading.upper()]


def verdict(page: Page) -> Locator:
    return page.locator("#to-problems")


def reaching_out(page: Page) -> list[str]:
    """Return what of the open unit stands beyond the window, or is cut off."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".unit-panel *")]
            .filter(one => one.getClientRects().length)
            .filter(one => one.getBoundingClientRect().right > window.innerWidth + 1)
            .map(one => one.outerHTML.slice(0, 120))"""
    )
    return found


def sheet_and_pdf(page: Page) -> tuple[str, str]:
    """Open the sheet from the builder, fetch its PDF, and return the text of both."""
    page.get_by_role("link", name="Print", exact=True).click()
    sheet = page.locator("main.paper")
    expect(sheet).to_be_visible()
    said = sheet.inner_text()
    text = drawn_pdf(page, page.get_by_role("link", name="PDF, A4"))
    return " ".join(said.split()), " ".join(text.split())


# -- Warhammer ----------------------------------------------------------------------

LANCES = (
    "Paladin; Battle standard: Battle standard; Magic banner: War Banner; "
    "Virtues: Virtue of Duty",
    "Paladin; Vow: Questing Vow; Weapon: Great weapon; Mount: Royal Pegasus; "
    "Magic armour: Enchanted Shield; Virtues: Virtue of the Impetuous Knight",
    "Damsel of the Lady; Wizard level: Level 2; Mount: Bretonnian warhorse; "
    "Arcane items: Dispel Scroll; Arcane items: Dispel Scroll",
    "Damsel of the Lady; Mount: Warhorse; Talismans: Talisman of Protection; "
    "Arcane items: Potion Sacre",
    "Knights Errant; 6 Knight Errant; Command: Musician; Command: Standard bearer; "
    "Magic banner: Errantry Banner",
    "Men-at-arms; 25 Man-at-arms; Command: Yeoman Warder; Command: Musician; "
    "Command: Standard bearer",
    "Peasant Bowmen; Armour: Light armour; Braziers: Braziers; "
    "Stakes or open order: Skirmishers",
    "Pegasus Knights",
    "Pegasus Knights",
    "Mounted Yeomen; Shields: Shields; Command: Musician",
    "Field Trebuchet; Craftsman: Yeoman Craftsman",
    "Knights of the Realm; 8 Knight of the Realm; Command: Musician; "
    "Command: Standard bearer; Magic banner: Twilight Banner",
)


@pytest.mark.slow
def test_a_bretonnian_army_of_2000_points_from_nothing_to_paper(
    open_page: OpenPage,
) -> None:
    page = start(open_page, "Warhammer", "Bretonnia", 2000, "The Lady’s Lances")
    expect(verdict(page)).to_have_text(re.compile("Empty"))

    # The lord: what his vow forbids stays in view with the reason; a shield saves.
    buy(page, "Bretonnian Lord; General: General of the army")
    expect(refused(page, "Weapon")).to_have_text(
        "Great weapon is not allowed here: "
        "a great weapon is for a knight with the Questing Vow."
    )
    assert figure(page, "Bretonnian Lord", "Sv") == "3+"
    choose(page, "Shield", "Shield")
    assert figure(page, "Bretonnian Lord", "Sv") == "2+"
    choose(page, "Magic armour", "Gromril Great Helm")
    assert figure(page, "Bretonnian Lord", "Sv") == "1+"
    choose(page, "Vow", "Grail Vow")
    choose(page, "Magic weapons", "Sword of the Lady’s Champion")
    choose(page, "Virtues", "Virtue of Discipline")
    budget = page.locator(".unit-panel .gauges").first
    expect(budget).to_contain_text("85 of at most 100 points")

    for wanted in LANCES:
        expect(verdict(page)).not_to_have_text("Legal")
        buy(page, wanted)
    expect(verdict(page)).to_have_text("Legal")
    expect(page.locator("#problems")).to_contain_text("This army is legal")
    assert rows(page).count() == 13
    assert 1950 <= points(page) <= 2000
    worth = points(page)

    for text in sheet_and_pdf(page):
        assert f"{worth:,} of 2,000 points" in text
        for name in (
            "Bretonnian Lord",
            "Sword of the Lady’s Champion",
            "Virtue of the Impetuous Knight",
            "Royal Pegasus",
            "Errantry Banner",
            "Field Trebuchet",
        ):
            assert name in text


# -- Mordheim -----------------------------------------------------------------------

WARBAND = (
    "Champion; Close combat weapons: Sword; Close combat weapons: Axe; Armour: Shield",
    "Champion; Close combat weapons: Halberd; Armour: Helmet",
    "Youngblood; Close combat weapons: Club, mace or hammer",
    "Youngblood; Close combat weapons: Club, mace or hammer",
    "Warrior; 2 Warrior; Close combat weapons: Club, mace or hammer; Armour: Shield",
    "Marksman; 3 Marksman; Missile weapons: Bow",
    "Swordsman; Close combat weapons: Sword; Armour: Buckler",
)


@pytest.mark.slow
def test_a_reikland_warband_of_500_crowns_from_nothing_to_paper(
    open_page: OpenPage,
) -> None:
    page = start(
        open_page, "Mordheim", "Reikland", 500, "The Free Company of Ubersreik"
    )
    for wanted in WARBAND:
        buy(page, wanted)
        expect(verdict(page)).not_to_have_text("Legal")
    problems = page.locator("#problems")
    expect(problems).to_contain_text("0 leaders; a warband has exactly one.")
    rating = (
        page.locator(".limits-now li").filter(has_text="Warband rating").locator("b")
    )
    expect(rating).to_have_text("66")

    # The captain: his armour saves, a brace of pistols forbids a third.
    buy(page, "Mercenary Captain")
    expect(rating).to_have_text("91")
    panel_of(page, "Mercenary Captain")
    assert figure(page, "Mercenary Captain", "Save") == "-"
    choose(page, "Armour", "Light armour")
    assert figure(page, "Mercenary Captain", "Save") == "6+"
    choose(page, "Armour", "Shield")
    assert figure(page, "Mercenary Captain", "Save") == "5+"
    choose(page, "Missile weapons", "Brace of pistols")
    expect(refused(page, "Missile weapons")).to_contain_text(
        "missile weapons are of different kinds"
    )
    choose(page, "Missile weapons", "Pistol")
    expect(verdict(page)).to_have_text("1 problem")
    expect(problems).to_contain_text("missile weapons are of different kinds")
    choose(page, "Missile weapons", "Pistol", taken=False)
    expect(verdict(page)).to_have_text("Legal")
    worth = points(page)
    assert 450 <= worth <= 500

    for text in sheet_and_pdf(page):
        assert f"{worth} of 500 gold crowns" in text
        assert re.search(r"Warband rating\b.*?\b91\b", text)
        for name in (
            "Mercenary Captain",
            "Brace of pistols",
            "Buckler",
            "Marksman 3 models",
        ):
            assert name in text


# -- Scrollhammer -------------------------------------------------------------------

LEAGUE = (
    "Harbour Reeve; Rank: Great Reeve; Armour: Scale Coat",
    "Tide Magister; Rank: Archmagister; Spells: Maelstrom; Spells: Fog Bank; "
    "Staff: Tide Staff; Mount: Warhorse",
    "Quay Guard; 20 Guardsman; Missiles: Javelins; Command: Quaymaster; "
    "Command: Standard Bearer",
    "Chartered Company",
    "Deckhands; 25 Deckhand; Leader: Boatswain",
    "Gate Wardens; Command: Musician",
    "League Lancers; 6 Lancer; Command: Banneret; Command: Musician",
)


@pytest.mark.slow
def test_an_army_of_the_saltmere_league_from_nothing_to_paper(
    open_page: OpenPage,
) -> None:
    page = start(
        open_page, "Scrollhammer", "The Saltmere League", 1100, "The Ninth Harbour"
    )
    problems = page.locator("#problems")
    choose(page, "Charter", "Counting House")
    expect(problems).to_contain_text("Harbour Reeve 1+")
    for wanted in LEAGUE:
        buy(page, wanted)
    expect(problems).not_to_contain_text("Harbour Reeve 1+")

    # Two of the lancers ride with other blades: a group of their own.
    split(page, "Lancer", 2)
    lancers = page.get_by_role("group", name="Lancer", exact=True)
    expect(lancers).to_have_count(2)
    before = revision(page)
    lancers.nth(1).get_by_role("radio", name=re.compile("^Greatblade")).check()
    changed(page, before)
    carried = open_tab(page, "Rules").locator(".groups")
    expect(carried).to_contain_text(re.compile(r"4 ×\s+Lancer: "))
    expect(carried).to_contain_text(re.compile(r"2 ×\s+Lancer: .*Greatblade"))

    # The captain: on foot no lance, then a drake; steel and a shield save.
    buy(page, "League Captain")
    panel_of(page, "League Captain")
    expect(option(page, "Weapons", "Lance")).to_contain_text("from the saddle")
    choose(page, "Mount", "Marsh Drake")
    expect(option(page, "Weapons", "Lance")).not_to_contain_text("Not allowed")
    choose(page, "Weapons", "Lance")
    assert figure(page, "League Captain", "Sv") == "5+"
    choose(page, "Armour", "Plate Harness")
    assert figure(page, "League Captain", "Sv") == "4+"
    choose(page, "Shield", "Shield")
    assert figure(page, "League Captain", "Sv") == "3+"
    choose(page, "Rank", "Admiral")

    # His hands: lance and shield fit, a blade beside both does not.
    name_loadout(page, "Charge", "Lance", "Shield")
    name_loadout(page, "Greedy", "Hand Weapon", "Lance", "Shield")
    expect(problems).to_contain_text("Greedy")
    before = revision(page)
    page.get_by_role("button", name="Drop the loadout Greedy").click()
    changed(page, before)
    expect(problems).not_to_contain_text("Greedy")

    expect(verdict(page)).to_have_text("1 to go")
    expect(problems).to_contain_text("The army has 0 generals; it has exactly one.")
    choose(page, "General", "Army general")
    expect(verdict(page)).to_have_text("Legal")
    worth = points(page)
    assert 1000 <= worth <= 1100

    for text in sheet_and_pdf(page):
        assert f"{worth:,} of 1,100 points" in text
        assert re.search(r"“Charge” Lance, Shield", text)
        assert re.search(r"2 × Lancer [^×]*Greatblade", text)
        for name in ("Counting House", "Maelstrom", "Tide Staff", "Marsh Drake"):
            assert name in text


# -- On a phone ---------------------------------------------------------------------


@pytest.mark.slow
def test_a_unit_is_armed_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(width=PHONE)
    start_army(page, "The Saltmere League", 500, "In the Pocket", "Scrollhammer")
    add(page, "Add League Captain")
    panel_of(page, "League Captain")
    assert too_wide(page) == 0
    choose(page, "Mount", "Marsh Drake")
    choose(page, "Weapons", "Lance")
    choose(page, "Shield", "Shield")
    assert figure(page, "League Captain", "Sv") == "4+"
    name_loadout(page, "Charge", "Lance", "Shield")
    expect(page.locator(".unit-panel")).to_contain_text("Named loadouts")
    open_all(page, ".unit-panel details")
    assert too_wide(page) == 0
    assert reaching_out(page) == []
