"""The ranked list: one unit against many, or many ways to play one unit."""

from dataclasses import dataclass

from armybuilder.matchups.comparing import Comparing
from armybuilder.matchups.meetings import Met, named, outcome, page, rank
from armybuilder.matchups.tones import signed, text_of
from rulesets.comparing import Contender
from rulesets.measures import Measure, find_measure
from rulesets.points import Points, points_text


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of a ranked list.

    ``wins``, ``neither`` and ``loses`` are widths of a bar [0 to 100], none where
    nobody wins; ``width`` is that of the figure's own bar.
    """

    label: str
    points: str
    difference: str
    value: str
    change: str
    per_100: str
    hand: str
    href: str
    note: str
    group: str
    tone: str
    width: float
    wins: float | None
    neither: float
    loses: float
    outcome: str
    base: bool


@dataclass(frozen=True, slots=True)
class _Entry:
    """What a row is about, a unit of A or an enemy, and how it fares."""

    subject: Contender
    met: Met


def listed(
    question: Comparing, met: list[list[Met]], measure: Measure, sort: str
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
    question: Comparing,
    entry: _Entry,
    measure: Measure,
    most: float,
    base: float | None,
) -> ListRow:
    subject, one, cell = entry.subject, entry.met, entry.met.cell
    is_base = subject is question.a.contenders[0]
    change = None if one.value is None or base is None else one.value - base
    return ListRow(
        label=named(subject),
        points=points_text(subject.points) if subject.fighter else "",
        difference=_difference(subject.difference),
        value=text_of(measure, one.value),
        change="" if is_base else signed(measure, change),
        per_100=_per_100(one),
        hand=cell.a_hand,
        href=page(question, one),
        note=" ".join(dict.fromkeys(filter(None, (subject.why_not, cell.problem)))),
        group=subject.group,
        tone="b" if one.value is not None and one.value < 0 else "a",
        width=100 * abs(one.value or 0.0) / most,
        wins=None if cell.wins is None else 100 * cell.wins,
        neither=100 * (cell.neither or 0.0),
        loses=100 * (cell.loses or 0.0),
        outcome="" if cell.problem else outcome(cell),
        base=is_base,
    )


def _difference(points: Points | None) -> str:
    if points is None:
        return "not for sale"
    sign = "±" if not points else "+" if points > 0 else "−"
    return f"{sign}{points_text(points if points > 0 else -points)}"


def _per_100(one: Met) -> str:
    key = "dealt-per-100" if one.cell.wins is None else "wins-per-100"
    measure = find_measure(key)
    if measure is None:
        return "–"
    return text_of(measure, measure.of(one.cell, one.row.points, one.enemy.points))


def best_of(met: list[list[Met]], measure: Measure) -> str:
    """Return the best row of a list in words; "" where nothing can be said."""
    if len(met) == 1 and len(met[0]) > 1:
        return ""
    told = [
        row[0] for row in met if row[0].value is not None and not row[0].row.why_not
    ]
    if len(told) < 2:
        return ""
    best = max(told, key=rank)
    name = best.row.label
    return f"{name}: {text_of(measure, best.value)}"
