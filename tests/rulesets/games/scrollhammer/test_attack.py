"""Single attacks of Scrollhammer, against fractions worked out by hand."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from rulesets.games.scrollhammer.combat.blows.attack import (
    attack_of,
    hit_chance,
    to_hit_melee,
    to_wound,
    wound_chances,
)
from rulesets.games.scrollhammer.combat.blows.attack_values import (
    ScrollhammerMoment,
    ScrollhammerSave,
)
from rulesets.games.scrollhammer.combat.blows.blows import blows_of
from rulesets.games.scrollhammer.combat.blows.saves import save_need
from rulesets.games.scrollhammer.combat.blows.struck_models import struck_models
from rulesets.games.scrollhammer.combat.blows.weapons import (
    dual_wields,
    melee_weapons,
    ranged_weapons,
)
from rulesets.games.scrollhammer.combat.blows.wounds import (
    hurt,
    marks,
)
from rulesets.games.scrollhammer.combat.contact import engaged
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.fights.bonus import bonus
from rulesets.games.scrollhammer.combat.fights.leadership import (
    catches,
    morale,
    regrouping,
)
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit, read_profile
from rulesets.games.scrollhammer.combat.side import (
    FLANK,
    REAR,
    ScrollhammerSide,
)
from rulesets.odds.match_up import Fighter
from tests.rulesets.games.scrollhammer.units import (
    BEAST,
    COHORT,
    FALMER,
    HERO,
    LED,
    LEGION,
    OGRES,
    PEASANTS,
    SHIELD,
    bow,
    fighter,
    part,
    unit,
    weapon,
)

READ = ScrollhammerReadings()
MELEE = ScrollhammerMoment(melee=True)
SHOT = ScrollhammerMoment(melee=False)

HIT_CHART = """
4 4 5 5 5 5 5 5 5 5
3 4 4 4 5 5 5 5 5 5
3 3 4 4 4 4 5 5 5 5
3 3 3 4 4 4 4 4 5 5
3 3 3 3 4 4 4 4 4 4
3 3 3 3 3 4 4 4 4 4
3 3 3 3 3 3 4 4 4 4
3 3 3 3 3 3 3 4 4 4
3 3 3 3 3 3 3 3 4 4
3 3 3 3 3 3 3 3 3 4
"""
WOUND_CHART = """
4 5 6 6 7 7 7 7 7 7
3 4 5 6 6 7 7 7 7 7
2 3 4 5 6 6 7 7 7 7
2 2 3 4 5 6 6 7 7 7
2 2 2 3 4 5 6 6 7 7
2 2 2 2 3 4 5 6 6 7
2 2 2 2 2 3 4 5 6 6
2 2 2 2 2 2 3 4 5 6
2 2 2 2 2 2 2 3 4 5
2 2 2 2 2 2 2 2 3 4
"""


def chart(text: str) -> dict[tuple[int, int], int]:
    rows = [line.split() for line in text.split("\n") if line]
    return {
        (row, column): int(cell)
        for row, cells in enumerate(rows, start=1)
        for column, cell in enumerate(cells, start=1)
    }


def profile(one: Fighter) -> ScrollhammerUnit:
    return read_profile(one, "a")


def harm(
    striker: Fighter,
    target: Fighter,
    moment: ScrollhammerMoment = MELEE,
    **readings: Any,
) -> Fraction:
    """Return the chance that one attack's wound is unsaved, times that it wounds."""
    own, other = profile(striker), profile(target)
    group, mark = own.groups[0], marks(other)[0][-1]
    moment = replace(moment, unit=own.shared)
    held = melee_weapons(group, charging=False)
    arm = held[0] if moment.melee else ranged_weapons(group)[0]
    read = replace(READ, **readings)
    attack, _ = attack_of(group, arm, mark, moment, read)
    _, hits, _ = hit_chance(attack, moment, read)
    _, wounds, _ = wound_chances(attack, moment, read)
    effect = hurt(group, arm, 1, other, mark, moment, read).effects[0]
    return hits * wounds * effect.harm()


