"""The units of Charge v2 0.1 beta as its stat lines print them, as fighters."""

from rulesets.core.values import Gear, RuleUse
from rulesets.odds.match_up import Answers, Fighter, MatchUp

SPEEDS = {"infantry": 6, "cavalry": 10, "monster": 8, "war-machine": 2}


def unit(
    name: str,
    kind: str,
    melee: tuple[int, int],
    shoot: tuple[int, int] | None,
    figures: tuple[int, int, int, int, int],
    *rules: str | RuleUse,
    weapon: tuple[str, int, int | None] | None = None,
) -> Fighter:
    """Return a unit; ``figures`` are save, wounds, push, morale and points."""
    save, wounds, push, morale, points = figures
    shoot_dice, shoot_need = shoot if shoot else (None, None)
    stats: dict[str, int | str | None] = {}
    if weapon:
        stats = {"range": weapon[1], "push": weapon[2]}
    return Fighter(
        name=name,
        kind=kind,
        models=20,
        points=points,
        characteristics={
            "melee-dice": melee[0],
            "melee-need": melee[1],
            "shoot-dice": shoot_dice,
            "shoot-need": shoot_need,
            "save": save,
            "wounds": wounds,
            "push": push,
            "morale": morale,
            "speed": SPEEDS[kind],
        },
        rules=tuple(RuleUse(r) if isinstance(r, str) else r for r in rules),
        gear=(Gear("weapon", weapon[0], stats),) if weapon else (),
    )


def piercing(x: int) -> RuleUse:
    return RuleUse("armour-piercing", x)


ARCHERS = unit(
    "Archer Block",
    "infantry",
    (10, 5),
    (5, 4),
    (6, 20, 4, 6, 100),
    "volley-fire",
    "stand-and-shoot",
    weapon=("Longbows", 24, None),
)
WARLORD = unit(
    "Hinterland Warlord",
    "infantry",
    (12, 3),
    (5, 4),
    (5, 30, 8, 5, 250),
    "generals-leadership",
    "tactical-genius",
    "terrifying",
    weapon=("Short Bows", 20, None),
)
GUARD = unit(
    "Kevorki Guard",
    "infantry",
    (10, 5),
    (10, 5),
    (5, 20, 4, 7, 150),
    "strength-in-numbers",
    "poisoned-attacks",
    weapon=("Short Bows", 20, None),
)
BOARS = unit(
    "Kevorki Boar Riders",
    "cavalry",
    (20, 5),
    None,
    (5, 12, 4, 6, 125),
    piercing(1),
    "fearsome",
    "strength-in-numbers",
)
CAPTAIN = unit(
    "Captain of the Gates",
    "infantry",
    (15, 3),
    (5, 5),
    (3, 25, 6, 5, 250),
    "shield-wall",
    "generals-leadership",
    "tactical-genius",
    weapon=("Javelins", 18, None),
)
JADE = unit(
    "Jade Warriors", "infantry", (10, 4), None, (4, 20, 4, 6, 100), "shield-wall"
)
CANNON = unit(
    "Grand Cannon",
    "war-machine",
    (3, 5),
    (6, 3),
    (5, 4, 6, 8, 250),
    "cannon",
    "unlimbered-artillery",
)
RATMEN = unit(
    "Ratmen", "infantry", (10, 5), None, (5, 20, 4, 7, 50), "strength-in-numbers"
)
JEZZAILS = unit(
    "Jezzails",
    "infantry",
    (3, 5),
    (6, 5),
    (6, 6, 0, 8, 100),
    "stand-and-shoot",
    piercing(2),
    weapon=("Jezzail Rifles", 36, 2),
)
ORCS = unit("Orcs", "infantry", (10, 4), None, (5, 12, 4, 7, 75), "fearsome")
BEAST = unit(
    "Badlands Beast",
    "monster",
    (8, 3),
    None,
    (6, 6, 8, 8, 125),
    "fearsome",
    "terrifying",
)
ELVES = unit(
    "Elven Cavalry",
    "cavalry",
    (16, 4),
    None,
    (3, 8, 4, 6, 125),
    piercing(1),
    "fearsome",
)


def match_up(
    kind: str,
    a: Fighter,
    b: Fighter,
    situation: Answers | None = None,
    readings: Answers | None = None,
    rounds: int | None = None,
) -> MatchUp:
    """Return a question; side A closes in unless it says who does."""
    usual: Answers = {"closing": "a"} if kind == "engagement" else {}
    asked = {**usual, **(situation or {})}
    return MatchUp("charge", kind, a, b, asked, readings or {}, rounds)
