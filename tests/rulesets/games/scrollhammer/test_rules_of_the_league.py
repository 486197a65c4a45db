"""The texts of the Saltmere League's own rules, by hand and by dice."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rulesets.core.effects import RuleEffect
from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.house_rule import house_rule
from tests.rulesets.games.scrollhammer.line_match_ups import beside, line
from tests.rulesets.games.scrollhammer.simulator import simulate
from tests.rulesets.games.scrollhammer.simulator_engagement import engaged
from tests.rulesets.games.scrollhammer.simulator_shots import charged
from tests.rulesets.games.scrollhammer.test_documents import FIGHTERS
from tests.rulesets.games.scrollhammer.test_line import disagreements as in_line
from tests.rulesets.games.scrollhammer.test_simulator import FEW, disagreements
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    LANCERS,
    LED,
    LEGION,
    OGRES,
    PEASANTS,
    SHIELD,
    TROLLS,
    match_up,
    unit,
    weapon,
)


def of_league(key: str) -> Fighter:
    return FIGHTERS[f"scrollhammer-saltmere-league/{key}"]


def ruled(plain: Fighter, *effects: RuleEffect) -> Fighter:
    use = house_rule(*effects)
    parts = tuple(replace(p, rules=(*p.rules, use)) for p in plain.parts)
    return replace(plain, rules=(*plain.rules, use), parts=parts)


CALM = (
    RuleEffect("test:morale", "pass", whose="unit"),
    RuleEffect("test:fear", "skip", whose="unit"),
    RuleEffect("act:take-wounds", "must", whose="unit"),
)
FEAR = RuleEffect("test:fear", "start", whose="unit")
FLEET = RuleEffect("act:run", "may", whose="unit")
STUBBORN = RuleEffect("test:break", "ignore", "result", whose="unit")

PLAYED: dict[str, MatchUp] = {
    "both are fearless, without end": match_up(
        "fight", ruled(OGRES, *CALM), ruled(LEGION, *CALM)
    ),
    "fearless with a leader": match_up("fight", ruled(LED, *CALM), OGRES, rounds=4),
    "fearless and flanked": match_up(
        "fight", ruled(LEGION, *CALM), OGRES, {"a.flanked": True, "charger": "b"}
    ),
    "fearless who regenerate": match_up(
        "fight", ruled(TROLLS, *CALM), LANCERS, {"charger": "b"}, rounds=5
    ),
    "stubborn and led": match_up("fight", ruled(LED, STUBBORN), OGRES),
}

CHARGES: dict[str, MatchUp] = {
    "who is feared stands and shoots": match_up(
        "charge",
        PEASANTS,
        ruled(LED, FEAR),
        {"distance": 6, "reaction": "stand-and-shoot"},
        rounds=3,
    ),
    "who is feared flees": match_up(
        "charge",
        PEASANTS,
        ruled(OGRES, FEAR),
        {"distance": 4, "reaction": "flee"},
        rounds=3,
    ),
}

MEETINGS: dict[str, MatchUp] = {
    "both are fleet": match_up(
        "engagement",
        ruled(CATS, FLEET),
        ruled(PEASANTS, FLEET),
        {"closing": "both", "distance": 30, "turns": 3},
        rounds=3,
    ),
    "fleet at who is feared": match_up(
        "engagement",
        ruled(CATS, FLEET),
        ruled(OGRES, FEAR),
        {"distance": 22, "turns": 3, "charge-when": "even"},
        rounds=3,
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_their_fights_are_those_of_dice(name: str) -> None:
    seed = 31_000 + list(PLAYED).index(name)
    question = PLAYED[name]
    assert disagreements(question, simulate(question, FEW, seed), FEW) == []


@pytest.mark.parametrize("name", CHARGES)
def test_their_charges_are_those_of_dice(name: str) -> None:
    seed = 32_000 + list(CHARGES).index(name)
    question = CHARGES[name]
    assert disagreements(question, charged(question, FEW, seed), FEW) == []


@pytest.mark.parametrize("name", MEETINGS)
def test_their_engagements_are_those_of_dice(name: str) -> None:
    seed = 33_000 + list(MEETINGS).index(name)
    question = MEETINGS[name]
    assert disagreements(question, engaged(question, 10_000, seed), 10_000) == []


def test_a_battle_line_fears_and_is_stubborn_as_dice_say() -> None:
    question = line(
        CATS,
        ruled(OGRES, FEAR),
        beside("b", ruled(PEASANTS, STUBBORN)),
        said={"a.charge-distance": 6},
    )
    assert in_line(question, 40_000, 34_000) == []


def test_who_is_stubborn_tests_on_its_full_leadership_by_hand() -> None:
    """Lost by one, the rank of the enemy: 7 is passed on 21 of 36, and 6 on 15."""
    nobody = {"ws": 1, "s": 1, "t": 10, "a": 0, "ld": 7}
    plain = unit("Stone", 1, formation="Skirmish", **nobody)
    block = unit("Block", 5, **nobody)
    asked: Answers = {"b.files": 5, "charger": "none"}
    for own, holds in ((plain, 15), (ruled(plain, STUBBORN), 21)):
        told = odds(match_up("fight", own, block, asked, rounds=1))
        assert told.outcomes["undecided"] == pytest.approx(holds / 36, abs=1e-12)


def test_gate_wardens_are_stubborn() -> None:
    told = odds(match_up("fight", of_league("gate-wardens"), OGRES, rounds=1))
    assert "Stubborn" in {step.rule for step in told.trace}


@pytest.mark.parametrize(("distance", "reached"), [(2, 36), (7, 21)])
def test_who_charges_a_reefback_must_dare_by_hand(distance: int, reached: int) -> None:
    """Leadership 7 is passed on 21 of 36, before the distance is rolled."""
    asked: Answers = {"distance": distance}
    told = odds(match_up("charge", CATS, of_league("reefback"), asked, rounds=1))
    dares = Fraction(sum(a + b <= _ld(CATS) for a, b in _two_dice()), 36)
    arrives = dares * Fraction(reached, 36)
    assert told.events["a-dares"] == pytest.approx(float(dares), abs=1e-12)
    assert told.outcomes["falls-short"] == pytest.approx(1 - float(arrives), abs=1e-12)
    assert "Fear" not in {one.rule for one in told.not_modelled}


def test_the_fearless_charge_a_reefback_without_a_test() -> None:
    asked: Answers = {"distance": 2}
    golems, beast = of_league("tidewrought"), of_league("reefback")
    told = odds(match_up("charge", golems, beast, asked, rounds=1))
    assert told.outcomes["falls-short"] == pytest.approx(0, abs=1e-12)


def _ld(one: Fighter) -> int:
    return max(int(part.characteristics["ld"] or 0) for part in one.parts)


def _two_dice() -> list[tuple[int, int]]:
    return [*product(range(1, 7), range(1, 7))]


@pytest.mark.parametrize("distance", [18, 22, 24])
def test_hounds_run_before_they_charge_by_hand(distance: int) -> None:
    """6 inches, then a D6, and the charge of 2D6, wherever it may reach."""
    hounds, target = of_league("brine-hounds"), PEASANTS
    told = odds(match_up("engagement", hounds, target, {"distance": distance}))
    ways = sum(
        first + second >= max(distance - 6 - run, 1)
        for run in range(1, 7)
        for first, second in _two_dice()
    )
    chance = ways / 216
    assert told.events["turn-1-contact"] == pytest.approx(chance, abs=1e-12)


def test_a_lost_combat_costs_wounds_by_hand() -> None:
    """Lost by one, the rank of the enemy: the last model falls unless it saves."""
    nobody = {"ws": 1, "s": 1, "t": 10, "a": 0}
    stone = ruled(unit("Stone", 1, sv=5, formation="Skirmish", **nobody), *CALM)
    block = unit("Block", 5, gear=(), **nobody)
    told = odds(
        match_up("fight", stone, block, {"b.files": 5, "charger": "none"}, rounds=2)
    )
    fails = Fraction(4, 6)
    gone = fails + (1 - fails) * fails
    assert told.outcomes["a-destroyed"] == pytest.approx(float(gone), abs=1e-12)
    assert told.outcomes["undecided"] == pytest.approx(float(1 - gone), abs=1e-12)


def test_a_shield_and_a_hand_weapon_are_a_ward_of_6_in_combat() -> None:
    """As models with that ward, of a book that prints no text of Parry."""
    parry = house_rule(
        RuleEffect("ward", "add", when=("in-combat", "parrying"), whose="against")
    )
    held = replace(SHIELD, rules=(parry,))
    parrying = unit("Guards", 12, sv=5, gear=(weapon(), held))
    warded = unit("Guards", 12, sv=5, ward=6, gear=(weapon(),))
    with_spears = unit("Guards", 12, sv=5, gear=(weapon(base="spear"), held))
    bare = unit("Guards", 12, sv=5, gear=(weapon(base="spear"),))
    for own, other in ((parrying, warded), (with_spears, bare)):
        told, expected = (
            odds(match_up("fight", OGRES, one, rounds=4)).outcomes
            for one in (own, other)
        )
        assert told == pytest.approx(expected, abs=1e-12)


def test_what_the_league_prints_is_named_nowhere_as_left_out() -> None:
    texts = {"Fear", "Fearless", "Stubborn", "Parry", "Fleet of Foot"}
    for key, one in FIGHTERS.items():
        if "saltmere" in key:
            for kind in ("fight", "engagement"):
                told = odds(
                    match_up(
                        kind,
                        one,
                        LEGION,
                        {"turns": 1} if kind == "engagement" else {},
                        rounds=1,
                    )
                )
                left = {x.rule for x in told.not_modelled if x.side == "a"}
                assert not left & texts, (key, kind)
