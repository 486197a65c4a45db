"""Costs of a unit of a book at its usual sizes, without options and with all."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulesets.books.book import Book, Books, Entry, Slot
from rulesets.core.points import Points
from rulesets.legality import (
    POINTS_AGREED,
    new_messages,
    new_selection,
    purchase_edit,
)
from rulesets.legality import review as reviewed
from rulesets.legality.engine import Verdict, verdict
from rulesets.legality.offers import printed_points
from rulesets.matchups.fairness.entrants import unit_line, with_count
from rulesets.matchups.fighter import unit_review
from rulesets.reviews.review import Line, Review
from rulesets.rosters.edits import Edit, EditError, apply
from rulesets.rosters.roster import Roster

USUAL_SIZES = (10, 20)
"""Models that a unit is often bought with, beside as few and as many as it may have."""

MOST_TRIED = 24
"""Most options that are tried for one way to buy them all."""

PLAIN, CHEAPEST, DEAREST = "plain", "cheapest", "dearest"
"""Ways to buy options: none, or one after the other by their price."""


@dataclass(frozen=True, slots=True)
class UnitBuild:
    """A unit as it may be bought.

    Parameters
    ----------
    way : str
        ``PLAIN``, ``CHEAPEST`` or ``DEAREST``.
    models : int
        Of the unit.
    points : Points
        What it costs [points].
    options : tuple of str
        Names of the options that it has been bought with.
    roster : Roster
        An army of this unit alone.
    """

    way: str
    models: int
    points: Points
    options: tuple[str, ...]
    roster: Roster


def usual_builds(book: Book, key: str) -> tuple[UnitBuild, ...]:
    """Return the builds of a unit: each usual size plain, and with every option.

    An option is bought where the rules allow it beside those before it; of a choice of
    one only the first. A size that the rules forbid is left out, and so are the
    dearest options where the cheapest are the same.

    Raises
    ------
    KeyError
        If the book has no such unit.
    """
    first = unit_review(book, new_selection(book, key))
    ways: list[tuple[str, Review, tuple[str, ...]]] = [(PLAIN, first, ())]
    full, names, is_all = _full(book, first, dearest=False)
    if names:
        ways.append((CHEAPEST, full, names))
    if not is_all:
        full, names, _ = _full(book, first, dearest=True)
        if set(names) != set(ways[-1][2]):
            ways.append((DEAREST, full, names))
    return tuple(
        UnitBuild(way, unit_line(sized).models, sized.points, names, sized.roster)
        for way, start, names in ways
        for sized in _at_sizes(book, start)
    )


def points_in(book: Book, build: UnitBuild) -> Points | None:
    """Return what a build costs in another edition [points]; none if it is not there.

    That is so where the edition lacks the unit, or something that was bought for it.
    """
    forces = tuple(replace(one, edition=book.edition) for one in build.roster.forces)
    roster = replace(build.roster, forces=forces)
    then = verdict(roster, {(book.key, book.edition): book})
    absent = any(message.code == "unknown-entry" for message in then.messages)
    return None if absent else then.points


def _at_sizes(book: Book, start: Review) -> Iterator[Review]:
    """Yield a unit at its usual sizes, the smallest first."""
    yield start
    group = next((one for one in _groups(unit_line(start)) if one.models), None)
    if group is None:
        return
    entry = book.units[unit_line(start).entry].entries[group.entry]
    sizes = {*USUAL_SIZES} | ({entry.high} if entry.high is not None else set())
    for size in sorted(size for size in sizes if size > group.count):
        found = with_count(book, start, group, size)
        if found is not None:
            yield found


def _groups(unit: Line) -> list[Line]:
    return [part for part in unit.lines if part.kind == "model"]


def _full(
    book: Book, first: Review, *, dearest: bool
) -> tuple[Review, tuple[str, ...], bool]:
    """Return a unit with all the options that it may have, and their names.

    Also whether these are all that there are, so that another order is the same.
    """
    books = {(book.key, book.edition): book}
    line = unit_line(first)
    entry = book.units[line.entry]
    places: list[tuple[Line, Entry]] = [(line, entry)]
    places += [
        (group, entry.entries[group.entry])
        for group in _groups(line)
        if group.entry in entry.entries
    ]
    roster, names, tried, is_all = first.roster, list[str](), 0, True
    now = verdict(roster, books)
    for place, offering in places:
        for slot in offering.slots:
            bought = 0
            for option in _by_price(offering, slot, dearest=dearest):
                if tried == MOST_TRIED or (slot.high or MOST_TRIED) <= bought:
                    is_all = False
                    break
                tried += 1
                edit = purchase_edit(option, slot, place.id)
                found = _bought(roster, now, edit, books)
                if found is None:
                    is_all = False
                    continue
                roster, now = found
                bought += 1
                names.append(option.name)
    return reviewed(roster, books), tuple(names), is_all


def _bought(
    roster: Roster, now: Verdict, edit: Edit, books: Books
) -> tuple[Roster, Verdict] | None:
    """Return an army with something more, none where the rules forbid that."""
    try:
        more = apply(roster, edit)
    except EditError:
        return None
    then = verdict(more, books)
    new = new_messages(now.messages, then.messages)
    return (more, then) if all(one.code == POINTS_AGREED.key for one in new) else None


def _by_price(place: Entry, slot: Slot, *, dearest: bool) -> Iterable[Entry]:
    """Return the options of a slot that are bought once, by their price."""
    offered = [place.entries[key] for key in slot.entries]
    some = [one for one in offered if one.kind != "unit" and not one.start]
    some = [one for one in some if not (one.kind == "model" and one.models)]
    return sorted(some, key=lambda one: printed_points(one, 1), reverse=dearest)
