"""Gear whose words change figures: lances, halberds, greatswords, ebony, hoods."""

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.matchups.fighter import fighter
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.scrollhammer.rules_match_ups import (
    GREATSWORDS,
    HALBERDS,
    LANCES,
    RULE_FIGHTS,
)
from tests.rulesets.games.scrollhammer.test_books import bought, units
from tests.rulesets.games.scrollhammer.units import COHORT, match_up, unit, weapon


def blows(question: MatchUp, side: str = "a") -> str:
    """Return the trace of the first blows of a side."""
    found = (step for step in odds(question).trace if step.side == side)
    return next(step.text for step in found if "at Initiative" in step.text)


def test_a_lance_pierces_only_when_it_charges() -> None:
    """Armour of 4+ is 6+ against it, and 4+ once the charge is over."""
    armoured = unit("Armoured", 10, sv=4)
    charge = blows(match_up("fight", LANCES, armoured, {"charger": "a"}))
    assert "(Strength 5, AP 2)" in charge
    assert "a save of 6+" in charge
    stands = blows(match_up("fight", LANCES, armoured, {"charger": "b"}))
    assert "(Strength 3, AP 0)" in stands
    assert "a save of 4+" in stands


def test_a_halberd_is_stronger_against_riders_as_they_meet() -> None:
    riders = match_up("fight", HALBERDS, LANCES, {"charger": "b"})
    assert "(Strength 5, AP 0)" in blows(riders)
    on_foot = match_up("fight", HALBERDS, COHORT, {"charger": "b"})
    assert "(Strength 4, AP 0)" in blows(on_foot)
    assert "(Strength 4, AP 0)" in blows(RULE_FIGHTS["halberds go on"])


def test_a_greatsword_strikes_a_step_later() -> None:
    told = blows(match_up("fight", GREATSWORDS, COHORT))
    assert "at Initiative 3 (4 printed, -1" in told


def test_no_weapon_makes_initiative_less_than_1() -> None:
    greatsword = weapon("user+1", 0, "slower-by-one", base="greatsword", hands=2)
    slow = unit("Slow", 5, i=1, gear=(greatsword,))
    assert "at Initiative 1 (1 printed, -1" in blows(match_up("fight", slow, COHORT))
    golem = unit("Golem", 5, i=0, gear=(greatsword,))
    assert "at Initiative 0 (0 printed" in blows(match_up("fight", golem, COHORT))


def test_ebony_takes_the_place_of_hand_weapons_alone() -> None:
    priests = "temple-priests", bought("priest", count=9)
    armed = [
        fighter(units("great-houses-of-morrowind", bought("indoril"), one)[1]).loadouts
        for one in (bought(*priests), bought(*priests, bought("ebony-hand-weapons")))
    ]
    assert armed[0][0] == "Dagger and Hand Weapon"
    assert armed[1][0] == "Hand Weapon of Ebony and Dagger"
    assert len(armed[0]) == len(armed[1])


def test_a_hood_makes_frost_wound_one_worse_and_nothing_else() -> None:
    told = blows(RULE_FIGHTS["hoods against blades of frost"])
    assert "(Strength 3, AP 1): 4+ to hit, 5+ to wound" in told
    plain = blows(RULE_FIGHTS["hoods against plain blades"])
    assert "(Strength 3, AP 0): 3+ to hit, 4+ to wound" in plain
