"""Fairness of a book against a field of books: as a job."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from armybuilder.books import editions
from armybuilder.books.draft_jobs import compiled_draft
from armybuilder.books.models import Edition
from armybuilder.jobs.kinds import Kind, Step
from rulesets.books.book import Book as CompiledBook
from rulesets.documents.json import canonical, parse, sha256
from rulesets.games import GAMES
from rulesets.matchups.fairness.entrants import characters, entrants, usual_points
from rulesets.matchups.fairness.field import (
    CHARACTERS,
    UNITS,
    Field,
    field_of,
    unit_row,
)

KIND = "fairness"
"""The key of the kind of job."""


@dataclass(frozen=True, slots=True)
class JudgedBook:
    """A book whose units are judged: its draft, or one of its editions.

    ``before`` is the edition that was published before it, compared too where it is
    another book.
    """

    key: str
    number: int
    document: Any
    sha256: str
    before: Edition | None = None


def judged_draft(draft: Any, last: Edition | None) -> JudgedBook:
    """Return a draft to be judged, as the edition that it would be."""
    number = last.number + 1 if last is not None else 1
    return JudgedBook(draft["key"], number, draft, sha256(draft), last)


def judged_edition(edition: Edition) -> JudgedBook:
    """Return an edition to be judged, with the one before it."""
    earlier = Edition.objects.filter(book=edition.book, number__lt=edition.number)
    return JudgedBook(
        edition.book.key,
        edition.number,
        edition.document,
        edition.sha256,
        earlier.order_by("-number").first(),
    )


def fairness_question(
    book: JudgedBook,
    field: Sequence[Edition],
    *,
    with_itself: bool = True,
    with_options: bool = False,
) -> dict[str, Any]:
    """Return what the job is asked: a book, and the one before it, against a field.

    Parameters
    ----------
    book : JudgedBook
    field : sequence of Edition
        Books whose units are fought.
    with_itself : bool
        Whether the units of the book itself are among them.
    with_options : bool
        Also each option and loadout of each unit of the book.
    """
    before = None
    if book.before is not None and book.before.sha256 != book.sha256:
        before = {
            "book": book.key,
            "number": book.before.number,
            "sha256": book.before.sha256,
            "draft": book.before.document,
        }
    return {
        "book": book.key,
        "number": book.number,
        "sha256": book.sha256,
        "draft": book.document,
        "before": before,
        "field": [[one.book.key, one.number, one.sha256] for one in field],
        "with_itself": with_itself,
        "options": with_options,
    }


@dataclass(frozen=True, slots=True)
class _Compared:
    """A book with the field that it is compared with."""

    book: CompiledBook
    points: Any
    field: Field
    apart: frozenset[str]


DRAFT, BEFORE = "draft", "before"


@lru_cache(maxsize=4)
def _read(written: bytes) -> _Compared:
    """Return a book and the field that it is compared with, as `_compared` names it."""
    asked: Any = parse(written)
    book = compiled_draft(asked)
    names = [(key, number) for key, number, _ in asked["field"]]
    known = editions.editions_for(names)
    books = [known[name] for name in names]
    if asked["with_itself"]:
        books.insert(0, book)
    points = usual_points(books)
    game = GAMES[book.game]
    field = field_of(game, books, points)
    return _Compared(book, points, field, characters(game, book))


def _compared(question: Any, which: str) -> _Compared:
    """Return the draft, or the edition before it; a process reads each once."""
    book = question[BEFORE] if which == BEFORE else question
    asked = {key: book[key] for key in ("book", "number", "sha256", "draft")}
    asked |= {key: question[key] for key in ("field", "with_itself")}
    return _read(canonical(asked))


def _split(question: Any) -> Sequence[Any]:
    before = question[BEFORE]
    documents = {DRAFT: question["draft"], BEFORE: before["draft"] if before else {}}
    every = [
        [which, unit["key"]]
        for which, document in documents.items()
        for unit in document.get("units", [])
    ]
    return every or [[DRAFT, ""]]


def _work(question: Any, part: Any, step: Step) -> Any:
    """Return which book a unit is of, with its row against the field."""
    which, unit = part
    asked = _compared(question, which)
    if unit not in asked.book.units:
        return [which, None]
    row = unit_row(
        GAMES[asked.book.game],
        asked.book,
        unit,
        asked.field,
        asked.points,
        step,
        with_options=question["options"] and which == DRAFT,
        apart=asked.apart,
    )
    return [which, row]


def _join(question: Any, results: Sequence[Any]) -> Any:
    asked = _compared(question, DRAFT)
    rows: dict[str, list[Any]] = {DRAFT: [], BEFORE: []}
    for which, row in results:
        if row is not None:
            rows[which].append(row)
    changed: list[str] = []
    if question[BEFORE]:
        before = _compared(question, BEFORE).book
        then = {one.key: one for one in entrants(before, asked.points)}
        now = entrants(asked.book, asked.points)
        changed = [one.key for one in now if then.get(one.key, one) != one]
    return {
        "points": float(asked.points),
        "field": {
            UNITS: [one.name for one in asked.field.units],
            CHARACTERS: [one.name for one in asked.field.characters],
        },
        "rows": rows[DRAFT],
        "before": rows[BEFORE],
        "changed": changed,
    }


FAIRNESS = Kind(KIND, "3", _split, _work, _join)
"""Every unit of a book against every unit of a field."""
