"""Each rule of Mordheim that changes a blow: where it works and where it does not."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.games.mordheim.combat.blows.attack import BlowRule, with_rules
from rulesets.games.mordheim.combat.blows.attack_rules import (
    BLOW as TERMS,
)
from rulesets.games.mordheim.combat.blows.attack_rules import (
    AttackModifiers,
    BlowMoment,
    BlowPlace,
)
from rulesets.games.mordheim.combat.blows.weapons import strikes
from rulesets.games.mordheim.combat.context import (
    MordheimReadings,
    MordheimSituation,
)
from rulesets.games.mordheim.combat.profile import read_warrior
from rulesets.games.mordheim.special_rules import GEAR, SPECIAL_RULES, row_of
from rulesets.odds.context import Context
from tests.rulesets.games.mordheim.fighters import fighter

BLOW = AttackModifiers(skill=3, strength=3, save=7)
CHARGE = BlowMoment(charging=True, first=True)
LATER = BlowMoment()
SHOT = BlowMoment(shot=True)
NOTHING: dict[str, Any] = {}

OWN = (
    # rule, gear, when, what changes, and when it changes nothing
    ("cutting-edge", "axe", LATER, {"pierces": 1}, None),
    ("enemy-armour-bonus", "dagger", LATER, {"pierces": -1}, None),
    ("no-armour-save", "starsword", LATER, {"blocks_all": True}, None),
    ("holy-weapon", "axe", BlowMoment(unholy=True), {"wound_easier": 1}, LATER),
    ("black-lotus", "axe", LATER, {"lotus": True}, None),
    ("cannot-be-parried", "axe", LATER, {"may_parry": False}, None),
    ("accurate", "bow", SHOT, {"easier": 1}, None),
    ("makeshift", "axe", LATER, {"easier": -1}, None),
    ("mighty-blow", "axe", LATER, {"strength": 4}, SHOT),
    ("web-of-steel", "axe", LATER, {"critical_bonus": 1}, SHOT),
    ("expert-swordsman", "sword", CHARGE, {"again": True}, LATER),
    ("berserker", "axe", CHARGE, {"easier": 1}, LATER),
    ("ferocious-charge", "axe", CHARGE, {"easier": -1}, LATER),
    ("unstoppable-charge", "axe", CHARGE, {"skill": 4}, LATER),
    ("pit-fighter-skill", "axe", BlowMoment(indoors=True), {"skill": 4}, LATER),
    ("pit-fighter-at-home", "axe", BlowMoment(indoors=True), {"skill": 4}, LATER),
    ("monster-slayer", "axe", LATER, {"wounds_on": 4}, SHOT),
    ("silent-death", "fighting-claws", LATER, {"critical": 5}, None),
    ("perfect-killer", "bow", SHOT, {"pierces": 1}, None),
    ("hatred", "axe", BlowMoment(first=True), {"again": True}, LATER),
    ("dark-venom", "axe", LATER, {"strength": 4}, None),
    ("throwing-axe", "throwing-knives-stars", SHOT, {"strength": 4}, None),
    ("venom-bearer", "axe", LATER, {"strength": 4}, None),
    ("superior-blackpowder", "handgun", SHOT, {"strength": 4}, None),
    ("cloud-of-flies", "axe", LATER, {"easier": -1}, SHOT),
    ("foul-odour", "axe", LATER, {"easier": -1}, BlowMoment(holy=False)),
    ("resilient", "axe", LATER, {"weaker": 1}, SHOT),
    ("step-aside", "axe", LATER, {"avoided": 1 / 3}, SHOT),
    ("regeneration", "axe", LATER, {"avoided": 1 / 2}, None),
    ("dodge", "bow", SHOT, {"dodged": 1 / 3}, LATER),
    ("excellent-reflexes", "axe", LATER, {"dodged": 1 / 3}, None),
    ("daemonic-aura", "axe", LATER, {"save": 5}, None),
    ("large", "bow", SHOT, {"easier": 1}, LATER),
    ("thiefs-cloak", "bow", SHOT, {"easier": -1}, LATER),
    ("elven-cloak", "bow", SHOT, {"easier": -1}, LATER),
    ("wolfcloak", "bow", SHOT, {"save": 6}, LATER),
    ("peg-leg", "axe", LATER, {"avoided": 1 / 6}, None),
    ("enchanted-skins", "axe", LATER, {"avoided": 1 / 6}, None),
    ("fire-arrows", "bow", SHOT, {"alight": 1 / 2}, None),
    ("brazier-iron", "brazier-iron", LATER, {"alight": 1 / 3}, None),
    ("said-picked", "axe", LATER, {"easier": 1}, None),
    ("said-unseen", "axe", CHARGE, {"easier": 1}, LATER),
    ("said-rush", "axe", CHARGE, {"easier": 1}, LATER),
    (
        *("said-slam", "axe", CHARGE),
        *({"easier": 1, "strength": 4, "critical": 5}, LATER),
    ),
    ("said-rested", "handgun", SHOT, {"easier": 1}, LATER),
    ("under-hammer-of-sigmar", "axe", LATER, {"times": 2}, SHOT),
    ("under-stags-leap", "axe", CHARGE, {"strength": 4}, LATER),
    ("under-armour-of-righteousness", "axe", LATER, {"save": 2}, None),
    ("under-scabrous-hide", "bow", SHOT, {"save": 2}, None),
)

INJURY = (
    ("concussion", "axe", LATER, "concussion", None),
    ("strike-to-injure", "axe", LATER, "bonus", SHOT),
    ("eadbasher", "axe", LATER, "stuns", SHOT),
    ("poisoned-weapon", "axe", LATER, "bonus", None),
    ("hunting-arrows", "bow", SHOT, "bonus", None),
)


def place(gear: str, when: BlowMoment, rules: str = "", enemy: str = "") -> BlowPlace:
    striker = read_warrior(fighter(gear, rules, name="A"), "a")
    weapon = (*striker.weapons, *striker.missiles)[0]
    return BlowPlace(striker, weapon, read_warrior(fighter("axe", enemy), "b"), when)


def changed(key: str, at: BlowPlace, x: int = 0) -> AttackModifiers:
    """Return a blow with one rule, of whoever's dice it changes."""
    row = row_of(key)
    of_struck = any(one.whose == "against" for one in row.effects)
    rule = BlowRule(row, at.striker, x, "against" if of_struck else "own")
    return with_rules(
        BLOW, [rule], at, Context(MordheimSituation(), MordheimReadings())
    )


