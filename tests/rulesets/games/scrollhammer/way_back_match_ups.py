"""Match-ups in which something lies behind those who fall back."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.scrollhammer.joined_match_ups import CHIEF, in_ranks, joined
from tests.rulesets.games.scrollhammer.line_match_ups import beside, line
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    CATS,
    COHORT,
    DAGI,
    FALMER,
    GUILD,
    LED,
    LEGION,
    PEASANTS,
    SLAVES,
    match_up,
)

WAYS_BACK: dict[str, MatchUp] = {
    "friends behind both": match_up(
        "fight",
        LEGION,
        CATS,
        {"a.friends": 5, "a.friends-leadership": 8, "b.friends": 9},
    ),
    "a wall behind both": match_up(
        "fight", COHORT, FALMER, {"a.blocked": 7, "b.blocked": 4, "charger": "b"}
    ),
    "friends before a wall": match_up(
        "fight", GUILD, PEASANTS, {"b.friends": 4, "b.blocked": 8}
    ),
    "a wall before friends": match_up(
        "fight", GUILD, PEASANTS, {"b.friends": 9, "b.blocked": 5}
    ),
    "a character who is trapped": joined(
        match_up("fight", PEASANTS, CATS, {"a.blocked": 6, "a.friends": 3}),
        in_ranks(CHIEF, "a"),
    ),
    "a character on the run before contact": joined(
        match_up(
            "engagement",
            SLAVES,
            ARCHERS,
            {"a.room": 20, "a.blocked": 7, "a.friends": 3},
        ),
        in_ranks(CHIEF, "a"),
    ),
    "a volley drives them through friends": match_up(
        "shooting",
        ARCHERS,
        SLAVES,
        {"friends": 6, "friends-leadership": 5, "blocked": 10},
    ),
    "they flee through friends and turn": match_up(
        "charge",
        CATS,
        COHORT,
        {"distance": 5, "reaction": "flee", "b.friends": 6, "b.blocked": 12},
    ),
    "they flee into a wall": match_up(
        "charge", DAGI, SLAVES, {"distance": 3, "reaction": "flee", "b.blocked": 3}
    ),
    "driven off by arrows, again and again": match_up(
        "engagement",
        SLAVES,
        ARCHERS,
        {"a.room": 30, "a.friends": 8, "a.friends-leadership": 9},
    ),
    "arrows before a wall": match_up(
        "engagement",
        PEASANTS,
        ARCHERS,
        {"a.room": 20, "a.blocked": 6, "a.friends": 3, "b.blocked": 5},
    ),
    "near the edge, with a wall behind them": match_up(
        "engagement",
        CATS,
        PEASANTS,
        {"b.room": 8, "b.blocked": 5, "b.friends": 4, "distance": 16},
    ),
    "a flight from a charge, again and again": match_up(
        "engagement",
        LED,
        SLAVES,
        {
            "reaction": "flee",
            "b.room": 24,
            "b.friends": 5,
            "b.blocked": 15,
            "distance": 14,
        },
    ),
    "both come and both may run": match_up(
        "engagement",
        PEASANTS,
        SLAVES,
        {
            "closing": "both",
            "distance": 14,
            "a.friends": 2,
            "b.friends": 1,
            "a.blocked": 3,
        },
    ),
    "a line before a wall": line(
        PEASANTS,
        CATS,
        beside("a", SLAVES, blocked=6, friends=3),
        said={"a.blocked": 7, "b.friends": 5},
    ),
    "a line of runners": line(
        SLAVES,
        LEGION,
        beside("a", PEASANTS, friends=8, friends_leadership=4),
        beside("b", FALMER, blocked=9),
        said={"a.friends": 6, "b.blocked": 5},
    ),
}
"""By what is told apart in them."""