def test_the_chart_to_hit_is_the_printed_one() -> None:
    for (own, other), need in chart(HIT_CHART).items():
        assert to_hit_melee(own, other) == need


def test_the_chart_to_wound_is_the_printed_one() -> None:
    for (strength, toughness), need in chart(WOUND_CHART).items():
        assert to_wound(strength, toughness) == need


@pytest.mark.parametrize(
    ("bs", "chance"),
    [
        (1, "1/6"),
        (3, "1/2"),
        (5, "5/6"),
        (6, "31/36"),
        (7, "8/9"),
        (8, "11/12"),
        (10, "35/36"),
    ],
)
def test_a_shot_hits_as_the_chart_says(bs: int, chance: str) -> None:
    assert shot(bs, SHOT) == Fraction(chance)


def shot(bs: int, moment: ScrollhammerMoment, **readings: Any) -> Fraction:
    """Return the chance that an archer hits the legion."""
    shooter = profile(unit("Archers", 1, bs=bs, gear=(bow(),))).groups[0]
    arm, mark = ranged_weapons(shooter)[0], marks(profile(LEGION))[0][0]
    read = replace(READ, **readings)
    attack, _ = attack_of(shooter, arm, mark, moment, read)
    return hit_chance(attack, moment, read)[1]


def test_one_less_to_hit_leaves_the_worst_shots_nothing() -> None:
    worse = ScrollhammerMoment(melee=False, worse=1)
    assert shot(1, worse) == 0
    assert shot(1, worse, past_six="six-hits") == Fraction(1, 6)


def test_piercing_is_added_to_the_save_that_is_needed() -> None:
    assert save_need(ScrollhammerSave(3, 7), 2) == (5, "armour")
    assert save_need(ScrollhammerSave(3, 7), 4)[0] == 7


def test_the_best_save_is_taken_and_a_one_always_fails() -> None:
    blessed = ScrollhammerSave(armour=1, ward=4)
    assert save_need(blessed, 0) == (2, "armour")
    assert save_need(blessed, 4) == (4, "ward")
    assert save_need(blessed, 4, cover=3) == (3, "cover")


@pytest.mark.parametrize(
    ("rules", "toughness", "chance"),
    [
        ((), 3, "1/2"),
        ((("poisoned", 4),), 3, "3/4"),
        ((("poisoned", 4),), 5, "1/2"),
        ((("poisoned", 2),), 8, "5/6"),
        (("poisoned",), 6, "1/2"),
        (("rending",), 9, "1/6"),
        (("rending",), 3, "1/2"),
        (("killing-blow",), 7, "1/6"),
    ],
)
def test_wounds_of_special_weapons(
    rules: tuple[Any, ...], toughness: int, chance: str
) -> None:
    striker = unit("Striker", 1, ws=10, gear=(weapon("user", 0, *rules),))
    target = unit("Target", 1, ws=0, t=toughness, w=3)
    assert harm(striker, target) == Fraction(chance)


@pytest.mark.parametrize("key", ["immune-to-poison", "dwemer-make", "brass-and-coral"])
def test_poison_does_nothing_to_those_who_are_proof(key: str) -> None:
    striker = unit("Striker", 1, gear=(weapon("user", 0, ("poisoned", 2)),))
    assert harm(striker, unit("Target", 1, key, ws=0, t=5)) == Fraction(1, 6)


