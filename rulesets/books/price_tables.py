"""Prices of a book as CSV: written for spreadsheets, and read as they save it.

A line is a price: its book, its place by names, names for people, and the points. The
columns ``place`` and ``points`` are read, ``book`` where it is there; a price that is
left empty says nothing.
"""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from rulesets.books.prices import (
    Number,
    PricesError,
    prices,
    read_points,
    two_readings,
)
from rulesets.checks.table import plain_cell
from rulesets.documents.forms import ENDINGS as DOCUMENT_ENDINGS
from rulesets.documents.problem import Problem

HEADS = ("book", "place", "of", "name", "paid", "points")
SEPARATORS = (",", ";", "\t")

ENDINGS = (".csv", ".tsv")

MOST_BYTES = 2_000_000
MOST_ROWS = 20_000

MOST_FAULTS = 100
"""Most faults of a table that are named."""

MOST_GUESSED = 20
"""Most unknown places for which a known one is looked for."""


def write_prices(document: Any) -> str:
    """Return every price of a book as CSV, a line each."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADS)
    for price in prices(document):
        points = "" if price.points is None else price.points
        told = map(plain_cell, (price.of, price.name, price.paid))
        writer.writerow((document["key"], price.at, *told, points))
    return out.getvalue()


def is_price_table(raw: bytes | str, name: str = "") -> bool:
    """Return whether a file holds prices: by the ending of its name, or its columns."""
    ending = f".{name.rpartition('.')[2].casefold()}"
    if ending in ENDINGS or ending in DOCUMENT_ENDINGS:
        return ending in ENDINGS
    begun = raw[:1000]
    text = begun.decode("utf-8", "replace") if isinstance(begun, bytes) else begun
    return _separator(_lines(text)) != ""


def price_text(raw: bytes | str) -> str:
    """Return the text of a file of prices; raises PricesError where it is none."""
    if len(raw) > MOST_BYTES:
        raise PricesError("", f"longer than {MOST_BYTES:,} bytes")
    if isinstance(raw, str):
        return raw
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        words = "no text in UTF-8; a spreadsheet saves it as “CSV UTF-8”"
        raise PricesError("", words) from None


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of a table: its number, and the texts of the columns that are read."""

    line: int
    book: str
    place: str
    points: str


@dataclass(frozen=True, slots=True)
class PriceTable:
    """The lines of a table of prices, and the mark between its cells."""

    rows: tuple[_Row, ...]
    separator: str

    @property
    def book(self) -> str:
        """Return the key of the one book whose prices they are.

        Raises
        ------
        PricesError
            If the table names no book, or several.
        """
        books = dict.fromkeys(row.book for row in self.rows if row.book)
        if not books:
            words = "no line names its book: take the table that a price sheet gives"
            raise PricesError("line 1", words)
        if len(books) > 1:
            named = ", ".join(key[:40] for key in [*books][:5])
            raise PricesError("", f"prices of several books: {named}")
        return next(iter(books))


def read_table(text: str) -> PriceTable:
    """Return the table of a CSV text.

    Its cells stand between commas, semicolons or tabs; a first line such as ``sep=;``
    is Excel's, and a mark of byte order counts for nothing.

    Raises
    ------
    PricesError
        If a column is missing, the table is too long, or it is no CSV.
    """
    lines = _lines(text)
    separator = _separator(lines)
    if not separator:
        words = "the first line names no column place and points"
        raise PricesError("line 1", words)
    skipped = text.count("\n") - lines.count("\n")
    try:
        rows = tuple(_rows(lines, separator, skipped))
    except csv.Error as problem:
        raise PricesError("", f"no CSV: {problem}") from None
    return PriceTable(rows, separator)


def _lines(text: str) -> str:
    text = text.removeprefix("\ufeff")
    return re.sub(r"\Asep=.\r?\n", "", text)


def _separator(lines: str) -> str:
    """Return the mark between the columns of a table, "" where it is no such table."""
    head = lines.partition("\n")[0][:1000]
    for separator in SEPARATORS:
        heads = _heads(head.split(separator))
        if "place" in heads and "points" in heads:
            return separator
    return ""


def _heads(cells: list[str]) -> list[str]:
    return [cell.strip().strip('"').casefold() for cell in cells]


def _rows(lines: str, separator: str, skipped: int) -> Iterator[_Row]:
    reader = csv.reader(
        io.StringIO(lines, newline=""), delimiter=separator, strict=True
    )
    heads = _heads(next(reader))
    at = {
        head: heads.index(head) for head in ("book", "place", "points") if head in heads
    }
    before = reader.line_num
    for count, row in enumerate(reader):
        if count >= MOST_ROWS:
            raise PricesError("", f"more than {MOST_ROWS:,} lines")
        line, before = before + 1 + skipped, reader.line_num
        if any(cell.strip() for cell in row):
            cells = {
                head: row[index].strip() if index < len(row) else ""
                for head, index in at.items()
            }
            yield _Row(line, cells.get("book", ""), cells["place"], cells["points"])


def read_prices(table: PriceTable, document: Any) -> dict[str, Number]:
    """Return the prices of a table by their places in a book.

    Raises
    ------
    PricesError
        If a place or a price is none; its ``faults`` are all, with their lines.
    """
    known = [price.at for price in prices(document)]
    found: dict[str, Number] = {}
    faults: list[Problem] = []
    guesses = 0
    seen: dict[str, int] = {}
    places = frozenset(known)
    for row in table.rows:
        where = f"line {row.line}"
        if row.book not in ("", document["key"]):
            text = f"a price of the book {row.book[:80]!r}"
            faults.append(Problem(f"{where}, book", text))
        elif row.place in seen:
            text = f"{row.place[:200]} stands in line {seen[row.place]} already"
            faults.append(Problem(f"{where}, place", text))
        elif row.place not in places:
            guesses += 1
            near = _near(row.place, known) if guesses <= MOST_GUESSED else ()
            faults.append(_unknown_place(row, near))
        else:
            seen[row.place] = row.line
            try:
                if row.points:
                    found[row.place] = _points(row, table.separator)
            except PricesError as problem:
                faults += problem.faults
    if faults:
        raise PricesError.of(_first(faults))
    return found


def _first(faults: list[Problem]) -> list[Problem]:
    """Return the faults that are named, and how many more there are."""
    more = len(faults) - MOST_FAULTS
    named = faults[:MOST_FAULTS]
    return [*named, Problem("", f"and {more:,} more")] if more > 0 else named


def _near(place: str, known: list[str]) -> tuple[str, ...]:
    return tuple(get_close_matches(place[:200], known, 1))


def _unknown_place(row: _Row, near: tuple[str, ...]) -> Problem:
    text = f"the book has no price at {row.place[:200] or 'an empty place'}"
    return Problem(f"line {row.line}, place", text, did_you_mean=near)


_THOUSANDS = re.compile(r"-?[0-9]{1,3}\.[0-9]{3}")


def _points(row: _Row, separator: str) -> Number:
    """Return the points of a line; a table of semicolons has decimal commas."""
    where = f"line {row.line}, points"
    typed = row.points.replace("\N{MINUS SIGN}", "-")
    if separator == ";":
        if _THOUSANDS.fullmatch(typed):
            raise PricesError(where, two_readings(typed))
        if "." not in typed:
            typed = typed.replace(",", ".", 1)
    return read_points(typed, where)
