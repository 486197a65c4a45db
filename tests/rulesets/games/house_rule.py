"""A book's own rule of some effects, for the tests of all games."""

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import SpecialRule
from rulesets.core.values import RuleUse


def house_rule(*effects: RuleEffect, left_out: str = "") -> RuleUse:
    """Return a book's own rule in use."""
    rule = SpecialRule(
        "house-rule", "House rule", "", "Our house", effects=effects, left_out=left_out
    )
    return RuleUse(rule.key, rule=rule)
