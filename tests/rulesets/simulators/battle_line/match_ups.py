"""Battle lines of the three shipped Warhammer books, to hold odds to, die by die."""

from rulesets.odds.match_up import Answers, Fighter
from tests.rulesets.games.warhammer.units import SLAYER
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
    FLAGELLANTS,
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


LED: Answers = {"b.general": 9, "b.battle-standard": True}
AT_CHARACTERS = "characters"
CHALLENGE: Answers = {"challenge": True}

CHARACTERS: dict[str, Scene] = {
    "a captain in halberds": line((SHORT_HALBERDS, CAPTAIN), ORCS),
    "a boss in orcs": line(HALBERDIERS, (FEW_ORCS, BIG_BOSS)),
    "characters on both sides": line((FEW_SWORDS, CAPTAIN), (ORCS, BIG_BOSS)),
    "a captain rides with knights": line((KNIGHTS, RIDING_CAPTAIN), ORCS, charges="a"),
    "a count and a captain ride": line(
        (KNIGHTS, COUNT, RIDING_CAPTAIN), (GOBLINS, GOBLIN_BOSS), charges="a"
    ),
    "a count and a captain ride no charge": line(
        (KNIGHTS, COUNT, RIDING_CAPTAIN), (ORCS, BIG_BOSS)
    ),
    "a lord in a lance": line((ERRANT, LORD), ORCS, charges="a", situation=LED),
    "a paladin in a lance": line(
        (ERRANT, PALADIN),
        (BLACK_ORCS, WARBOSS),
        charges="a",
        situation={"a.blessed": True, "a.1.blessed": True},
    ),
    "a warboss strikes last": line(SWORDSMEN, (FEW_ORCS, WARBOSS)),
    "a warboss charges": line((FEW_ORCS, WARBOSS), SWORDSMEN, charges="a"),
    "the battle standard": line((FEW_SWORDS, STANDARD_CAPTAIN), ORCS),
    "a priest among spears": line((SPEARMEN, PRIEST), (SAVAGE_ORCS, BIG_BOSS)),
    "goblins are led": line((GOBLINS, GOBLIN_BOSS), FLAGELLANTS),
    "goblins are ridden down": line(
        WOLF_RIDERS, (GOBLINS, GOBLIN_BOSS), "a b rear", charges="a", situation=LED
    ),
    "a wide front with a captain": line(
        (SHORT_HALBERDS, CAPTAIN), ORCS, situation={"a.width": 8, "b.width": 4}
    ),
    "two characters among few": line((DETACHED, CAPTAIN, PRIEST), (ORCS, WARBOSS)),
    "a boss against knights in the flank": line(
        KNIGHTS, (FEW_ORCS, BIG_BOSS), "a b flank", situation=LED
    ),
    "a stubborn unit led by a captain": line(
        (GREATSWORDS, CAPTAIN), (BLACK_ORCS, WARBOSS)
    ),
    "a captain behind an obstacle": line(
        (FEW_ORCS, BIG_BOSS), (SHORT_HALBERDS, CAPTAIN), situation={"defended": True}
    ),
}

