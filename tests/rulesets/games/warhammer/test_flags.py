"""Banners that save one test of the game: of panic, or of animosity."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.warhammer.bearers import banner, with_piece
from tests.rulesets.games.warhammer.test_simulator import SOME, differences
from tests.rulesets.games.warhammer.units import (
    ARCHERS,
    ARRER_BOYZ,
    GOBLINS,
    HANDGUNNERS,
    KNIGHTS,
    RAUCOUS_ORCS,
    SPEARMEN,
    match_up,
    unit,
)

GUFF, BORK = banner("guffs-flag"), banner("the-bashin-flag-of-bork")


def played(a: Fighter, b: Fighter, **asked: Any) -> Odds:
    situation = {key.replace("__", "."): value for key, value in asked.items()}
    return odds(match_up("engagement", a, b, situation))


def test_a_panic_test_that_is_failed_is_taken_again() -> None:
    pair = with_piece(unit("Pair", 2, ld=7), GUFF)
    told = played(pair, HANDGUNNERS, distance=24, first="b", turns=1)
    lost = told.distributions["turn-1-a"].chances
    fails = float(Fraction(15, 36) ** 2)
    assert told.expected["a-flights"] == pytest.approx(lost[1] * fails, abs=1e-12)


def test_a_charger_under_fire_takes_his_panic_test_again() -> None:
    asked: Answers = {"reaction": "shoots", "distance": 8}
    bare, borne = unit("Four", 4, ld=7), with_piece(unit("Four", 4, ld=7), GUFF)
    panics = [
        odds(match_up("charge", one, HANDGUNNERS, asked)).outcomes["a-panics"]
        for one in (bare, borne)
    ]
    assert panics[1] == pytest.approx(panics[0] * 15 / 36, abs=1e-12)


def meets(own: Fighter, distance: int) -> tuple[float, ...]:
    """Return the chances of no contact, and of one in each of two turns."""
    asked = {"distance": distance, "turns": 2, "b__reaction": "holds"}
    return played(own, SPEARMEN, **asked).distributions["contact-turn"].chances


def test_the_first_failed_test_of_animosity_does_nothing() -> None:
    squabbles = Fraction(1, 6) * Fraction(5, 6)
    first = meets(RAUCOUS_ORCS, 8)[1]
    assert first == pytest.approx(float(1 - squabbles), abs=1e-12)
    assert meets(with_piece(RAUCOUS_ORCS, BORK), 8)[1] == pytest.approx(1, abs=1e-12)


def test_the_second_failed_test_of_animosity_is_as_any_other() -> None:
    late = Fraction(1, 6) * Fraction(1, 6) * Fraction(5, 6)
    turns = meets(with_piece(RAUCOUS_ORCS, BORK), 14)
    assert turns == pytest.approx((float(late), 0, float(1 - late)), abs=1e-12)


PLAYED: dict[str, MatchUp] = {
    "goblins under Guff's flag": match_up(
        "engagement", with_piece(GOBLINS, GUFF), ARCHERS, {"distance": 30}, rounds=4
    ),
    "few under Guff's flag": match_up(
        "engagement",
        with_piece(unit("Few", 6, gear=GOBLINS.gear, ld=5), GUFF),
        HANDGUNNERS,
        {"distance": 26, "first": "b"},
        rounds=4,
    ),
    "Guff's flag under the fire of the charged": match_up(
        "charge",
        with_piece(unit("Few", 6, gear=GOBLINS.gear, ld=6), GUFF),
        HANDGUNNERS,
        {"reaction": "shoots"},
        rounds=4,
    ),
    "orcs under the flag of Bork": match_up(
        "engagement",
        with_piece(RAUCOUS_ORCS, BORK),
        SPEARMEN,
        {"distance": 33},
        rounds=4,
    ),
    "archers under the flag of Bork": match_up(
        "engagement",
        KNIGHTS,
        with_piece(ARRER_BOYZ, BORK),
        {"distance": 38, "b.general": 8},
        rounds=4,
    ),
    "both flags": match_up(
        "engagement",
        with_piece(with_piece(RAUCOUS_ORCS, BORK), GUFF),
        HANDGUNNERS,
        {"distance": 31, "first": "b", "a.quelled": True},
        rounds=4,
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_the_flags_do_what_dice_rolled_one_by_one_do(name: str) -> None:
    assert differences(PLAYED[name], SOME, 1 + [*PLAYED].index(name)) == []