@pytest.mark.parametrize("element", ["Flame", "Frost", "Shock"])
def test_an_element_does_nothing_to_those_who_are_immune(element: str) -> None:
    striker = unit("Striker", 1, gear=(weapon("user", 0, element=element),))
    immune = unit("Target", 1, f"immune-to-{element.lower()}", ws=0)
    assert harm(striker, immune) == 0
    assert harm(striker, unit("Target", 1, ws=0)) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("rules", "stopped_by"),
    [
        ((), ["mundane"]),
        (("magic",), ["magic"]),
        (("otherworldly",), ["mundane", "magic"]),
        (("magic", "otherworldly"), ["magic"]),
    ],
)
def test_damage_is_stopped_by_immunity_to_every_type_that_its_striker_may_choose(
    rules: tuple[str, ...], stopped_by: list[str]
) -> None:
    striker = unit("Striker", 1, gear=(weapon("user", 0, *rules),))
    proofs = ["mundane", "magic", "spell"]
    for number in range(len(proofs) + 1):
        for some in combinations(proofs, number):
            proof = unit("Target", 1, *(f"immune-to-{each}" for each in some), ws=0)
            stopped = set(stopped_by) <= set(some)
            assert harm(striker, proof) == (0 if stopped else Fraction(1, 2)), some


def test_frost_passes_the_armour_of_dwemer_make() -> None:
    striker = unit("Striker", 1, gear=(weapon("user", 0, element="Frost"),))
    assert harm(striker, unit("Target", 1, ws=0, t=4, sv=2)) == Fraction(1, 18)
    made = unit("Target", 1, "dwemer-make", ws=0, t=4, sv=2)
    assert harm(striker, made) == Fraction(1, 2)


def test_what_hits_by_itself_needs_no_roll() -> None:
    shooter = unit("Thrower", 1, bs=2, gear=(bow(3, 0, "autohit"),))
    assert harm(shooter, unit("Target", 1), SHOT) == Fraction(1, 2)


def test_four_arms_bring_one_attack_more_for_two_weapons_or_more() -> None:
    arms = unit("Tidewrought", 1, "four-arms", gear=(weapon(count=4),))
    side, foe = ScrollhammerSide(profile(arms), 5), ScrollhammerSide(profile(LEGION), 5)
    struck = struck_models(foe, engaged(foe, side, READ))
    blows = blows_of(side, foe, struck, READ, first=False)
    assert [one.attacks for one in blows] == [2]


def test_below_half_only_a_double_one_or_a_musician_rallies() -> None:
    for rules, chance in (
        ((), 1 / 36),
        (("musician",), 21 / 36),
        (("legionnaire-drilling",), 21 / 36),
    ):
        one = profile(unit("Company", 10, *rules))
        assert regrouping(one)[one.company.state([4])] == pytest.approx(chance)
        assert regrouping(one)[one.company.state([5])] == pytest.approx(21 / 36)


def test_bearers_of_shields_save_again_against_what_overwhelms() -> None:
    striker = unit("Striker", 1, gear=(weapon("user", 0, "easily-overwhelmed"),))
    shielded = unit("Target", 1, ws=0, sv=4, gear=(SHIELD,))
    assert harm(striker, shielded) == Fraction(1, 8)
    assert harm(striker, unit("Target", 1, ws=0, sv=4)) == Fraction(1, 4)


def test_the_quality_of_weapons_adds_strength_and_piercing() -> None:
    coral = profile(unit("Striker", 1, "dark-coral", "moonsteel", gear=(weapon(),)))
    (group,), mark = coral.groups, marks(profile(LEGION))[0][0]
    (arm,) = melee_weapons(group, charging=False)
    attack, _ = attack_of(group, arm, mark, MELEE, READ)
    assert (attack.strength, attack.ap) == (4, 2)


def test_twice_the_toughness_slays_outright() -> None:
    def slain(strength: int, toughness: int, *rules: str) -> Fraction:
        striker = unit("Striker", 1, gear=(weapon(strength, 0, *rules),))
        target = profile(unit("Target", 1, t=toughness, w=4))
        group, mark = profile(striker).groups[0], marks(target)[0][0]
        arm = melee_weapons(group, charging=False)[0]
        return hurt(group, arm, 1, target, mark, MELEE, READ).effects[0].slain

    assert slain(8, 4) == 1
    assert slain(7, 4) == 0
    assert slain(3, 4, "instant-death") == 1
    assert slain(4, 4, "killing-blow") == Fraction(1, 3)


