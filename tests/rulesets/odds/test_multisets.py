"""Multisets joined with each other are the same with the kernel, NumPy and by hand."""

import numpy as np
import pytest

from rulesets.odds.multisets import MemberBits, PairRows, joined, members_of, with_more
from rulesets.odds.native.bindings import SWITCH, joined_kernel
from rulesets.odds.volley import Ints

SWITCHED = pytest.mark.parametrize("switch", ["0", "1"])
BITS = MemberBits(5, 3, 11)


def number(members: list[int], bits: int) -> int:
    """Return a multiset as a number: its members in order, then nobody."""
    nobody = (1 << bits) - 1
    found = 0
    for one in [*sorted(members), *[nobody] * 5][:5]:
        found = found << bits | one
    return found


def some(dice: np.random.Generator, count: int, most: int, bits: int) -> Ints:
    """Return multisets of up to so many members."""
    top = min(6, (1 << bits) - 1)
    drawn = [dice.integers(0, top, dice.integers(0, most + 1)) for _ in range(count)]
    return np.array([number(one.tolist(), bits) for one in drawn])


def pairs(dice: np.random.Generator, group: Ints, most: int) -> PairRows:
    count = len(group)
    return PairRows(
        group,
        some(dice, count, most, BITS.one),
        some(dice, count, most, BITS.two),
        dice.integers(0, 4, count),
        dice.random(count),
    )


def held(multiset: int, bits: int) -> list[int]:
    nobody = (1 << bits) - 1
    every = [int(one) for one in members_of(np.array(multiset), 5, bits)]
    return [one for one in every if one != nobody]


def union(one: int, two: int, bits: int) -> int:
    """Return two multisets as one."""
    return number(held(one, bits) + held(two, bits), bits)


@SWITCHED
def test_pairs_are_joined_as_by_hand(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of a group that are alike are one, put down where the first comes."""
    monkeypatch.setenv(SWITCH, switch)
    dice = np.random.default_rng(8)
    rows = pairs(dice, np.sort(dice.integers(0, 5, 300)), 3)
    entries = pairs(dice, np.zeros(60, np.int64), 2)
    begins = dice.integers(0, 40, 300)
    ends = begins + dice.integers(0, 20, 300)
    expected: dict[tuple[int, ...], float] = {}
    for row, (begin, end) in enumerate(
        zip(begins.tolist(), ends.tolist(), strict=True)
    ):
        for at in range(begin, end):
            key = (
                int(rows.group[row]),
                union(int(rows.one[row]), int(entries.one[at]), BITS.one),
                union(int(rows.two[row]), int(entries.two[at]), BITS.two),
                max(int(rows.late[row]), int(entries.late[at])),
            )
            share = float(rows.share[row]) * float(entries.share[at])
            expected[key] = expected.get(key, 0.0) + share
    found = joined(rows, begins, ends, entries, BITS)
    assert list(zip(*(one.tolist() for one in found[:4]), strict=True)) == list(
        expected
    )
    assert found.share.tolist() == pytest.approx([*expected.values()], abs=1e-14)


@SWITCHED
def test_very_many_kinds_of_one_group_are_told_apart(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of the kernel grows with them."""
    monkeypatch.setenv(SWITCH, switch)
    nobody = number([], BITS.one), number([], BITS.two)
    of_two = np.array([number([one], BITS.two) for one in range(2_000)])
    count, none = len(of_two), np.zeros(len(of_two), np.int64)
    entries = PairRows(none, none + nobody[0], of_two, none, np.ones(count))
    row = np.zeros(2, np.int64)
    rows = PairRows(row, row + nobody[0], row + nobody[1], row, np.array([0.25, 0.5]))
    found = joined(rows, row, row + count, entries, BITS)
    assert found.two.tolist() == of_two.tolist()
    assert found.share.tolist() == [0.75] * count


@SWITCHED
def test_nothing_is_joined_of_no_rows(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SWITCH, switch)
    none = np.zeros(0, np.int64)
    empty = PairRows(none, none, none, none, np.zeros(0))
    assert [len(one) for one in joined(empty, none, none, empty, BITS)] == [0] * 5


@SWITCHED
def test_multisets_that_do_not_fit_into_an_integer_are_refused(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SWITCH, switch)
    none = np.zeros(0, np.int64)
    empty = PairRows(none, none, none, none, np.zeros(0))
    with pytest.raises(ValueError, match="do not fit"):
        joined(empty, none, none, empty, MemberBits(5, 3, 13))


def test_members_are_read_as_they_were_put_together() -> None:
    rows = [np.array([0]), np.array([4]), np.array([7]), np.array([7]), np.array([7])]
    found = with_more(rows, [np.array([3])], 3)
    assert found.tolist() == [number([0, 3, 4], 3)]


def test_the_kernel_is_there() -> None:
    """Else both ways would be NumPy's."""
    assert joined_kernel() is not None
