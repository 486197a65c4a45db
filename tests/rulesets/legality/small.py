"""Small books and armies, written in the test that needs them."""

from dataclasses import dataclass
from typing import Any

from rulesets.books.book import Book
from rulesets.books.load import read_book
from rulesets.legality import review
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Review
from rulesets.rosters.roster import Force, Roster, Selection

NO_RULES = Pack("no-rules", "No rules", "charge")
_NAMED = ("units", "models", "slots", "options", "items", "categories")


@dataclass(frozen=True, slots=True)
class Answer:
    """A review, with what most tests look at."""

    review: Review
    books: dict[tuple[str, int], Book]
    points: Any
    said: list[tuple[str, str]]


def book_of(*units: Any, **parts: Any) -> Book:
    """Return the book of some units; what has a key and no name is named after it."""
    document = {
        "format": "armybuilder.book/1",
        "key": "test",
        "game": "charge",
        "name": "Test Book",
        "units": list(units),
        **parts,
    }
    open_parts: list[Any] = [document]
    while open_parts:
        part = open_parts.pop()
        for group in _NAMED:
            inner = part.get(group)
            for one in inner if isinstance(inner, list) else ():
                if isinstance(one, dict):
                    open_parts.append(one)
                    if "key" in one:
                        one.setdefault("name", one["key"].replace("-", " ").title())
    return read_book(document, 1)


def army_of(
    book: Book,
    *units: Any,
    allies: tuple[Any, ...] = (),
    pack: Pack = NO_RULES,
    **agreed: Any,
) -> Answer:
    """Return what the engine says of an army.

    ``"10 orc"`` is ten of the entry orc, ``"sword@7"`` a sword whose dice gave 7, and
    ``("orcs", "10 orc", "shields")`` the unit with what was bought for it. Ids are s1,
    s2 ... in the order of writing; ``allies`` is another book followed by its units.
    """
    number = 0

    def bought(text: Any) -> Selection:
        nonlocal number
        number += 1
        here = f"s{number}"
        first, *rest = (text,) if isinstance(text, str) else text
        count, _, entry = first.rpartition(" ")
        entry, _, roll = entry.partition("@")
        return Selection(
            here,
            entry,
            int(count or 1),
            roll=int(roll) if roll else None,
            selections=tuple(bought(part) for part in rest),
        )

    forces = [Force("f1", book.key, 1, tuple(bought(unit) for unit in units))]
    books = {(book.key, 1): book}
    if allies:
        other, *theirs = allies
        books[other.key, 1] = other
        forces.append(Force("f2", other.key, 1, tuple(bought(u) for u in theirs)))
    roster = Roster("charge", "Test army", forces=tuple(forces), **agreed)
    found = review(roster, books, pack)
    said = [(message.where, message.text) for message in found.messages]
    return Answer(found, books, found.points, said)
