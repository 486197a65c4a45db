"""Battle lines of the three shipped Warhammer books, to hold odds to, die by die."""

from rulesets.odds.match_up import Answers, Fighter
from tests.rulesets.simulators.battle_line.scene import Post, Scene, Touch
from tests.rulesets.simulators.battle_line.units import (
    BIG_BOSS,
    BLACK_ORCS,
    BOAR_BOYZ,
    BOWMEN,
    CAPTAIN,
    COUNT,
    DETACHED,
    ERRANT,
    FEW_ORCS,
    FEW_SWORDS,
    FREE_COMPANY,
    GOBLIN_BOSS,
    GOBLINS,
    GRAIL,
    GREATSWORDS,
    HALBERDIERS,
    KNIGHTS,
    LED_KNIGHTS,
    LORD,
    MEN_AT_ARMS,
    ORCS,
    PALADIN,
    PRIEST,
    REALM,
    RIDING_CAPTAIN,
    SAVAGE_ORCS,
    SHORT_HALBERDS,
    SNOTLINGS,
    SPEARMEN,
    STANDARD_CAPTAIN,
    SWORDSMEN,
    WARBOSS,
    WHITE_WOLVES,
    WOLF_RIDERS,
)

Party = Fighter | tuple[Fighter, ...]
"""A unit, or a unit and the characters in it."""


def posts(key: str, party: Party) -> tuple[Post, ...]:
    """Return a unit and its characters, keyed ``a``, ``a.1``, ``a.2``."""
    unit, *joined = (party,) if isinstance(party, Fighter) else party
    return (
        Post(key, unit),
        *(Post(f"{key}.{place}", one, key) for place, one in enumerate(joined, 1)),
    )


def line(
    a: Party,
    b: Party,
    *touches: str,
    charges: str = "",
    situation: Answers | None = None,
    readings: Answers | None = None,
    rounds: int | None = None,
    **more: Party,
) -> Scene:
    """Return a battle line; ``"a2 b flank"`` says that a2 stands in the flank of b."""
    parties = {"a": a, "b": b, **more}
    return Scene(
        posts=tuple(
            post for key, party in parties.items() for post in posts(key, party)
        ),
        touches=tuple(Touch(*text.split()) for text in touches or ("a b front",)),
        charges=frozenset(charges.split()),
        situation=situation or {},
        readings=readings or {},
        rounds=rounds,
    )


CHARACTERS: dict[str, Scene] = {
    "a captain in halberds": line((HALBERDIERS, CAPTAIN), ORCS),
    "a boss in orcs": line(HALBERDIERS, (ORCS, BIG_BOSS)),
    "characters on both sides": line((SWORDSMEN, CAPTAIN), (FEW_ORCS, BIG_BOSS)),
    "a captain rides with knights": line((KNIGHTS, RIDING_CAPTAIN), ORCS, charges="a"),
    "a count and a captain ride": line(
        (KNIGHTS, COUNT, RIDING_CAPTAIN), (GOBLINS, GOBLIN_BOSS), charges="a"
    ),
    "a lord in a lance": line((REALM, LORD), ORCS, "a b flank", charges="a"),
    "a paladin in a lance": line(
        (ERRANT, PALADIN), BLACK_ORCS, charges="a", situation={"a.blessed": True}
    ),
    "a warboss strikes last": line(SWORDSMEN, (FEW_ORCS, WARBOSS)),
    "a warboss charges": line((FEW_ORCS, WARBOSS), SWORDSMEN, charges="a"),
    "the battle standard": line((FEW_SWORDS, STANDARD_CAPTAIN), ORCS),
    "a priest among spears": line((SPEARMEN, PRIEST), SAVAGE_ORCS),
    "goblins are led": line((GOBLINS, GOBLIN_BOSS), FEW_SWORDS),
    "goblins are ridden down": line(
        KNIGHTS, (GOBLINS, GOBLIN_BOSS), "a b rear", charges="a"
    ),
    "a wide front with a captain": line(
        (HALBERDIERS, CAPTAIN), FEW_ORCS, situation={"a.width": 8, "b.width": 4}
    ),
    "two captains among few": line((DETACHED, CAPTAIN, PRIEST), FEW_ORCS),
    "a boss against knights in the flank": line(
        LED_KNIGHTS, (FEW_ORCS, BIG_BOSS), "a b flank"
    ),
}

TWO_UNITS: dict[str, Scene] = {
    "a front and a flank": line(
        HALBERDIERS, ORCS, "a b", "a2 b flank", charges="a2", a2=KNIGHTS
    ),
    "a general in a front and a flank": line(
        (KNIGHTS, COUNT), ORCS, "a b", "a2 b flank", charges="a a2", a2=DETACHED
    ),
    "a general charges the flank": line(
        SPEARMEN, ORCS, "a b", "a2 b flank", charges="a2", a2=(KNIGHTS, COUNT)
    ),
    "a front and a rear": line(
        SWORDSMEN, GOBLINS, "a b", "a2 b rear", charges="a2", a2=FEW_SWORDS
    ),
    "a flank and a rear": line(
        FEW_SWORDS, ORCS, "a b flank", "a2 b rear", charges="a a2", a2=DETACHED
    ),
    "both flanks": line(
        FEW_SWORDS, ORCS, "a b flank", "a2 b flank", charges="a a2", a2=DETACHED
    ),
    "too few for a flank": line(
        HALBERDIERS,
        ORCS,
        "a b",
        "a2 b flank",
        a2=DETACHED,
        situation={"a2.wounds-lost": 6},
    ),
    "two beside each other": line(
        SHORT_HALBERDS, FEW_ORCS, "a b", "a2 b2", a2=FEW_SWORDS, b2=SAVAGE_ORCS
    ),
    "wolves in the flank of archers": line(
        FEW_ORCS, BOWMEN, "a b", "a2 b flank", charges="a2", a2=WOLF_RIDERS
    ),
    "boars in the flank of men-at-arms": line(
        SNOTLINGS, MEN_AT_ARMS, "a b", "a2 b flank", charges="a2", a2=BOAR_BOYZ
    ),
    "hammers and great weapons": line(
        GREATSWORDS, BLACK_ORCS, "a b", "a2 b flank", charges="a2", a2=WHITE_WOLVES
    ),
    "the flank against a boss": line(
        FREE_COMPANY,
        (FEW_ORCS, BIG_BOSS),
        "a b",
        "a2 b flank",
        charges="a2",
        a2=KNIGHTS,
    ),
    "grail knights in the rear of a boss": line(
        MEN_AT_ARMS,
        (ORCS, BIG_BOSS),
        "a b",
        "a2 b rear",
        charges="a2",
        a2=GRAIL,
    ),
}

LINES: dict[str, Scene] = {**CHARACTERS, **TWO_UNITS}
