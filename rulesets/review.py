"""A review: what the engine says of a roster. Every page, sheet and answer reads it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulesets.edit import Edit
from rulesets.edit_documents import edit_document
from rulesets.game import Game
from rulesets.matchup import Gear, RuleUse, Scalar
from rulesets.points import Points, points_number
from rulesets.roster import Roster

FORMAT = "armybuilder.review/1"

ERROR, WARNING, INFO = "error", "warning", "info"
"""Severities: an error makes the army illegal; the others do not."""

MORE = "more-messages"
"""Code of the one message that stands for all that are not told one by one."""


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
    """What a rule says of a roster.

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
    fixes : tuple of Fix
    """

    code: str
    severity: str
    where: str
    text: str
    rule: str
    source: str
    marks: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """One characteristic of a unit: as printed, as it is now, and what changed it."""

    printed: Scalar
    now: Scalar
    changed_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """A stat line of a unit with every change applied, by characteristic key."""

    key: str
    name: str
    kind: str
    figures: Mapping[str, Figure]

    def values(self) -> dict[str, Scalar]:
        """Return the characteristics as they are now."""
        return {key: figure.now for key, figure in self.figures.items()}


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
    profiles : tuple of Profile
    rules : tuple of RuleUse
        Special rules it has now, with those of the gear that comes along with it.
    gear : tuple of Gear
        What it carries: the unit's own and what was bought, equal pieces as one.
    lines : tuple of Line
        What was bought for it.
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
    profiles: tuple[Profile, ...] = ()
    rules: tuple[RuleUse, ...] = ()
    gear: tuple[Gear, ...] = ()
    lines: tuple["Line", ...] = ()

    @property
    def title(self) -> str:
        """Return the player's own name, else the book's."""
        return self.own_name or self.name


@dataclass(frozen=True, slots=True)
class Category:
    """What a category holds: ``units`` entries, worth ``points`` [points]."""

    key: str
    name: str
    units: int
    points: Points


@dataclass(frozen=True, slots=True)
class ForceReview:
    """A force: its book's edition, its units, and what each category holds."""

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
    """A printed rule and what the engine does about it.

    ``status`` is ``enforced``, ``off`` (switched off by the players), ``advisory``
    (shown, not checked) or ``not modelled``. ``switchable`` rules may be switched;
    ``printed_on`` is how they stand where nobody does.
    """

    key: str
    title: str
    source: str
    status: str
    switchable: bool = False
    printed_on: bool = True


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
    more, more_errors : int
        How many messages were left out, and how many of them are errors. The message
        `MORE` stands for them.
    """

    game: Game
    roster: Roster
    points: Points
    limit: Points | None
    models: int
    forces: tuple[ForceReview, ...]
    messages: tuple[Message, ...]
    rulings: tuple[Ruling, ...] = field(default=())
    more: int = 0
    more_errors: int = 0

    @property
    def legal(self) -> bool:
        """Return true if no message is an error."""
        return not any(message.severity == ERROR for message in self.messages)

    @property
    def errors(self) -> int:
        """Return how many errors the army has, those left out among them."""
        return self._told(ERROR) + self.more_errors

    @property
    def warnings(self) -> int:
        """Return how many messages are no errors, those left out among them."""
        told = self._told(WARNING) + self._told(INFO)
        return told + self.more - self.more_errors

    def _told(self, severity: str) -> int:
        told = (m for m in self.messages if m.code != MORE)
        return sum(message.severity == severity for message in told)

    @property
    def left(self) -> Points | None:
        """Return the points left under the limit, negative past it [points]."""
        return None if self.limit is None else self.limit - self.points

    def lines(self) -> Iterator[Line]:
        """Yield every line of the army, parents before children."""
        for force in self.forces:
            yield from _walk(force.units)

    def line(self, path: str) -> Line | None:
        """Return the line at a path, or none."""
        return next((line for line in self.lines() if line.path == path), None)

    def beside(self, path: str) -> tuple[Message, ...]:
        """Return the messages that stand beside a selection or mark it."""
        return tuple(m for m in self.messages if m.where == path or path in m.marks)


def _walk(lines: tuple[Line, ...]) -> Iterator[Line]:
    for line in lines:
        yield line
        yield from _walk(line.lines)


def message_document(message: Message) -> dict[str, Any]:
    """Return the document of a message."""
    return {
        "code": message.code,
        "severity": message.severity,
        "where": message.where,
        "text": message.text,
        "rule": message.rule,
        "source": message.source,
        "marks": list(message.marks),
        "fixes": [
            {
                "text": fix.text,
                "edits": [edit_document(edit) for edit in fix.edits],
                "points": points_number(fix.points),
                "legal": fix.legal,
                "errors": fix.errors,
            }
            for fix in message.fixes
        ],
    }


def review_document(review: Review) -> dict[str, Any]:
    """Return the document of a review (``schemas/review.schema.json``)."""
    return {
        "format": FORMAT,
        "game": review.game.key,
        "name": review.roster.name,
        "legal": review.legal,
        "points": points_number(review.points),
        "limit": points_number(review.limit),
        "left": points_number(review.left),
        "models": review.models,
        "forces": [_force_document(force) for force in review.forces],
        "messages": [message_document(message) for message in review.messages],
        "more": review.more,
        "rules": [
            {
                "key": ruling.key,
                "title": ruling.title,
                "source": ruling.source,
                "status": ruling.status,
                "switchable": ruling.switchable,
            }
            for ruling in review.rulings
        ],
    }


def _force_document(force: ForceReview) -> dict[str, Any]:
    return {
        "id": force.id,
        "book": force.book,
        "book_name": force.book_name,
        "edition": force.edition,
        "sha256": force.sha256,
        "points": points_number(force.points),
        "categories": [
            {
                "key": category.key,
                "name": category.name,
                "units": category.units,
                "points": points_number(category.points),
            }
            for category in force.categories
        ],
        "units": [_line_document(line) for line in force.units],
    }


def _line_document(line: Line) -> dict[str, Any]:
    return {
        "where": line.path,
        "entry": line.entry,
        "name": line.name,
        "own_name": line.own_name,
        "kind": line.kind,
        "category": line.category,
        "count": line.count,
        "models": line.models,
        "each": points_number(line.each),
        "points": points_number(line.points),
        "profiles": [
            {
                "key": profile.key,
                "name": profile.name,
                "kind": profile.kind,
                "characteristics": {
                    key: {
                        "printed": figure.printed,
                        "now": figure.now,
                        "changed_by": list(figure.changed_by),
                    }
                    for key, figure in profile.figures.items()
                },
            }
            for profile in line.profiles
        ],
        "rules": [{"key": rule.key, "x": rule.x} for rule in line.rules],
        "gear": [
            {"key": gear.key, "name": gear.name, "count": gear.count}
            for gear in line.gear
        ],
        "selections": [_line_document(below) for below in line.lines],
    }
