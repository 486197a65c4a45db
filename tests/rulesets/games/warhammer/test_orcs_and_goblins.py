"""What the book of the Orcs and Goblins does to figures, prices, slots and hands."""

import json
from pathlib import Path
from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.books.load import read_book
from tests.rulesets.games.warhammer.armies import Found, army_of

PAGE = Path(__file__).parents[4] / "fixtures/books/warhammer-orcs-and-goblins.json"
BOOK: Book = read_book(json.loads(PAGE.read_text(encoding="utf-8")), 1)


def army(*units: Any, limit: int = 2000) -> Found:
    return army_of(BOOK, *units, limit=limit)


def loadouts(found: Found) -> dict[str, tuple[str, ...]]:
    """Return what the first group of the first unit may have in hand, with notes."""
    lines = (found.unit(0), *found.unit(0).lines)
    [equipment] = [line.equipment for line in lines if line.equipment][:1]
    return {loadout.name: loadout.notes for loadout in equipment.loadouts}


def test_two_choppas_go_together_and_one_goes_with_a_shield() -> None:
    found = loadouts(army(("orc-boyz", "10 orc-boy", "shield", "additional-choppa")))
    assert found["Choppa and Shield"] == ()
    pair = found["Choppa and Additional choppa"]
    assert "+1 Attack: two weapons, on foot" in pair
    assert "Choppa, Additional choppa and Shield" not in found


def test_big_uns_are_better_than_other_boyz_and_cost_more_for_each() -> None:
    found = army(("orc-boyz", "12 orc-boy"), ("orc-boyz", "10 orc-boy", "big-uns"))
    assert (found.figure(0, "ws"), found.figure(0, "s")) == (3, 3)
    assert (found.figure(1, "ws"), found.figure(1, "s")) == (4, 4)
    assert [found.unit(place).points for place in (0, 1)] == [60, 70]


def test_big_uns_leave_their_boars_alone() -> None:
    riders = ("orc-boar-boyz", "5 boar-boy", "boar", "big-uns")
    unit = army(riders).unit(0)
    [boar] = [line for line in unit.lines if line.entry == "boar"]
    assert unit.profiles[0].values()["ws"] == 4
    assert boar.profiles[0].values()["ws"] == 3


def test_big_uns_need_as_many_boyz_of_their_own_kind() -> None:
    big = ("orc-boyz", "20 orc-boy", "big-uns")
    others = ("orc-boyz", "10 orc-boy"), ("savage-orc-boyz", "10 savage-orc")
    assert "big-uns-need-boyz" in army(big, *others).codes
    enough = army(big, *others, ("orc-boyz", "10 orc-boy"))
    assert "big-uns-need-boyz" not in enough.codes


@pytest.mark.parametrize(
    ("unit", "save"),
    [
        (("orc-warboss",), 7),
        (("orc-warboss", "heavy-armour", "shield", "boar"), 2),
        (("orc-warboss", "heavy-armour", "wyvern"), 5),
        (("orc-warboss", "boar", "shield", "drogs-dead-ard-armour"), 1),
        (("goblin-big-boss", "wolf", "light-armour", "nobblas-elmet"), 4),
        (("orc-boyz", "10 orc-boy", "shield"), 5),
        (("orc-boar-boyz", "5 boar-boy", "boar"), 3),
        (("savage-orc-boar-boyz", "5 savage-boar-boy", "boar"), 4),
        (("black-orcs", "10 black-orc", "shield"), 4),
    ],
)
def test_armour_and_mounts_make_the_save(unit: tuple[str, ...], save: int) -> None:
    assert army(unit).figure(0, "sv") == save


@pytest.mark.parametrize(
    ("bought", "ward"),
    [
        ((), None),
        (("warpaint",), 6),
        (("warpaint", "magical-warpaint"), 5),
        (("magical-warpaint", "ironskin-shield"), 4),
        (("ironskin-shield", "warboss-umms-best-big-boss-at"), 4),
        (("warpaint", "talisman-of-protection"), 6),
    ],
)
def test_the_best_ward_save_counts(bought: tuple[str, ...], ward: int | None) -> None:
    assert army(("savage-orc-warboss", *bought)).figure(0, "ward") == ward


