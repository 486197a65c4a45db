"""Candidates: edits that may help against a message, before they are tried."""

from collections.abc import Iterator

from rulesets.core.query import JOINED
from rulesets.legality.equipment import CODES as HAND_CODES
from rulesets.legality.fixes.candidates_for_points import spend_less
from rulesets.legality.fixes.candidates_for_units import (
    add_parts,
    add_units,
    exchange_units,
    exchanged,
    parts_of,
)
from rulesets.legality.fixes.case import FixCandidate, FixCase
from rulesets.legality.fixes.targets import counted
from rulesets.legality.limit_messages import listed
from rulesets.legality.offers import with_defaults
from rulesets.reviews.review import Line
from rulesets.rosters.edits import (
    Add,
    Edit,
    Join,
    Leave,
    Remove,
    RemoveForce,
    SetEdition,
    SetLoadouts,
    Switch,
)
from rulesets.rosters.joins import force_of, joined_unit
from rulesets.rosters.roster import find_selection, loadouts_of

MOST_OTHERS = 12
"""Most others that a maximum counts that are tried instead of those past it."""

MOST_TAKERS = 8
"""Most units tried that may take a choice over from another."""


def candidates_for(case: FixCase) -> Iterator[FixCandidate]:
    """Yield candidates against a message, likely ones first."""
    if case.message.code in HAND_CODES:
        yield from _of_hands(case)
        yield from _without_marked(case)
        return
    if case.is_budget:
        yield from spend_less(case)
        return
    if _is_of_joins(case):
        yield from _of_joins(case)
        return
    yield from _without_marked(case)
    yield from _given_to_others(case)
    yield from _without_others(case)
    yield from exchanged(case)
    yield from exchange_units(case)
    yield from parts_of(case)
    yield from add_parts(case)
    yield from add_units(case)
    if case.message.code in ("unknown-edition", "one-edition", "other-edition"):
        yield from _other_editions(case)


def waivers_for(case: FixCase) -> Iterator[FixCandidate]:
    """Yield to play without the rule of a message, where players may agree to that."""
    message = case.message
    for ruling in case.army.now.rulings:
        told = (ruling.key, ruling.title) == (message.code, message.rule)
        if told and ruling.switchable:
            text = f"Agree with your opponent to play without “{message.rule}”"
            yield FixCandidate(text, (Switch(message.code, on=False),))


def _of_hands(case: FixCase) -> Iterator[FixCandidate]:
    """Forget the named loadouts that cannot be; buy a mount or a spell."""
    army, line = case.army, case.line
    if line is None or line.equipment is None:
        return
    if case.message.code == "loadout":
        illegal = {one.name for one in line.equipment.named if one.why_not}
        named = loadouts_of(army.now.roster, line.id)
        kept = tuple(one for one in named if one.name not in illegal)
        text = f"{army.names.place(line)}: forget {listed(sorted(illegal))}"
        yield FixCandidate(text, (SetLoadouts(line.id, kept),))
        return
    for at in (line, *army.above(line.path), *army.below(line.path)):
        for offered in army.offered(at):
            if offered.kind in ("mount", "spell"):
                text = f"{army.names.place(at)}: add {offered.name}"
                yield FixCandidate(text, (Add(at.id, with_defaults(offered)),))


def _is_of_joins(case: FixCase) -> bool:
    """Return whether a message is about the unit that another joins."""
    is_asked = any(limit.query.within == JOINED for limit in case.limits)
    return is_asked or case.message.code == "joins-unit"


def _of_joins(case: FixCase) -> Iterator[FixCandidate]:
    """Leave the unit that was joined; join another of the force."""
    army = case.army
    id = case.message.where.split("/")[1]
    force = force_of(army.now.roster, id)
    if force is None:
        return
    lines = {line.id: line for line in army.units}
    where = joined_unit(force, id)
    who = army.names.place(lines[id])
    if where is not None:
        left = army.names.line(lines[where.id])
        yield FixCandidate(f"{who}: leave {left}", (Leave(id),))
        for unit in force.units:
            if not unit.joins and unit.id not in (id, where.id):
                text = f"{who}: join {army.names.line(lines[unit.id])}"
                yield FixCandidate(f"{text} instead of {left}", (Join(id, unit.id),))


