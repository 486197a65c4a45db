"""Parts of the first round of a combat, against dice rolled one by one."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from tests.rulesets.games.scrollhammer import simulator
from tests.rulesets.games.scrollhammer.test_simulator import grid

FEW = 20_000
STANDARD_ERRORS = 4

GRID = {name: replace(one, explained=True) for name, one in grid().items()}
ROUNDS = (*tuple(GRID)[::9], "ranks before casualties", "flanked", "ten wide")


@pytest.mark.parametrize("name", ROUNDS)
def test_the_parts_sum_to_the_scores_of_dice_rolled_one_by_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, scores, judge = GRID[name], list[Any](), simulator.judge

    def judged(rng: Any, a: Any, b: Any, first: Any, second: Any, *rest: Any) -> Any:
        if not scores:
            scores.extend((first, second))
        return judge(rng, a, b, first, second, *rest)

    monkeypatch.setattr(simulator, "judge", judged)
    simulator.simulate(replace(question, rounds=1), FEW, seed=5)
    told = odds(question).deciding
    assert told is not None
    assert told.chance == pytest.approx(1)
    for counted, mean in zip(scores, told.sums(), strict=True):
        error = float(np.std(counted)) / math.sqrt(FEW)
        assert abs(float(np.mean(counted)) - mean) <= STANDARD_ERRORS * error + 1e-9


@pytest.mark.parametrize("name", ROUNDS)
def test_a_match_up_without_a_part_has_all_others(name: str) -> None:
    whole = odds(GRID[name])
    assert whole.deciding is not None
    for missing in whole.deciding.may_miss:
        told = odds(replace(GRID[name], without=frozenset({missing.part})))
        assert told.deciding is not None
        assert {*told.deciding.may_miss, missing} == {*whole.deciding.may_miss}
        side = missing.side
        assert told.events[f"{side}-wins"] <= whole.events[f"{side}-wins"] + 1e-9
