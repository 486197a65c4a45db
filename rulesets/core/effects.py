"""Effects of special rules on dice, as values that documents can hold."""

from dataclasses import dataclass
from typing import Any, Literal

Op = Literal[
    "set",
    "add",
    "multiply",
    "at-least",
    "at-most",
    "or",
    "roll",
    "never",
    "always",
    "re-roll",
    "natural",
    "read",
    "ignore",
    "skip",
    "pass",
    "start",
    "may",
    "must",
    "may-not",
]
"""The operation of an effect on its term. The first five are those of changes.

``or`` succeeds on a need too, where that is better; ``roll`` is a die of its own;
``natural`` happens from a natural face on; ``read`` reads a roll otherwise; ``ignore``
takes away; ``skip`` and ``pass`` are of tests, ``start`` sets a mechanism off, and the
last three are of acts.
"""

Whose = Literal["own", "against", "unit", "side"]
"""The owner of dice: the bearer, who rolls against it, its unit, its whole side."""


@dataclass(frozen=True, slots=True)
class RuleEffect:
    """One effect of a special rule on one term of its game.

    Parameters
    ----------
    on : str
        The term, such as ``to-hit``, ``save``, ``act:charge``.
    op : Op
    value : int or str
        A number, of which +1 is always good for who rolls; ``x`` or ``-x`` for the
        rule's X; or a word of the op, such as ``failures``.
    natural : int
        With ``natural``: the lowest face that does it [pips]; 0 otherwise.
    when, unless : tuple of str
        Moments, all of which hold; moments, none of which holds.
    whose : {"own", "against", "unit", "side"}
    group : str
        Of one group, only the strongest effect on a term counts.
    """

    on: str
    op: Op
    value: int | str = 1
    natural: int = 0
    when: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    whose: Whose = "own"
    group: str = ""

    def amount(self, x: int = 0) -> int | str:
        """Return its value with the X of its rule.

        Examples
        --------
        >>> RuleEffect("save", "add", "-x").amount(2)
        -2
        >>> RuleEffect("to-hit", "re-roll", "failures").amount()
        'failures'
        """
        return {"x": x, "-x": -x}.get(str(self.value), self.value)

    def to_document(self) -> dict[str, Any]:
        """Return it as JSON values, defaults left out."""
        return {
            "on": self.on,
            "op": self.op,
            **({"value": self.value} if self.value != 1 else {}),
            **({"natural": self.natural} if self.natural else {}),
            **({"when": list(self.when)} if self.when else {}),
            **({"unless": list(self.unless)} if self.unless else {}),
            **({"whose": self.whose} if self.whose != "own" else {}),
            **({"group": self.group} if self.group else {}),
        }


def read_effect(document: Any) -> RuleEffect:
    """Return the effect of a document that was checked."""
    return RuleEffect(
        on=document["on"],
        op=document["op"],
        value=document.get("value", 1),
        natural=document.get("natural", 0),
        when=tuple(document.get("when", ())),
        unless=tuple(document.get("unless", ())),
        whose=document.get("whose", "own"),
        group=document.get("group", ""),
    )
