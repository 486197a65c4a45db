"""Effort that is counted: how many fights are rolled, and how many of them go on."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from rulesets.odds.attack import Attack, effect
from rulesets.odds.battle_line import effort, rolls
from rulesets.odds.battle_line.effort import Effort
from rulesets.odds.battle_line.exact import solve_exactly
from rulesets.odds.battle_line.model import BattleLine, Blow, LineResult, RoundMoment
from rulesets.odds.battle_line.next_modes import NextModes
from rulesets.odds.battle_line.rolls import roll_line
from rulesets.odds.battle_line.round_codes import code_of
from rulesets.odds.battle_line.round_plans import RoundPlans
from rulesets.odds.volley import Ints, stacked

POOLS = (5, 4, 6)
KINDS = 12


def blows_of(mode: int) -> tuple[Blow, ...]:
    one, most = effect(Attack(to_hit=5)), 1 + mode % 6
    return (
        Blow(
            2, lambda now: np.minimum(now.now(0) + now.now(1), most), stacked(one, 9, 6)
        ),
        Blow(0, lambda now: now.now(2), stacked(one, 6, 5)),
        Blow(1, lambda now: np.minimum(now.now(2), 3), stacked(one, 3, 4)),
    )


class Wandering:
    """Two against one, who go from each mode to any of many and strike as it says."""

    pools = POOLS
    sides = (1, 1, -1)
    tracks = (0, 1, 2)

    def __init__(self) -> None:
        self.blows = [blows_of(mode) for mode in range(KINDS)]

    def orders(self, mode: int) -> Sequence[tuple[float, Sequence[Blow]]]:
        return [(1.0, self.blows[mode])]

    def classify(self, mode: int, moment: RoundMoment) -> Ints:
        del mode
        return code_of((moment.now(pool) > 0, 2**13) for pool in range(3))

    def branches(self, mode: int, kind: int) -> Sequence[tuple[int, float]]:
        a, b, c = (kind >> 13 * place & 1 for place in range(3))
        if not c or not (a or b):
            return [(-1, 1.0)]
        return [(other, 1 / KINDS) for other in range(KINDS)]

    def is_over(self, mode: int) -> bool:
        return mode < 0


def wandering() -> BattleLine[int]:
    return BattleLine(Wandering(), {(1, POOLS): 1.0}, 6)


def wins_of(result: LineResult[int]) -> float:
    return float(result.chances[result.wounds[:, 2] == 0].sum())


@pytest.fixture(scope="module")
def solved() -> float:
    return wins_of(solve_exactly(wandering(), 10**9))


@pytest.mark.parametrize("seed", [f"seed {number}" for number in range(24)])
def test_fights_that_are_left_for_others_err_by_no_more_than_is_told(
    seed: str, solved: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effort, "MOST_EFFORT", 1_300_000)
    monkeypatch.setattr(effort, "BEYOND", 0)
    monkeypatch.setattr(rolls, "LEAST_GOING_ON", 300)
    result = roll_line(wandering(), seed, 6_000)
    assert len(result.thinned) > 3
    assert result.chances.sum() == pytest.approx(1.0)
    error = result.error(2, (result.wounds[:, 2] == 0).astype(np.int64))
    assert abs(wins_of(result) - solved) <= error


def test_less_effort_is_fewer_fights_and_never_fewer_than_the_least(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = []
    for most in (10**9, 30_000_000, 1):
        monkeypatch.setattr(effort, "MOST_EFFORT", most)
        found.append(roll_line(wandering(), "one").samples)
    assert found[0] == rolls.MOST_FIGHTS > found[1] > found[2] == rolls.LEAST_FIGHTS


def test_rounds_that_were_met_are_no_effort_any_more() -> None:
    line = wandering()
    counted = Effort(NextModes(line), RoundPlans(line.rules))
    counted.plans.plan(1, line.rules.orders(1)[0][1], shows=False)
    counted.begin(3, 5)
    each = effort.LATER * counted.of_plans
    many = int((effort.MOST_EFFORT + effort.BEYOND) / each) + 1
    assert counted.allows({3, 4})
    assert not counted.allows({*range(4, 5 + many)})


def test_what_few_fights_never_met_is_told_by_what_each_stands_for() -> None:
    nothing = np.zeros(1, dtype=np.int64)
    result = LineResult(
        modes=["over"],
        mode=np.zeros(64, dtype=np.int64),
        wounds=np.zeros((64, 1), dtype=np.int64),
        chances=np.full(64, 1 / 64),
        by_round=[],
        rounds=1.0,
        samples=10**6,
        part=np.arange(64),
        parts=64,
        thinned=[(0.2, 1e-4), (0.0005, 0.01)],
    )
    told = result.error(5, np.repeat(nothing, 64))
    assert told == pytest.approx(math.log(2 * 5 / 0.001) * 1e-4)
