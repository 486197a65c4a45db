"""Parts of the first round of a combat, against dice rolled one by one."""

import math
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from rulesets.games.warhammer.combat.answers import odds
from tests.rulesets.games.warhammer import simulator
from tests.rulesets.games.warhammer.match_ups import CHARGES, FIGHTS
from tests.rulesets.games.warhammer.match_ups import GRID as QUESTIONS
from tests.rulesets.games.warhammer.simulated_result import judge, points

GRID = {name: replace(one, explained=True) for name, one in QUESTIONS.items()}
SOME = 20_000
STANDARD_ERRORS = 4

ROUNDS = (
    "equal initiative, nobody won",
    "trolls and regeneration",
    "hero against hero",
    "a lance formation",
    "great weapons charge",
    "fear of a weak charger",
    "over an obstacle",
)


def first_points(
    name: str, fights: int, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Any]:
    """Return the points of both sides in the first round of every fight."""
    question, found = GRID[name], dict[str, Any]()

    def judged(table: Any, going: Any, units: Any, asked: Any, start: Any) -> None:
        if not found:
            count = partial(points, table, going, units)
            found.update({side: count(side, start, asked) for side in ("a", "b")})
            for side, other in (("a", "b"), ("b", "a")):
                found[f"{side}-wounds"] = start[other] - table.wounds[other][going]
        judge(table, going, units, asked, start)

    monkeypatch.setattr(simulator, "judge", judged)
    simulator.simulate(question, fights, seed=7)
    return found


def near(counted: Any, mean: float) -> bool:
    error = float(np.std(counted)) / math.sqrt(len(counted))
    return abs(float(np.mean(counted)) - mean) <= STANDARD_ERRORS * error + 1e-9


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", [*ROUNDS])
def test_the_parts_sum_to_the_points_of_dice_rolled_one_by_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = odds(GRID[name]).deciding
    assert told is not None
    counted = first_points(name, SOME, monkeypatch)
    for side, mean in zip("ab", told.sums(), strict=True):
        assert near(counted[side], mean), (side, mean, np.mean(counted[side]))
    wounds = next(part for part in told.parts if part.key == "wounds")
    assert near(counted["a-wounds"], wounds.a)
    assert near(counted["b-wounds"], wounds.b)


@pytest.mark.million
@pytest.mark.parametrize("name", [*FIGHTS, *CHARGES])
def test_every_match_up_has_the_points_of_its_dice(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = odds(GRID[name]).deciding
    counted = first_points(name, 200_000, monkeypatch)
    if told is None or not told.chance:
        assert not counted
        return
    for side, mean in zip("ab", told.sums(), strict=True):
        assert near(counted[side], mean), (side, mean, np.mean(counted[side]))


@pytest.mark.parametrize("name", ROUNDS)
def test_a_match_up_without_a_part_has_all_others(name: str) -> None:
    question = GRID[name]
    whole = odds(question).deciding
    assert whole is not None
    for missing in whole.may_miss:
        told = odds(replace(question, without=frozenset({missing.part}))).deciding
        assert told is not None
        assert missing not in told.may_miss
        assert {*told.may_miss, missing} == {*whole.may_miss}
        side, key = missing.side, missing.key
        gone = next(getattr(one, side) for one in whole.parts if one.key == key)
        sums = dict(zip("ab", whole.sums(), strict=True))
        assert dict(zip("ab", told.sums(), strict=True))[side] == pytest.approx(
            sums[side] - gone
        )


def test_a_part_that_is_missing_never_helps_its_side() -> None:
    question = GRID["great weapons charge"]
    whole = odds(question)
    assert whole.deciding is not None
    for missing in whole.deciding.may_miss:
        told = odds(replace(question, without=frozenset({missing.part})))
        side = missing.side
        assert told.events[f"{side}-wins"] <= whole.events[f"{side}-wins"] + 1e-12
