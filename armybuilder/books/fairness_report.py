"""Fairness of a book as its page, the page before publishing, and a table show it."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from armybuilder.books.fairness import (
    BEFORE,
    KIND,
    fairness_question,
    judged_draft,
)
from armybuilder.books.models import Edition
from armybuilder.jobs.models import Job, State
from armybuilder.jobs.work import find
from rulesets.checks.table import plain_cell
from rulesets.matchups.fairness.field import CHARACTERS, UNITS
from rulesets.matchups.fairness.judgement import Fairness, JudgedUnit, judge

SORTS = ("worth", "name", "points", "score", "price", "moved")


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
