"""The fairness of a book on paper: its map cut to the page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string

from armybuilder.books.fairness_report import FairnessReport, ShownGroup, ShownUnit

ACROSS = 20
"""Columns of one map on a page."""


@dataclass(frozen=True, slots=True)
class PaperMap:
    """Some columns of a map, numbered ``first`` to ``last``, with every row."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    first: int
    last: int
    columns: int


@dataclass(frozen=True, slots=True)
class PaperGroup:
    """A group of units with its maps."""

    group: ShownGroup
    maps: tuple[PaperMap, ...]


def fairness_page(report: FairnessReport, told: Mapping[str, Any]) -> str:
    """Return the page that a PDF of a report is drawn from."""
    groups = [PaperGroup(one, tuple(cut(one))) for one in report.groups]
    context = {**told, "report": report, "groups": groups}
    return render_to_string("books/fairness_paper.html", context)


def cut(group: ShownGroup) -> Iterator[PaperMap]:
    """Yield maps of about equal width that together hold every column."""
    columns = len(group.field)
    many = -(-columns // ACROSS)
    wide = -(-columns // many) if many else 1
    for start in range(0, columns, wide):
        end = min(start + wide, columns)
        yield PaperMap(
            names=group.field[start:end],
            rows=tuple(_row(one, start, end) for one in group.units),
            first=start + 1,
            last=end,
            columns=columns,
        )


def _row(
    one: ShownUnit, start: int, end: int
) -> tuple[str, tuple[tuple[str, str], ...]]:
    return one.unit.row["name"], one.cells[start:end]
