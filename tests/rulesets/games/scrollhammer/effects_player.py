"""A player of effects that rules of books write out, of Scrollhammer's dice."""

from collections.abc import Iterable, Sequence

from rulesets.core.effects import RuleEffect
from rulesets.core.values import RuleUse

Spoken = tuple[RuleEffect, ...]
"""Effects that hold now."""


def spoken(
    uses: Iterable[RuleUse], whose: Sequence[str], moments: Iterable[str]
) -> Spoken:
    """Return the effects of rules of books on certain dice at these moments."""
    now = set(moments)
    return tuple(
        one
        for use in {use.key: use for use in uses if use.rule}.values()
        for one in (use.rule.effects if use.rule else ())
        if one.whose in whose and set(one.when) <= now and not set(one.unless) & now
    )


def numbers(told: Spoken, on: str, op: str) -> list[int]:
    """Return the numbers of the effects on a term with an op."""
    return [int(one.value) for one in told if (one.on, one.op) == (on, op)]


def words(told: Spoken, on: str, op: str) -> list[str]:
    """Return the words of the effects on a term with an op."""
    return [str(one.value) for one in told if (one.on, one.op) == (on, op)]


LIKE = (
    ("damage", "roll", "multiple-wounds-d3"),
    ("damage", "always", "instant-death"),
    ("cover", "ignore", "ignores-cover"),
    ("hit", "always", "autohit"),
)
"""Rules of the game that do the same as an effect."""


def like_rules(told: Spoken) -> dict[str, int]:
    """Return rules of the game that do the same as some effects, by key with X."""
    found = {key: 0 for on, op, key in LIKE if numbers(told, on, op)}
    if poisons := numbers(told, "poison", "or"):
        found["poisoned"] = min(poisons)
    if many := numbers(told, "damage", "set"):
        found["multiple-wounds"] = min(many)
    orders = words(told, "order", "set")
    if orders:
        found["strikes-last" if "last" in orders else "strikes-first"] = 0
    return found


def stronger(power: int, told: Spoken) -> int:
    """Return a Strength with every effect on it."""
    for more in numbers(told, "strength", "add"):
        power += more
    return min(max(power, 1), 10)