TWO_UNITS: dict[str, Scene] = {
    "a front and a flank": line(
        SHORT_HALBERDS, ORCS, "a b", "a2 b flank", a2=KNIGHTS, situation=LED
    ),
    "a general in front and a flank": line(
        (KNIGHTS, COUNT),
        ORCS,
        "a b",
        "a2 b flank",
        charges="a a2",
        situation=LED,
        a2=DETACHED,
    ),
    "a general charges the flank": line(
        DETACHED,
        (ORCS, BIG_BOSS),
        "a b",
        "a2 b flank",
        charges="a2",
        situation=LED,
        a2=(KNIGHTS, COUNT),
    ),
    "a front and a rear": line(
        FEW_SWORDS, GOBLINS, "a b", "a2 b rear", situation=LED, a2=DETACHED
    ),
    "a flank and a rear": line(
        FEW_SWORDS,
        ORCS,
        "a b flank",
        "a2 b rear",
        charges="a a2",
        situation=LED,
        a2=DETACHED,
    ),
    "both flanks": line(
        FEW_SWORDS, ORCS, "a b flank", "a2 b flank", charges="a a2", a2=DETACHED
    ),
    "too few for a flank": line(
        SHORT_HALBERDS,
        ORCS,
        "a b",
        "a2 b flank",
        a2=DETACHED,
        situation={"a2.wounds-lost": 6},
    ),
    "a chain of four": line(
        SHORT_HALBERDS,
        FEW_ORCS,
        "a b",
        "a2 b flank",
        "b2 a2 rear",
        charges="b2",
        a2=FEW_SWORDS,
        b2=SAVAGE_ORCS,
    ),
    "flank for flank": line(
        HALBERDIERS,
        FEW_ORCS,
        "a b",
        "a2 b flank",
        "b2 a flank",
        charges="a2 b2",
        a2=FEW_SWORDS,
        b2=WOLF_RIDERS,
    ),
    "held while wolves come": line(
        (SHORT_HALBERDS, CAPTAIN),
        ORCS,
        "a b",
        "b2 a flank",
        charges="b2",
        b2=WOLF_RIDERS,
    ),
    "the general between two enemies": line(
        (LED_KNIGHTS, COUNT),
        FEW_ORCS,
        "a b",
        "b2 a flank",
        charges="a b2",
        b2=BOAR_BOYZ,
    ),
    "wolves in the flank of archers": line(
        SNOTLINGS, BOWMEN, "a b", "a2 b flank", charges="a2", a2=WOLF_RIDERS
    ),
    "boars in the flank of men-at-arms": line(
        SNOTLINGS,
        MEN_AT_ARMS,
        "a b",
        "a2 b flank",
        charges="a2",
        situation=LED,
        a2=BOAR_BOYZ,
    ),
    "hammers beside great weapons": line(
        GREATSWORDS, BLACK_ORCS, "a b", "a2 b flank", situation=LED, a2=WHITE_WOLVES
    ),
    "great weapons between two enemies": line(
        GREATSWORDS,
        FEW_ORCS,
        "a b",
        "b2 a rear",
        charges="b b2",
        b2=SAVAGE_ORCS,
    ),
    "the flank against a boss": line(
        FREE_COMPANY,
        (ORCS, BIG_BOSS),
        "a b",
        "a2 b flank",
        a2=KNIGHTS,
        situation={"b.battle-standard": True},
    ),
    "grail knights in the rear of a boss": line(
        MEN_AT_ARMS,
        (BLACK_ORCS, WARBOSS),
        "a b",
        "a2 b rear",
        charges="a2",
        situation=LED,
        a2=GRAIL,
    ),
    "flagellants and a hammer": line(
        FLAGELLANTS, ORCS, "a b", "a2 b flank", a2=WHITE_WOLVES, situation=LED
    ),
}

AIMED: dict[str, Scene] = {
    "orcs strike at the captain": line(
        (SHORT_HALBERDS, CAPTAIN), ORCS, situation={"b.aims": AT_CHARACTERS}
    ),
    "both strike at characters": line(
        (FEW_SWORDS, CAPTAIN),
        (ORCS, BIG_BOSS),
        situation={
            "a.aims": AT_CHARACTERS,
            "a.1.aims": AT_CHARACTERS,
            "b.aims": AT_CHARACTERS,
            "b.1.aims": AT_CHARACTERS,
        },
    ),
    "the captain strikes at the boss": line(
        (FEW_SWORDS, CAPTAIN),
        (FEW_ORCS, BIG_BOSS),
        situation={"a.1.aims": AT_CHARACTERS},
    ),
    "knights strike at a goblin boss": line(
        KNIGHTS,
        (GOBLINS, GOBLIN_BOSS),
        situation={"a.aims": AT_CHARACTERS},
    ),
    "led knights strike at a big boss": line(
        LED_KNIGHTS,
        (ORCS, BIG_BOSS),
        charges="a",
        situation={"a.aims": AT_CHARACTERS},
    ),
    "two characters are struck at": line(
        (DETACHED, CAPTAIN, PRIEST),
        SAVAGE_ORCS,
        situation={"b.aims": AT_CHARACTERS},
    ),
    "a wounded captain is struck at": line(
        (DETACHED, CAPTAIN),
        FEW_ORCS,
        situation={"b.aims": AT_CHARACTERS, "a.1.wounds-lost": 1},
    ),
    "a rear strikes at the boss": line(
        SHORT_HALBERDS,
        (ORCS, BIG_BOSS),
        "a b",
        "a2 b rear",
        situation={**LED, "a.aims": AT_CHARACTERS},
        a2=DETACHED,
    ),
}

