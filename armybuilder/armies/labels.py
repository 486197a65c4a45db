"""Edits in words: for undo buttons, the history and late edits."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulesets.books.book import Books, Entry
from rulesets.legality import find_entry
from rulesets.reviews.review import Review
from rulesets.rosters.edits import (
    Add,
    AddForce,
    ChangeCount,
    Choose,
    Duplicate,
    Edit,
    Join,
    Leave,
    Move,
    Remove,
    RemoveForce,
    Rename,
    RenameArmy,
    SetArmyNote,
    SetCount,
    SetEdition,
    SetLimit,
    SetLoadouts,
    SetNote,
    SetRoll,
    Split,
    Switch,
)
from rulesets.rosters.roster import Selection

MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class _Names:
    """The names of the parts of an army."""

    now: Review
    books: Books
    added: Mapping[str, str]

    def of(self, id: str) -> str:
        for line in self.now.lines():
            if line.id == id:
                return line.title
        return self.added.get(id, "something that is gone")

    def owned(self, id: str, what: str) -> str:
        """Return a part with the unit that it belongs to: `Ratmen: Spears`."""
        return f"{self.of(id)}: {what}" if self._path(id) else what

    def _path(self, id: str) -> str:
        paths = (line.path for line in self.now.lines() if line.id == id)
        return next(paths, "")

    def entry(self, parent: str, key: str) -> str:
        for force in self.now.roster.forces:
            book = self.books.get((force.book, force.edition))
            if force.id == parent and book is not None and key in book.units:
                return book.units[key].name
        entry = find_entry(self.now.roster, self.books, self._path(parent))
        if entry is not None and key in entry.entries:
            return entry.entries[key].name
        return key

    def rule(self, key: str) -> str:
        titles = (r.title for r in self.now.rulings if r.key == key)
        return next(titles, key)

    def force(self, id: str) -> str:
        names = (force.book_name for force in self.now.forces if force.id == id)
        return next(names, id)


_EACH = Add, ChangeCount, Duplicate
"""Edits of which the same one changes something each time."""


def label(edits: Sequence[Edit], now: Review, books: Books) -> str:
    """Return edits in words, as one short sentence without a full stop."""
    names = _Names(now, books, _added(edits, now, books))
    words = [_WORDS[type(edit)](edit, names) for edit in edits]
    each = Counter(
        told for told, edit in zip(words, edits, strict=True) if type(edit) in _EACH
    )
    distinct = [
        f"{told}, {each[told]} times" if each[told] > 1 else told
        for told in dict.fromkeys(words)
    ]
    shown = "; ".join(distinct[:MOST_NAMED])
    more = len(distinct) - MOST_NAMED
    return shown if more <= 0 else f"{shown}; and {more} more"


def _added(edits: Sequence[Edit], now: Review, books: Books) -> dict[str, str]:
    """Return the names of what edits add, by the ids that later edits name."""
    found: dict[str, str] = {}
    for edit in edits:
        if isinstance(edit, Add | Choose):
            for force in now.roster.forces:
                book = books.get((force.book, force.edition))
                if book is not None and edit.parent == force.id:
                    found |= _named(edit.selection, book.entries)
    return found


def _named(bought: Selection, offered: Mapping[str, Entry]) -> dict[str, str]:
    entry = offered.get(bought.entry)
    if entry is None:
        return {}
    found = {bought.id: entry.name}
    for part in bought.selections:
        found |= _named(part, entry.entries)
    return found


_WORDS: dict[type, Callable[[Any, _Names], str]] = {
    Add: lambda e, names: (
        f"Added {names.owned(e.parent, names.entry(e.parent, e.selection.entry))}"
    ),
    Choose: lambda e, names: (
        f"Chose {names.owned(e.parent, names.entry(e.parent, e.selection.entry))}"
    ),
    Remove: lambda e, names: f"Removed {names.of(e.id)}",
    SetCount: lambda e, names: (
        f"Set {names.of(e.id)} to {e.count}" if e.count else f"Removed {names.of(e.id)}"
    ),
    ChangeCount: lambda e, names: (
        f"{names.of(e.id)}: {abs(e.by)} {'more' if e.by > 0 else 'fewer'}"
    ),
    Rename: lambda e, names: (
        f"Named {names.of(e.id)} “{e.name}”"
        if e.name
        else f"Gave {names.of(e.id)} its own name back"
    ),
    SetNote: lambda e, names: f"Changed the note on {names.of(e.id)}",
    SetRoll: lambda e, names: f"Set the roll of {names.of(e.id)}",
    Move: lambda e, names: f"Moved {names.of(e.id)}",
    Duplicate: lambda e, names: f"Duplicated {names.of(e.id)}",
    Split: lambda e, names: f"Split {e.count} off {names.of(e.id)}",
    Join: lambda e, names: f"Let {names.of(e.id)} join {names.of(e.unit)}",
    Leave: lambda e, names: f"Let {names.of(e.id)} stand alone",
    SetLoadouts: lambda e, names: f"Named the loadouts of {names.of(e.id)}",
    RenameArmy: lambda e, names: f"Renamed the army to “{e.name}”",
    SetArmyNote: lambda e, names: "Changed the army’s notes",
    SetLimit: lambda e, names: (
        "Took the limit away"
        if e.limit is None
        else f"Set the limit to {names.now.game.currency.text(e.limit)}"
    ),
    Switch: lambda e, names: (
        f"Switched “{names.rule(e.rule)}” {'on' if e.on else 'off'}"
    ),
    SetEdition: lambda e, names: f"{names.force(e.force)}: edition {e.edition}",
    AddForce: lambda e, names: f"Added a force of {e.book}",
    RemoveForce: lambda e, names: f"Removed the force of {names.force(e.force)}",
}
