"""A row of a game's table of special rules: what it is, and its fate in the odds."""

from dataclasses import dataclass
from typing import Literal

from rulesets.core.effects import RuleEffect

FateKind = Literal[
    "counted", "in the figures", "asked", "elsewhere", "no dice", "not worked out"
]


@dataclass(frozen=True, slots=True)
class Fate:
    """What the odds do with a special rule.

    Parameters
    ----------
    kind : FateKind
        ``in the figures``: the stat line and what is in hand show it already;
        ``elsewhere``: only the turns before contact could tell it.
    question : str
        Key of the question of the situation that it is ``asked`` by.
    before_contact : str
        Why the turns before contact leave it out, in words; "" if they do not.
    xs : tuple of int
        The only X that are counted; empty if any is.
    other_x : str
        Why another X is not worked out, in words.
    """

    kind: FateKind
    question: str = ""
    before_contact: str = ""
    xs: tuple[int, ...] = ()
    other_x: str = ""


COUNTED = Fate("counted")
IN_THE_FIGURES = Fate("in the figures")
NO_DICE = Fate("no dice")
NOT_WORKED_OUT = Fate("not worked out")


def asked(question: str) -> Fate:
    """Return the fate of a rule that counts where a question is answered so."""
    return Fate("asked", question=question)


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One special rule.

    Parameters
    ----------
    key, name : str
    summary : str
        In our own words; "" for a rule that its book sums up.
    source : str
        Document and section.
    fate : Fate
    effects : tuple of RuleEffect
        What it does to dice; empty if a function of the game does it.
    of_book : bool
        True if only books print it, False if the rules of the game do.
    takes_x : bool
        True if it is printed with an X that a unit fills in.
    of_charge : bool
        True if a part of it tells only on a charge or in the first round after one.
    own_shots : bool
        True if its bearer shoots by rules of its own, which no volley knows.
    """

    key: str
    name: str
    summary: str
    source: str
    fate: Fate
    effects: tuple[RuleEffect, ...] = ()
    of_book: bool = False
    takes_x: bool = False
    of_charge: bool = False
    own_shots: bool = False
