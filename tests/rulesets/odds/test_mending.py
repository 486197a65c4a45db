"""Fights in which wounds come back, by hand and against the chain without them."""

import numpy as np
import pytest

from rulesets.odds.bout import Blow, Bout, Phase, fight
from rulesets.odds.duel import Fought
from rulesets.odds.mending import Mend, mended, turn_of
from rulesets.odds.phases import dealt_first, moves_of
from rulesets.odds.tally import tally

STILL = np.eye(2), np.eye(3)


def one_sided(chance: float) -> Bout:
    """Return rounds in which side a, who has one wound, takes one of b's two."""
    stack = np.array([[[1.0, 0.0], [1 - chance, chance], [1 - chance, chance]]])
    blow = Blow(np.zeros((2, 3), dtype=np.int64), stack)
    gone = np.where(np.arange(3) == 0, 1, -1)[None, :] + np.zeros((2, 1), dtype=int)
    nothing = np.zeros((1, 1, 3), dtype=np.int64)
    sorts = tally(nothing, nothing, 0, np.zeros(1, dtype=int), (2, 3), instead=gone)
    return Bout(((blow, None),), sorts, np.array([[1.0, 0.0], [0.0, 1.0]]))


def played(bout: Bout, mends: list[Mend], rounds: int | None) -> Fought:
    moves = moves_of(Phase(bout, (0,)), 2, 3)
    dealt = dealt_first(start(), moves)
    return mended(start(), [turn_of(moves)], dealt, mends, rounds)


def start() -> np.ndarray:
    begun = np.zeros((2, 3))
    begun[1, 2] = 1.0
    return begun


def test_without_mending_it_is_the_chain() -> None:
    bout = one_sided(0.3)
    for rounds in (1, 4, None):
        plain = fight(start(), (bout,), (bout,), rounds, "")
        still = played(bout, [STILL], rounds)
        assert still.story.outcomes == pytest.approx(plain.story.outcomes, abs=1e-9)
        assert still.story.final == pytest.approx(plain.story.final, abs=1e-9)
        assert still.story.rounds == pytest.approx(plain.story.rounds, abs=1e-6)


def test_who_always_mends_never_falls_to_single_wounds() -> None:
    bout = one_sided(0.5)
    whole = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]])
    told = played(bout, [(np.eye(2), whole)], 20)
    assert told.story.outcomes.sum() == 0
    assert told.story.undecided == pytest.approx(1)


def test_two_rounds_by_hand() -> None:
    """Half of the lost wounds come back: 1/2, then back 1/2, then 1/2."""
    bout = one_sided(0.5)
    half = np.array([[1.0, 0.0, 0.0], [0.0, 0.5, 0.5], [0.0, 0.0, 1.0]])
    told = played(bout, [(np.eye(2), half)], 2)
    assert told.story.outcomes.tolist() == [0.125]
    assert told.story.final[1].tolist() == [0.125, 0.5, 0.375]
    assert told.story.by_round[:, 0].tolist() == [0.0, 0.125]
