"""Candidates within a unit: fewer models, more of them, other choices."""

from collections.abc import Iterator

from rulesets.books.book import Entry
from rulesets.legality.fixes.case import Army, FixCandidate, FixCase
from rulesets.legality.offers import with_defaults
from rulesets.reviews.review import Line
from rulesets.rosters.edits import Add, Choose

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
        name = f"{selection.count} {'model' if selection.count == 1 else 'models'}"
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
    for offered in entry.entries.values():
        if offered.key not in taken and is_asked(offered, case.wanted):
            yield _added(case.army, line, offered)
    for slot in entry.slots:
        for key in slot.entries:
            if key in taken:
                yield case.army.without(taken[key])


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
