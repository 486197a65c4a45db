"""Fairness of a book against a field of books: as a job, and as a page shows it."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from armybuilder.books import editions
from armybuilder.books.draft_jobs import compiled_draft
from armybuilder.books.models import Edition
from armybuilder.jobs.kinds import Kind, Step
from armybuilder.jobs.models import Job, State
from armybuilder.jobs.work import find
from rulesets.books.book import Book as CompiledBook
from rulesets.checks.table import plain_cell
from rulesets.documents.json import canonical, parse, sha256
from rulesets.games import GAMES
from rulesets.matchups.fairness.entrants import Entrant, characters, usual_points
from rulesets.matchups.fairness.field import field_of, unit_row
from rulesets.matchups.fairness.judgement import (
    Fairness,
    JudgedUnit,
    judge,
)

KIND = "fairness"
"""The key of the kind of job."""

ITSELF = ""
"""The field that is the book itself."""

SORTS = ("worth", "name", "points", "score", "price", "moved")


def fairness_question(
    draft: Any, last: Edition | None, field: Edition | None, *, with_options: bool
) -> dict[str, Any]:
    """Return what the job is asked: a draft, and its last edition, against a field.

    Parameters
    ----------
    draft : object
        The book document.
    last : Edition, optional
        Of the same book; it is compared too where it is another book than the draft.
    field : Edition, optional
        None for the book itself.
    with_options : bool
        Also each option and loadout of each unit of the draft.
    """
    drawn = {
        "book": draft["key"],
        "number": last.number + 1 if last is not None else 1,
        "sha256": sha256(draft),
        "draft": draft,
    }
    before = None
    if last is not None and last.sha256 != drawn["sha256"]:
        before = {
            "book": draft["key"],
            "number": last.number,
            "sha256": last.sha256,
            "draft": last.document,
        }
    return {
        **drawn,
        "before": before,
        "field": (
            [field.book.key, field.number, field.sha256] if field is not None else None
        ),
        "options": with_options,
    }


@dataclass(frozen=True, slots=True)
class _Compared:
    """A book with the field that it is compared with."""

    book: CompiledBook
    points: Any
    field: tuple[Entrant, ...]
    apart: frozenset[str]


DRAFT, BEFORE = "draft", "before"


@lru_cache(maxsize=4)
def _read(written: bytes) -> _Compared:
    """Return a book and the field that it is compared with, as `_compared` names it."""
    asked: Any = parse(written)
    book = compiled_draft(asked)
    books = [book]
    if asked["field"]:
        key, number, _ = asked["field"]
        books = [editions.editions_for([(key, number)])[key, number]]
    points = usual_points(books)
    game = GAMES[book.game]
    field = field_of(game, books, points)
    return _Compared(book, points, field, characters(game, book))


def _compared(question: Any, which: str) -> _Compared:
    """Return the draft, or the edition before it; a process reads each once."""
    book = question[BEFORE] if which == BEFORE else question
    keys = ("book", "number", "sha256", "draft")
    asked = {key: book[key] for key in keys} | {"field": question["field"]}
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
    return {
        "points": float(asked.points),
        "field": [one.name for one in asked.field],
        "rows": rows[DRAFT],
        "before": rows[BEFORE],
    }


FAIRNESS = Kind(KIND, "2", _split, _work, _join)
"""Every unit of a book against every unit of a field."""


@dataclass(frozen=True, slots=True)
class ShownUnit:
    """A unit of the report; ``moved`` is its worth less that in the last edition.

    ``cells`` are its wins of 100 against each of the field, each with its tone.
    """

    unit: JudgedUnit
    moved: float | None
    cells: tuple[tuple[str, str], ...]

    @property
    def model_price(self) -> float | None:
        """Return the price of the middle for each model [points]."""
        models = self.unit.row["models"]
        return self.unit.price / models if self.unit.price and models > 1 else None


@dataclass(frozen=True, slots=True)
class FairnessReport:
    """The fairness of a book as its page shows it."""

    points: float
    field: tuple[str, ...]
    fairness: Fairness | None
    units: tuple[ShownUnit, ...]
    not_compared: tuple[Mapping[str, Any], ...]
    has_before: bool

    @property
    def outliers(self) -> tuple[ShownUnit, ...]:
        """Return the units far outside the band."""
        return tuple(one for one in self.units if one.unit.place in ("strong", "weak"))


def report_of(job: Job | None, sort: str = "worth") -> FairnessReport | None:
    """Return what a job found; none if it is not done.

    ``sort`` is one of `SORTS`, with a dash before it for the other way round.
    """
    if job is None or job.state != State.DONE:
        return None
    result: Any = job.result
    found = judge(result["rows"])
    then = _worths(result[BEFORE])
    units = [
        ShownUnit(
            one,
            one.worth - then[one.row["key"]] if one.row["key"] in then else None,
            tuple(_cell(each) for each in one.row["fights"]),
        )
        for one in (found.units if found is not None else ())
    ]
    rows = result["rows"] if found is None else found.not_compared
    return FairnessReport(
        points=result["points"],
        field=tuple(result["field"]),
        fairness=found,
        units=tuple(_sorted(units, sort)),
        not_compared=tuple(rows),
        has_before=bool(then),
    )


def _worths(rows: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    found = judge(rows)
    return {one.row["key"]: one.worth for one in found.units} if found else {}


def _sorted(units: list[ShownUnit], sort: str) -> list[ShownUnit]:
    def figure(one: ShownUnit) -> tuple[bool, Any]:
        figures = {
            "name": one.unit.row["name"].casefold(),
            "points": one.unit.row["points"],
            "score": one.unit.score,
            "price": one.unit.price,
            "moved": abs(one.moved) if one.moved is not None else None,
        }
        value = figures.get(sort.removeprefix("-"), one.unit.worth)
        return value is not None, value if value is not None else 0

    rising = sort == "name" or (sort.startswith("-") and sort != "-name")
    return sorted(units, key=figure, reverse=not rising)


def told_fairness(draft: Any, last: Edition) -> str:
    """Return what a draft changes in the worth of units, in a sentence.

    It is "" where the book was not compared with itself yet.
    """
    question = fairness_question(draft, last, None, with_options=False)
    report = report_of(find(KIND, question), "moved")
    if report is None or not report.has_before:
        return ""
    moved = [one for one in report.units if one.moved and round(abs(one.moved), 1)]
    if not moved:
        return "No unit is worth more or less for its points than before."
    count, most = len(moved), moved[0]
    units = "1 unit is" if count == 1 else f"{count} units are"
    return (
        f"{units} worth more or less for the points than in edition {last.number}, most"
        f" of all {most.unit.row['name']} ({most.moved:+.1f})."
    )


BOUNDS = (10, 25, 40, 60, 75, 90)
TONES = ("b3", "b2", "b1", "mid", "a1", "a2", "a3")


def _cell(fight: Mapping[str, Any]) -> tuple[str, str]:
    """Return the wins of 100 of a fight, and the tone that shows them."""
    score = fight["score"]
    if score is None:
        return "–", ""
    return f"{score:.0f}", TONES[sum(score > bound for bound in BOUNDS)]


def fairness_csv(report: FairnessReport) -> str:
    """Return a report as CSV, a line for each unit, those not compared at the end."""
    written = io.StringIO()
    writer = csv.writer(written)
    heads = ("Unit", "Models", "Points", "Wins of 100", "Worth of 100 points")
    more = (
        "Place",
        "Best",
        "Points in the middle",
        "Moved",
        "Left out",
        "Not compared",
    )
    writer.writerow([*heads, *more, *(plain_cell(name) for name in report.field)])
    for one in report.units:
        row = one.unit.row
        writer.writerow(
            [
                plain_cell(row["name"]),
                row["models"],
                f"{row['points']:g}",
                _number(one.unit.score),
                _number(one.unit.worth),
                one.unit.place,
                one.unit.by,
                _number(one.unit.price),
                _number(one.moved),
                plain_cell("; ".join(rule["rule"] for rule in row["left_out"])),
                "",
                *(_number(each["score"]) for each in row["fights"]),
            ]
        )
    for row in report.not_compared:
        cells = [plain_cell(row["name"]), row["models"], f"{row['points']:g}"]
        writer.writerow([*cells, *[""] * 7, plain_cell(row["why_not"])])
    return written.getvalue()


def _number(figure: float | None) -> str:
    return "" if figure is None else f"{figure:.2f}"
