"""A question to the odds: two fighters, a situation, readings of the rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from rulesets.core.points import Points
from rulesets.core.values import Gear, RuleUse, Scalar
from rulesets.documents.json import DocumentError
from rulesets.odds.sides import SIDES, Side


class MatchUpError(DocumentError):
    """A match-up that cannot be worked out; names the place in its document."""


class FigureMissing(MatchUpError):
    """A match-up of a unit without figures that it needs.

    Parameters
    ----------
    figures : tuple of (str, str)
        Name of the stat line and key of the characteristic of each.
    """

    def __init__(
        self, where: str, text: str, figures: tuple[tuple[str, str], ...] = ()
    ) -> None:
        super().__init__(where, text)
        self.figures = figures


ROLES = ("models", "leader", "mount")
"""Roles of a part of a fighter: its ordinary models, a leader, mounts."""


@dataclass(frozen=True, slots=True)
class FighterPart:
    """Some models of a fighter that have one stat line and the same in hand.

    Parameters
    ----------
    name : str
    role : str
        One of `ROLES`. A mount stands beside the models that ride it.
    models : int
        [models]
    kind : str
        The unit type's key in its game.
    characteristics : mapping
        By key, as they are with this loadout.
    rules : tuple of RuleUse
        Its own and those of what it has in use.
    gear : tuple of Gear
        In use: worn, and in hand.
    loadout : str
        What is in hand, by name.
    notes : tuple of str
        What the game says that this loadout brings.
    """

    name: str
    role: str
    models: int
    kind: str
    characteristics: Mapping[str, Scalar]
    rules: tuple[RuleUse, ...] = ()
    gear: tuple[Gear, ...] = ()
    loadout: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InWords:
    """An option without figures, rules or gear: its effect stands in words alone."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit with one loadout; every change to its profile is already applied.

    Parameters
    ----------
    name : str
        As the player sees it.
    kind : str
        The unit type's key in its game, such as ``infantry``.
    models : int
        Models at full strength [models].
    points : Points
        What the unit is worth [points].
    characteristics : mapping
        The game's characteristics by key; none where a dash is printed.
    rules : tuple of RuleUse
    gear : tuple of Gear
    left_out : tuple of str
        Names of what belongs to the unit and does not fight here: further stat lines
        and detachments.
    parts : tuple of FighterPart
        Its groups of models, leaders and mounts, in games that have hands; the
        figures above are those of the first.
    loadouts : tuple of str
        Names of all that its groups may have in hand.
    alternatives : tuple of Fighter
        The same unit with something else in hand, where nobody said what it is; a
        game's odds do not look at them, `rulesets.matchups.best_loadout` does.
    sets : tuple of tuples of FighterPart
        Its parts with each thing that it may have in hand, whoever said what it is, in
        games in which it may take another from turn to turn.
    in_words : tuple of InWords
    """

    name: str
    kind: str
    models: int
    points: Points
    characteristics: Mapping[str, Scalar]
    rules: tuple[RuleUse, ...] = ()
    gear: tuple[Gear, ...] = ()
    left_out: tuple[str, ...] = ()
    parts: tuple[FighterPart, ...] = ()
    loadouts: tuple[str, ...] = ()
    alternatives: "tuple[Fighter, ...]" = ()
    in_words: tuple[InWords, ...] = ()
    sets: tuple[tuple[FighterPart, ...], ...] = field(default=(), repr=False)

    def with_other_hands(self) -> "tuple[Fighter, ...]":
        """Return it with each other thing that it may have in hand."""
        others = (parts for parts in self.sets if parts != self.parts)
        return tuple(replace(self, parts=parts, sets=()) for parts in others)

    def as_part(self) -> FighterPart:
        """Return a fighter that is written out, without parts, as one part."""
        return FighterPart(
            name=self.name,
            role="models",
            models=self.models,
            kind=self.kind,
            characteristics=self.characteristics,
            rules=self.rules,
            gear=self.gear,
        )

    @property
    def loadout(self) -> str:
        """Return the names of its loadouts in hand; "" for none."""
        names = dict.fromkeys(part.loadout for part in self.parts if part.loadout)
        return ", ".join(names)


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question; it differs from others where a unit touches so many."""

    key: str
    label: str
    enemies: int = 0


Matters = Callable[[Fighter, Fighter], bool]
"""(own, enemy): whether an answer can change a number where these two meet."""


