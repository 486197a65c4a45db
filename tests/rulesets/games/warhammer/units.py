"""Warhammer units written out, as fighters with their parts."""

from rulesets.core.values import Gear, RuleUse
from rulesets.odds.match_up import Answers, Fighter, FighterPart, MatchUp

Rules = tuple[str | RuleUse, ...]

HAND_WEAPON = Gear("hand-weapon", "Hand weapon", {}, "melee", 1, "hand-weapon")
SHIELD = Gear("shield", "Shield", {}, "shield", 1)
SPEAR = Gear(
    "spear-infantry",
    "Spear",
    {},
    "melee",
    1,
    "spear",
    (RuleUse("fights-in-two-ranks"), RuleUse("on-foot-only")),
)
HALBERD = Gear("halberd", "Halberd", {"strength-bonus": 1}, "melee", 2, "halberd")
GREAT_WEAPON = Gear(
    "great-weapon",
    "Great weapon",
    {"strength-bonus": 2},
    "melee",
    2,
    "great-weapon",
    (RuleUse("strikes-last"),),
)
FLAIL = Gear("flail", "Flail", {"first-round-bonus": 2}, "melee", 2, "flail")
LANCE = Gear(
    "lance",
    "Lance",
    {"charge-bonus": 2},
    "melee",
    1,
    "lance",
    (RuleUse("mounted-only"),),
)
CHOPPA = Gear(
    "choppa", "Choppa", {"charge-bonus": 1}, "melee", 1, "choppa", (RuleUse("choppa"),)
)
TWO_HAND_WEAPONS = Gear(
    "hand-weapon", "Hand weapon", {}, "melee", 1, "hand-weapon", count=2
)
BOW = Gear("bow", "Bow", {"range": 24, "strength": 3}, "ranged", 2)
HANDGUN = Gear(
    "handgun",
    "Handgun",
    {"range": 24, "strength": 4},
    "ranged",
    2,
    rules=(RuleUse("move-or-fire"), RuleUse("armour-piercing")),
)
REPEATER = Gear(
    "repeater-handgun",
    "Repeater handgun",
    {"range": 24, "strength": 4, "shots": 3},
    "ranged",
    2,
    rules=(RuleUse("armour-piercing"), RuleUse("multiple-shots", 3)),
)
PISTOL = Gear(
    "pistol",
    "Pistol",
    {"range": 8, "strength": 4},
    "ranged",
    1,
    "pistol",
    (RuleUse("armour-piercing"), RuleUse("pistol")),
)
BRACE = Gear(
    "brace-of-pistols",
    "Brace of pistols",
    {"range": 8, "strength": 4},
    "ranged",
    2,
    "pistol",
    (RuleUse("armour-piercing"), RuleUse("pistol"), RuleUse("fills-hands")),
)
JAVELIN = Gear(
    "javelin",
    "Javelin",
    {"range": 8, "strength": "user"},
    "ranged",
    1,
    rules=(RuleUse("thrown"),),
)

MAN = {"m": 4, "ws": 3, "bs": 3, "s": 3, "t": 3, "w": 1, "i": 3, "a": 1, "ld": 7}
HORSE = {"m": 8, "ws": 3, "bs": 0, "s": 3, "t": 3, "w": 1, "i": 3, "a": 1, "ld": 5}


def used(rules: Rules) -> tuple[RuleUse, ...]:
    return tuple(RuleUse(rule) if isinstance(rule, str) else rule for rule in rules)


def unit(
    name: str,
    models: int,
    *rules: str | RuleUse,
    kind: str = "infantry",
    gear: tuple[Gear, ...] = (HAND_WEAPON,),
    champion: dict[str, int] | None = None,
    mount: dict[str, int] | None = None,
    mount_rules: Rules = (),
    **figures: int,
) -> Fighter:
    """Return a unit of men, unless figures say otherwise."""
    line = {**MAN, "sv": 7, "us": 2 if mount else 1, **figures}
    body = models - (1 if champion is not None else 0)
    parts = [FighterPart(name, "models", body, kind, line, used(rules), gear)]
    if champion is not None:
        led = {**line, "a": line["a"] + 1, **champion}
        parts.append(FighterPart("Champion", "leader", 1, kind, led, used(rules), gear))
    if mount is not None:
        horse = {**HORSE, **mount}
        parts.append(
            FighterPart("Mount", "mount", models, "", horse, used(mount_rules))
        )
    return Fighter(name, kind, models, 0, line, used(rules), gear, (), tuple(parts))


