"""Rare weapons and armour: what any hero of a running campaign may search for."""

from collections.abc import Iterator
from typing import Any

import pytest

from rulesets.books.book import Entry
from rulesets.reviews.review import ERROR, Review
from tests.real_books import real_book
from tests.rulesets.games.mordheim.warbands import (
    WARBANDS,
    codes,
    figures,
    hero,
    judged,
    record,
    unit,
)

# As the rulebook and the official supplements print them [gold crowns].
CLOSE_COMBAT = {"lance": 40, "horsemans-hammer": 12, "sword-breaker": 30}
SHOOTING = {
    "crossbow-pistol": 35,
    "elf-bow": 35,
    "repeater-crossbow": 40,
    "throwing-knives-stars": 15,
    "blunderbuss": 30,
    "pistol": 15,
    "pistol-brace": 30,
    "duelling-pistol": 30,
    "duelling-pistol-brace": 60,
    "handgun": 35,
    "hunting-rifle": 200,
}
ARMOUR = {"gromril-armour": 150, "ithilmar-armour": 90, "pavise": 25}
RARE = {**CLOSE_COMBAT, **SHOOTING, **ARMOUR}
ROLLS = {"elf-bow": (3, 18)}

# What the source sells to some warbands alone, and to whom of them.
OF_THEIR_OWN = {
    "dwarfs": {"dwarf-axe": 15},
    "marienburg": {"rapier": 15},
    "ostlanders": {
        "ostlander-double-barrelled-hunting-rifle": 300,
        "ostlander-double-barrelled-pistol": 30,
        "ostlander-double-barrelled-pistol-brace": 60,
    },
    "pit-fighters": {"trident": 15},
    "reikland": {"rapier": 15},
    "skaven": {
        "fighting-claws": 35,
        "weeping-blades": 50,
        "blowpipe": 25,
        "warplock-pistol": 35,
        "warplock-pistol-brace": 70,
    },
    "witch-hunters": {"brazier-iron": 35},
}

# Who wears no armour, who shoots nothing, who carries nothing: as the source says.
NO_ARMOUR = {
    ("beastmen", "shaman"),
    ("dwarfs", "troll-slayer"),
    ("kislevites", "bear-tamer"),
    ("kislevites", "esaul"),
    ("kislevites", "youth"),
    ("orcs", "shaman"),
    ("pit-fighters", "troll-slayer"),
    ("sisters", "augur"),
}
NO_MISSILES = {("dwarfs", "troll-slayer"), ("pit-fighters", "troll-slayer")}
NOTHING = {("possessed", "possessed")}
# The list of Kislev gives handguns to its Streltsi only.
NO_HANDGUN = "kislevites"


def heroes() -> Iterator[tuple[str, str]]:
    for key in WARBANDS:
        for entry in real_book(key).entries.values():
            if "#hero" in entry.keys and (key[9:], entry.key) not in NOTHING:
                yield key[9:], entry.key


HEROES = [*heroes()]


def may_search_for(warband: str, fighter: str) -> dict[str, int]:
    """Return what a hero may search for, with the printed price."""
    goods = {**RARE, **OF_THEIR_OWN.get(warband, {})}
    if (warband, fighter) in NO_ARMOUR:
        goods = {key: price for key, price in goods.items() if key not in ARMOUR}
    if (warband, fighter) in NO_MISSILES:
        goods = {key: price for key, price in goods.items() if key not in SHOOTING}
    if warband == NO_HANDGUN:
        del goods["handgun"]
    return goods


def offered(entry: Entry, slots: set[str] | None = None) -> dict[str, Entry]:
    """Return what is offered at an entry by item, from some slots or from all."""
    options = [
        entry.entries[key]
        for slot in entry.slots
        if slots is None or slot.key in slots
        for key in slot.entries
    ]
    return {option.item or option.key: option for option in options}


def fighter_of(warband: str, key: str) -> Entry:
    return real_book(f"mordheim-{warband}").entries[key]


def own_list(entry: Entry) -> set[str]:
    slots = {slot.key for slot in entry.slots} - {"campaign", "heirloom"}
    return set(offered(entry, slots))


