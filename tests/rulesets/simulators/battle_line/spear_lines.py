"""Battle lines of units whose second rank strikes, between two enemies."""

from tests.rulesets.simulators.battle_line.match_ups import line
from tests.rulesets.simulators.battle_line.scene import Scene
from tests.rulesets.simulators.battle_line.units import (
    CAPTAIN,
    DETACHED,
    FEW_SWORDS,
    KNIGHTS,
    SHORT_HALBERDS,
    SPEARMEN,
)

SPEARS: dict[str, Scene] = {
    "spears between halberds and knights": line(
        SPEARMEN,
        SHORT_HALBERDS,
        "a b",
        "b2 a flank",
        b2=KNIGHTS,
        situation={"a.wounds-lost": 6},
    ),
    "knights charge the flank of spears": line(
        SPEARMEN,
        SHORT_HALBERDS,
        "a b",
        "b2 a flank",
        charges="b2",
        b2=KNIGHTS,
        situation={"a.wounds-lost": 6},
        rounds=2,
    ),
    "wide spears with a captain": line(
        (SPEARMEN, CAPTAIN),
        DETACHED,
        "a b",
        "b2 a flank",
        b2=FEW_SWORDS,
        situation={"a.width": 7},
        rounds=1,
    ),
    "few spears between two enemies": line(
        SPEARMEN,
        FEW_SWORDS,
        "a b",
        "b2 a flank",
        b2=DETACHED,
        situation={"a.wounds-lost": 12},
    ),
    "spears with a free company in the rear": line(
        SPEARMEN, FEW_SWORDS, "a b", "b2 a rear", b2=DETACHED, rounds=2
    ),
}
