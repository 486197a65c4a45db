"""Fights that exclude each other, told as one."""

import numpy as np
import pytest

from rulesets.odds.chain import Story
from rulesets.odds.duel import Fought
from rulesets.odds.joining import joined
from rulesets.odds.staged import StagedFight


def fight(chance: float, rounds: int, *, sampled: bool = False) -> StagedFight:
    """Return a fight of that chance, which side b loses in its last round."""
    by_round = np.zeros((rounds, 2))
    by_round[-1, 0] = chance
    story = Story(
        np.array([chance, 0.0]),
        by_round,
        0.0,
        0.0,
        np.array([[0.0, 0.0], [chance, 0.0]]),
        chance * rounds,
        0.0,
    )
    told = ("sampled", 0.01, 0.999, 1000) if sampled else ("exact", 0.0, 1.0, 0)
    dealt = np.full(rounds, chance / rounds)
    return StagedFight(Fought(story, dealt, dealt, *told), np.array([chance]))


def test_one_fight_is_itself() -> None:
    only = fight(1.0, 2)
    assert joined([only]) is only


def test_chances_of_several_fights_add_up() -> None:
    told = joined([fight(0.25, 1), fight(0.5, 3)])
    assert told.fought.story.outcomes.tolist() == [0.75, 0.0]
    assert told.fought.story.rounds == 0.25 + 1.5
    assert told.fought.dealt_by_a.tolist() == pytest.approx(
        [0.25 + 0.5 / 3, 0.5 / 3, 0.5 / 3]
    )
    assert told.first.tolist() == [0.75]


def test_a_fight_that_is_over_stays_as_it_ended() -> None:
    told = joined([fight(0.25, 1), fight(0.5, 3)])
    assert told.fought.story.by_round[:, 0].tolist() == [0.25, 0.25, 0.75]


def test_errors_add_up_and_a_sampled_part_makes_a_sampled_whole() -> None:
    told = joined([fight(0.25, 1, sampled=True), fight(0.5, 3)]).fought
    assert (told.method, told.error, told.confidence) == ("sampled", 0.01, 0.999)
    assert told.samples == 1000
