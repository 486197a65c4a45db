"""The judge pack: every list under a code, in one format, as a page or as CSV."""

import csv
import io
from collections.abc import Iterator

from django.template.loader import render_to_string

from armybuilder.events.exports import cell
from armybuilder.events.papers.collection import MOST_UNITS, Collection, PaperRefused
from armybuilder.events.papers.paper_list import ListUnit, PaperList


def judge_page(found: Collection) -> str:
    """Return the page that a judge pack is drawn from.

    Raises
    ------
    PaperRefused
        If it has more units than a PDF holds.
    """
    refuse_large(found)
    return render_to_string("events/papers/judge_pack.html", {"found": found})


def judge_csv(found: Collection) -> str:
    """Return a judge pack as CSV: a line for each unit, with its list's own columns."""
    columns = found.columns
    text = io.StringIO()
    writer = csv.writer(text)
    titles = [
        "list", "book", "list points", "verdict", "version", "code",
        *found.score_titles, "part", "unit", "belongs to the unit above", "details",
        "models", *([columns.strength.lower()] if columns.strength else []),
        *(title.lower() for title in columns.titles),
        *(["half points"] if columns.halves else []), "points",
    ]  # fmt: skip
    writer.writerow(titles)
    for one in found.lists:
        for row in _rows(found, one):
            writer.writerow([cell(value) for value in row])
    # The mark tells spreadsheets that the text is UTF-8.
    return "\ufeff" + text.getvalue()


def refuse_large(found: Collection) -> None:
    """Refuse lists that are more than one PDF holds.

    Raises
    ------
    PaperRefused
        If they have too many units.
    """
    units = sum(1 for one in found.lists for _ in one.units)
    if units > MOST_UNITS:
        text = f"These lists have {units:,} units, and a PDF holds {MOST_UNITS:,}"
        raise PaperRefused(f"{text}. Take the table for spreadsheets instead.")


def _rows(found: Collection, one: PaperList) -> Iterator[list[object]]:
    row = one.row
    scores = [one.score(title) for title in found.score_titles]
    known = [one.name, row.book_names, one.worth, one.verdict, row.number, row.code]
    for part in one.parts:
        for unit in part.units:
            yield [*known, *scores, part.title, *_of_unit(found, unit)]
    if not one.parts:
        yield [*known, *scores, "", one.problem]


def _of_unit(found: Collection, unit: ListUnit) -> Iterator[object]:
    yield unit.name
    yield "yes" if unit.is_within else ""
    yield unit.details
    yield unit.models
    if found.columns.strength:
        yield unit.strength
    yield from unit.breaks
    if found.columns.halves:
        yield "" if unit.half is None else unit.half
    yield unit.points
