"""Facts of units on printed papers: figures, boxes, break points, texts."""

import re
from dataclasses import replace
from typing import Any

import pytest

from armybuilder.armies.papers.equipment import Piece, merged
from armybuilder.armies.papers.letters import text_width
from armybuilder.armies.papers.paper import FOOT, FOOT_SIZE, paper
from armybuilder.armies.papers.setup import PaperSetup
from armybuilder.armies.papers.warband import warband
from armybuilder.armies.templatetags.papers import ROOM
from armybuilder.books.crests import PAINT, crest_of, drawn
from rulesets.core.values import Gear, RuleUse
from rulesets.game import Boxes
from rulesets.legality import review
from rulesets.rosters.roster import Force, Roster, Selection
from tests.armybuilder.armies.paper_texts import (
    DAY,
    LINK,
    page_of,
    paper_of,
)
from tests.real_books import KEYS, real_book, real_books, sample_army


def page(army: Roster, **setup: Any) -> str:
    return page_of(paper_of(army, **setup))


def test_the_sheet_names_the_army_its_sum_and_its_verdict() -> None:
    said = page(sample_army("cathay-1000"))
    assert "Gate and Cannon" in said
    assert "<strong>1,000</strong>" in said
    assert ">Legal<span" in said
    said = " ".join(said.split())
    assert "Cathay · Charge v2 0.1 beta · Ada" in said
    assert "Cathay, edition 1 · worked out on 1 March 2026" in said
    assert "1 March 2026" in said


def test_every_unit_has_its_stat_line_gear_rules_and_boxes() -> None:
    said = page(sample_army("skaven-1000"))
    assert said.count('<section class="unit') == 16
    assert "Jezzail Rifles" in said
    boxes = re.findall(r"(\d+) box(?:es)? to cross out", said)
    assert sum(map(int, boxes)) == 12 * 20 + 4 * 6
    assert said.count("half strength at") == 16


@pytest.mark.parametrize(
    ("boxes", "drawn", "marked"), [(None, 20, 0), (Boxes("push"), 6, 0)]
)
def test_the_game_says_what_is_crossed_out(
    boxes: Boxes | None, drawn: int, marked: int
) -> None:
    now = review(sample_army("cathay-1000"), real_books())
    other = replace(now, game=replace(now.game, boxes=boxes))
    shown = paper(other, real_books(), PaperSetup(), printed=DAY).units[0]
    found = [box for line in shown.boxes for box in line.boxes]
    assert (len(found), sum(box.half for box in found)) == (drawn, marked)


def boxes_of(name: str, army: str) -> list[tuple[str, int]]:
    """Return the lines of boxes of the first unit of a name."""
    units = paper_of(sample_army(army)).units
    unit = next(unit for unit in units if unit.line.name == name)
    return [(line.label, len(line.boxes)) for line in unit.boxes]


@pytest.mark.parametrize(
    ("name", "army", "lines"),
    [
        ("Elector Count", "empire-2000", [("Wounds", 3)]),
        (
            "Swordsmen",
            "empire-2000",
            [("front", 5), ("+1", 5), ("+2", 5), ("+3", 5)],
        ),
        ("Detachment of Free Company", "empire-2000", [("front", 5), ("", 3)]),
        ("Archers", "empire-2000", [("", 10)]),
        ("Trolls", "orcs-and-goblins-2000", [("Wounds", 3), ("", 3), ("", 3)]),
        ("Goblin Spear Chukka", "orcs-and-goblins-2000", [("Wounds", 3)]),
        ("Vampire", "mordheim-undead-500", [("Wounds", 2)]),
        ("Zombie", "mordheim-undead-500", [("", 5)]),
        (
            "Guild Forces",
            "imperial-legion-1000",
            [
                *(("Skirmisher", 2), ("", 2), ("", 2)),
                *(("Breaker", 2), ("", 2), ("", 2)),
                *(("Crusader", 2), ("", 2)),
                ("Monk", 2),
            ],
        ),
    ],
)
def test_models_have_a_box_each_and_a_box_for_each_wound(
    name: str, army: str, lines: list[tuple[str, int]]
) -> None:
    assert boxes_of(name, army) == lines


