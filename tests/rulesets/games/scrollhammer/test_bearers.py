"""Rules of a unit that are gone with the last model that bears them."""

from dataclasses import replace

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.odds.match_up import Answers, FighterPart, MatchUp
from tests.rulesets.games.scrollhammer.pool_match_ups import loose
from tests.rulesets.games.scrollhammer.simulator import simulate
from tests.rulesets.games.scrollhammer.test_simulator import disagreements
from tests.rulesets.games.scrollhammer.units import fighter, match_up

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
