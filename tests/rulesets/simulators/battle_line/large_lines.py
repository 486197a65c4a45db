"""Battle lines that are far too large to be solved."""

from tests.rulesets.simulators.battle_line.match_ups import line
from tests.rulesets.simulators.battle_line.units import (
    BIG_BOSS,
    BLACK_ORCS,
    CAPTAIN,
    COUNT,
    GOBLIN_BOSS,
    GOBLINS,
    HALBERDIERS,
    KNIGHTS,
    ORCS,
    PRIEST,
    RIDING_CAPTAIN,
    SAVAGE_ORCS,
    SPEARMEN,
    SWORDSMEN,
    WARBOSS,
)

SIDE_BY_SIDE = ("a b", "a2 b2", "a3 b3", "b2 a flank", "b3 a2 flank")
"""Places of three units a side, each beside the next."""

EIGHT = line(
    (HALBERDIERS, CAPTAIN, PRIEST),
    (ORCS, BIG_BOSS, GOBLIN_BOSS),
    *SIDE_BY_SIDE,
    "a4 b4",
    a2=(SWORDSMEN, CAPTAIN, PRIEST),
    b2=(SAVAGE_ORCS, WARBOSS, GOBLIN_BOSS),
    a3=(SPEARMEN, CAPTAIN, PRIEST),
    b3=(BLACK_ORCS, BIG_BOSS, GOBLIN_BOSS),
    a4=(KNIGHTS, RIDING_CAPTAIN, COUNT),
    b4=(GOBLINS, BIG_BOSS, GOBLIN_BOSS),
)
"""Eight units with two characters each, whose error `docs/performance.md` tells."""
