"""The roster of the units that were read."""

from collections.abc import Iterator, Sequence
from itertools import count

from rulesets.books.book import Book
from rulesets.list_text.list_units import ListUnit
from rulesets.list_text.purchases import selection
from rulesets.list_text.raw_lines import ListTextError
from rulesets.rosters.roster import (
    MOST_SIBLINGS,
    Force,
    Roster,
    Selection,
    too_large,
)


def army_of(
    units: Sequence[ListUnit], main: Book, name: str, limit: int | None
) -> Roster:
    """Return the roster of units: a force of the main book, then those of others.

    Raises
    ------
    ListTextError
        If there are more units than an army has.
    """
    if sum(unit.times for unit in units) > MOST_SIBLINGS:
        raise ListTextError(_line_past(units), f"more than {MOST_SIBLINGS} units")
    ids = (f"s{number}" for number in count(1))
    books = {main.key: main, **{unit.book.key: unit.book for unit in units}}
    forces = []
    for number, book in enumerate(books.values(), 1):
        bought = tuple(_selections(units, book, ids))
        forces.append(Force(f"f{number}", book.key, book.edition, bought))
    roster = Roster(main.game, name, limit, forces=tuple(forces))
    if why := too_large(roster):
        raise ListTextError(0, why[:1].lower() + why[1:].rstrip("."))
    return roster


def _selections(
    units: Sequence[ListUnit], book: Book, ids: Iterator[str]
) -> Iterator[Selection]:
    for unit in units:
        if unit.book is not book:
            continue
        unit.ids = []
        for _ in range(unit.times):
            yield selection(unit.bought, ids)
            unit.ids.append(unit.bought.id)


def _line_past(units: Sequence[ListUnit]) -> int:
    number = 0
    for unit in units:
        number += unit.times
        if number > MOST_SIBLINGS:
            return unit.line
    return 0
