"""Match-ups of units that take other things in hand from turn to turn."""

from dataclasses import replace
from itertools import product
from typing import Any

from rulesets.core.values import Gear
from rulesets.odds.match_up import Fighter, MatchUp
from tests.rulesets.games.scrollhammer.blades_match_ups import (
    CUTLASS,
    FLAMES,
    blade,
    casters,
)
from tests.rulesets.games.scrollhammer.line_match_ups import beside, line
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    CATS,
    DAGI,
    FALMER,
    LANCERS,
    LED,
    LEGION,
    OGRES,
    PEASANTS,
    SPELLS,
    bow,
    fighter,
    match_up,
    part,
    unit,
    weapon,
)

SHIELD = Gear("shield", "Shield", {}, "shield", 1)


def with_sets(*held: Fighter) -> Fighter:
    """Return a unit with the first thing in hand, which may take each other one."""
    sets = tuple(
        tuple(replace(part, loadout=f"set {place}") for part in one.parts)
        for place, one in enumerate(held)
    )
    return replace(held[0], parts=sets[0], sets=sets)


def armed(
    name: str, models: int, shot: Gear, struck: tuple[Gear, ...], **figures: Any
) -> Fighter:
    """Return a unit that shoots with one thing and fights with others."""
    better = int(figures.get("sv", 5)) - 1
    return with_sets(
        unit(name, models, gear=(shot,), **figures),
        unit(name, models, gear=struck, **{**figures, "sv": better}),
    )


SWORD, AXE = weapon("user+1"), weapon("user+2", 2, "strikes-last", base="axe", hands=2)
GLAIVE = weapon("user+3", 3, base="glaive", hands=2)
SPEAR = weapon("user", 1, "phalanx", base="spear")
BOWMEN = armed("Bowmen", 14, bow(3, 0), (SWORD, SHIELD), ws=4, sv=6, ld=8)
SCOUTS = armed(
    "Scouts",
    8,
    bow(4, 1, fires="Move or Fire"),
    (AXE,),
    ws=4,
    formation="Skirmish",
)
HURLERS = armed(
    "Hurlers",
    10,
    bow("user", 1, reach=8, fires="Fire and Charge"),
    (SWORD, SHIELD),
    s=4,
    formation="Horde",
)
SLINGERS = armed("Slingers", 15, bow(3, 0, reach=18), (SPEAR, SHIELD), ld=7)
HUNTERS = armed(
    "Hunters",
    4,
    bow(4, 1, fires="Fire and Charge", reach=12),
    (AXE,),
    w=2,
    a=2,
    ld=8,
    formation="Skirmish",
)


def spellswords(name: str, models: int, spell: Gear, *, at_first: bool) -> Fighter:
    """Return a unit that casts a weapon of magic with one of two things in hand."""
    figures: dict[str, Any] = {"formation": "Skirmish", "mg": 4, "ld": 8, "ws": 4}
    if at_first:
        casting = casters(name, models, 4, spell, ld=8, ws=4)
        return with_sets(casting, unit(name, models, gear=(GLAIVE,), **figures))
    casting = fighter(
        part(name, models, gear=(weapon(), SPELLS), casts="Blade", **figures),
        spells=(spell,),
    )
    shooting = fighter(
        part(name, models, gear=(bow(3, 0),), **figures), spells=(spell,)
    )
    return with_sets(shooting, casting)


ARCHER_MAGI = spellswords("Archer magi", 8, blade(5, "user +2", 2), at_first=False)
FLAME_ARCHERS = spellswords(
    "Flame archers",
    8,
    blade(3, 6, 1, range=6, shots=2, type="Move or Fire"),
    at_first=False,
)
GLAIVE_MAGI = spellswords("Glaive magi", 7, CUTLASS, at_first=True)
FLAME_GLAIVES = spellswords("Flame glaives", 7, FLAMES, at_first=True)
CASTERS = (ARCHER_MAGI, FLAME_ARCHERS, GLAIVE_MAGI, FLAME_GLAIVES)
SWITCHERS = (BOWMEN, SCOUTS, HURLERS, SLINGERS, HUNTERS)
ENEMIES = (LEGION, CATS, PEASANTS, LED, OGRES, LANCERS)