def test_wounds_that_multiply_are_counted_on_one_model() -> None:
    striker = unit("Striker", 1, gear=(weapon("user", 0, ("multiple-wounds", 2)),))
    target = profile(OGRES)
    group, mark = profile(striker).groups[0], marks(target)[0][0]
    arm = melee_weapons(group, charging=False)[0]
    effect = hurt(group, arm, 1, target, mark, MELEE, READ).effects[0]
    assert effect.wounds == (Fraction(1, 3), Fraction(0), Fraction(2, 3))


def test_a_master_crafted_weapon_rolls_one_miss_again() -> None:
    striker = unit("Striker", 1, gear=(weapon("user", 0, "master-crafted"),))
    target = profile(unit("Target", 1, ws=3, t=1))
    group, mark = profile(striker).groups[0], marks(target)[0][0]
    arm = melee_weapons(group, charging=False)[0]
    one = hurt(group, arm, 2, target, mark, MELEE, READ).one
    hits = {0: 1 / 8, 1: 3 / 8, 2: 1 / 2}
    wounds = [
        hits[0] + hits[1] / 6 + hits[2] / 36,
        hits[1] * 5 / 6 + hits[2] * 10 / 36,
        hits[2] * 25 / 36,
    ]
    assert one == pytest.approx(wounds, abs=1e-12)


def test_hatred_and_preferred_enemy_roll_again() -> None:
    first, target = ScrollhammerMoment(melee=True, first=True), unit("Target", 1)

    def harmed(*rules: str, moment: ScrollhammerMoment = first) -> Fraction:
        return harm(unit("Striker", 1, *rules, gear=(weapon(),)), target, moment)

    assert harmed() == harmed("hatred", moment=MELEE) == Fraction(1, 4)
    assert harmed("hatred") == harmed("twisted-souls") == Fraction(3, 8)
    assert harmed("preferred-enemy") == Fraction(7, 12) ** 2


def test_hatred_of_one_foe_counts_against_it_alone() -> None:
    foe = ScrollhammerMoment(melee=True, first=True, foe=True)
    later = ScrollhammerMoment(melee=True, foe=True)
    for rule, chance in (("hatred-elves", "3/8"), ("twisted-souls", "3/8")):
        striker = unit("Striker", 1, rule, gear=(weapon(),))
        assert harm(striker, unit("Target", 1), foe) == Fraction(chance)
    souls = unit("Striker", 1, "twisted-souls", gear=(weapon(),))
    assert harm(souls, unit("Target", 1), later) == Fraction(3, 8)
    elves = unit("Striker", 1, "hatred-elves", gear=(weapon(),))
    assert harm(elves, unit("Target", 1), replace(foe, foe=False)) == Fraction(1, 4)


def test_those_who_hunt_monsters_wound_them_more() -> None:
    plain = unit("Hunter", 1, gear=(weapon(6),))
    hunter = unit("Hunter", 1, "monster-hunter", gear=(weapon(6),))
    assert harm(hunter, BEAST) == harm(plain, BEAST) * Fraction(3, 2)
    assert harm(hunter, OGRES) == harm(plain, OGRES)


def test_a_beta_parry_helps_only_where_it_is_read() -> None:
    striker, duelist = unit("Striker", 1), unit("Duelist", 1, "parry", ws=0)
    assert harm(striker, duelist) == Fraction(1, 2)
    read: dict[str, Any] = {"beta_texts": True}
    assert harm(striker, duelist, MELEE, **read) == Fraction(5, 12)
    shielded = unit("Shielded", 1, ws=0, gear=(weapon(), SHIELD))
    assert harm(striker, shielded, MELEE, **read) == Fraction(5, 12)
    spears = unit("Spears", 1, ws=0, gear=(weapon(base="spear"), SHIELD))
    assert harm(striker, spears, MELEE, **read) == Fraction(1, 2)


