"""The ranked list: one unit against many, or many ways to play one unit."""

from collections.abc import Iterable
from dataclasses import dataclass

from armybuilder.matchups.comparison_query import ComparisonQuestion
from armybuilder.matchups.pairings import (
    Pairing,
    hand,
    mean_of_row,
    means_of_columns,
    named,
    outcome,
    page,
    rank,
)
from armybuilder.matchups.parties import UNITS
from armybuilder.matchups.scales import signed, text_of
from rulesets.core.points import Points, points_text
from rulesets.matchups.contenders import Contender
from rulesets.matchups.measures import Cell, Measure, find_measure
from rulesets.matchups.unit_edits import MODELS, OPTIONS


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a bar of width 100: its tone, where it begins, and how wide it is."""

    tone: str
    x: str
    width: str


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of a ranked list; its bars say nothing that its texts do not."""

    label: str
    points: str
    difference: str
    value: str
    change: str
    better: bool
    per_100: str
    hand: str
    href: str
    note: str
    group: str
    bar: tuple[Segment, ...]
    outcomes: tuple[Segment, ...]
    outcome: str
    base: bool


@dataclass(frozen=True, slots=True)
class _Entry:
    """The subject of a row, a unit of A or an enemy, and its figures."""

    subject: Contender
    met: Pairing


def listed(
    question: ComparisonQuestion, met: list[list[Pairing]], measure: Measure, sort: str
) -> tuple[ListRow, ...]:
    """Return the rows of a list in the order that was asked for."""
    if len(met) == 1 and len(met[0]) > 1:
        entries = [_Entry(one.enemy, one) for one in met[0]]
    else:
        entries = [_Entry(row[0].row, row[0]) for row in met]
    values = [entry.met.value for entry in entries]
    most = max((abs(value) for value in values if value), default=0.0) or 1.0
    return tuple(
        _list_row(question, entry, measure, most, values[0])
        for entry in _sorted_list(entries, sort)
    )


def _sorted_list(entries: list[_Entry], sort: str) -> list[_Entry]:
    key = sort.removeprefix("-")
    found = list(entries)
    if key == "name":
        found.sort(key=lambda entry: entry.subject.label.casefold())
    elif key == "points":
        found.sort(key=lambda entry: entry.subject.points, reverse=True)
    elif key != "order":
        found.sort(key=lambda entry: rank(entry.met), reverse=True)
    return found[::-1] if sort.startswith("-") else found


def _list_row(
    question: ComparisonQuestion,
    entry: _Entry,
    measure: Measure,
    most: float,
    base: float | None,
) -> ListRow:
    subject, one, cell = entry.subject, entry.met, entry.met.cell
    is_base = question.rows != UNITS and subject is question.a.contenders[0]
    change = None if one.value is None or base is None else one.value - base
    return ListRow(
        label=named(subject),
        points=points_text(subject.points) if subject.fighter else "",
        difference=_difference(subject.difference),
        value=text_of(measure, one.value),
        change="–" if is_base else signed(measure, change),
        better=bool(change and change > 0),
        per_100=_per_100(one),
        hand=hand(subject, cell.b_hand if subject is one.enemy else cell.a_hand),
        href=page(question, one),
        note=" ".join(dict.fromkeys(filter(None, (subject.why_not, cell.problem)))),
        group=subject.group,
        bar=()
        if measure.unit == "chance"
        else _bar(
            (("b1" if (one.value or 0) < 0 else "a1", abs(one.value or 0) / most),)
        ),
        outcomes=_outcomes(cell),
        outcome="" if cell.problem else outcome(cell),
        base=is_base,
    )


def _outcomes(cell: Cell) -> tuple[Segment, ...]:
    if cell.wins is None or cell.loses is None:
        return ()
    return _bar((("a1", cell.wins), ("open", cell.neither or 0.0), ("b1", cell.loses)))


def _bar(shares: Iterable[tuple[str, float]]) -> tuple[Segment, ...]:
    found, x = [], 0.0
    for tone, share in shares:
        if share > 0:
            found.append(Segment(tone, f"{100 * x:.2f}", f"{100 * share:.2f}"))
        x += share
    return tuple(found)


def _difference(points: Points | None) -> str:
    if points is None:
        return ""
    sign = "±" if not points else "+" if points > 0 else "−"
    return f"{sign}{points_text(points if points > 0 else -points)}"


def _per_100(one: Pairing) -> str:
    key = "dealt-per-100" if one.cell.wins is None else "wins-per-100"
    measure = find_measure(key)
    if measure is None:
        return "–"
    return text_of(measure, measure.of(one.cell, one.row.points, one.enemy.points))


def best_of(
    met: list[list[Pairing]], measure: Measure, *, is_list: bool
) -> tuple[str, ...]:
    """Return the findings of a row, each in half a sentence.

    What the rules forbid is not the best of anything.
    """
    if not is_list:
        return (
            *_best("Best on average", [mean_of_row(row) for row in met], measure),
            *_best("Worst to meet", means_of_columns(met), measure, worst=True),
        )
    if len(met) == 1:
        against = [(one.enemy, one.value) for one in met[0]]
        return (
            *_best("Best against", against, measure),
            *_best("Worst against", against, measure, worst=True),
        )
    own = [(row[0].row, row[0].value) for row in met]
    if any(one.group for one, _ in own):
        bought = [(one, v) for one, v in own if one.group in (MODELS, OPTIONS)]
        return _best("Best to buy", bought, measure)
    return _best("Best", own, measure)


def _best(
    said: str,
    found: list[tuple[Contender, float | None]],
    measure: Measure,
    *,
    worst: bool = False,
) -> tuple[str, ...]:
    told = [(v, one) for one, v in found if v is not None and not one.why_not]
    if len({text_of(measure, value) for value, _ in told}) < 2:
        return ()
    choose = min if worst else max
    value, one = choose(told, key=lambda pair: pair[0])
    return (f"{said}: {one.label} ({text_of(measure, value)})",)
