"""Costs of a unit of a draft as it is usually bought, beside its last edition."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulesets.books.book import Book
from rulesets.core.points import points_text
from rulesets.matchups.unit_costs import (
    CHEAPEST,
    DEAREST,
    PLAIN,
    UnitBuild,
    points_in,
    usual_builds,
)

HEADS: Mapping[str, str] = {
    PLAIN: "Nothing else",
    CHEAPEST: "Cheapest options",
    DEAREST: "Dearest options",
}
"""The names of the ways to buy options in a table."""

ALL = "Every option"
"""The name of the cheapest ones where the dearest are the same."""


@dataclass(frozen=True, slots=True)
class Cost:
    """A price as text; ``was`` is that of the last edition where it differs."""

    text: str = ""
    was: str = ""


@dataclass(frozen=True, slots=True)
class CostRow:
    """The prices of a unit of so many models, one for each head of its table."""

    models: int
    costs: tuple[Cost, ...]


@dataclass(frozen=True, slots=True)
class CostTable:
    """Prices by size and by options; ``options`` says which a head stands for."""

    heads: tuple[str, ...]
    rows: tuple[CostRow, ...]
    options: tuple[tuple[str, str], ...]


def cost_table(book: Book, before: Book | None, key: str) -> CostTable:
    """Return the prices of a unit of a book, as the engine reckons them.

    ``before`` is the last edition, where it has the unit.

    Raises
    ------
    KeyError
        If the book has no such unit.
    """
    builds = usual_builds(book, key)
    ways = list(dict.fromkeys(build.way for build in builds))
    heads = {way: HEADS[way] for way in ways}
    if CHEAPEST in heads and DEAREST not in heads:
        heads[CHEAPEST] = ALL
    found = {(build.models, build.way): build for build in builds}
    options = {build.way: ", ".join(build.options) for build in builds}
    return CostTable(
        heads=tuple(heads.values()),
        rows=tuple(
            CostRow(
                models,
                tuple(_cost(before, found.get((models, way))) for way in ways),
            )
            for models in sorted({build.models for build in builds})
        ),
        options=tuple((heads[way], options[way]) for way in ways if options[way]),
    )


def _cost(before: Book | None, build: UnitBuild | None) -> Cost:
    if build is None:
        return Cost()
    then = points_in(before, build) if before is not None else None
    was = "" if then is None or then == build.points else points_text(then)
    return Cost(points_text(build.points), was)
