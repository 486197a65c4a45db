"""Words cut short: initials and beginnings of the words of a name, and nothing else.

No list says them. Players shorten the names of their book as they go, so what is meant
is looked for among the names that a unit or book has.
"""

import re
from functools import lru_cache

from rulesets.list_text.words import Words

_LONGEST_INITIALS = 6
_SHORTEST_BEGINNING = 3
_STOP_INITIALS = "[ota]{0,2}"
"""Initials of words that names are looked up without: of, the, and."""

_VOWELS = re.compile("[aeiou]")


def shortens(said: Words, name: Words) -> bool:
    """Return whether words are a name cut short, each of them one or more of its words.

    >>> shortens(("kotr",), ("knight", "realm"))
    True
    >>> shortens(("hw", "shd"), ("hand", "weapon", "shield"))
    True
    >>> shortens(("ring",), ("repeating",))
    False
    """
    return _match(said, name, is_alone=len(said) == 1)


def _match(said: Words, name: Words, *, is_alone: bool) -> bool:
    if not said or not name:
        return not said and not name
    first, rest = said[0], said[1:]
    return any(
        _stands_for(first, name[:taken], is_alone=is_alone)
        and _match(rest, name[taken:], is_alone=is_alone)
        for taken in range(1, len(name) - len(rest) + 1)
    )


def _stands_for(word: str, name: Words, *, is_alone: bool) -> bool:
    if len(name) > 1:
        return (
            len(word) <= _LONGEST_INITIALS
            and _initials(name).fullmatch(word) is not None
        )
    return word == name[0] or _is_beginning(word, name[0], is_alone=is_alone)


@lru_cache(maxsize=5_000)
def _initials(name: Words) -> re.Pattern[str]:
    return re.compile(_STOP_INITIALS.join(re.escape(word[0]) for word in name))


def _is_beginning(word: str, name: str, *, is_alone: bool) -> bool:
    """Return whether a word is the beginning of another, or it without its vowels."""
    if word[0] != name[0] or (is_alone and len(word) < _SHORTEST_BEGINNING):
        return False
    return name.startswith(word) or _is_skeleton(word, name)


def _is_skeleton(word: str, name: str) -> bool:
    letters = iter(name)
    return not _VOWELS.search(word[1:]) and all(letter in letters for letter in word)