def test_a_rule_is_explained_once() -> None:
    said = page(sample_army("skaven-1000"))
    assert said.count("<b>Strength in numbers</b>") == 1


def test_an_illegal_army_is_printed_with_what_is_wrong() -> None:
    said = page(sample_army("../illegal-armies/two-factions"))
    assert "verdict--bad" in said
    assert "Not legal: 1 problem<" in said
    assert "The army is of 2 factions; it may be of one." in said


def test_an_army_of_an_unknown_edition_is_printed_too() -> None:
    said = page(sample_army("../illegal-armies/unknown-edition"))
    assert "Not legal" in said
    assert "9999" in said


def test_what_players_wrote_stays_text() -> None:
    army = sample_army("orcs-500")
    force = army.forces[0]
    unit = replace(force.units[0], name="<img src=x>", note="a\n</p><link rel=x>")
    army = replace(
        army,
        name="<script>alert(1)</script>",
        note="<object data='file:///etc/passwd'>",
        forces=(replace(force, units=(unit, *force.units[1:])),),
    )
    said = page(army)
    for mark in ("<script", "<img", "<link", "<object"):
        assert mark not in said


def test_a_detachment_is_a_unit_below_its_parent() -> None:
    old_guard = next(
        unit
        for unit in paper_of(sample_army("empire-2000")).units
        if unit.title == "The Old Guard"
    )
    assert (old_guard.price, old_guard.family) == ("190", "310")
    assert old_guard.size == "Halberdiers · 20 models, one of them Sergeant"
    below = [(unit.number, unit.price, unit.strength) for unit in old_guard.under]
    assert below == [("5a", "80", 10), ("5b", "40", 8)]
    assert "ranks +3" in old_guard.facts


def test_a_wizard_has_room_for_as_many_spells_as_he_knows() -> None:
    wizard = paper_of(sample_army("empire-2000")).units[2]
    assert (wizard.title, wizard.writes) == ("Battle Wizard", 2)


def test_the_short_code_is_of_one_list_of_one_edition() -> None:
    army = sample_army("empire-2000")
    code = paper_of(army).code
    assert re.fullmatch(r"[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}", code)
    assert paper_of(army, kind="cards", secret=True).code == code
    assert paper_of(replace(army, limit=1999)).code != code


def test_the_square_leads_to_the_link_where_there_is_one() -> None:
    army = sample_army("orcs-500")
    assert "qr-square" not in page_of(paper_of(army))
    assert f"Link to the list: {LINK}" in page_of(paper_of(army, address=LINK))


@pytest.mark.parametrize("kind", ["sheet", "compact", "cards"])
def test_hidden_points_stand_nowhere(kind: str) -> None:
    said = page(sample_army("empire-2000"), kind=kind, points=False)
    for price in ("1,996", "2,000 points", "203", "310", "971"):
        assert price not in said


def test_a_secret_paper_sums_up_no_section() -> None:
    printed = paper_of(sample_army("empire-2000"), secret=True)
    assert {section.worth for section in printed.sections} == {""}


@pytest.mark.parametrize(
    ("order", "first", "last"),
    [
        ("section", "Count Aldemar", "Helblaster Volley Gun"),
        ("army", "Count Aldemar", "Helblaster Volley Gun"),
        ("points", "The Old Guard", "Huntsmen"),
    ],
)
def test_units_stand_in_the_order_that_is_asked_for(
    order: str, first: str, last: str
) -> None:
    units = paper_of(sample_army("empire-2000"), order=order).sections
    every = [unit for section in units for unit in section.units]
    assert (every[0].title, every[-1].title) == (first, last)
    assert [unit.number for unit in every] == [str(n) for n in range(1, 15)]


def test_to_save_paper_equal_heights_stand_beside_each_other() -> None:
    (section,) = [
        one
        for one in paper_of(sample_army("empire-2000"), order="space").sections
        if one.key == "core"
    ]
    heights = [unit.height for unit in section.units if not unit.under]
    assert heights == sorted(heights, reverse=True)


