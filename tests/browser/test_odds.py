"""Odds where they are needed: while options are ticked, in a match-up, on the sheet."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from armybuilder.armies.papers import renderer
from tests.browser.conftest import OpenPage
from tests.browser.test_builder import changed, open_options, open_tab, revision
from tests.browser.test_pages import PHONE, findings, too_wide
from tests.browser.test_way import add, drawn_pdf, start_army

MEN = "warhammer-bretonnia@1/men-at-arms"


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a busy machine take its time to set a PDF."""
    monkeypatch.setattr(renderer, "SECONDS", 60)
    monkeypatch.setattr(renderer, "PATIENCE", 60)


def captain(page: Page) -> None:
    """Start an army of the Empire with a captain whose options are open."""
    start_army(page, "The Empire", 500, "Odds", "Warhammer")
    add(page, "Add Captain")
    open_options(page, "Captain")
    page.locator("#to-targets").click()
    page.locator(f'#targets a[href*="{quote(MEN, safe="")}"]').click()
    expect(page.locator("#to-targets")).to_have_text("against Men-at-arms")
    open_tab(page, "Options")


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_an_enemy_is_typed_at_once_where_there_is_a_mouse(
    touch: bool, open_page: OpenPage
) -> None:
    page = open_page(touch=touch)
    start_army(page, "The Empire", 500, "Odds", "Warhammer")
    add(page, "Add Captain")
    open_options(page, "Captain")
    page.locator("#to-targets").click()
    focused = page.locator("#targets" if touch else "#target-search")
    expect(focused).to_be_focused()
    page.reload()
    expect(focused).to_be_focused()


def take_great_weapon(page: Page) -> None:
    before = revision(page)
    page.get_by_role("radio", name="Great weapon").check()
    changed(page, before)


def test_the_great_weapon_changes_the_odds_as_it_is_ticked(
    open_page: OpenPage,
) -> None:
    page = open_page()
    captain(page)
    open_tab(page, "Odds")
    odds = page.locator("#tab-panel")
    before = odds.locator(".effect-wounds strong").all_inner_texts()
    expect(odds.locator(".was")).to_have_count(0)
    open_tab(page, "Options")
    take_great_weapon(page)
    expect(page.locator("#toasts")).to_contain_text("wounds on average")
    open_tab(page, "Odds")
    expect(odds).to_contain_text("in hand: Great weapon")
    now = odds.locator(".effect-wounds strong").all_inner_texts()
    was = odds.locator(".effect").first.locator(".was")
    expect(was).to_contain_text(f"before: {before[0]}")
    assert now[0] != before[0]
    # What is announced says the same, once, where screen readers listen.
    expect(page.locator("#toasts")).to_contain_text(
        f"{before[0]} to {now[0]} wounds on average"
    )
    assert findings(page) == []

    # Both weapons are compared, and the other one may count.
    table = page.locator("#unit .in-hand")
    expect(table.get_by_text("best", exact=True)).to_have_count(1)
    table.get_by_role("link", name="Hand weapon", exact=True).click()
    expect(odds).to_contain_text("in hand: Hand weapon")
    assert odds.locator(".effect-wounds strong").all_inner_texts() == before
    assert "hand=" in page.url


@pytest.mark.slow
def test_an_option_says_what_it_would_do_when_it_is_asked(
    open_page: OpenPage,
) -> None:
    page = open_page()
    captain(page)
    page.set_viewport_size({"width": PHONE, "height": 900})
    slot = page.locator("fieldset.slot").filter(has_text="Close combat weapon").first
    slot.get_by_text("What would it do?").click()
    row = slot.get_by_role("row").filter(has_text="Great weapon")
    expect(row).to_contain_text(re.compile(r"[+−]\d\.\d"))
    expect(row).to_contain_text("+4")
    assert too_wide(page) <= 0


@pytest.mark.slow
def test_an_answer_is_kept_over_a_change_and_asked_for_again_by_a_button(
    open_page: OpenPage,
) -> None:
    page = open_page()
    captain(page)
    slot = page.locator("fieldset.slot").filter(has_text="Close combat weapon").first
    slot.get_by_text("What would it do?").click()
    row = slot.get_by_role("row").filter(has_text="Great weapon")
    expect(row).to_contain_text("+4")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("radio", name="Great weapon").check()

    expect(slot.get_by_text("Worked out before the last change.")).to_be_visible()
    expect(row).to_contain_text("+4")
    assert not any("what-if" in url for url in asked)

    slot.get_by_role("button", name="Ask again").click()
    expect(slot.get_by_text("Worked out before")).to_be_hidden()
    expect(row).not_to_contain_text("+4")
    assert len([url for url in asked if "what-if" in url]) == 1


