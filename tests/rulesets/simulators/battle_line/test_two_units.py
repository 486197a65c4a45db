"""Simulated battle lines of one unit a side against the odds of older kinds."""

from collections import Counter

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.match_up import MatchUp
from tests.rulesets.simulators.battle_line.comparison import (
    STANDARD_ERRORS,
    blocks,
    ending,
    furthest,
    left_of,
)
from tests.rulesets.simulators.battle_line.two_units import PAIRS, scene_of

SOME = 4_000
MANY = 1_000_000


def deviations(question: MatchUp, fights: int, seed: int) -> dict[str, float]:
    """Return how far simulated fights are from the odds [standard errors]."""
    told = odds(question)
    counted: Counter[str] = Counter()
    chances = dict(told.outcomes)
    for side in ("a", "b"):
        for left, chance in enumerate(told.survivors[side].chances):
            chances[f"{side} with {left} left"] = chance
    for ground in blocks(scene_of(question), fights, seed):
        counted.update(ending(ground))
        for side in ("a", "b"):
            lefts = left_of(ground, side).tolist()
            counted.update(f"{side} with {left} left" for left in lefts)
    return furthest(counted, chances, fights)


def wrong(name: str, fights: int) -> dict[str, float]:
    """Return what is too far off in a pair, and how far."""
    seed = 1 + list(PAIRS).index(name)
    found = deviations(PAIRS[name], fights, seed)
    return {key: off for key, off in found.items() if off > STANDARD_ERRORS}


@pytest.mark.sweep(5)
@pytest.mark.parametrize("name", PAIRS)
def test_a_line_of_one_unit_a_side_is_the_combat_of_two_units(name: str) -> None:
    assert wrong(name, SOME) == {}


@pytest.mark.million
@pytest.mark.parametrize("name", PAIRS)
def test_a_million_lines_of_one_unit_a_side_agree(name: str) -> None:
    assert wrong(name, MANY) == {}


def test_there_are_thirty_pairs() -> None:
    assert len(PAIRS) >= 30
