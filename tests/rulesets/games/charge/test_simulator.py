"""The odds against a million fights played out die by die."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from rulesets.games.charge.combat import odds
from rulesets.games.charge.rules import RULES
from rulesets.matchup import MatchUp, RuleUse
from tests.rulesets.games.charge.simulator import Table, simulate
from tests.rulesets.games.charge.units import (
    ARCHERS,
    BEAST,
    BOARS,
    CANNON,
    CAPTAIN,
    ELVES,
    GUARD,
    JADE,
    JEZZAILS,
    ORCS,
    RATMEN,
    WARLORD,
    match_up,
)

FIGHTS = 1_000_000
STANDARD_ERRORS = 4

SKIRMISHERS = replace(
    ARCHERS,
    name="Skirmishers",
    rules=(RuleUse("fire-and-flee"), RuleUse("volley-fire")),
)

GRID: dict[str, MatchUp] = {
    "orcs and jade warriors take turns": match_up("fight", ORCS, JADE),
    "half strength, side b later, three rounds": match_up(
        "fight",
        ORCS,
        RATMEN,
        {"b.kin-near": True, "a.general-near": True, "a.wounds-lost": 3},
        {"half-strength": "half-dice", "later-rounds": "b"},
        rounds=3,
    ),
    "poison against armour piercing": match_up(
        "fight", GUARD, ELVES, {"a.kin-near": True}, {"later-rounds": "a"}
    ),
    "struck in the flank, only the broken leave": match_up(
        "fight",
        RATMEN,
        CAPTAIN,
        {"b.touched-in": "flank"},
        {"fall-back-ends": False},
        rounds=8,
    ),
    "the dead strike and winners test": match_up(
        "fight",
        BEAST,
        ELVES,
        readings={"dead-strike": True, "test-after-destroying": True},
    ),
    "two tests before contact": match_up(
        "charge",
        BEAST,
        RATMEN,
        {"distance": 4, "use-fearsome": True, "b.kin-near": True},
    ),
    "terrifying, none is caught": match_up(
        "charge", WARLORD, ORCS, {"distance": 2}, {"fear-in-reach": "away"}
    ),
    "a shield wall for a round": match_up(
        "charge", BOARS, CAPTAIN, {"distance": 6, "reaction": "shield-wall"}
    ),
    "a shield wall for the fight": match_up(
        "charge",
        ELVES,
        JADE,
        {"distance": 6, "reaction": "shield-wall"},
        {"shield-wall-lasts": "fight", "later-rounds": "a"},
    ),
    "a general turns to face a flank charge": match_up(
        "charge",
        ELVES,
        WARLORD,
        {"distance": 8, "contact": "flank", "reaction": "tactical-genius"},
    ),
    "jezzails stand and shoot, pushing": match_up(
        "charge",
        ORCS,
        JEZZAILS,
        {"distance": 4, "reaction": "stand-and-shoot", "use-fearsome": True},
        {"reaction-shots-push": True},
    ),
    "skirmishers fire volleys and flee": match_up(
        "charge",
        ELVES,
        SKIRMISHERS,
        {"distance": 3, "reaction": "fire-and-flee", "volley-fire": True},
        {"caught-fleeing": "rear"},
    ),
    "skirmishers fire and are caught": match_up(
        "charge", BOARS, SKIRMISHERS, {"distance": 3, "reaction": "fire-and-flee"}
    ),
    "artillery does not charge": match_up("charge", CANNON, ORCS, {"distance": 1}),
}

SHOTS: dict[str, MatchUp] = {
    "jezzails": match_up("shooting", JEZZAILS, ORCS, {"distance": 30}),
    "poisoned bows": match_up("shooting", GUARD, BOARS, {"distance": 18}),
    "volley fire, one and hits": match_up(
        "shooting",
        ARCHERS,
        JEZZAILS,
        {"distance": 24, "volley-fire": True},
        {"push-total": "one-plus-hits"},
    ),
    "a cannon far off": match_up("shooting", CANNON, ELVES, {"distance": 90}),
    "out of range": match_up("shooting", WARLORD, ORCS, {"distance": 21}),
}


def agrees(count: int, chance: float, fights: int = FIGHTS) -> bool:
    """Return whether a count is as near as a sample can be asked to be."""
    error = math.sqrt(max(chance * (1 - chance), 0.0) / fights)
    return abs(count / fights - chance) <= STANDARD_ERRORS * error + 1 / fights


def disagreements(question: MatchUp, table: Table) -> list[str]:
    told = odds(question)
    counted = Counter(table.ended.tolist())
    wrong = [
        f"{key}: {counted[key] / FIGHTS} is not {told.outcomes.get(key, 0.0)}"
        for key in {*counted, *told.outcomes}
        if not agrees(counted[key], told.outcomes.get(key, 0.0))
    ]
    for side, left in (("a", table.wounds_a), ("b", table.wounds_b)):
        chances = told.survivors[side].chances
        counts = np.bincount(left, minlength=len(chances)).tolist()
        wrong += [
            f"{side} with {wounds} left: {count / FIGHTS} is not {chances[wounds]}"
            for wounds, count in enumerate(counts)
            if not agrees(count, chances[wounds])
        ]
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("name", GRID)
def test_a_million_fights_agree_within_four_standard_errors(name: str) -> None:
    question = GRID[name]
    table = simulate(question, FIGHTS, seed=list(GRID).index(name) + 1)
    assert disagreements(question, table) == []


@pytest.mark.parametrize("name", SHOTS)
def test_a_million_volleys_agree_within_four_standard_errors(name: str) -> None:
    question = SHOTS[name]
    table = simulate(question, FIGHTS, seed=100 + list(SHOTS).index(name))
    push = odds(question).distributions["push"].chances
    assert disagreements(question, table) == []
    assert sum(table.shot.values()) == FIGHTS
    assert all(agrees(table.shot[inches], p) for inches, p in enumerate(push))
    assert max(table.shot) < len(push)


def test_the_grid_uses_every_special_rule() -> None:
    used = {
        rule.key
        for question in (*GRID.values(), *SHOTS.values())
        for fighter in (question.a, question.b)
        for rule in fighter.rules
    }
    # Forced March changes no number: it is told as a chance of its own.
    assert used == set(RULES) - {"forced-march"}


def test_the_witness_would_notice_a_save_off_by_one() -> None:
    question = GRID["orcs and jade warriors take turns"]
    harder = replace(JADE, characteristics={**JADE.characteristics, "save": 3})
    table = simulate(question, 100_000, seed=7)
    counted = Counter(table.ended.tolist())
    told = odds(replace(question, b=harder))
    assert not all(
        agrees(counted[key], chance, 100_000) for key, chance in told.outcomes.items()
    )
