"""Rows expanded by entries are the same with the kernel, with NumPy and by hand."""

import numpy as np
import pytest

from rulesets.odds.expansion import (
    FIRST,
    SECOND,
    Table,
    WordRows,
    WordSums,
    alike,
    expanded,
)
from rulesets.odds.native.bindings import SWITCH, expanded_kernel

SWITCHED = pytest.mark.parametrize("switch", ["0", "1"])


def by_hand(
    rows: WordRows, begins: list[int], ends: list[int], table: Table
) -> dict[tuple[int, int], float]:
    """Return the chance of each group and word, in the order in which they come."""
    found: dict[tuple[int, int], float] = {}
    for row, (begin, end) in enumerate(zip(begins, ends, strict=True)):
        for entry in range(begin, end):
            word = int(rows.word[row]) | int(table.after[entry]) << int(rows.shift[row])
            word |= int(rows.one[row]) if table.mark[entry] & FIRST else 0
            word |= int(rows.two[row]) if table.mark[entry] & SECOND else 0
            key = int(rows.group[row]), word
            share = float(rows.share[row]) * float(table.chance[entry])
            found[key] = found.get(key, 0.0) + share
    return found


def told(sums: WordSums) -> dict[tuple[int, int], float]:
    """Return sums by group and word; none stands there twice."""
    keys = list(zip(sums.group.tolist(), sums.word.tolist(), strict=True))
    assert len(set(keys)) == len(keys)
    return dict(zip(keys, sums.share.tolist(), strict=True))


@SWITCHED
def test_rows_are_expanded_as_by_hand(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers come into either half of a word, marks set bits above, up to the 62nd."""
    monkeypatch.setenv(SWITCH, switch)
    dice = np.random.default_rng(5)
    count = 400
    shift = 3 * dice.integers(0, 2, count)
    rows = WordRows(
        np.sort(dice.integers(0, 9, count)) * 7,
        dice.integers(0, 8, count) << (3 - shift),
        shift,
        1 << dice.integers(6, 8, count),
        1 << dice.integers(60, 62, count),
        dice.random(count),
    )
    table = Table(dice.integers(0, 8, 40), dice.integers(0, 4, 40), dice.random(40))
    begins = dice.integers(0, 30, count)
    ends = begins + dice.integers(0, 10, count)
    found = told(expanded(rows, begins, ends, table))
    expected = by_hand(rows, begins.tolist(), ends.tolist(), table)
    assert list(found) == list(expected)
    assert found == pytest.approx(expected, abs=1e-13)


@SWITCHED
def test_rows_that_are_alike_are_one_in_their_group_alone(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SWITCH, switch)
    group, word = np.array([2, 2, 2, 5, 5]), np.array([9, 0, 9, 9, 0])
    sums = alike(group, word, np.array([0.1, 0.2, 0.3, 0.4, 0.5]))
    assert sums.group.tolist() == [2, 2, 5, 5]
    assert sums.word.tolist() == [9, 0, 9, 0]
    assert sums.share.tolist() == pytest.approx([0.4, 0.2, 0.4, 0.5])


@SWITCHED
def test_nothing_is_expanded_of_no_rows(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SWITCH, switch)
    none = np.zeros(0, np.int64)
    assert [len(one) for one in alike(none, none, np.zeros(0))] == [0, 0, 0]


def test_the_kernel_is_there() -> None:
    """Else both ways would be NumPy's."""
    assert expanded_kernel() is not None
