"""Fights whose rounds take a toll, by hand."""

import numpy as np
import pytest

from rulesets.odds.fight.exact import play
from rulesets.odds.fight.model import Fight, Order, Round, Strike, Toll, in_turn
from rulesets.odds.fight.samples import sample
from rulesets.odds.tally import tally

HURT = 0.25


def fight(limit: int | None, price: tuple[float, float]) -> Fight:
    """Return a fight of a with one wound against b with two, of which a takes one.

    Who is gone ends it, b by outcome 0. For the wound that b lost it may lose another.
    """
    stack = np.array([[[1.0, 0.0], [1 - HURT, HURT], [1 - HURT, HURT]]])
    strike = Strike("a", np.zeros((1, 1, 1, 1), dtype=np.int64), stack)
    gone = np.where(np.arange(3) == 0, 1, -1)[None, :] + np.zeros((2, 1), dtype=int)
    nothing = np.zeros((1, 1, 3), dtype=np.int64)
    sorts = tally(nothing, nothing, 0, np.zeros(1, dtype=int), (2, 3), instead=gone)
    lost = np.array([[0, 0, 0], [0, -1, -1], [0, -1, -2]])
    paid = np.array([[[1.0, 0.0]] * 3, [[1.0, 0.0], price, price]])
    toll = Toll(
        np.zeros((2, 2), dtype=np.int64), lost, (None, paid), (1, 0), np.ones((1, 1, 1))
    )
    table = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    one = Round([Order(1.0, [strike])], sorts, table, toll=toll)
    start = np.zeros((2, 3))
    start[1, 2] = 1.0
    return in_turn(start, (), [one], limit)


def test_who_pays_with_its_last_is_gone() -> None:
    found = play(fight(1, (0.4, 0.6)))
    assert found.outcomes == pytest.approx([HURT * 0.6, 0.0])
    assert found.final[1] == pytest.approx([HURT * 0.6, HURT * 0.4, 1 - HURT])
    assert found.undecided == pytest.approx(1 - HURT * 0.6)
    assert found.dealt_by_a[2] == pytest.approx([1 - HURT, HURT, 0.0])


def test_a_toll_shortens_the_fight() -> None:
    found = play(fight(None, (0.4, 0.6)))
    assert found.outcomes == pytest.approx([1.0, 0.0])
    assert found.rounds == pytest.approx(1 / HURT + 0.4 / HURT)


def test_a_price_of_nothing_changes_nothing() -> None:
    found = play(fight(None, (1.0, 0.0)))
    assert found.rounds == pytest.approx(2 / HURT)


def test_it_cannot_be_sampled() -> None:
    with pytest.raises(ValueError, match="cannot be sampled"):
        sample(fight(None, (1.0, 0.0)), "", 10)
