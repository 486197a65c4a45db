"""The combats into which units charge that are played out die by die."""

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.charge.grid_combat import beside, combat
from tests.rulesets.games.charge.units import (
    ARCHERS,
    BEAST,
    BOARS,
    CANNON,
    CAPTAIN,
    ELVES,
    GUARD,
    JADE,
    JEZZAILS,
    ORCS,
    RATMEN,
    WARLORD,
    unit,
)

RUNNERS = unit(
    "Runners",
    "infantry",
    (6, 4),
    (6, 4),
    (5, 12, 3, 6, 6),
    "fire-and-flee",
)
TURNERS = unit(
    "Turners",
    "infantry",
    (8, 4),
    None,
    (4, 10, 4, 6, 6),
    "tactical-genius",
)

CHARGES: dict[str, MatchUp] = {
    f"{name} from {far} inches": combat(
        ORCS,
        ELVES,
        beside("a", BEAST, at=at, charges_from=far),
        said={"charges-from": near, "use-fearsome": feared},
        readings={"pushed-out": read},
    )
    for name, near, far, at, feared, read in (
        ("two in the front", 3, 4, "front", False, "same-side"),
        ("two in the front that follow", 3, 4, "front", False, "none"),
        ("front and flank", 3, 4, "flank", False, "same-side"),
        ("front and flank that part", 3, 4, "flank", False, "any"),
        ("front and rear", 5, 7, "rear", True, "same-side"),
        ("two feared in the front", 1, 2, "front", True, "none"),
        ("the second too far", 3, 8, "front", False, "same-side"),
        ("the first too far", 6, 7, "front", True, "same-side"),
        ("both too far", 6, 9, "flank", False, "same-side"),
        ("the second pushed out of reach", 1, 6, "front", False, "same-side"),
    )
}
"""Combats into which units charge, by name."""

