"""Special rules: a row of a game's table, with its fate in the odds."""

from dataclasses import dataclass
from typing import Literal

from rulesets.core.effects import RuleEffect

FateKind = Literal[
    "counted", "in the figures", "asked", "in hand", "elsewhere", "no dice", "left out"
]

EXACT, NOT_MODELLED, NO_DICE = "exact", "not modelled", "no dice"
"""Statuses of a special rule, as readers of a book see them."""


@dataclass(frozen=True, slots=True)
class Fate:
    """The part of a special rule in the odds.

    Parameters
    ----------
    kind : FateKind
        ``in the figures``: the stat line shows it already; ``in hand``: it says only
        what may be in hand together; ``elsewhere``: only the turns before contact
        could show it.
    mechanism : str
        A mechanism of the game's combat that the rule belongs to, by its word.
    question : str
        Key of the question that it is ``asked`` by, of the situation or a reading.
    before_contact : str
        Why the turns before contact leave it out, in words; "" if they do not.
    xs : tuple of int
        The only X that are counted; empty if any is.
    other_x : str
        Why another X is left out, in words.
    """

    kind: FateKind
    mechanism: str = ""
    question: str = ""
    before_contact: str = ""
    xs: tuple[int, ...] = ()
    other_x: str = ""


COUNTED = Fate("counted")
IN_THE_FIGURES = Fate("in the figures")
IN_HAND = Fate("in hand")
WITHOUT_DICE = Fate("no dice")
LEFT_OUT = Fate("left out")


def asked(question: str) -> Fate:
    """Return the fate of a rule that counts where a question is answered so."""
    return Fate("asked", question=question)


def counted_by(mechanism: str) -> Fate:
    """Return the fate of a rule that a mechanism of its game's combat counts."""
    return Fate("counted", mechanism)


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A special rule of a game, with all that the odds do with it.

    Parameters
    ----------
    key, name : str
    summary : str
        In our own words; "" for a rule that its book sums up.
    source : str
        Document and section.
    fate : Fate
        A rule with effects and no fate of its own is `COUNTED`.
    effects : tuple of RuleEffect
        Its changes of dice; empty if a function of the game's combat counts it.
    takes_x : bool
        True if the rule is printed with an X that a unit fills in.
    is_house : bool
        True if it has no printed text, and counts as we read it.
    trace : str
        Its words in a trace; "" where those of its effects serve.
    """

    key: str
    name: str
    summary: str
    source: str
    fate: Fate = LEFT_OUT
    effects: tuple[RuleEffect, ...] = ()
    takes_x: bool = False
    is_house: bool = False
    trace: str = ""

    def __post_init__(self) -> None:
        """Count a rule that has effects."""
        if self.effects and self.fate == LEFT_OUT:
            object.__setattr__(self, "fate", COUNTED)

    @property
    def status(self) -> str:
        """Return `EXACT` if every kind of match-up counts it, or why not."""
        if self.fate.kind == "no dice":
            return NO_DICE
        counts = self.fate.kind in ("counted", "in the figures", "asked")
        return EXACT if counts and not self.fate.before_contact else NOT_MODELLED


def rules_by_key(*rules: SpecialRule) -> dict[str, SpecialRule]:
    """Return special rules by their keys; none may stand twice.

    Raises
    ------
    ValueError
        If two rules have one key.
    """
    found = {rule.key: rule for rule in rules}
    if len(found) < len(rules):
        keys = [rule.key for rule in rules]
        twice = sorted({key for key in keys if keys.count(key) > 1})
        raise ValueError(f"special rules that stand twice: {', '.join(twice)}")
    return found