HALBERDIERS = unit("Halberdiers", 20, "standard-bearer", gear=(HALBERD,), sv=6)
SWORDSMEN = unit(
    "Swordsmen",
    20,
    "musician",
    "standard-bearer",
    gear=(HAND_WEAPON, SHIELD),
    champion={},
    ws=4,
    i=4,
    sv=5,
)
SPEARMEN = unit("Spearmen", 18, gear=(SPEAR, SHIELD), champion={}, sv=5)
LONE_SPEARS = unit("Pikemen", 16, gear=(SPEAR,), champion={"a": 3, "s": 4}, sv=6)
FEW_GOBLINS = unit(
    "Few goblins", 4, "unbreakable", champion={"ws": 3}, ws=2, i=2, ld=6, sv=6
)
LED_BY_SPEECH = unit(
    "Men led by speech", 12, gear=(SPEAR, SHIELD), champion={"ld": 9}, ld=6, sv=5
)
GREATSWORDS = unit(
    "Greatswords", 12, "stubborn", gear=(GREAT_WEAPON,), ws=4, ld=8, sv=4
)
FLAGELLANTS = unit(
    "Flagellants",
    14,
    "unbreakable",
    "immune-to-psychology",
    "crazed",
    gear=(FLAIL,),
    ws=2,
    t=4,
    a=2,
    ld=10,
)
FREE_COMPANY = unit("Free Company", 15, "extra-hand-weapon", gear=(TWO_HAND_WEAPONS,))
ARCHERS = unit(
    "Archers", 10, "skirmishers", kind="skirmishers", gear=(BOW, HAND_WEAPON)
)
HANDGUNNERS = unit(
    "Handgunners", 10, gear=(HANDGUN, HAND_WEAPON), champion={"a": 1, "bs": 4}
)
REPEATERS = unit("Repeaters", 5, gear=(REPEATER, HAND_WEAPON), bs=4)
PISTOLMEN = unit("Pistolmen", 8, gear=(PISTOL, HAND_WEAPON))
KNIGHTS = unit(
    "Knights",
    6,
    "standard-bearer",
    kind="cavalry",
    gear=(LANCE, SHIELD),
    champion={},
    mount={},
    ws=4,
    ld=8,
    sv=1,
)
LANCERS = unit(
    "Knights of the lance",
    9,
    "lance-formation",
    "blessing-of-the-lady",
    "musician",
    kind="cavalry",
    gear=(LANCE, SHIELD),
    champion={},
    mount={},
    ws=4,
    ld=8,
    sv=2,
)
QUESTING = unit(
    "Questing Knights",
    6,
    "questing-vow",
    "lance-formation",
    kind="cavalry",
    gear=(GREAT_WEAPON,),
    champion={},
    mount={},
    ws=4,
    s=4,
    ld=8,
    sv=2,
)
ERRANT = unit(
    "Knights Errant",
    9,
    "impetuous",
    "lance-formation",
    "musician",
    kind="cavalry",
    gear=(LANCE, SHIELD),
    champion={},
    mount={},
    sv=2,
)
BOAR_BOYZ = unit(
    "Boar Boyz",
    5,
    kind="cavalry",
    gear=(HAND_WEAPON, SHIELD),
    mount={"t": 4},
    mount_rules=("tusker-charge",),
    t=4,
    i=2,
    sv=3,
)
ORCS = unit("Orcs", 20, gear=(CHOPPA,), champion={"ws": 4}, t=4, i=2, sv=6)
RAUCOUS_ORCS = unit(
    "Raucous Orcs", 12, "animosity", gear=(CHOPPA,), champion={}, t=4, i=2, sv=6
)
ARRER_BOYZ = unit("Arrer Boyz", 9, "animosity", gear=(BOW, HAND_WEAPON), t=4, i=2)
BLACK_ORCS = unit(
    "Black Orcs", 8, "animosity", "quell-animosity", gear=(CHOPPA,), t=4, s=4, sv=5
)
SAVAGE_ORCS = unit("Savage Orcs", 15, "frenzy", gear=(CHOPPA,), t=4, i=2, ward=6)
GOBLINS = unit("Goblins", 25, gear=(HAND_WEAPON, SHIELD), ws=2, i=2, ld=6, sv=6)
TROLLS = unit(
    "Trolls",
    3,
    "fear",
    "regeneration",
    kind="monstrous-infantry",
    m=6,
    bs=1,
    s=5,
    t=4,
    w=3,
    i=1,
    a=3,
    ld=4,
    us=3,
)
DULL_TROLLS = unit(
    "Dull Trolls",
    5,
    "fear",
    "stupidity",
    "troll-vomit",
    "regeneration",
    kind="monstrous-infantry",
    m=6,
    bs=1,
    s=5,
    t=4,
    w=3,
    i=1,
    a=3,
    ld=4,
    us=3,
)
DULL_SPEARS = unit(
    "Dull spears", 17, "stupidity", gear=(SPEAR, SHIELD), champion={"ws": 4}, sv=5, i=2
)
DULL_LED_SPEARS = unit(
    "Dull spears, led", 12, "stupidity", gear=(SPEAR,), champion={"ld": 9}, ld=5
)
DULL_RIDERS = unit(
    "Dull riders",
    7,
    "stupidity",
    "fear",
    "frenzy",
    kind="cavalry",
    gear=(LANCE, SHIELD),
    champion={},
    mount={"s": 4, "i": 2},
    us=2,
    ld=8,
    sv=2,
)
DULL_ARCHERS = unit("Dull archers", 9, "stupidity", gear=(BOW, HAND_WEAPON), ld=8)
DULL_HERO = unit("Dull hero", 1, "stupidity", ws=5, s=4, t=4, w=3, i=5, a=3, ld=6, sv=4)
RIVER_TROLLS = unit(
    "River Trolls",
    4,
    "fear",
    "regeneration",
    "river-trolls",
    kind="monstrous-infantry",
    m=6,
    s=5,
    t=4,
    w=3,
    i=1,
    a=3,
    ld=4,
    us=3,
)
HERO = unit(
    "Hero", 1, "killing-blow", ws=6, s=4, t=4, w=3, i=6, a=4, ld=9, sv=3, ward=5
)
ASSASSIN = unit(
    "Assassin", 1, "poisoned-attacks", "strikes-first", ws=7, s=4, w=2, i=2, a=3, ld=8
)
PISTOLIERS = unit(
    "Pistoliers",
    5,
    "fast-cavalry",
    "fusillade",
    kind="fast-cavalry",
    gear=(BRACE, HAND_WEAPON),
    mount={},
    us=2,
    sv=5,
)
YEOMEN = unit(
    "Yeomen",
    6,
    "fast-cavalry",
    "poisoned-attacks",
    kind="fast-cavalry",
    gear=(JAVELIN, HAND_WEAPON, SHIELD),
    mount={},
    us=2,
    sv=5,
)
BRAZIERS = unit("Bowmen with braziers", 8, "braziers", gear=(BOW, HAND_WEAPON), ld=5)
GRAIL = unit(
    "Grail Knights",
    6,
    "grail-vow",
    "lance-formation",
    "battle-standard-bearer",
    "to-hit-bonus",
    kind="cavalry",
    gear=(LANCE, SHIELD),
    champion={},
    mount={},
    us=2,
    ws=5,
    s=4,
    i=5,
    a=2,
    ld=8,
    sv=2,
)
MASTER = unit(
    "Grand Master",
    1,
    "grand-master",
    "no-armour-save",
    gear=(HALBERD,),
    ws=6,
    s=4,
    t=4,
    w=3,
    i=6,
    a=4,
    ld=9,
    sv=4,
)
PEGASI = unit(
    "Pegasus Knights",
    3,
    "flying-cavalry",
    kind="flying-cavalry",
    gear=(LANCE, SHIELD),
    mount={"s": 4, "i": 4, "a": 2},
    us=2,
    ws=4,
    t=4,
    w=2,
    i=4,
    ld=8,
    sv=3,
)
GIANT = unit(
    "Giant",
    1,
    "terror",
    "large-target",
    "stubborn",
    kind="monster",
    m=6,
    s=6,
    t=5,
    w=6,
    a=5,
    ld=10,
    us=6,
)
SLAYER = unit(
    "Slayer", 1, RuleUse("multiple-wounds", 3), ws=6, s=5, t=4, w=2, i=6, a=3, ld=9
)
GIANT_SLAYERS = unit(
    "Slayers",
    12,
    RuleUse("multiple-wounds", 3),
    "flaming-attacks",
    "hatred",
    gear=(HALBERD,),
    ws=4,
    ld=9,
)
TREE = unit(
    "Tree", 1, "flammable", "fear", kind="monster", s=5, t=6, w=4, a=4, ld=8, us=4
)
CHARIOT = unit(
    "Chariot",
    1,
    RuleUse("impact-hits", 5),
    "scythed-wheels",
    kind="chariot",
    m=7,
    t=5,
    w=4,
    a=2,
    sv=4,
    us=4,
)
CHARIOTS = unit(
    "Chariots",
    3,
    "impact-hits",
    "scythed-wheels",
    kind="chariot",
    m=7,
    s=5,
    t=4,
    w=3,
    a=2,
    sv=5,
    us=4,
)
SWARM = unit(
    "Swarm", 3, "swarm", kind="swarm", gear=(), ws=2, s=2, t=2, w=3, a=3, ld=10, us=3
)
SKELETONS = unit("Skeletons", 16, "fear", ws=2, i=2, sv=6, ld=6)


