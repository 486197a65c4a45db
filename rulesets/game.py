"""What one game brings: its characteristics, composition and combat."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rulesets.core.points import POINTS, Currency
from rulesets.loadouts.hands import Hands
from rulesets.odds.answer import Odds, Preview
from rulesets.odds.match_up import Fighter, MatchUp, Question, Scalar
from rulesets.odds.rule_status import NO_DICE
from rulesets.packs.pack import Pack


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
    """

    key: str
    name: str
    unit: str
    help: str = ""


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

    ``pattern`` is a format string over the values of ``keys``, in their order; a
    dash is shown where the first of them is not printed, or is past ``last``: a save
    that needs 7 is none. ``name`` is the heading in full, "" where it says it all.
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
        return self.pattern.format(*("-" if v is None else v for v in values))


@dataclass(frozen=True, slots=True)
class Boxes:
    """What players tick off on paper while a unit lasts.

    Parameters
    ----------
    key : str
        The characteristic that says how many boxes a unit has.
    half : str
        What the unit is at when half of them are ticked; "" where nothing hangs on it.
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
class SpecialRule:
    """A special rule of a game.

    Parameters
    ----------
    key, name : str
    summary : str
        In our own words.
    source : str
        Document and section.
    status : str
        ``exact``, ``sampled`` or ``not modelled`` in the odds.
    takes_x : bool
        True if the rule is printed with an X that a unit fills in.
    """

    key: str
    name: str
    summary: str
    source: str
    status: str
    takes_x: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the answers of a game, in plain words, with where its rule stands."""

    term: str
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class MatchUpKind:
    """A kind of match-up that a game can work out, with the questions that it asks.

    ``round_name`` is what the game calls what `Odds.by_round` counts; "" where the
    answer is that of one moment. ``of_a`` is true of what side A does to side B.
    """

    key: str
    name: str
    summary: str
    situation: tuple[Question, ...]
    round_name: str = "Round"
    of_a: bool = False


@dataclass(frozen=True, slots=True)
class Opening:
    """How a fight begins that is told of a unit before anybody asks.

    Parameters
    ----------
    key : str
    name : str
        What the unit that is told of does: ``Charging``.
    kind : str
        Key of the kind of match-up, in its usual situation.
    turned : bool
        True where the unit that is told of is side B.
    """

    key: str
    name: str
    kind: str
    turned: bool = False


def by_either(kind: str) -> tuple[Opening, ...]:
    """Return the openings of a kind in which side A charges: a charge by either."""
    return (
        Opening("charging", "Charging", kind),
        Opening("charged", "Charged", kind, turned=True),
    )


@dataclass(frozen=True, slots=True)
class Game:
    """Everything that is special to one game.

    Parameters
    ----------
    key, name, version, source : str
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
    kinds : tuple of MatchUpKind
        The first is what is asked where nothing is said. Empty for a game whose odds
        are not written.
    openings : tuple of Opening
        Fights that are told of a unit before anybody asks: a charge by either side.
    readings : tuple of Question
        What the rules leave open.
    odds : callable, optional
        ``odds(match_up) -> Odds``; raises MatchUpError for a bad question.
    preview : callable, optional
        ``preview(fighter, target) -> tuple of Preview``: what a unit does to another,
        one for each of its ways to attack.
    hands : Hands, optional
        How its models fill their hands; none where the game does not ask.
    usual : mapping
        Figures that every stat line has unless it prints others.
    currency : Currency
        What its points are called.
    words : tuple of Word
        What the answers of its odds speak of: winning, breaking, wounds too many.
    army_of : frozenset of str
        Targets (see `Query`): what makes a force an army by itself. A force without
        any of them serves another's army, such as hired swords. Empty: any unit does.
    of_books : frozenset of str
        Rules that only books print, by key, and the odds work out exactly: from the
        stat line, from the rule, or because the situation asks for them.
    no_dice : frozenset of str
        Rules, gear and options, by key, that roll no dice of any match-up.
    bases : frozenset of str
        Base types of weapons and shields; an item's own key is one, too.
    """

    key: str
    name: str
    version: str
    source: str
    characteristics: tuple[Characteristic, ...]
    columns: tuple[Column, ...]
    unit_types: Mapping[str, UnitType]
    rules: Mapping[str, SpecialRule]
    item_stats: Mapping[str, ItemStat]
    pack: Pack
    limits: tuple[int, ...]
    kinds: tuple[MatchUpKind, ...] = ()
    openings: tuple[Opening, ...] = ()
    readings: tuple[Question, ...] = ()
    odds: Callable[[MatchUp], Odds] | None = None
    preview: Callable[[Fighter, Fighter], tuple[Preview, ...]] | None = None
    boxes: Boxes | None = None
    hands: Hands | None = None
    usual: Mapping[str, Scalar] = field(default_factory=dict)
    currency: Currency = POINTS
    words: tuple[Word, ...] = ()
    army_of: frozenset[str] = frozenset()
    of_books: frozenset[str] = frozenset()
    no_dice: frozenset[str] = frozenset()
    bases: frozenset[str] = frozenset()

    def status_of(self, key: str) -> str:
        """Return what the odds make of a special rule, by its key.

        Returns
        -------
        str
            ``exact``, ``sampled``, ``no dice`` or ``not modelled``, the last also for a
            rule that nobody knows. For a rule of a book as for one of the game.
        """
        if key in self.no_dice:
            return NO_DICE
        if key in self.rules:
            return self.rules[key].status
        return "exact" if key in self.of_books else "not modelled"

    def type_name(self, key: str) -> str:
        """Return what a type of unit is called; its key where the game has none."""
        return self.unit_types[key].name if key in self.unit_types else key

    def with_type(self, key: str, printed: Mapping[str, Scalar]) -> dict[str, Scalar]:
        """Return a stat line completed with what its type of unit gives."""
        known = self.unit_types.get(key)
        given = known.characteristics if known else {}
        return {**self.usual, **given, **printed}
