"""Places of an army where options are bought: a force, a unit, or part of one."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulesets.books.book import Books, Entry, Slot
from rulesets.legality import find_entry
from rulesets.reviews.review import Line, Review


@dataclass(frozen=True, slots=True)
class Place:
    """A place of options: its offers and its selections.

    Parameters
    ----------
    id, path, title : str
    lines : tuple of Line
        What was bought there, units of a force left out.
    entries : mapping
        What is offered, by key.
    slots : tuple of Slot
    bearers : int
        Models that a price for each model counts there [models].
    above : tuple of Line
        The lines from the first that was asked for down to this place's own.
    """

    id: str
    path: str
    title: str
    lines: tuple[Line, ...]
    entries: Mapping[str, Entry]
    slots: tuple[Slot, ...]
    bearers: int = 0
    above: tuple[Line, ...] = ()

    def taken(self, key: str) -> list[Line]:
        """Return the selections of an entry."""
        return [line for line in self.lines if line.entry == key]

    def of_slot(self, slot: Slot) -> list[Line]:
        """Return the selections of a slot."""
        return [line for line in self.lines if line.entry in slot.entries]

    def is_choice(self, slot: Slot) -> bool:
        """Return whether a slot is one choice among several, as radio buttons are.

        Where more than one was taken all the same, each is a control of its own, so
        that nothing is taken back by looking at it.
        """
        taken = self.of_slot(slot)
        few = sum(line.count for line in taken) <= 1
        return slot.high == 1 and len(slot.entries) > 1 and few

    def below(self, line: Line) -> "Place | None":
        """Return the place that a line of this one is; none where it has no options."""
        entry = self.entries.get(line.entry)
        if entry is None:
            return None
        return _of_line(line, entry, self.bearers, self.above)


def find_place(now: Review, books: Books, path: str) -> Place | None:
    """Return the place at the path of a selection or the id of a force, or none."""
    for force in now.forces:
        book = books.get((force.book, force.edition))
        if force.id == path and book is not None:
            offered = {k: e for k, e in book.entries.items() if e.kind != "unit"}
            lines = tuple(line for line in force.units if line.entry in offered)
            name = force.book_name
            return Place(force.id, path, name, lines, offered, book.slots)
    line = now.line(path)
    entry = find_entry(now.roster, books, path)
    return _of_line(line, entry, 0, ()) if line and entry else None


def _of_line(line: Line, entry: Entry, bearers: int, above: tuple[Line, ...]) -> Place:
    return Place(
        id=line.id,
        path=line.path,
        title=line.title,
        lines=line.lines,
        entries=entry.entries,
        slots=entry.slots,
        bearers=line.models
        if line.kind in ("unit", "model") and line.models
        else bearers,
        above=(*above, line),
    )