@dataclass(frozen=True, slots=True)
class Question:
    """A fact of the situation, or a reading that the rules leave open.

    The site draws it as a form field. With ``choices`` it is one of them; without, a
    default of type bool asks yes or no and one of type int asks for a number from
    ``low`` to ``high``.

    Parameters
    ----------
    key : str
        Stable name in documents and addresses.
    label, help, source : str
        What is asked, in a player's words; more about it; where the rule stands.
    default : str, int or bool
    choices : tuple of Choice
    low, high : int, optional
        Bounds of a number, both included.
    side : bool
        True if it is asked for each side; its keys are then ``a.key`` and ``b.key``.
    group : str
        Heading under which a form asks it; "" for one that is asked for each side,
        which stands with its side, and for a reading.
    seldom : bool
        True if hardly anybody answers it otherwise than usual; a form folds it.
    matters : Matters, optional
        Takes the side that is asked about and its enemy, or A and B; none where every
        two units may need it. What it leaves out of a form is still answered.
    kinds : tuple of str
        Kinds of match-up that ask it, by key; empty for a reading.
    sides : tuple of {"a", "b"}
        Sides whose further fighters are asked it.
    enemies : int
        Enemy units that a unit must touch before it counts.
    characters : {"", "enemy", "both"}
        Who must have a character before it counts: the enemy, or both sides.
    of_models : bool
        True of a number of the side's own models: more than it has are all of them.
    needs : str
        Key of a question of the same side, or of none as it is itself; it counts where
        that is answered yes, or with a number over 1.
    """

    key: str
    label: str
    default: str | int | bool
    choices: tuple[Choice, ...] = ()
    low: int | None = None
    high: int | None = None
    help: str = ""
    source: str = ""
    side: bool = False
    group: str = ""
    seldom: bool = False
    matters: Matters | None = None
    kinds: tuple[str, ...] = ()
    sides: tuple[Side, ...] = SIDES
    enemies: int = 1
    characters: Literal["", "enemy", "both"] = ""
    of_models: bool = False
    needs: str = ""


Answers = Mapping[str, str | int | bool]
"""Answers by the key of their question; a missing one is the default."""


Role = Literal["unit", "character"]
"""Of a further fighter."""


@dataclass(frozen=True, slots=True)
class Further:
    """A unit or a character who fights beside A or B in a kind that takes several.

    A side's units are named by its letter and their number, the first without one:
    ``a``, ``a2``, ``a3``, ``b``, ``b2``.

    Parameters
    ----------
    fighter : Fighter
    side : {"a", "b"}
    role : {"unit", "character"}
    joins : str
        Of a character: the unit of his side that he stands in; "" for its first.
    touches : str
        The enemy unit that it touches: "" for the first, and for a character for the
        one that his unit faces.
    situation : mapping
        Answers to the questions that its kind asks of each further fighter of that
        role; missing ones stand for their defaults.
    """

    fighter: Fighter
    side: Side
    role: Role = "unit"
    joins: str = ""
    touches: str = ""
    situation: Answers = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatchUp:
    """Two fighters against each other, and those who fight beside them.

    Parameters
    ----------
    game : str
        The game's key.
    kind : str
        One of the game's kinds of match-up, such as ``fight`` or ``shooting``.
    a, b : Fighter
        ``a`` acts first: it shoots, charges or is active.
    situation, readings : mapping
        Answers to the game's questions; missing ones stand for their defaults.
    rounds : int, optional
        How many rounds at most [rounds]; none means until it is over.
    without : frozenset of str
        Parts of a round's result that do not count, of those that `Odds.deciding` may
        miss: ``a.ranks``. It asks what they matter.
    explained : bool
        True asks for `Odds.deciding` too, which costs up to a fifth more.
    further : tuple of Further
        Whoever else fights; only in a kind that takes them.
    """

    game: str
    kind: str
    a: Fighter
    b: Fighter
    situation: Answers
    readings: Answers
    rounds: int | None = None
    without: frozenset[str] = frozenset()
    explained: bool = False
    further: tuple[Further, ...] = ()

    def fighters(self) -> tuple[tuple[Side, Fighter], ...]:
        """Return everybody who fights, with his side, A and B first."""
        others = ((one.side, one.fighter) for one in self.further)
        return (("a", self.a), ("b", self.b), *others)