def test_two_weapons_of_one_base_are_a_pair() -> None:
    def pair(*gear: Any) -> bool:
        return dual_wields(profile(unit("Striker", 1, gear=gear)).groups[0])

    assert pair(weapon(count=2))
    assert pair(weapon("user", 0), weapon("user", 1))
    assert not pair(weapon(base="dagger"), weapon())
    assert not pair(weapon(count=2, base="natural", hands=0))


@pytest.mark.parametrize(
    ("own", "other", "files", "fighting"),
    [
        (COHORT, COHORT, (5, 5), 10),
        (COHORT, LEGION, (7, 5), 12),
        (COHORT, HERO, (5, 5), 4),
        (HERO, COHORT, (5, 5), 1),
        (PEASANTS, LEGION, (5, 5), 17),
        (FALMER, LEGION, (5, 5), 12),
    ],
)
def test_who_may_fight_at_full_strength(
    own: Fighter, other: Fighter, files: tuple[int, int], fighting: int
) -> None:
    sides = (
        ScrollhammerSide(profile(own), files[0]),
        ScrollhammerSide(profile(other), files[1]),
    )
    counted = engaged(*sides, READ)
    assert counted[-1, -1] == fighting


@pytest.mark.parametrize(
    ("one", "files", "worth"),
    [(LEGION, 5, 2), (LEGION, 4, 0), (COHORT, 5, 5), (COHORT, 10, 5), (PEASANTS, 5, 1)],
)
def test_what_formation_and_standard_are_worth(
    one: Fighter, files: int, worth: int
) -> None:
    assert bonus(ScrollhammerSide(profile(one), files), READ)[-1] == worth


@pytest.mark.parametrize("struck", [FLANK, REAR])
def test_ranks_struck_aside_add_nothing_but_their_standard(struck: str) -> None:
    assert bonus(ScrollhammerSide(profile(COHORT), 5, struck), READ)[-1] == 1


def test_the_leader_is_last_in_line_for_wounds() -> None:
    led = profile(LED)
    assert [group.role for group in led.groups] == ["models", "leader"]
    assert led.company.models == (9, 1)


def test_a_six_to_hit_of_precision_is_aimed_at_a_leader_one_time_in_three() -> None:
    def aimed(target: Fighter, *rules: str, bs: int = 4, worse: int = 0) -> float:
        shooter = profile(unit("Sniper", 1, bs=bs, gear=(bow(3, 0, *rules),)))
        group, other = shooter.groups[0], profile(target)
        moment = ScrollhammerMoment(melee=False, worse=worse)
        arm, mark = ranged_weapons(group)[0], marks(other)[0][0]
        return hurt(group, arm, 1, other, mark, moment, READ).aimed

    assert aimed(LED, "precision") == pytest.approx(1 / 4 / 3)
    assert aimed(LED, "precision", bs=6) == pytest.approx(7 / 31 / 3)
    assert aimed(LED, "precision", worse=1) == 0
    assert aimed(LED) == aimed(COHORT, "precision") == 0


def test_equal_groups_are_one() -> None:
    split = fighter(part("Guards", 4, ws=4), part("Other guards", 3, ws=4))
    assert profile(split).company.models == (7,)


def test_a_morale_check_is_passed_by_a_double_one_at_least() -> None:
    assert [morale(value) for value in (12, 7, 2, 0, -5)] == [
        1,
        Fraction(21, 36),
        Fraction(1, 36),
        Fraction(1, 36),
        Fraction(1, 36),
    ]


def test_who_has_no_initiative_is_caught_and_catches_nobody() -> None:
    assert catches(3, 0, ties=True) == 1
    assert catches(0, 3, ties=True) == 0
    ways = np.add.outer(np.arange(1, 7) + 4, -np.arange(1, 7) - 3)
    assert catches(4, 3, ties=True) == Fraction(int((ways >= 0).sum()), 36)
