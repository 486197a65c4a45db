"""Evenly spread numbers: each is uniform, and like fights have unlike ones."""

import numpy as np
import pytest

from rulesets.odds.battle_line.even_dice import EvenDice, ordered
from rulesets.odds.sampling import generator, parted_bound, student

PARTS = 4
PART = np.repeat(np.arange(PARTS), 25)
ALIKE = np.arange(100) % 3

TABLE = {1: 636.619, 3: 12.924, 15: 4.073, 31: 3.633}
"""Bounds that Student's variable exceeds with a risk of a thousandth, both sides."""


def test_every_number_is_uniform_whoever_takes_it() -> None:
    dice = EvenDice(generator("uniform"), PARTS, len(PART))
    rolls = np.array([dice.rolls(PART, ALIKE) for _ in range(4_000)])
    assert rolls.min() >= 0
    assert rolls.max() < 1
    assert np.abs(rolls.mean(axis=0) - 0.5).max() < 5 * (1 / 12 / 4_000) ** 0.5
    assert np.abs((rolls < 0.1).mean(axis=0) - 0.1).max() < 5 * (0.09 / 4_000) ** 0.5


def test_those_that_are_alike_lie_far_apart() -> None:
    dice = EvenDice(generator("apart"), PARTS, len(PART))
    for _ in range(100):
        rolls = dice.rolls(PART, ALIKE)
        for kind in range(3):
            some = np.sort(rolls[(PART == 1) & (kind == ALIKE)])
            assert np.diff(some, append=some[0] + 1).max() < 3.5 / len(some)


def test_numbers_know_nothing_of_those_before() -> None:
    dice = EvenDice(generator("again"), PARTS, len(PART))
    rolls = np.array([dice.rolls(PART, ALIKE) for _ in range(4_000)])
    related = np.corrcoef(rolls[:-1, 7], rolls[1:, 7])[0, 1]
    assert abs(related) < 5 / 4_000**0.5


def test_some_stand_for_all_of_their_part() -> None:
    dice = EvenDice(generator("few"), PARTS, len(PART))
    met = np.zeros(len(PART))
    for _ in range(4_000):
        kept, times = dice.one_of(4, PART, ALIKE)
        assert kept.tolist() == sorted(kept.tolist())
        assert np.bincount(PART[kept], times).tolist() == pytest.approx([25] * PARTS)
        met[kept] += times
    assert met / 4_000 == pytest.approx(np.ones(len(PART)), abs=0.15)


@pytest.mark.parametrize("degrees", TABLE)
def test_students_quantiles_are_those_of_the_tables(degrees: int) -> None:
    assert student(degrees, 0.001) == pytest.approx(TABLE[degrees], abs=6e-4)


def test_means_of_parts_lie_within_their_bound() -> None:
    dice = generator("means")
    off = 0
    for _ in range(4_000):
        shares = 0.5 + dice.normal(0, 0.01, (32, 1))
        told = parted_bound(shares, 10**6, 1, confidence=0.99)
        off += abs(float(shares.mean()) - 0.5) > told
    assert off == pytest.approx(40, abs=4 * 40**0.5)


def test_what_is_never_met_may_have_a_chance() -> None:
    assert parted_bound(np.zeros((32, 2)), 10_000, 1) == pytest.approx(7.6e-4, abs=1e-6)


@pytest.mark.parametrize("most", [7, 2**21])
def test_one_number_orders_fights_as_many_do(most: int) -> None:
    keys = generator("order").integers(0, most, (3, 500))
    assert ordered(*keys).tolist() == np.lexsort(keys[::-1]).tolist()