def test_a_black_orc_warboss_is_two_of_the_characters() -> None:
    units = [("black-orc-warboss", "general"), "black-orc-big-boss"]
    assert "characters" not in army(*units).codes
    found = army(*units, "goblin-big-boss")
    assert "Characters: 5 of at most 4" in found.text("characters")


def test_two_spear_chukkas_are_one_special_choice_and_a_third_begins_another() -> None:
    others = ["rock-lobber", "rock-lobber", "orc-boar-chariot"]
    assert "special" not in army(*others, "spear-chukkas", "spear-chukkas").codes
    found = army(*others, *["spear-chukkas"] * 3)
    assert "Special: 5 of at most 4" in found.text("special")


def test_the_boar_chariot_of_a_character_is_a_special_choice() -> None:
    others = ["rock-lobber"] * 4
    assert "special" not in army("orc-big-boss", *others).codes
    assert "special" in army(("orc-big-boss", "boar-chariot-team"), *others).codes


def test_spears_for_a_chariot_cost_a_point_for_each_of_its_crew() -> None:
    small = ("goblin-wolf-chariots", "crew-spear")
    large = ("goblin-wolf-chariots", "extra-goblin", "crew-spear")
    found = army(small, large)
    assert [found.unit(place).points for place in (0, 1)] == [63, 67]


def test_fanatics_do_not_pay_for_the_spears_of_their_mob() -> None:
    mob = ("night-goblins", "20 night-goblin", "spears-and-shields", "3 fanatic")
    assert army(mob).unit(0).points == 40 + 20 + 75


def test_one_in_four_night_goblins_may_have_a_net() -> None:
    mob = ("night-goblins", "23 night-goblin", "hand-weapons-and-shields", "6 netter")
    assert "6 of at most 5" in army(mob).text("option-count")


def test_one_squig_hopper_comes_with_three_squigs() -> None:
    herd = ("squig-herd", "4 night-goblin", "6 squig")
    assert "squig-hoppers" not in army((*herd, "2 squig-hopper")).codes
    assert "squig-hoppers" in army((*herd, "3 squig-hopper")).codes


def test_one_magic_banner_is_among_the_boar_boyz_beside_that_of_big_uns() -> None:
    def riders(*more: str, banner: str) -> tuple[Any, ...]:
        return (
            *("orc-boar-boyz", "5 boar-boy", "boar"),
            *(*more, ("standard-bearer", banner)),
        )

    first, second = riders(banner="guffs-flag"), riders(banner="war-banner")
    big = riders("big-uns", banner="night-banner")
    assert "boar-boyz-banner" not in army(first, big).codes
    assert "boar-boyz-banner" in army(first, second).codes


@pytest.mark.parametrize(
    ("unit", "code"),
    [
        (("orc-warboss", "effigy-of-mork"), "item-race"),
        (("goblin-warboss", "drogs-dead-ard-armour"), "item-race"),
        (("goblin-warboss", "mad-cap-mushrooms"), "item-race"),
        (("night-goblin-shaman", "level-1", "staff-of-sneaky-stealin"), "item-race"),
        (("orc-big-boss", "armour-of-protectyness"), "item-only-for"),
        (("goblin-warboss", "porkos-pigstikka"), "item-needs-mount"),
    ],
)
def test_shiny_stuff_is_not_for_everybody(unit: tuple[str, ...], code: str) -> None:
    assert code in army(unit).codes


@pytest.mark.parametrize(
    "unit",
    [
        ("savage-orc-warboss", "effigy-of-mork"),
        ("black-orc-warboss", "drogs-dead-ard-armour"),
        ("night-goblin-warboss", "mad-cap-mushrooms"),
        ("goblin-shaman", "level-1", "staff-of-sneaky-stealin"),
        ("orc-warboss", "armour-of-protectyness"),
        ("goblin-warboss", "wolf", "porkos-pigstikka"),
    ],
)
def test_its_own_people_may_have_it(unit: tuple[str, ...]) -> None:
    codes = army(unit).codes
    assert not [code for code in codes if code.startswith("item-")]
