"""Units for the tests: figures as stat lines of the army books print them."""

from typing import Any

from rulesets.core.values import Gear, RuleUse
from rulesets.odds.match_up import Answers, Fighter, FighterPart, MatchUp


def uses(*rules: Any) -> tuple[RuleUse, ...]:
    """Return uses of rules: keys, or pairs of a key and its X."""
    return tuple(
        RuleUse(rule) if isinstance(rule, str) else RuleUse(*rule) for rule in rules
    )


def weapon(
    strength: Any = "user",
    ap: Any = 0,
    *rules: Any,
    base: str = "hand-weapon",
    count: int = 1,
    hands: int = 1,
    **stats: Any,
) -> Gear:
    figures = {"strength": strength, "ap": ap, **stats}
    name = f"{base} {strength} {ap}"
    return Gear(name, name, figures, "melee", hands, base, uses(*rules), count)


def bow(
    strength: Any = 3,
    ap: int = 0,
    *rules: Any,
    shots: int = 1,
    reach: Any = 24,
    fires: str = "Move and Fire",
    **stats: Any,
) -> Gear:
    figures = {
        "strength": strength,
        "ap": ap,
        "shots": shots,
        "range": reach,
        "type": fires,
        **stats,
    }
    return Gear("bow", "Bow", figures, "ranged", 2, "bow", uses(*rules))


def spell(cost: int, strength: int, shots: int = 1, *rules: Any, **stats: Any) -> Gear:
    figures = {
        "cost": cost,
        "strength": strength,
        "ap": 0,
        "shots": shots,
        "range": 24,
        "type": "Move and Fire",
        **stats,
    }
    name = str(figures.pop("name", "Bolt"))
    return Gear(name.lower(), name, figures, "spell", 1, "", uses(*rules))


SHIELD = Gear("shield", "Shield", {}, "shield", 1, "shield")
SPELLS = Gear("spells", "Spells in one hand", {}, "spells", 1)

FIGURES: dict[str, int | str | None] = {
    "ws": 3,
    "bs": 3,
    "s": 3,
    "t": 3,
    "w": 1,
    "i": 3,
    "a": 1,
    "ld": 7,
    "mg": 1,
    "sv": 7,
    "ward": 7,
    "hands": 2,
    "formation": "Ranks",
}


def part(
    name: str,
    models: int,
    *rules: Any,
    gear: tuple[Gear, ...] = (),
    role: str = "models",
    kind: str = "infantry",
    casts: str = "",
    **figures: Any,
) -> FighterPart:
    brought = tuple(rule for piece in gear for rule in piece.rules)
    return FighterPart(
        name=name,
        role=role,
        models=models,
        kind=kind,
        characteristics={**FIGURES, **figures},
        rules=(*uses(*rules), *brought),
        gear=gear,
        notes=(f"casts {casts}",) if casts else (),
    )


def fighter(*parts: FighterPart, spells: tuple[Gear, ...] = ()) -> Fighter:
    first = parts[0]
    return Fighter(
        name=first.name,
        kind=first.kind,
        models=sum(one.models for one in parts),
        points=100,
        characteristics=first.characteristics,
        rules=first.rules,
        gear=(*first.gear, *spells),
        parts=parts,
    )


def unit(name: str, models: int, *rules: Any, **details: Any) -> Fighter:
    return fighter(part(name, models, *rules, **details))


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
    return MatchUp("scrollhammer", kind, a, b, asked, readings or {}, rounds)


