"""Multisets of few small numbers as integers, and pairs of them joined.

A multiset is its members in order, the least in the highest bits; behind them stands
the greatest number, which is no member, as often as there is room.
"""

import ctypes
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rulesets.odds.native.bindings import joined_kernel
from rulesets.odds.native.structures import CJoined, Two
from rulesets.odds.row_sums import spread_out, told_apart
from rulesets.odds.volley import Floats, Ints

FEWEST = 64
"""Slots of the table of the compiled kernel at least."""

MOST_BITS = 63
"""Bits of all members of a multiset at most."""

KIND = np.dtype([("one", "i8"), ("two", "i8"), ("late", "i8"), ("share", "f8")])
"""``struct kind`` of the kernel."""


class PairRows(NamedTuple):
    """Pairs of multisets, a row each.

    Parameters
    ----------
    group : array of int
        Only rows of one group may become alike; these stand side by side.
    one, two : array of int
        The multisets.
    late : array of int
        When they came about, at least 0.
    share : array of float
        [chance]
    """

    group: Ints
    one: Ints
    two: Ints
    late: Ints
    share: Floats

    def some(self, which: Ints, share: Floats) -> "PairRows":
        """Return some of the rows, in any order, with other chances."""
        columns = self.group[which], self.one[which], self.two[which], self.late[which]
        return PairRows(*columns, share)


class MemberBits(NamedTuple):
    """Members of a multiset at most, and the bits of one, of the first and second."""

    members: int
    one: int
    two: int


def members_of(some: Ints, members: int, bits: int) -> list[Ints]:
    """Return the members of each of some multisets, the least first."""
    mask = (1 << bits) - 1
    return [some >> bits * (members - 1 - at) & mask for at in range(members)]


def with_more(rows: Sequence[Ints], more: Sequence[Ints], bits: int) -> Ints:
    """Return multisets of members in order with more of them."""
    rows = list(rows)
    for one in more:
        rest = one
        for at, row in enumerate(rows):
            rows[at] = np.minimum(row, rest)
            rest = np.maximum(row, rest)
    found = rows[0]
    for row in rows[1:]:
        found = found << bits | row
    return found


def joined(
    rows: PairRows, begins: Ints, ends: Ints, entries: PairRows, bits: MemberBits
) -> PairRows:
    """Return pairs joined with each of some entries, by group, those alike as one.

    When both came about is when the later did. What is alike is put down where the
    first of it comes.

    Parameters
    ----------
    rows : PairRows
    begins, ends : array of int
        Of each row the first of its entries, and the one behind the last.
    entries : PairRows
        Their groups do not matter.
    bits : MemberBits
    """
    if bits.members * max(bits.one, bits.two) > MOST_BITS:
        raise ValueError(f"multisets of {bits} do not fit into an integer")
    kernel = joined_kernel()
    if kernel is None:
        return _by_numpy(rows, begins, ends, entries, bits)
    room = int((ends - begins).sum())
    slots = np.empty(FEWEST + 4 * room, np.int64)
    group, found = np.empty(room, np.int64), np.empty(room, KIND)
    held = [
        *(np.ascontiguousarray(one, np.int64) for one in rows[:4]),
        np.ascontiguousarray(rows.share, np.float64),
        np.ascontiguousarray(begins, np.int64),
        np.ascontiguousarray(ends, np.int64),
        *(np.ascontiguousarray(one, np.int64) for one in entries[1:4]),
        np.ascontiguousarray(entries.share, np.float64),
        slots,
        group,
        found,
    ]
    told = CJoined(
        len(rows.one),
        bits.members,
        Two(bits.one, bits.two),
        *(one.ctypes.data for one in held),
    )
    kernel(ctypes.byref(told))
    some = found[: told.kinds]
    columns = some["one"].copy(), some["two"].copy(), some["late"].copy()
    return PairRows(group[: told.kinds], *columns, some["share"].copy())


def _by_numpy(
    rows: PairRows, begins: Ints, ends: Ints, entries: PairRows, bits: MemberBits
) -> PairRows:
    """Return what `joined` does where the kernel is not there."""
    of, entry = spread_out(begins, ends)
    one, two = (
        with_more(
            members_of(own[of], bits.members, each),
            members_of(more[entry], bits.members, each),
            each,
        )
        for own, more, each in (
            (rows.one, entries.one, bits.one),
            (rows.two, entries.two, bits.two),
        )
    )
    late = np.maximum(rows.late[of], entries.late[entry])
    share = rows.share[of] * entries.share[entry]
    key: Ints = np.zeros(len(of), np.int64)
    for column in (rows.group[of], one, two, late):
        kinds, kind = np.unique(column, return_inverse=True)
        _, key = np.unique(key * len(kinds) + kind, return_inverse=True)
    first, number = told_apart(key)
    total = np.bincount(number, share, len(first)).astype(np.float64)
    return PairRows(rows.group[of][first], one[first], two[first], late[first], total)
