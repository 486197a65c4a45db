"""The odds against combats played out die by die."""

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

from rulesets.games.scrollhammer.combat import odds
from rulesets.matchup import MatchUp
from tests.rulesets.games.scrollhammer.simulator import Table, simulate
from tests.rulesets.games.scrollhammer.units import (
    BEAST,
    CATS,
    COHORT,
    DAGI,
    FALMER,
    GUILD,
    HELPLESS,
    HERO,
    LANCERS,
    LED,
    LEGION,
    OGRES,
    PEASANTS,
    PRIESTS,
    SLAVES,
    SLAYERS,
    TROLLS,
    match_up,
)

STANDARD_ERRORS = 4
FEW = 20_000
MANY = 1_000_000

UNITS = (
    LEGION,
    COHORT,
    LED,
    PEASANTS,
    FALMER,
    CATS,
    DAGI,
    TROLLS,
    BEAST,
    LANCERS,
    HERO,
    SLAYERS,
    PRIESTS,
    GUILD,
    OGRES,
    SLAVES,
)


def grid() -> dict[str, MatchUp]:
    """Return sixty and more combats: who meets whom, who charged, and the readings."""
    found: dict[str, MatchUp] = {}
    chargers = ("a", "b", "none")
    for number, first in enumerate(UNITS):
        for step in (1, 3, 6):
            second = UNITS[(number + step) % len(UNITS)]
            charger = chargers[(number + step) % 3]
            name = f"{first.name} and {second.name}, charged by {charger}"
            found[name] = match_up(
                "fight", first, second, {"charger": charger}, {}, 1 + number % 5
            )
    more: list[tuple[str, Any, Any, dict[str, Any], dict[str, Any]]] = [
        ("ten wide", COHORT, COHORT, {"a.files": 10, "b.files": 10}, {}),
        ("wide ranks twice", COHORT, FALMER, {"a.files": 10}, {"wide-ranks": "both"}),
        ("flanked", LEGION, CATS, {"b.flanked": True}, {}),
        ("losses before", LEGION, PEASANTS, {"a.models-lost": 4}, {}),
        ("ranks before casualties", COHORT, PEASANTS, {}, {"bonus-counted": "before"}),
        ("ties get away", DAGI, CATS, {}, {"sweep-ties": "away"}),
        ("no neighbours", LEGION, FALMER, {"a.files": 6}, {"neighbours": False}),
        ("a foe they hate", PRIESTS, FALMER, {"a.foe": True, "b.foe": True}, {}),
        ("paralyzed", LEGION, HERO, {"b.paralyzed": True}, {}),
        ("helpless", LEGION, HELPLESS, {}, {}),
        ("rending adds", BEAST, TROLLS, {}, {"rending-ap": "adds"}),
        ("no poison past six", FALMER, BEAST, {}, {"poison-past-chart": False}),
        ("poison past six", FALMER, BEAST, {}, {}),
    ]
    for name, first, second, situation, readings in more:
        found[name] = match_up("fight", first, second, situation, readings, 6)
    return found


GRID = grid()


def agrees(count: int, chance: float, fights: int) -> bool:
    """Return whether a count is as near as a sample can be asked to be."""
    error = math.sqrt(max(chance * (1 - chance), 0.0) / fights)
    return abs(count / fights - chance) <= STANDARD_ERRORS * error + 2 / fights


def disagreements(question: MatchUp, table: Table, fights: int) -> list[str]:
    told = odds(question)
    counted = Counter(table.ended.tolist())
    wrong = [
        f"{key}: {counted[key] / fights} is not {told.outcomes.get(key, 0.0)}"
        for key in sorted({*counted, *told.outcomes})
        if not agrees(counted[key], told.outcomes.get(key, 0.0), fights)
    ]
    for name, chances, seen in (
        ("a left", told.survivors["a"].chances, table.wounds_a),
        ("b left", told.survivors["b"].chances, table.wounds_b),
        ("by a", told.wounds["a"].chances, table.dealt_by_a),
        ("by b", told.wounds["b"].chances, table.dealt_by_b),
    ):
        counts = np.bincount(seen, minlength=len(chances)).tolist()
        wrong += [
            f"{name} {wounds}: {count / fights} is not {chances[wounds]}"
            for wounds, count in enumerate(counts)
            if not agrees(count, chances[wounds], fights)
        ]
    return wrong


@pytest.mark.parametrize("name", GRID)
def test_thousands_of_combats_agree_within_four_standard_errors(name: str) -> None:
    question = GRID[name]
    table = simulate(question, FEW, seed=list(GRID).index(name) + 100)
    assert disagreements(question, table, FEW) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", GRID)
def test_a_million_combats_agree_within_four_standard_errors(name: str) -> None:
    question = GRID[name]
    tables = [
        simulate(question, MANY // 20, seed=1000 * list(GRID).index(name) + part)
        for part in range(20)
    ]
    table = Table(*(np.concatenate(columns) for columns in zip(*map(columns_of, tables), strict=True)))
    assert disagreements(question, table, MANY) == []


def columns_of(table: Table) -> tuple[Any, ...]:
    return (
        table.ended,
        table.wounds_a,
        table.wounds_b,
        table.dealt_by_a,
        table.dealt_by_b,
    )


def test_the_grid_has_sixty_combats() -> None:
    assert len(GRID) >= 60
