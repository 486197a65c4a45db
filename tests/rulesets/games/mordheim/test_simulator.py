"""Mordheim's odds against many fights that were played out die by die."""

import math

import pytest

from rulesets.games.mordheim.combat import odds
from rulesets.matchup import MatchUp
from tests.rulesets.games.mordheim.fighters import fighter, match_up
from tests.rulesets.games.mordheim.playing import play

MANY = 1_000_000
FEW = 20_000
STANDARD_ERRORS = 4
FIRST = {"main-weapon": "first"}

QUICK: dict[str, MatchUp] = {
    "sword and buckler against two axes": match_up(
        fighter("sword buckler", name="A", ws=4),
        fighter("axe club-mace-or-hammer", name="B", sv=5),
        readings=FIRST,
    ),
    "a frenzied flail against a helmet": match_up(
        fighter("flail", "frenzy", name="A", w=2),
        fighter("sword helmet", name="B", a=2, w=2),
    ),
    "three against one who may flee": match_up(
        fighter("spear", name="A"),
        fighter("sword", name="B", a=2, w=2, ws=5),
        {"a.fighters": 3},
    ),
    "one charges two": match_up(
        fighter("double-handed-weapon", name="A", a=2, w=2, t=4),
        fighter("sword", name="B"),
        {"b.fighters": 2},
    ),
    "fear of a charger": match_up(
        fighter("", "fear natural-weapons no-pain", name="A", a=2, t=4),
        fighter("dagger sword", "hard-to-kill", name="B"),
        readings=FIRST,
    ),
    "black lotus claws and hatred": match_up(
        fighter("weeping-blades", "hatred perfect-killer", name="A", i=5),
        fighter("sword", name="B", sv=4),
    ),
    "stupid but strong, with a whip": match_up(
        fighter("steel-whip", "stupidity regeneration", name="A", s=5, w=3, ld=5),
        fighter("halberd", "step-aside jump-up", name="B", w=2),
        {"charge": "b"},
    ),
    "one who lies, nobody charges": match_up(
        fighter("morning-star", "resilient strike-to-injure", name="A"),
        fighter("fighting-claws", "thick-skull", name="B", i=3),
        {"charge": "none", "a.posture": "knocked-down"},
    ),
}


def close(chance: float, counted: float, fights: int) -> bool:
    error = math.sqrt(max(chance * (1 - chance), 1 / fights) / fights)
    return abs(counted / fights - chance) <= STANDARD_ERRORS * error


def check(question: MatchUp, fights: int) -> None:
    told = odds(question)
    played = play(question, fights, seed=20020)
    for key in {*told.outcomes, *played.ends} - {"-holds-back"}:
        chance = told.outcomes.get(key, 0.0)
        assert close(chance, played.ends[key], fights), (
            key,
            chance,
            played.ends[key] / fights,
        )
    for key, counted in played.at_once.items():
        assert close(told.events[key], counted, fights), (
            key,
            told.events[key],
            counted / fights,
        )
    mean = played.turns / fights
    spread = math.sqrt(max(played.squared / fights - mean**2, 1e-9) / fights)
    assert abs(mean - told.expected["turns"]) <= STANDARD_ERRORS * spread + 1e-9


@pytest.mark.parametrize("name", QUICK)
def test_fights_played_out_agree(name: str) -> None:
    check(QUICK[name], FEW)
