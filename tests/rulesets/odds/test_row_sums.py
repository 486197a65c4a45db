"""Rows summed up with shares are the same with the kernel and with NumPy."""

import numpy as np
import pytest

from rulesets.odds.native.bindings import SWITCH, is_ready
from rulesets.odds.row_sums import FEW, gather, told_apart

SWITCHED = pytest.mark.parametrize("switch", ["0", "1"])


@SWITCHED
def test_rows_are_added_where_they_belong(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each row counts by its share, beside what is there already."""
    monkeypatch.setenv(SWITCH, switch)
    dice = np.random.default_rng(7)
    live, found = dice.random((5, 3, 4)), dice.random((6, 3, 4))
    places, rows = np.array([4, 0, 4, 2, 4]), np.array([1, 3, 1, 0, 4])
    shares = dice.random(5)
    expected = found.copy()
    for place, row, share in zip(places, rows, shares, strict=True):
        expected[place] += share * live[row]
    gather(found, places, live, rows, shares)
    assert found == pytest.approx(expected, abs=1e-15)


@SWITCHED
def test_nothing_is_added_of_nobody(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither rows nor places, as where nobody is left."""
    monkeypatch.setenv(SWITCH, switch)
    found, none = np.ones((2, 3)), np.zeros(0, dtype=int)
    gather(found, none, np.zeros((0, 3)), none, np.zeros(0))
    assert found.tolist() == np.ones((2, 3)).tolist()


@SWITCHED
@pytest.mark.parametrize("far", [1, FEW, 1 << 40])
def test_numbers_are_told_apart_in_the_order_in_which_they_come(
    switch: str, far: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where they lie so far apart that a table of all would be too large."""
    monkeypatch.setenv(SWITCH, switch)
    kinds = np.array([7, 3, 7, 5, 3, 0]) * far - 2
    firsts, numbers = told_apart(kinds)
    assert firsts.tolist() == [0, 1, 3, 5]
    assert numbers.tolist() == [0, 1, 0, 2, 1, 3]


def test_nothing_is_told_apart() -> None:
    """No numbers have no kinds."""
    assert [len(found) for found in told_apart(np.zeros(0, dtype=int))] == [0, 0]


def test_the_kernel_is_there() -> None:
    """Else both ways would be NumPy's."""
    assert is_ready()
