"""Rules of Mordheim that count where they are said to, and what they bring then."""

from collections.abc import Mapping

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import SpecialRule, asked
from rulesets.games.mordheim.sources import (
    HIRED,
    KISLEVITES,
    OSTLANDERS,
    PIT_FIGHTERS,
)

EASIER = RuleEffect("to-hit", "add")
IN_CHARGE = ("in-combat", "charging")

OF_SAID = (
    SpecialRule(
        "said-picked",
        "Capture",
        "Hits the hero whom he picked one better.",
        HIRED,
        asked("foe"),
        (EASIER,),
    ),
    SpecialRule(
        "said-unseen",
        "Backstabber",
        "Hits one better in a charge at one whom he does not see.",
        HIRED,
        asked("unseen"),
        (RuleEffect("to-hit", "add", when=IN_CHARGE),),
    ),
    SpecialRule(
        "said-rested",
        "Gun rest",
        "Hits one better with a handgun that rests on a halberd.",
        KISLEVITES,
        asked("rests"),
        (
            RuleEffect(
                "to-hit", "add", when=("shooting", "powder", "weapon:move-or-fire")
            ),
        ),
    ),
    SpecialRule(
        "said-slam",
        "Body slam",
        "One blow of a charge hits one better and stronger, critical on 5 and 6.",
        PIT_FIGHTERS,
        asked("slams"),
        (
            RuleEffect("to-hit", "add", when=IN_CHARGE),
            RuleEffect("strength", "add", when=IN_CHARGE),
            RuleEffect("critical", "set", 5, when=IN_CHARGE),
        ),
    ),
    SpecialRule(
        "said-rush",
        "Bull rush",
        "One blow of a charge hits one better, and knocks down instead of wounding.",
        OSTLANDERS,
        asked("slams"),
        (RuleEffect("to-hit", "add", when=IN_CHARGE),),
    ),
)
"""Rules that those of single books bring, beside rules of the game."""

BROUGHT: Mapping[str, str] = {
    "backstabber": "said-unseen",
    "body-slam": "said-slam",
    "bull-rush": "said-rush",
    "capture": "said-picked",
    "gun-rest": "said-rested",
    "skull-rack": "fear",
    "stupid-alone": "stupidity",
    "tamed": "stupidity",
}
"""Rules of books that are asked, with the rule that each brings."""
