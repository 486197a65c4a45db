"""Scrolls that cast a spell by themselves, once."""

from rulesets.games.scrollhammer.combat.profile import ScrollhammerGroup
from rulesets.games.scrollhammer.special_rules import rule_of

SCROLL = "scroll"
"""The term of effects that say which casting costs a scroll may hold."""


def may_hold(group: ScrollhammerGroup, cost: int) -> bool:
    """Return whether a scroll of a group's models may hold a spell of a casting cost.

    References
    ----------
    Scrollhammer army books, Consumables: scrolls are bought by the cost of their spell.
    """
    return any(_holds(key, cost) for key in group.rules)


def _holds(key: str, cost: int) -> bool:
    told = [one for one in rule_of(key).effects if one.on == SCROLL]
    least = max((int(one.value) for one in told if one.op == "at-least"), default=0)
    most = min((int(one.value) for one in told if one.op == "at-most"), default=cost)
    return bool(told) and least <= cost <= most