LEGION = unit("Legionnaires", 10, ws=4, ld=8, sv=4, gear=(weapon(), SHIELD))
COHORT = unit("Cohort", 20, "standard-bearer", ws=4, ld=8, sv=4, gear=(weapon(),))
LED = fighter(
    part("Led Legionnaires", 9, ws=4, ld=7, sv=4, gear=(weapon(), SHIELD)),
    part("Centurion", 1, role="leader", ws=5, i=5, a=3, ld=9, sv=3, w=2),
)
PEASANTS = unit(
    "Peasants",
    20,
    ws=2,
    i=2,
    ld=6,
    formation="Horde",
    gear=(weapon("user", 0, "phalanx", base="spear"),),
)
FALMER = unit(
    "Falmer",
    12,
    "twisted-souls",
    t=4,
    ld=6,
    sv=6,
    formation="Horde",
    gear=(weapon("user", 0, ("poisoned", 4)),),
)
CATS = unit(
    "Jaguar Men",
    10,
    ws=3,
    s=4,
    t=4,
    a=2,
    ld=8,
    sv=4,
    gear=(weapon("user+2", 2, base="warhammer", hands=2),),
)
DAGI = unit(
    "Dagi",
    10,
    s=2,
    t=2,
    i=5,
    a=2,
    ld=8,
    bs=4,
    formation="Skirmish",
    gear=(weapon(count=2),),
)
TROLLS = unit(
    "Tidewrought",
    3,
    s=5,
    t=5,
    w=2,
    i=2,
    a=2,
    ld=9,
    sv=4,
    gear=(weapon("user", 1, base="spear", count=2),),
)
BEAST = unit(
    "Reefback",
    1,
    "fear",
    s=6,
    t=6,
    w=5,
    i=2,
    a=4,
    ld=6,
    sv=3,
    formation="Skirmish",
    kind="monstrous-creature",
    gear=(weapon("user", 2, "rending", hands=0),),
)
LANCERS = unit(
    "Lancers",
    5,
    ws=4,
    t=4,
    a=2,
    ld=8,
    sv=3,
    kind="cavalry",
    gear=(weapon("user +2 charging", 0, base="lance"),),
)
HERO = unit(
    "Captain",
    1,
    "independent-character",
    ws=5,
    s=4,
    t=4,
    w=2,
    i=4,
    a=3,
    ld=8,
    sv=5,
    formation="Skirmish",
    gear=(weapon("user", 1, "master-crafted", base="dagger"),),
)
SLAYERS = unit(
    "Slayers",
    5,
    "monster-hunter",
    ws=5,
    s=4,
    i=4,
    a=2,
    ld=9,
    formation="Skirmish",
    gear=(weapon("user +2", 1, "killing-blow", "strikes-last", hands=2),),
)
PRIESTS = unit(
    "Priests",
    8,
    "hatred-undead",
    "preferred-enemy-undead",
    ws=2,
    ld=8,
    ward=6,
    i=4,
    gear=(weapon("user", 0, "easily-overwhelmed", base="dagger"),),
)
GUILD = fighter(
    part("Skirmishers", 3, w=2, i=4, sv=6, formation="Skirmish", gear=(weapon(),)),
    part("Crusader", 2, w=2, sv=4, ld=8, formation="Skirmish", gear=(weapon(ap=1),)),
)
OGRES = unit(
    "Crushers",
    4,
    s=5,
    t=4,
    w=3,
    i=2,
    a=3,
    sv=5,
    formation="Skirmish",
    gear=(weapon("user", 1, "multiple-wounds-d3"),),
)
SLAVES = fighter(
    part("Rowers", 14, ws=2, i=2, ld=4, formation="Horde", gear=(weapon(),)),
    part("Overseer", 1, ld=6, sv=6, role="leader", formation="Horde", a=2),
)
HELPLESS = unit("Statues", 6, ws=0, t=4, i=0, a=0, ld=9, sv=5, formation="Skirmish")

ARCHERS = unit("Archers", 20, bs=4, ld=8, sv=6, gear=(bow(3, 1, shots=2),))
MARKSMEN = unit(
    "Marksmen",
    6,
    "preferred-enemy",
    bs=7,
    formation="Skirmish",
    gear=(bow(4, 1, "pinning", fires="Move or Fire", reach=30),),
)
MIXED_ARMS = fighter(
    part("Bowmen", 6, bs=4, formation="Skirmish", gear=(bow(4, 0, shots=2),)),
    part(
        "Slingers",
        4,
        bs=5,
        s=4,
        formation="Skirmish",
        gear=(bow(4, 1, "pinning"),),
    ),
)
RECRUITS = unit("Recruits", 8, bs=1, gear=(bow(3, 0, ("poisoned", 5)),))
BLOWGUNS = unit(
    "Blowguns",
    8,
    bs=3,
    formation="Horde",
    gear=(bow(4, 2, ("poisoned", 4), "ignores-cover", reach=12),),
)
BOLTS = unit(
    "Ballistae",
    2,
    bs=3,
    formation="Skirmish",
    gear=(bow(6, 3, "multiple-wounds-d6", fires="Move or Fire", reach=48),),
)
MAGES = fighter(
    part("Mages", 4, bs=4, mg=3, formation="Skirmish", gear=(SPELLS,), casts="Bolt"),
    spells=(spell(8, 5, 2, element="Shock"),),
)
SPIDERS = unit(
    "Spiders", 9, "immune-to-shock", s=2, a=2, i=3, ld=10, sv=5, formation="Skirmish"
)
SNIPERS = unit("Snipers", 6, bs=6, formation="Skirmish", gear=(bow(4, 1, "precision"),))
DUELISTS = unit(
    "Duelists",
    5,
    "preferred-enemy",
    ws=5,
    i=6,
    a=2,
    ld=9,
    formation="Skirmish",
    gear=(weapon("user +1", 1, "precision"),),
)
BLIND = unit("Blind archers", 5, bs=0, gear=(bow(),))
