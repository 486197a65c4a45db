"""A comparison as the page shows it: a ranked list, or a heat map, and about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from armybuilder.matchups.comparison_answer import Said, comparison_answer
from armybuilder.matchups.comparison_query import ComparisonQuestion
from armybuilder.matchups.heat_map import (
    WAITS,
    Heading,
    HeatRow,
    ShownCell,
    cell_id,
    columns_of,
    rows_of,
)
from armybuilder.matchups.pairings import (
    average,
    cells_of,
    met_cells,
    usual_measure,
    weight,
)
from armybuilder.matchups.paper import Paper, paper
from armybuilder.matchups.parties import CHANGES, LOADOUTS, UNITS
from armybuilder.matchups.ranking import ListRow, best_of, listed
from armybuilder.matchups.scales import Key, legend, scale_of, text_of
from rulesets.matchups.measures import MEASURES, Cell, Measure, find_measure


@dataclass(frozen=True, slots=True)
class Link:
    """Another way to look at the same comparison."""

    label: str
    href: str
    current: bool
    help: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A rule that is in no number, why, and the units that have it."""

    rule: str
    why: str
    units: str


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that the page shows of a result."""

    measure: Measure
    measures: tuple[Link, ...]
    sorts: tuple[Link, ...]
    columns: tuple[Heading, ...]
    rows: tuple[HeatRow, ...]
    unanswered: tuple[Heading, ...]
    listed: tuple[ListRow, ...]
    legend: tuple[Key, ...]
    corner: str
    average: str
    badge: str
    exact: bool
    left_out: tuple[LeftOut, ...]
    best: tuple[str, ...]
    said: Said
    ranks_enemies: bool
    shows_change: bool
    shows_points_change: bool
    shows_per_100: bool
    shows_hand: bool
    is_alone: bool
    who: str
    paper: Paper


def table_of(question: ComparisonQuestion, result: Mapping[str, Any]) -> Table | None:
    """Return a result as the page shows it; none where nothing can be compared.

    While cells are waited for the rows stand as listed, so that none moves.
    """
    cells = cells_of(result)
    measure = find_measure(question.measure) or usual_measure(cells)
    if measure is None:
        return None
    met = met_cells(question, cells, measure)
    scale = scale_of(measure, [m.value for row in met for m in row if m.value])
    is_list = len(met) == 1 or len(met[0]) == 1
    waits = any(one.waits for row in met for one in row)
    sort = "order" if waits else question.sort or ("value" if is_list else "order")
    flat = [cell for row in cells for cell in row]
    sampled = [cell for cell in flat if cell.method != "exact"]
    worst = max((cell.error for cell in sampled), default=0.0)
    ranked = listed(question, met, measure, sort) if is_list else ()
    columns = () if is_list else columns_of(question, met, measure, scale, sort)
    rows = () if is_list else rows_of(question, met, measure, scale, sort)
    return Table(
        measure=measure,
        measures=tuple(_measures(question, flat, measure)),
        sorts=tuple(_sorts(question, sort, is_list=is_list)),
        columns=columns,
        rows=rows,
        unanswered=tuple(column for column in columns if column.note),
        listed=ranked,
        legend=() if is_list else legend(measure, scale),
        corner=f"{question.a.title} ↓ against {question.b.title} →",
        average=WAITS
        if waits
        else text_of(measure, average([weight(m) for row in met for m in row])),
        badge=f"±{100 * worst:.2g}%" if sampled else "exact",
        exact=not sampled,
        left_out=_left_out(question, result),
        best=best_of(met, measure, is_list=is_list),
        said=comparison_answer(question, met) if measure.key == "wins" else (),
        ranks_enemies=len(met) == 1 and len(met[0]) > 1,
        shows_change=question.rows != UNITS and len(met) > 1,
        shows_points_change=question.rows == CHANGES,
        shows_per_100=len(met) > 1 and not measure.key.endswith("per-100"),
        shows_hand=_has_choice(question),
        is_alone=len(met) == 1 and question.rows == LOADOUTS,
        who=_who(question, is_list=is_list, ranks_enemies=len(met) == 1),
        paper=paper(question, columns, rows),
    )


def new_cells(
    question: ComparisonQuestion, table: Table, new: Mapping[str, Any]
) -> list[ShownCell]:
    """Return the cells of a heat map that have an answer in a part of its result."""
    met = met_cells(question, cells_of(new), table.measure)
    places = {cell_id(one) for row in met for one in row if not one.waits}
    return [cell for row in table.rows for cell in row.cells if cell.id in places]


def _who(question: ComparisonQuestion, *, is_list: bool, ranks_enemies: bool) -> str:
    """Return the names of A and B of the measure."""
    if not is_list:
        return "A is the unit of the row, B that of the column."
    a, b = question.a.title, question.b.title
    if question.rows == LOADOUTS:
        return f"A is {a} with what the row has in hand, B {b}."
    if question.rows == CHANGES:
        return f"A is {a} with the change of the row, B {b}."
    if ranks_enemies:
        return f"A is {a}, B the unit of the row."
    return f"A is the unit of the row, B {b}."


def _has_choice(question: ComparisonQuestion) -> bool:
    """Return whether a side had a choice of loadouts."""
    every = (*question.a.contenders, *question.b.contenders)
    return any(one.fighter is not None and one.fighter.alternatives for one in every)


def _measures(
    question: ComparisonQuestion, cells: list[Cell], current: Measure
) -> list[Link]:
    told = [
        measure
        for measure in MEASURES
        if any(measure.of(cell, 1, 1) is not None for cell in cells)
    ]
    usual = told[0] if told else current
    return [
        Link(
            measure.label,
            f"?{question.query(measure='' if measure == usual else measure.key)}",
            measure == current,
            measure.help,
        )
        for measure in told
    ]


def _sorts(question: ComparisonQuestion, sort: str, *, is_list: bool) -> list[Link]:
    plain = sort.removeprefix("-")
    names = {
        "value": "by the figure" if is_list else "by the average",
        "order": "as listed",
        "name": "by name",
        "points": "by points",
    }
    return [
        Link(label, f"?{question.query(sort=key)}", plain == key)
        for key, label in names.items()
    ]


def _left_out(
    question: ComparisonQuestion, result: Mapping[str, Any]
) -> tuple[LeftOut, ...]:
    """Return the rules that are in no number, each once with the units that have it."""
    names: dict[str, dict[int, str]] = {"a": {}, "b": {}}
    for side, party in (("a", question.a), ("b", question.b)):
        for one, place in zip(party.contenders, question.indices(side), strict=True):
            if place is not None:
                names[side].setdefault(place, one.name if one.group else one.label)
    found: dict[tuple[str, str], list[str]] = {}
    for rule in result["left_out"]:
        unit = names.get(rule["side"], {}).get(rule["index"], "both sides")
        units = found.setdefault((rule["rule"], rule["why"]), [])
        if unit not in units:
            units.append(unit)
    return tuple(LeftOut(*key, ", ".join(units)) for key, units in found.items())
