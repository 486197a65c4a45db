"""Mordheim's odds against many fights that were played out die by die."""

import math
from dataclasses import replace

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.grid import ALL, QUICK
from tests.rulesets.games.mordheim.playing import play

MANY = 1_000_000
FEW = 20_000
STANDARD_ERRORS = 4


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


WAYS = ("to-hit", "to-wound")
"""How blows at who lies are read: as the source says, as the Living Rulebook does."""


def read(question: MatchUp, way: str) -> MatchUp:
    return replace(question, readings={**question.readings, "knocked-down": way})


@pytest.mark.sweep(8)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", QUICK)
def test_fights_played_out_agree(name: str, way: str) -> None:
    check(read(QUICK[name], way), FEW)


@pytest.mark.million
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ALL)
def test_a_million_fights_played_out_agree(name: str, way: str) -> None:
    check(read(ALL[name], way), MANY)
