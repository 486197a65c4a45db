"""Every magic item of the books has a row, and each effect its figure by hand.

A hero strikes once at guards who do not strike back: he hits on 3+, wounds on 3+, and
they save on 6+ against his Strength 4, so that one blow wounds on 2/3 × 2/3 × 5/6.
"""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.effects import RuleEffect
from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.blows.endurance import BY_WOUNDS
from rulesets.games.warhammer.combat.blows.moments import MOMENTS
from rulesets.games.warhammer.combat.blows.terms import COUNTS, DICE
from rulesets.games.warhammer.combat.blows.vocabulary import ADDED, ROLLED, TESTS
from rulesets.games.warhammer.combat.left_out import not_modelled
from rulesets.games.warhammer.combat.profile import read_profile
from rulesets.games.warhammer.item_rules import ITEMS
from rulesets.games.warhammer.special_rules import items_of
from rulesets.odds.answer import Odds
from rulesets.odds.effects import refusal
from rulesets.odds.match_up import Answers, Fighter
from tests.rulesets.games.warhammer.bearers import guards, hero, sword, worn
from tests.rulesets.games.warhammer.units import BOW, ORCS, match_up, unit

FIXTURES = Path(__file__).parents[4]
USES: Answers = {"a.uses-item": True}
ONE_BLOW = Fraction(2, 3) * Fraction(2, 3) * Fraction(5, 6)
BLESSED = ("blessing-of-the-lady",)


def magic_items() -> dict[str, str]:
    """Return the names of all magic items of the books and their library, by key."""
    pages = [
        *(FIXTURES / "fixtures" / "books").glob("warhammer-*.json"),
        FIXTURES / "rulesets" / "libraries" / "warhammer-1.json",
    ]
    documents = [json.loads(page.read_bytes()) for page in pages]
    return {
        item["key"]: item["name"]
        for document in documents
        for item in document["items"]
        if "magic" in item.get("tags", ())
    }


def test_every_magic_item_of_the_books_has_a_row_of_its_name() -> None:
    assert {key: row.name for key, row in ITEMS.items()} == magic_items()


@pytest.mark.parametrize("key", sorted(items_of("left out")))
def test_what_is_left_out_says_why_in_a_sentence(key: str) -> None:
    said = ITEMS[key].left_out
    assert said
    assert not said.endswith(".")
    profile = read_profile(hero(worn(key)), "a")
    assert (ITEMS[key].name, said) in [
        (one.rule, one.why) for one in not_modelled(profile)
    ]


@pytest.mark.parametrize("key", [key for key, row in ITEMS.items() if row.effects])
def test_every_effect_of_an_item_is_one_that_the_combat_knows(key: str) -> None:
    for effect in ITEMS[key].effects:
        is_read = effect.on in {**TESTS, **ADDED, **ROLLED}
        assert is_read or not _unknown(effect), key


def _unknown(effect: RuleEffect) -> str:
    if effect.on in COUNTS:
        return refusal(effect, COUNTS, MOMENTS)
    return refusal(effect, {**DICE, **BY_WOUNDS}, MOMENTS)


def test_what_counts_is_named_by_nobody() -> None:
    own = read_profile(hero(sword("sword-of-justice"), worn("dawn-armour")), "a")
    assert not_modelled(own) == ()


def test_of_some_items_a_part_is_left_out_and_named() -> None:
    own = read_profile(hero(sword("porkos-pigstikka")), "a")
    assert [one.why for one in not_modelled(own)] == [
        "its attacks for the ranks of the enemy are not worked out"
    ]


def struck(
    own: Fighter, enemy: Fighter, situation: Answers | None = None, kind: str = "fight"
) -> float:
    """Return the wounds that the first round takes from the enemy, on average."""
    told = odds(match_up(kind, own, enemy, situation or {}, rounds=1))
    return told.wounds["a"].expected()


def test_a_hero_without_magic_wounds_as_he_is_counted() -> None:
    assert struck(hero(), guards()) == pytest.approx(float(ONE_BLOW), abs=1e-12)


