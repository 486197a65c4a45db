"""Sides that strike in the first round of a combat as in every later one."""

from rulesets.games.scrollhammer.combat.blows.every_rule import every_rule, looks_at
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
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
    """Return whether a rule of a unit, or of what it has, minds the first round."""
    return any(looks_at(key, FIRST_ROUND) for key in every_rule(unit))
