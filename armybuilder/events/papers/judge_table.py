"""The judge pack as a table for spreadsheets: a job, since each list is judged anew."""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

from armybuilder.events.exports import cell
from armybuilder.events.models import Entrant, Event, Submission
from armybuilder.events.papers.paper_list import (
    Columns,
    ListUnit,
    PaperList,
    columns_of,
    paper_list,
    shelf_of,
)
from armybuilder.events.sight import coded_name
from armybuilder.events.terms import terms_hash
from armybuilder.jobs.kinds import Kind, Step, WorkError
from rulesets.core.points import to_points
from rulesets.games import GAMES

KIND = "judge-table"
"""The key of the kind of job."""

CHUNK_SIZE = 10
"""Lists of one chunk."""

GONE = "The event or one of its lists is there no more."
CHANGED = "The rules of the event changed meanwhile: ask for the table again."


def table_question(event: Event, entrants: Sequence[Entrant]) -> dict[str, Any]:
    """Return what the job is asked: frozen lists, and the terms of their event."""
    rows = [one.current for one in entrants if one.current is not None]
    return {
        "event": event.pk,
        "terms": terms_hash(event),
        "lists": [[row.pk, row.roster_sha256] for row in rows],
    }


def table_csv(event: Event, entrants: Sequence[Entrant], result: Any) -> str:
    """Return the table: a line for each unit, with its list's own columns."""
    columns = columns_of(GAMES[event.game])
    rows = [(one, one.current) for one in entrants if one.current is not None]
    scores: dict[str, None] = {}
    for _, row in rows:
        scores.update(dict.fromkeys(score["title"] for score in row.scores))
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(_titles(columns, scores))
    for entrant, row in rows:
        known = [cell(value) for value in _of_list(entrant, row, scores)]
        writer.writerows([*known, *units] for units in result[str(row.pk)])
    # The mark tells spreadsheets that the text is UTF-8.
    return "\ufeff" + text.getvalue()


def _titles(columns: Columns, scores: dict[str, None]) -> list[str]:
    return [
        "list", "book", "list points", "verdict", "version", "code",
        *scores, "part", "unit", "belongs to the unit above", "details",
        "models", *([columns.strength.lower()] if columns.strength else []),
        *(title.lower() for title in columns.titles),
        *(["half points"] if columns.halves else []), "points",
    ]  # fmt: skip


def _of_list(
    entrant: Entrant, row: Submission, scores: dict[str, None]
) -> Iterator[object]:
    yield coded_name(entrant)
    yield row.book_names
    yield to_points(row.points)
    yield "legal" if row.is_legal else "not legal"
    yield row.number
    yield row.code
    own = {one["title"]: one["value"] for one in reversed(row.scores)}
    yield from (own.get(title, "") for title in scores)


def _split(question: Any) -> Sequence[Any]:
    numbers = [number for number, _ in question["lists"]]
    return [numbers[at : at + CHUNK_SIZE] for at in range(0, len(numbers), CHUNK_SIZE)]


def _work(question: Any, part: Any, step: Step) -> Any:
    """Return the cells of the units of some lists, by the numbers of their rows."""
    event = Event.objects.filter(pk=question["event"]).first()
    found = Submission.objects.filter(entrant__event=event).select_related("entrant")
    rows = found.in_bulk(part)
    if event is None or len(rows) < len(part):
        raise WorkError(GONE)
    if terms_hash(event) != question["terms"]:
        raise WorkError(CHANGED)
    shelf = shelf_of(rows.values())
    columns = columns_of(GAMES[event.game])
    result = {}
    for number, row in rows.items():
        one = paper_list(event, row.entrant, row, "", shelf, is_coded=True)
        result[str(number)] = [
            [cell(value) for value in cells] for cells in _rows(columns, one)
        ]
        step()
    return result


def _join(question: Any, results: Sequence[Any]) -> Any:
    return {number: rows for chunk in results for number, rows in chunk.items()}


def _rows(columns: Columns, one: PaperList) -> Iterator[list[object]]:
    for part in one.parts:
        for unit in part.units:
            yield [part.title, *_of_unit(columns, unit)]
    if not one.parts:
        yield ["", one.problem]


def _of_unit(columns: Columns, unit: ListUnit) -> Iterator[object]:
    yield unit.name
    yield "yes" if unit.is_within else ""
    yield unit.details
    yield unit.models
    if columns.strength:
        yield unit.strength
    yield from unit.breaks
    if columns.halves:
        yield "" if unit.half is None else unit.half
    yield unit.points


JUDGE_TABLE = Kind(KIND, "1", _split, _work, _join)
"""The units of every list of an event, as lines of a table."""
