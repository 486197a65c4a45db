"""A row against a column: its cell, its figure, its page, and averages of many."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from armybuilder.matchups.comparison_query import ComparisonQuestion
from rulesets.core.percent import SMALL, percent
from rulesets.matchups.contenders import Contender
from rulesets.matchups.measures import MEASURES, Cell, Measure, read_cell

WAITING = Cell(problem="Not worked out yet.")
"""The cell of a match-up that an open job has not come to."""

Weighted = tuple[float, int]
"""(figure, number of equal units that have it)."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A row against a column: the cell, and its figure by the measure.

    `place` is the number of the row and that of the column, as they are listed, from 1.
    """

    row: Contender
    enemy: Contender
    place: tuple[int, int]
    cell: Cell
    value: float | None

    @property
    def waits(self) -> bool:
        """Return whether it is not worked out yet."""
        return self.cell is WAITING


def cells_of(result: Mapping[str, Any]) -> list[list[Cell]]:
    """Return the cells of a result; those that are none are still waited for."""
    return [
        [WAITING if cell is None else read_cell(cell) for cell in row]
        for row in result["cells"]
    ]


def has_answers(result: Mapping[str, Any]) -> bool:
    """Return whether some match-up of a result is worked out and has figures."""
    cells = (cell for row in result["cells"] for cell in row)
    return any(cell is not None and "problem" not in cell for cell in cells)


def usual_measure(cells: Sequence[Sequence[Cell]]) -> Measure | None:
    """Return the first measure that some cell has; none where none does."""
    told = (cell for row in cells for cell in row if not cell.problem)
    some = next(told, None)
    if some is None:
        return MEASURES[0]
    return next((m for m in MEASURES if m.of(some, 1, 1) is not None), None)


def met_cells(
    question: ComparisonQuestion, cells: Sequence[Sequence[Cell]], measure: Measure
) -> list[list[Pairing]]:
    """Return every row against every column."""
    rows = zip(question.a.contenders, question.indices("a"), strict=True)
    columns = list(zip(question.b.contenders, question.indices("b"), strict=True))
    return [
        [
            _met(row, enemy, (down, across), _cell(cells, row, index, place), measure)
            for across, (enemy, place) in enumerate(columns, 1)
        ]
        for down, (row, index) in enumerate(rows, 1)
    ]


def _cell(
    cells: Sequence[Sequence[Cell]],
    row: Contender,
    index: int | None,
    place: int | None,
) -> Cell:
    if index is None or place is None:
        return Cell(problem=row.why_not)
    return cells[index][place]


def _met(
    row: Contender,
    enemy: Contender,
    place: tuple[int, int],
    cell: Cell,
    measure: Measure,
) -> Pairing:
    figure = measure.of(cell, row.points, enemy.points)
    return Pairing(row, enemy, place, cell, figure)


def rank(met: Pairing) -> float:
    """Return the figure by which cells are ordered; one without comes last."""
    return float("-inf") if met.value is None else met.value


def page(question: ComparisonQuestion, one: Pairing) -> str:
    """Return the match-up page of a cell; "" for one that has no answer."""
    if one.cell.problem:
        return ""
    query = question.match_up_query(one.row, one.enemy)
    return f"{reverse('matchups:show')}?{query}" if query else ""


def weight(one: Pairing, *, rows: bool = False) -> Weighted | None:
    """Return a figure with the number of equal units in its column, or in its row."""
    count = one.row.count if rows else one.enemy.count
    return None if one.value is None else (one.value, count)


def average(values: Sequence[Weighted | None]) -> float | None:
    """Return the mean of figures, equal units counted as often as they are there."""
    told = [value for value in values if value is not None]
    if not told:
        return None
    return sum(v * count for v, count in told) / sum(count for _, count in told)


def mean_of_row(row: Sequence[Pairing]) -> tuple[Contender, float | None]:
    """Return a row with the mean of its figures."""
    return row[0].row, average([weight(one) for one in row])


def means_of_columns(
    met: Sequence[Sequence[Pairing]],
) -> list[tuple[Contender, float | None]]:
    """Return each column with the mean of its figures."""
    return [
        (one.enemy, average([weight(row[place], rows=True) for row in met]))
        for place, one in enumerate(met[0])
    ]


def named(one: Contender) -> str:
    """Return the name of a contender, with the number of equal ones."""
    return f"{one.label} × {one.count}" if one.count > 1 else one.label


def outcome(cell: Cell) -> str:
    """Return the outcome of a cell in half a sentence, for readers without colours."""
    if cell.wins is not None:
        parts = [("wins", cell.wins), ("loses", cell.loses or 0.0)]
        if (cell.neither or 0.0) >= SMALL:
            parts.insert(1, ("neither", cell.neither or 0.0))
        return ", ".join(f"{word} {percent(chance)}" for word, chance in parts)
    if cell.dealt is not None:
        return f"{cell.dealt:.2f} {cell.counted} on average"
    return ""


def hand(one: Contender, held: str) -> str:
    """Return the loadout of a unit that has a choice; "" where it has none."""
    several = one.fighter is not None and len(one.fighter.loadouts) > 1
    return held if several and held != one.label else ""
