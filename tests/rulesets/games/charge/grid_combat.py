"""The combats of several units that are played out die by die."""

from rulesets.odds.match_up import Answers, Fighter, Further, MatchUp
from rulesets.odds.sides import Side
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
)


def beside(
    side: Side, fighter: Fighter, touches: str = "", **said: str | int
) -> Further:
    """Return a unit beside A or B; ``at`` is where it touches its enemy."""
    names = {"at": "contact", "touched": "touched-in", "lost": "wounds-lost"}
    told = {names.get(key, key.replace("_", "-")): value for key, value in said.items()}
    return Further(fighter, side, touches=touches, situation=told)


def combat(
    a: Fighter,
    b: Fighter,
    *further: Further,
    said: Answers | None = None,
    readings: Answers | None = None,
    rounds: int | None = None,
) -> MatchUp:
    """Return a combat of several units."""
    return MatchUp(
        *("charge", "battle-line", a, b, said or {}, readings or {}, rounds),
        further=further,
    )


COMBATS: dict[str, MatchUp] = {
    "orcs and a beast on elves": combat(ORCS, ELVES, beside("a", BEAST)),
    "a beast in the flank of elves": combat(
        ORCS, ELVES, beside("a", BEAST, at="flank")
    ),
    "a beast in the rear of elves": combat(ORCS, ELVES, beside("a", BEAST, at="rear")),
    "elves touched in flank and rear": combat(
        ORCS, ELVES, beside("a", BEAST, at="flank-and-rear")
    ),
    "both bonuses in flank and rear": combat(
        RATMEN,
        ELVES,
        beside("a", JEZZAILS, at="flank-and-rear"),
        readings={"flank-and-rear": "both"},
    ),
    "friends and enemies behind three": combat(
        ELVES,
        ORCS,
        beside("b", JEZZAILS, enemy_behind=5, friend_behind=3),
        said={"a.enemy-behind": 8, "b.friend-behind": 6},
    ),
    "elves against two at their second": combat(
        ELVES, ORCS, beside("b", BEAST), said={"a.strikes-at": "second"}
    ),
    "elves against whoever is weakest": combat(
        ELVES, ORCS, beside("b", BEAST), said={"a.strikes-at": "fewest"}
    ),
    "as weak as each other": combat(
        ORCS, JEZZAILS, beside("b", BEAST), said={"a.strikes-at": "fewest"}
    ),
    "jezzails beside jezzails": combat(ELVES, JEZZAILS, beside("b", JEZZAILS)),
    "a cannon beside jezzails": combat(BEAST, CANNON, beside("b", JEZZAILS)),
    "a cannon in the rear": combat(
        BEAST, CANNON, beside("b", ELVES), said={"b.touched-in": "rear"}
    ),
    "artillery beside the one that falls back": combat(
        ELVES, CANNON, beside("b", ORCS), readings={"fall-back-ends": False}, rounds=6
    ),
    "only the broken leave": combat(
        ORCS, ELVES, beside("a", BEAST), readings={"fall-back-ends": False}, rounds=5
    ),
    "only the broken leave, to the end": combat(
        JEZZAILS, BEAST, beside("b", CANNON), readings={"fall-back-ends": False}
    ),
    "the dead strike": combat(
        BEAST, ELVES, beside("b", JEZZAILS), readings={"dead-strike": True}
    ),
    "the dead strike at two": combat(
        ELVES,
        BEAST,
        beside("b", JEZZAILS),
        said={"a.strikes-at": "fewest"},
        readings={"dead-strike": True, "later-rounds": "b"},
    ),
    "who destroyed all tests": combat(
        BEAST, JEZZAILS, beside("a", ELVES), readings={"test-after-destroying": True}
    ),
    "side a in every round": combat(
        ORCS, BEAST, beside("b", CANNON), readings={"later-rounds": "a"}
    ),
    "side b in every later round": combat(
        ORCS, BEAST, beside("a", JEZZAILS), readings={"later-rounds": "b"}
    ),
    "half strength": combat(
        ELVES, BEAST, beside("b", ORCS), readings={"half-strength": "half-dice"}
    ),
    "half strength of the worn": combat(
        ELVES,
        BEAST,
        beside("b", ORCS, lost=5),
        said={"a.wounds-lost": 3, "a.strikes-at": "second"},
        readings={"half-strength": "half-dice", "dead-strike": True},
    ),
    "a general near one of two": combat(
        ORCS, BEAST, beside("a", JEZZAILS, general_near=True), said={"b.kin-near": True}
    ),
    "kin near both": combat(
        BOARS,
        ELVES,
        beside("a", BOARS, at="flank", kin_near=True, lost=6),
        said={"a.kin-near": True, "a.wounds-lost": 6},
    ),
    "two a side, both on the second": combat(
        BEAST, JEZZAILS, beside("a", CANNON, "b2"), beside("b", ELVES, "a")
    ),
    "two a side in a row": combat(
        BEAST, JEZZAILS, beside("a", CANNON), beside("b", ELVES, "a")
    ),
    "two a side, the wings apart": combat(
        CANNON, JEZZAILS, beside("a", BEAST, "b"), beside("b", CANNON, "a2")
    ),
    "a flank on both wings": combat(
        JEZZAILS,
        BEAST,
        beside("a", CANNON, "b", at="flank"),
        beside("b", CANNON, "a", at="flank"),
    ),
    "two a side, whoever is weakest": combat(
        ELVES,
        BEAST,
        beside("a", JEZZAILS, "b", strikes_at="fewest"),
        beside("b", CANNON, "a", strikes_at="second"),
        said={"a.strikes-at": "fewest", "b.strikes-at": "fewest"},
        rounds=3,
    ),
    "a unit that touches with its own flank": combat(
        ORCS, BEAST, beside("b", ELVES, touched="flank")
    ),
    "a unit that touches with its rear, in a rear": combat(
        ORCS, BEAST, beside("b", ELVES, at="rear", touched="rear"), rounds=8
    ),
    "nobody faces anybody": combat(
        JEZZAILS,
        CANNON,
        beside("b", JEZZAILS, at="flank", touched="flank"),
        said={"a.touched-in": "rear", "b.touched-in": "rear"},
        rounds=4,
    ),
    "a flank turns to face": combat(
        ORCS,
        ELVES,
        beside("a", BEAST, at="rear"),
        said={"b.touched-in": "flank"},
        readings={"engaged-pivot": True},
    ),
    "a rear turns twice": combat(
        ORCS,
        ELVES,
        beside("a", JEZZAILS, at="rear"),
        said={"b.touched-in": "rear"},
        readings={"engaged-pivot": True, "fall-back-ends": False},
        rounds=7,
    ),
    "who has one in front does not turn": combat(
        ORCS, ELVES, beside("a", BEAST, at="flank"), readings={"engaged-pivot": True}
    ),
    "side a turns as well": combat(
        ELVES,
        ORCS,
        beside("b", BEAST, at="flank", touched="flank"),
        said={"a.touched-in": "flank-and-rear"},
        readings={"engaged-pivot": True, "later-rounds": "a"},
    ),
    "ratmen worn down": combat(
        RATMEN, BEAST, beside("b", CANNON), said={"a.wounds-lost": 10}
    ),
    "poison and piercing": combat(
        GUARD, ELVES, beside("b", JEZZAILS), said={"a.wounds-lost": 11}
    ),
    "a captain held by a cannon and a beast": combat(
        CAPTAIN, CANNON, beside("b", BEAST, at="flank"), said={"a.wounds-lost": 15}
    ),
    "a worn warlord between two": combat(
        WARLORD, ELVES, beside("b", BEAST, at="rear"), said={"a.wounds-lost": 20}
    ),
    "jade warriors and a cannon": combat(
        JADE, BEAST, beside("a", CANNON), said={"a.wounds-lost": 8}
    ),
    "archers beside orcs": combat(ORCS, ELVES, beside("a", ARCHERS, lost=10), rounds=2),
    "boar riders and orcs": combat(
        BOARS, ORCS, beside("a", ORCS, at="flank"), rounds=3
    ),
    "two blocks on a captain": combat(
        RATMEN, CAPTAIN, beside("a", ORCS, at="flank"), said={"a.kin-near": True}
    ),
    "two blocks against two": combat(
        JADE, ORCS, beside("a", GUARD), beside("b", RATMEN, "a2")
    ),
    "a warlord against two blocks": combat(
        WARLORD, JADE, beside("b", RATMEN), said={"a.strikes-at": "fewest"}
    ),
    "a captain and a warlord among blocks": combat(
        CAPTAIN, WARLORD, beside("a", JADE), beside("b", RATMEN, "a2")
    ),
    "one unit a side": combat(ELVES, BEAST),
}
"""Some of large units are drawn, the largest rolled."""
