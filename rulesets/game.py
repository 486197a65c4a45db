"""One game as books and lists need it: its figures, special rules, composition."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesets.core.points import POINTS, Currency
from rulesets.core.special_rule import SpecialRule
from rulesets.core.values import Scalar
from rulesets.loadouts.hands import Hands
from rulesets.packs.pack import Pack
from rulesets.paper import PaperRules


@dataclass(frozen=True, slots=True)
class Characteristic:
    """One figure of a unit's profile.

    Parameters
    ----------
    key, name : str
        Stable key in documents; name as the player reads it.
    unit : str
        ``dice``, ``need`` (lowest roll that succeeds [pips]), ``inches``, ``wounds``,
        ``text`` or ``count``.
    help : str
        What it means, one sentence.
    none : int, optional
        The figure from which additions start where a dash is printed; a dash stays a
        dash where there is none.
    is_optional : bool
        True if a stat line that leaves it out has no gap.
    """

    key: str
    name: str
    unit: str
    help: str = ""
    none: int | None = None
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class ItemStat:
    """One figure of a piece of equipment.

    Parameters
    ----------
    name : str
        As the player reads it.
    label : str
        What stands around the figure where it is not the name: ``…`` stands where the
        figure does, a unit in brackets behind; what is before a colon only forms say.
    unit : str
        ``count``, ``need`` (lowest roll that succeeds [pips]), ``modifier`` (of a roll,
        may be below 0), or ``text``, which is no number.
    words : tuple of str
        What may stand for the number; of ``text`` without any, whatever is printed.
    pattern, example : str
        A regular expression of what else may be printed, with an example of it.
    """

    name: str
    label: str = ""
    unit: str = "count"
    words: tuple[str, ...] = ()
    pattern: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a stat line: a heading and the characteristics that fill it.

    ``pattern`` is a format string for each value of ``keys``, in their order, with
    " / " between them; a dash is shown for a value that is not printed, and for all of
    them where the first is not, or is past ``last``: a save that needs 7 is none.
    ``name`` is the heading in full, "" where it says it all.

    Examples
    --------
    >>> shoot = Column("Shoot", ("dice", "need"), "{} / {}+")
    >>> [shoot.text(one) for one in ({"dice": 2, "need": 4}, {"dice": 0}, {})]
    ['2 / 4+', '0 / -', '-']
    """

    heading: str
    keys: tuple[str, ...]
    pattern: str = "{}"
    last: int | None = None
    name: str = ""

    def text(self, characteristics: Mapping[str, Scalar]) -> str:
        """Return the column's cell for a profile."""
        values = [characteristics.get(key) for key in self.keys]
        first = values[0]
        if first is None:
            return "-"
        if self.last is not None and isinstance(first, int) and first > self.last:
            return "-"
        shown = zip(self.pattern.split(" / "), values, strict=True)
        return " / ".join("-" if v is None else one.format(v) for one, v in shown)


@dataclass(frozen=True, slots=True)
class Boxes:
    """The boxes that players tick off on paper while a unit lasts.

    Parameters
    ----------
    key : str
        The characteristic that says how many boxes a unit has.
    half : str
        Words for half of them lost: ``half strength``; "" where nothing depends on it.
    of_models : bool
        True where it is each model's and not the unit's. A model with one is taken
        off the table instead of being ticked.
    """

    key: str
    half: str = ""
    of_models: bool = False


@dataclass(frozen=True, slots=True)
class UnitType:
    """A type of unit, with the characteristics that it gives every unit of it."""

    key: str
    name: str
    characteristics: Mapping[str, Scalar]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """Everything that is special to one game.

    Parameters
    ----------
    key, name, version, source : str
    about : str
        The kind of army that is played, in a few words.
    characteristics : tuple of Characteristic
        Every figure that a profile may hold.
    columns : tuple of Column
        The stat line as it is printed.
    unit_types : mapping
        By key; empty where the game has none.
    rules : mapping
        Special rules by key.
    item_stats : mapping
        Figures that an item may hold, by key.
    pack : Pack
        The composition rules that hold unless an organiser gives others.
    boxes : Boxes, optional
        What a printed sheet draws for ticking off; none where nothing is.
    limits : tuple of int
        Usual points limits, the first is the default [points].
    hands : Hands, optional
        How its models fill their hands; none where the game does not ask.
    usual : mapping
        Figures that every stat line has unless it prints others.
    currency : Currency
        What its points are called.
    army_of : frozenset of str
        Targets (see `Query`): what makes a force an army by itself. A force without
        any of them serves another's army, such as hired swords. Empty: any unit does.
    joiners : frozenset of str
        Targets: what makes a unit one that joins others, such as a character. Whom it
        may join is a matter of limits. Empty: no unit of the game joins another.
    bases : frozenset of str
        Base types of weapons and shields; an item's own key is one, too.
    paper : PaperRules
        What its printed papers show beside the figures.
    """

    key: str
    name: str
    version: str
    about: str
    source: str
    characteristics: tuple[Characteristic, ...]
    columns: tuple[Column, ...]
    unit_types: Mapping[str, UnitType]
    rules: Mapping[str, SpecialRule]
    item_stats: Mapping[str, ItemStat]
    pack: Pack
    limits: tuple[int, ...]
    boxes: Boxes | None = None
    hands: Hands | None = None
    usual: Mapping[str, Scalar] = field(default_factory=dict)
    currency: Currency = POINTS
    army_of: frozenset[str] = frozenset()
    joiners: frozenset[str] = frozenset()
    bases: frozenset[str] = frozenset()
    paper: PaperRules = field(default_factory=PaperRules)

    def type_name(self, key: str) -> str:
        """Return what a type of unit is called; its key where the game has none."""
        return self.unit_types[key].name if key in self.unit_types else key

    def figure_of_none(self, key: str) -> int | None:
        """Return the figure from which additions to a dash start, if there is one."""
        return next((one.none for one in self.characteristics if one.key == key), None)

    def with_type(self, key: str, printed: Mapping[str, Scalar]) -> dict[str, Scalar]:
        """Return a stat line completed with what its type of unit gives."""
        known = self.unit_types.get(key)
        given = known.characteristics if known else {}
        return {**self.usual, **given, **printed}
