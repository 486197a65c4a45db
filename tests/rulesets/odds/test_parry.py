"""Parries against every combination of few dice."""

from fractions import Fraction
from itertools import product

import pytest

from rulesets.odds.parry import unparried
from rulesets.odds.plain_volley import attacks_odds


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("need", [2, 4, 6])
def test_hits_past_a_parry_are_those_of_every_roll(dice: int, need: int) -> None:
    counts = [0] * (dice + 1)
    for *rolls, parry in product(range(1, 7), repeat=dice + 1):
        hits = [roll for roll in rolls if roll >= need]
        counts[len(hits) - (bool(hits) and parry > max(hits))] += 1
    assert unparried(dice, need) == tuple(Fraction(n, 6 ** (dice + 1)) for n in counts)


def test_what_gets_past_a_parry_still_has_to_wound_and_to_pass_the_save() -> None:
    told = attacks_odds(
        {
            "dice": 2,
            "to_hit": 4,
            "to_wound": 4,
            "save": 5,
            "parry": True,
            "target": {"models": 2},
        }
    )
    mean = Fraction(193, 216) * Fraction(1, 2) * Fraction(2, 3)
    assert told.expected["wounds"] == pytest.approx(float(mean))
    left = told.survivors["b"].expected()
    assert 2 - left == pytest.approx(told.expected["wounds"])
