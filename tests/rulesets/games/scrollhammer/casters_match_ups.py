"""Volleys of spells: cheap and dear ones, surges, few dice and many."""

from typing import Any

from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    LEGION,
    MAGES,
    OGRES,
    PEASANTS,
    SPELLS,
    fighter,
    match_up,
    part,
    spell,
)


def casters(
    name: str, models: int, magicka: int, cost: int, shots: int = 1, **more: Any
) -> Fighter:
    """Return models in skirmish who cast one spell."""
    strength = more.pop("strength", 3)
    return fighter(
        part(
            name,
            models,
            bs=4,
            mg=magicka,
            formation="Skirmish",
            gear=(SPELLS,),
            casts="Bolt",
            **more,
        ),
        spells=(spell(cost, strength, shots),),
    )


BATTLE_MAGI = casters("Battle Magi", 10, 4, 3, 2, strength=2)
ADEPTS = casters("Adepts", 5, 5, 8)
STORM_CALLERS = casters("Storm callers", 3, 6, 10, strength=7)
NOVICES = casters("Novices", 6, 2, 10)

_VOLLEYS: tuple[tuple[str, Fighter, Fighter, Answers, dict[str, Any]], ...] = (
    ("cheap spells again and again", BATTLE_MAGI, PEASANTS, {"distance": 6}, {}),
    ("cheap spells with surges", BATTLE_MAGI, PEASANTS, {"surge": "best"}, {}),
    ("no more after a failure", BATTLE_MAGI, PEASANTS, {}, {"casts-on": False}),
    (
        "surges, and no more after a failure",
        BATTLE_MAGI,
        PEASANTS,
        {"surge": "best"},
        {"casts-on": False},
    ),
    ("two dice at a time", BATTLE_MAGI, CATS, {"cast-dice": 2}, {}),
    ("three, then one", BATTLE_MAGI, CATS, {"cast-dice": 3}, {}),
    ("dearer spells", ADEPTS, LEGION, {}, {}),
    ("dearer spells with surges", ADEPTS, LEGION, {"surge": "best"}, {}),
    ("dear spells", STORM_CALLERS, OGRES, {}, {}),
    ("dear spells with surges", STORM_CALLERS, OGRES, {"surge": "best"}, {}),
    (
        "two dice, and all the rest",
        STORM_CALLERS,
        OGRES,
        {"cast-dice": 2, "surge": "rest"},
        {},
    ),
    (
        "surges alone",
        MAGES,
        CATS,
        {"cast-dice": 2, "surge": "rest"},
        {"surge-adds": False},
    ),
    ("hardly ever", NOVICES, CATS, {}, {}),
)

CASTERS: dict[str, MatchUp] = {
    name: match_up("shooting", first, second, situation, readings)
    for name, first, second, situation, readings in _VOLLEYS
}
"""By what is told apart in them."""