def test_a_warband_has_boxes_of_experience_and_room_to_write() -> None:
    said = page(sample_army("mordheim-reikland-500"), kind="roster")
    assert said.count("Experience 20 of 90") == 1
    assert said.count("Experience 8 of 90") == 2
    assert said.count("Experience 0 of 14") == 3 + 2
    assert "Rout test from" in said
    assert said.count(">Injuries<") == 6


def test_who_learns_nothing_has_no_boxes_of_experience() -> None:
    said = page(sample_army("mordheim-undead-500"), kind="roster")
    assert said.count("Experience</span>none") == 3
    assert said.count("of 14<") == 1 + 2


def test_a_roster_without_points_sums_up_nobody() -> None:
    army = sample_army("mordheim-undead-500")
    assert ">218<" in page(army, kind="roster")
    for hidden in ({"points": False}, {"secret": True}):
        assert ">218<" not in page(army, kind="roster", **hidden)


def test_a_card_that_is_full_goes_on_with_another() -> None:
    army = sample_army("empire-2000")
    force = army.forces[0]
    long = replace(force.units[3], note="A vow. " * 120)
    wordy = replace(army, forces=(replace(force, units=(long,)),))
    for cards, many in (
        (paper_of(army, kind="cards"), 1 + 17),
        (paper_of(wordy, kind="cards"), 1 + 2),
        (paper_of(army, kind="blank"), 6),
    ):
        assert page_of(cards).count('<article class="card') == many


def facts_of(army: str) -> dict[str, tuple[str, ...]]:
    return {unit.title: unit.facts for unit in paper_of(sample_army(army)).units}


def test_units_say_at_what_loss_they_panic_and_are_below_half() -> None:
    facts = facts_of("empire-2000")
    guard = ("Panic at 5 in a phase", "below half at 11")
    assert facts["The Old Guard"][-2:] == guard
    huntsmen = ("Panic at 2 in a phase", "below half at 3")
    assert facts["Huntsmen"][-2:] == huntsmen
    assert facts["Count Aldemar"][-1] == "below half at 2"
    assert not [fact for fact in facts["Great Cannon"] if " at " in fact]


def test_who_is_gone_at_half_is_told_nothing_of_it() -> None:
    facts = facts_of("empire-2000")
    assert not [fact for fact in facts["Battle Wizard"] if " at " in fact]
    rider = facts_of("bretonnia-2000")["Paladin"]
    assert rider[-1] == "Royal Pegasus: below half at 2"


@pytest.mark.parametrize(
    ("rules", "gear"),
    [
        ((RuleUse("immune-to-psychology"),), ()),
        ((), (Gear("banner-of-valour", "Banner of Valour", {}, kind="banner"),)),
    ],
)
def test_who_never_panics_has_no_losses_to_panic_at(
    rules: tuple[RuleUse, ...], gear: tuple[Gear, ...]
) -> None:
    now = review(sample_army("empire-2000"), real_books())
    (force,) = now.forces
    units = tuple(
        replace(unit, rules=(*unit.rules, *rules), gear=(*unit.gear, *gear))
        for unit in force.units
    )
    calm = replace(now, forces=(replace(force, units=units),))
    printed = paper(calm, real_books(), PaperSetup(), printed=DAY)
    guard = next(unit for unit in printed.units if unit.title == "The Old Guard")
    assert guard.facts[-2:] == ("ranks +3", "below half at 11")


def test_losses_that_call_for_a_morale_check_are_told_in_scrollhammer() -> None:
    facts = facts_of("saltmere-league-1500")
    told = [fact for some in facts.values() for fact in some if "Morale" in fact]
    assert "Morale check at 3 in a phase" in told
    assert "when shots of one phase slay a quarter" in page(
        sample_army("saltmere-league-1500")
    )


def test_break_points_are_explained_where_units_name_them() -> None:
    army = sample_army("empire-2000")
    for kind in ("sheet", "cards"):
        assert page(army, kind=kind).count("not in combat, nor in a frenzy") == 1
    assert "Panic" not in page(sample_army("cathay-1000"))


