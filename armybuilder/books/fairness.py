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
from rulesets.matchups.fairness.entrants import characters, entrants, usual_points
from rulesets.matchups.fairness.field import (
    CHARACTERS,
    UNITS,
    Field,
    field_of,
    unit_row,
)
from rulesets.matchups.fairness.judgement import (
    Fairness,
    JudgedUnit,
    judge,
)

KIND = "fairness"
"""The key of the kind of job."""

SORTS = ("worth", "name", "points", "score", "price", "moved")


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


@dataclass(frozen=True, slots=True)
class FormerUnit:
    """A unit as it was in the edition before: its points, and what 100 are worth."""

    models: int
    points: float
    worth: float | None


@dataclass(frozen=True, slots=True)
class ShownUnit:
    """A unit of the report, with what it was, if it was there.

    ``is_changed`` says that the unit itself differs from what it was; ``cells`` are its
    wins of 100 against each of the field, each with its tone.
    """

    unit: JudgedUnit
    former: FormerUnit | None
    is_changed: bool
    cells: tuple[tuple[str, str], ...]

    @property
    def moved(self) -> float | None:
        """Return its worth less what it was."""
        if self.former is None or self.former.worth is None:
            return None
        return self.unit.worth - self.former.worth

    @property
    def model_price(self) -> float | None:
        """Return the price of the middle for each model [points]."""
        models = self.unit.row["models"]
        return self.unit.price / models if self.unit.price and models > 1 else None


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """The units of a book that are compared with each other's like.

    ``key`` is `UNITS` or `CHARACTERS`; ``fairness`` is none where nobody is compared.
    """

    key: str
    field: tuple[str, ...]
    fairness: Fairness | None
    units: tuple[ShownUnit, ...]

    @property
    def outliers(self) -> tuple[ShownUnit, ...]:
        """Return the units far outside the band."""
        return tuple(one for one in self.units if one.unit.place in ("strong", "weak"))


@dataclass(frozen=True, slots=True)
class FairnessReport:
    """The fairness of a book as its page shows it."""

    points: float
    groups: tuple[ShownGroup, ...]
    not_compared: tuple[Mapping[str, Any], ...]
    has_before: bool

    @property
    def units(self) -> tuple[ShownUnit, ...]:
        """Return every unit that is compared."""
        return tuple(one for group in self.groups for one in group.units)

    @property
    def changed(self) -> tuple[ShownUnit, ...]:
        """Return the units that differ from what they were in the edition before."""
        return tuple(one for one in self.units if one.is_changed)


def report_of(job: Job | None, sort: str = "worth") -> FairnessReport | None:
    """Return what a job found; none if it is not done.

    ``sort`` is one of `SORTS`, with a dash before it for the other way round.
    """
    if job is None or job.state != State.DONE:
        return None
    result: Any = job.result
    groups = tuple(_shown_group(result, key, sort) for key in (UNITS, CHARACTERS))
    return FairnessReport(
        points=result["points"],
        groups=tuple(group for group in groups if group.units),
        not_compared=tuple(row for row in result["rows"] if row["why_not"]),
        has_before=bool(result[BEFORE]),
    )


def known_fairness(draft: Any, last: Edition) -> FairnessReport | None:
    """Return a draft's report against itself; none where it was not asked for."""
    for with_options in (False, True):
        judged = judged_draft(draft, last)
        question = fairness_question(judged, (), with_options=with_options)
        report = report_of(find(KIND, question))
        if report is not None:
            return report
    return None


def _shown_group(result: Any, key: str, sort: str) -> ShownGroup:
    found = judge([row for row in result["rows"] if row["group"] == key])
    then = _formers([row for row in result[BEFORE] if row["group"] == key])
    units = [
        ShownUnit(
            one,
            then.get(one.row["key"]),
            one.row["key"] in result["changed"],
            tuple(_cell(each) for each in one.row["fights"]),
        )
        for one in (found.units if found is not None else ())
    ]
    field = tuple(result["field"][key])
    return ShownGroup(key, field, found, tuple(_sorted(units, sort)))


def _formers(rows: Sequence[Mapping[str, Any]]) -> dict[str, FormerUnit]:
    """Return the units of the edition before by their keys."""
    found = judge(rows)
    worths = {one.row["key"]: one.worth for one in found.units} if found else {}
    return {
        row["key"]: FormerUnit(row["models"], row["points"], worths.get(row["key"]))
        for row in rows
    }


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


def told_fairness(report: FairnessReport | None, last: Edition | None) -> str:
    """Return what a draft changes in the worth of units, in a sentence.

    It is "" where the book was not compared with itself yet.
    """
    if report is None or last is None or not report.has_before:
        return ""
    moved = [one for one in report.units if one.moved and round(abs(one.moved), 1)]
    if not moved:
        return "No unit is worth more or less for its points than before."
    count, most = len(moved), max(moved, key=lambda one: abs(one.moved or 0))
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


HEADS = (
    *("Unit", "Among", "Models", "Points", "Wins of 100", "Worth of 100 points"),
    *(
        "Place",
        "Best",
        "Points in the middle",
        "Rough",
        "Points before",
        "Worth before",
    ),
    *("Left out", "Not compared", "Against", "Wins of 100 against it"),
)


def fairness_csv(report: FairnessReport) -> str:
    """Return a report as CSV: a line for each unit, then a line for each fight.

    A line of a unit that is not compared says why.
    """
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(HEADS)
    for group in report.groups:
        for one in group.units:
            writer.writerow([*_unit_cells(group.key, one), "", "", ""])
    for row in report.not_compared:
        cells = [plain_cell(row["name"]), row["group"], row["models"]]
        cells += [f"{row['points']:g}", *[""] * 9, plain_cell(row["why_not"]), "", ""]
        writer.writerow(cells)
    for group in report.groups:
        for one in group.units:
            fights = zip(group.field, one.unit.row["fights"], strict=True)
            for name, fight in fights:
                cells = [plain_cell(one.unit.row["name"]), group.key, *[""] * 12]
                score = _number(fight["score"])
                writer.writerow([*cells, plain_cell(name), score])
    return written.getvalue()


def _unit_cells(group: str, one: ShownUnit) -> list[Any]:
    row, former = one.unit.row, one.former
    return [
        plain_cell(row["name"]),
        group,
        row["models"],
        f"{row['points']:g}",
        _number(one.unit.score),
        _number(one.unit.worth),
        one.unit.place,
        one.unit.by,
        _number(one.unit.price),
        "rough" if one.unit.is_rough else "",
        f"{former.points:g}" if former is not None else "",
        _number(former.worth) if former is not None else "",
        plain_cell("; ".join(rule["rule"] for rule in row["left_out"])),
    ]


def _number(figure: float | None) -> str:
    return "" if figure is None else f"{figure:.2f}"
