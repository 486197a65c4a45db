"""Values that books, reviews and odds share: figures, special rules in use, gear."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rulesets.core.special_rule import SpecialRule

Scalar = int | str | None
"""A characteristic as printed: a number, a text such as ``2D6``, or none for a dash."""


IN_ONE_MODEL = "count"
"""The figure of a stat line of which several stand in one model [models]."""


@dataclass(frozen=True, slots=True)
class RuleUse:
    """A special rule as one unit carries it.

    Parameters
    ----------
    key : str
        The rule's key in its game, such as ``armour-piercing``.
    x : int, optional
        The printed X of the rule; none where the rule has no X.
    rule : SpecialRule, optional
        The row of a book's own rule that says itself what it does to dice; none of any
        other, which its game knows by the key.
    """

    key: str
    x: int | None = None
    rule: SpecialRule | None = None


@dataclass(frozen=True, slots=True)
class Gear:
    """A piece of equipment in use.

    Parameters
    ----------
    key, name : str
    stats : mapping
        The figures that its game reads.
    kind : str
        As its book sorts it, such as ``melee`` or ``armour``; "" if it does not.
    hands : int, optional
        Hands that one of it fills [hands]; none if not printed.
    base : str
        What it is made from or counts as, as its book says; "" if it does not.
    rules : tuple of RuleUse
        Special rules that it brings.
    count : int
        How many of it one bearer has: two equal swords are 2.
    acts : bool
        True if it changes its bearer's stat line, rules or type.
    """

    key: str
    name: str
    stats: Mapping[str, Scalar]
    kind: str = ""
    hands: int | None = None
    base: str = ""
    rules: tuple[RuleUse, ...] = ()
    count: int = 1
    acts: bool = False

    @property
    def is_of_unit(self) -> bool:
        """Return whether it is the unit's as a whole: a banner that fills no hand."""
        return self.kind == "banner" and not self.hands


def together(pieces: Iterable[Gear]) -> tuple[Gear, ...]:
    """Return gear with equal pieces as one, their counts added."""
    found: dict[str, Gear] = {}
    for piece in pieces:
        known = found.get(piece.key)
        if known is not None:
            piece = replace(known, count=known.count + piece.count)
        found[piece.key] = piece
    return tuple(found.values())
