"""A player of effects that rules of books write out, of Mordheim's blows."""

from collections.abc import Iterable

from rulesets.core.effects import RuleEffect
from rulesets.core.values import RuleUse

Spoken = tuple[RuleEffect, ...]
"""Effects that hold now."""


def spoken(uses: Iterable[RuleUse], whose: str, now: set[str]) -> Spoken:
    """Return the effects of rules of books on certain dice at these moments."""
    written = [use.rule for use in uses if use.rule is not None]
    every = [one for rule in written for one in rule.effects if one.whose == whose]
    return tuple(
        one for one in every if set(one.when) <= now and not set(one.unless) & now
    )


def numbers(told: Spoken, on: str, op: str) -> list[int]:
    """Return the numbers of the effects on a term with an op."""
    return [int(text) for text in words(told, on, op)]


def words(told: Spoken, on: str, op: str) -> list[str]:
    """Return the words of the effects on a term with an op."""
    return [str(one.value) for one in told if (one.on, one.op) == (on, op)]
