"""Rows of outcomes that are drawn for many games at once, in as little time as may be.

References
----------
M. D. Vose, A linear algorithm for generating random numbers with a given distribution,
1991.
"""

import ctypes
from collections.abc import Callable, Sequence

import numpy as np

from rulesets.odds.native.bindings import Kernel, aliased_kernel
from rulesets.odds.native.structures import CAliased
from rulesets.odds.volley import Floats, Ints

UNKNOWN = -1
"""The row of a key that never came up."""

Outcome = tuple[int, ...]
Row = Sequence[tuple[Outcome, float]]
"""Outcomes with the chance of each [chance]."""

_Arrays = tuple[Ints, Ints, Floats, Ints, Ints]
"""Of each row its first slot and its slots; of each what it keeps, and whose the rest
is; and the outcomes."""


class AliasRows:
    """Rows of outcomes by key, each worked out when it first comes up.

    Parameters
    ----------
    row_of : callable
        The row of a key.
    width : int
        Numbers of an outcome.
    """

    def __init__(self, row_of: Callable[[int], Row], width: int) -> None:
        self._row_of = row_of
        self._rows: Ints = np.zeros(0, dtype=np.int64)
        self._begins: list[int] = []
        self._counts: list[int] = []
        self._keeps: list[float] = []
        self._others: list[int] = []
        self._outcomes: list[Outcome] = []
        self._width = width
        self._arrays: _Arrays | None = None

    def drawn(self, keys: Ints, rng: np.random.Generator) -> Ints:
        """Return an outcome for each key, a row for each number of it."""
        rows = self._numbers(keys)
        if self._arrays is None:
            self._arrays = (
                np.array(self._begins, dtype=np.int64),
                np.array(self._counts, dtype=np.int64),
                np.array(self._keeps),
                np.array(self._others, dtype=np.int64),
                np.array(self._outcomes, dtype=np.int64)
                .reshape(-1, self._width)
                .T.copy(),
            )
        kernel = aliased_kernel()
        if kernel is not None:
            return self._by_kernel(kernel, rows, rng.random(len(keys)), self._arrays)
        begins, counts, keeps, others, outcomes = self._arrays
        at = rng.random(len(keys))
        at *= counts.take(rows)
        slot = at.astype(np.int64)
        at -= slot
        slot += begins.take(rows)
        chosen = np.where(at < keeps.take(slot), slot, others.take(slot))
        found: Ints = outcomes.take(chosen, axis=1)
        return found

    def _by_kernel(
        self, kernel: Kernel, rows: Ints, random: Floats, arrays: _Arrays
    ) -> Ints:
        found = np.empty((self._width, len(rows)), dtype=np.int64)
        told = CAliased(
            len(rows),
            self._width,
            len(self._outcomes),
            rows.ctypes.data,
            random.ctypes.data,
            *(one.ctypes.data for one in arrays),
            found.ctypes.data,
        )
        kernel(ctypes.byref(told))
        return found

    def _numbers(self, keys: Ints) -> Ints:
        """Return the rows of some keys; new ones are added."""
        most = int(keys.max(initial=0)) + 1
        if most > len(self._rows):
            more = np.full(2 * most - len(self._rows), UNKNOWN)
            self._rows = np.concatenate((self._rows, more))
        found: Ints = self._rows.take(keys)
        if found.min(initial=0) == UNKNOWN:
            for key in np.unique(keys[found == UNKNOWN]).tolist():
                self._rows[key] = self._added(self._row_of(key))
            found = self._rows.take(keys)
        return found

    def _added(self, row: Row) -> int:
        """Add one more row; return its number."""
        begin, size = len(self._outcomes), len(row)
        whole = sum(share for _, share in row)
        heights = [share * size / whole for _, share in row]
        others = [*range(size)]
        low = [at for at in others if heights[at] < 1]
        high = [at for at in others if heights[at] >= 1]
        keeps = [1.0] * size
        while low and high:
            less, more = low.pop(), high[-1]
            keeps[less], others[less] = heights[less], more
            heights[more] -= 1 - heights[less]
            if heights[more] < 1:
                low.append(high.pop())
        self._begins.append(begin)
        self._counts.append(size)
        self._keeps += keeps
        self._others += [begin + at for at in others]
        self._outcomes += [outcome for outcome, _ in row]
        self._arrays = None
        return len(self._begins) - 1
