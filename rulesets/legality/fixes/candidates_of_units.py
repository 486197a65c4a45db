"""Candidates for the army: one more unit, with the options that are asked for."""

from collections.abc import Iterator
from dataclasses import replace

from rulesets.books.book import Book, Entry
from rulesets.core.points import Points
from rulesets.legality.fixes.candidates_in_units import is_asked
from rulesets.legality.fixes.case import FixCandidate, FixCase
from rulesets.legality.offers import new_selection, printed_points, with_defaults
from rulesets.reviews.review import Line
from rulesets.rosters.edits import Add, Remove
from rulesets.rosters.roster import Selection

MOST_ADDED = 20
"""How many units of a force's book are tried for one message."""

MOST_EXCHANGED = 3
"""How many units are tried in the place of one."""


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
                yield _added(case, force, book, entry)


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


def _added(case: FixCase, force: str, book: Book, entry: Entry) -> FixCandidate:
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