@pytest.mark.parametrize(
    ("key", "gear", "when", "wanted", "never"), OWN, ids=[case[0] for case in OWN]
)
def test_a_rule_changes_a_blow_where_it_should(
    key: str,
    gear: str,
    when: BlowMoment,
    wanted: dict[str, Any],
    never: BlowMoment | None,
) -> None:
    after = changed(key, place(gear, when))
    for name, value in wanted.items():
        assert getattr(after, name) == pytest.approx(value)
    assert replace(after, **{name: getattr(BLOW, name) for name in wanted}) == BLOW
    if never is not None:
        assert changed(key, place(gear, never)) == BLOW


@pytest.mark.parametrize(
    ("key", "gear", "when", "name", "never"), INJURY, ids=[case[0] for case in INJURY]
)
def test_a_rule_worsens_injury_rolls_where_it_should(
    key: str, gear: str, when: BlowMoment, name: str, never: BlowMoment | None
) -> None:
    after = changed(key, place(gear, when))
    assert getattr(after.trauma, name) == 1
    if never is not None:
        assert changed(key, place(gear, never)) == BLOW


def test_every_rule_of_a_blow_is_tested() -> None:
    tested = {case[0] for case in (*OWN, *INJURY)}
    apart = {"mounted-charge", "wounds-stronger", "under-daemonic-vigour"}
    assert tested | apart == {
        key
        for key, row in {**SPECIAL_RULES, **GEAR}.items()
        if any(one.on in TERMS for one in row.effects)
    }


def test_what_is_thrown_or_poisoned_leaves_other_weapons_alone() -> None:
    assert changed("throwing-axe", place("axe", LATER)) == BLOW
    assert changed("venom-bearer", place("handgun", SHOT)) == BLOW


@pytest.mark.parametrize(
    "key", ["black-lotus", "dark-venom", "poisoned-weapon", "venom-bearer"]
)
def test_poison_does_nothing_to_some(key: str) -> None:
    at = place("axe", LATER, enemy="poison-proof")
    assert changed(key, at) == BLOW


@pytest.mark.parametrize("gear", ["2*axe dark-venom", "axe sword dark-venom"])
def test_poison_is_on_one_of_two_weapons_alike_or_not(gear: str) -> None:
    by, him = place(gear, LATER).striker, place("axe", LATER).striker
    (strike,) = strikes(
        by, him, LATER, Context(MordheimSituation(), MordheimReadings())
    )
    needs = {group.blow.to_wound: group.blows for group in strike.groups}
    assert needs == {3: 1, 4: 1}  # Strength 4 and 3 against Toughness 3


def test_a_lance_counts_in_the_saddle_on_the_charge() -> None:
    at = place("axe", CHARGE)
    rider = replace(at, striker=replace(at.striker, mounted=True))
    assert changed("mounted-charge", rider, 2).strength == 5
    assert changed("mounted-charge", at, 2) == BLOW
    assert changed("mounted-charge", replace(rider, moment=LATER), 2) == BLOW


def test_what_wounds_as_if_stronger_leaves_saves_alone() -> None:
    after = changed("wounds-stronger", place("axe", LATER), 1)
    assert (after.weaker, after.strength) == (-1, 3)


def test_vigour_hardens_only_who_has_a_daemonic_aura() -> None:
    daemon = place("axe", LATER, enemy="daemonic-aura")
    assert changed("under-daemonic-vigour", daemon).save == 4
    assert changed("under-daemonic-vigour", place("axe", LATER)) == BLOW


def test_an_expert_with_an_axe_strikes_once() -> None:
    assert changed("expert-swordsman", place("axe", CHARGE)) == BLOW


def test_reflexes_are_one_better_with_dodge() -> None:
    at = place("axe", LATER, enemy="excellent-reflexes dodge")
    assert changed("excellent-reflexes", at).dodged == pytest.approx(1 / 2)
