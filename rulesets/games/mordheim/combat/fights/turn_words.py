"""Turns of a Mordheim combat on their way as words: all that each is in one integer."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from rulesets.games.mordheim.combat.fights.turn_tables import (
    VIEWS,
    Entries,
    Partials,
    numbered,
    summed,
)
from rulesets.odds.expansion import Table, WordRows, WordSums, alike, expanded
from rulesets.odds.row_sums import told_apart
from rulesets.odds.volley import Ints

MOST_BITS = 62
"""Bits of a word at most."""

SEEN_BITS = VIEWS.bit_length()
"""Bits of how one is seen: one of so many ways, or not yet."""


class TurnStrikes(NamedTuple):
    """Strikes at turns on their way: whom, and the bits of who scores and who parries.

    ``rows`` are the rows of what each may do to its target.
    """

    target: Ints
    scored: Ints
    tried: Ints
    rows: Ints


class TurnWords:
    """The parts of the words of one combat: states, critical hits, parries, views.

    Parameters
    ----------
    sizes : sequence of int
        States that each fighter may be in, those of the many first.
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        number = len(sizes)
        bits = [max(1, (size - 1).bit_length()) for size in sizes]
        begins = [0, *accumulate((*bits, number, number))]
        self.shifts: Ints = np.array(begins[:number])
        self.masks: Ints = np.array([(1 << one) - 1 for one in bits])
        self.crits, self.spent, seen = begins[number : number + 3]
        self._seen: Ints = seen + SEEN_BITS * np.arange(number - 1)
        self._views: Ints = np.full(number - 1, (1 << SEEN_BITS) - 1)
        self._flags = (1 << number) - 1
        self.fit = seen + SEEN_BITS * (number - 1) <= MOST_BITS

    def after(self, live: Partials, struck: TurnStrikes, entries: Entries) -> Partials:
        """Return turns on their way after a strike of each, those alike as one."""
        shift = self.shifts[struck.target]
        rows = WordRows(
            live.course,
            self.packed(live) & ~(self.masks[struck.target] << shift),
            shift,
            struck.scored << self.crits,
            struck.tried << self.spent,
            live.share,
        )
        return self._expanded(rows, struck.rows, entries)

    def ended(self, live: Partials) -> Partials:
        """Return turns after all blows, those alike as one."""
        word = self.states(live.states) | live.crits << self.crits
        return self.unpacked(alike(live.course, word, live.share))

    def fled(self, live: Partials, rows: Ints, entries: Entries) -> Partials:
        """Return turns after rows of entries say what has become of the one."""
        none: Ints = np.zeros(len(rows), dtype=np.int64)
        shift = self.shifts[-1]
        word = self.states(live.states) & ~(self.masks[-1] << shift)
        some = WordRows(live.course, word, none + shift, none, none, live.share)
        return self._expanded(some, rows, entries)

    def merged(self, live: Partials) -> Partials:
        """Return turns on their way, those alike as one."""
        if self.fit:
            return self.unpacked(alike(live.course, self.packed(live), live.share))
        columns = (
            live.course,
            *live.states.T,
            live.crits,
            live.spent,
            *(live.seen + 1).T,
        )
        key = numbered((one, int(one.max(initial=0)) + 1) for one in columns)
        example, places = told_apart(key)
        return Partials(
            live.course[example],
            live.states[example],
            live.crits[example],
            live.spent[example],
            live.seen[example],
            summed(places, live.share, len(example)),
        )

    def _expanded(self, live: WordRows, rows: Ints, entries: Entries) -> Partials:
        """Return turns with each entry of their rows, those alike as one."""
        begins, ends = entries.ends[rows], entries.ends[rows + 1]
        return self.unpacked(expanded(live, begins, ends, Table(*entries[1:4])))

    def packed(self, live: Partials) -> Ints:
        """Return turns on their way as words."""
        found = live.crits << self.crits | live.spent << self.spent
        found |= self.states(live.states)
        for column, shift in zip((live.seen + 1).T, self._seen.tolist(), strict=True):
            found |= column << shift
        return found

    def states(self, states: Ints) -> Ints:
        """Return the parts of words that say how all are."""
        found: Ints = states[:, 0].copy()
        for column, shift in zip(states.T[1:], self.shifts.tolist()[1:], strict=True):
            found |= column << shift
        return found

    def unpacked(self, sums: WordSums) -> Partials:
        """Return turns on their way of words, each of a course."""
        return Partials(
            sums.group,
            _parts(sums.word, self.shifts, self.masks),
            sums.word >> self.crits & self._flags,
            sums.word >> self.spent & self._flags,
            _parts(sums.word, self._seen, self._views) - 1,
            sums.share,
        )


def _parts(words: Ints, shifts: Ints, masks: Ints) -> Ints:
    """Return some parts of words: a row for each word, a column for each part."""
    found = np.empty((len(words), len(shifts)), dtype=np.int64)
    for column, shift, mask in zip(found.T, shifts, masks, strict=True):
        np.bitwise_and(words >> shift, mask, out=column)
    return found
