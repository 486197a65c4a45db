"""Offers: the entries that may be bought at a place, with all that they bring.

Every offer of a usual army is tried on the engine. Where very much is on offer, or the
army is very large, the first ones are; the others are offered at their printed price.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rulesets.books.book import Book, Books, Entry, Slot
from rulesets.core.points import Points
from rulesets.legality.army_changes import new_messages
from rulesets.legality.engine import verdict
from rulesets.legality.limit_messages import without_units
from rulesets.legality.limits import POINTS_AGREED
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Line, Review
from rulesets.rosters.edits import Add, Choose, Edit, EditError, apply
from rulesets.rosters.roster import Roster, Selection

MOST_TRIED = 120
"""Most offers of one place that are tried."""

MOST_WORK = 20_000
"""Most selections looked at in all trials of one place, for large armies."""


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
        What the army's points change by [points]; where it was not tried, its price
        as printed with what comes along.
    taken : int
        How many of it are there now.
    why_not : str
        The first error that it would bring or make worse; "" if there is none.
        That points are short is none: `Review.left` says how many are.
    tried : bool
        False if it was not tried, so that nothing is known of errors.
    """

    entry: Entry
    slot: str
    edit: Edit
    points: Points
    taken: int
    why_not: str
    tried: bool = True


def new_selection(book: Book, entry: str, id: str = "new") -> Selection:
    """Return a unit of a book at its smallest, with its defaults.

    Raises
    ------
    KeyError
        If the book has no such unit.
    """
    return with_defaults(book.entries[entry], id, 1)


def with_defaults(entry: Entry, id: str = "new", count: int | None = None) -> Selection:
    """Return a new selection of an entry, with all that comes along with it.

    Where no count is given there are as many as the entry starts with, at least one.
    """
    if count is None:
        count = max(1, entry.start)
    return Selection(
        id=id,
        entry=entry.key,
        count=count,
        selections=tuple(
            with_defaults(child, f"{id}-{index}"[:40], child.start)
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
    now: Review,
    books: Books,
    path: str,
    pack: Pack | None = None,
    untried: Collection[str] = (),
) -> tuple[Offer, ...]:
    """Return the offers under a force or a selection, tried as far as may be.

    Entries of `untried` are not: nothing is asked of their offers.
    """
    entries, slots = _offered(now.roster, books, path)
    slot_of = {key: slot for slot in slots for key in slot.entries}
    parent = path.split("/")[-1]
    taken = _taken(now, path)
    left = _trials(now)
    bearers = _models(now, path)
    found = []
    for number, entry in enumerate(entries.values()):
        slot = slot_of.get(entry.key)
        edit = purchase_edit(entry, slot, parent)
        tried = number < left and entry.key not in untried
        points, why_not = printed_points(entry, bearers), ""
        if tried:
            points, why_not = try_edit(now, books, edit, pack)
        place = slot.key if slot is not None else ""
        count = taken.get(entry.key, 0)
        found.append(Offer(entry, place, edit, points, count, why_not, tried))
    return tuple(found)


def _trials(now: Review) -> int:
    lines = sum(1 for _ in now.lines())
    return min(MOST_TRIED, MOST_WORK // max(1, lines))


def _models(now: Review, path: str) -> int:
    line = now.line(path)
    return line.models if line is not None else 0


def printed_points(entry: Entry, bearers: int = 0) -> Points:
    """Return the printed price of an entry with its own required choices."""
    return _priced(entry, with_defaults(entry), bearers)


def _priced(entry: Entry, bought: Selection, bearers: int) -> Points:
    each = entry.points * (bearers if entry.per == "model" else 1)
    if entry.kind in ("unit", "model"):
        bearers = _models_in(entry, bought)
    return each * bought.count + sum(
        _priced(entry.entries[part.entry], part, bearers) for part in bought.selections
    )


def _models_in(entry: Entry, bought: Selection) -> int:
    return entry.models * bought.count + sum(
        _models_in(entry.entries[part.entry], part) for part in bought.selections
    )


def _offered(
    roster: Roster, books: Books, path: str
) -> tuple[Mapping[str, Entry], tuple[Slot, ...]]:
    for force in roster.forces:
        if force.id == path:
            book = books.get((force.book, force.edition))
            return (book.entries, book.slots) if book is not None else ({}, ())
    entry = find_entry(roster, books, path)
    return (entry.entries, entry.slots) if entry is not None else ({}, ())


def purchase_edit(entry: Entry, slot: Slot | None, parent: str) -> Add | Choose:
    """Return the edit that buys an entry, in place of others where one may be had."""
    selection = with_defaults(entry)
    if slot is not None and slot.high == 1:
        return Choose(parent, selection, slot.entries)
    return Add(parent, selection)


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


def try_edit(
    now: Review, books: Books, edit: Edit, pack: Pack | None = None
) -> tuple[Points, str]:
    """Return the change of the points by an edit, and the first error it brings.

    Parameters
    ----------
    now : Review
        Of the roster as it is.
    books : mapping
    edit : Edit
        One that cannot be made changes nothing, and says why.
    pack : Pack, optional
        The one that ``now`` was made with.

    Returns
    -------
    tuple of Points and str
        The difference [points]; the text of the error, "" for none. That the points
        agreed on do not suffice is left to who compares them with `Review.left`.
    """
    try:
        roster = apply(now.roster, edit)
    except EditError as problem:
        return 0, str(problem)
    then = verdict(roster, books, pack)
    new = new_messages(now.messages, then.messages)
    reasons = (message.text for message in new if message.code != POINTS_AGREED.key)
    return then.points - now.points, without_units(next(reasons, ""))
