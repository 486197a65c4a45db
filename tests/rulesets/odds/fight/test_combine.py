"""Fights that exclude each other, told as one."""

import numpy as np
import pytest

from rulesets.odds.fight.model import FightResult
from rulesets.odds.fight.solver import combine


def result(chance: float, rounds: int, *, sampled: bool = False) -> FightResult:
    """Return a fight of that chance, which side b loses in its last round."""
    by_round = np.zeros((rounds, 2))
    by_round[-1, 0] = chance
    dealt = np.full((1, rounds), chance / rounds)
    made = ("sampled", 0.01, 0.999, 1000) if sampled else ("exact", 0.0, 1.0, 0)
    return FightResult(
        np.array([chance, 0.0]),
        by_round,
        0.0,
        0.0,
        np.array([[0.0, 0.0], [chance, 0.0]]),
        chance * rounds,
        0.0,
        dealt,
        dealt,
        np.array([chance]),
        *made,
    )


def test_one_fight_is_itself() -> None:
    only = result(1.0, 2)
    assert combine([only]) is only


def test_chances_of_several_fights_add_up() -> None:
    told = combine([result(0.25, 1), result(0.5, 3)])
    assert told.outcomes.tolist() == [0.75, 0.0]
    assert told.rounds == 0.25 + 1.5
    assert told.dealt_by_a[0].tolist() == pytest.approx(
        [0.25 + 0.5 / 3, 0.5 / 3, 0.5 / 3]
    )
    assert told.first.tolist() == [0.75]


def test_a_fight_that_is_over_stays_as_it_ended() -> None:
    told = combine([result(0.25, 1), result(0.5, 3)])
    assert told.by_round[:, 0].tolist() == [0.25, 0.25, 0.75]


def test_errors_add_up_and_a_sampled_part_makes_a_sampled_whole() -> None:
    told = combine([result(0.25, 1, sampled=True), result(0.5, 3)])
    assert (told.method, told.error, told.confidence) == ("sampled", 0.01, 0.999)
    assert told.samples == 1000
