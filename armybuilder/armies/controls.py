"""The controls of an options form, as values that templates draw."""

from dataclasses import dataclass

from armybuilder.armies.equipment import ShownEquipment
from rulesets.reviews.review import Line


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice result of a price: its field, its range, its value now."""

    name: str
    low: int
    high: int
    rolled: int | None


@dataclass(frozen=True, slots=True)
class Refusal:
    """An objection to an option, or to one more: points past the limit, or why."""

    over: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Control:
    """One option: a radio, a checkbox or a counter by its `kind`.

    It may be taken whatever is against it. `line` is what was bought; `panel` what may
    be bought for that, `equipment` what it carries, `splits` how many of a group may
    become another, `first` how many the first press of a counter brings; `total` is the
    worth of all that a counter has, "" where it has none.
    """

    kind: str
    id: str
    name: str
    label: str
    value: str
    count: int
    low: int
    high: int | None
    price: str
    summary: str
    refusal: Refusal
    total: str = ""
    less: str = ""
    more: str = ""
    source: str = ""
    line: Line | None = None
    roll: Roll | None = None
    panel: "Panel | None" = None
    equipment: ShownEquipment | None = None
    splits: int = 0
    first: int = 1

    @property
    def checked(self) -> bool:
        return self.count > 0

    @property
    def dim(self) -> bool:
        """Return whether it is not taken, and is too dear or not allowed."""
        return not self.count and self.refusal != Refusal()

    @property
    def refused(self) -> bool:
        """Return whether it is not taken, and a rule is against it."""
        return not self.count and bool(self.refusal.why)


@dataclass(frozen=True, slots=True)
class Group:
    """The controls of a slot, or of the types of models.

    `said` is how many were taken of how many may be; `chosen` names them; `slot` is the
    key of the slot, "" for the types of models.
    """

    id: str
    title: str
    said: str
    chosen: str
    controls: tuple[Control, ...]
    folded: bool = False
    slot: str = ""
    in_full: bool = False

    @property
    def open(self) -> tuple[Control, ...]:
        """Return the controls that are taken, or that no rule is against.

        A group that is shown in full has all of them here.
        """
        return tuple(x for x in self.controls if self.in_full or not x.refused)

    @property
    def refused(self) -> tuple[Control, ...]:
        return tuple(x for x in self.controls if x.refused and not self.in_full)

    @property
    def why_refused(self) -> str:
        """Return the one reason of all that are refused, "" where there are more."""
        reasons = {one.refusal.why for one in self.refused}
        return reasons.pop() if len(reasons) == 1 else ""

    @property
    def refused_text(self) -> str:
        """Return how many are refused, such as `12 more are not allowed here`."""
        first, *others = self.refused
        said = (
            f"{1 + len(others)}{' more' if self.open else ''} are not allowed here"
            if others
            else f"{first.label} is not allowed here"
        )
        return f"{said}: {self.why_refused}" if self.why_refused else f"{said}."


@dataclass(frozen=True, slots=True)
class Panel:
    """The options of a place; the options of those stand in their controls."""

    path: str
    id: str
    title: str
    groups: tuple[Group, ...]

    @property
    def is_of_unit(self) -> bool:
        """Return whether it is a unit's, or within one: not a whole force's."""
        return "/" in self.path
