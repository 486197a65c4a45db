"""Spells that are weapons of close combat, and the power dice for them."""

from fractions import Fraction
from itertools import product

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.power_dice import (
    Manner,
    cast_once,
    two_fights,
)
from tests.rulesets.games.scrollhammer.blades_match_ups import (
    BLADE_CHARGES,
    BLADE_ENGAGEMENTS,
    BLADE_FIGHTS,
    PROOF,
    blade,
    casters,
)
from tests.rulesets.games.scrollhammer.simulator import simulate
from tests.rulesets.games.scrollhammer.simulator_blades import Blade
from tests.rulesets.games.scrollhammer.simulator_engagement import engaged
from tests.rulesets.games.scrollhammer.simulator_shots import charged
from tests.rulesets.games.scrollhammer.test_simulator import FEW, disagreements
from tests.rulesets.games.scrollhammer.units import (
    SPELLS,
    fighter,
    match_up,
    part,
    unit,
    weapon,
)


@pytest.mark.sweep(12)
@pytest.mark.parametrize("name", BLADE_FIGHTS)
def test_combats_with_weapons_of_magic_agree_with_dice(name: str) -> None:
    question = BLADE_FIGHTS[name]
    table = simulate(question, FEW, seed=list(BLADE_FIGHTS).index(name) + 40)
    assert disagreements(question, table, FEW) == []


@pytest.mark.parametrize("name", BLADE_CHARGES)
def test_charges_with_weapons_of_magic_agree_with_dice(name: str) -> None:
    question = BLADE_CHARGES[name]
    table = charged(question, FEW, seed=list(BLADE_CHARGES).index(name) + 90)
    assert disagreements(question, table, FEW) == []


@pytest.mark.parametrize("name", BLADE_ENGAGEMENTS)
def test_engagements_with_weapons_of_magic_agree_with_dice(name: str) -> None:
    question = BLADE_ENGAGEMENTS[name]
    table = engaged(question, FEW, seed=list(BLADE_ENGAGEMENTS).index(name) + 95)
    assert disagreements(question, table, FEW) == []


def test_there_are_forty_combats() -> None:
    assert len(BLADE_FIGHTS) >= 40


@pytest.mark.parametrize("surge", ["never", "best", "rest"])
@pytest.mark.parametrize("cost", [3, 5, 8, 11])
def test_what_is_wanted_once_is_cast_as_often_as_every_roll_says(
    cost: int, surge: str
) -> None:
    for goes_on, adds, dice in product((True, False), (True, False), (0, 1, 2)):
        manner = Manner(dice, surge, goes_on, adds)  # type: ignore[arg-type]
        by_dice = Blade(
            cost,
            {"surge": surge, "cast-dice": dice},
            {"casts-on": goes_on, "surge-adds": adds},
        )
        for held in range(6):
            told = cast_once(cost, held, manner)
            assert told == pytest.approx(by_dice.chance(held), abs=1e-8)
            assert two_fights(cost, held, manner) == by_dice.shares(held)


def first_round(charger: str) -> Fraction:
    """The chance of a caster of 3 power dice to slay in a first round, by hand.

    Of Strength 3 it needs 4, 4 against Toughness 3 without a save; with a Blade of
    Strength 5 it wounds on 2. It is cast on 5: of three dice two serve the own turn,
    with 30/36, and one the enemy's, with 2/6.
    """
    cast = Fraction(30, 36) if charger == "a" else Fraction(2, 6)
    hits = Fraction(1, 2)
    with_it, without = hits * Fraction(5, 6), hits * Fraction(1, 2)
    attacks = 2 if charger == "a" else 1
    missed = cast * (1 - with_it) ** attacks + (1 - cast) * (1 - without) ** attacks
    return 1 - missed


@pytest.mark.parametrize("charger", ["a", "b"])
def test_one_caster_by_exact_fractions(charger: str) -> None:
    caster = casters("Caster", 1, 3, blade(5, 5), i=5)
    victim = unit("Victim", 1, formation="Skirmish", ws=3)
    question = match_up("fight", caster, victim, {"charger": charger}, {}, 1)
    told = odds(question).wounds["a"].chances[1]
    assert told == pytest.approx(float(first_round(charger)), abs=1e-12)


def test_two_casters_by_exact_fractions() -> None:
    """Each has cast or not: what they deal is the mean of all four cases."""
    caster = casters("Caster", 2, 2, blade(3, 5), i=5)
    victim = unit("Victim", 2, formation="Skirmish", ws=3, ld=10)
    told = odds(match_up("fight", caster, victim, {"charger": "none"}, {}, 1))
    cast, with_it, without = Fraction(4, 6), Fraction(5, 12), Fraction(1, 4)
    each = cast * with_it + (1 - cast) * without
    chances = [(1 - each) ** 2, 2 * each * (1 - each), each**2]
    assert list(told.wounds["a"].chances) == pytest.approx(
        [float(one) for one in chances], abs=1e-12
    )


def test_a_weapon_of_magic_hurts_who_is_proof_against_mundane_blows() -> None:
    with_magic = casters("Caster", 5, 4, blade(3, 3), weapon())
    bare = unit("Fighters", 5, formation="Skirmish", mg=4, gear=(weapon(),))
    found = [
        odds(match_up("fight", one, PROOF, {}, {}, 1)).wounds["a"].chances[0]
        for one in (with_magic, bare)
    ]
    assert found[0] < 0.5
    assert found[1] == pytest.approx(1, abs=1e-12)


def test_hands_without_spells_cast_none_and_it_is_named() -> None:
    piece = blade(3, 5)
    idle = fighter(
        part("Idle", 5, mg=4, formation="Skirmish", gear=(weapon(), SPELLS)),
        spells=(piece,),
    )
    plain = unit("Idle", 5, mg=4, formation="Skirmish", gear=(weapon(), SPELLS))
    victim = unit("Victim", 5, formation="Skirmish")
    told = odds(match_up("fight", idle, victim))
    usual = odds(match_up("fight", plain, victim)).outcomes
    assert told.outcomes == pytest.approx(usual, abs=1e-12)
    assert [(one.rule, one.why) for one in told.not_modelled] == [
        ("Blade", "no hand is set to spells, so it is not cast")
    ]


def test_a_spell_that_gains_nothing_is_not_cast() -> None:
    weak = casters("Caster", 5, 4, blade(3, 1), weapon(count=2))
    plain = unit("Caster", 5, mg=4, formation="Skirmish", gear=(weapon(count=2),))
    victim = unit("Victim", 5, formation="Skirmish")
    found = [odds(match_up("fight", one, victim)).outcomes for one in (weak, plain)]
    assert found[0] == pytest.approx(found[1], abs=1e-12)
