"""Names, found by what people write for them."""

from collections.abc import Iterable
from itertools import product

from rulesets.list_text.shortenings import shortens
from rulesets.list_text.spelling import Spelling
from rulesets.list_text.vocabulary import ALTERNATIVES
from rulesets.list_text.words import Words

_MOST_SPELLINGS = 12
"""Most spellings of some misspelt words that are tried together."""

_MOST_SHARED = 12
"""Words of which names that share one are looked for."""

_MOST_SHORT = 3
"""Words that together may be a name cut short."""

_LONGEST_SHORT = 12
"""Longest word that is looked up as one cut short [letters]."""

_SHORTEST_PART = 4
"""A part of a name has at least so many letters to stand for it."""


class NameIndex:
    """Targets by their names; every name is the words of one, each target a key."""

    def __init__(self, names: Iterable[tuple[Words, str]]) -> None:
        self._whole: dict[str, list[str]] = {}
        self._with: dict[str, list[tuple[Words, str]]] = {}
        self._by_letter: dict[str, list[tuple[Words, str]]] = {}
        self._short: dict[Words, tuple[str, ...]] = {}
        self.longest = 1
        words: set[str] = set()
        for name, key in names:
            targets = self._whole.setdefault("".join(name), [])
            if key in targets:
                continue
            targets.append(key)
            self.longest = max(self.longest, len(name))
            words.update(name)
            if name:
                self._by_letter.setdefault(name[0][0], []).append((name, key))
            for word in dict.fromkeys(name):
                self._with.setdefault(word, []).append((name, key))
        self._spelling = Spelling(words)

    def whole(self, words: Words) -> tuple[str, ...]:
        """Return the targets that are called so, or by an alternative of it."""
        if not words:
            return ()
        if found := self._whole.get("".join(words)):
            return tuple(found)
        for other in ALTERNATIVES.get(words, ()):
            if found := self._whole.get("".join(other)):
                return tuple(found)
        return ()

    def part(self, words: Words) -> tuple[str, ...]:
        """Return the targets whose names have all these words, with the first or last.

        Where the words are few letters, there are none.
        """
        for one in (words, *ALTERNATIVES.get(words, ())):
            if (
                len(one) > self.longest
                or sum(map(len, one)) < _SHORTEST_PART
                or all(w.isdigit() for w in one)
            ):
                continue
            rarest = min((self._with.get(w, []) for w in one), key=len)
            found = [key for name, key in rarest if _stands_for(one, name)]
            if found:
                return tuple(dict.fromkeys(found))
        return ()

    def cut_short(self, words: Words) -> tuple[str, ...]:
        """Return the targets whose names words are cut short: initials, beginnings."""
        if len(words) > _MOST_SHORT or not all(
            word.isalpha() and len(word) <= _LONGEST_SHORT for word in words
        ):
            return ()
        if words not in self._short:
            near = self._by_letter.get(words[0][0], ()) if words else ()
            found = (key for name, key in near if shortens(words, name))
            self._short[words] = tuple(dict.fromkeys(found))
        return self._short[words]

    def corrected(self, words: Words) -> tuple[Words, ...]:
        """Return spellings of words with the misspelt ones as they may be meant."""
        if len(words) > self.longest:
            return ()
        choices = [self._spellings(word) for word in words]
        if all(len(these) == 1 for these in choices) and words == tuple(
            these[0] for these in choices
        ):
            return ()
        tried = product(*choices)
        return tuple(next(tried, ()) for _ in range(_MOST_SPELLINGS))

    def _spellings(self, word: str) -> tuple[str, ...]:
        if word in self._spelling.known:
            return (word,)
        near = self._spelling.nearest
        return near(word) or near(f"{word}s") or (word,)

    def knows(self, word: str) -> bool:
        """Return whether a name has the word."""
        return word in self._spelling.known

    def sharing(self, words: Words) -> tuple[str, ...]:
        """Return the targets that share a word, those that share most first."""
        shared: dict[str, float] = {}
        for word in dict.fromkeys(words[:_MOST_SHARED]):
            for spelt in self._spellings(word):
                for name, key in self._with.get(spelt, ()):
                    shared[key] = shared.get(key, 0) + 1 / len(name)
        return tuple(sorted(shared, key=lambda key: -shared[key]))


def _stands_for(words: Words, name: Words) -> bool:
    """Return whether words are part of a name, with its first or last."""
    return {name[0], name[-1]} & {*words} != set() and {*words} <= {*name}
