"""Volleys of spells: cheap and dear ones, surges, few dice and many."""

from itertools import product
from typing import Any

from rulesets.core.values import Gear
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    LED,
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


def learned(
    name: str, models: int, magicka: int, *spells: Gear, **more: Any
) -> Fighter:
    """Return models in skirmish who cast several spells."""
    names = ", ".join(one.name for one in spells)
    more = {"bs": 4, "formation": "Skirmish", "gear": (SPELLS,), **more}
    return fighter(
        part(name, models, mg=magicka, casts=names, **more),
        spells=spells,
    )


DART = spell(4, 3, name="Dart", ap=1)
LANCE = spell(10, 7, name="Lance", ap=1)
SPRAY = spell(7, 3, 3, name="Spray", ap=2)
BITE = spell(8, 6, name="Bite", ap=2)
LASH = spell(3, 2, 2, name="Lash", type="Fire and Charge", range=6)
HARPOON = spell(6, 4, name="Harpoon", ap=2)

ONE_MAGE = learned("Magister", 1, 5, DART, LANCE, bs=5)
LANCERS_OF_STORM = learned("Storm lancers", 3, 5, DART, BITE, LANCE)
SPRAYERS = learned("Sprayers", 4, 5, DART, SPRAY, BITE)
CIRCLE = learned("Circle", 2, 6, LASH, DART, HARPOON, BITE, LANCE)
DABBLERS = learned("Dabblers", 6, 2, LASH, DART, SPRAY)
MASTERS = learned("Masters", 2, 5, SPRAY, LANCE, DART, bs=6)
COVEN = learned("Coven", 6, 5, DART, SPRAY)
SQUAD = fighter(
    part("Soldiers", 3, t=3, sv=6, formation="Skirmish"),
    part("Sergeant", 1, w=2, sv=5, role="leader", formation="Skirmish"),
)
FOES = (LEGION, CATS, LED, OGRES, PEASANTS)

_MANNERS: tuple[tuple[str, Answers, dict[str, Any]], ...] = (
    ("", {}, {}),
    ("with surges", {"surge": "best"}, {}),
    ("with all in a surge", {"surge": "rest", "cast-dice": 2}, {}),
    ("no more after a failure", {"distance": 6}, {"casts-on": False}),
    ("one spell each", {"spells": "one", "distance": 5}, {}),
    ("two dice at a time", {"cast-dice": 2, "distance": 6}, {}),
    ("with a draught", {"power": 6, "distance": 6}, {}),
    ("drained", {"power": 2, "surge": "best"}, {}),
)

SEVERAL: dict[str, MatchUp] = {
    f"{who.name} at {foes.name} {how}".strip(): match_up(
        "shooting", who, foes, asked, readings
    )
    for number, (who, foes) in enumerate(
        product((ONE_MAGE, LANCERS_OF_STORM, SPRAYERS, CIRCLE, DABBLERS, MASTERS), FOES)
    )
    for how, asked, readings in (
        _MANNERS[number % len(_MANNERS)],
        _MANNERS[(number + number // 6 + 1) % len(_MANNERS)],
    )
}
_POOLS: tuple[tuple[Fighter, Fighter, Answers], ...] = (
    (COVEN, SQUAD, {"surge": "best"}),
    (SPRAYERS, SQUAD, {"cast-dice": 2}),
    (COVEN, LED, {"surge": "best", "power": 6}),
    (CIRCLE, SQUAD, {"surge": "best"}),
)

SEVERAL |= {
    f"{who.name} at {foes.name}, one pool": match_up("shooting", who, foes, asked)
    for who, foes, asked in _POOLS
}
"""Casters who know several spells, by who they are, at whom, and how they cast."""
