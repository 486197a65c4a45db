"""Combats and charges of three units a side that are played out die by die."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.charge.grid_combat import beside, combat
from tests.rulesets.games.charge.units import (
    BEAST,
    BOARS,
    CANNON,
    ELVES,
    GUARD,
    JADE,
    JEZZAILS,
    ORCS,
    RATMEN,
    WARLORD,
)

LONG_COMBATS: dict[str, MatchUp] = {
    "three on a beast": combat(
        ORCS, BEAST, beside("a", ELVES, at="flank"), beside("a", JEZZAILS, at="rear")
    ),
    "a beast at its third first": combat(
        BEAST,
        ELVES,
        beside("b", JEZZAILS),
        beside("b", CANNON),
        said={"a.strikes-at": "third"},
    ),
    "a beast at its second of three": combat(
        BEAST,
        CANNON,
        beside("b", JEZZAILS),
        beside("b", CANNON),
        said={"a.strikes-at": "second"},
    ),
    "a beast at its third, where one is aside": combat(
        BEAST,
        ELVES,
        beside("b", JEZZAILS, at="flank", touched="flank"),
        beside("b", CANNON),
        said={"a.strikes-at": "third"},
        rounds=4,
    ),
    "elves at the weakest of three": combat(
        ELVES,
        JEZZAILS,
        beside("b", CANNON),
        beside("b", JEZZAILS, lost=1),
        said={"a.strikes-at": "fewest"},
        readings={"dead-strike": True},
    ),
    "worn elves at the weakest of three": combat(
        ELVES,
        JEZZAILS,
        beside("b", CANNON, lost=1),
        beside("b", BEAST),
        said={"a.strikes-at": "fewest", "b.strikes-at": "second"},
        rounds=3,
    ),
    "a chain of six": combat(
        BEAST,
        JEZZAILS,
        beside("a", CANNON, "b2"),
        beside("b", ELVES, "a"),
        beside("a", JEZZAILS, "b3", at="flank"),
        beside("b", CANNON, "a2"),
    ),
    "three against three": combat(
        ORCS,
        ELVES,
        beside("a", JEZZAILS, "b2", strikes_at="second"),
        beside("a", BEAST, "b3"),
        beside("b", BEAST, "a"),
        beside("b", JEZZAILS, "a2", at="rear"),
        rounds=4,
    ),
    "three turn to face": combat(
        ORCS,
        ELVES,
        beside("a", BEAST, at="rear"),
        beside("a", JEZZAILS, at="flank"),
        said={"b.touched-in": "flank"},
        readings={"engaged-pivot": True},
    ),
    "only the broken leave three": combat(
        JEZZAILS,
        BEAST,
        beside("b", CANNON),
        beside("a", ELVES, at="flank"),
        beside("a", CANNON, "b2"),
        readings={"fall-back-ends": False},
    ),
}

LONG_CHARGES: dict[str, MatchUp] = {
    "three charge three sides": combat(
        ORCS,
        BEAST,
        beside("a", ELVES, charges_from=3, at="flank"),
        beside("a", BOARS, charges_from=4, at="rear", lost=6),
        said={"charges-from": 3},
    ),
    "three charge the same side": combat(
        BOARS,
        BEAST,
        beside("a", ELVES, charges_from=3),
        beside("a", JEZZAILS, charges_from=2),
        said={"charges-from": 3, "reaction": "stand-and-shoot"},
    ),
    "three charge the same jezzails": combat(
        BOARS,
        JEZZAILS,
        beside("a", ELVES, charges_from=3),
        beside("a", ORCS, charges_from=2),
        said={"charges-from": 3, "reaction": "stand-and-shoot"},
    ),
    "three charge two": combat(
        ELVES,
        BEAST,
        beside("a", ORCS, "b2", charges_from=2),
        beside("b", JEZZAILS, "a", reaction="fire-and-flee"),
        beside("a", BOARS, "b2", charges_from=4, at="flank", lost=4),
        said={"charges-from": 4},
        rounds=3,
    ),
    "two charge a third that holds": combat(
        ORCS,
        ELVES,
        beside("a", BEAST, charges_from=3, at="flank"),
        beside("a", BOARS, charges_from=4, at="rear", lost=6),
    ),
    "a wall against three": combat(
        BEAST,
        GUARD,
        beside("a", JEZZAILS, charges_from=2, at="flank"),
        beside("a", ELVES, charges_from=3),
        said={"charges-from": 3, "reaction": "shield-wall", "b.wounds-lost": 12},
    ),
}
"""Some with a shield wall or with shots at who charges."""

BLOCKS = combat(
    RATMEN,
    JADE,
    beside("a", ORCS, at="flank"),
    beside("a", WARLORD, "b2"),
    beside("b", ORCS, "a"),
    beside("b", GUARD, "a2"),
)
"""Three blocks a side: the largest."""
