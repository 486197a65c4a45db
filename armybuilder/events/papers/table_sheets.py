"""The tables' sheets: one for each table of a game round, with both lists in short."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from django.template.loader import render_to_string

from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.events.models import Entrant, Pairing
from armybuilder.events.papers.collection import PaperRefused, shown_entrants
from armybuilder.events.papers.paper_list import PaperList, paper_list, shelf_of
from armybuilder.events.sight import SHOWN, Onlooker
from rulesets.games import GAMES

AddressOf = Callable[[str], str]
"""A function that returns the address that verifies a list of a code."""

SHEETS = 30
"""Tables of one PDF."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a table; without a list where none of his counts."""

    number: int
    name: str
    known: PaperList | None
    address: str


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table of a game round with its two sides, one for a bye."""

    table: int
    seats: tuple[Seat, ...]


def sheets_parts(tables: int) -> int:
    """Return into how many PDFs the sheets of so many tables are cut."""
    return -(-tables // SHEETS)


def sheets_of(pairings: Sequence[Pairing], part: int) -> Sequence[Pairing]:
    """Return the tables of one PDF."""
    return pairings[(part - 1) * SHEETS : part * SHEETS]


def table_sheets(
    look: Onlooker, pairings: Sequence[Pairing], address_of: AddressOf
) -> tuple[TableSheet, ...]:
    """Return the sheets of tables; that of a bye has one side.

    Raises
    ------
    PaperRefused
        If somebody does not see both the lists and their names now.
    """
    shown_entrants(look)
    if not look.sees_names:
        raise PaperRefused("Names and lists stand together on a table's sheet; wait.")
    sheets = []
    sides = (side for one in pairings for side in (one.first, one.second) if side)
    shelf = shelf_of(side.current for side in sides if side.current is not None)
    for one in pairings:
        both = [side for side in (one.first, one.second) if side is not None]
        seats = tuple(_seat(look, side, shelf, address_of) for side in both)
        sheets.append(TableSheet(one.table, seats))
    return tuple(sheets)


def tables_page(
    look: Onlooker, sheets: Sequence[TableSheet], game_round: int, printed: date
) -> str:
    """Return the page that tables' sheets are drawn from."""
    context = {
        "event": look.event,
        "game": GAMES[look.event.game],
        "sheets": sheets,
        "game_round": game_round,
        "printed": printed,
    }
    return render_to_string("events/papers/tables.html", context)


def _seat(
    look: Onlooker, side: Entrant, shelf: SiteBookshelf, address_of: AddressOf
) -> Seat:
    name = look.name_of(side)
    row = side.current
    if row is None or side.state not in SHOWN:
        return Seat(side.number, name, None, "")
    known = paper_list(look.event, side, row, name, shelf, is_coded=False)
    return Seat(side.number, name, known, address_of(row.code))
