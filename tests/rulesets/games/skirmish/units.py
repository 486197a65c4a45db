"""The units of the book of Skirmish, as fighters."""

from rulesets.core.values import RuleUse
from rulesets.odds.match_up import Fighter


def unit(name: str, fight: int, guard: int, wounds: int, *rules: str) -> Fighter:
    return Fighter(
        name=name,
        kind="",
        models=1,
        points=20,
        characteristics={"fight": fight, "guard": guard, "wounds": wounds},
        rules=tuple(map(RuleUse, rules)),
    )


SWASHBUCKLER = unit("Swashbuckler", 3, 5, 2, "headlong")
WATCHMAN = unit("Watchman", 2, 4, 3)
