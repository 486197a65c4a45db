"""Fields of the parts of a unit: how each is shown, and read from what was typed.

A field stands for one member of a part. Its name on a page is the part's place and the
member: ``/units/knights/models/knight:points``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from armybuilder.books.admin.fields import REFUSE_NULL, FigureField
from rulesets.books.rolls import RollError, read_roll, roll_words
from rulesets.core.points import to_points
from rulesets.game import Characteristic

ABSENT = object()
"""Stands for a member that a part does not say."""

MOST_POINTS = 100_000
MOST_MODELS = 1_000
MOST_ROLL = 30
FIGURES = "characteristics"

Read = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class PartField:
    """A field: the member that it stands for, its label, and how its text is read.

    ``shape`` is ``text``, ``long``, ``number`` or ``choice``; ``show`` words a value
    that is no text or number.
    """

    member: str
    label: str
    shape: str
    read: Read
    most: int = 0
    show: Callable[[Any], str] | None = None

    def shown(self, part: Any) -> str:
        """Return what the field shows of a part, "" where this does not say it."""
        value = part.get(self.member, ABSENT)
        if value is ABSENT:
            return ""
        if self.show is not None:
            return self.show(value)
        return ANY if value is None and self.shape == "number" else _text(value)

    def is_open(self, part: Any) -> bool:
        """Return whether the field can say what stands in the part."""
        return self.show is not None or not isinstance(
            part.get(self.member), dict | list
        )


ANY = "any"
"""Shown for a number without a bound."""
EMPTY = "it is empty. Fill it in."
"""Said of a field that must not be, after its name."""


def _text(value: Any) -> str:
    if value is None:
        return "-"
    return str(to_points(value)) if isinstance(value, float) else str(value)


def _words(most: int, *, required: bool = False) -> Read:
    field = forms.CharField(
        max_length=most, required=required, error_messages={"required": EMPTY}
    )

    def read(typed: str) -> Any:
        text = field.clean(typed.replace("\r\n", "\n"))
        REFUSE_NULL(text)
        return text or ABSENT

    return read


def _points(typed: str) -> Any:
    field = forms.DecimalField(
        required=False,
        max_digits=9,
        decimal_places=3,
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
    )
    number = field.clean(typed.strip())
    if number is None:
        return ABSENT
    return int(number) if number == int(number) else float(number)


def _whole(typed: str) -> Any:
    field = forms.IntegerField(required=False, min_value=0, max_value=MOST_MODELS)
    if typed.strip().casefold() == ANY:
        return None
    number = field.clean(typed.strip())
    return ABSENT if number is None else number


def _figure(typed: str) -> Any:
    figure = FigureField(required=False).clean(typed)
    return ABSENT if figure == "" else figure


def _need(typed: str) -> Any:
    """Return the lowest roll that succeeds, which books print as 5+."""
    return _figure(typed.strip().removesuffix("+"))


def _roll(typed: str) -> Any:
    if not typed.strip():
        return ABSENT
    try:
        return list(read_roll(typed[:MOST_ROLL]))
    except RollError as problem:
        raise ValidationError(f"{problem}.") from None


def _shown_roll(value: Any) -> str:
    return roll_words(*value)


def _choice(typed: str) -> Any:
    if len(typed) > 80:
        raise ValidationError("Choose one of these.")
    return typed or ABSENT


def _line(member: str, label: str, most: int, *, required: bool = False) -> PartField:
    return PartField(member, label, "text", _words(most, required=required), most)


NAME = _line("name", "Name", 120, required=True)
OTHER_NAME = _line("name", "Name", 120)
POINTS = PartField("points", "Points", "number", _points)
SUMMARY = PartField("summary", "What it does, in your words", "long", _words(1000))
SOURCE = _line("source", "Source", 300)


def _number(member: str, label: str) -> PartField:
    return PartField(member, label, "number", _whole)


def _chosen(member: str, label: str) -> PartField:
    return PartField(member, label, "choice", _choice)


FIELDS: Mapping[str, tuple[PartField, ...]] = {
    "units": (
        NAME,
        _chosen("category", "Category"),
        _chosen("type", "Type"),
        POINTS,
        _number("models", "Models"),
        _line("footprint", "Base", 9),
        PartField("note", "Note", "long", _words(1000)),
        SOURCE,
    ),
    "models": (
        NAME,
        POINTS,
        _number("min", "At least"),
        _number("max", "At most"),
        _number("start", "At first"),
        _chosen("profile", "Stat line"),
    ),
    "profiles": (OTHER_NAME, _chosen("type", "Type")),
    "slots": (NAME, _number("min", "At least"), _number("max", "At most")),
    "options": (
        OTHER_NAME,
        POINTS,
        _chosen("per", "Paid"),
        _number("max", "At most"),
        PartField(
            "roll",
            "Plus dice, rolled when bought",
            "text",
            _roll,
            MOST_ROLL,
            _shown_roll,
        ),
        SUMMARY,
        SOURCE,
    ),
}
"""The fields of each kind of part, by the list that it stands in."""


def figure_fields(characteristics: tuple[Characteristic, ...]) -> tuple[PartField, ...]:
    """Return a field for each characteristic of a game."""
    return tuple(
        PartField(one.key, one.name, "figure", _need if one.unit == "need" else _figure)
        for one in characteristics
    )
