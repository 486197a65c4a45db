"""The parts of a book in which two editions differ, as far as armies can tell."""

from dataclasses import dataclass, replace

from rulesets.books.book import Book
from rulesets.books.heraldry import Arms
from rulesets.core.caching import Remembered
from rulesets.rosters.roster import Roster


@dataclass(frozen=True, slots=True)
class EditionChanges:
    """The differences of two editions of a book.

    ``entries`` are the keys of what a force may buy directly and that is not alike in
    both, whole units among them. ``is_wide`` is true where more than these differs, so
    that any army of the book may be concerned.
    """

    book: str
    entries: frozenset[str]
    is_wide: bool

    def concern(self, roster: Roster) -> bool:
        """Return whether a roster may be judged differently in the two editions."""
        forces = (force for force in roster.forces if force.book == self.book)
        return any(
            self.is_wide or any(unit.entry in self.entries for unit in force.units)
            for force in forces
        )


def changes_between(before: Book, after: Book) -> EditionChanges:
    """Return the differences of two editions; they are found once for both."""
    return _KNOWN.get((before, after), "", lambda: _changes(before, after))


_NO_ARMS = Arms(("", ""), "", "")
_KNOWN = Remembered[EditionChanges](most=20)


def _changes(before: Book, after: Book) -> EditionChanges:
    keys = before.entries.keys() | after.entries.keys()
    return EditionChanges(
        book=after.key,
        entries=frozenset(
            key for key in keys if before.entries.get(key) != after.entries.get(key)
        ),
        is_wide=_common(before) != _common(after),
    )


def _common(book: Book) -> tuple[Book, bool]:
    """Return a book without what it sells and what is only read; whether it has units.

    The items stay: an army gets some of them without buying anything.
    """
    bare = replace(
        book,
        name="",
        source="",
        note="",
        units={},
        entries={},
        slots=(),
        lists={},
        printed=(),
        missing=(),
        edition=0,
        sha256="",
        arms=_NO_ARMS,
    )
    return bare, bool(book.units)