@pytest.mark.slow
def test_without_scripts_the_same_is_shown(open_page: OpenPage) -> None:
    page = open_page(scripts=False)
    captain(page)
    page.get_by_role("radio", name="Great weapon").check()
    page.get_by_role("button", name="Apply these options").click()
    open_tab(page, "Odds")
    odds = page.locator("#tab-panel")
    expect(odds).to_contain_text("in hand: Great weapon")
    expect(odds.locator(".was").first).to_contain_text("before:")


@pytest.mark.slow
def test_real_units_of_two_books_name_every_rule_and_reading(
    open_page: OpenPage,
) -> None:
    """Real units of two books: swordsmen of the Empire against orcs."""
    page = open_page()
    page.goto(
        "/match-ups/?a=warhammer-empire@1/swordsmen"
        "&b=warhammer-orcs-and-goblins@1/orc-boyz"
    )
    trace = page.locator("#fold-trace")
    trace.locator("summary").click()
    for rule in ("Who fights", "Blows", "Combat result", "Break test"):
        expect(trace.get_by_text(f"{rule}:", exact=True).first).to_be_visible()
    expect(trace.locator("cite").first).to_contain_text("6th edition")
    first = page.locator(".headlines").inner_text()
    page.locator("#situation > summary").click()
    page.locator("#readings > summary").click()
    page.locator("#ask-r-step-up").select_option(value="yes")
    page.wait_for_url(re.compile("r.step-up=yes"))
    expect(page.locator(".headlines")).not_to_have_text(first)
    expect(page.get_by_text("Read otherwise than usual:")).to_be_visible()


ENGAGED = (
    "/match-ups/?a=warhammer-empire@1/handgunners"
    "&b=warhammer-bretonnia@1/knights-of-the-realm&kind=engagement"
)

CUT = """() => [...document.querySelectorAll("select")]
    .filter(one => one.getClientRects().length)
    .filter(one => {
        const style = getComputedStyle(one);
        const pen = document.createElement("canvas").getContext("2d");
        pen.font = style.font;
        const beside = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
        const text = pen.measureText(one.selectedOptions[0].text).width;
        return text > one.clientWidth - beside;
    }).map(one => one.id)"""
"""The selects whose chosen text is wider than they are."""


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_twenty_with_shields_are_asked_about_without_an_army(
    scripts: bool, open_page: OpenPage
) -> None:
    page = open_page(scripts=scripts)
    boyz, enemy = "warhammer-orcs-and-goblins@1/orc-boyz", MEN
    page.goto(f"/match-ups/?a={boyz}&b={enemy}")
    expect(page.locator(".side--a")).to_contain_text("10 models")
    page.locator("#options-a > summary").click()
    page.locator("#add-a").select_option("with:new:shield")
    if not scripts:
        page.locator("#work-out").click()
    expect(page.locator("#options-a > summary")).to_contain_text("Shields")
    # Enter in a field asks; it presses no button that drops an option.
    models = page.get_by_label("Models", exact=True).first
    models.fill("20")
    models.press("Enter")
    expect(page).to_have_url(
        f"/match-ups/?a={boyz}~models:new-0:20~with:new:shield&b={enemy}"
    )
    expect(page.locator(".side--a")).to_contain_text("20 models")
    if scripts:
        assert findings(page) == []
        page.set_viewport_size({"width": PHONE, "height": 900})
        assert too_wide(page) <= 0
        page.locator("#options-a .option-taken").click()
        expect(page.locator("#options-a > summary")).to_contain_text("none taken")


@pytest.mark.slow
def test_a_fold_of_the_situation_keeps_open_and_keeps_the_focus(
    open_page: OpenPage,
) -> None:
    page = open_page()
    page.goto(ENGAGED)
    page.locator("#situation > summary").click()
    fold = page.locator("#seldom-ground-and-distance")
    fold.locator("summary").focus()
    page.keyboard.press("Enter")
    ground = page.locator("#ask-s-higher-ground")
    ground.focus()
    ground.select_option(value="a")
    page.wait_for_url(re.compile("s.higher-ground=a"))
    expect(fold).to_have_attribute("open", "")
    expect(ground).to_be_focused()
    expect(fold.locator("summary")).to_contain_text("Who stands on higher ground")


@pytest.mark.sweep(2)
@pytest.mark.parametrize("width", [PHONE, 1280])
def test_an_engagement_asks_in_groups_and_cuts_nothing(
    open_page: OpenPage, width: int
) -> None:
    page = open_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(ENGAGED)
    page.locator("#situation > summary").click()
    expect(page.get_by_role("group", name="Side A: Handgunners")).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.evaluate(CUT) == []
    assert too_wide(page) <= 0
    assert findings(page) == []


