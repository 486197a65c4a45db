"""A list in the one format of an event, whatever it was handed in as."""

from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.armies.presentation import ShownArmy, ShownForce, show
from armybuilder.armies.units import ShownUnit
from armybuilder.books.viewers import seen_by_site
from armybuilder.events.models import Event, Submission
from armybuilder.events.terms import JudgedList, judge
from rulesets.core.points import points_text
from rulesets.legality import company_of
from rulesets.reviews.review import Message
from rulesets.rosters.roster import read_roster


@dataclass(frozen=True, slots=True)
class RollUnit:
    """A unit of a list: how many models, its name, all that was bought, its points.

    `joins` is the unit that it joins, by the book's name; "" for none.
    """

    count: int
    name: str
    own_name: str
    details: str
    points: str
    messages: tuple[Message, ...]
    joins: str = ""

    @property
    def as_line(self) -> str:
        """Return the unit in one line of text."""
        many = f"{self.count} " if self.count > 1 else ""
        details = f" ({self.details})" if self.details else ""
        joins = f", joins {self.joins}" if self.joins else ""
        return f"{many}{self.name}{details}{joins}: {self.points}"


@dataclass(frozen=True, slots=True)
class RollPart:
    """Units under a heading with what they are worth."""

    title: str
    points: str
    units: tuple[RollUnit, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """A whole list: its parts, and how large it is."""

    parts: tuple[RollPart, ...]
    units: int
    models: int

    @property
    def text(self) -> str:
        """Return the list as plain text."""
        lines: list[str] = []
        for part in self.parts:
            lines += [f"{part.title} ({part.points})"]
            lines += [f"  {unit.as_line}" for unit in part.units]
        return "\n".join(lines)


def judged_again(event: Event, row: Submission) -> JudgedList:
    """Return a frozen list as the engine judges it by the same editions and pack."""
    with seen_by_site():
        return judge(event, read_roster(row.receipt["roster"]))


def roll_of(judged: JudgedList) -> Roll:
    """Return a judged list in the one format."""
    army = show(judged.review, judged.books)
    parts = tuple(part for force in army.forces for part in _parts(army, force))
    return Roll(parts, army.units, judged.review.models)


def _parts(army: ShownArmy, force: ShownForce) -> Iterator[RollPart]:
    book = f"{force.force.book_name}: " if len(army.forces) > 1 else ""
    known = set()
    for category in force.force.categories:
        units = [one for one in force.units if one.line.category == category.key]
        known.add(category.key)
        if units:
            worth = points_text(category.points)
            yield RollPart(f"{book}{category.name}", worth, _units(army, units))
    rest = [one for one in force.units if one.line.category not in known]
    if rest:
        worth = points_text(sum(one.line.points for one in rest))
        yield RollPart(f"{book}Units", worth, _units(army, rest))


def _units(army: ShownArmy, units: list[ShownUnit]) -> tuple[RollUnit, ...]:
    return tuple(_unit(army, one) for one in units)


def _unit(army: ShownArmy, one: ShownUnit) -> RollUnit:
    joins = company_of(army.review, one.line.path).joins
    return RollUnit(
        count=one.line.models or one.line.count,
        name=one.line.name,
        own_name=one.line.own_name,
        details=", ".join(one.bought),
        points=points_text(one.line.points),
        messages=one.messages,
        joins="" if joins is None else joins.name,
    )
