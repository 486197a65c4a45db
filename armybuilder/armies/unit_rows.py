"""The rows of an army: one line a unit, in sections by category with their budgets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from armybuilder.armies.budgets import Budgets, ShownGauge
from armybuilder.armies.odds.figures import LoadoutOdds
from armybuilder.armies.shown_messages import is_unfinished
from armybuilder.armies.text import carried_text, without_name
from rulesets.core.points import Points
from rulesets.reviews.review import ERROR, INFO, ForceReview, Line, Message

MOST_PIPS = 8
"""Lozenges that are drawn for a limit; a higher one is told in figures alone."""


@dataclass(frozen=True, slots=True)
class RowFigure:
    """The one figure of a unit's odds: a chance to win, or wounds on average.

    `percent` is the length of its bar, none for no bar; `said` the figure in words.
    """

    text: str
    said: str
    percent: int | None = None
    is_shooting: bool = False


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit in one line: what it is, what it carries, one figure, its verdict.

    `company` is whom it stands with: `with Halberdiers`. `state` is ``bad``, ``todo``
    or ``warn`` where a message stands at it, else ""; `said` is the first of them.
    """

    line: Line
    carried: str
    company: str
    figure: RowFigure | None
    state: str
    said: str
    open: bool

    @property
    def id(self) -> str:
        return f"unit-{self.line.id}"

    @property
    def count(self) -> int:
        return self.line.models or self.line.count


@dataclass(frozen=True, slots=True)
class Section:
    """The units of a category with its limit, where there is one."""

    id: str
    name: str
    points: Points
    gauge: ShownGauge | None
    rows: tuple[UnitRow, ...]

    @property
    def head(self) -> str:
        """Return the id of its heading."""
        return f"head-{self.id}"

    @property
    def pips(self) -> tuple[bool, ...]:
        """Return the lozenges of its limit, true for those that are taken."""
        gauge = self.gauge
        if gauge is None or gauge.high is None or not 0 < gauge.high <= MOST_PIPS:
            return ()
        return tuple(number < gauge.count for number in range(int(gauge.high)))


def unit_row(
    line: Line,
    messages: Iterable[Message],
    odds: LoadoutOdds | None,
    *,
    company: str = "",
    is_open: bool,
) -> UnitRow:
    """Return the row of a unit; `messages` are those that are about it."""
    told = [*messages]
    carried = carried_text(line)
    # A war machine's only model has its name: that says nothing more.
    says_its_name = line.name.startswith(carried)
    return UnitRow(
        line=line,
        carried="" if says_its_name else carried,
        company=company,
        figure=row_figure(odds),
        state=_state(told),
        said=next((without_name(line.title, m.text) for m in told), ""),
        open=is_open,
    )


def row_figure(odds: LoadoutOdds | None) -> RowFigure | None:
    """Return the one figure of a unit's odds; none where there is no target."""
    if odds is None:
        return None
    if odds.is_out_of_place:
        return RowFigure("–", "its shots are not worked out")
    fight, volley = odds.fight, odds.volley
    if fight is not None and volley is None:
        said = f"wins {fight.winning}, {fight.name.lower()}"
        return RowFigure(fight.rounded, said, fight.whole)
    most = volley or odds.most
    if most is not None:
        said = f"{most.expected} wounds on average, {most.name.lower()}"
        return RowFigure(most.expected, said, is_shooting=volley is not None)
    return RowFigure("–", f"not worked out. {odds.why_not}".strip())


def _state(messages: list[Message]) -> str:
    if any(m.severity == ERROR and not is_unfinished(m) for m in messages):
        return "bad"
    if any(is_unfinished(message) for message in messages):
        return "todo"
    return "warn" if any(message.severity != INFO for message in messages) else ""


def messages_by_unit(
    force: ForceReview, messages: Iterable[Message]
) -> dict[str, list[Message]]:
    """Return the messages about each unit of a force, by the unit's path."""
    found: dict[str, list[Message]] = {unit.path: [] for unit in force.units}
    for message in messages:
        paths = (message.where, *message.marks)
        units = ("/".join(path.split("/")[:2]) for path in paths)
        for unit in dict.fromkeys(units):
            if unit in found:
                found[unit].append(message)
    return found


def sections(
    force: ForceReview, rows: Iterable[UnitRow], told: Budgets
) -> Iterator[Section]:
    """Yield the categories of a force that have units or a limit."""
    by_name = {gauge.title: gauge for gauge in (*told.gauges, *told.others)}
    left = [*rows]
    for category in force.categories:
        own = tuple(row for row in left if row.line.category == category.key)
        left = [row for row in left if row not in own]
        gauge = by_name.get(category.name)
        if own or (gauge is not None and gauge.state != "met"):
            id = f"section-{force.id}-{category.key}"
            yield Section(id, category.name, category.points, gauge, own)
    if left:
        name = "Units" if not force.categories else "Other units"
        points: Points = sum(row.line.points for row in left)
        yield Section(f"section-{force.id}-other", name, points, None, tuple(left))