@pytest.mark.slow
def test_the_sheet_is_printed_with_odds(open_page: OpenPage) -> None:
    page = open_page()
    captain(page)
    take_great_weapon(page)
    page.goto(page.url.partition("?")[0] + "print/")
    expect(page.locator(".odds-lines")).to_have_count(0)
    page.get_by_label("Odds against").select_option(value=MEN)
    expect(page.locator(".odds-lines")).to_have_count(1)
    assert findings(page) == []
    text = drawn_pdf(page, page.get_by_role("link", name="PDF, A4"))
    assert "Odds against Men-at-arms." in text
    assert "Great weapon. Close combat" in " ".join(text.split())
    assert "Charging, fought out" in text
    assert "Charged, fought out" in text
    assert "Exact where no ± stands" in " ".join(text.split())


def test_on_a_phone_the_answer_of_a_battle_line_comes_first(
    open_page: OpenPage,
) -> None:
    page = open_page(touch=True)
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(
        "/match-ups/?a=warhammer-bretonnia@1/men-at-arms"
        "&b=warhammer-orcs-and-goblins@1/orc-boyz&kind=battle-line"
        "&a-character=warhammer-bretonnia@1/bretonnian-lord&s.a-character.wounds-lost=1"
    )
    short, whole = page.locator("#in-short"), page.locator("#answer")
    expect(short).to_be_in_viewport()
    expect(whole).not_to_be_in_viewport()
    assert too_wide(page) <= 0
    assert findings(page) == []
    beside = page.locator("#beside")
    expect(beside).to_contain_text("Bretonnian Lord · 1 changed")
    expect(page.locator("#ask-s-a-character-wounds-lost")).to_be_hidden()

    # The words of the sentence open the fold, and what is asked is not covered.
    page.locator('.given a[href="#ask-s-a-character-wounds-lost"]').click()
    asked = page.locator("#ask-s-a-character-wounds-lost")
    expect(asked).to_be_focused()
    expect(short).to_be_in_viewport()
    top, bar = asked.bounding_box(), short.bounding_box()
    assert top is not None
    assert bar is not None
    assert top["y"] >= bar["y"] + bar["height"]
    asked.fill("0")
    asked.blur()
    page.wait_for_url(re.compile("^(?!.*wounds-lost)"))
    expect(asked).to_be_visible()

    short.focus()
    page.keyboard.press("Enter")
    expect(whole).to_be_focused()
    expect(page.locator("#answer-heading")).to_be_in_viewport()
    expect(short).not_to_be_in_viewport()


def test_a_battle_line_of_two_against_two_takes_five_taps_from_a_charge(
    open_page: OpenPage,
) -> None:
    page = open_page(touch=True)
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(
        "/match-ups/?a=warhammer-bretonnia@1/men-at-arms"
        "&b=warhammer-orcs-and-goblins@1/orc-boyz"
    )
    page.locator("#kind-battle-line").click()
    for field, unit in (("a2", "Men-at-arms"), ("b2", "Orc Boyz")):
        chooser = page.locator(f"#side-{field}-chooser")
        expect(chooser).to_be_visible()
        chooser.click()
        found = page.locator(".picker-fold[open] button")
        found.get_by_text(unit, exact=True).first.click()
        page.wait_for_url(re.compile(f"&{field}="))
    expect(page.locator("#in-short")).to_contain_text(
        "Orc Boyz (B) with Orc Boyz (B2) win"
    )
    assert too_wide(page) <= 0
    assert findings(page) == []


@pytest.mark.slow
def test_on_a_phone_a_setting_stays_under_the_finger_when_the_answer_comes(
    open_page: OpenPage,
) -> None:
    page = open_page(width=390)
    empire, bretonnia = "warhammer-empire@1", "warhammer-bretonnia@1"
    page.goto(
        f"/match-ups/?a={empire}/halberdiers&b={bretonnia}/men-at-arms"
        f"&kind=battle-line&b2={bretonnia}/knights-errant"
    )
    page.locator("summary", has_text="Who else fights").first.click()
    setting, said = page.locator("#ask-s-b2-contact"), page.locator("p.say").first
    setting.focus()
    place, before = setting.bounding_box(), said.inner_text()
    setting.select_option("flank")

    expect(said).not_to_have_text(before)
    expect(setting).to_be_focused()
    now = setting.bounding_box()
    assert place is not None
    assert now is not None
    assert abs(now["y"] - place["y"]) <= 1
