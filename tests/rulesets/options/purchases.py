"""Everything that a book sells, bought through a roster: a unit before and after."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rulesets.books.book import Book, Entry
from rulesets.legality import find_entry, new_selection, purchase_edit, review
from rulesets.reviews.review import Line, Review
from rulesets.rosters.edits import Edit, apply
from rulesets.rosters.roster import Force, Roster
from tests.real_books import KEYS, real_book

FIRST = "scrollhammer-holds-of-skyrim"
"""The book that is always swept, and quickly; the others are swept by turns."""

CASES = sorted(KEYS, key=lambda name: name != FIRST)
DEEPEST = 5
SWITCHES: dict[str, dict[str, bool]] = {
    "charge": {},
    "mordheim": {"mounted": True},
    "scrollhammer": {},
    "warhammer": {},
}
"""Rules that are on, without which something that is sold does nothing."""


class _Same:
    """A roster that equals itself alone."""

    def __init__(self, value: Roster) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value


@dataclass(frozen=True, slots=True)
class Purchase:
    """Something bought for a unit: its keys from the unit down, the edit, and where."""

    keys: tuple[str, ...]
    entry: Entry
    edit: Edit
    path: str
    before: Roster
    after: Roster

    def __str__(self) -> str:
        return "/".join(self.keys)


@lru_cache(maxsize=16)
def _kept(book: str, roster: "_Same") -> Review:
    found = real_book(book)
    return review(roster.value, {(found.key, 1): found})


def reviewed(book: Book, roster: Roster) -> Review:
    """Return the review of a roster, once where the same is asked for several times."""
    return _kept(f"{book.key}", _Same(roster))


def unit_in(found: Review) -> Line:
    return found.forces[0].units[0]


def purchases(book: Book) -> Iterator[Purchase]:
    """Yield everything that every unit of a book may buy, each bought alone.

    What is offered below something is bought for it, so that a banner stands with its
    bearer and a skill in a record.
    """
    for key in book.units:
        force = Force("f1", book.key, 1, (new_selection(book, key),))
        roster = Roster(book.game, key, forces=(force,), switches=SWITCHES[book.game])
        path = unit_in(reviewed(book, roster)).path
        yield from _below(book, roster, path, (key,))


def _below(
    book: Book, roster: Roster, path: str, keys: tuple[str, ...]
) -> Iterator[Purchase]:
    books = {(book.key, 1): book}
    now = reviewed(book, roster)
    place, entry = now.line(path), find_entry(roster, books, path)
    if place is None or entry is None or len(keys) > DEEPEST:
        return
    slots = {key: slot for slot in entry.slots for key in slot.entries}
    for offered in entry.entries.values():
        taken = [line for line in place.lines if line.entry == offered.key]
        below = (*keys, offered.key)
        if taken:
            yield from _below(book, roster, taken[0].path, below)
            continue
        edit = purchase_edit(offered, slots.get(offered.key), place.id)
        after = apply(roster, edit)
        yield Purchase(below, offered, edit, path, roster, after)
        if offered.entries:
            there = reviewed(book, after).line(path)
            lines = there.lines if there is not None else ()
            new = [line for line in lines if line.entry == offered.key]
            yield from _below(book, after, new[-1].path, below)


def companions(book: Book, bought: Purchase, keys: tuple[str, ...]) -> Iterator[Edit]:
    """Yield edits that buy some other things for the same unit or group, by key."""
    books = {(book.key, 1): book}
    now = reviewed(book, bought.before)
    for path in dict.fromkeys((unit_in(now).path, bought.path)):
        place, entry = now.line(path), find_entry(bought.before, books, path)
        if place is None or entry is None:
            continue
        slots = {key: slot for slot in entry.slots for key in slot.entries}
        for key in keys:
            if key in entry.entries and key != bought.entry.key:
                yield purchase_edit(entry.entries[key], slots.get(key), place.id)