def switching() -> dict[str, MatchUp]:
    """Return match-ups of every kind, by both sides and every policy."""
    found: dict[str, MatchUp] = {}
    for place, own in enumerate(SWITCHERS):
        for step in (0, 2):
            enemy = ENEMIES[(place + step) % len(ENEMIES)]
            charger = ("a", "b", "none")[(place + step) % 3]
            asked: dict[str, str | int] = {"a.hands": "shoots", "charger": charger}
            found[f"fight: {own.name}, {enemy.name}"] = match_up(
                "fight", own, enemy, asked, {}, 2 + place
            )
        enemy = ENEMIES[(place + 1) % len(ENEMIES)]
        asked = {"b.hands": "shoots", "reaction": "stand-and-shoot", "distance": 6}
        found[f"charge: {enemy.name}, {own.name}"] = match_up(
            "charge", enemy, own, asked
        )
        for policy, reaction in product(
            ("shoots", "charges"), ("hold", "stand-and-shoot")
        ):
            enemy = ENEMIES[(place + len(found)) % len(ENEMIES)]
            closing = ("a", "both", "b")[len(found) % 3]
            asked = {"a.hands": policy, "reaction": reaction, "closing": closing}
            found[f"engagement: {own.name}, {enemy.name}, {policy}, {reaction}"] = (
                match_up("engagement", own, enemy, {**asked, "distance": 18})
            )
    both = {"a.hands": "shoots", "b.hands": "charges", "closing": "both"}
    rest = {
        "both switch": match_up("engagement", SCOUTS, BOWMEN, both),
        "both shoot, then fight": match_up(
            "engagement",
            SLINGERS,
            HURLERS,
            {**both, "b.hands": "shoots", "reaction": "stand-and-shoot"},
        ),
        "both in a fight": match_up(
            "fight", BOWMEN, HUNTERS, {"a.hands": "shoots", "b.hands": "shoots"}
        ),
        "in its flank": match_up(
            "fight", CATS, BOWMEN, {"b.hands": "shoots", "b.flanked": True}
        ),
        "paralyzed": match_up(
            "fight", FALMER, SLINGERS, {"b.hands": "shoots", "b.paralyzed": True}
        ),
        "flight, and shields against arrows": match_up(
            "engagement",
            ARCHERS,
            HURLERS,
            {"b.hands": "charges", "reaction": "flee", "closing": "b"},
        ),
        "caught as they flee": match_up(
            "engagement",
            DAGI,
            BOWMEN,
            {"b.hands": "shoots", "reaction": "flee", "closing": "a", "b.room": 30},
        ),
    }
    return {**found, **rest, **casting()}


def casting() -> dict[str, MatchUp]:
    """Return match-ups of those who cast weapons of magic with one of two things."""
    found: dict[str, MatchUp] = {}
    for place, own in enumerate(CASTERS):
        enemy = ENEMIES[place]
        for charger in ("a", "b", "none"):
            asked: dict[str, str | int] = {"a.hands": "shoots", "charger": charger}
            found[f"fight: {own.name}, charged by {charger}"] = match_up(
                "fight", own, enemy, asked, {}, 5
            )
        found[f"charge: {own.name}"] = match_up(
            "charge", enemy, own, {"b.hands": "shoots", "distance": 5}
        )
        for policy, closing in product(("shoots", "charges"), ("a", "b")):
            found[f"engagement: {own.name}, {policy}, {closing}"] = match_up(
                "engagement",
                own,
                ENEMIES[place + 1],
                {"a.hands": policy, "closing": closing, "distance": 16},
            )
    return found


SWITCHING = switching()

LINES_THAT_SWITCH: dict[str, MatchUp] = {
    "bowmen beside legionaries": line(
        LEGION, OGRES, beside("a", BOWMEN, hands="shoots"), rounds=4
    ),
    "both units switch": line(
        SCOUTS,
        CATS,
        beside("a", BOWMEN, hands="shoots", charges=True),
        said={"a.hands": "shoots"},
        rounds=None,
    ),
    "spears in the third rank after slings": line(
        LANCERS,
        SLINGERS,
        beside("a", PEASANTS, touches="b"),
        said={"b.hands": "shoots", "a.charges": True},
        rounds=None,
    ),
    "bowmen in the flank": line(
        BOWMEN,
        CATS,
        beside("b", DAGI, contact="flank"),
        said={"a.hands": "shoots", "b.charges": True},
        rounds=5,
    ),
    "slow axes at two enemies": line(
        HUNTERS,
        LEGION,
        beside("b", FALMER),
        said={"a.hands": "shoots", "a.strikes-at": "first"},
        rounds=None,
    ),
    "both sides switch": line(
        HURLERS,
        BOWMEN,
        beside("b", HUNTERS, hands="shoots"),
        said={"a.hands": "shoots", "b.hands": "shoots"},
        rounds=3,
    ),
    "magi who take the blade later": line(
        ARCHER_MAGI,
        LED,
        beside("a", SLINGERS, hands="shoots"),
        said={"a.hands": "shoots", "b.charges": True},
        rounds=5,
    ),
    "magi who lay the blade down": line(
        GLAIVE_MAGI,
        CATS,
        beside("b", PEASANTS),
        said={"a.hands": "shoots", "a.charges": True},
        rounds=4,
    ),
}
"""Battle lines in which units take something else in hand after the first round."""
