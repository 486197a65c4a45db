"""What an answer leaves out stands beside it: each thing by name."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.values import Gear
from rulesets.games.scrollhammer.combat.answers import odds, preview
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter
from tests.rulesets.games.scrollhammer.rules_match_ups import (
    HIDDEN,
    RIDERS,
    SPIDERS,
)
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    BEAST,
    CATS,
    COHORT,
    GUILD,
    HERO,
    LANCERS,
    LEGION,
    MAGES,
    OGRES,
    PRIESTS,
    bow,
    fighter,
    match_up,
    part,
    spell,
    unit,
    weapon,
)

TWO_WAYS = replace(ARCHERS, loadouts=("Bow", "Hand Weapon and Shield"))
KATANA = Gear("katana", "Katana", {"strength": "user+1"}, "melee", 2, "katana")
POTION = Gear("healing-potion", "Healing Potion", {}, "consumable", 0)
TORN = unit("Torn", 5, gear=(weapon(element="Flame or Frost"),))
STORM_BOWS = unit("Stormers", 5, gear=(bow(3, 0, "poisoned", element="Shock, Poison"),))
STORM_SEERS = fighter(
    part("Seers", 3, mg=4, formation="Skirmish", casts="Bolt"),
    spells=(spell(4, 3, element="Flame or Shock"),),
)
MANY_SPELLS = fighter(
    part("Sages", 5, bs=4, mg=4, formation="Skirmish", casts="Bolt, Ward, Storm"),
    spells=(
        spell(4, 3, 1, "chill"),
        Gear("ward", "Ward", {"cost": 5}, "spell", 1),
        spell(9, 4, 1, "large-blast", name="Storm"),
    ),
)


def left(told: Odds, side: str = "a") -> dict[str, str]:
    return {one.rule: one.why for one in told.not_modelled if one.side == side}


@pytest.mark.parametrize(
    ("kind", "one", "rule", "words"),
    [
        ("engagement", HERO, "Independent Character", "joins and leaves"),
        ("fight", TORN, "hand-weapon user 0", "its player chooses one of its elements"),
        ("shooting", STORM_BOWS, "Bow", "none counts here, its poison always"),
        ("shooting", STORM_SEERS, "Bolt", "its player chooses one of its elements"),
        (
            "fight",
            TWO_WAYS,
            "Equipped Items",
            "unless it is asked to take what fights best",
        ),
        (
            "engagement",
            TWO_WAYS,
            "Equipped Items",
            "unless it is asked to take what fights best",
        ),
        ("engagement", ARCHERS, "Cohesive Fire", "taken to see what they shoot at"),
        ("fight", BEAST, "Large base", "as wide as those of the enemy"),
        ("engagement", BEAST, "Large base", "as wide as those of the enemy"),
        ("fight", LANCERS, "Cavalry", "this type of unit is not known"),
        ("fight", LEGION, "Parry", "only the beta prints its text"),
        ("fight", HIDDEN, "Invisibility", "said to be invisible"),
        ("fight", RIDERS, "Hit and Run", "said to leave the combat"),
        ("fight", SPIDERS, "Paralyze", "its target is said to be paralyzed"),
        ("fight", PRIESTS, "Hatred undead", "the one it names"),
        ("fight", unit("Monks", 5, gear=(KATANA,)), "Katana", "Initiative instead"),
        (
            "fight",
            unit("Monks", 5, gear=(POTION,)),
            "Healing Potion",
            "words that the odds",
        ),
        ("fight", MAGES, "Bolt", "not cast in close combat"),
        ("shooting", MANY_SPELLS, "Ward", "no match-up casts it"),
        ("shooting", MANY_SPELLS, "Chill", "its text is not known"),
        ("shooting", MANY_SPELLS, "Storm", "touches is not said"),
        ("shooting", replace(MAGES, parts=LEGION.parts), "Bolt", "no hand is set"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_it_is_named_with_the_reason(
    kind: str, one: Fighter, rule: str, words: str
) -> None:
    for told, side in (
        (odds(match_up(kind, one, CATS)), "a"),
        (odds(match_up(kind, CATS, one)), "b"),
    ):
        assert words in left(told, side)[rule]


@pytest.mark.parametrize("kind", ["fight", "charge", "shooting"])
def test_where_characters_join_units_nothing_of_it_is_left_out(kind: str) -> None:
    assert "Independent Character" not in left(odds(match_up(kind, HERO, CATS)))


@pytest.mark.parametrize(
    ("one", "situation", "rule"),
    [
        (HIDDEN, {"a.unseen": "first"}, "Invisibility"),
        (RIDERS, {"a.leaves": True}, "Hit and Run"),
        (SPIDERS, {"b.paralyzed": True}, "Paralyze"),
        (PRIESTS, {"a.foe": True}, "Hatred undead"),
        (BEAST, {"a.meets": 3}, "Large base"),
    ],
)
def test_what_was_asked_is_not_called_left_out(
    one: Fighter, situation: dict[str, Any], rule: str
) -> None:
    assert rule in left(odds(match_up("fight", one, CATS)))
    assert rule not in left(odds(match_up("fight", one, CATS, situation)))


@pytest.mark.parametrize(
    ("reach", "distance", "words"),
    [(24, 30, 'reaches 24"'), ("Template", 12, 'reaches 8"'), ("12-60", 6, '12-60"')],
)
def test_a_spell_out_of_reach_is_named(reach: Any, distance: int, words: str) -> None:
    far = fighter(*MAGES.parts, spells=(spell(8, 5, range=reach),))
    told = odds(match_up("shooting", far, CATS, {"distance": distance}))
    assert words in left(told)["Bolt"]


def test_bases_are_named_only_where_they_differ() -> None:
    giants = unit("Giants", 2, kind="monstrous-creature", w=3, formation="Skirmish")
    assert "Large base" not in left(odds(match_up("fight", BEAST, giants)))
    assert "Large base" not in left(odds(match_up("fight", CATS, COHORT)))


def test_what_the_beta_prints_is_not_left_out_where_it_is_read() -> None:
    read = {"beta-texts": True}
    golems = unit("Golems", 4, "fearless", ld=5, gear=(weapon(),))
    assert "Fearless" in left(odds(match_up("fight", golems, LEGION)))
    told = odds(match_up("fight", golems, LEGION, {}, read))
    assert "Fearless" not in left(told)
    assert "Parry" not in left(told, "b")


def test_rules_that_touch_no_die_are_told_apart_from_what_is_left_out() -> None:
    scouts = unit("Scouts", 5, "infiltrate", "night-eye")
    told = odds(match_up("fight", scouts, CATS))
    assert [one.rule for one in told.no_dice] == ["Infiltrate", "Night Eye"]
    assert not left(told)


def test_a_card_names_what_it_leaves_out_of_blows_and_of_shots() -> None:
    blows, *_ = preview(unit("Monks", 5, gear=(KATANA, POTION)), CATS)
    assert {"Katana", "Healing Potion"} <= {one.rule for one in blows.not_modelled}
    (shot,) = [card for card in preview(TWO_WAYS, CATS) if card.key == "shooting"]
    assert "Equipped Items" not in {one.rule for one in shot.not_modelled}
    of_mages = {one.rule for card in preview(MAGES, OGRES) for one in card.not_modelled}
    assert "Bolt" in of_mages


def test_a_volley_says_that_all_shoot_alike_and_how_wounds_are_dealt_out() -> None:
    told = " ".join(odds(match_up("shooting", ARCHERS, GUILD)).notes)
    assert "All who are not held back shoot, from one distance" in told
    assert "in the order of the kinds of attackers (house)" in told


def test_of_one_kind_of_models_nothing_is_said_of_dealing_wounds_out() -> None:
    told = " ".join(odds(match_up("shooting", ARCHERS, LEGION)).notes)
    assert "dealt out" not in told
    assert "hurt model" not in told


def test_one_of_the_four_elements_is_not_named_as_left_out() -> None:
    for element in ("Flame", "frost", "Poison", "Shock", ""):
        told = odds(
            match_up("fight", unit("Men", 5, gear=(weapon(element=element),)), CATS)
        )
        assert "hand-weapon user 0" not in left(told)


@pytest.mark.parametrize("kind", ["charge", "engagement"])
def test_dangerous_ground_is_said_to_test_the_charge_alone(kind: str) -> None:
    asked = odds(match_up(kind, LEGION, CATS, {"dangerous": True, "distance": 6}))
    plain = odds(match_up(kind, LEGION, CATS, {"distance": 6}))
    for side in ("a", "b"):
        assert "the charge alone" in left(asked, side)["Pile In"]
        assert "Pile In" not in left(plain, side)
