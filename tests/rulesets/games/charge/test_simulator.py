"""The odds against fights played out die by die."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from rulesets.games.charge.combat.answers import odds
from rulesets.games.charge.special_rules import RULES
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.charge.grid import ENGAGEMENTS, GRID, SHOTS
from tests.rulesets.games.charge.simulator import Numbers, Table, simulate
from tests.rulesets.games.charge.simulator_engagement import engage
from tests.rulesets.games.charge.units import JADE

FEW = 10_000
MILLION = 1_000_000
STANDARD_ERRORS = 4

EVERY: dict[str, MatchUp] = {**GRID, **SHOTS, **ENGAGEMENTS}

Counted = tuple[str, int, float]
"""What was counted, how often, and the chance that the odds tell."""


def far(count: int, chance: float, fights: int) -> float:
    """Return how many standard errors a count is off, one count apart [errors]."""
    error = math.sqrt(max(chance * (1 - chance), 0.0) / fights)
    off = max(abs(count / fights - chance) - 1 / fights, 0.0)
    return off / error if error else (math.inf if off > 1e-12 else 0.0)


def counted(question: MatchUp, fights: int, seed: int) -> list[Counted]:
    """Play a match-up out, and count all that the odds tell of it."""
    told = odds(question)
    if question.kind == "engagement":
        played = engage(question, fights, seed)
        return [
            *_ends(told, played.table),
            *_numbers(told, "contact-turn", played.met + 1),
            *_by_turn(told, played.over),
        ]
    table = simulate(question, fights, seed)
    found = _ends(told, table)
    if question.kind == "shooting":
        chances = told.distributions["push"].chances
        inches = range(max(*table.shot, len(chances) - 1) + 1)
        found += [
            (f"push {n}", table.shot[n], chances[n] if n < len(chances) else 0.0)
            for n in inches
        ]
    return found


def _ends(told: Odds, table: Table) -> list[Counted]:
    ended = Counter(table.ended.tolist())
    found = [
        (key, ended[key], told.outcomes.get(key, 0.0))
        for key in {**ended, **told.outcomes}
    ]
    met = [key for key in told.events if key.endswith(("-enemy", "-friend-tests"))]
    found += [(key, table.ran[key], told.events[key]) for key in met]
    for side, left in (("a", table.wounds_a), ("b", table.wounds_b)):
        chances = told.survivors[side].chances
        counts = np.bincount(left, minlength=len(chances)).tolist()
        found += [
            (f"{side} with {wounds} left", count, chances[wounds])
            for wounds, count in enumerate(counts)
        ]
    return found


def _numbers(told: Odds, key: str, numbers: Numbers) -> list[Counted]:
    chances = told.distributions[key].chances
    counts = np.bincount(numbers, minlength=len(chances)).tolist()
    return [
        (f"{key} {n}", count, chances[n] if n < len(chances) else 0.0)
        for n, count in enumerate(counts)
    ]


def _by_turn(told: Odds, over: Numbers) -> list[Counted]:
    return [
        (f"over after turn {turn + 1}", int(((over >= 0) & (over <= turn)).sum()), done)
        for turn, done in enumerate(sum(row.values()) for row in told.by_round)
    ]


def disagreements(question: MatchUp, fights: int, seed: int) -> list[str]:
    return [
        f"{what}: {count / fights} is not {chance}"
        for what, count, chance in counted(question, fights, seed)
        if far(count, chance, fights) > STANDARD_ERRORS
    ]


def seed_of(name: str) -> int:
    return list(EVERY).index(name) + 1


@pytest.mark.sweep(20)
@pytest.mark.parametrize("name", EVERY)
def test_every_match_up_agrees_with_some_fights(name: str) -> None:
    assert disagreements(EVERY[name], FEW, seed_of(name)) == []


@pytest.mark.million
@pytest.mark.parametrize("name", EVERY)
def test_every_match_up_agrees_with_a_million_fights(name: str) -> None:
    assert disagreements(EVERY[name], MILLION, 1000 + seed_of(name)) == []


def test_the_grid_has_sixty_match_ups_of_every_kind() -> None:
    assert len(EVERY) >= 60
    kinds = Counter(question.kind for question in EVERY.values())
    assert set(kinds) == {"fight", "charge", "shooting", "engagement"}
    assert kinds["engagement"] >= 20


def test_the_grid_uses_every_special_rule() -> None:
    used = {
        rule.key
        for question in EVERY.values()
        for fighter in (question.a, question.b)
        for rule in fighter.rules
    }
    told = {key for key, rule in RULES.items() if rule.status in ("exact", "sampled")}
    assert used >= told


@pytest.mark.parametrize(
    ("name", "without"),
    [
        ("a shield wall after a long march", "forced-march"),
        ("boar riders at guards who shoot poison", "poisoned-attacks"),
        ("a beast in the flank of a genius", "terrifying"),
        ("elves come at rifles that push them back", "stand-and-shoot"),
        ("a cannon cannot come", "unlimbered-artillery"),
    ],
)
def test_the_witness_would_notice_a_rule_that_is_left_out(
    name: str, without: str
) -> None:
    question = EVERY[name]
    a, b = (
        replace(one, rules=tuple(rule for rule in one.rules if rule.key != without))
        for one in (question.a, question.b)
    )
    told = odds(replace(question, a=a, b=b))
    played = engage(question, FEW, 7)
    found = [
        *_ends(told, played.table),
        *_numbers(told, "contact-turn", played.met + 1),
    ]
    assert max(far(count, chance, FEW) for _, count, chance in found) > STANDARD_ERRORS


def test_the_witness_would_notice_a_save_off_by_one() -> None:
    question = GRID["orcs and jade warriors take turns"]
    harder = replace(JADE, characteristics={**JADE.characteristics, "save": 3})
    ended = Counter(simulate(question, MILLION // 10, seed=7).ended.tolist())
    told = odds(replace(question, b=harder))
    assert any(
        far(ended[key], chance, MILLION // 10) > STANDARD_ERRORS
        for key, chance in told.outcomes.items()
    )
