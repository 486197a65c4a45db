"""A comparison as CSV: its grid by the measure, or its list with all that it tells."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from armybuilder.matchups.comparing import Comparing
from armybuilder.matchups.meetings import Met, cells_of, met_cells, usual_measure
from rulesets.comparing import Contender
from rulesets.measures import MEASURES, Measure, find_measure
from rulesets.points import points_number

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for a formula at the start of a text."""

FACTS = ("In hand", "Rules left out", "Method", "Error", "Remark")


def spreadsheet(question: Comparing, result: Mapping[str, Any]) -> str | None:
    """Return a result as CSV; none where nothing can be compared."""
    cells = cells_of(result)
    measure = find_measure(question.measure) or usual_measure(cells)
    if measure is None:
        return None
    met = met_cells(question, cells, measure)
    rows = _list(met) if 1 in (len(met), len(met[0])) else _grid(met, measure)
    written = io.StringIO()
    csv.writer(written).writerows([plain_cell(cell) for cell in row] for row in rows)
    return written.getvalue()


def _grid(met: list[list[Met]], measure: Measure) -> Iterator[list[Any]]:
    yield [measure.label, "Points", *(one.enemy.label for one in met[0])]
    yield ["Points", "", *(points_number(one.enemy.points) for one in met[0])]
    for row in met:
        who = row[0].row
        yield [who.label, points_number(who.points), *(_number(m.value) for m in row)]


def _list(met: list[list[Met]]) -> Iterator[list[Any]]:
    one_row = len(met) == 1 and len(met[0]) > 1
    yield ["", "Points", "Points changed", *(m.label for m in MEASURES), *FACTS]
    for one in met[0] if one_row else [row[0] for row in met]:
        subject = one.enemy if one_row else one.row
        yield [*_named(subject), *_figures(one), *_facts(one, subject)]


def _named(subject: Contender) -> list[Any]:
    points = points_number(subject.points) if subject.fighter else ""
    change = subject.difference
    return [subject.label, points, "" if change is None else points_number(change)]


def _figures(one: Met) -> list[Any]:
    a, b = one.row.points, one.enemy.points
    return [_number(measure.of(one.cell, a, b)) for measure in MEASURES]


def _facts(one: Met, subject: Contender) -> list[Any]:
    cell = one.cell
    remark = subject.why_not or cell.problem
    if cell.problem:
        return ["", "", "", "", remark]
    return [cell.a_hand, cell.left_out, cell.method, f"{cell.error:.2g}", remark]


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
