"""Compute a comparison document."""

import csv
import io
import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.matchups.comparison_job import read_document
from armybuilder.matchups.management.commands.odds import named_in, read_bytes
from armybuilder.matchups.pairings import cells_of, usual_measure
from armybuilder.matchups.scales import text_of
from armybuilder.matchups.spreadsheets import plain_cell
from rulesets.documents.json import parse
from rulesets.matchups.comparison import Comparison, compared, read_comparison
from rulesets.matchups.measures import MEASURES, Cell, Measure, find_measure

Grid = list[list[Cell]]


class Command(BaseCommand):
    help = (
        "Work out a comparison document: every side of one list against every side of"
        " another. Exit 2, with one line on standard error that names the place, if it"
        " is none."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", help="a comparison document; - reads standard input"
        )
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="print the result")
        form.add_argument("--csv", action="store_true", help="print the table as CSV")
        parser.add_argument(
            "--measure",
            choices=[measure.key for measure in MEASURES],
            help="what to compare by; without it, what this kind of match-up tells",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["file"]
        with named_in(name):
            document = parse(read_bytes(name))
            books = read_document(document)
        result = compared(document, books)
        if options["json"]:
            self.stdout.write(json.dumps(result, indent=2, allow_nan=False))
            return
        asked, cells = read_comparison(document, books), cells_of(result)
        measure = find_measure(options["measure"] or "") or usual_measure(cells)
        if measure is None:
            raise CommandError(f"{name}: it has neither a winner nor wounds")
        if options["csv"]:
            self.stdout.write(_csv(asked, cells, measure), ending="")
        else:
            self.stdout.write("\n".join(_lines(asked, cells, measure)))


def _rows(
    asked: Comparison, cells: Grid, measure: Measure
) -> Iterator[tuple[str, list[float | None]]]:
    for own, row in zip(asked.a, cells, strict=True):
        yield (
            own.name,
            [
                measure.of(cell, own.points, enemy.points)
                for cell, enemy in zip(row, asked.b, strict=True)
            ],
        )


def _csv(asked: Comparison, cells: Grid, measure: Measure) -> str:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    names = (plain_cell(enemy.name) for enemy in asked.b)
    writer.writerow([measure.label, *names])
    for name, values in _rows(asked, cells, measure):
        figures = ("" if v is None else f"{v:.6f}" for v in values)
        writer.writerow([plain_cell(name), *figures])
    return written.getvalue()


def _lines(asked: Comparison, cells: Grid, measure: Measure) -> Iterator[str]:
    head = ["", *(str(number) for number, _ in enumerate(asked.b, start=1))]
    body = [
        [name, *(text_of(measure, value) for value in values)]
        for name, values in _rows(asked, cells, measure)
    ]
    yield f"{measure.label} of each row against each column"
    yield from _table([head, *body])
    yield ""
    yield from (f"{n:>3}  {enemy.name}" for n, enemy in enumerate(asked.b, start=1))
    problems = dict.fromkeys(c.problem for row in cells for c in row if c.problem)
    if problems:
        yield ""
        yield "Not worked out"
        yield from (f"  {problem}" for problem in problems)
    yield ""
    worst = max((c.error for row in cells for c in row), default=0.0)
    exact = all(cell.method == "exact" for row in cells for cell in row)
    method = "Exact" if exact else "Not exact"
    yield f"{method}; no chance is further off than {worst:.0e}."


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        first = row[0].ljust(widths[0])
        rest = (
            text.rjust(wide) for text, wide in zip(row[1:], widths[1:], strict=True)
        )
        yield "  ".join((first, *rest))
