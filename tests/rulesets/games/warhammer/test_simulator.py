"""The odds against fights that are played out die by die."""

import math
from collections import Counter

import numpy as np
import pytest

from rulesets.games.warhammer.combat.answers import COMBAT, odds
from rulesets.games.warhammer.special_rules import keys_of
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.warhammer.match_ups import CHARGES, ENGAGEMENTS, FIGHTS, GRID
from tests.rulesets.games.warhammer.simulated import Unit, parts_of
from tests.rulesets.games.warhammer.simulated_table import Table
from tests.rulesets.games.warhammer.simulated_turns import engage
from tests.rulesets.games.warhammer.simulator import lay_out, shoot, simulate
from tests.rulesets.games.warhammer.units import MACHINES

MANY = 1_000_000
SOME = 20_000
STANDARD_ERRORS = 4

QUICK = (
    "equal initiative, nobody won",
    "frenzy that is lost",
    "trolls and regeneration",
    "hero against hero",
    "a lance formation",
    "a challenge of champions",
    "great weapons charge",
    "a chariot",
    "fear of a weak charger",
    "stand and shoot",
    "over an obstacle",
    "archers need eight",
    "handguns and their marksman",
    "orcs walk into arrows",
    "who charges first",
    "archers flee and rally",
    "terror comes nearer",
    "frenzy cannot wait",
)
"""Match-ups of every test run; the others are played in the long one."""


def volleys(question: MatchUp, fights: int, seed: int) -> Table:
    """Shoot one volley in each of many fights."""
    units = {"a": Unit(question.a, "a", question), "b": Unit(question.b, "b", question)}
    table = lay_out(units, question, fights, seed)
    before = table.wounds["b"].copy()
    shoot(table, table.going(), units["a"], units["b"], question)
    table.first = {"b": before - table.wounds["b"]}
    table.ended[:] = np.where(table.wounds["b"] == 0, "b-destroyed", "b-stands")
    return table


def agrees(count: int, chance: float, fights: int) -> bool:
    """Return whether a count is as near as a sample can be asked to be."""
    error = math.sqrt(max(chance * (1 - chance), 0.0) / fights)
    return abs(count / fights - chance) <= STANDARD_ERRORS * error + 1 / fights


def disagreements(name: str, fights: int) -> list[str]:
    return differences(GRID[name], fights, 1 + list(GRID).index(name))


def differences(question: MatchUp, fights: int, seed: int) -> list[str]:
    """Return where the odds of a match-up differ from fights that are played."""
    told = odds(question)
    play = {"shooting": volleys, "engagement": engage}.get(question.kind, simulate)
    table = play(question, fights, seed=seed)
    counted = Counter(table.ended.tolist())
    wrong = [
        f"{key}: {counted[key] / fights} is not {told.outcomes.get(key, 0.0)}"
        for key in {*counted, *told.outcomes}
        if not agrees(counted[key], told.outcomes.get(key, 0.0), fights)
    ]
    for side, wounds in table.wounds.items():
        left = np.bincount(wounds, minlength=len(told.survivors[side].chances))
        wrong += [
            f"{side} with {pool} left: {count / fights} is not {chance}"
            for pool, (count, chance) in enumerate(
                zip(left.tolist(), told.survivors[side].chances, strict=True)
            )
            if not agrees(count, chance, fights)
        ]
    if question.kind == "engagement":
        wrong += on_the_way(told, table, fights)
    return wrong


def on_the_way(told: Odds, table: Table, fights: int) -> list[str]:
    """Return what is wrong about the turns before contact."""
    turns = told.distributions["contact-turn"].chances
    counted = {"turn": np.bincount(table.met_in, minlength=len(turns))}
    chances = {"turn": turns}
    for side, left in table.came.items():
        lost = told.distributions[f"{side}-lost-coming"].chances
        counted[side] = np.bincount(len(lost) - 1 - left, minlength=len(lost))
        chances[side] = lost
    return [
        f"{key} {place}: {count / fights} is not {chance}"
        for key in counted
        for place, (count, chance) in enumerate(
            zip(counted[key].tolist(), chances[key], strict=True)
        )
        if not agrees(count, chance, fights)
    ]


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", QUICK)
def test_the_odds_are_those_of_dice_rolled_one_by_one(name: str) -> None:
    assert disagreements(name, SOME) == []


@pytest.mark.million
@pytest.mark.parametrize("name", GRID)
def test_every_match_up_agrees_with_a_million_fights(name: str) -> None:
    assert disagreements(name, MANY) == []


@pytest.mark.sweep(20)
@pytest.mark.parametrize("name", [*FIGHTS, *CHARGES, *ENGAGEMENTS])
def test_a_round_more_or_less_never_loses_a_fight(name: str) -> None:
    told = odds(GRID[name])
    assert told.method == "exact"
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    for side in ("a", "b"):
        assert sum(told.survivors[side].chances) == pytest.approx(1, abs=1e-9)


def rules_played() -> set[str]:
    """Return the rules on the units of all simulated match-ups, and on machines."""
    parts = [
        part
        for question in GRID.values()
        for fighter in (question.a, question.b)
        for part in parts_of(fighter)
    ]
    parts += [part for machine in MACHINES for part in parts_of(machine)]
    own = {rule.key for part in parts for rule in part.rules}
    pieces = [piece for part in parts for piece in part.gear]
    return own | {rule.key for piece in pieces for rule in piece.rules}


def test_every_rule_that_is_worked_out_is_simulated() -> None:
    assert sorted(keys_of("counted") - rules_played()) == []


def test_every_rule_of_a_book_that_counts_is_simulated_asked_or_printed() -> None:
    told = keys_of("in the figures", "asked")
    assert sorted(COMBAT.of_books - told - rules_played()) == []


def test_there_are_enough_match_ups() -> None:
    assert len(GRID) >= 60
