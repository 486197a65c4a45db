"""The draft that a check of a book reads, and the rows of checks."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rulesets.books.book import Book
from rulesets.books.checks.finding import Found
from rulesets.game import Game

TABLES = ("stats", "characteristics", "slots_taken")


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

    ``book`` is the same as the engine reads it. ``own`` is the document as its author
    wrote it; in ``document`` what it inherits of a library stands behind its own parts.
    """

    document: Any
    game: Game
    book: Book
    others: OtherBooks = OtherBooks()
    own: Any = field(default_factory=dict)

    @cached_property
    def parts(self) -> tuple[tuple[str, Any], ...]:
        """Return every object of the document with its place, but tables of figures."""
        return tuple(walk(self.document))

    @cached_property
    def items(self) -> Mapping[str, Any]:
        """Return the items of the document by key."""
        return {item["key"]: item for item in self.document.get("items", ())}

    @cached_property
    def lists(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the options of each list of the document by key, by list."""
        return {
            part["key"]: {key_of(one): one for one in part["options"]}
            for part in self.document.get("lists", ())
        }

    @cached_property
    def moved_bounds(self) -> frozenset[str]:
        """Return the keys of limits whose bounds a change of it or its game moves."""
        changed = [part["change"] for _, part in self.parts if "change" in part]
        changed += [change.attribute for change in self.game.pack.changes]
        named = (attribute.partition(":") for attribute in changed)
        return frozenset(key for head, _, key in named if head in ("min", "max"))

    def keys(self, of: str) -> set[str]:
        """Return the keys of one of the book's lists."""
        return {part["key"] for part in self.document.get(of, ())}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is asked of every book.

    ``sentence`` is what it says, with an example; ``ask`` yields places and words.
    ``of_document`` says that it needs only the document, also of a book that cannot
    be read.
    """

    code: str
    level: str
    sentence: str
    ask: Callable[[BookDraft], Iterable[Found]]
    of_document: bool = True


def key_of(part: Mapping[str, Any]) -> str:
    """Return the key that a part goes by: an option may go by that of its item."""
    return str(part.get("key", part.get("item", "")))


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
    """Yield every target that a part of a document asks for, behind its place in it."""
    for member in ("of", "to", "each"):
        value = part.get(member, ())
        if isinstance(value, str):
            yield member, value
        for index, target in enumerate(value if isinstance(value, list) else ()):
            yield f"{member}/{index}", target
