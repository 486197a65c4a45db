"""Exports of an event: tables, lists and verdicts, names for pairing."""

import csv
import io
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from armybuilder.armies.exports import one_line
from armybuilder.events.board import Board, BoardFilter, BoardRow, board
from armybuilder.events.models import Submission
from armybuilder.events.rolls import judged_again, roll_of
from armybuilder.events.sight import Onlooker, Part
from armybuilder.events.times import local
from rulesets.checks.table import plain_cell
from rulesets.core.points import points_text

COLUMNS = (
    "number", "name", "book", "army", "points", "verdict", "messages", "first message",
    "state", "version", "code", "handed in", "points off",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Export:
    """One way to take an event away: its title, its ending, and its text."""

    title: str
    about: str
    ending: str
    kind: str
    write: Callable[[Onlooker], str]


def board_table(look: Onlooker) -> tuple[list[str], list[tuple[object, ...]]]:
    """Return the columns of a board and a row of values for every entrant."""
    found = board(look, BoardFilter())
    columns = [*COLUMNS, *found.score_titles]
    return columns, [(*_values(row), *row.scores) for row in _in_order(found)]


def table(look: Onlooker) -> str:
    """Return a line for every entrant as CSV, with as much as is seen of the list."""
    columns, rows = board_table(look)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([cell(title) for title in columns])
    for row in rows:
        writer.writerow([cell(value) for value in row])
    # The mark tells spreadsheets that the text is UTF-8.
    return "\ufeff" + text.getvalue()


def lists(look: Onlooker) -> str:
    """Return every list that is seen with its verdict: one JSON document a line."""
    documents, rows = [], rows_of(look)
    whole = _whole(rows)
    for row in rows:
        document: dict[str, object] = {
            "number": row.entrant.number,
            "name": row.name,
            "state": row.entrant.state,
        }
        frozen = whole.get(row.entrant.pk)
        if frozen is not None:
            document["list"] = frozen.receipt
            document["signature"] = frozen.signature
            document["key"] = look.event.public_key
        documents.append(json.dumps(document, ensure_ascii=False))
    return "".join(f"{document}\n" for document in documents)


def pairing(look: Onlooker) -> str:
    """Return who plays, as CSV for a pairing tool: name, book, points, list as text."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["name", "faction", "points", "list"])
    rows = rows_of(look)
    whole = _whole(rows)
    for row in rows:
        if row.group == "gone":
            continue
        known = whole.get(row.entrant.pk)
        shown = "" if known is None else roll_of(judged_again(look.event, known)).text
        book = "" if known is None else known.book_names
        writer.writerow([cell(value) for value in (row.name, book, row.points, shown)])
    return text.getvalue()


EXPORTS = {
    "table": Export(
        "Table, CSV", "entrant, book, points, verdict, scores, state", "csv",
        "text/csv; charset=utf-8", table,
    ),
    "lists": Export(
        "Lists and verdicts, JSON", "one document a line, each signed", "jsonl",
        "application/jsonl; charset=utf-8", lists,
    ),
    "pairing": Export(
        "For a pairing tool, CSV", "names, books, lists as text", "csv",
        "text/csv; charset=utf-8", pairing,
    ),
}  # fmt: skip
"""Everything that may be taken away, by the word in its address."""


def rows_of(look: Onlooker) -> list[BoardRow]:
    """Return every row of a board in the order of the entrants."""
    return _in_order(board(look, BoardFilter()))


def _in_order(found: Board) -> list[BoardRow]:
    rows = [row for _, _, _, inside in found.groups for row in inside]
    return sorted(rows, key=lambda row: row.entrant.number)


def _whole(rows: Iterable[BoardRow]) -> dict[int, Submission]:
    """Return the lists that are seen with their receipts, by the entrants' ids.

    The board leaves receipts out; here all are read at once.
    """
    seen = {
        row.row.pk: row.entrant.pk
        for row in rows
        if row.row is not None and row.sees == Part.LIST
    }
    return {seen[pk]: one for pk, one in Submission.objects.in_bulk(list(seen)).items()}


def _values(row: BoardRow) -> tuple[object, ...]:
    frozen = row.row if row.sees == Part.LIST else None
    known = row.row if row.sees >= Part.VERDICT else None
    return (
        row.entrant.number,
        row.name,
        frozen.book_names if frozen else "",
        frozen.army_name if frozen else "",
        f"{frozen.points.normalize():f}" if frozen else "",
        row.verdict,
        frozen.errors if frozen else "",
        frozen.first_message if frozen else "",
        row.state,
        known.number if known else "",
        frozen.code if frozen else "",
        _time(row),
        points_text(row.penalty) if row.penalty else "",
    )


def _time(row: BoardRow) -> str:
    """Return when a list came, on the clocks of the event, with their offset."""
    if row.row is None:
        return ""
    at = local(row.row.handed_in_at, row.entrant.event.time_zone)
    return at.isoformat(sep=" ", timespec="seconds")


def cell(value: object) -> str:
    """Return a value as a cell that no spreadsheet takes for a formula."""
    text = str(value)
    lines = "\n".join(one_line(line) for line in text.splitlines())
    return plain_cell(lines)
