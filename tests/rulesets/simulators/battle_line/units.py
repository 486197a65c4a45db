"""Units and characters of the three shipped Warhammer books for battle lines."""

from tests.rulesets.simulators.battle_line.bought import bought

COMMAND = ("musician", "standard-bearer")

HALBERDIERS = bought(
    "empire", "halberdiers", "20 halberdier", "sergeant", *COMMAND, hand="Halberd"
)
SHORT_HALBERDS = bought("empire", "halberdiers", "10 halberdier", hand="Halberd")
SWORDSMEN = bought("empire", "swordsmen", "20 swordsman", "duellist", *COMMAND)
FEW_SWORDS = bought("empire", "swordsmen", "10 swordsman", "standard-bearer")
SPEARMEN = bought(
    "empire", "spearmen", "20 spearman", "shield", *COMMAND, hand="Spear and Shield"
)
FREE_COMPANY = bought("empire", "free-company", "12 free-company-fighter", "sergeant")
DETACHED = bought("empire", "free-company", "10 free-company-fighter")
GREATSWORDS = bought(
    "empire",
    "greatswords",
    "12 greatsword",
    "counts-champion",
    "standard-bearer",
    hand="Great weapon",
)
KNIGHTS = bought(
    "empire", "knightly-orders", "5 knight", "standard-bearer", hand="Lance and Shield"
)
LED_KNIGHTS = bought(
    "empire",
    "knightly-orders",
    "6 knight",
    "first-knight",
    *COMMAND,
    hand="Lance and Shield",
)
WHITE_WOLVES = bought(
    "empire", "knights-white-wolf", "5 white-wolf-knight", hand="Cavalry hammer"
)
FLAGELLANTS = bought("empire", "flagellants", "10 flagellant", hand="Flail")
PISTOLIERS = bought("empire", "pistoliers", "5 pistolier", hand="Brace of pistols")

REALM = bought(
    "bretonnia",
    "knights-of-the-realm",
    "6 knight-of-the-realm",
    "standard-bearer",
    hand="Lance and Shield",
)
ERRANT = bought(
    "bretonnia", "knights-errant", "5 knight-errant", hand="Lance and Shield"
)
GRAIL = bought("bretonnia", "grail-knights", "4 grail-knight", hand="Lance and Shield")
MEN_AT_ARMS = bought("bretonnia", "men-at-arms", "16 man-at-arms", *COMMAND)
BOWMEN = bought("bretonnia", "peasant-bowmen", "10 peasant-bowman")

ORCS = bought(
    "orcs-and-goblins",
    "orc-boyz",
    "18 orc-boy",
    "shield",
    "orc-boss",
    *COMMAND,
    hand="Choppa and Shield",
)
FEW_ORCS = bought("orcs-and-goblins", "orc-boyz", "10 orc-boy")
SAVAGE_ORCS = bought("orcs-and-goblins", "savage-orc-boyz", "12 savage-orc")
GOBLINS = bought("orcs-and-goblins", "goblins", "20 goblin", *COMMAND)
BLACK_ORCS = bought(
    "orcs-and-goblins",
    "black-orcs",
    "10 black-orc",
    "great-weapon",
    hand="Great weapon",
)
BOAR_BOYZ = bought(
    "orcs-and-goblins", "orc-boar-boyz", "5 boar-boy", hand="Spear (mounted) and Shield"
)
WOLF_RIDERS = bought("orcs-and-goblins", "goblin-wolf-riders", "5 wolf-rider", "shield")
TROLLS = bought("orcs-and-goblins", "trolls", "3 troll")
SNOTLINGS = bought("orcs-and-goblins", "snotlings", "3 snotling-base")

CAPTAIN = bought("empire", "captain", "great-weapon", "full-plate", hand="Great weapon")
RIDING_CAPTAIN = bought(
    "empire",
    "captain",
    "lance",
    "full-plate",
    "shield",
    "warhorse-barded",
    hand="Lance and Shield",
)
STANDARD_CAPTAIN = bought("empire", "captain", "full-plate", "battle-standard")
PRIEST = bought("empire", "warrior-priest", "heavy-armour", "shield")
COUNT = bought(
    "empire",
    "elector-count",
    "lance",
    "full-plate",
    "shield",
    "warhorse-barded",
    hand="Lance and Shield",
)
PALADIN = bought("bretonnia", "paladin", "lance", "shield", hand="Lance and Shield")
LORD = bought(
    "bretonnia", "bretonnian-lord", "lance", "shield", hand="Lance and Shield"
)
BIG_BOSS = bought("orcs-and-goblins", "orc-big-boss", "light-armour", "shield")
WARBOSS = bought(
    "orcs-and-goblins",
    "orc-warboss",
    "great-weapon",
    "light-armour",
    hand="Great weapon",
)
GOBLIN_BOSS = bought("orcs-and-goblins", "goblin-big-boss", "light-armour", "shield")
