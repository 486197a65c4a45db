"""Special rules: a row of a game's table or of a book, with its fate in the odds."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from rulesets.core.effects import Op, RuleEffect, read_effect

FateKind = Literal[
    "counted", "in the figures", "asked", "in hand", "elsewhere", "no dice", "left out"
]

EXACT, PARTLY, NOT_MODELLED, NO_DICE = "exact", "partly", "not modelled", "no dice"
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
    left_out : str
        What the odds do not count of it, in words; "" where they count all of it.
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
    left_out: str = ""

    def __post_init__(self) -> None:
        """Count a rule that has effects."""
        if self.effects and self.fate == LEFT_OUT:
            object.__setattr__(self, "fate", COUNTED)

    def says(self, op: Op, on: str) -> bool:
        """Return whether it says such a thing of a test or an act."""
        return any((one.op, one.on) == (op, on) for one in self.effects)

    @property
    def status(self) -> str:
        """Return `EXACT` if every kind of match-up counts it, or why not."""
        if self.fate.kind == "no dice":
            return NO_DICE
        counts = self.fate.kind in ("counted", "in the figures", "asked")
        if counts and self.left_out:
            return PARTLY
        return EXACT if counts and not self.fate.before_contact else NOT_MODELLED

    @property
    def is_written_out(self) -> bool:
        """Return whether it says itself what the odds make of it."""
        return bool(self.effects or self.left_out)


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


def read_rule(document: Any) -> SpecialRule:
    """Return the special rule of a book, from a document that was checked."""
    return SpecialRule(
        key=document["key"],
        name=document["name"],
        summary=document.get("summary", ""),
        source=document.get("source", ""),
        effects=tuple(map(read_effect, document.get("effects", ()))),
        left_out=document.get("left_out", ""),
    )


def rule_document(rule: SpecialRule) -> dict[str, Any]:
    """Return what the odds need of a book's rule as JSON values: no summary."""
    return {
        "key": rule.key,
        "name": rule.name,
        **({"source": rule.source} if rule.source else {}),
        "effects": [effect.to_document() for effect in rule.effects],
        **({"left_out": rule.left_out} if rule.left_out else {}),
    }


@lru_cache(maxsize=1024)
def written_key(rule: SpecialRule) -> str:
    """Return the key of a book's rule with the whole rule written out behind it.

    A unit of the odds carries rules by key, and a rule of a book stands in no table of
    its game. So its key says all: two books may have different rules of one key, and
    whatever is remembered of a unit is of these rules and no others.

    Examples
    --------
    >>> better = RuleEffect("to-hit", "add")
    >>> fury = SpecialRule("fury", "Fury", "", "", effects=(better,))
    >>> written_key(fury)
    'fury {"effects":[{"on":"to-hit","op":"add"}],"key":"fury","name":"Fury"}'
    >>> written_rule(written_key(fury)) == fury, written_rule("fear")
    (True, None)
    """
    document = rule_document(rule)
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return f"{rule.key} {text}"


@lru_cache(maxsize=1024)
def written_rule(key: str) -> SpecialRule | None:
    """Return the rule that is written out in a key, none in that of a game's rule."""
    _, _, text = key.partition(" ")
    return read_rule(json.loads(text)) if text.startswith("{") else None
