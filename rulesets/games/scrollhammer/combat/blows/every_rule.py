"""The rules of a unit and of all that it has, and the moments that rules look at."""

from rulesets.games.scrollhammer.combat.blows.terms import BRINGS
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.special_rules import rule_of


def every_rule(unit: ScrollhammerUnit) -> frozenset[str]:
    """Return the rules of a unit, of what it has in hand and of its spells.

    So are those that one of them brings.
    """
    pieces = (*unit.spells, *(piece for group in unit.groups for piece in group.gear))
    new = {*unit.rules, *(rule.key for piece in pieces for rule in piece.rules)}
    found = set[str]()
    while new:
        found |= new
        terms = {one.on for key in new for one in rule_of(key).effects}
        new = {on.removeprefix(BRINGS) for on in terms if on.startswith(BRINGS)}
        new -= found
    return frozenset(found)


def looks_at(key: str, moment: str) -> bool:
    """Return whether an effect of a rule holds only at a moment, or only else."""
    effects = rule_of(key).effects
    return any(moment in (*one.when, *one.unless) for one in effects)
