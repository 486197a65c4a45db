"""What a group can have in hand, as the pages show it."""

import json
from dataclasses import replace

from armybuilder.armies.equipment import all_equipment, shown_equipment
from armybuilder.armies.units import shown_groups
from rulesets.core.values import Gear
from rulesets.games import GAMES
from rulesets.reviews.figures import (
    Equipment,
    Figure,
    Held,
    NamedLoadout,
    Refused,
    ReviewedProfile,
)
from rulesets.reviews.review import Line

GAME = GAMES["warhammer"]
SWORD = Gear("sword", "Sword", {}, kind="melee", hands=1)
SHIELD = Gear("shield", "Shield", {}, kind="shield", hands=1)
PIKE = Gear("pike", "Pike", {}, kind="melee", hands=3)
MAIL = Gear("mail", "Mail", {}, kind="armour", hands=0)


def profile(save: int) -> ReviewedProfile:
    return ReviewedProfile(
        "elf", "Elf", "infantry", {"sv": Figure(7, save), "s": Figure(3, 3)}
    )


KIT = Equipment(
    hands=2,
    worn=(MAIL,),
    loadouts=(
        Held("Sword and Shield", (SWORD, SHIELD), ("safe",), (profile(4),)),
        Held("2 × Sword", (replace(SWORD, count=2),), (), (profile(5),)),
    ),
    refused=(
        Refused((PIKE,), "the model has 2"),
        Refused((replace(SWORD, count=2), SHIELD), "three hands"),
    ),
    named=(
        NamedLoadout("Wall", ("shield", "sword"), ""),
        NamedLoadout("Odd", ("axe",), "no axe"),
    ),
)
GROUP = Line(
    path="f1/s1",
    id="s1",
    entry="elf",
    name="Elf",
    own_name="",
    note="",
    kind="unit",
    category="",
    count=1,
    models=1,
    each=0,
    own=0,
    points=0,
    profiles=(profile(5),),
    gear=(replace(SWORD, count=2), SHIELD, PIKE, MAIL),
    equipment=KIT,
)


def test_a_loadout_says_which_figures_it_makes_others() -> None:
    wall, pair = shown_equipment(GAME, GROUP).held
    assert (wall.name, wall.figures, wall.notes) == (
        "Sword and Shield",
        ("Sv 4+",),
        ("safe",),
    )
    assert (pair.name, pair.figures) == ("2 × Sword", ())


def test_one_piece_that_is_refused_can_never_be_equipped() -> None:
    shown = shown_equipment(GAME, GROUP)
    assert shown.never == (("Pike", "the model has 2"),)
    assert shown.refused == (("2 × Sword and Shield", "three hands"),)


def test_named_loadouts_carry_their_verdict_and_what_they_change() -> None:
    wall, odd = shown_equipment(GAME, GROUP).named
    assert (wall.items, wall.changes, wall.why_not) == (
        "Shield, Sword",
        ("Sv 4+", "safe"),
        "",
    )
    assert (odd.items, odd.changes, odd.why_not) == ("axe", (), "no axe")


def test_dropping_one_keeps_the_others() -> None:
    _, odd = shown_equipment(GAME, GROUP).named
    assert json.loads(odd.drop) == [
        {
            "edit": "set-loadouts",
            "id": "s1",
            "loadouts": [{"name": "Wall", "items": ["shield", "sword"]}],
        }
    ]


def test_a_set_that_is_named_already_is_not_named_again() -> None:
    wall, pair = shown_equipment(GAME, GROUP).held
    assert wall.keep == ""
    names = [one["name"] for one in json.loads(pair.keep)[0]["loadouts"]]
    assert names == ["Wall", "Odd", "2 × Sword"]


def test_eight_loadouts_are_as_many_as_may_be_named() -> None:
    full = replace(
        KIT, named=tuple(NamedLoadout(f"{n}", ("pike",), "") for n in range(8))
    )
    shown = shown_equipment(GAME, replace(GROUP, equipment=full))
    assert not shown.may_name
    assert [held.keep for held in shown.held] == ["", ""]


def test_a_pair_is_two_ticks_and_what_is_worn_is_none() -> None:
    ticks = [tick.name for tick in shown_equipment(GAME, GROUP).ticks]
    assert ticks == ["Sword", "Sword, number 2", "Shield", "Pike"]


def test_a_thousand_of_a_piece_are_no_more_ticks_than_one_may_name() -> None:
    many = replace(GROUP, gear=(replace(SWORD, count=1000),))
    assert len(shown_equipment(GAME, many).ticks) == 12


def test_a_set_that_is_too_large_to_name_is_not_offered() -> None:
    thirteen = Held("13 × Sword", (replace(SWORD, count=13),), (), ())
    many = replace(GROUP, equipment=replace(KIT, loadouts=(thirteen,)))
    assert shown_equipment(GAME, many).held[0].keep == ""


def test_what_stands_for_several_pieces_is_named_by_hand() -> None:
    spells = Held("Spells", (Gear("spells", "Spells", {}),), (), ())
    kit = replace(KIT, loadouts=(spells,))
    shown = shown_equipment(GAME, replace(GROUP, equipment=kit))
    assert shown.held[0].keep == ""


def test_a_group_has_what_its_unit_gives_to_all() -> None:
    unit = replace(GROUP, equipment=None, gear=(SHIELD,), profiles=(profile(5),))
    group = replace(
        GROUP, path="f1/s1/s2", id="s2", kind="model", count=9, gear=(SWORD,)
    )
    group = replace(group, models=9, profiles=())
    unit = replace(unit, lines=(group,))
    (shown,) = all_equipment(GAME, unit)
    assert [tick.name for tick in shown.ticks] == ["Shield", "Sword"]
    assert shown.held[0].figures == ("Sv 4+",)
    (one,) = shown_groups(unit, (shown,), GAME)
    assert (one.count, [piece.name for piece in one.gear]) == (
        "9 × ",
        ["Shield", "Sword"],
    )
