"""Candidates about units: fewer or more models, other choices, one more unit."""

from collections.abc import Iterator
from dataclasses import replace

from rulesets.books.book import Book, Entry
from rulesets.core.points import Points
from rulesets.core.subject import so_many
from rulesets.legality.fixes.case import Army, FixCandidate, FixCase
from rulesets.legality.offers import new_selection, printed_points, with_defaults
from rulesets.reviews.review import Line
from rulesets.rosters.edits import Add, Choose, Remove
from rulesets.rosters.roster import Selection

_ROLLS = ("roll-missing", "roll-range")


def parts_of(case: FixCase) -> Iterator[FixCandidate]:
    """Yield candidates about the line that a message stands beside, and around it."""
    army, line = case.army, case.line
    entry = army.entries.get(case.message.where)
    if line is not None and entry is not None and case.message.code not in _ROLLS:
        if case.message.code == "one-unit-an-entry":
            yield army.counted(line, 1)
        yield from _within_bounds(case, line)
        yield from _choices(case, line)
        if line.kind != "unit" or case.message.off > 0:
            yield army.without(line)
        if line.kind != "unit":
            for above in army.above(line.path):
                yield from _choices(case, above)
        for below in army.below(line.path):
            yield from _choices(case, below)
    yield from _other_sizes(case)


def add_parts(case: FixCase) -> Iterator[FixCandidate]:
    """Yield purchases for a unit that is there: a battle standard."""
    if case.message.where:
        return
    for unit in case.army.units:
        taken = {part.entry for part in unit.lines}
        for offered in case.army.offered(unit):
            if offered.key not in taken and not case.wanted.isdisjoint(offered.keys):
                yield _added(case.army, unit, offered)


def exchanged(case: FixCase) -> Iterator[FixCandidate]:
    """Yield to choose another of a slot from which one must be chosen."""
    army = case.army
    for path in case.message.marks:
        line, above = army.lines.get(path), next(army.above(path), None)
        entry = army.entries.get(above.path) if above is not None else None
        if line is None or above is None or entry is None:
            continue
        for slot in entry.slots:
            if slot.low == slot.high == 1 and line.entry in slot.entries:
                for key in slot.entries:
                    other = entry.entries[key]
                    edit = Choose(above.id, with_defaults(other), slot.entries)
                    whose = f"{other.name} instead of {army.names.line(line)}"
                    yield FixCandidate(f"{army.names.place(above)}: {whose}", (edit,))


def is_asked(entry: Entry, wanted: frozenset[str]) -> bool:
    """Return whether an entry is wanted, or something that comes along with it."""
    if not wanted.isdisjoint(entry.keys):
        return True
    return any(is_asked(e, wanted) for e in entry.entries.values() if e.start)


def _added(army: Army, line: Line, offered: Entry) -> FixCandidate:
    selection = with_defaults(offered, count=max(1, offered.low))
    name = offered.name
    if name == line.title and offered.kind == "model":
        name = so_many(selection.count, "model")
    return FixCandidate(
        f"{army.names.place(line)}: add {name}", (Add(line.id, selection),)
    )


def _within_bounds(case: FixCase, line: Line) -> Iterator[FixCandidate]:
    """Set the counts below a line to the bounds that its book prints.

    That is the bound that it is past, else the one that the limit is off to.
    """
    offered = {entry.key: entry for entry in case.army.offered(line)}
    for part in line.lines:
        entry = offered.get(part.entry)
        if entry is None:
            continue
        bound = entry.low if case.message.off > 0 else entry.high
        if part.count < entry.low:
            bound = entry.low
        elif entry.high is not None and part.count > entry.high:
            bound = entry.high
        if bound is not None and bound != part.count:
            yield case.army.counted(part, bound)


def _choices(case: FixCase, line: Line) -> Iterator[FixCandidate]:
    """Add entries that the limit asks for, or take choices of a slot away."""
    entry = case.army.entries.get(line.path)
    if entry is None:
        return
    taken = {part.entry: part for part in line.lines}
    others = [one for one in entry.entries.values() if one.key not in taken]
    for offered in others:
        if is_asked(offered, case.wanted):
            yield _added(case.army, line, offered)
        elif offered.kind == "option":
            yield from _added_with(case, line, offered)
    for slot in entry.slots:
        for key in slot.entries:
            if key in taken:
                yield case.army.without(taken[key])


