"""Dice, against rolling every combination."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rulesets.odds.dice import add, chance, dice_sum, successes, two_dice_at_least


@pytest.mark.parametrize("need", range(9))
def test_a_need_is_met_by_the_faces_that_reach_it(need: int) -> None:
    reached = sum(face >= need for face in range(1, 7))
    assert chance(need) == Fraction(reached, 6)


@pytest.mark.parametrize("dice", range(4))
def test_sums_of_dice_count_every_combination(dice: int) -> None:
    counted = Counter(sum(roll) for roll in product(range(1, 7), repeat=dice))
    told = dice_sum(dice)
    assert {k: p for k, p in enumerate(told) if p} == {
        total: Fraction(count, 6**dice) for total, count in counted.items()
    }


@pytest.mark.parametrize("value", range(14))
def test_two_dice_reach_a_value_as_often_as_counted(value: int) -> None:
    rolls = product(range(1, 7), repeat=2)
    reached = sum(sum(roll) >= value for roll in rolls)
    assert two_dice_at_least(value) == Fraction(reached, 36)


@pytest.mark.parametrize("need", range(2, 8))
def test_successes_count_every_combination_of_three_dice(need: int) -> None:
    rolls = product(range(1, 7), repeat=3)
    counted = Counter(sum(face >= need for face in roll) for roll in rolls)
    assert successes(3, chance(need)) == tuple(
        Fraction(counted[count], 216) for count in range(4)
    )


def test_adding_no_dice_changes_nothing() -> None:
    assert add(dice_sum(2), dice_sum(0)) == dice_sum(2)
