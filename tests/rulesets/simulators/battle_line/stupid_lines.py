"""Battle lines with units that are stupid, to hold odds to, die by die."""

from tests.rulesets.games.warhammer.units import DULL_HERO, DULL_SPEARS
from tests.rulesets.simulators.battle_line.match_ups import LED, line
from tests.rulesets.simulators.battle_line.scene import Scene
from tests.rulesets.simulators.battle_line.units import (
    BIG_BOSS,
    BOAR_BOYZ,
    CAPTAIN,
    DETACHED,
    FEW_ORCS,
    FEW_SWORDS,
    KNIGHTS,
    ORCS,
    TROLLS,
)

STUPID: dict[str, Scene] = {
    "a boss leads trolls": line((TROLLS, BIG_BOSS), FEW_SWORDS),
    "a captain leads dull spears": line(
        (DULL_SPEARS, CAPTAIN), (FEW_ORCS, BIG_BOSS), situation={"turn": "b"}
    ),
    "dull spears lose their captain": line(
        (DULL_SPEARS, CAPTAIN),
        ORCS,
        situation={"b.aims": "characters", "a.1.wounds-lost": 1},
        readings={"stupid-half": "start"},
    ),
    "a dull hero among swordsmen": line((FEW_SWORDS, DULL_HERO), ORCS),
    "a dull hero leads dull spears in the other's turn": line(
        (DULL_SPEARS, DULL_HERO),
        (FEW_ORCS, BIG_BOSS),
        situation={"turn": "b", "b.aims": "characters"},
    ),
    "a dull hero duels": line(
        (FEW_SWORDS, DULL_HERO, CAPTAIN),
        (FEW_ORCS, BIG_BOSS),
        situation={"challenge": True},
        readings={"stupid-tests": "each-round"},
    ),
    "a dull hero charges a flank": line(
        DETACHED,
        ORCS,
        "a b",
        "a2 b flank",
        charges="a2",
        a2=(FEW_SWORDS, DULL_HERO),
    ),
    "trolls beside orcs": line(
        FEW_ORCS, FEW_SWORDS, "a b", "a2 b flank", a2=TROLLS, situation=LED
    ),
    "trolls charge in the flank": line(
        DETACHED, ORCS, "a b", "a2 b flank", charges="a2", a2=TROLLS
    ),
    "trolls between two enemies": line(
        TROLLS, DETACHED, "a b", "b2 a flank", b2=FEW_SWORDS
    ),
    "dull spears between two enemies, half at the start": line(
        DULL_SPEARS,
        FEW_ORCS,
        "a b",
        "b2 a rear",
        charges="b2",
        b2=KNIGHTS,
        readings={"stupid-half": "start"},
    ),
    "dull spears between two enemies": line(
        DULL_SPEARS,
        FEW_ORCS,
        "a b",
        "b2 a rear",
        b2=DETACHED,
        readings={"stupid-tests": "each-round"},
    ),
    "trolls on both sides": line(
        TROLLS, TROLLS, "a b", "a2 b flank", a2=DETACHED, situation={"turn": "b"}
    ),
    "trolls between two enemies, half at the start": line(
        TROLLS,
        FEW_SWORDS,
        "a b",
        "b2 a flank",
        charges="b2",
        b2=KNIGHTS,
        readings={"stupid-half": "start"},
    ),
    "trolls charged in the rear": line(
        TROLLS, FEW_SWORDS, "a b", "b2 a rear", charges="b2", b2=BOAR_BOYZ
    ),
}
