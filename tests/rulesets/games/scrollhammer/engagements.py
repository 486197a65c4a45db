"""Engagements that the simulator plays out as well."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.scrollhammer.casters_match_ups import (
    BITE,
    DART,
    HARPOON,
    LASH,
    learned,
)
from tests.rulesets.games.scrollhammer.rules_match_ups import (
    BREATH,
    HIDDEN,
    ONAGERS,
    WARDED,
)
from tests.rulesets.games.scrollhammer.standing_match_ups import RANKED_ARMS
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    BOLTS,
    CATS,
    DAGI,
    FALMER,
    GUILD,
    LANCERS,
    LED,
    LEGION,
    MAGES,
    MARKSMEN,
    MIXED_ARMS,
    OGRES,
    PEASANTS,
    RECRUITS,
    SLAVES,
    SNIPERS,
    bow,
    match_up,
    unit,
    weapon,
)

RANGERS = unit(
    "Rangers",
    8,
    "relentless",
    bs=4,
    ld=8,
    gear=(bow(4, 1, fires="Move or Fire"), weapon()),
)
JAVELINS = unit(
    "Javelins",
    10,
    "musician",
    s=4,
    ld=6,
    formation="Horde",
    gear=(bow("user", 0, reach=8, fires="Fire and Charge"), weapon()),
)

RANKED_MARKSMEN = unit(
    "Ranked marksmen",
    12,
    bs=5,
    gear=(bow(4, 1, "pinning", fires="Move or Fire", reach=30),),
)
MAGISTERS = learned("Magisters", 3, 5, DART, BITE)
SCHOLARS = learned("Scholars", 4, 4, HARPOON, LASH, ld=8, ws=4)
RANKED_BREATH = unit("Breath", 4, gear=BREATH.parts[0].gear, ld=8)
FORESTERS = unit(
    "Foresters",
    10,
    "move-through-cover",
    ld=8,
    sv=6,
    formation="Skirmish",
    gear=(weapon(),),
)

ENGAGEMENTS: dict[str, MatchUp] = {
    "into the arrows": match_up(
        "engagement", LEGION, ARCHERS, {"reaction": "stand-and-shoot"}
    ),
    "archers move first": match_up(
        "engagement",
        OGRES,
        ARCHERS,
        {"first": "b", "reaction": "stand-and-shoot", "distance": 30},
    ),
    "both come": match_up(
        "engagement", CATS, FALMER, {"closing": "both", "distance": 31}
    ),
    "b comes": match_up(
        "engagement", ARCHERS, LANCERS, {"closing": "b", "first": "b", "a.files": 8}
    ),
    "pinned down": match_up("engagement", FALMER, MARKSMEN, {"a.cover": "area"}),
    "pinned and led": match_up(
        "engagement", LED, MARKSMEN, {"a.cover": "5", "b.cover": "area"}
    ),
    "shot off the table": match_up(
        "engagement", PEASANTS, ARCHERS, {"a.room": 4, "turns": 4}
    ),
    "no second fall": match_up(
        "engagement", SLAVES, ARCHERS, {"a.room": 30}, {"falls-again": False}
    ),
    "second falls": match_up("engagement", SLAVES, ARCHERS, {"a.room": 30}),
    "they flee": match_up(
        "engagement", LED, SNIPERS, {"reaction": "flee", "b.room": 9}
    ),
    "they flee and shoot": match_up(
        "engagement",
        CATS,
        RECRUITS,
        {"reaction": "flee", "closing": "both", "b.room": 20},
    ),
    "when it is even": match_up(
        "engagement", DAGI, RECRUITS, {"charge-when": "even", "distance": 20}
    ),
    "even through a bog": match_up(
        "engagement",
        LED,
        BOLTS,
        {"charge-when": "even", "difficult": True, "dangerous": True},
    ),
    "when it is certain": match_up(
        "engagement", LED, MAGES, {"charge-when": "certain", "cast-dice": 2}
    ),
    "shooting on the run": match_up(
        "engagement", RANGERS, ARCHERS, {"closing": "a", "b.cover": "4"}
    ),
    "javelins before the charge": match_up(
        "engagement", JAVELINS, GUILD, {"distance": 14, "a.models-lost": 2}
    ),
    "in the flank": match_up(
        "engagement", CATS, ARCHERS, {"b.flanked": True, "reaction": "stand-and-shoot"}
    ),
    "of the full": match_up(
        "engagement",
        PEASANTS,
        ARCHERS,
        {"a.models-lost": 4, "b.models-lost": 3},
        {"quarter-of": "full"},
    ),
    "sworn enemies do not flee": match_up(
        "engagement", DAGI, FALMER, {"reaction": "flee", "distance": 12}
    ),
    "mending on the way": match_up("engagement", WARDED, ARCHERS, {"a.cover": "5"}),
    "blasts on those who come": match_up(
        "engagement",
        DAGI,
        ONAGERS,
        {"b.touched": 4, "a.cover": "5", "closing": "both", "distance": 20},
    ),
    "breath before and at the charge": match_up(
        "engagement",
        LEGION,
        RANKED_BREATH,
        {"b.touched": 3, "distance": 15, "reaction": "stand-and-shoot"},
    ),
    "through the woods": match_up(
        "engagement", FORESTERS, ARCHERS, {"rough": True, "a.cover": "4"}
    ),
    "wading, when it is even": match_up(
        "engagement",
        LED,
        ARCHERS,
        {"rough": True, "charge-when": "even", "distance": 16},
    ),
    "unseen until contact": match_up(
        "engagement", HIDDEN, ARCHERS, {"a.unseen": "first", "closing": "both"}
    ),
    "at those whom nobody sees": match_up(
        "engagement",
        CATS,
        HIDDEN,
        {"b.unseen": "last", "charge-when": "even", "distance": 14},
    ),
    "some of them pin": match_up(
        "engagement", LED, MIXED_ARMS, {"a.cover": "5", "distance": 20}
    ),
    "half of them blind": match_up(
        "engagement", LEGION, ARCHERS, {"b.unsighted": 5, "a.cover": "5"}
    ),
    "one sees those on the ground": match_up(
        "engagement",
        DAGI,
        RANKED_MARKSMEN,
        {"b.unsighted": 9, "a.cover": "area", "distance": 30},
    ),
    "some pin, some see": match_up(
        "engagement", LED, RANKED_ARMS, {"b.unsighted": 3, "b.files": 4}
    ),
    "both in ranks, neither sees all": match_up(
        "engagement",
        ARCHERS,
        ARCHERS,
        {"a.unsighted": 2, "b.unsighted": 6, "closing": "both", "first": "b"},
    ),
    "unseen by some, and shot at when they charge": match_up(
        "engagement",
        CATS,
        ARCHERS,
        {"b.unsighted": 6, "reaction": "stand-and-shoot", "distance": 15},
    ),
    "two spells at those who come": match_up(
        "engagement", CATS, MAGISTERS, {"closing": "a", "surge": "best"}
    ),
    "another spell before the charge": match_up(
        "engagement", SCHOLARS, LEGION, {"closing": "a", "distance": 16}
    ),
    "one spell each, and then the charge": match_up(
        "engagement",
        SCHOLARS,
        CATS,
        {"closing": "a", "distance": 12, "spells": "one"},
        {"casts-on": False},
    ),
    "too far for the time": match_up(
        "engagement", LEGION, PEASANTS, {"distance": 40, "turns": 3}
    ),
}
"""By what is told apart in them."""
