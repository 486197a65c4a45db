"""Misspelt words: the known ones that are a slip or two of the keys away.

A slip is a letter too many, too few, another, or two that changed places. Known words
are found by what is left of them without one or two letters, so that a look-up takes
the same time however many are known.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from rulesets.list_text.words import LONGEST_WORD

_SHORTEST = 4
"""Shorter words are not corrected: too many others are as near [letters]."""

_TWO_SLIPS = 7
"""Words from this length may have two slips [letters]."""

_LONGEST = 24


class Spelling:
    """Known words, to find those that a misspelt one may be."""

    def __init__(self, known: Iterable[str]) -> None:
        self.known = frozenset(known)
        self._rests: dict[str, list[str]] = {}
        self._found: dict[str, tuple[str, ...]] = {}
        for word in sorted(self.known):
            if _SHORTEST <= len(word) <= _LONGEST and word.isalpha():
                for rest in _rests(word):
                    self._rests.setdefault(rest, []).append(word)

    def nearest(self, word: str) -> tuple[str, ...]:
        """Return the known words with the fewest slips between, at most three."""
        if not _SHORTEST <= len(word) <= _LONGEST or not word.isalpha():
            return ()
        if word not in self._found:
            self._found[word] = self._nearest(word)
        return self._found[word]

    def _nearest(self, word: str) -> tuple[str, ...]:
        near = {w for rest in _rests(word) for w in self._rests.get(rest, ())}
        bound = _slips_allowed(word)
        ranked = sorted((slips(word, one), one) for one in near if one != word)
        best = ranked[0][0] if ranked else bound + 1
        if best > bound:
            return ()
        return tuple(one for number, one in ranked if number == best)[:3]


def _slips_allowed(word: str) -> int:
    return 2 if len(word) >= _TWO_SLIPS else 1


def _rests(word: str) -> Iterator[str]:
    """Yield a word without up to two of its letters."""
    for left_out in range(_slips_allowed(word) + 1):
        for kept in combinations(word, len(word) - left_out):
            yield "".join(kept)


def slips(one: str, other: str) -> int:
    """Return the number of slips between two words (optimal string alignment).

    >>> slips("kngiht", "knight"), slips("halbardier", "halberdier")
    (1, 1)
    """
    before: list[int] = []
    last: list[int] = [*range(len(other) + 1)]
    for i, a in enumerate(one[:LONGEST_WORD], 1):
        now: list[int] = [i]
        for j, b in enumerate(other[:LONGEST_WORD], 1):
            best: int = min(last[j] + 1, now[j - 1] + 1, last[j - 1] + (a != b))
            swapped = i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]
            now.append(min(best, before[j - 2] + 1) if swapped else best)
        before, last = last, now
    return last[len(other)]