@pytest.mark.parametrize(("goblins", "lost"), [(0, "2"), (2, "1½"), (5, "2")])
def test_two_goblins_count_as_one_warrior_in_a_rout_test(
    goblins: int, lost: str
) -> None:
    mob = [Selection("u1", "boss"), *(Selection(f"b{n}", "big-un") for n in range(4))]
    mob = mob if not goblins else mob[:4]
    small = (Selection("f", "fighter", goblins),)
    mob += [Selection("u9", "goblin", selections=small)] if goblins else []
    force = Force("f1", "mordheim-orcs", 1, tuple(mob))
    army = Roster("mordheim", "Mob", limit=500, forces=(force,))
    facts = {fact.title: fact.value for fact in paper_of(army).facts}
    assert facts["Rout test from"] == lost


def test_a_figure_that_is_a_word_stands_in_the_facts_and_not_in_the_stat_line() -> None:
    (reeve, *_) = [
        unit
        for unit in paper_of(sample_army("saltmere-league-1500")).units
        if unit.title == "Harbour Reeve"
    ]
    assert "Skirmish" in reeve.facts
    assert "Form." not in {cell.heading for cell in reeve.stats[0].cells}


def test_prayers_are_ticked_and_spells_written() -> None:
    said = page(sample_army("empire-2000"))
    assert said.count("☐ ward 5+") == 1
    assert said.count(">Casts on<") == 1
    assert "Power dice" in said
    assert "Power dice" not in page(sample_army("cathay-1000"))


def dice_of(army: Roster) -> list[str]:
    return [fact.value for fact in paper_of(army).facts if "dice" in fact.title]


def test_levels_of_wizards_and_a_priest_make_the_dice_of_an_army() -> None:
    assert dice_of(sample_army("empire-2000")) == ["4", "4"]
    assert dice_of(sample_army("orcs-and-goblins-2000")) == ["4", "3"]
    assert dice_of(sample_army("saltmere-league-1500")) == []


def test_an_army_without_casters_says_nothing_of_dice() -> None:
    army = sample_army("empire-2000")
    (force,) = army.forces
    bare = replace(army, forces=(replace(force, units=force.units[3:]),))
    assert dice_of(bare) == []


def test_a_wizard_ticks_the_lores_that_his_book_lets_him_choose() -> None:
    wizard = paper_of(sample_army("empire-2000")).units[2]
    (lore,) = wizard.ticks
    assert (lore.name, len(lore.words)) == ("Lore", 8)
    damsel = next(u for u in paper_of(sample_army("bretonnia-2000")).units if u.writes)
    assert [tick.words for tick in damsel.ticks] == [("☐ Life", "☐ Beasts")]
    shaman = next(
        u for u in paper_of(sample_army("orcs-and-goblins-2000")).units if u.writes
    )
    assert shaman.ticks == ()


@pytest.mark.parametrize("kind", ["sheet", "cards", "roster"])
def test_every_spell_that_a_sorcerer_may_learn_has_a_box(kind: str) -> None:
    said = page(sample_army("mordheim-skaven-500"), kind=kind)
    assert "☑ Warpfire 8+" in said
    assert "☐ Gnawdoom 7+" in said
    assert "☐ Children of the Horned Rat<" in said


@pytest.mark.parametrize("kind", ["sheet", "compact", "cards", "roster"])
def test_every_paper_bears_the_crest_of_its_book(kind: str) -> None:
    army = sample_army("mordheim-skaven-500")
    arms, place = crest_of(real_book("mordheim-skaven")), int(kind == "cards")
    crest = drawn(arms, "crest", place=place)
    assert crest in page(army, kind=kind)
    assert crest not in page(army, kind=kind, ink=True)
    outline = drawn(arms, "crest", outline=True, place=place)
    assert outline in page(army, kind=kind, ink=True)
    for paint in PAINT.values():
        assert paint not in outline


def test_a_blank_card_says_what_is_written_where() -> None:
    said = page(sample_army("empire-2000"), kind="blank")
    for heading in ("Name", "Points", "Models and type", "Gear and rules"):
        assert said.count(f">{heading}<") == 6


