"""Rows of entries that are found again by numbers, as they come up."""

from collections.abc import Sequence

import numpy as np

from rulesets.games.mordheim.combat.fights.turn_tables import (
    LARGEST,
    Entries,
    followed_by,
    unmarked,
)
from rulesets.odds.volley import Ints

UNKNOWN = -1
"""The row of a number that never came up."""

NumberedRow = tuple[int, Sequence[tuple[int, float]]]
"""A number below `LARGEST`, and where it leads [chance]."""


class KnownRows:
    """Rows of chances, each worked out once for its number."""

    def __init__(self, entries: Entries | None = None) -> None:
        self.entries = unmarked([]) if entries is None else entries
        self._numbers: Ints = np.array([LARGEST])
        self._rows: Ints = np.array([UNKNOWN])

    def of(self, numbers: Ints) -> Ints:
        """Return the rows of some numbers, `UNKNOWN` for each that never came up."""
        at = self._numbers.searchsorted(numbers)
        found: Ints = np.where(self._numbers[at] == numbers, self._rows[at], UNKNOWN)
        return found

    def add(self, fresh: Sequence[NumberedRow]) -> None:
        """Add rows of numbers that never came up, each once."""
        numbers = np.array([number for number, _ in fresh], dtype=np.int64)
        rows = len(self.entries.ends) - 1 + np.arange(len(fresh))
        self.entries = followed_by(self.entries, unmarked([row for _, row in fresh]))
        order = np.argsort(numbers)
        at = self._numbers.searchsorted(numbers[order])
        self._numbers = np.insert(self._numbers, at, numbers[order])
        self._rows = np.insert(self._rows, at, rows[order])
