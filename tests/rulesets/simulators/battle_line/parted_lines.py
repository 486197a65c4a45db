"""Battle lines that fall into several combats once units between them are gone."""

from tests.rulesets.games.warhammer.units import unit
from tests.rulesets.simulators.battle_line.match_ups import CHALLENGE, line
from tests.rulesets.simulators.battle_line.scene import Scene
from tests.rulesets.simulators.battle_line.units import (
    BIG_BOSS,
    CAPTAIN,
    DETACHED,
    FEW_ORCS,
    FEW_SWORDS,
    FLAGELLANTS,
    GOBLINS,
    HALBERDIERS,
    ORCS,
    SAVAGE_ORCS,
    SHORT_HALBERDS,
    SNOTLINGS,
    STANDARD_CAPTAIN,
    SWORDSMEN,
    WOLF_RIDERS,
)

MEN = unit("Men", 3, ws=3, s=3, t=3, w=1, i=3, a=1, ld=7)
WEAK = unit("Weaklings", 2, ws=2, s=2, t=2, w=1, i=3, a=1, ld=4)
GUARDS = unit("Guards", 3, "musician", ws=4, s=3, t=3, w=1, i=3, a=1, ld=8)
ORKS = unit("Brutes", 3, ws=3, s=3, t=4, w=1, i=3, a=1, ld=7)
MAD = unit("Madmen", 3, "frenzy", ws=3, s=3, t=3, w=1, i=4, a=1, ld=7)
DULL = unit("Dullards", 2, "stupidity", ws=3, s=4, t=4, w=2, i=1, a=2, ld=6)
OGRE = unit("Ogre", 1, "fear", ws=3, s=5, t=4, w=4, i=2, a=4, ld=8)
FIRM = unit("Firm men", 3, "unbreakable", ws=3, s=3, t=3, w=1, i=3, a=1, ld=7)

CHAIN = ("a b", "a2 b flank", "b2 a flank", "a3 b2")
"""Five units, of which A and B stand between the others."""

PARTED: dict[str, Scene] = {
    "weaklings hold five together": line(WEAK, ORKS, *CHAIN, a2=MEN, a3=GUARDS, b2=MEN),
    "the same with a charge and an obstacle": line(
        WEAK,
        ORKS,
        *CHAIN,
        charges="a3",
        situation={"defended": True},
        a2=GUARDS,
        a3=MEN,
        b2=MEN,
    ),
    "who won before, each by itself": line(
        WEAK, MEN, *CHAIN, situation={"last-won": "b"}, a2=MEN, a3=MEN, b2=MEN
    ),
    "madmen on both ends": line(WEAK, ORKS, *CHAIN, a2=MAD, a3=MAD, b2=MEN),
    "dullards at one end": line(
        WEAK, MEN, *CHAIN, a2=DULL, a3=GUARDS, b2=MEN, rounds=4
    ),
    "weaklings flee before the first round": line(
        WEAK, OGRE, *CHAIN, charges="b", a2=GUARDS, a3=MEN, b2=MEN
    ),
    "who stands firm holds five together": line(
        FIRM, ORKS, *CHAIN, a2=MEN, a3=GUARDS, b2=MEN
    ),
    "winners widen and lap round": line(
        WEAK,
        ORKS,
        *CHAIN,
        situation={
            "a2.redress": "laps-round",
            "b.redress": "laps-round",
            "b2.redress": "widens",
            "a3.width": 2,
            "b.width": 2,
        },
        a2=MEN,
        a3=GUARDS,
        b2=MEN,
    ),
    "three combats once one is gone": line(
        WEAK,
        MEN,
        "a b",
        "b2 a flank",
        "b3 a flank",
        "a2 b flank",
        "a3 b2",
        "a4 b3",
        rounds=3,
        a2=WEAK,
        a3=WEAK,
        a4=WEAK,
        b2=WEAK,
        b3=WEAK,
    ),
    "a standard in the other combat": line(
        WEAK, ORKS, *CHAIN, a2=MEN, a3=(MEN, STANDARD_CAPTAIN), b2=MEN, rounds=3
    ),
    "a duel in one of two combats": line(
        SNOTLINGS,
        ORKS,
        *CHAIN,
        situation=CHALLENGE,
        a2=MEN,
        a3=(MEN, CAPTAIN),
        b2=(MEN, BIG_BOSS),
        rounds=3,
    ),
    "snotlings between swords and orcs": line(
        DETACHED, FEW_ORCS, *CHAIN, a2=FEW_SWORDS, a3=SHORT_HALBERDS, b2=SNOTLINGS
    ),
    "full units about free company": line(
        DETACHED, ORCS, *CHAIN, a2=SWORDSMEN, a3=HALBERDIERS, b2=SAVAGE_ORCS
    ),
    "seven in a chain": line(
        DETACHED,
        GOBLINS,
        *CHAIN,
        "b3 a2 flank",
        "a4 b3",
        charges="b3",
        a2=FEW_SWORDS,
        a3=FLAGELLANTS,
        a4=SHORT_HALBERDS,
        b2=FEW_ORCS,
        b3=WOLF_RIDERS,
    ),
}
