"""Files to take home from a bulk check: verdicts, and the legal lists."""

import csv
import io
import json
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from armybuilder.armies.bulk.parcels import unpacked_files
from armybuilder.armies.bulk.rows import shown_row
from armybuilder.armies.models import BulkCheck
from rulesets.checks.files import ArmyFile
from rulesets.checks.table import plain_cell
from rulesets.checks.verdicts import WORDS
from rulesets.reviews.review import LEGAL

COLUMNS = (
    *("file", "army", "verdict", "points", "limit", "books", "messages", "sources"),
    *("would_help", "same_as", "agreed", "sums"),
)
ROWS_AT_ONCE = 200
PIECE = 64 * 1024
"""The archive is handed out in pieces of so many bytes."""


@dataclass(frozen=True, slots=True)
class CheckExport:
    """A file that is made of a bulk check, in pieces."""

    title: str
    about: str
    kind: str
    lines: Callable[[BulkCheck], Iterator[bytes]]


def csv_lines(check: BulkCheck) -> Iterator[bytes]:
    """Yield a table of the verdicts, in the order of the files."""
    # The mark tells spreadsheets that the text is UTF-8.
    yield b"\xef\xbb\xbf" + _csv_line(COLUMNS)
    for kept in check.verdicts.order_by("number").iterator(ROWS_AT_ONCE):
        row, document = shown_row(kept), _document(kept.document)
        messages = document.get("messages", [])
        told = [f"{one['rule']}: {one['text']}" for one in messages]
        helps = f"{row.helps} ({row.then})" if row.then else row.helps
        yield _csv_line(
            (
                *(row.file, row.army, row.said, row.points, row.limit, row.books),
                " | ".join(told) if messages else row.why,
                " | ".join(dict.fromkeys(one["source"] for one in messages)),
                *(helps, row.same_as, " | ".join(row.agreed), " | ".join(row.sums)),
            )
        )


def json_lines(check: BulkCheck) -> Iterator[bytes]:
    """Yield the verdicts as documents, one a line, in the order of the files."""
    rows = check.verdicts.order_by("number").values_list("document", flat=True)
    for document in rows.iterator(ROWS_AT_ONCE):
        yield json.dumps(document, ensure_ascii=False).encode() + b"\n"


def legal_lists(check: BulkCheck) -> Iterator[bytes]:
    """Yield an archive of the lists that are legal, as they were handed in."""
    legal = check.verdicts.filter(rank=WORDS.index(LEGAL))
    numbers = {*legal.values_list("number", flat=True)}
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for part in check.parts.order_by("number").iterator(1):
                files = enumerate(unpacked_files(bytes(part.packed)), part.first)
                for number, one in files:
                    if number in numbers:
                        archive.writestr(_member_name(number, one.name), one.raw)
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece


def _member_name(number: int, name: str) -> str:
    """Return a name that leads nowhere, with the number of the file before it."""
    safe = "".join(x if x.isalnum() or x in " .-_()" else "-" for x in name)
    return f"{number + 1:05}-{safe.lstrip('.-')[-120:]}"


EXPORTS = {
    "verdicts.csv": CheckExport(
        "Table, CSV",
        "with sources and what would help",
        "text/csv; charset=utf-8",
        csv_lines,
    ),
    "verdicts.jsonl": CheckExport(
        "Verdicts, JSON",
        "one document a line",
        "application/x-ndjson",
        json_lines,
    ),
    "legal-lists.zip": CheckExport(
        "The legal lists",
        "an archive",
        "application/zip",
        legal_lists,
    ),
}
"""Files that are made of a bulk check, by their names in its address."""


def file_of(check: BulkCheck, number: int) -> ArmyFile | None:
    """Return a file of a bulk check as it was handed in; none past the last."""
    part = check.parts.filter(first__lte=number).order_by("-first").first()
    if part is None or number >= part.first + part.files:
        return None
    return [*unpacked_files(bytes(part.packed))][number - part.first]


def _document(value: Any) -> dict[str, Any]:
    return dict(value)


def _csv_line(cells: tuple[str, ...]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerow(map(plain_cell, cells))
    return text.getvalue().encode()