TOUGH: dict[str, Any] = {"t": 5, "w": 3}
BLOWS: dict[str, tuple[Gear, dict[str, Any], Answers, Fraction]] = {
    "wounds again": (sword("sword-of-justice"), {}, {}, Fraction(40, 81)),
    "wounds again with a lance": (sword("heartwood-lance"), {}, {}, Fraction(40, 81)),
    "hits on 2+": (sword("sword-of-righteous-steel"), {}, {}, Fraction(25, 54)),
    "hits on 2+, an Orc": (sword("hackas-sword-of-hackin"), {}, {}, Fraction(25, 54)),
    "wounds at once, no save": (sword("runefang"), {}, {}, Fraction(2, 3)),
    "wounds at once": (sword("kleevas-cleaver-of-cleavage"), {}, {}, Fraction(5, 9)),
    "hits again": (sword("ulags-akkrit-axe"), {}, {}, Fraction(40, 81)),
    "saves again": (sword("birth-sword-of-carcassonne"), {}, {}, Fraction(35, 81)),
    "as strong as he must be": (
        sword("sword-of-the-ladys-champion"),
        {"t": 5},
        {},
        Fraction(4, 9),
    ),
    "D3 wounds of the tough": (sword("sword-of-heroes"), TOUGH, {}, Fraction(2, 3)),
    "common wounds of others": (sword("sword-of-heroes"), {"w": 3}, {}, ONE_BLOW),
    "wounds on 4+ at worst": (sword("wyrmslayer-sword"), {"t": 8}, {}, Fraction(5, 18)),
    "a test on Leadership": (
        sword("hammer-of-judgement"),
        {"ld": 7},
        {},
        Fraction(5, 18),
    ),
    "a mighty blow": (sword("mace-of-helstrum"), {}, USES, Fraction(5, 9)),
    "D6 wounds of a mighty blow": (
        sword("mace-of-helstrum"),
        {"w": 6},
        USES,
        Fraction(5, 9) * Fraction(7, 2),
    ),
    "a mighty blow that nobody asks for": (
        sword("mace-of-helstrum"),
        {},
        {},
        ONE_BLOW,
    ),
    "a named enemy": (sword("sword-of-fate"), {}, USES, Fraction(5, 9)),
    "a great weapon": (
        sword("sword-of-the-quest", "no-armour-save"),
        {},
        USES,
        Fraction(5, 9),
    ),
    "1s to wound again": (
        worn("cuirass-of-fortune", "armour"),
        {},
        {},
        Fraction(35, 81),
    ),
    "one kick more": (worn("biggeds-ed-kickin-boots"), {}, {}, Fraction(25, 27)),
    "one bite more": (worn("warboss-imbads-iron-gnashas"), {}, {}, Fraction(41, 54)),
    "a butt in a challenge alone": (worn("eadbuttin-at"), {}, {}, ONE_BLOW),
    "a large target is slain": (
        worn("virtue-of-heroism"),
        {"w": 3, "large": True},
        {},
        Fraction(11, 18),
    ),
    "a stronger enemy": (worn("virtue-of-audacity"), {"s": 5}, {}, Fraction(160, 243)),
    "no stronger enemy": (worn("virtue-of-audacity"), {"s": 4}, {}, ONE_BLOW),
}


@pytest.mark.parametrize("name", BLOWS)
def test_blows_with_an_item_are_those_counted_by_hand(name: str) -> None:
    gear, figures, situation, wounds = BLOWS[name]
    large = ("large-target",) if figures.get("large") else ()
    line = {key: value for key, value in figures.items() if key != "large"}
    told = struck(hero(gear), guards(rules=large, **line), situation)
    assert told == pytest.approx(float(wounds), abs=1e-12)


