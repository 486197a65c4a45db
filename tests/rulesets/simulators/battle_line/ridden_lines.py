"""Battle lines with ridden monsters, to hold odds to, die by die."""

from tests.rulesets.games.warhammer.test_ridden_monsters import (
    CAPTAIN,
    COUNT_AND_STEED,
    HIDDEN,
    LANCER,
    WILD,
)
from tests.rulesets.games.warhammer.units import unit
from tests.rulesets.simulators.battle_line.bought import bought
from tests.rulesets.simulators.battle_line.match_ups import line
from tests.rulesets.simulators.battle_line.scene import Scene
from tests.rulesets.simulators.battle_line.units import (
    BIG_BOSS,
    DETACHED,
    FEW_ORCS,
    FEW_SWORDS,
    GOBLINS,
    GREATSWORDS,
    HALBERDIERS,
    KNIGHTS,
    ORCS,
    SAVAGE_ORCS,
    SWORDSMEN,
    WARBOSS,
    WHITE_WOLVES,
)

COUNT = bought("empire", "elector-count", "full-plate", "griffon")
BOSS = bought("orcs-and-goblins", "orc-warboss", "light-armour", "wyvern")
CHARIOT = unit("Chariot", 1, "impact-hits", kind="chariot", s=5, w=4, a=1, us=4)

RIDDEN: dict[str, Scene] = {
    "a count on a griffon beside swordsmen": line(
        FEW_SWORDS, ORCS, "a b", "a2 b flank", a2=COUNT
    ),
    "a count charges the flank": line(
        DETACHED, (FEW_ORCS, BIG_BOSS), "a b", "a2 b flank", charges="a2", a2=COUNT
    ),
    "a count is charged in the flank": line(
        COUNT,
        SAVAGE_ORCS,
        "a b",
        "b2 a flank",
        charges="b2",
        situation={"b.aims-at-ridden": "mount"},
        b2=FEW_ORCS,
    ),
    "a warboss on a wyvern against knights and halberds": line(
        BOSS, HALBERDIERS, "a b", "b2 a flank", charges="b2", b2=KNIGHTS
    ),
    "a wyvern beside orcs, a griffon beside swordsmen": line(
        COUNT, BOSS, "a b", "a2 b flank", "b2 a rear", a2=DETACHED, b2=GOBLINS
    ),
    "monsters on both sides meet": line(
        COUNT,
        BOSS,
        "a b",
        "a2 b flank",
        situation={"a.aims-at-ridden": "mount", "b.aims-at-ridden": "rider"},
        a2=FEW_SWORDS,
    ),
    "a captain on a pegasus falls to wild ones": line(
        CAPTAIN,
        WILD,
        "a b",
        "a2 b rear",
        situation={"b.aims-at-ridden": "rider"},
        a2=DETACHED,
    ),
    "a captain on foot beside few": line(
        DETACHED,
        WILD,
        "a b",
        "a2 b flank",
        situation={"b.aims-at-ridden": "mount"},
        a2=CAPTAIN,
    ),
    "great weapons between a wyvern and orcs": line(
        GREATSWORDS, FEW_ORCS, "b a", "b2 a rear", charges="b2", b2=BOSS
    ),
    "a warboss on foot strikes at a griffon": line(
        (ORCS, WARBOSS), COUNT, "a b", "b2 a flank", b2=SWORDSMEN
    ),
    "wolves and a chariot charge a wyvern": line(
        CHARIOT,
        BOSS,
        "a b",
        "a2 b flank",
        charges="a a2",
        situation={"a.aims-at-ridden": "mount"},
        a2=WHITE_WOLVES,
    ),
    "each blow at another body": line(
        COUNT_AND_STEED, HIDDEN, "a b", "a2 b rear", a2=DETACHED
    ),
    "a lance on a griffon charges goblins": line(
        LANCER, GOBLINS, "a b", "b2 a flank", charges="a", b2=FEW_ORCS
    ),
}
