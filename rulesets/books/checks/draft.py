"""The draft that a check of a book reads, and the findings it makes."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from rulesets.books.book import Book
from rulesets.game import Game

ERROR, WARNING = "error", "warning"
TABLES = ("stats", "characteristics", "slots_taken")
CLOSE = 0.8
"""Likeness at which one key is taken for a slip of another, 0 to 1."""

ROUGHLY = 0.6
"""The same where something is wrong anyway, and the word only helps to find it."""

Found = tuple[str, str]
"""A place where something is wrong, and the fault in words."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing about a draft; an error keeps it from being published."""

    severity: str
    where: str
    text: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class OtherBooks:
    """Keys of other books and of the game that a book may name.

    Their keys, names of their own special rules by key, and the keys of all rules that
    their units carry.
    """

    keys: frozenset[str] = frozenset()
    rules: Mapping[str, frozenset[str]] = field(default_factory=dict)
    carried: frozenset[str] = frozenset()


@dataclass(frozen=True)
class BookDraft:
    """A book document to check: its parts with their places, its game, other books.

    ``book`` is the same as the engine reads it.
    """

    document: Any
    game: Game
    book: Book
    others: OtherBooks = OtherBooks()

    @cached_property
    def parts(self) -> tuple[tuple[str, Any], ...]:
        """Return every object of the document with its place, but tables of figures."""
        return tuple(walk(self.document))

    def keys(self, of: str) -> set[str]:
        """Return the keys of one of the book's lists."""
        return {part["key"] for part in self.document.get(of, ())}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is asked of every book.

    ``sentence`` is what it says, with an example; ``ask`` yields places and words.
    """

    code: str
    severity: str
    sentence: str
    ask: Callable[[BookDraft], Iterable[Found]]


def walk(value: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every object of a document with its place, but for tables of figures."""
    if isinstance(value, dict):
        yield where, value
        for key, part in value.items():
            if key not in TABLES:
                yield from walk(part, f"{where}/{key}")
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from walk(part, f"{where}/{index}")


def targets_of(part: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield every target that a part of a document asks for, behind its member."""
    for member in ("of", "to", "each"):
        value = part.get(member, ())
        several = [value] if isinstance(value, str) else value
        for target in several if isinstance(several, list) else ():
            yield member, target


def meant(word: str, known: Iterable[str], close: float = CLOSE) -> str:
    """Return which known word was meant, "" where none is close.

    Examples
    --------
    >>> meant("lords", ["lord", "core"]), meant("magic", ["#magic"]), meant("x", ["y"])
    ('lord', '#magic', '')
    """
    names = sorted(set(known) - {word})
    bare = word.lstrip("#").rpartition(":")[2]
    same = [name for name in names if name.lstrip("#").rpartition(":")[2] == bare]
    found = same or get_close_matches(word, names, n=1, cutoff=close)
    return found[0] if found else ""


def did_you_mean(word: str, known: Iterable[str], close: float = CLOSE) -> str:
    """Return the question behind a sentence, "" where nothing is close."""
    found = meant(word, known, close)
    return f"; did you mean {found!r}?" if found else ""
