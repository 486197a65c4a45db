"""Rules of a unit that are gone with the last model that bears them."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rulesets.core.values import RuleUse
from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.odds.match_up import Answers, Fighter, FighterPart, MatchUp
from tests.rulesets.games.scrollhammer.pool_match_ups import loose
from tests.rulesets.games.scrollhammer.simulator import simulate
from tests.rulesets.games.scrollhammer.simulator_engagement import engaged
from tests.rulesets.games.scrollhammer.test_simulator import disagreements
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    DAGI,
    LEGION,
    bow,
    fighter,
    match_up,
    part,
    weapon,
)

FIGHTS = 40_000
SOLDIER = loose("Soldier", 1, t=10)
BEARER = loose("Bearer", 1, "standard-bearer", t=10)
FOE = fighter(loose("Foe", 1, t=10))


def broken(*parts: FighterPart) -> float:
    """Return how often a foe breaks who can be hurt by nobody and hurts nobody."""
    answers: Answers = {"a.models-lost": 1, "charger": "none"}
    told = odds(match_up("fight", fighter(*parts), FOE, answers, {}, 1))
    return told.outcomes["b-run-down"] + told.outcomes["b-flees"]


def test_a_standard_falls_with_its_bearer() -> None:
    """The first of the list has fallen; with the standard 21 of 36 rolls break him."""
    assert broken(BEARER, SOLDIER) == 0
    assert broken(SOLDIER, BEARER) == pytest.approx(21 / 36, abs=1e-12)


def standards() -> dict[str, MatchUp]:
    """Return fights of units whose bearers may fall before the others."""
    found = {}
    foes = fighter(loose("Foes", 8, a=2))
    for first, second, last in ((3, 1, 2), (1, 3, 2), (2, 2, 1)):
        side = fighter(
            loose("Bearers", first, "standard-bearer"),
            loose("Men", second, w=2),
            loose("Chiefs", last, "standard-bearer", role="leader"),
        )
        for counted in ("after", "before"):
            question = match_up("fight", side, foes, {}, {"bonus-counted": counted}, 3)
            found[f"{first}, {second} and {last}, {counted}"] = question
            found[f"against {first}, {second} and {last}, {counted}"] = replace(
                question, a=foes, b=side
            )
    return found


STANDARDS = standards()


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", STANDARDS)
def test_fights_for_standards_agree_with_dice(name: str) -> None:
    table = simulate(STANDARDS[name], FIGHTS, 3100 + list(STANDARDS).index(name))
    assert disagreements(STANDARDS[name], table, FIGHTS) == []


def archers(*rules: str, bearers: int = 3) -> Fighter:
    """Return archers in ranks of whom the first to fall bear some rules."""
    arms: dict[str, Any] = {"gear": (bow(),), "ld": 8}
    return fighter(
        part("Trackers", bearers, *rules, **arms), part("Bowmen", 5, s=2, **arms)
    )


def walkers(*rules: str, bearers: int = 3) -> Fighter:
    """Return skirmishers of whom the first to fall bear some rules."""
    arms: dict[str, Any] = {"gear": (weapon(),), "ld": 8, "formation": "Skirmish"}
    return fighter(part("Guides", bearers, *rules, **arms), part("Men", 5, i=2, **arms))


SPITTER = fighter(
    part(
        "Spitter",
        1,
        kind="monstrous-creature",
        gear=(bow(4, 1, shots=3, fires="Fire and Charge"),),
        t=5,
        w=5,
        a=3,
        formation="Skirmish",
    )
)
WADING: Answers = {"rough": True, "closing": "a", "b.cover": "5"}
ON_THE_WAY: dict[str, MatchUp] = {
    "who prefers an enemy is shot first": match_up(
        "engagement",
        archers("preferred-enemy"),
        ARCHERS,
        {"closing": "none", "first": "b", "distance": 20, "turns": 4},
    ),
    "who prefers an enemy is shot before the charge": match_up(
        "engagement",
        SPITTER,
        archers("preferred-enemy", bearers=2),
        {"reaction": "stand-and-shoot", "distance": 16},
    ),
    "hunters are shot before the charge of a monster": match_up(
        "engagement",
        SPITTER,
        archers("monster-hunter"),
        {"reaction": "stand-and-shoot", "distance": 16},
    ),
    "guides are shot on the way": match_up(
        "engagement", walkers("move-through-cover"), ARCHERS, WADING
    ),
}
"""Rules of shots and moves whose bearers fall before contact."""


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", ON_THE_WAY)
def test_bearers_who_fall_on_the_way_agree_with_dice(name: str) -> None:
    table = engaged(ON_THE_WAY[name], FIGHTS, 5200 + list(ON_THE_WAY).index(name))
    assert disagreements(ON_THE_WAY[name], table, FIGHTS) == []


@pytest.mark.parametrize("name", ON_THE_WAY)
def test_a_bearer_who_falls_on_the_way_changes_the_odds(name: str) -> None:
    """Those who all bear the rule keep it, whoever falls."""
    question = ON_THE_WAY[name]
    rules = question.a.rules or question.b.rules
    told, others = odds(question), odds(shared_by_all(question, rules))
    off = [abs(told.expected[key] - others.expected[key]) for key in told.expected]
    assert max(off) > 1e-3


def shared_by_all(question: MatchUp, rules: tuple[RuleUse, ...]) -> MatchUp:
    """Return an engagement in which all models of a unit bear its rules."""

    def given(one: Fighter) -> Fighter:
        parts = (replace(each, rules=rules) for each in one.parts)
        return replace(one, parts=tuple(parts)) if one.rules == rules else one

    return replace(question, a=given(question.a), b=given(question.b))


def test_who_was_lost_before_guides_nobody_and_shoots_at_nobody() -> None:
    """The bearers are the models lost, so their rule is as if it were nobody's."""
    lost: Answers = {**WADING, "a.models-lost": 3}
    led = odds(match_up("engagement", walkers("move-through-cover"), ARCHERS, lost))
    plain = odds(match_up("engagement", walkers(), ARCHERS, lost))
    assert led.outcomes == pytest.approx(plain.outcomes, abs=1e-12)
    volleys = [
        odds(match_up("engagement", DAGI, archers(*rules), {"b.models-lost": 3}))
        for rules in (("preferred-enemy",), ())
    ]
    assert volleys[0].outcomes == pytest.approx(volleys[1].outcomes, abs=1e-12)


@pytest.mark.parametrize(("rules", "dice"), [((), 2), (("move-through-cover",), 3)])
def test_a_guide_adds_a_die_to_the_move_by_exact_fractions(
    rules: tuple[str, ...], dice: int
) -> None:
    """Every roll of the move, then of the two lowest of three for the charge."""
    answers: Answers = {"rough": True, "distance": 12, "turns": 1}
    told = odds(match_up("engagement", walkers(*rules), LEGION, answers))
    arrives = Fraction(0)
    for roll in product(range(1, 7), repeat=dice):
        for charge in product(range(1, 7), repeat=3):
            reached = sum(charge) - max(charge) >= 12 - max(roll)
            arrives += Fraction(reached, 6 ** (dice + 3))
    assert told.events["contact"] == pytest.approx(float(arrives), abs=1e-12)
