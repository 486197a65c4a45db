"""The powers of one wound: by falls as by products of whole tables."""

from itertools import accumulate

import numpy as np
import pytest

from rulesets.odds.attack import AttackEffect
from rulesets.odds.wound_pool import powers, stacked_once

EFFECTS = [
    AttackEffect((0.25, 0.75)),
    AttackEffect((0.5, 0.25, 0.125, 0.125)),
    AttackEffect((1.0,)),
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
