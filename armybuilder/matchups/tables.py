"""A comparison as the page shows it: a ranked list, or a heat map with its averages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from armybuilder.matchups.comparing import Comparing
from armybuilder.matchups.parties import CHANGES, UNITS
from armybuilder.matchups.tones import Key, Scale, legend, scale_of, signed, text_of
from rulesets.comparing import Contender, Variant
from rulesets.measures import MEASURES, Cell, Measure, find_measure, read_cell
from rulesets.points import Points, points_text

Weighted = tuple[float, int]
"""(figure, how many equal units it stands for)."""


@dataclass(frozen=True, slots=True)
class Met:
    """A row against a column: the cell, the loadout that it is of, its figure."""

    row: Contender
    enemy: Contender
    variant: Variant
    cell: Cell
    value: float | None
    column: int


@dataclass(frozen=True, slots=True)
class Link:
    """Another way to look at the same comparison."""

    label: str
    href: str
    current: bool
    help: str = ""


@dataclass(frozen=True, slots=True)
class ShownCell:
    """One cell of a heat map; ``text`` alone says all that its tone does."""

    text: str
    tone: str
    href: str
    title: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A row or a column: what it is called, what it is worth, how it is sorted by."""

    label: str
    points: str
    note: str
    sort: str
    arrow: str
    average: str
    average_tone: str


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A row of a heat map."""

    heading: Heading
    cells: tuple[ShownCell, ...]


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
    listed: tuple[ListRow, ...]
    legend: tuple[Key, ...]
    corner: str
    average: str
    badge: str
    exact: bool
    left_out: tuple[LeftOut, ...]
    best: str
    ranks_enemies: bool
    shows_change: bool
    shows_points_change: bool
    shows_per_100: bool
    shows_hand: bool


def cells_of(result: Mapping[str, Any]) -> list[list[Cell]]:
    return [[read_cell(cell) for cell in row] for row in result["cells"]]


def usual_measure(cells: Sequence[Sequence[Cell]]) -> Measure | None:
    """Return the first measure that some cell tells; none where none does."""
    told = (cell for row in cells for cell in row if not cell.problem)
    some = next(told, None)
    if some is None:
        return MEASURES[0]
    return next((m for m in MEASURES if m.of(some, 1, 1) is not None), None)


def met_cells(
    question: Comparing, cells: Sequence[Sequence[Cell]], measure: Measure
) -> list[list[Met]]:
    """Return every row against every column, with the best loadout of each pair."""
    rows, columns = question.indices("a"), question.indices("b")
    found = []
    for row, variants in zip(question.a.contenders, rows, strict=True):
        line = []
        for number, ((_, place), *_rest) in enumerate(columns):
            enemy = question.b.contenders[number]
            every = [
                _met(row, enemy, variant, cells[index][place], measure, number)
                for variant, index in variants
            ]
            line.append(max(every, key=_rank) if every else _absent(row, enemy, number))
        found.append(line)
    return found


def _met(
    row: Contender,
    enemy: Contender,
    variant: Variant,
    cell: Cell,
    measure: Measure,
    column: int,
) -> Met:
    value = measure.of(cell, row.points, enemy.points)
    return Met(row, enemy, variant, cell, value, column)


def _rank(met: Met) -> float:
    return float("-inf") if met.value is None else met.value


def _absent(row: Contender, enemy: Contender, column: int) -> Met:
    variant = Variant("", enemy.variants[0].fighter)
    return Met(row, enemy, variant, Cell(problem=row.why_not), None, column)


def table_of(question: Comparing, result: Mapping[str, Any]) -> Table | None:
    """Return a result as the page shows it; none where nothing can be compared."""
    cells = cells_of(result)
    measure = find_measure(question.measure) or usual_measure(cells)
    if measure is None:
        return None
    met = met_cells(question, cells, measure)
    scale = scale_of(measure, [m.value for row in met for m in row if m.value])
    is_list = len(met) == 1 or len(met[0]) == 1
    sort = question.sort or ("value" if is_list else "order")
    flat = [cell for row in cells for cell in row]
    sampled = [cell for cell in flat if cell.method != "exact"]
    worst = max((cell.error for cell in sampled), default=0.0)
    listed = _listed(question, met, measure, sort) if is_list else ()
    return Table(
        measure=measure,
        measures=tuple(_measures(question, flat, measure)),
        sorts=tuple(_sorts(question, sort, is_list=is_list)),
        columns=() if is_list else _columns(question, met, measure, scale, sort),
        rows=() if is_list else _heat_rows(question, met, measure, scale, sort),
        listed=listed,
        legend=() if is_list else legend(measure, scale),
        corner=f"{question.a.title} ↓ against {question.b.title} →",
        average=text_of(measure, _average([_weight(m) for row in met for m in row])),
        badge=f"±{100 * worst:.2g}%" if sampled else "exact",
        exact=not sampled,
        left_out=_left_out(question, result),
        best=_best(met, measure) if is_list else "",
        ranks_enemies=len(met) == 1 and len(met[0]) > 1,
        shows_change=question.rows != UNITS,
        shows_points_change=question.rows == CHANGES,
        shows_per_100=len(met) > 1,
        shows_hand=any(m.variant.loadout for row in met for m in row),
    )


# -- links -------------------------------------------------------------------------


def _measures(question: Comparing, cells: list[Cell], current: Measure) -> list[Link]:
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


def _sorts(question: Comparing, sort: str, *, is_list: bool) -> list[Link]:
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


def _turned_sort(question: Comparing, key: str, sort: str) -> str:
    """Return the address that sorts by a key, or the other way round."""
    return f"?{question.query(sort=f'-{key}' if sort == key else key)}"


def _arrow(key: str, sort: str) -> str:
    return {key: "↓", f"-{key}": "↑"}.get(sort, "")


# -- the heat map ------------------------------------------------------------------


def _columns(
    question: Comparing,
    met: list[list[Met]],
    measure: Measure,
    scale: Scale,
    sort: str,
) -> tuple[Heading, ...]:
    found = []
    for number, enemy in enumerate(question.b.contenders):
        key = f"c{number + 1}"
        average = _average([_weight(row[number], rows=True) for row in met])
        sorted_by = (_turned_sort(question, key, sort), _arrow(key, sort))
        found.append(_heading(enemy, average, measure, scale, sorted_by))
    return tuple(found)


def _heading(
    one: Contender,
    average: float | None,
    measure: Measure,
    scale: Scale,
    sorted_by: tuple[str, str] = ("", ""),
) -> Heading:
    return Heading(
        label=_named(one),
        points=points_text(one.points),
        note=one.why_not,
        sort=sorted_by[0],
        arrow=sorted_by[1],
        average=text_of(measure, average),
        average_tone="" if average is None else scale.tone(average),
    )


def _named(one: Contender) -> str:
    return f"{one.label} × {one.count}" if one.count > 1 else one.label


def _heat_rows(
    question: Comparing,
    met: list[list[Met]],
    measure: Measure,
    scale: Scale,
    sort: str,
) -> tuple[HeatRow, ...]:
    found = []
    for row in _sorted_rows(met, sort):
        average = _average([_weight(one) for one in row])
        found.append(
            HeatRow(
                _heading(row[0].row, average, measure, scale),
                tuple(_shown(question, one, measure, scale) for one in row),
            )
        )
    return tuple(found)


def _shown(question: Comparing, one: Met, measure: Measure, scale: Scale) -> ShownCell:
    told = one.cell.problem or _outcome(one.cell)
    hand = f", {one.variant.loadout}" if one.variant.loadout else ""
    return ShownCell(
        text=text_of(measure, one.value),
        tone="" if one.value is None else scale.tone(one.value),
        href=_page(question, one),
        title=f"{one.row.label}{hand} against {one.enemy.label}: {told}",
    )


def _page(question: Comparing, one: Met) -> str:
    query = question.match_up_query(one.row, one.variant, one.column)
    return f"{reverse('matchups:show')}?{query}" if query else ""


def _sorted_rows(met: list[list[Met]], sort: str) -> list[list[Met]]:
    """Return the rows in the order that was asked for; columns stay."""
    key = sort.removeprefix("-")
    if key == "order":
        return met[::-1] if sort.startswith("-") else met
    order: Callable[[list[Met]], tuple[bool, Any]]
    if key == "name":
        rows = sorted(met, key=lambda row: row[0].row.label.casefold())
    elif key == "points":
        rows = sorted(met, key=lambda row: row[0].row.points, reverse=True)
    else:
        order = _by_column(key) if key.startswith("c") else _by_average
        rows = sorted(met, key=order)
    return rows[::-1] if sort.startswith("-") else rows


def _by_column(key: str) -> Callable[[list[Met]], tuple[bool, float]]:
    number = int(key[1:]) - 1
    return lambda row: (row[number].value is None, -(row[number].value or 0.0))


def _by_average(row: list[Met]) -> tuple[bool, float]:
    average = _average([_weight(one) for one in row])
    return average is None, -(average or 0.0)


def _weight(one: Met, *, rows: bool = False) -> Weighted | None:
    """Return a figure with how many equal units its column, or its row, stands for."""
    count = one.row.count if rows else one.enemy.count
    return None if one.value is None else (one.value, count)


def _average(values: Sequence[Weighted | None]) -> float | None:
    told = [value for value in values if value is not None]
    if not told:
        return None
    return sum(v * count for v, count in told) / sum(count for _, count in told)


# -- the ranked list ---------------------------------------------------------------


def _listed(
    question: Comparing, met: list[list[Met]], measure: Measure, sort: str
) -> tuple[ListRow, ...]:
    entries = met[0] if len(met) == 1 else [row[0] for row in met]
    ranks_enemies = len(met) == 1 and len(entries) > 1
    most = max((abs(one.value) for one in entries if one.value), default=0.0) or 1.0
    base = entries[0].value
    shown = [
        _list_row(question, one, measure, (most, base), ranks_enemies=ranks_enemies)
        for one in _sorted_list(entries, sort, ranks_enemies=ranks_enemies)
    ]
    return tuple(shown)


def _subject(one: Met, *, ranks_enemies: bool) -> Contender:
    return one.enemy if ranks_enemies else one.row


def _sorted_list(entries: list[Met], sort: str, *, ranks_enemies: bool) -> list[Met]:
    key = sort.removeprefix("-")
    found = list(entries)
    if key == "name":
        found.sort(
            key=lambda one: _subject(one, ranks_enemies=ranks_enemies).label.casefold()
        )
    elif key == "points":
        found.sort(
            key=lambda one: _subject(one, ranks_enemies=ranks_enemies).points,
            reverse=True,
        )
    elif key != "order":
        found.sort(key=_rank, reverse=True)
    return found[::-1] if sort.startswith("-") else found


def _list_row(
    question: Comparing,
    one: Met,
    measure: Measure,
    against: tuple[float, float | None],
    *,
    ranks_enemies: bool,
) -> ListRow:
    subject, (most, base) = _subject(one, ranks_enemies=ranks_enemies), against
    value, cell = one.value, one.cell
    is_base = not ranks_enemies and one.row is question.a.contenders[0]
    change = None if value is None or base is None else value - base
    return ListRow(
        label=_named(subject),
        points=points_text(subject.points) if subject.variants else "",
        difference=_difference(subject.difference),
        value=text_of(measure, value),
        change="" if is_base else signed(measure, change),
        per_100=_per_100(one),
        hand=one.variant.loadout,
        href=_page(question, one),
        note=cell.problem if cell.problem == subject.why_not else _notes(one, subject),
        group=subject.group,
        tone="b" if value is not None and value < 0 else "a",
        width=0.0 if value is None else 100 * abs(value) / most,
        wins=None if cell.wins is None else 100 * cell.wins,
        neither=100 * (cell.neither or 0.0),
        loses=100 * (cell.loses or 0.0),
        outcome="" if cell.problem else _outcome(cell),
        base=is_base,
    )


def _notes(one: Met, subject: Contender) -> str:
    return " ".join(filter(None, (subject.why_not, one.cell.problem)))


def _difference(points: Points | None) -> str:
    if points is None:
        return "not for sale"
    return (
        f"{'+' if points > 0 else '−' if points < 0 else '±'}{points_text(abs(points))}"
    )


def _per_100(one: Met) -> str:
    key = "dealt-per-100" if one.cell.wins is None else "wins-per-100"
    measure = find_measure(key)
    if measure is None:
        return "–"
    return text_of(measure, measure.of(one.cell, one.row.points, one.enemy.points))


def _outcome(cell: Cell) -> str:
    """Return what a cell tells in a sentence's half, for who reads no colours."""
    chance = MEASURES[0]
    if cell.wins is not None:
        parts = (("wins", cell.wins), ("neither", cell.neither), ("loses", cell.loses))
        return ", ".join(f"{word} {text_of(chance, value)}" for word, value in parts)
    if cell.dealt is not None:
        return f"{cell.dealt:.2f} {cell.counted} on average"
    return ""


def _best(met: list[list[Met]], measure: Measure) -> str:
    """Return the best row of a list in words; "" where nothing can be said."""
    if len(met) == 1 and len(met[0]) > 1:
        return ""
    told = [
        row[0] for row in met if row[0].value is not None and not row[0].row.why_not
    ]
    if len(told) < 2:
        return ""
    best = max(told, key=_rank)
    name = best.row.label
    return f"{name}: {text_of(measure, best.value)}"


def _left_out(question: Comparing, result: Mapping[str, Any]) -> tuple[LeftOut, ...]:
    """Return the rules that are in no number, each once with the units that have it."""
    names: dict[str, dict[int, str]] = {"a": {}, "b": {}}
    for side, party in (("a", question.a), ("b", question.b)):
        for one, places in zip(party.contenders, question.indices(side), strict=True):
            for _, place in places:
                names[side].setdefault(place, one.name if one.group else one.label)
    found: dict[tuple[str, str], list[str]] = {}
    for rule in result["left_out"]:
        unit = names.get(rule["side"], {}).get(rule["index"], "both sides")
        units = found.setdefault((rule["rule"], rule["why"]), [])
        if unit not in units:
            units.append(unit)
    return tuple(LeftOut(*key, ", ".join(units)) for key, units in found.items())
