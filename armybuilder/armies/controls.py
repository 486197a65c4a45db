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
    become another, `first` how many the first press of a counter brings.
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
    less: str = ""
    more: str = ""
    about: str = ""
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
        """Return whether it is not taken, and may not be."""
        return not self.count and self.refusal != Refusal()


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
