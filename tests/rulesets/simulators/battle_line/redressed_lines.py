"""Battle lines in which winners widen their front or lap round, die by die."""

from rulesets.odds.match_up import Answers
from tests.rulesets.simulators.battle_line.match_ups import line
from tests.rulesets.simulators.battle_line.scene import Scene
from tests.rulesets.simulators.battle_line.units import (
    BIG_BOSS,
    BLACK_ORCS,
    CAPTAIN,
    DETACHED,
    FEW_ORCS,
    FEW_SWORDS,
    FLAGELLANTS,
    GOBLINS,
    GREATSWORDS,
    HALBERDIERS,
    KNIGHTS,
    ORCS,
    SHORT_HALBERDS,
    SPEARMEN,
    SWORDSMEN,
)

WIDEN: Answers = {"a.redress": "widens", "b.redress": "widens"}
LAP: Answers = {"a.redress": "laps-round", "b.redress": "laps-round"}
FLANK: Answers = {"lapping": "flank"}
TWO: Answers = {"redress-by": 2}
ALL_WIDEN: Answers = {**WIDEN, "a2.redress": "widens", "b2.redress": "widens"}
ALL_LAP: Answers = {**LAP, "a2.redress": "laps-round", "b2.redress": "laps-round"}


def _in_flank(situation: Answers, readings: Answers | None = None) -> Scene:
    return line(
        SHORT_HALBERDS,
        FEW_ORCS,
        "a b",
        "a2 b flank",
        a2=FEW_SWORDS,
        situation={key: said for key, said in situation.items() if key[:2] != "b2"},
        readings=readings,
        rounds=4,
    )


REDRESSED: dict[str, Scene] = {
    "a captain's halberds widen": line(
        (SHORT_HALBERDS, CAPTAIN), FEW_ORCS, situation=WIDEN, rounds=5
    ),
    "a captain's halberds lap round": line(
        (SHORT_HALBERDS, CAPTAIN), FEW_ORCS, situation=LAP, rounds=5
    ),
    "a boss is lapped": line(
        GOBLINS, (FEW_ORCS, BIG_BOSS), situation=LAP, readings=TWO, rounds=5
    ),
    "a boss is lapped as in the flank": line(
        GOBLINS,
        (FEW_ORCS, BIG_BOSS),
        situation=LAP,
        readings={**FLANK, **TWO},
        rounds=5,
    ),
    "without characters, both lap": line(HALBERDIERS, ORCS, situation=LAP, rounds=5),
    "without characters, both widen": line(
        HALBERDIERS, ORCS, situation=WIDEN, rounds=5
    ),
    "spears lap round": line(SPEARMEN, FEW_ORCS, situation=LAP, rounds=5),
    "great weapons widen": line(
        GREATSWORDS, (BLACK_ORCS, BIG_BOSS), situation=WIDEN, rounds=4
    ),
    "the unbreakable lap": line(FLAGELLANTS, GOBLINS, situation=LAP, rounds=5),
    "knights charge and widen": line(
        KNIGHTS, ORCS, charges="a", situation=WIDEN, rounds=4
    ),
    "in front and flank, all widen": _in_flank(ALL_WIDEN),
    "in front and flank, all would lap": _in_flank(ALL_LAP),
    "in front and flank, they lap as a flank": _in_flank(ALL_LAP, FLANK),
    "two in a flank widen": line(
        FEW_SWORDS,
        ORCS,
        "a b flank",
        "a2 b rear",
        a2=DETACHED,
        situation={key: said for key, said in ALL_WIDEN.items() if key[:2] != "b2"},
        rounds=4,
    ),
    "struck in the rear, they lap": line(
        SWORDSMEN, GOBLINS, "a b rear", situation=LAP, readings=FLANK, rounds=4
    ),
    "struck in the flank, they lap": line(
        SWORDSMEN, GOBLINS, "a b flank", situation=LAP, readings=FLANK, rounds=4
    ),
    "a challenge, and all widen": line(
        (SHORT_HALBERDS, CAPTAIN),
        (FEW_ORCS, BIG_BOSS),
        situation={**WIDEN, "challenge": True},
        rounds=4,
    ),
}
