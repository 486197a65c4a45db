"""Adding: what may be bought at a place, and what comes with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulesets.book import Book, Books, Entry
from rulesets.edit import Add, Choose, Edit, apply
from rulesets.legality.engine import review
from rulesets.pack import Pack
from rulesets.points import Points
from rulesets.review import ERROR, Line, Review
from rulesets.roster import Roster, Selection


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may be bought at a place.

    Parameters
    ----------
    entry : Entry
    slot : str
        Key of the slot that it belongs to; "" for none.
    edit : Edit
        What buys it.
    points : Points
        What the army's points change by [points].
    taken : int
        How many of it are there now.
    why_not : str
        The first error that it would bring; "" if it brings none.
    """

    entry: Entry
    slot: str
    edit: Edit
    points: Points
    taken: int
    why_not: str


def new_selection(book: Book, entry: str, id: str = "new") -> Selection:
    """Return a unit of a book at its smallest, with its defaults.

    Raises
    ------
    KeyError
        If the book has no such unit.
    """
    return _filled(book.entries[entry], id)


def _filled(entry: Entry, id: str, count: int = 1) -> Selection:
    return Selection(
        id=id,
        entry=entry.key,
        count=count,
        selections=tuple(
            _filled(child, f"{id}-{index}"[:40], child.start)
            for index, child in enumerate(entry.entries.values())
            if child.start
        ),
    )


def find_entry(roster: Roster, books: Books, path: str) -> Entry | None:
    """Return the entry of the selection at a path, or none."""
    force_id, _, rest = path.partition("/")
    for force in roster.forces:
        book = books.get((force.book, force.edition))
        if force.id == force_id and book is not None and rest:
            return _descend(book.entries, force.units, rest.split("/"))
    return None


def _descend(
    offered: Mapping[str, Entry], bought: tuple[Selection, ...], ids: list[str]
) -> Entry | None:
    for selection in bought:
        if selection.id == ids[0]:
            entry = offered.get(selection.entry)
            if entry is None or len(ids) == 1:
                return entry
            return _descend(entry.entries, selection.selections, ids[1:])
    return None


def offers(
    now: Review, books: Books, path: str, pack: Pack | None = None
) -> tuple[Offer, ...]:
    """Return what may be bought under a force or a selection, each tried.

    Parameters
    ----------
    now : Review
        Of the roster as it is.
    books : mapping
    path : str
        The force's id, or the path of a selection.
    pack : Pack, optional
        The one that ``now`` was made with.
    """
    entries, slots = _offered(now.roster, books, path)
    parent = path.split("/")[-1]
    taken = _taken(now, path)
    return tuple(
        _tried(now, books, pack, entry, slots.get(entry.key, ""), parent, taken, edit)
        for entry, edit in _edits(entries, slots, now, books, path, parent)
    )


def _offered(
    roster: Roster, books: Books, path: str
) -> tuple[Mapping[str, Entry], dict[str, str]]:
    for force in roster.forces:
        if force.id == path:
            book = books.get((force.book, force.edition))
            return (book.units if book else {}), {}
    entry = find_entry(roster, books, path)
    if entry is None:
        return {}, {}
    slots = {key: slot.key for slot in entry.slots for key in slot.entries}
    return entry.entries, slots


def _edits(
    entries: Mapping[str, Entry],
    slots: dict[str, str],
    now: Review,
    books: Books,
    path: str,
    parent: str,
) -> Iterator[tuple[Entry, Edit]]:
    here = find_entry(now.roster, books, path)
    single = {s.key: s.entries for s in here.slots if s.high == 1} if here else {}
    for entry in entries.values():
        selection = _filled(entry, "new", max(1, entry.start))
        others = single.get(slots.get(entry.key, ""))
        if others is None:
            yield entry, Add(parent, selection)
        else:
            yield entry, Choose(parent, selection, others)


def _taken(now: Review, path: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for line in _children(now, path):
        counts[line.entry] = counts.get(line.entry, 0) + line.count
    return counts


def _children(now: Review, path: str) -> tuple[Line, ...]:
    for force in now.forces:
        if force.id == path:
            return force.units
    line = now.line(path)
    return line.lines if line is not None else ()


def _tried(
    now: Review,
    books: Books,
    pack: Pack | None,
    entry: Entry,
    slot: str,
    parent: str,
    taken: dict[str, int],
    edit: Edit,
) -> Offer:
    then = review(apply(now.roster, edit), books, pack)
    before = {message.text for message in now.messages}
    new = [m.text for m in then.messages if m.severity == ERROR]
    why_not = next((text for text in new if text not in before), "")
    points = then.points - now.points
    return Offer(entry, slot, edit, points, taken.get(entry.key, 0), why_not)
