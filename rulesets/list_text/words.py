"""Words of names and of lists: folded so that spellings of one name are the same."""

import re
import unicodedata
from functools import lru_cache

from rulesets.list_text.vocabulary import SPELLINGS

_WORD = re.compile(r"[a-z]+|\d+")
_JOINING = (
    *("the", "of", "a", "an", "and", "with", "or", "w", "plus"),
    *("und", "mit", "der", "die", "das", "des", "von"),
)
_SHORTEST_SLIP = 3
"""A shorter word is another one when two of its letters change places [letters]."""

_STOP = frozenset(
    (
        *_JOINING,
        *(
            f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}"
            for word in _JOINING
            if len(word) >= _SHORTEST_SLIP
            for at in range(len(word) - 1)
        ),
    )
)
"""Words that say nothing of their own, also typed too fast: teh, adn, wiht."""

_IRREGULAR = {"men": "man", "women": "woman", "mice": "mouse", "knives": "knife"}
_FIXED = ("ss", "us", "is")

LONGEST_WORD = 40
"""Longest word that is compared with others [letters]."""

LONGEST_TEXT = 4_000
"""Longest text that is folded [characters]; letters of some scripts become several."""

Words = tuple[str, ...]


def folded(text: str) -> str:
    """Return text in small letters without accents and apostrophes."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    plain = plain[:LONGEST_TEXT]
    return "".join(
        c for c in plain if not unicodedata.combining(c) and c not in "'’\u2018`"
    )


@lru_cache(maxsize=20_000)
def singular(word: str) -> str:
    """Return a folded word as one of many: halberdiers, swordsmen, wolves, boyz.

    >>> [singular(w) for w in ("halberdiers", "swordsmen", "wolves", "boyz", "cross")]
    ['halberdier', 'swordsman', 'wolf', 'boy', 'cross']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("men") and len(word) > 4:
        return f"{word[:-3]}man"
    if word.endswith("ves") and len(word) > 4:
        return f"{word[:-3]}f"
    if word.endswith("oes") and len(word) > 4:
        return word[:-2]
    if word.endswith(("ie", "ies")) and len(word) > 4:
        return f"{word.removesuffix('s')[:-2]}y"
    if word.endswith(("s", "z")) and len(word) > 3 and not word.endswith(_FIXED):
        return word[:-1]
    return word


def same_word(word: str) -> str:
    """Return the usual spelling of a folded word, singular."""
    one = singular(word)
    return SPELLINGS.get(word, SPELLINGS.get(one, one))


@lru_cache(maxsize=5_000)
def words_of(text: str) -> Words:
    """Return the telling words of a name.

    >>> words_of("Knights of the White Wolf")
    ('knight', 'white', 'wolf')
    """
    found = _WORD.findall(folded(text))
    telling = tuple(same_word(word) for word in found if word not in _STOP)
    return telling or tuple(found)


def is_stop(word: str) -> bool:
    """Return whether a folded word says nothing of its own."""
    return word in _STOP