CHARGES |= {
    "one alone": combat(BEAST, ELVES, said={"charges-from": 4}),
    "one alone that is feared": combat(
        BEAST, ELVES, said={"charges-from": 4, "use-fearsome": True}
    ),
    "one alone at a wall": combat(
        ORCS, JADE, said={"charges-from": 2, "reaction": "shield-wall"}
    ),
    "one alone at a lasting wall": combat(
        BEAST,
        JADE,
        said={"charges-from": 2, "reaction": "shield-wall"},
        readings={"shield-wall-lasts": "fight"},
    ),
    "one alone at rifles": combat(
        ORCS, JEZZAILS, said={"charges-from": 2, "reaction": "stand-and-shoot"}
    ),
    "one alone at runners": combat(
        ELVES, RUNNERS, said={"charges-from": 2, "reaction": "fire-and-flee"}
    ),
    "one alone in a flank that turns": combat(
        ELVES,
        TURNERS,
        said={
            "charges-from": 2,
            "reaction": "tactical-genius",
            "b.touched-in": "flank",
        },
    ),
    "a beast into a combat": combat(ORCS, ELVES, beside("a", BEAST, charges_from=4)),
    "a beast into the flank of a combat": combat(
        ORCS, ELVES, beside("a", BEAST, charges_from=4, at="flank")
    ),
    "orcs into a combat of a beast": combat(
        ORCS, ELVES, beside("a", BEAST), said={"charges-from": 2, "use-fearsome": True}
    ),
    "two at a wall": combat(
        ORCS,
        JADE,
        beside("a", BEAST, charges_from=3),
        said={"charges-from": 2, "reaction": "shield-wall"},
        readings={"pushed-out": "none"},
        rounds=3,
    ),
    "two at a wall, a beast first": combat(
        BEAST,
        JADE,
        beside("a", JEZZAILS, charges_from=3, at="flank"),
        said={"charges-from": 2, "reaction": "shield-wall", "use-fearsome": True},
    ),
    "into a combat behind a wall": combat(
        JEZZAILS,
        JADE,
        beside("a", BEAST, charges_from=3, at="flank"),
        said={"reaction": "shield-wall"},
        readings={"shield-wall-lasts": "fight"},
    ),
    "two at rifles": combat(
        ORCS,
        JEZZAILS,
        beside("a", BEAST, charges_from=3, at="flank"),
        said={"charges-from": 2, "reaction": "stand-and-shoot"},
    ),
    "two at rifles that push": combat(
        ORCS,
        JEZZAILS,
        beside("a", BEAST, charges_from=4),
        said={"charges-from": 4, "reaction": "stand-and-shoot"},
        readings={"reaction-shots-push": True},
    ),
    "two at rifles, the first shot down": combat(
        JEZZAILS,
        JEZZAILS,
        beside("a", BEAST, charges_from=4),
        said={
            "charges-from": 4,
            "reaction": "stand-and-shoot",
            "a.wounds-lost": 4,
        },
    ),
    "two at archers in volleys": combat(
        BEAST,
        ARCHERS,
        beside("a", JEZZAILS, charges_from=4, at="flank"),
        said={"charges-from": 4, "reaction": "stand-and-shoot", "volley-fire": True},
    ),
    "two at runners": combat(
        ORCS,
        RUNNERS,
        beside("a", ELVES, charges_from=7),
        said={
            "charges-from": 4,
            "reaction": "fire-and-flee",
            "b.enemy-behind": 9,
            "b.friend-behind": 5,
        },
    ),
    "two at runners caught in the rear": combat(
        ORCS,
        RUNNERS,
        beside("a", ELVES, charges_from=2, at="flank"),
        said={"charges-from": 1, "reaction": "fire-and-flee"},
        readings={"caught-fleeing": "rear"},
    ),
    "runners beside elves": combat(
        ORCS,
        RUNNERS,
        beside("b", BEAST, "a"),
        said={"charges-from": 4, "reaction": "fire-and-flee"},
    ),
    "two at who turns": combat(
        ORCS,
        TURNERS,
        beside("a", BEAST, charges_from=2, at="rear"),
        said={
            "charges-from": 2,
            "reaction": "tactical-genius",
            "b.touched-in": "flank",
        },
    ),
    "who turns is charged second": combat(
        ORCS,
        ELVES,
        beside("a", BEAST, "b2", charges_from=2, at="flank"),
        beside("b", TURNERS, "a", reaction="tactical-genius"),
        said={"charges-from": 2},
        rounds=2,
    ),
    "each a charge of its own": combat(
        BEAST,
        JEZZAILS,
        beside("a", CANNON, "b2", charges_from=1),
        beside("b", BEAST, "a"),
        said={"charges-from": 3, "reaction": "stand-and-shoot"},
    ),
    "two charges at two": combat(
        BEAST,
        CANNON,
        beside("a", ELVES, "b2", charges_from=5),
        beside("b", JEZZAILS, "a", reaction="stand-and-shoot"),
        said={"charges-from": 3},
    ),
    "the second parts the first from another": combat(
        BEAST,
        CANNON,
        beside("a", ELVES, "b2", charges_from=5, at="front"),
        beside("b", JEZZAILS, "a"),
        said={"charges-from": 3},
        readings={"pushed-out": "any"},
    ),
    "a cannon stays where it is": combat(
        BEAST,
        CANNON,
        beside("a", ORCS, charges_from=2),
        said={"charges-from": 3, "use-fearsome": True},
    ),
    "away in fear": combat(
        BEAST,
        ELVES,
        beside("a", ORCS, charges_from=2),
        said={"charges-from": 3},
        readings={"fear-in-reach": "away"},
    ),
    "who flees meets others": combat(
        BEAST,
        JEZZAILS,
        beside("a", BEAST, charges_from=7, use_fearsome=True),
        said={
            "charges-from": 7,
            "use-fearsome": True,
            "b.enemy-behind": 8,
            "b.friend-behind": 4,
        },
    ),
    "caught in the rear by terror": combat(
        BEAST,
        ELVES,
        beside("a", ORCS, charges_from=2),
        said={"charges-from": 3, "use-fearsome": True},
        readings={"caught-fleeing": "rear", "pushed-out": "none"},
    ),
    "the dead strike after charges": combat(
        BEAST,
        JEZZAILS,
        beside("a", ORCS, charges_from=2, at="flank"),
        said={"charges-from": 3, "reaction": "stand-and-shoot"},
        readings={"dead-strike": True, "test-after-destroying": True},
    ),
    "half strength by shots": combat(
        JEZZAILS,
        JEZZAILS,
        beside("a", JEZZAILS, charges_from=2, at="flank"),
        said={"charges-from": 3, "reaction": "stand-and-shoot"},
        readings={"half-strength": "half-dice"},
    ),
    "who is hit in the flank pivots": combat(
        ORCS,
        BEAST,
        beside("a", JEZZAILS, charges_from=2, at="flank"),
        said={"charges-from": 3, "b.touched-in": "rear"},
        readings={"engaged-pivot": True},
    ),
    "the worn charge the worn": combat(
        BOARS,
        GUARD,
        beside("a", ORCS, charges_from=2, lost=6, at="flank"),
        said={"charges-from": 3, "a.wounds-lost": 4, "b.wounds-lost": 9},
    ),
    "a warlord and ratmen": combat(
        WARLORD,
        ELVES,
        beside("a", RATMEN, charges_from=2, lost=10, at="flank", kin_near=True),
        said={"charges-from": 3, "a.wounds-lost": 18, "b.general-near": True},
        rounds=4,
    ),
    "a captain turns to face": combat(
        BEAST,
        CAPTAIN,
        beside("a", JEZZAILS, charges_from=2, at="flank"),
        said={
            "charges-from": 3,
            "reaction": "tactical-genius",
            "b.touched-in": "rear",
            "b.wounds-lost": 12,
        },
    ),
    "a captain behind a wall": combat(
        BEAST,
        CAPTAIN,
        beside("a", JEZZAILS, charges_from=2, at="flank"),
        said={"charges-from": 3, "reaction": "shield-wall", "b.wounds-lost": 12},
        readings={"later-rounds": "a", "abilities": "house"},
    ),
    "abilities as printed": combat(
        BEAST,
        JADE,
        beside("a", JEZZAILS, charges_from=2, at="flank"),
        said={"charges-from": 3, "reaction": "none", "b.wounds-lost": 12},
        readings={"abilities": "printed"},
    ),
}
