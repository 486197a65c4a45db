"""Skirmish's special rules, and the document that they stand in."""

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import SpecialRule, rules_by_key

DOCUMENT = "Skirmish 1 (house)"

RULES = rules_by_key(
    SpecialRule(
        "headlong",
        "Headlong",
        "It hits at +1 while it charges.",
        f"{DOCUMENT}, Special rules",
        effects=(RuleEffect("to-hit", "add", when=("charging",)),),
    ),
)
"""Every special rule of the game, by key."""
