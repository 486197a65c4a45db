"""A unit of a draft as players will see it, beside its last edition."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from armybuilder.books.differences import ToldDifference, differences_of_books
from armybuilder.books.editions import compiled
from armybuilder.books.models import Edition
from armybuilder.books.preview.costs import CostTable, cost_table
from armybuilder.books.sheets import (
    LimitLine,
    ModelLine,
    OptionLine,
    Sheets,
    SlotLine,
    UnitSheet,
    sheets_of,
)
from armybuilder.books.stat_lines import StatCell, StatLine
from rulesets.books.book import Book
from rulesets.books.load import read_book
from rulesets.core.caching import Remembered
from rulesets.documents.document_edits import DocumentEdit, apply_edits
from rulesets.documents.json import DocumentError
from rulesets.game import Game
from rulesets.games import find_game


@dataclass(frozen=True, slots=True)
class UnitPreview:
    """A unit as players will see it.

    Parameters
    ----------
    sheet : UnitSheet
        With what the last edition says where that differs.
    costs : CostTable
    limits : tuple of LimitLine
        All that is said of the unit: by itself, its models and its options.
    since : tuple of ToldDifference
        What changed since the last edition; empty for a new unit.
    edition : int
        The number of the last edition that has the unit, 0 for none.
    currency : str
        What the game calls points.
    """

    sheet: UnitSheet
    costs: CostTable
    limits: tuple[LimitLine, ...]
    since: tuple[ToldDifference, ...]
    edition: int
    currency: str


@dataclass(frozen=True, slots=True)
class PreviewedBooks:
    """The books of a preview: a draft with unsaved edits, and its last edition.

    ``before`` is none for a draft without an edition, and one that cannot be read.
    """

    game: Game
    document: Any
    draft: Book
    last: Edition | None
    before: Book | None

    def former_key(self, key: str) -> str:
        """Return the key that a unit has in the last edition, "" where it has none."""
        had = () if self.before is None else self.before.units
        keys = (key, *self.draft.units[key].former)
        return next((one for one in keys if one in had), "")


def previewed_books(
    document: Any, edits: Iterable[DocumentEdit], last: Edition | None
) -> PreviewedBooks:
    """Return the draft that edits make of a document, ready for the engine.

    Raises
    ------
    DocumentError
        If an edit cannot be made, or the draft is no book then; names the place.
    """
    edited = apply_edits(document, edits)
    draft = read_book(edited)
    game = find_game(draft.game)
    if game is None:
        raise DocumentError("/game", f"there is no game {draft.game!r}")
    return PreviewedBooks(game, edited, draft, last, _edition_book(last))


def _edition_book(last: Edition | None) -> Book | None:
    try:
        return compiled(last) if last is not None else None
    except DocumentError:
        return None


def unit_preview(books: PreviewedBooks, key: str) -> UnitPreview:
    """Return a unit of a draft as players will see it.

    Raises
    ------
    KeyError
        If the draft has no such unit.
    """
    unit = books.draft.units[key]
    sheet = sheets_of(books.game, books.draft).unit(unit)
    had = books.former_key(key)
    before = books.before if had else None
    shown, since = sheet, tuple[ToldDifference, ...]()
    if before is not None and books.last is not None:
        pen = _pens.of(before, lambda one: sheets_of(books.game, one))
        then = pen.unit(before.units[had])
        shown = _beside(sheet, then)
        since = differences_of_books(
            _alone(books.last.document, had, key), _alone(books.document, key, key)
        )
    return UnitPreview(
        sheet=replace(shown, limits=()),
        costs=cost_table(books.draft, before, key),
        limits=(*_limits(sheet),),
        since=since,
        edition=before.edition if before is not None else 0,
        currency=books.game.currency.many,
    )


_pens = Remembered[Sheets](most=20)
"""The writers of the sheets of editions."""


def _alone(document: Any, key: str, now: str) -> Any:
    """Return a book of one unit by its present key, so that nothing else differs."""
    found = (unit for unit in document["units"] if unit["key"] == key)
    units = [{**unit, "key": now} for unit in found]
    kept = ("format", "key", "game", "name", "library")
    return {**{k: document[k] for k in kept if k in document}, "units": units}


def _limits(sheet: UnitSheet) -> Iterable[LimitLine]:
    yield from sheet.limits
    for model in sheet.models:
        yield from model.limits


# -- beside the last edition ----------------------------------------------------------


def _beside(sheet: UnitSheet, then: UnitSheet) -> UnitSheet:
    """Return a sheet with the values of another where they differ."""
    return replace(
        sheet,
        was=_other(then.price, sheet.price),
        stat_lines=_each_beside(_stat_line, sheet.stat_lines, then.stat_lines),
        models=_each_beside(_model, sheet.models, then.models),
        slots=_each_beside(_slot, sheet.slots, then.slots),
    )


def _other(then: str, now: str) -> str:
    return then if then != now else ""


_Line = TypeVar("_Line", StatLine, ModelLine, SlotLine, OptionLine)


def _each_beside(
    beside: Callable[[_Line, _Line], _Line], now: Sequence[_Line], then: Sequence[_Line]
) -> tuple[_Line, ...]:
    """Return lines, those beside the one of their name that had one then."""
    old = {line.name: line for line in then}
    return tuple(
        beside(line, old[line.name]) if line.name in old else line for line in now
    )


def _stat_line(now: StatLine, then: StatLine) -> StatLine:
    return replace(now, cells=_cells(now.cells, then.cells))


def _cells(now: Sequence[StatCell], then: Sequence[StatCell]) -> tuple[StatCell, ...]:
    old = {cell.heading: cell.text for cell in then}
    return tuple(
        replace(cell, was=_other(old.get(cell.heading, cell.text) or "–", cell.text))
        for cell in now
    )


def _model(now: ModelLine, then: ModelLine) -> ModelLine:
    return replace(
        now,
        was=_other(then.price, now.price),
        slots=_each_beside(_slot, now.slots, then.slots),
    )


def _slot(now: SlotLine, then: SlotLine) -> SlotLine:
    return replace(now, options=_each_beside(_option, now.options, then.options))


def _option(now: OptionLine, then: OptionLine) -> OptionLine:
    return replace(
        now,
        was=_other(then.price, now.price),
        stat_lines=_each_beside(_stat_line, now.stat_lines, then.stat_lines),
    )
