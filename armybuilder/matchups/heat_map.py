"""The heat map: rows against columns, each cell with its number, tone and page."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from armybuilder.matchups.comparison_query import ComparisonQuestion
from armybuilder.matchups.pairings import (
    Pairing,
    average,
    hand,
    named,
    outcome,
    page,
    weight,
)
from armybuilder.matchups.scales import Scale, text_of
from rulesets.core.points import points_text
from rulesets.matchups.contenders import Contender
from rulesets.matchups.measures import Measure

WAITS = "…"
"""The text of a figure that is not worked out yet."""


@dataclass(frozen=True, slots=True)
class ShownCell:
    """One cell of a heat map; ``text`` alone says all that its tone does.

    `id` names its place, however the rows are sorted.
    """

    id: str
    text: str
    tone: str
    href: str
    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A row or a column: its name, its points, its key of sorting."""

    label: str
    points: str
    note: str
    sort: str
    arrow: str
    average: str
    average_tone: str


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A row of a heat map."""

    heading: Heading
    cells: tuple[ShownCell, ...]


def _turned_sort(question: ComparisonQuestion, key: str, sort: str) -> str:
    """Return the address that sorts by a key, or the other way round."""
    return f"?{question.query(sort=f'-{key}' if sort == key else key)}"


def _arrow(key: str, sort: str) -> str:
    return {key: "↓", f"-{key}": "↑"}.get(sort, "")


def columns_of(
    question: ComparisonQuestion,
    met: list[list[Pairing]],
    measure: Measure,
    scale: Scale,
    sort: str,
) -> tuple[Heading, ...]:
    found = []
    for number, enemy in enumerate(question.b.contenders):
        key = f"c{number + 1}"
        column = [row[number] for row in met]
        mean = average([weight(one, rows=True) for one in column])
        sorted_by = (_turned_sort(question, key, sort), _arrow(key, sort))
        found.append(_heading(enemy, column, mean, measure, scale, sorted_by))
    return tuple(found)


def _heading(
    one: Contender,
    cells: list[Pairing],
    mean: float | None,
    measure: Measure,
    scale: Scale,
    sorted_by: tuple[str, str] = ("", ""),
) -> Heading:
    """Return a heading; while one of its cells is waited for so is its average."""
    waits = any(cell.waits for cell in cells)
    return Heading(
        label=named(one),
        points=points_text(one.points),
        note=one.why_not or ("" if waits else _problem(cells)),
        sort=sorted_by[0],
        arrow=sorted_by[1],
        average=WAITS if waits else text_of(measure, mean),
        average_tone="" if waits or mean is None else scale.tone(mean),
    )


def rows_of(
    question: ComparisonQuestion,
    met: list[list[Pairing]],
    measure: Measure,
    scale: Scale,
    sort: str,
) -> tuple[HeatRow, ...]:
    found = []
    for row in _sorted_rows(met, sort):
        mean = average([weight(one) for one in row])
        found.append(
            HeatRow(
                _heading(row[0].row, row, mean, measure, scale),
                tuple(_shown(question, one, measure, scale) for one in row),
            )
        )
    return tuple(found)


def _problem(cells: list[Pairing]) -> str:
    """Return why no cell of a row or column has an answer; "" where one has."""
    found = dict.fromkeys(one.cell.problem for one in cells)
    return next(iter(found)) if len(found) == 1 else ""


def _shown(
    question: ComparisonQuestion, one: Pairing, measure: Measure, scale: Scale
) -> ShownCell:
    told = one.cell.problem or outcome(one.cell)
    own = _held(hand(one.row, one.cell.a_hand))
    theirs = _held(hand(one.enemy, one.cell.b_hand))
    return ShownCell(
        id=cell_id(one),
        text=WAITS if one.waits else text_of(measure, one.value),
        tone="" if one.value is None else scale.tone(one.value),
        href=page(question, one),
        name=f"{one.row.label} against {one.enemy.label}",
        title=f"{one.row.label}{own} against {one.enemy.label}{theirs}: {told}",
    )


def cell_id(one: Pairing) -> str:
    """Return the name of a cell on the page."""
    row, column = one.place
    return f"cell-{row}-{column}"


def _held(hand: str) -> str:
    return f" ({hand})" if hand else ""


def _sorted_rows(met: list[list[Pairing]], sort: str) -> list[list[Pairing]]:
    """Return the rows in the order that was asked for; columns stay."""
    key = sort.removeprefix("-")
    if key == "order":
        return met[::-1] if sort.startswith("-") else met
    order: Callable[[list[Pairing]], tuple[bool, Any]]
    if key == "name":
        rows = sorted(met, key=lambda row: row[0].row.label.casefold())
    elif key == "points":
        rows = sorted(met, key=lambda row: row[0].row.points, reverse=True)
    else:
        order = _by_column(key) if key.startswith("c") else _by_average
        rows = sorted(met, key=order)
    return rows[::-1] if sort.startswith("-") else rows


def _by_column(key: str) -> Callable[[list[Pairing]], tuple[bool, float]]:
    number = int(key[1:]) - 1
    return lambda row: (row[number].value is None, -(row[number].value or 0.0))


def _by_average(row: list[Pairing]) -> tuple[bool, float]:
    mean = average([weight(one) for one in row])
    return mean is None, -(mean or 0.0)