CHARGES: dict[str, tuple[tuple[Gear, ...], dict[str, Any], Fraction]] = {
    "three attacks more, once": (
        (sword("duffas-club-of-duffin"),),
        {},
        4 * ONE_BLOW - ONE_BLOW**4,
    ),
    "killing blow of a charge": (
        (sword("lance-of-artois", base="lance", **{"charge-bonus": 2}),),
        {"w": 3},
        Fraction(7, 9),
    ),
    "misses of a charge with a lance again": (
        (
            Gear("lance", "Lance", {"charge-bonus": 2}, "melee", 1, "lance"),
            worn("virtue-of-the-joust"),
        ),
        {},
        Fraction(20, 27),
    ),
    "misses without a lance stay": ((worn("virtue-of-the-joust"),), {}, ONE_BLOW),
    "hatred of who shoots": (
        (worn("virtue-of-noble-disdain"),),
        {"bow": True},
        Fraction(40, 81),
    ),
    "no hatred of who does not": ((worn("virtue-of-noble-disdain"),), {}, ONE_BLOW),
}


@pytest.mark.parametrize("name", CHARGES)
def test_blows_of_a_charge_are_those_counted_by_hand(name: str) -> None:
    gear, figures, wounds = CHARGES[name]
    armed = (BOW,) if figures.get("bow") else ()
    line = {key: value for key, value in figures.items() if key != "bow"}
    told = struck(hero(*gear), guards(*armed, **line), {}, "charge")
    assert told == pytest.approx(float(wounds), abs=1e-12)


def test_what_is_used_once_may_be_kept_for_another_combat() -> None:
    own = hero(sword("duffas-club-of-duffin"))
    asked = match_up("charge", own, guards(), {}, {"once-a-game": "never"}, 1)
    assert odds(asked).wounds["a"].expected() == pytest.approx(float(ONE_BLOW))


def test_a_rider_with_the_pigstikka_is_stronger_when_he_charges() -> None:
    own = hero(sword("porkos-pigstikka"))
    part = replace(own.parts[0], kind="cavalry")
    rider = replace(own, kind="cavalry", parts=(part,))
    told = struck(rider, guards(), {}, "charge")
    assert told == pytest.approx(float(Fraction(5, 9)), abs=1e-12)


def test_blows_of_the_silver_lance_all_hit_while_its_bearer_is_blessed() -> None:
    lance = sword("silver-lance-of-the-blessed", base="lance")
    asked: Answers = {"a.blessed": True}
    blessed = struck(hero(lance, rules=BLESSED), guards(), asked)
    assert blessed == pytest.approx(float(Fraction(5, 9)), abs=1e-12)
    assert struck(hero(lance, rules=BLESSED), guards()) == pytest.approx(
        float(ONE_BLOW)
    )
    pure = struck(hero(lance, worn("virtue-of-purity")), guards())
    assert pure == pytest.approx(float(Fraction(5, 9)), abs=1e-12)


POISON, FIRE, SLAYER = ("poisoned-attacks",), ("flaming-attacks",), ("killing-blow",)
DEFENCES: dict[str, tuple[str, tuple[str, ...], Answers, Fraction]] = {
    "1 harder to hit": ("effigy-of-mork", (), {}, Fraction(5, 18)),
    "1 harder to hit in the sun": (
        "armour-of-the-midsummer-sun",
        (),
        {},
        Fraction(5, 18),
    ),
    "saves again": ("dawn-armour", (), {}, Fraction(25, 81)),
    "saves again, an Orc": ("armour-of-gork", (), {}, Fraction(25, 81)),
    "saves again under a helm": ("gromril-great-helm", (), {}, Fraction(25, 81)),
    "a test on Strength 4": ("gilded-armour", (), {}, ONE_BLOW * Fraction(4, 6)),
    "no poison": ("mantle-of-damsel-elena", POISON, {}, ONE_BLOW),
    "no killing blow": ("mantle-of-damsel-elena", SLAYER, {}, ONE_BLOW),
    "no fire": ("dragons-claw", FIRE, {}, Fraction(0)),
    "a better Blessing": (
        "grail-shield",
        (),
        {"b.blessed": True},
        ONE_BLOW * Fraction(1, 2),
    ),
    "a Blessing of 5+": (
        "dragons-claw",
        (),
        {"b.blessed": True},
        ONE_BLOW * Fraction(2, 3),
    ),
    "a better Blessing that nobody asks for": ("grail-shield", (), {}, ONE_BLOW),
}


