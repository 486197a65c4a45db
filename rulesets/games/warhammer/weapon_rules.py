"""Special rules of Warhammer's weapons and armour: their rows of `special_rules`."""

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import (
    COUNTED,
    IN_HAND,
    SpecialRule,
    counted_by,
)
from rulesets.games.warhammer.sources import WEAPONS

CHARGE, ENGINE = "charge", "engine"
"""Mechanisms of the combat that rules belong to: a charge with the first round after
one, and shots by rules of their own, which no volley knows."""

OF_WEAPONS = (
    SpecialRule(
        "strikes-last",
        "Strikes last",
        "Strikes after all others, unless it charged.",
        WEAPONS,
        effects=(RuleEffect("order", "set", "last", unless=("charging",)),),
    ),
    SpecialRule(
        "extra-hand-weapon",
        "Two hand weapons",
        "On foot, one more Attack with a weapon in each hand.",
        WEAPONS,
        effects=(
            RuleEffect("attacks", "add", when=("weapons:2",), unless=("mounted",)),
        ),
    ),
    SpecialRule(
        "fights-in-two-ranks",
        "Fights in two ranks",
        "The second rank fights too, unless the unit moved.",
        WEAPONS,
        effects=(RuleEffect("ranks", "set", 2, unless=("charging",)),),
    ),
    SpecialRule(
        "choppa",
        "Choppa",
        "+1 Strength in the first round after a charge, on foot and with one choppa.",
        WEAPONS,
        counted_by(CHARGE),
    ),
    SpecialRule(
        "armour-piercing",
        "Armour piercing",
        "A further -1 to the save of its victim.",
        WEAPONS,
        effects=(RuleEffect("save", "add", -1),),
    ),
    SpecialRule(
        "move-or-fire",
        "Move or fire",
        "Does not shoot in a turn in which it moved.",
        WEAPONS,
        COUNTED,
    ),
    SpecialRule(
        "thrown",
        "Thrown",
        "Not hindered by moving nor by long range.",
        WEAPONS,
        COUNTED,
    ),
    SpecialRule(
        "pistol",
        "Pistol",
        "In the first round of a combat it is a further weapon with its own Strength.",
        WEAPONS,
        counted_by(CHARGE),
    ),
    SpecialRule(
        "guess-range",
        "Guessed range",
        "The player guesses how far it is.",
        WEAPONS,
        COUNTED,
    ),
    SpecialRule(
        "fills-hands",
        "Fills the hands",
        "Nothing else is held beside it.",
        WEAPONS,
        IN_HAND,
    ),
    SpecialRule(
        "shield-only",
        "Only a shield beside it",
        "The other hand may hold a shield.",
        WEAPONS,
        IN_HAND,
    ),
    SpecialRule(
        "shield-or-buckler-only",
        "Only a shield or buckler beside it",
        "The other hand may hold a shield or a buckler.",
        WEAPONS,
        IN_HAND,
    ),
    SpecialRule("mounted-only", "Mounted only", "Used by riders.", WEAPONS, IN_HAND),
    SpecialRule(
        "on-foot-only",
        "On foot only",
        "Used by models on foot.",
        WEAPONS,
        IN_HAND,
    ),
    SpecialRule(
        "magic-weapon",
        "Magic weapon",
        "Who has one fights with it, and with no other weapon beside it.",
        WEAPONS,
        IN_HAND,
    ),
)
"""As the rules of the game print them."""
