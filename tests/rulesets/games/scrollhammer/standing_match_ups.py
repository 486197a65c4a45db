"""Combats in which it counts where units are struck, and how wide their bases are."""

from typing import Any

from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    BEAST,
    CATS,
    COHORT,
    FALMER,
    HERO,
    LANCERS,
    LED,
    LEGION,
    MIXED_ARMS,
    OGRES,
    PEASANTS,
    SHIELD,
    SLAVES,
    TROLLS,
    bow,
    fighter,
    match_up,
    part,
    unit,
    weapon,
)

LEGIONNAIRES = unit("Legionnaires", 20, ws=4, ld=8, sv=4, gear=(weapon(), SHIELD))
MARINES = unit(
    "Marines",
    12,
    ws=4,
    bs=4,
    i=4,
    ld=8,
    sv=5,
    formation="Skirmish",
    gear=(weapon(ap=1, count=2),),
)
SPEARS = unit(
    "Spears", 18, ld=7, i=4, gear=(weapon("user", 0, "phalanx", base="spear"),)
)
MENDING = unit("Mending ranks", 6, ("regeneration", 4), t=4, w=2, a=2, ld=7)
RANKED_ARMS = fighter(
    part("Bowmen", 6, bs=4, gear=(bow(4, 0, shots=2),)),
    part("Slingers", 4, bs=5, s=4, gear=(bow(4, 1, "pinning"),)),
)
RANKED_PIPES = unit("Pipes", 10, bs=4, gear=(bow(4, 2, "ignores-cover", reach=12),))
TWO_DEEP: Answers = {"b.files": 10, "b.flanked": True}
PEBBLES = unit("Pebbles", 8, s=1, ld=6, a=2, i=5, gear=(weapon(),))
BURNERS = unit("Burners", 6, ld=7, a=2, gear=(weapon(element="Flame"),))
FIREPROOF = unit("Newts", 6, "immune-to-flame", ws=4, a=2, formation="Skirmish")

_FIGHTS: tuple[tuple[str, Fighter, Fighter, Answers, dict[str, Any]], ...] = (
    ("a flank of two ranks", MARINES, LEGIONNAIRES, TWO_DEEP, {}),
    (
        "a flank that turns as wide as before",
        MARINES,
        LEGIONNAIRES,
        TWO_DEEP,
        {"turned": "as-wide"},
    ),
    (
        "a flank that has lost some before",
        LED,
        COHORT,
        {**TWO_DEEP, "b.models-lost": 5, "b.files": 4},
        {},
    ),
    ("three deep in the flank", SPEARS, SPEARS, {"b.flanked": True, "b.files": 6}, {}),
    (
        "ranks in each other's flank",
        COHORT,
        SPEARS,
        {"a.flanked": True, "a.files": 6, "b.flanked": True, "b.files": 8},
        {},
    ),
    ("a flank of one rank", FALMER, COHORT, {"b.flanked": True, "b.files": 20}, {}),
    ("in the rear", MARINES, LEGIONNAIRES, {"b.files": 10, "b.rear": True}, {}),
    (
        "in the rear, and it turns",
        CATS,
        COHORT,
        {"b.rear": True, "charger": "a", "b.files": 7},
        {},
    ),
    ("in flank and rear", CATS, COHORT, {"b.rear": True, "b.flanked": True}, {}),
    (
        "a flank in which wounds grow back",
        MARINES,
        MENDING,
        {"b.flanked": True, "b.files": 3},
        {},
    ),
    ("no flank of a horde", CATS, SLAVES, {"b.flanked": True, "b.rear": True}, {}),
    ("a beast that meets three", BEAST, LEGIONNAIRES, {"a.meets": 3}, {}),
    ("beasts that meet two", PEASANTS, TROLLS, {"b.meets": 2, "charger": "b"}, {}),
    (
        "wide against wider",
        LANCERS,
        OGRES,
        {"a.meets": 2, "b.meets": 3, "a.files": 4},
        {},
    ),
    ("two meet one", OGRES, HERO, {"a.meets": 2}, {}),
    (
        "giving up what cannot be hurt",
        PEBBLES,
        TROLLS,
        {"a.yields": True, "b.yields": True},
        {},
    ),
    (
        "giving up who is proof",
        BURNERS,
        FIREPROOF,
        {"a.yields": True, "charger": "b"},
        {},
    ),
    ("never giving up whom it can hurt", CATS, COHORT, {"a.yields": True}, {}),
    (
        "giving up with lances spent",
        unit("Spent lancers", 5, s=2, ld=7, gear=(weapon("user +2 charging"),)),
        unit("Rocks", 6, s=3, t=6, ld=9, a=2, formation="Horde"),
        {"a.yields": True},
        {},
    ),
)

STANDINGS: dict[str, MatchUp] = {
    name: match_up("fight", first, second, situation, readings, 5)
    for name, first, second, situation, readings in _FIGHTS
}
"""By what is told apart in them."""

SIGHTS: dict[str, MatchUp] = {
    "some do not see it": match_up(
        "shooting", ARCHERS, CATS, {"a.files": 6, "unsighted": 7}
    ),
    "some do not see it behind a wall": match_up(
        "shooting", ARCHERS, LEGION, {"unsighted": 4, "cover": "5"}
    ),
    "one sees it": match_up("shooting", ARCHERS, LED, {"unsighted": 50}),
    "two kinds, some out of sight": match_up(
        "shooting", RANKED_ARMS, OGRES, {"unsighted": 5, "a.files": 4}
    ),
    "no sight is asked of skirmishers": match_up(
        "shooting", MIXED_ARMS, OGRES, {"unsighted": 5}
    ),
    "cover is ignored": match_up("shooting", RANKED_PIPES, CATS, {"unsighted": 5}),
}
"""Volleys of ranks of which not all see their target."""