def _without_marked(case: FixCase) -> Iterator[FixCandidate]:
    """Remove the selections past the limit."""
    army, marks = case.army, case.message.marks
    forces = {force.id: force for force in army.now.forces}
    above = tuple(f"{path}/" for path in marks)
    lines = [
        army.lines[path]
        for path in marks
        if path in army.lines and not path.startswith(above)
    ]
    gone: list[Edit] = [Remove(line.id) for line in lines]
    names = [army.names.line(line) for line in lines]
    for path in marks:
        if path in forces and path != army.now.forces[0].id:
            gone.append(RemoveForce(path))
            names.append(f"all units of {forces[path].book_name}")
    if len(lines) == len(gone) == 1:
        off = int(case.message.off)
        if 0 < off < lines[0].count:
            yield army.fewer(lines[0], off)
        yield army.without(lines[0])
    elif gone:
        yield FixCandidate(f"Remove {listed(names)}", tuple(gone))


def _without_others(case: FixCase) -> Iterator[FixCandidate]:
    """Remove one of the others that the maximum counts, the cheapest first."""
    marks = case.message.marks
    others = [line for line in counted(case) if line.path not in marks]
    for other in sorted(others, key=lambda line: line.points)[:MOST_OTHERS]:
        off = int(case.message.off)
        if 0 < off < other.count:
            yield case.army.fewer(other, off)
        yield case.army.without(other)


def _given_to_others(case: FixCase) -> Iterator[FixCandidate]:
    """Give a choice to another unit that is offered it: mark the other as general."""
    army = case.army
    paths = (case.message.where, *case.message.marks)
    lines = [army.lines[path] for path in dict.fromkeys(paths) if path in army.lines]
    for line in lines:
        if line.path.count("/") < 2 or line.path not in army.entries:
            continue
        takers = [unit for unit in army.units if _takes(case, unit, line)]
        for unit in takers[:MOST_TAKERS]:
            yield _given(case, line, unit)


def _takes(case: FixCase, unit: Line, line: Line) -> bool:
    """Return whether a unit lacks, and is offered, an entry that another one has."""
    force, own = line.path.split("/")[:2]
    elsewhere = line.kind == "item" and not unit.path.startswith(f"{force}/")
    if unit.path == f"{force}/{own}" or elsewhere:
        return False
    taken = {part.entry for part in unit.lines}
    offered = {entry.key for entry in case.army.offered(unit)}
    return line.entry in offered and line.entry not in taken


def _given(case: FixCase, line: Line, unit: Line) -> FixCandidate:
    names = case.army.names
    giver = case.army.lines["/".join(line.path.split("/")[:2])]
    whose = f"{names.line(unit)} instead of {names.line(giver)}"
    bought = find_selection(case.army.now.roster, line.id)
    edits: tuple[Edit, ...] = (Remove(line.id),)
    if bought is not None:
        edits = (*edits, Add(unit.id, bought))
    return FixCandidate(f"{line.title}: {whose}", edits)


def _other_editions(case: FixCase) -> Iterator[FixCandidate]:
    """Use the edition that counts, else the newest, for all forces of a book."""
    army = case.army
    for key in (f.book for f in army.now.forces if f.id == case.message.where):
        newest = max((number for book, number in army.books if book == key), default=0)
        number = (army.pack.counting or {}).get(key, newest)
        book = army.books.get((key, number))
        if book is not None:
            alike = (force.id for force in army.now.forces if force.book == key)
            edits = tuple(SetEdition(force, number) for force in alike)
            yield FixCandidate(f"Use edition {number} of {book.name}", edits)
