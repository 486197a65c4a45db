"""A review: the engine's verdict on a roster. Every page, sheet and answer reads it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulesets.core.points import Points
from rulesets.core.values import Gear, RuleUse
from rulesets.game import Game
from rulesets.reviews.figures import Equipment, ReviewedProfile
from rulesets.rosters.edits import Edit
from rulesets.rosters.roster import Roster

ERROR, WARNING, INFO = "error", "warning", "info"
"""Severities: an error makes the army illegal; the others do not."""

LEGAL, ILLEGAL, EMPTY = "legal", "illegal", "empty"
"""Verdicts: an army without units is empty, whatever else is wrong with it."""

UNITS = ("unit", "unknown")
"""The kinds of a unit among the selections of a force."""

MORE = "more-messages"
"""Code of the one message in place of all past the cap."""


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that were tried against a message.

    Parameters
    ----------
    text : str
        What the edits do, in a player's words.
    edits : tuple of Edit
    points : Points
        The army's points after them [points].
    legal : bool
        True if the army is then legal.
    errors : int
        How many errors the army then has.
    """

    text: str
    edits: tuple[Edit, ...]
    points: Points
    legal: bool
    errors: int


@dataclass(frozen=True, slots=True)
class Message:
    """The verdict of a rule on a roster.

    Parameters
    ----------
    code : str
        Stable and readable, never renamed: ``points-limit``.
    severity : str
        ``error``, ``warning`` or ``info``.
    where : str
        Path of the selection that it stands beside: force id and selection ids joined
        by ``/``; "" for the whole army.
    text : str
        What is wrong, with the arithmetic.
    rule, source : str
        Title of the rule, and where it is printed.
    marks : tuple of str
        Paths of every selection past the limit, ``where`` among them.
    off : Points
        How far it is past a maximum, or short of a minimum as a negative number.
    fixes : tuple of Fix
        What was tried and helps, the smallest change first.
    waivers : tuple of Fix
        What the players may agree to do without instead: its rule.
    """

    code: str
    severity: str
    where: str
    text: str
    rule: str
    source: str
    marks: tuple[str, ...] = ()
    off: Points = 0
    fixes: tuple[Fix, ...] = ()
    waivers: tuple[Fix, ...] = ()

    @property
    def distance(self) -> Points:
        """Return how far it is off, past a maximum or short of a minimum."""
        return max(self.off, -self.off)


@dataclass(frozen=True, slots=True)
class Gauge:
    """The use of a limit, and its bounds.

    ``where`` is "" for the army, else a path; ``noun`` is what is counted, such as
    ``points`` or ``selections``; ``low`` and ``high`` are none where nothing bounds.
    """

    where: str
    key: str
    title: str
    count: Points
    low: Points | None
    high: Points | None
    noun: str


@dataclass(frozen=True, slots=True)
class Tally:
    """A number of the army that its game or book names, such as a warband's rating."""

    key: str
    title: str
    value: Points
    source: str


@dataclass(frozen=True, slots=True)
class Line:
    """One selection of the roster, priced and explained.

    Parameters
    ----------
    path, id, entry : str
        Where it is; the selection's id; the key of its entry.
    name, own_name, note : str
        The book's name; the player's own name and note, empty for none.
    kind : str
        ``unit``, ``model``, ``option``, ``item``, ``mount`` or ``spell``; ``unknown``
        where the book has no such entry.
    category : str
        Key of the unit's category, "" below units.
    count, models : int
        How many of it; models in it and below it.
    each, own, points : Points
        Price of one; of this selection alone; with all below it [points].
    profiles : tuple of ReviewedProfile
    rules : tuple of RuleUse
        Special rules it has now, with those of the gear that comes along with it.
    gear : tuple of Gear
        What it carries: the unit's own and what was bought, equal pieces as one.
    lines : tuple of Line
        What was bought for it.
    equipment : Equipment, optional
        Of a group of models in a game that has hands.
    acts : bool
        True if it changes a stat line, rules, gear or the type of a unit.
    """

    path: str
    id: str
    entry: str
    name: str
    own_name: str
    note: str
    kind: str
    category: str
    count: int
    models: int
    each: Points
    own: Points
    points: Points
    profiles: tuple[ReviewedProfile, ...] = ()
    rules: tuple[RuleUse, ...] = ()
    gear: tuple[Gear, ...] = ()
    lines: tuple["Line", ...] = ()
    equipment: Equipment | None = None
    acts: bool = False

    @property
    def title(self) -> str:
        """Return the player's own name, else the book's."""
        return self.own_name or self.name


