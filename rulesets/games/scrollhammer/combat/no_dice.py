"""What of a Scrollhammer unit rolls no dice."""

from rulesets.games.scrollhammer.rule_status import NAMES, NO_DICE
from rulesets.games.scrollhammer.special_rules import RULES
from rulesets.odds.answer import titled
from rulesets.odds.rule_status import RuleStatus

OF_HANDS = frozenset({"fills-hands", "mounted-only", "on-foot-only", "shield-only"})
"""Rules that say what is held together: they show in what is in hand."""


def name_of(key: str) -> str:
    """Return what a rule is called, by its key."""
    rule = RULES.get(key)
    return rule.name if rule else NAMES.get(key) or titled(key)


STANDING = RuleStatus(quiet=(NO_DICE - OF_HANDS) | {"general"}, name_of=name_of)
"""What rolls no dice of a match-up."""