def machine(
    name: str,
    rule: str,
    crew: int = 3,
    *,
    stats: dict[str, str | int] | None = None,
    rules: Rules = (),
    **figures: int,
) -> Fighter:
    """Return a war machine with its crew."""
    piece = Gear(rule, name, stats or {}, "ranged", 0, rules=used(rules))
    line = {**dict.fromkeys(MAN), "t": 7, "w": 3, "sv": 7, "us": 3}
    body = {**MAN, "sv": 7, "us": None, **figures}
    parts = (
        FighterPart(name, "models", 1, "war-machine", line, used((rule,)), (piece,)),
        FighterPart("Crew", "models", crew, "infantry", body, used((rule,))),
    )
    gear = (piece, HAND_WEAPON)
    keys = used((rule, *rules))
    return Fighter(name, "war-machine", crew + 1, 100, line, keys, gear, (), parts)


CANNON = machine("Cannon", "cannon", rules=("guess-range", "no-armour-save"))
MORTAR = machine("Mortar", "mortar-shell", stats={"range": "12-48", "strength": 3})
LOBBER = machine("Lobber", "stone-thrower", rules=("guess-range",))
TREBUCHET = machine(
    "Trebuchet", "trebuchet", 4, stats={"range": "12-60", "strength": "5 (10)"}
)
DIVER = machine("Diver", "doom-diver", rules=("guess-range",))
BOLT_THROWER = machine(
    "Chukka",
    "bolt-thrower",
    stats={"range": 48, "strength": 6},
    rules=("no-armour-save",),
)
HELBLASTER = machine("Helblaster", "volley", stats={"range": 24, "strength": "5 / 4"})
MACHINES = (CANNON, MORTAR, LOBBER, TREBUCHET, DIVER, BOLT_THROWER, HELBLASTER)
"""Every machine that is simulated."""


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
    return MatchUp("warhammer", kind, a, b, asked, readings or {}, rounds)
