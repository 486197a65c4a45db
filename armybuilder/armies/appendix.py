"""An army's items, choices and unchecked printed rules, explained once."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from armybuilder.armies.text import is_named_alike
from rulesets.books.book import Book, Books, Entry
from rulesets.reviews.review import ForceReview, Line, Review

ADVISORY = "advisory"


@dataclass(frozen=True, slots=True)
class Explained:
    """Something with a name, in our own words, and where it is printed."""

    name: str
    summary: str
    source: str


def explained(review: Review, books: Books, known: set[str]) -> tuple[Explained, ...]:
    """Return the items and choices of an army that have a text, by name.

    `known` are names that are explained elsewhere, such as special rules.
    """
    found: dict[str, Explained] = {}
    for force in review.forces:
        book = books.get((force.book, force.edition))
        if book is not None:
            for one in _of_force(book, force):
                found.setdefault(one.name, one)
    return tuple(found[name] for name in sorted(found) if name not in known)


def _of_force(book: Book, force: ForceReview) -> Iterator[Explained]:
    for line, entry in _bought(book.entries, force.units):
        items = [book.items[g.key] for g in line.gear if g.key in book.items]
        said = any(i.summary and is_named_alike(entry.name, i.name) for i in items)
        if entry.kind != "unit" and entry.summary and not entry.item and not said:
            yield Explained(entry.name, entry.summary, entry.source)
        for item in items:
            if item.summary:
                yield Explained(item.name, item.summary, item.source)


def _bought(
    offered: Mapping[str, Entry], lines: Iterable[Line]
) -> Iterator[tuple[Line, Entry]]:
    for line in lines:
        entry = offered.get(line.entry)
        if entry is not None:
            yield line, entry
            yield from _bought(entry.entries, line.lines)


def to_mind(review: Review, books: Books) -> tuple[Explained, ...]:
    """Return the printed rules of an army's books that nobody checks, each once."""
    found: dict[str, Explained] = {}
    for force in review.forces:
        book = books.get((force.book, force.edition))
        for rule in book.printed if book is not None else ():
            if rule.status == ADVISORY:
                one = Explained(rule.title, rule.text, rule.source)
                found.setdefault(rule.title, one)
    return tuple(found.values())