CHALLENGES: dict[str, Scene] = {
    "a captain and a boss duel": line(
        (FEW_SWORDS, CAPTAIN), (ORCS, BIG_BOSS), situation=CHALLENGE
    ),
    "riders duel": line(
        (KNIGHTS, RIDING_CAPTAIN), (GOBLINS, GOBLIN_BOSS), situation=CHALLENGE
    ),
    "a lord cuts a goblin down": line(
        (ERRANT, LORD),
        (GOBLINS, GOBLIN_BOSS),
        charges="a",
        situation={**CHALLENGE, **LED},
    ),
    "a slayer's blows take several wounds of a goblin": line(
        (SPEARMEN, SLAYER), (GOBLINS, GOBLIN_BOSS), situation=CHALLENGE, rounds=4
    ),
    "a slayer and a boss duel in front, knights in the flank": line(
        (SHORT_HALBERDS, SLAYER),
        (ORCS, BIG_BOSS),
        "a b",
        "a2 b flank",
        situation=CHALLENGE,
        rounds=4,
        a2=KNIGHTS,
    ),
    "a warboss duels a priest": line(
        (SPEARMEN, PRIEST), (FEW_ORCS, WARBOSS), charges="b", situation=CHALLENGE
    ),
    "a captain refuses": line(
        (SHORT_HALBERDS, CAPTAIN),
        (FEW_ORCS, WARBOSS),
        situation={**CHALLENGE, "refuses": "a"},
    ),
    "a goblin refuses knights": line(
        (KNIGHTS, RIDING_CAPTAIN),
        (GOBLINS, GOBLIN_BOSS),
        charges="a",
        situation={**CHALLENGE, "refuses": "b"},
    ),
    "a duel while others aim": line(
        (FEW_SWORDS, CAPTAIN),
        (ORCS, BIG_BOSS),
        situation={**CHALLENGE, "b.aims": AT_CHARACTERS},
    ),
    "a duel in front and knights in the flank": line(
        (SHORT_HALBERDS, CAPTAIN),
        (ORCS, BIG_BOSS),
        "a b",
        "a2 b flank",
        situation={**CHALLENGE, **LED},
        a2=KNIGHTS,
    ),
    "a lord charges the flank and duels": line(
        MEN_AT_ARMS,
        (ORCS, WARBOSS),
        "a b",
        "a2 b flank",
        charges="a2",
        situation={**CHALLENGE, **LED},
        a2=(ERRANT, LORD),
    ),
}

FEARS: dict[str, Scene] = {
    "feared and outnumbering": line(ORCS, FEW_SWORDS, situation={"b.fears": True}),
    "a feared charge is held": line(
        BOAR_BOYZ, HALBERDIERS, charges="a", situation={"b.fears": True}
    ),
    "a feared charge is fled": line(
        KNIGHTS,
        DETACHED,
        charges="a",
        situation={"b.fears": True, "b.wounds-lost": 3},
    ),
    "a captain leads against fear": line(
        (SHORT_HALBERDS, CAPTAIN), BOAR_BOYZ, charges="b", situation={"a.fears": True}
    ),
    "a feared charge in the flank": line(
        DETACHED,
        ORCS,
        "a b",
        "a2 b flank",
        charges="a2",
        situation={**LED, "b.fears": True},
        a2=WHITE_WOLVES,
    ),
}

LINES: dict[str, Scene] = {
    **CHARACTERS,
    **TWO_UNITS,
    **AIMED,
    **CHALLENGES,
    **FEARS,
}
