"""Armies of three games, built by hand in the browser, judged and printed."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_pages import PHONE, findings, open_all, too_wide
from tests.browser.test_way import (
    add,
    close_panes,
    drawn_pdf,
    look,
    open_problems,
    rows,
    start_army,
)


def revision(page: Page) -> int:
    return int(page.locator("#act input[name=revision]").input_value())


def changed(page: Page, before: int) -> None:
    """Wait until the army was saved anew."""
    page.wait_for_function(
        "before => Number(document.querySelector('#act input[name=revision]').value)"
        " > before",
        arg=before,
    )


def unit(page: Page, name: str, number: int = 0) -> Locator:
    named = page.locator(".name").get_by_text(name, exact=True)
    return rows(page).filter(has=named).nth(number)


def open_options(page: Page, name: str, number: int = 0) -> Locator:
    """Open the options of a unit and return their panel."""
    close_panes(page)
    row = unit(page, name, number)
    row.locator("a").click()
    expect(row.locator("a")).to_have_attribute("aria-current", "true")
    panel = page.locator("#unit .unit-panel")
    expect(panel).to_be_visible()
    return panel


def open_tab(page: Page, title: str) -> Locator:
    """Open a tab of the open unit and return its panel."""
    tab = page.get_by_role("tab", name=title)
    tab.click()
    expect(tab).to_have_attribute("aria-selected", "true")
    return page.locator("#unit .unit-panel")


def unfold(page: Page, slot: str) -> None:
    """Open a slot that has many options."""
    fold = page.locator("details.slot").filter(has_text=slot).first
    if fold.count() and fold.get_attribute("open") is None:
        fold.locator("summary").first.click()


def tick(page: Page, label: str) -> None:
    """Choose an option of the open unit, and wait until it is saved."""
    before = revision(page)
    named = page.get_by_text(label, exact=True)
    box = page.locator(".unit-panel label.opt").filter(has=named).first
    if not box.locator("input").is_checked():
        look(page)
        box.locator("input").check()
        changed(page, before)
    again = page.locator(".unit-panel label.opt").filter(has=named).first
    expect(again.locator("input")).to_be_checked()


def set_models(page: Page, label: str, count: int) -> None:
    """Type how many models a group has."""
    before = revision(page)
    field = page.get_by_label(f"How many {label}", exact=True).first
    field.fill(str(count))
    field.press("Enter")
    changed(page, before)


def is_legal(page: Page) -> None:
    expect(page.locator("#problems")).to_contain_text("This army is legal")


def printed(page: Page) -> str:
    page.locator("#more-menu > summary").click()
    return drawn_pdf(page, page.locator("#pdf"))


def points(page: Page) -> int:
    text = page.locator("#summary .summary-figures strong").inner_text()
    return int(text.replace(",", ""))


@pytest.mark.slow
def test_a_bretonnian_army_of_2000_points(open_page: OpenPage) -> None:
    page = open_page()
    start_army(page, "Bretonnia", 2000, "The Lady's Own", "Warhammer")
    expect(page.locator("#problems")).not_to_contain_text("This army is legal")

    add(page, "Add Bretonnian Lord")
    open_options(page, "Bretonnian Lord")
    for label in ("General of the army", "Grail Vow", "Bretonnian warhorse"):
        tick(page, label)
    unfold(page, "Magic weapons")
    tick(page, "Sword of the Lady’s Champion")
    expect(page.locator(".unit-panel .gauges")).to_contain_text("of at most 100 points")
    # A slot that was opened stays open, and says what is chosen in it.
    slot = page.locator("details.slot").filter(has_text="Magic weapons").first
    expect(slot).to_have_attribute("open", "")
    expect(slot.locator(".slot-chosen")).to_have_text("Sword of the Lady’s Champion")

    add(page, "Add Paladin")
    open_options(page, "Paladin")
    tick(page, "Battle standard")
    for name, label, count, number in (
        ("Knights of the Realm", "Knight of the Realm", 11, 0),
        ("Knights of the Realm", "Knight of the Realm", 12, 1),
        ("Knights Errant", "Knight Errant", 12, 0),
        ("Men-at-arms", "Man-at-arms", 40, 0),
        ("Peasant Bowmen", "Bowman", 20, 0),
    ):
        add(page, f"Add {name}")
        open_options(page, name, number)
        set_models(page, label, count)
    add(page, "Add Pegasus Knights", 2)
    problems = page.locator("#problems")
    expect(problems).to_contain_text("2 units of Pegasus Knights")
    open_problems(page)
    problems.get_by_role("button", name="Remove the second Pegasus Knights").click()
    is_legal(page)
    core = page.locator(".cat").filter(has_text="Core").first
    expect(core).to_contain_text("5 of at least 3")
    assert 1500 <= points(page) <= 2000
    text = printed(page)
    for words in ("The Lady's Own", "Sword of the Lady", "Knights Errant", "Legal"):
        assert words in text


@pytest.mark.slow
def test_a_warband_with_named_hands(open_page: OpenPage) -> None:
    page = open_page()
    start_army(page, "Reikland", 500, "Free Company", "Mordheim")
    add(page, "Add Mercenary Captain")
    open_options(page, "Mercenary Captain")
    less_and_more = page.get_by_role("button", name="One Sword more")
    before = revision(page)
    less_and_more.click()
    changed(page, before)
    tick(page, "Crossbow")

    # What it carries: bow or blades; one of them gets a name.
    kit = page.locator(".unit-panel > .carries")
    expect(kit.locator(".hands")).to_contain_text("Crossbow")
    before = revision(page)
    kit.get_by_role("button", name=re.compile("^Name the loadout Crossbow")).click()
    changed(page, before)
    expect(kit).to_contain_text("Named loadouts")

    # A set that cannot be in hand at once is saved, and said to be wrong.
    kit.get_by_text("Name a loadout").click()
    kit.get_by_label("Name", exact=True).fill("Both")
    for piece in ("Sword", "Crossbow"):
        kit.get_by_role("checkbox", name=piece, exact=True).check()
    before = revision(page)
    kit.get_by_role("button", name="Save this loadout").click()
    changed(page, before)
    expect(kit).to_contain_text("Not allowed: ")
    expect(page.locator("#problems")).to_contain_text("Both")
    before = revision(page)
    kit.get_by_role("button", name="Drop the loadout Both").click()
    changed(page, before)

    add(page, "Add Champion")
    add(page, "Add Warrior")
    open_options(page, "Warrior")
    set_models(page, "Warrior", 4)
    is_legal(page)
    expect(page.locator("#composition")).to_contain_text("Warband rating")
    text = printed(page)
    for words in ("Free Company", "Warband rating", "Crossbow", "Mercenary Captain"):
        assert words in text


@pytest.mark.slow
def test_a_mixed_unit_is_split_and_armed_group_by_group(open_page: OpenPage) -> None:
    page = open_page()
    start_army(page, "The Saltmere League", 1500, "Harbour Watch", "Scrollhammer")
    choices = page.locator(".force-choices")
    before = revision(page)
    choices.get_by_role("radio", name=re.compile("^Storm College")).check()
    changed(page, before)
    expect(rows(page)).to_have_count(0)

    add(page, "Add League Captain")
    open_options(page, "League Captain")
    tick(page, "Army general")
    add(page, "Add Quay Guard")
    add(page, "Add Deckhands")
    add(page, "Add League Lancers")
    panel = open_options(page, "League Lancers")
    set_models(page, "Lancer", 6)
    panel.get_by_text("Split the group").click()
    panel.get_by_label(re.compile("become a group")).fill("2")
    before = revision(page)
    panel.get_by_role("button", name="Split off").click()
    changed(page, before)
    groups = page.get_by_label("How many Lancer", exact=True)
    expect(groups).to_have_count(2)
    assert [groups.nth(n).input_value() for n in (0, 1)] == ["4", "2"]
    before = revision(page)
    second = page.locator(".unit-panel [role=group][aria-label=Lancer]").nth(1)
    second.get_by_role("radio", name=re.compile("^Greatblade")).check()
    changed(page, before)
    rules = open_tab(page, "Rules")
    expect(rules.locator(".groups")).to_contain_text(
        re.compile(r"2 ×\s+Lancer.*Greatb")
    )
    # What the charter asks for is one press away.
    problems = page.locator("#problems")
    expect(problems).to_contain_text("Asks for a Tide Magister")
    open_problems(page)
    problems.get_by_role("button", name="Add Tide Magister").click()
    is_legal(page)
    text = printed(page)
    for words in ("Harbour Watch", "Storm College", "Greatblade", "2 × Lancer"):
        assert words in text


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", ["Men-at-arms", "Bretonnian Lord"])
@pytest.mark.parametrize("dark", [False, True])
def test_open_options_fit_a_phone_and_are_for_everybody(
    open_page: OpenPage, dark: bool, name: str
) -> None:
    page = open_page(width=PHONE, dark=dark)
    start_army(page, "Bretonnia", 2000, "Errantry", "Warhammer")
    add(page, f"Add {name}")
    open_options(page, name)
    open_all(page, "#builder details")
    assert findings(page) == []
    assert too_wide(page) == 0


def test_heads_of_panes_hide_what_scrolls_beneath_them(open_page: OpenPage) -> None:
    page = open_page(width=PHONE)
    start_army(page, "Bretonnia", 2000, "Heads", "Warhammer")
    add(page, "Add Men-at-arms")
    open_options(page, "Men-at-arms")
    found = page.locator(".pane-head").evaluate_all(
        "heads => heads.map(head => getComputedStyle(head).backgroundColor)"
    )
    assert len(found) > 1
    assert [colour for colour in found if colour.startswith("rgba")] == []


def test_options_are_chosen_with_scripts_off(open_page: OpenPage) -> None:
    page = open_page(scripts=False)
    start_army(page, "Bretonnia", 2000, "By Hand", "Warhammer")
    add(page, "Add Men-at-arms")
    open_options(page, "Men-at-arms")
    page.get_by_label("How many Man-at-arms", exact=True).fill("30")
    box = page.locator("label.opt").filter(has=page.get_by_text("Musician", exact=True))
    box.locator("input").check()
    page.get_by_role("button", name="Apply these options").click()
    expect(unit(page, "Men-at-arms").locator(".n")).to_have_text("30")
    expect(unit(page, "Men-at-arms")).to_contain_text("Musician")
    page.get_by_text("Split the group").click()
    page.get_by_label(re.compile("become a group")).fill("5")
    page.get_by_role("button", name="Split off").click()
    expect(page.get_by_label("How many Man-at-arms", exact=True)).to_have_count(2)


@pytest.mark.slow
def test_a_character_joins_a_unit_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(width=PHONE)
    start_army(page, "The Empire", 1000, "The ride", "Warhammer")
    for name in ("Captain", "Halberdiers"):
        add(page, f"Add {name}")
    open_options(page, "Captain")
    whom = page.get_by_label("Joins", exact=True)
    before = revision(page)
    whom.select_option("Halberdiers")
    changed(page, before)

    expect(page.locator(".unit-meta")).to_contain_text("with Halberdiers")
    expect(whom.locator("option:checked")).to_have_text("Halberdiers")
    assert not too_wide(page)
    close_panes(page)
    captain = unit(page, "Captain")
    halberdiers = unit(page, "Halberdiers")
    expect(captain.locator(".sub")).to_contain_text("with Halberdiers")
    expect(halberdiers.locator(".sub")).to_contain_text("with Captain")


@pytest.mark.slow
def test_a_character_joins_a_unit_with_scripts_off(open_page: OpenPage) -> None:
    page = open_page(scripts=False)
    start_army(page, "The Empire", 1000, "The ride", "Warhammer")
    for name in ("Captain", "Halberdiers"):
        add(page, f"Add {name}")
    open_options(page, "Captain")
    page.get_by_label("Joins", exact=True).select_option("Halberdiers")
    page.get_by_role("button", name="Join", exact=True).click()

    expect(unit(page, "Halberdiers").locator(".sub")).to_contain_text("with Captain")


@pytest.mark.slow
def test_a_toast_takes_back_what_it_tells(open_page: OpenPage) -> None:
    page = open_page(width=PHONE)
    start_army(page, "Bretonnia", 2000, "Second Thoughts", "Warhammer")
    add(page, "Add Paladin")
    open_options(page, "Paladin")
    look(page)
    page.get_by_role("button", name="Remove Paladin").click()
    expect(rows(page)).to_have_count(0)
    toast = page.locator(".toast").filter(has_text="Removed Paladin")
    look(page)
    toast.get_by_role("button", name="Undo").click()
    expect(rows(page)).to_have_count(1)
    expect(toast).to_have_count(0)
