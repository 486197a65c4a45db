"""Fights in which wounds come back, by hand and against the chain without them."""

from functools import partial

import numpy as np
import pytest

from rulesets.odds.fight.exact import dealt, moves_of, play
from rulesets.odds.fight.healing import fight_with_healing, healing_round
from rulesets.odds.fight.model import FightResult, Order, Round, Strike, in_turn
from rulesets.odds.tally import tally

Healing = tuple[np.ndarray, np.ndarray]
"""``[before, after]`` for both sides: where every state goes in a pause."""

STILL = np.eye(2), np.eye(3)


def healed(by: Healing, live: np.ndarray) -> np.ndarray:
    """Return chances ``[round, a, b]`` after a pause."""
    after: np.ndarray = by[0].T @ live @ by[1]
    return after


def one_sided(chance: float) -> Round:
    """Return rounds in which side a, who has one wound, takes one of b's two."""
    stack = np.array([[[1.0, 0.0], [1 - chance, chance], [1 - chance, chance]]])
    strike = Strike("a", np.zeros((1, 1, 1, 1), dtype=np.int64), stack)
    gone = np.where(np.arange(3) == 0, 1, -1)[None, :] + np.zeros((2, 1), dtype=int)
    nothing = np.zeros((1, 1, 3), dtype=np.int64)
    sorts = tally(nothing, nothing, 0, np.zeros(1, dtype=int), (2, 3), instead=gone)
    return Round([Order(1.0, [strike])], sorts, np.eye(2))


def played(one: Round, pauses: list[Healing], limit: int | None) -> FightResult:
    (moves,) = moves_of(in_turn(start(), (), [one]))
    first = dealt(start(), moves.lost)
    between = [partial(healed, by) for by in pauses]
    return fight_with_healing(start(), [healing_round(moves)], first, between, limit)


def start() -> np.ndarray:
    begun = np.zeros((2, 3))
    begun[1, 2] = 1.0
    return begun


def test_without_healing_it_is_the_chain() -> None:
    one = one_sided(0.3)
    for rounds in (1, 4, None):
        plain = play(in_turn(start(), [one], [one], rounds))
        still = played(one, [STILL], rounds)
        assert still.outcomes == pytest.approx(plain.outcomes, abs=1e-9)
        assert still.final == pytest.approx(plain.final, abs=1e-9)
        assert still.rounds == pytest.approx(plain.rounds, abs=1e-6)


def test_who_always_heals_never_falls_to_single_wounds() -> None:
    one = one_sided(0.5)
    whole = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]])
    told = played(one, [(np.eye(2), whole)], 20)
    assert told.outcomes.sum() == 0
    assert told.undecided == pytest.approx(1)


def test_two_rounds_by_hand() -> None:
    """Half of the lost wounds come back: 1/2, then back 1/2, then 1/2."""
    one = one_sided(0.5)
    half = np.array([[1.0, 0.0, 0.0], [0.0, 0.5, 0.5], [0.0, 0.0, 1.0]])
    told = played(one, [(np.eye(2), half)], 2)
    assert told.outcomes.tolist() == [0.125]
    assert told.final[1].tolist() == [0.125, 0.5, 0.375]
    assert told.by_round[:, 0].tolist() == [0.0, 0.125]
