"""Combats in which casters strike with weapons of magic."""

from itertools import product
from typing import Any

from rulesets.core.values import Gear
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.scrollhammer.units import (
    BEAST,
    CATS,
    COHORT,
    DAGI,
    FALMER,
    HERO,
    LED,
    LEGION,
    OGRES,
    PEASANTS,
    SHIELD,
    SLAYERS,
    SPELLS,
    TROLLS,
    fighter,
    match_up,
    part,
    unit,
    uses,
    weapon,
)


def blade(cost: int, strength: Any, ap: int = 0, *rules: Any, **stats: Any) -> Gear:
    """Return a spell that is a hand weapon in close combat."""
    figures = {"cost": cost, "strength": strength, "ap": ap, **stats}
    return Gear("blade", "Blade", figures, "spell", 1, "hand-weapon", uses(*rules))


def casters(
    name: str, models: int, magicka: int, spell: Gear, *held: Gear, **more: Any
) -> Fighter:
    """Return models in skirmish who cast one weapon of magic."""
    figures = {"formation": "Skirmish", "mg": magicka, **more}
    rules = figures.pop("rules", ())
    return fighter(
        part(name, models, *rules, gear=(*held, SPELLS), casts="Blade", **figures),
        spells=(spell,),
    )


SHOT: dict[str, Any] = {"range": 6, "shots": 2, "type": "Fire and Charge"}
FLAMES = blade(3, 2, element="Flame", **SHOT)
HAND = blade(3, "user", 0, ("poisoned", 5), element="Poison")
CUTLASS = blade(5, "user +1", 1)
FROST = blade(3, 2, 3, element="Frost", **SHOT)
DEAR = blade(9, 6, 3)

MAGI = casters("Battle Magi", 8, 4, FLAMES, weapon(), ws=4, ld=8, sv=4)
BLACK_HANDS = casters("Black hands", 6, 3, HAND, s=3, i=4, a=2)
CORSAIRS = casters("Corsairs", 10, 2, CUTLASS, weapon(), i=4, ld=8, sv=5)
NOVICES = casters("Novices", 12, 1, CUTLASS)
CHILLED = casters("Frost hands", 5, 5, FROST, s=2, a=2, w=2, sv=5)
MASTER = casters("Master", 1, 6, DEAR, weapon(), a=3, w=3, t=4, ws=5, i=5, ld=9, sv=5)
LATE = casters("Late", 5, 4, CUTLASS, weapon("user", 0, "strikes-last"), a=2)
IN_RANKS = casters(
    "Spellswords", 15, 3, CUTLASS, weapon(), formation="Ranks", ws=4, ld=8, sv=5
)
HATERS = casters("Haters", 6, 4, CUTLASS, weapon(), rules=("hatred", "rampage"), ld=8)
GROWING = casters(
    "Growing", 3, 4, CUTLASS, rules=(("regeneration", 4),), w=3, t=4, ld=9
)
WITH_LEADER = fighter(
    part("Guards", 6, gear=(weapon(), SHIELD), ws=4, ld=7, sv=4, mg=0),
    part(
        "Mage",
        1,
        role="leader",
        gear=(weapon(), SPELLS),
        casts="Blade",
        mg=5,
        a=2,
        w=2,
        ld=8,
        i=5,
    ),
    spells=(CUTLASS,),
)
TWO_KINDS = fighter(
    part("Elder", 3, gear=(SPELLS,), casts="Blade", mg=6, a=2, formation="Skirmish"),
    part("Younger", 5, gear=(SPELLS,), casts="Blade", mg=2, formation="Skirmish"),
    spells=(CUTLASS,),
)
PROOF = unit("Proof", 8, "immune-to-mundane", ws=4, t=4, ld=8, formation="Skirmish")

CASTERS = (
    MAGI,
    BLACK_HANDS,
    CORSAIRS,
    NOVICES,
    CHILLED,
    MASTER,
    IN_RANKS,
    HATERS,
    GROWING,
    WITH_LEADER,
    TWO_KINDS,
)
ENEMIES = (PEASANTS, LEGION, CATS, TROLLS, OGRES, COHORT, DAGI, LED, HERO, FALMER)

_MORE: tuple[tuple[str, Fighter, Fighter, Answers, dict[str, Any]], ...] = (
    ("stronger than the weapon in hand", CORSAIRS, LEGION, {}, {}),
    ("dear spells", MASTER, CATS, {"charger": "none"}, {}),
    ("no more after a failure", IN_RANKS, LEGION, {}, {"casts-on": False}),
    ("a weapon that is late", LATE, CATS, {}, {}),
    ("casters against casters", MAGI, CORSAIRS, {"charger": "b"}, {}),
    ("casters on both sides", TWO_KINDS, BLACK_HANDS, {"charger": "none"}, {}),
    ("flanked", IN_RANKS, CATS, {"a.flanked": True, "charger": "b"}, {}),
    ("paralyzed", CORSAIRS, DAGI, {"a.paralyzed": True}, {}),
    ("losses before", MAGI, PEASANTS, {"a.models-lost": 3}, {}),
    ("against a beast", MASTER, BEAST, {"charger": "none"}, {}),
    ("slayers come", BLACK_HANDS, SLAYERS, {"charger": "b"}, {}),
)


def fights() -> dict[str, MatchUp]:
    """Return combats of casters: who charged, of which side they are, the readings."""
    found: dict[str, MatchUp] = {}
    for number, (caster, step) in enumerate(product(CASTERS, (0, 3, 7))):
        enemy = ENEMIES[(number + step) % len(ENEMIES)]
        charger = ("a", "b", "none")[number % 3]
        sides = (caster, enemy) if number % 2 else (enemy, caster)
        name = f"{sides[0].name} and {sides[1].name}, charged by {charger}"
        limit = (None, 1, 2, 5)[number % 4]
        found[name] = match_up("fight", *sides, {"charger": charger}, {}, limit)
    for name, first, second, situation, readings in _MORE:
        found[name] = match_up("fight", first, second, situation, readings, 6)
    return found


BLADE_FIGHTS = fights()

BLADE_CHARGES: dict[str, MatchUp] = {
    "magi charge": match_up("charge", MAGI, PEASANTS, {"distance": 5}),
    "corsairs are charged": match_up("charge", CATS, CORSAIRS, {"distance": 6}),
    "a master alone": match_up("charge", MASTER, LEGION, {"distance": 4}),
}

BLADE_ENGAGEMENTS: dict[str, MatchUp] = {
    "magi have shot": match_up("engagement", MAGI, LEGION, {"distance": 12}),
    "blades alone": match_up("engagement", CORSAIRS, LEGION, {"distance": 12}),
    "surges": match_up(
        "engagement", CORSAIRS, LEGION, {"distance": 10, "surge": "best"}
    ),
    "one die at a time": match_up(
        "engagement", IN_RANKS, LEGION, {"distance": 10, "cast-dice": 1}
    ),
    "a surge alone": match_up(
        "engagement",
        CORSAIRS,
        LEGION,
        {"distance": 10, "surge": "rest"},
        {"surge-adds": False},
    ),
    "met by casters": match_up("engagement", CATS, BLACK_HANDS, {"distance": 14}),
    "met by magi": match_up("engagement", CATS, MAGI, {"distance": 14}),
}
