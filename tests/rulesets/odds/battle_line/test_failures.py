"""Tests after a round of rolled fights: each is failed by its own chance."""

from itertools import product

import numpy as np
import pytest

from rulesets.odds.battle_line.bouts import Bouts, bouts_of
from rulesets.odds.battle_line.even_dice import EvenDice
from rulesets.odds.battle_line.failures import TableOfTests, failed_tests
from rulesets.odds.sampling import generator
from rulesets.odds.volley import Ints

PARTS, EACH = 4, 600
COUNT = PARTS * EACH

CHANCES = ((0.25, 0.5), (0.75, 0.0), (0.0, 1.0))
"""To fail the tests of each row: of two, of the first alone, of the second for sure."""

TESTS = TableOfTests(
    np.array(CHANCES), np.array([[0, 1]] * 3), np.array([[2, 2], [2, 0], [0, 2]])
)


def fought(combats: int) -> tuple[Bouts, Ints]:
    """Return so many combats of each fight, and the row of each."""
    part = np.arange(COUNT) * PARTS // COUNT
    modes = np.zeros(COUNT, dtype=np.int64)
    like = [(0,) * combats]
    bouts = bouts_of(part, modes, like, like)
    return bouts, generator("rows").integers(0, 3, len(bouts.fight))


def failed(name: str, combats: int = 1) -> tuple[Ints, Ints, Ints]:
    """Return what is failed after combats, their rows, and ``[pool, fight]`` wounds."""
    bouts, row = fought(combats)
    wounds = generator("wounds").integers(0, 9, (3, COUNT)).astype(np.int32)
    even = EvenDice(generator(name), PARTS)
    return failed_tests(TESTS, row, bouts, wounds, even), row, wounds.astype(np.int64)


def test_every_test_is_failed_for_itself() -> None:
    rounds = 200
    met = np.zeros((3, 4))
    for number in range(rounds):
        found, row, _ = failed(f"{number}")
        np.add.at(met, (row, found), 1)
    for (first, second), counted in zip(CHANCES, met, strict=True):
        for bits, many in enumerate(counted / counted.sum()):
            one = first if bits & 1 else 1 - first
            other = second if bits & 2 else 1 - second
            assert many == pytest.approx(one * other, abs=0.002), (first, bits)


def test_combats_of_a_fight_fail_theirs_apart() -> None:
    found, row, _ = failed("two", combats=2)
    for rows in product((0, 1), repeat=2):
        some = (row.reshape(-1, 2) == rows).all(axis=1)
        both = found.reshape(-1, 2)[some] & 1
        wanted = CHANCES[rows[0]][0] * CHANCES[rows[1]][0]
        off = 5 * (0.25 / some.sum()) ** 0.5
        assert both.all(axis=1).mean() == pytest.approx(wanted, abs=off)


@pytest.mark.parametrize("test", [0, 1])
def test_as_many_fail_at_each_number_of_wounds_as_should(test: int) -> None:
    found, row, wounds = failed("even")
    part = np.arange(COUNT) * PARTS // COUNT
    for left, one in product(range(9), range(PARTS)):
        some = (wounds[test] == left) & (part == one) & (row == 0)
        fails = float((found[some] >> test & 1).sum())
        assert abs(fails - CHANCES[0][test] * some.sum()) < 1 + 1e-9


def test_where_nobody_tests_nobody_fails() -> None:
    bouts, row = fought(1)
    wounds = np.zeros((1, COUNT), dtype=np.int32)
    none = TableOfTests.together([TableOfTests.none(1), TableOfTests.none(2)])
    assert not failed_tests(
        none, row, bouts, wounds, EvenDice(generator("no"), PARTS)
    ).any()
