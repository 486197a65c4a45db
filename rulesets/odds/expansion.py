"""Rows that are expanded by entries of a table, those that become alike as one."""

import ctypes
from typing import NamedTuple

import numpy as np

from rulesets.odds.native.bindings import expanded_kernel
from rulesets.odds.native.structures import CExpanded
from rulesets.odds.row_sums import spread_out, told_apart
from rulesets.odds.volley import Floats, Ints

FIRST, SECOND = 1, 2
"""Bits of the marks of an entry."""


class WordRows(NamedTuple):
    """Rows of which each is said by a word: by parts of an integer.

    Parameters
    ----------
    group : array of int
        Only rows of one group may become alike; these stand side by side.
    word : array of int
        At least 0, with nothing in the part where entries put their numbers.
    shift : array of int
        Where that part begins [bits].
    one, two : array of int
        Bits of a row whose entry has the first mark, and the second.
    share : array of float
        [chance]
    """

    group: Ints
    word: Ints
    shift: Ints
    one: Ints
    two: Ints
    share: Floats


class Table(NamedTuple):
    """Entries: the number of each, its marks, and its chance."""

    after: Ints
    mark: Ints
    chance: Floats


class WordSums(NamedTuple):
    """The kinds of rows of each group, as each comes first, and their chances."""

    group: Ints
    word: Ints
    share: Floats


SAME = Table(np.zeros(1, np.int64), np.zeros(1, np.int64), np.ones(1))
"""The only entry of rows that stay as they are."""


def expanded(rows: WordRows, begins: Ints, ends: Ints, table: Table) -> WordSums:
    """Return rows with each of some entries of a table, by group and word.

    Parameters
    ----------
    rows : WordRows
    begins, ends : array of int
        Of each row the first of its entries, and the one behind the last.
    table : Table
    """
    kernel = expanded_kernel()
    if kernel is None:
        return _by_numpy(rows, begins, ends, table)
    room = int((ends - begins).sum())
    slots = np.empty(1 << (2 * room).bit_length(), np.int64)
    found = WordSums(np.empty(room, np.int64), np.empty(room, np.int64), np.empty(room))
    ints = (*rows[:5], begins, ends, table.after, table.mark)
    held = [np.ascontiguousarray(one, np.int64) for one in ints]
    floats = [
        np.ascontiguousarray(one, np.float64) for one in (rows.share, table.chance)
    ]
    told = CExpanded(
        len(rows.word),
        *(one.ctypes.data for one in held[:5]),
        floats[0].ctypes.data,
        *(one.ctypes.data for one in held[5:]),
        floats[1].ctypes.data,
        slots.ctypes.data,
        *(one.ctypes.data for one in found),
    )
    kernel(ctypes.byref(told))
    kinds = told.kinds
    return WordSums(found.group[:kinds], found.word[:kinds], found.share[:kinds])


def alike(group: Ints, word: Ints, share: Floats) -> WordSums:
    """Return rows as they are, those of a group that are alike as one."""
    none: Ints = np.zeros(len(word), np.int64)
    rows = WordRows(group, word, none, none, none, share)
    return expanded(rows, none, none + 1, SAME)


def _by_numpy(rows: WordRows, begins: Ints, ends: Ints, table: Table) -> WordSums:
    """Return what `expanded` does where the kernel is not there."""
    of, entry = spread_out(begins, ends)
    mark = table.mark[entry]
    word = rows.word[of] | table.after[entry] << rows.shift[of]
    word |= np.where(mark & FIRST, rows.one[of], 0)
    word |= np.where(mark & SECOND, rows.two[of], 0)
    group, share = rows.group[of], rows.share[of] * table.chance[entry]
    kinds, kind = np.unique(word, return_inverse=True)
    _, place = np.unique(group, return_inverse=True)
    first, number = told_apart(place * len(kinds) + kind)
    total = np.bincount(number, share, len(first)).astype(np.float64)
    return WordSums(group[first], word[first], total)