@pytest.mark.parametrize("name", DEFENCES)
def test_blows_at_the_bearer_of_an_item_are_those_counted_by_hand(name: str) -> None:
    key, rules, situation, wounds = DEFENCES[name]
    kept = guards(worn(key), rules=BLESSED)
    told = struck(hero(rules=rules), kept, situation)
    assert told == pytest.approx(float(wounds), abs=1e-12)


def test_who_passes_every_test_is_not_held_off_by_the_gilded_armour() -> None:
    told = struck(hero(worn("crimson-amulet")), guards(worn("gilded-armour")))
    assert told == pytest.approx(float(ONE_BLOW), abs=1e-12)


def test_the_shield_of_the_gorgon_takes_one_attack_of_those_in_contact() -> None:
    bearer, plain = hero(worn("shield-of-the-gorgon"), a=0, w=8), hero(a=0, w=8)
    own = unit("Halberds", 3, a=2)
    dealt = [struck(own, one) for one in (plain, bearer)]
    one_attack = float(Fraction(1, 2) * Fraction(1, 3))
    assert dealt == pytest.approx([6 * one_attack, 5 * one_attack], abs=1e-12)
    assert struck(unit("Man", 1, a=2), bearer) == pytest.approx(one_attack, abs=1e-12)


def shot(target: Fighter, **strength: int) -> float:
    """Return the wounds of three archers at short range, on average."""
    bow = replace(BOW, stats={**BOW.stats, **strength})
    archers = unit("Archers", 3, gear=(bow,))
    told = odds(match_up("shooting", archers, target, {"distance": 5}))
    return told.wounds["a"].expected()


def test_shots_at_the_night_banner_are_1_worse_to_hit() -> None:
    one = Fraction(1, 2) * Fraction(2, 3)
    assert shot(guards()) == pytest.approx(float(3 * Fraction(1, 2) * one))
    borne = guards(worn("night-banner"))
    assert shot(borne) == pytest.approx(float(3 * Fraction(1, 3) * one), abs=1e-12)


def test_the_banner_of_defence_saves_against_strong_shots_alone() -> None:
    borne = guards(worn("banner-of-defence"), sv=7)
    assert shot(borne) == pytest.approx(float(3 * Fraction(1, 4)), abs=1e-12)
    strong = 3 * Fraction(1, 2) * Fraction(5, 6) * Fraction(1, 2)
    assert shot(borne, strength=5) == pytest.approx(float(strong), abs=1e-12)


def duel(own: Fighter, enemy: Fighter) -> Odds:
    return odds(match_up("fight", own, enemy, {"challenge": True}, rounds=1))


def test_who_is_sure_of_himself_rolls_again_in_challenges() -> None:
    own, enemy = hero(worn("virtue-of-confidence")), hero(a=0, ws=3, t=3, sv=5)
    again = float(Fraction(8, 9) * Fraction(8, 9) * Fraction(5, 6))
    assert duel(own, enemy).wounds["a"].expected() == pytest.approx(again, abs=1e-12)
    assert struck(own, enemy) == pytest.approx(float(ONE_BLOW), abs=1e-12)


def test_a_head_that_butts_strikes_before_all_others_in_a_challenge() -> None:
    enemy = hero(a=0, ws=3, t=3, sv=5, w=1)
    told = duel(hero(worn("eadbuttin-at")), enemy).wounds["a"].chances[1]
    bite = Fraction(7, 18)
    both = 1 - (1 - bite) * (1 - ONE_BLOW)
    assert told == pytest.approx(float(both), abs=1e-12)


def test_a_unit_of_orcs_is_struck_as_before() -> None:
    assert struck(hero(), ORCS) == pytest.approx(float(Fraction(2, 3) * Fraction(1, 2)))
