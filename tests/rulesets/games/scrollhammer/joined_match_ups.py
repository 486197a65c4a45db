"""Combats of units that Independent Characters have joined."""

from dataclasses import replace
from typing import Any

from rulesets.odds.match_up import Fighter, Further, MatchUp
from rulesets.odds.sides import Side
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    BEAST,
    CATS,
    COHORT,
    DAGI,
    DUELISTS,
    FALMER,
    HERO,
    LED,
    LEGION,
    OGRES,
    PEASANTS,
    SNIPERS,
    match_up,
    unit,
    weapon,
)

CHIEF = unit(
    "Chief",
    1,
    "independent-character",
    ws=4,
    s=5,
    t=4,
    w=3,
    i=2,
    a=2,
    ld=9,
    sv=3,
    formation="Skirmish",
    gear=(weapon("user", 2, base="hand-weapon"),),
)
"""Slower than most, harder to hurt, and brave."""

HUNTER = unit(
    "Hunter",
    1,
    "independent-character",
    "monster-hunter",
    "preferred-enemy",
    ws=3,
    s=3,
    t=2,
    w=1,
    i=1,
    a=1,
    ld=6,
    formation="Skirmish",
    gear=(weapon("user", 0, base="hand-weapon"),),
)
"""Frail and slow, with rules that his unit has while he lives."""

VETERANS = unit("Veterans", 3, s=4, t=4, w=2, i=1, a=2, ld=9, formation="Skirmish")
RAIDERS = unit("Raiders", 6, ws=4, s=4, i=4, formation="Skirmish")
"""Whoever is frail among them falls before they do."""


def in_ranks(who: Fighter, side: Side, lost: int = 0) -> Further:
    """Return a character who has joined the unit of a side."""
    situation = {"wounds-lost": lost} if lost else {}
    return Further(who, side, "character", situation=situation)


def joined(question: MatchUp, *further: Further) -> MatchUp:
    """Return a match-up with characters in its units."""
    return replace(question, further=further)


def _fight(a: Fighter, b: Fighter, *further: Further, **told: Any) -> MatchUp:
    situation = {key.replace("_", ".", 1): value for key, value in told.items()}
    return joined(match_up("fight", a, b, situation, {}, 5), *further)


JOINED: dict[str, MatchUp] = {
    "a captain leads his cohort": _fight(PEASANTS, DAGI, in_ranks(HERO, "a")),
    "a chief among those who are charged": _fight(FALMER, LEGION, in_ranks(CHIEF, "b")),
    "one on each side": _fight(CATS, FALMER, in_ranks(HERO, "a"), in_ranks(HERO, "b")),
    "two in one unit, one of them hurt": _fight(
        OGRES, DAGI, in_ranks(HERO, "b", 1), in_ranks(CHIEF, "b")
    ),
    "beside a leader of its own": _fight(DUELISTS, LED, in_ranks(CHIEF, "b")),
    "who prefers an enemy falls first": _fight(
        VETERANS, RAIDERS, in_ranks(HUNTER, "a")
    ),
    "a hunter among men": _fight(VETERANS, BEAST, in_ranks(HUNTER, "a")),
    "two characters alone": _fight(HERO, CATS, in_ranks(CHIEF, "a")),
    "a charge with a captain": joined(
        match_up("charge", CATS, PEASANTS, {"distance": 6}), in_ranks(HERO, "a")
    ),
    "a charge into arrows": joined(
        match_up(
            "charge", DAGI, ARCHERS, {"distance": 4, "reaction": "stand-and-shoot"}
        ),
        in_ranks(HERO, "a"),
    ),
    "a flight from a captain": joined(
        match_up("charge", CATS, COHORT, {"distance": 5, "reaction": "flee"}),
        in_ranks(CHIEF, "b"),
    ),
    "shots at a captain's unit": joined(
        match_up("shooting", ARCHERS, DAGI, {"distance": 12}), in_ranks(HERO, "b")
    ),
    "shots that are aimed at him": joined(
        match_up("shooting", SNIPERS, PEASANTS), in_ranks(CHIEF, "b", 1)
    ),
    "shots of a unit that he leads": joined(
        match_up("shooting", ARCHERS, CATS), in_ranks(HERO, "a")
    ),
    "an engagement with a captain": joined(
        match_up("engagement", ARCHERS, DAGI, {"distance": 20, "turns": 4}),
        in_ranks(HERO, "b"),
    ),
    "an engagement of two chiefs": joined(
        match_up("engagement", CATS, DAGI, {"distance": 9, "reaction": "flee"}),
        in_ranks(CHIEF, "b", 1),
        in_ranks(HERO, "a"),
    ),
}
"""Each small enough to be worked out."""