@pytest.mark.parametrize(("warband", "fighter"), HEROES)
def test_a_hero_records_every_rare_good_that_he_may_search_for(
    warband: str, fighter: str
) -> None:
    entry = fighter_of(warband, fighter)
    found = offered(entry.entries["record"], {"rare-arms"})
    wanted = {
        key: price
        for key, price in may_search_for(warband, fighter).items()
        if key not in own_list(entry)
    }

    assert {key: option.points for key, option in found.items()} == wanted
    assert {key: one.roll for key, one in found.items() if one.roll} == {
        key: roll for key, roll in ROLLS.items() if key in wanted
    }


def recorded(warband: str, fighter: str, thing: Any, *switches: str) -> Review:
    return judged(warband, hero(fighter, record(thing)), switches=switches)


def errors_there(now: Review) -> set[str]:
    """Return the codes of errors at the hero, or at anything that he has."""
    path = unit(now).path
    return {
        m.code
        for m in now.messages
        if m.severity == ERROR and f"{m.where}/".startswith(f"{path}/")
    }


@pytest.mark.sweep(20)
@pytest.mark.parametrize(("warband", "fighter"), HEROES)
def test_it_costs_its_price_in_a_campaign_and_no_new_warband_has_it(
    warband: str, fighter: str
) -> None:
    found = offered(fighter_of(warband, fighter).entries["record"], {"rare-arms"})
    bare = judged(warband, hero(fighter, record()), switches=("campaign",))
    missing = errors_there(bare)
    assert found
    for key, option in found.items():
        thing: dict[str, Any] = {"entry": option.key}
        roll = option.roll[0] if option.roll else 0
        if roll:
            thing["roll"] = roll
        now = recorded(warband, fighter, thing, "campaign")

        assert now.points - bare.points == may_search_for(warband, fighter)[key] + roll
        on_foot = {"never-equipped"} if key == "lance" else set()
        assert errors_there(now) - missing == on_foot, key
        assert "campaign-only" in errors_there(recorded(warband, fighter, thing))


def test_a_hero_of_gromril_saves_on_four_and_of_ithilmar_on_five() -> None:
    for armour, save in (("gromril-armour", 4), ("ithilmar-armour", 5)):
        now = recorded("reikland", "captain", armour, "campaign")

        assert figures(unit(now))["sv"] == save


def test_a_lance_of_gromril_costs_four_lances() -> None:
    now = recorded("reikland", "captain", hero("lance", "gromril-weapon"), "campaign")

    assert now.points == 60 + 4 * 40


def test_a_pit_king_records_weapons_of_gromril_though_he_buys_his_in_kits() -> None:
    def found(*material: str) -> Review:
        sword = hero("sword", *material)
        return judged(
            "pit-fighters",
            hero("pit-king", "orc-kit", record(sword)),
            switches=("campaign",),
        )

    assert found("ithilmar-weapon").points - found().points == 2 * 10
    assert "slot" in codes(found())
    assert "slot" not in errors_there(found("ithilmar-weapon"))


def test_two_bows_of_an_elf_are_two_of_a_kind() -> None:
    bow = {"entry": "elf-bow", "count": 2, "roll": 9}

    assert "missile-kinds" in codes(recorded("reikland", "captain", bow, "campaign"))


def test_hunting_arrows_fly_from_an_elf_bow() -> None:
    bow, arrows = (
        {"entry": "elf-bow", "roll": 9},
        {"entry": "hunting-arrows", "roll": 1},
    )
    for warband, leader in (("dwarfs", "noble"), ("reikland", "captain")):
        with_bow = judged(
            warband, hero(leader, record(bow, arrows)), switches=("campaign",)
        )
        without = recorded(warband, leader, arrows, "campaign")

        assert "item-needs" not in codes(with_bow)
        assert "item-needs" in codes(without)


def test_an_armourless_hero_records_no_armour_from_anywhere() -> None:
    for warband, fighter in NO_ARMOUR:
        entry = fighter_of(warband, fighter)

        assert not set(ARMOUR) & set(offered(entry.entries["record"]))


def test_some_goods_are_for_one_warband_alone() -> None:
    def goods(warband: str, fighter: str) -> set[str]:
        return set(offered(fighter_of(warband, fighter).entries["record"]))

    assert "vial-of-pestilens" in goods("skaven", "night-runner")
    assert "book-of-the-dead" in goods("undead", "vampire")
    assert "book-of-the-dead" not in goods("undead", "dreg")
    assert "vial-of-pestilens" not in goods("undead", "vampire")
