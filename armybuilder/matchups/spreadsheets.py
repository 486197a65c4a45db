"""A comparison as CSV: as the page shows it, or each match-up with all its figures."""

import csv
import io
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from armybuilder.matchups.comparison_query import ComparisonQuestion
from armybuilder.matchups.pairings import (
    Pairing,
    average,
    cells_of,
    met_cells,
    named,
    usual_measure,
    weight,
)
from rulesets.core.points import points_number
from rulesets.matchups.contenders import Contender
from rulesets.matchups.measures import MEASURES, Measure, find_measure

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""Characters that a spreadsheet takes for a formula at the start of a text."""

FACTS = ("In hand, A", "In hand, B", "Rules left out", "Method", "Error", "Remark")
SIDES = tuple(
    f"{what}, {side}" for side in "AB" for what in ("Unit", "How many", "Points")
)


def spreadsheet(
    question: ComparisonQuestion, result: Mapping[str, Any], *, every: bool = False
) -> str | None:
    """Return a result as CSV; none where nothing can be compared.

    A list has every figure of its rows, a grid that of the measure; `every` asks for a
    line for each match-up with every figure.
    """
    cells = cells_of(result)
    measure = find_measure(question.measure) or usual_measure(cells)
    if measure is None:
        return None
    met = met_cells(question, cells, measure)
    if every:
        rows = _every(met)
    else:
        rows = _list(met) if 1 in (len(met), len(met[0])) else _grid(met, measure)
    written = io.StringIO()
    csv.writer(written).writerows([plain_cell(cell) for cell in row] for row in rows)
    return written.getvalue()


def _grid(met: list[list[Pairing]], measure: Measure) -> Iterator[list[Any]]:
    enemies = [one.enemy for one in met[0]]
    yield [measure.label, "Points", "Average", *(named(one) for one in enemies)]
    yield ["Points", "", "", *(points_number(one.points) for one in enemies)]
    for row in met:
        who, mean = row[0].row, average([weight(one) for one in row])
        figures = (_number(one.value) for one in row)
        yield [named(who), points_number(who.points), _number(mean), *figures]
    columns = zip(*met, strict=True)
    means = (average([weight(one, rows=True) for one in each]) for each in columns)
    whole = average([weight(one) for row in met for one in row])
    yield ["Average", "", _number(whole), *(_number(mean) for mean in means)]


def _every(met: list[list[Pairing]]) -> Iterator[list[Any]]:
    yield [*SIDES, *(m.label for m in MEASURES), *FACTS]
    for row in met:
        for one in row:
            sides = (_counted(who) for who in (one.row, one.enemy))
            yield [*chain(*sides), *_figures(one), *_facts(one, one.row)]


def _counted(one: Contender) -> list[Any]:
    return [one.label, one.count, points_number(one.points)]


def _list(met: list[list[Pairing]]) -> Iterator[list[Any]]:
    one_row = len(met) == 1 and len(met[0]) > 1
    yield ["", "Points", "Points changed", *(m.label for m in MEASURES), *FACTS]
    for one in met[0] if one_row else [row[0] for row in met]:
        subject = one.enemy if one_row else one.row
        yield [*_name_cells(subject), *_figures(one), *_facts(one, subject)]


def _name_cells(subject: Contender) -> list[Any]:
    points = points_number(subject.points) if subject.fighter else ""
    change = subject.difference
    return [subject.label, points, "" if change is None else points_number(change)]


def _figures(one: Pairing) -> list[Any]:
    a, b = one.row.points, one.enemy.points
    return [_number(measure.of(one.cell, a, b)) for measure in MEASURES]


def _facts(one: Pairing, subject: Contender) -> list[Any]:
    cell = one.cell
    remark = subject.why_not or cell.problem
    if cell.problem:
        return ["", "", "", "", "", remark]
    method, error = cell.method, f"{cell.error:.2g}"
    return [cell.a_hand, cell.b_hand, cell.left_out, method, error, remark]


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6f}"


def plain_cell(value: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula."""
    if isinstance(value, str) and value.startswith(FORMULAS) and not _is_number(value):
        return f"'{value}"
    return value


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