def test_groups_of_one_name_are_counted_together_and_told_apart_by_their_gear() -> None:
    army = sample_army("saltmere-league-1500")
    (lancers,) = [u for u in paper_of(army).units if u.title == "League Lancers"]
    assert lancers.size == "5 models, one of them Banneret"
    riders = [one for one in lancers.carried if "Lancer" in one.who]
    assert [one.who for one in riders] == [
        "3\u00a0×\u00a0Lancer",
        "2\u00a0×\u00a0Lancer",
    ]
    held = [{piece.name for piece in one.pieces} for one in riders]
    assert held[0] - held[1] == {"Lance"}
    assert held[1] - held[0] == {"Greatblade"}


def test_groups_that_differ_in_nothing_are_one() -> None:
    gear = (Piece("Spear"),)
    groups = (("Guard", 15, gear), ("Guard", 5, gear), ("Guard", 1, ()))
    assert merged(groups) == [("Guard", 20, gear), ("Guard", 1, ())]


def test_what_a_campaign_taught_stands_among_the_skills_of_a_roster() -> None:
    army = sample_army("mordheim-reikland-500")
    captain, *others = army.forces[0].units
    gained = ("experience", "advance-ws", "mighty-blow", "lucky-charm")
    record = Selection(
        "record",
        "record",
        selections=tuple(Selection(f"r-{one}", one) for one in gained),
    )
    captain = replace(captain, selections=(*captain.selections, record))
    force = replace(army.forces[0], units=(captain, *others))
    army = replace(army, forces=(force,), switches={"campaign": True})
    drawn = paper_of(army, kind="roster")
    sheet = warband(drawn)
    assert sheet is not None
    assert sheet.heroes[0].skills == ("+1 Weapon Skill", "Mighty Blow")
    held = [p.name for one in sheet.heroes[0].carried for p in one.pieces]
    assert "Lucky charm" in held
    assert not {"Experience gained", "Record of the campaign"} & set(held)
    said = page_of(drawn)
    assert said.count(">So far<") == 1
    assert "Record of the campaign," not in said


def test_those_alone_who_fight_in_groups_have_boxes_of_who_is_alive() -> None:
    army = sample_army("mordheim-reikland-500")
    hired = Force("f2", "mordheim-hired-swords", 1, (Selection("h", "bard"),))
    sheet = warband(
        paper_of(replace(army, forces=(*army.forces, hired)), kind="roster")
    )
    assert sheet is not None
    alive = {w.unit.title: bool(w.alive) for w in sheet.others if w.unit is not None}
    assert alive == {
        "Warrior": True,
        "Marksman": True,
        "Swordsman": True,
        "Bard": False,
    }


@pytest.mark.parametrize("name", ["Ours", "The Company of Very Long Names " * 3])
def test_the_foot_takes_one_line_and_long_names_are_set_smaller(name: str) -> None:
    army = replace(sample_army("empire-2000"), name=name.strip())
    drawn = paper_of(army)
    assert text_width(drawn.foot, FOOT_SIZE) <= FOOT
    assert drawn.foot.endswith("The Empire, edition 1   ·   worked out on 1 March 2026")
    assert ('class="long"' in page_of(drawn)) is (name != "Ours")


def test_a_size_that_does_not_fit_beside_its_name_stands_below_it() -> None:
    said = page(sample_army("empire-2000"), kind="compact")
    assert 'Swordsmen <span class="kind">20 models, one of them Duellist</span>' in said
    assert '<span class="kind">10 models, one of them Marksman.</span>' in said


def test_two_rules_stand_in_columns_beside_each_other() -> None:
    columns = paper_of(sample_army("orcs-1000")).thirds
    assert [len(column) for column in columns] == [1, 1, 0]


@pytest.mark.parametrize("book", KEYS)
def test_every_name_of_a_stat_line_fits_beside_its_figures(book: str) -> None:
    names = {
        profile.name
        for unit in real_book(book).units.values()
        for part in (unit, *unit.entries.values())
        for profile in part.profiles
    }
    smallest = 5.8
    wide = {name for name in names if text_width(name, smallest) > ROOM}
    assert wide <= {"Dwarf Troll Slayer Pit Fighter"}, "alone, it goes without a name"