def _added_with(case: FixCase, line: Line, offered: Entry) -> Iterator[FixCandidate]:
    """Yield to add an option with what is wanted of it: a skill of a record."""
    for inner in offered.entries.values():
        if not case.wanted.isdisjoint(inner.keys):
            option = with_defaults(offered)
            parts = (*option.selections, with_defaults(inner, "new-asked"))
            text = f"{case.army.names.place(line)}: add {offered.name}"
            edit = Add(line.id, replace(option, selections=parts))
            yield FixCandidate(f"{text} with {inner.name}", (edit,))


def _other_sizes(case: FixCase) -> Iterator[FixCandidate]:
    """Take as many models fewer, or more, as the limit is off, in one group."""
    off = int(case.message.off)
    if not off:
        return
    units = [case.line] if case.line is not None else case.army.units
    for unit in units:
        for part in (unit, *unit.lines):
            if part.kind == "model" and part.count >= max(0, off):
                yield case.army.counted(part, part.count - off)


MOST_ADDED = 20
"""Most units of a force's book that are tried for one message."""

MOST_EXCHANGED = 3
"""Most units that are tried in the place of one."""


def add_units(case: FixCase) -> Iterator[FixCandidate]:
    """Yield additions of a unit or a choice of the army, the wanted ones first.

    Of these and of the others the cheapest come first, with all that comes along with
    them. Nothing else helps beside a selection.
    """
    wide = not case.message.where and not case.message.marks
    for force, book in case.army.books_of_forces():
        offered = sorted(book.entries.values(), key=printed_points)
        first = [entry for entry in offered if is_asked(entry, case.wanted)]
        for entry in first[:MOST_ADDED]:
            add = Add(force, new_selection(book, entry.key))
            yield FixCandidate(f"Add {entry.name}", (add,))
        if wide:
            others = [e for e in offered if e.kind == "unit" and e not in first]
            for entry in others[: max(0, MOST_ADDED - len(first))]:
                yield _added_unit(case, force, book, entry)


def exchange_units(case: FixCase) -> Iterator[FixCandidate]:
    """Yield another unit for one past a maximum that alone is of its kind in the army.

    To take away the only character breaks another rule: a Hero comes for the Lord.
    """
    army = case.army
    for path in case.message.marks:
        line, entry = army.lines.get(path), army.entries.get(path)
        if line is None or entry is None or entry.kind != "unit":
            continue
        others = [army.entries.get(unit.path) for unit in army.units]
        known = {k for o in others if o is not None and o is not entry for k in o.keys}
        alone = {k for k in entry.keys if k.startswith("#")} - known
        force = path.partition("/")[0]
        books = [book for id, book in army.books_of_forces() if id == force]
        for other in _cheapest(case, books, alone):
            text = f"{other.name} instead of {army.names.line(line)}"
            unit = _like(case, line, other)
            yield FixCandidate(text, (Remove(line.id), Add(force, unit)))


def _cheapest(case: FixCase, books: list[Book], alone: set[str]) -> list[Entry]:
    """Return units that the limit does not count, the most alike and cheapest first."""
    counted = {key for limit in case.limits for key in limit.query.of}
    units = [unit for book in books for unit in book.units.values()]
    fit = [u for u in units if alone & set(u.keys) and not counted & set(u.keys)]

    def unlike(unit: Entry) -> tuple[int, Points]:
        return -len(alone & set(unit.keys)), printed_points(unit)

    return sorted(fit, key=unlike)[:MOST_EXCHANGED]


def _like(case: FixCase, line: Line, other: Entry) -> Selection:
    """Return a unit with the choices of another that cost nothing: the general."""
    unit = with_defaults(other)
    has = {part.entry for part in unit.selections}
    same = [
        with_defaults(other.entries[part.entry], f"new-{part.id}"[:40])
        for part in line.lines
        if part.kind == "option" and part.points == 0 and part.entry in other.entries
    ]
    kept = [part for part in same if part.entry not in has]
    return replace(unit, selections=(*unit.selections, *kept))


def _added_unit(case: FixCase, force: str, book: Book, entry: Entry) -> FixCandidate:
    """Return the addition of a unit, with the wanted options that it is offered."""
    unit = new_selection(book, entry.key)
    for offered in entry.entries.values():
        if not case.wanted.isdisjoint(offered.keys):
            parts = (*unit.selections, with_defaults(offered, "new-asked"))
            unit = replace(unit, selections=parts)
            return FixCandidate(
                f"Add {entry.name} with {offered.name}", (Add(force, unit),)
            )
    return FixCandidate(f"Add {entry.name}", (Add(force, unit),))
