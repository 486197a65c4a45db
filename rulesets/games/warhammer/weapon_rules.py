"""Special rules of Warhammer's weapons and armour: their rows of `special_rules`."""

from rulesets.core.effects import RuleEffect
from rulesets.core.rule_row import (
    COUNTED,
    IN_THE_FIGURES,
    NOT_WORKED_OUT,
    RuleRow,
)
from rulesets.games.warhammer.sources import WEAPONS

OF_WEAPONS = (
    RuleRow(
        "strikes-last",
        "Strikes last",
        "Strikes after all others, unless it charged.",
        WEAPONS,
        COUNTED,
        (RuleEffect("order", "set", "last", unless=("charging",)),),
    ),
    RuleRow(
        "extra-hand-weapon",
        "Two hand weapons",
        "On foot, one more Attack with a weapon in each hand.",
        WEAPONS,
        COUNTED,
        (RuleEffect("attacks", "add", when=("weapons:2",), unless=("mounted",)),),
    ),
    RuleRow(
        "fights-in-two-ranks",
        "Fights in two ranks",
        "The second rank fights too, unless the unit moved.",
        WEAPONS,
        COUNTED,
        (RuleEffect("ranks", "set", 2, unless=("charging",)),),
    ),
    RuleRow(
        "choppa",
        "Choppa",
        "+1 Strength in the first round after a charge, on foot and with one choppa.",
        WEAPONS,
        COUNTED,
        of_charge=True,
    ),
    RuleRow(
        "armour-piercing",
        "Armour piercing",
        "A further -1 to the save of its victim.",
        WEAPONS,
        COUNTED,
        (RuleEffect("save", "add", -1),),
    ),
    RuleRow(
        "move-or-fire",
        "Move or fire",
        "Does not shoot in a turn in which it moved.",
        WEAPONS,
        COUNTED,
    ),
    RuleRow(
        "thrown",
        "Thrown",
        "Not hindered by moving nor by long range.",
        WEAPONS,
        COUNTED,
    ),
    RuleRow(
        "pistol",
        "Pistol",
        "In the first round of a combat it is a further weapon with its own Strength.",
        WEAPONS,
        COUNTED,
        of_charge=True,
    ),
    RuleRow(
        "guess-range",
        "Guessed range",
        "The player guesses how far it is.",
        WEAPONS,
        NOT_WORKED_OUT,
    ),
    RuleRow(
        "fills-hands",
        "Fills the hands",
        "Nothing else is held beside it.",
        WEAPONS,
        IN_THE_FIGURES,
    ),
    RuleRow(
        "shield-only",
        "Only a shield beside it",
        "The other hand may hold a shield.",
        WEAPONS,
        IN_THE_FIGURES,
    ),
    RuleRow(
        "shield-or-buckler-only",
        "Only a shield or buckler beside it",
        "The other hand may hold a shield or a buckler.",
        WEAPONS,
        IN_THE_FIGURES,
    ),
    RuleRow("mounted-only", "Mounted only", "Used by riders.", WEAPONS, IN_THE_FIGURES),
    RuleRow(
        "on-foot-only",
        "On foot only",
        "Used by models on foot.",
        WEAPONS,
        IN_THE_FIGURES,
    ),
    RuleRow(
        "magic-weapon",
        "Magic weapon",
        "Who has one fights with it, and with no other weapon beside it.",
        WEAPONS,
        IN_THE_FIGURES,
    ),
)
"""As the rules of the game print them."""
