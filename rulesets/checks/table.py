"""Verdicts as a table that spreadsheets open."""

import csv
import io
from collections.abc import Iterable

from rulesets.checks.verdicts import FileVerdict
from rulesets.core.points import points_number, points_text

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""Beginnings by which a spreadsheet takes a cell for a formula."""

CSV_COLUMNS = (
    "file",
    "army",
    "verdict",
    "points",
    "limit",
    "models",
    "edition",
    "errors",
    "warnings",
    "sums",
    "agreed",
    "messages",
)


def verdict_row(verdict: FileVerdict) -> tuple[str, ...]:
    """Return the cells of a verdict under `CSV_COLUMNS`."""
    now = verdict.review
    if now is None:
        place = verdict.where or "/"
        said = f"{place}: {verdict.problem}"
        return (verdict.file, "", verdict.word, *[""] * 8, said)
    return (
        verdict.file,
        verdict.army,
        verdict.said,
        str(points_number(now.points)),
        "" if now.limit is None else str(points_number(now.limit)),
        str(now.models),
        verdict.edition,
        str(verdict.errors),
        str(verdict.warnings),
        " | ".join(f"{one.title}: {points_text(one.value)}" for one in verdict.sums),
        " | ".join(verdict.agreed),
        " | ".join(f"{message.rule}: {message.text}" for message in now.messages),
    )


def csv_text(rows: Iterable[Iterable[str]]) -> str:
    """Return rows under `CSV_COLUMNS` as CSV that no spreadsheet takes for formulas."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(CSV_COLUMNS)
    writer.writerows([plain_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def plain_cell(text: str) -> str:
    """Return a text as a cell that is no formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
