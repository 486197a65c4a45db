"""The powers of one wound: by falls as by products of whole tables."""

from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest

from rulesets.odds.attack import AttackEffect
from rulesets.odds.wound_pool import powers, stacked_once

EFFECTS = [
    AttackEffect((Fraction(1, 4), Fraction(3, 4))),
    AttackEffect((Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(1, 8))),
    AttackEffect((Fraction(1),)),
]


@pytest.mark.parametrize("one", EFFECTS)
@pytest.mark.parametrize("sizes", [(3,), (90,), (8, 6, 4)])
def test_powers_are_products_of_tables(
    sizes: tuple[int, ...], one: AttackEffect
) -> None:
    once = stacked_once(sizes, 2, 0, one)
    found = powers(once, 12)
    products = accumulate([once] * 12, np.matmul, initial=np.eye(len(once)))
    assert np.abs(found - np.array(list(products))).max() < 1e-14


def test_no_wound_changes_nothing() -> None:
    once = stacked_once((90,), 2, 0, EFFECTS[0])
    assert (powers(once, 0) == np.eye(91)).all()
