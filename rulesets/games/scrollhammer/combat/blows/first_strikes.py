"""Sides that strike in the first round of a combat as in every later one."""

from collections.abc import Iterable

from rulesets.games.scrollhammer.combat.blows.terms import BRINGS
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.games.scrollhammer.special_rules import rule_of
from rulesets.odds.array_cache import kept_by_identity

FIRST_ROUND = "first-round"
"""The moment of what holds in the first round alone, whoever charged."""


def strikes_as_later(side: ScrollhammerSide, other: ScrollhammerSide) -> bool:
    """Return whether a side strikes in the first round as in every later one.

    Who did not charge does, unless a rule of either side minds the first round.
    """
    unseen = side.unseen != "none" or other.unseen != "none"
    if unseen or side.charged or side.ambushes or side.oiled:
        return False
    units = side.profile, other.profile
    return not (other.charged and any(map(minds_first_round, units)))


@kept_by_identity(most=512)
def minds_first_round(unit: ScrollhammerUnit) -> bool:
    """Return whether a rule of a unit, or of what it has, minds the first round.

    So may a rule that one of them brings.
    """
    pieces = (*unit.spells, *(piece for group in unit.groups for piece in group.gear))
    keys = {*unit.rules, *(rule.key for piece in pieces for rule in piece.rules)}
    return any(FIRST_ROUND in one for one in _moments(_with_brought(keys)))


def _with_brought(keys: Iterable[str]) -> set[str]:
    """Return rules with all those that they bring."""
    found, new = set(), {*keys}
    while new:
        found |= new
        terms = {one.on for key in new for one in rule_of(key).effects}
        new = {on.removeprefix(BRINGS) for on in terms if on.startswith(BRINGS)}
        new -= found
    return found


def _moments(keys: Iterable[str]) -> Iterable[tuple[str, ...]]:
    return (one.when for key in keys for one in rule_of(key).effects)
