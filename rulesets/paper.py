"""Data of a game for its printed papers: marks, ranks, secrets, campaigns."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesets.core.subject import with_capital


@dataclass(frozen=True, slots=True)
class Ranks:
    """The ranks that a regiment fights in.

    Parameters
    ----------
    front : int
        Models abreast, as papers draw them.
    least : int
        Models that make the last rank count.
    most : int
        Most ranks behind the first that count.
    kinds : frozenset of str
        Types of units that have ranks.
    source : str
    """

    front: int
    least: int
    most: int
    kinds: frozenset[str]
    source: str


@dataclass(frozen=True, slots=True)
class Threshold:
    """Losses from which something befalls a unit.

    Parameters
    ----------
    text : str
        What papers say of it: ``half strength at {} lost``.
    share : int
        One in so many: models, or Wounds of a unit of one model.
    note : str
        What papers say of it once.
    source : str
    beyond : bool
        Whether it takes more than that share; else that share is enough.
    alone : bool
        Whether it holds of a unit of one model too.
    but : frozenset of str
        Types of units that it is not told of.
    spared : frozenset of str
        Special rules and items of units that it never befalls.
    halves : bool
        Whether the enemy then scores half of the unit's points.
    """

    text: str
    share: int
    note: str
    source: str
    beyond: bool = False
    alone: bool = False
    but: frozenset[str] = frozenset()
    spared: frozenset[str] = frozenset()
    halves: bool = False

    @property
    def title(self) -> str:
        """Return its name as a heading of a column.

        Examples
        --------
        >>> Threshold("below half at {}", 2, note="", source="").title
        'Below half'
        """
        name = self.text.partition("{")[0].strip().removesuffix(" at")
        return with_capital(name)

    def losses(self, many: int) -> int:
        """Return the fewest losses of so many that are enough.

        Examples
        --------
        >>> quarter = Threshold("Panic at {}", 4, note="", source="")
        >>> quarter.losses(20), quarter.losses(9)
        (5, 3)
        """
        return many // self.share + 1 if self.beyond else -(-many // self.share)


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign's numbers on a warband's roster.

    Parameters
    ----------
    experience : str
        The characteristic that says what a fighter has learnt.
    heroes : frozenset of str
        Categories of those who learn as heroes.
    hero_steps, other_steps : tuple of int
        Points of experience that bring an advance.
    group : int
        Most fighters of a group.
    groups : frozenset of str
        Categories of those who fight in groups.
    skills : frozenset of str
        Targets of choices that are skills and advances, none of them equipment.
    told : frozenset of str
        Targets of choices that figures, or the choices in them, say already.
    rout_share : int
        A rout test is due from one in so many fighters out of action.
    rout_half : frozenset of str
        Special rules of fighters of whom two count as one in that.
    source : str
    """

    experience: str
    heroes: frozenset[str]
    hero_steps: tuple[int, ...]
    other_steps: tuple[int, ...]
    group: int
    groups: frozenset[str]
    skills: frozenset[str]
    told: frozenset[str]
    rout_share: int
    rout_half: frozenset[str]
    source: str


@dataclass(frozen=True, slots=True)
class MagicDice:
    """Dice of an army in a turn's magic, before its items.

    Parameters
    ----------
    basic : int
        Dice of every army, to cast and to dispel. A caster adds one to cast for each
        of his levels.
    dispel : tuple of int
        Dice to dispel that a caster adds, by his level from 0.
    dispellers : frozenset of str
        Special rules of who adds one die to dispel.
    source : str
    """

    basic: int
    dispel: tuple[int, ...]
    dispellers: frozenset[str]
    source: str


@dataclass(frozen=True, slots=True)
class PaperRules:
    """A game's part in its printed papers.

    Parameters
    ----------
    marks : mapping
        What a choice makes of its unit, by target (see `Query`): ``General``.
    letters : mapping
        Letters of boxes, by the target of the choice that they stand for.
    secrets : frozenset of str
        Targets of what a player need not show the opponent.
    strength : str
        The characteristic that a unit's models add up; "" for none.
    ranks : Ranks, optional
    thresholds : tuple of Threshold
    ticks : mapping
        What is ticked when it is used, by the special rule that it belongs to.
    casters : frozenset of str
        Special rules of who knows as many spells as their X.
    dice : MagicDice, optional
    lores : mapping
        Lores that are ticked when one is chosen, by the target of who may.
    learnt : str
        Target of spells that a caster learns in play: each has a box.
    needed : str
        Figure of such a spell that says the lowest roll to cast it.
    briefly : mapping
        Figures of items as papers print them, by key; "" for those left out.
    campaign : Campaign, optional
    """

    marks: Mapping[str, str] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)
    secrets: frozenset[str] = frozenset()
    strength: str = ""
    ranks: Ranks | None = None
    thresholds: tuple[Threshold, ...] = ()
    ticks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    casters: frozenset[str] = frozenset()
    dice: MagicDice | None = None
    lores: Mapping[str, str] = field(default_factory=dict)
    learnt: str = ""
    needed: str = ""
    briefly: Mapping[str, str] = field(default_factory=dict)
    campaign: Campaign | None = None
