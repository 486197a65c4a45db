"""Absorb Health: the units whose blows can give wounds back."""

from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.games.scrollhammer.special_rules import rules_that
from rulesets.odds.array_cache import kept_by_identity

KEY = "absorb-health"

ABSORBED = (
    "a blow may give a wound back (Absorb Health), and the wounds that are dealt are"
    " not told apart from those that come back."
)
"""Reason why an answer does not tell the parts of the first round."""


@kept_by_identity(most=512)
def absorbs(profile: ScrollhammerUnit) -> bool:
    """Return whether any of its blows can give a wound back."""
    return any(may_heal(group) and _leeches(group) for group in profile.groups)


def may_heal(group: ScrollhammerGroup) -> bool:
    """Return whether a wound may come back to a model of a group."""
    return group.w > 1 and rules_that("never", "heal").isdisjoint(group.rules)


def _leeches(group: ScrollhammerGroup) -> bool:
    held = (rule.key for piece in group.gear for rule in piece.rules)
    return KEY in group.rules or KEY in held