@dataclass(frozen=True, slots=True)
class Category:
    """The content of a category: ``units`` entries, worth ``points`` [points]."""

    key: str
    name: str
    units: int
    points: Points


@dataclass(frozen=True, slots=True)
class ForceReview:
    """A force: its book's edition, its units, and the content of each category."""

    id: str
    book: str
    book_name: str
    edition: int
    sha256: str
    points: Points
    units: tuple[Line, ...]
    categories: tuple[Category, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A printed rule and its treatment by the engine.

    ``status`` is ``enforced``, ``off`` (switched off by the players), ``advisory``
    (shown, not checked), ``exact`` or ``sampled`` (counts in the odds) or ``not
    modelled``. ``switchable`` rules may be switched;
    ``printed_on`` is how they stand where nobody does.
    """

    key: str
    title: str
    source: str
    status: str
    switchable: bool = False
    printed_on: bool = True

    @property
    def is_waived(self) -> bool:
        """Return whether it holds where nobody says and the players do without it.

        That an optional rule is played with waives nothing.
        """
        return self.switchable and self.printed_on and self.status == "off"


@dataclass(frozen=True, slots=True)
class Review:
    """Everything that the engine says of a roster.

    Parameters
    ----------
    game : Game
    roster : Roster
    points : Points
        What the army is worth [points].
    limit : Points, optional
        What it may be worth [points].
    models : int
    forces : tuple of ForceReview
    messages : tuple of Message
        Errors first, then in the order of the roster.
    rulings : tuple of Ruling
    gauges : tuple of Gauge
    tallies : tuple of Tally
    more, more_errors : int
        How many messages were left out, and how many of them are errors. The message
        `MORE` is reported in their place.
    """

    game: Game
    roster: Roster
    points: Points
    limit: Points | None
    models: int
    forces: tuple[ForceReview, ...]
    messages: tuple[Message, ...]
    rulings: tuple[Ruling, ...] = field(default=())
    gauges: tuple[Gauge, ...] = ()
    tallies: tuple[Tally, ...] = ()
    more: int = 0
    more_errors: int = 0

    @property
    def legal(self) -> bool:
        """Return true if it has units and no message is an error."""
        return self.verdict == LEGAL

    @property
    def verdict(self) -> str:
        """Return `LEGAL`, `ILLEGAL` or `EMPTY`; see `reviews.verdict`."""
        if not any(line.kind in UNITS for force in self.forces for line in force.units):
            return EMPTY
        return ILLEGAL if self.errors else LEGAL

    @property
    def waived(self) -> tuple[Ruling, ...]:
        """Return the rules that the players do without, see `Ruling.is_waived`."""
        return tuple(ruling for ruling in self.rulings if ruling.is_waived)

    @property
    def errors(self) -> int:
        """Return how many errors the army has, those left out among them."""
        return self._number_of(ERROR) + self.more_errors

    @property
    def warnings(self) -> int:
        """Return how many messages are no errors, those left out among them."""
        told = self._number_of(WARNING) + self._number_of(INFO)
        return told + self.more - self.more_errors

    def _number_of(self, severity: str) -> int:
        told = (m for m in self.messages if m.code != MORE)
        return sum(message.severity == severity for message in told)

    @property
    def left(self) -> Points | None:
        """Return the points left under the limit, negative past it [points]."""
        return None if self.limit is None else self.limit - self.points

    @property
    def over(self) -> Points:
        """Return the points past the limit, 0 for none [points]."""
        return max(0, -(self.left or 0))

    @property
    def percent(self) -> int:
        """Return how much of the limit is used, at most 100 [per cent]."""
        return min(100, int(100 * self.points / self.limit)) if self.limit else 0

    def lines(self) -> Iterator[Line]:
        """Yield every line of the army, parents before children."""
        for force in self.forces:
            yield from _walk(force.units)

    def line(self, path: str) -> Line | None:
        """Return the line at a path, or none."""
        lines: Iterable[Line] = (x for force in self.forces for x in force.units)
        while above := _leading(lines, path):
            if above.path == path:
                return above
            lines = above.lines
        return None

    def beside(self, path: str) -> tuple[Message, ...]:
        """Return the messages that stand beside a selection or mark it."""
        return tuple(m for m in self.messages if m.where == path or path in m.marks)


def _leading(lines: Iterable[Line], path: str) -> Line | None:
    """Return the line at a path, or the one of these that leads to it; else none."""
    return next((x for x in lines if f"{path}/".startswith(f"{x.path}/")), None)


def _walk(lines: tuple[Line, ...]) -> Iterator[Line]:
    for line in lines:
        yield line
        yield from _walk(line.lines)
