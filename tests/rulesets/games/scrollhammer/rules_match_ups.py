"""Match-ups in which rules that few units have meet the simulator."""

from rulesets.odds.match_up import Fighter, MatchUp
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    COHORT,
    DAGI,
    FALMER,
    HERO,
    LED,
    OGRES,
    PEASANTS,
    TROLLS,
    bow,
    fighter,
    match_up,
    part,
    spell,
    unit,
    weapon,
)

RAGERS = unit("Ragers", 5, "rampage", s=4, a=2, i=4, ld=8, formation="Skirmish")
RIDERS = unit(
    "Riders", 6, "hit-and-run", ws=4, i=4, ld=7, formation="Horde", gear=(weapon(),)
)
TWO_ARMED = unit(
    "Wrestlers",
    6,
    a=3,
    i=4,
    formation="Skirmish",
    gear=(
        weapon("user+2", 1, base="axe"),
        weapon("user", 0, "strikes-last", base="mace"),
    ),
)
FOUR_ARMED = unit("Four-armed", 4, "four-arms", s=4, a=2, gear=(weapon(ap=1, count=2),))
BRASS = unit("Brass guard", 8, "brass-and-coral", t=4, sv=4, formation="Skirmish")
DWEMER = unit("Spheres", 6, "dwemer-make", t=5, sv=3, w=2, formation="Skirmish")
CORAL = unit("Coral blades", 8, "dark-coral", i=4, a=2, gear=(weapon(),))
MOON = unit("Moon blades", 8, "moonsteel", i=4, a=2, gear=(weapon(),))
LANCES = unit(
    "Lances",
    8,
    i=4,
    kind="fast-cavalry",
    gear=(weapon("user+2 when charging", "2 when charging", base="lance"),),
)
HALBERDS = unit(
    "Halberds",
    10,
    i=4,
    gear=(weapon("user+1", 0, "against-cavalry", base="halberd", hands=2),),
)
GREATSWORDS = unit(
    "Greatswords",
    8,
    i=4,
    a=2,
    gear=(weapon("user+1", 0, "slower-by-one", base="greatsword", hands=2),),
)
LAST_SWORDS = unit(
    "Slow swords",
    8,
    i=1,
    a=2,
    gear=(weapon("user+1", 0, "slower-by-one", base="greatsword", hands=2),),
)
VENOM = unit("Venom", 8, a=2, gear=(weapon("user", 0, ("poisoned", 3)),))
VENOM_PROOF = unit("Proof", 8, "immune-to-poison", t=4, formation="Skirmish")
SALAMANDERS = unit("Salamanders", 6, "immune-to-flame", t=4, formation="Skirmish")
EXECUTIONERS = unit(
    "Executioners", 4, i=4, a=2, gear=(weapon("user", 1, "instant-death"),)
)
HAMMERS = unit(
    "Hammers", 4, i=2, a=2, gear=(weapon("user+1", 1, ("multiple-wounds", 2)),)
)
SPIDERS = unit(
    "Web spiders", 5, a=2, i=4, gear=(weapon("user", 0, "paralyze", hands=0),)
)
DRILLED = unit("Drilled", 12, "legionnaire-drilling", ld=6, sv=5, gear=(weapon(),))
FLAMES = unit(
    "Fire throwers",
    5,
    formation="Skirmish",
    gear=(bow(4, 0, "autohit", shots=2, reach=12, element="Flame"),),
)
ICE = fighter(
    part("Ice mages", 4, bs=4, mg=3, formation="Skirmish", casts="Bolt"),
    spells=(spell(6, 4, 2, element="Frost"),),
)
HIDDEN = unit(
    "Hidden", 8, "invisibility", i=5, a=2, formation="Skirmish", gear=(weapon(),)
)
BRETONS = unit("Bretons", 8, "dragon-skin", sv=6, formation="Skirmish")
WARDED_BRETONS = unit("Knights", 6, "dragon-skin", ward=5, formation="Skirmish")
RUNE_BLADES = unit("Rune blades", 6, i=4, a=2, gear=(weapon("user", 1, "magic"),))
GHOST_BLADES = unit("Ghost blades", 6, "otherworldly", i=4, a=2, gear=(weapon(),))
SPECTRES = unit("Spectres", 6, "immune-to-mundane", a=2, i=5, formation="Skirmish")
SPELL_PROOF = unit("Nulls", 8, "immune-to-spell", formation="Skirmish")
MAGIC_PROOF = unit(
    "Wards", 8, "immune-to-magic", "immune-to-mundane", t=4, formation="Skirmish"
)
FROST_PROOF = unit("Nords", 8, "immune-to-frost", formation="Skirmish")

HOODED = unit("Hooded", 8, "frost-hood", formation="Skirmish")
TALL = unit("Tall and hooded", 6, "frost-hood", t=7, w=2, formation="Skirmish")
RIME = unit("Rime blades", 8, a=2, gear=(weapon("user", 1, element="Frost"),))
RIMED = unit("Rimed", 6, "frost-weapon", i=4, a=2, gear=(weapon(),))
BLIZZARDS = unit(
    "Blizzards", 6, "frost-weapon", "blizzard-weapon", i=4, a=2, gear=(weapon(),)
)
EMBERS = unit("Embers", 6, "flame-weapon", i=4, a=2, gear=(weapon(),))
EMBER_BOWS = unit(
    "Ember bows", 6, "flame-weapon", formation="Skirmish", gear=(bow(4, 0, shots=2),)
)
BLIZZARD_BOWS = unit(
    "Blizzard bows",
    6,
    "frost-weapon",
    "blizzard-weapon",
    formation="Skirmish",
    gear=(bow(4, 0, shots=2),),
)
EELS = unit("Eels", 6, "oil-of-the-eel", i=4, a=2, gear=(weapon(),))
EEL_BOWS = unit("Eel bows", 10, "oil-of-the-eel", gear=(bow(4, 0),))
SHOCK_PROOF = unit("Lightning rods", 8, "immune-to-shock", formation="Skirmish")
DRINKERS = fighter(
    part(
        *("Drinkers", 4, "magicka-draught"),
        bs=4,
        mg=3,
        formation="Skirmish",
        casts="Bolt",
    ),
    spells=(spell(6, 4, 2),),
)
READERS = fighter(
    part(
        *("Readers", 4, "lesser-scroll"),
        bs=4,
        mg=3,
        formation="Skirmish",
        casts="Bolt, Dart",
    ),
    spells=(spell(6, 4, 2), spell(10, 8, 2, name="Dart")),
)
FOGGY = unit("Foggy", 8, "fog", "healing-spell", formation="Skirmish")


def reader(scroll: str, cost: int) -> Fighter:
    """Return who reads a spell of so much from a scroll, and casts a lesser one."""
    body = part(
        "Readers", 2, scroll, bs=4, mg=2, formation="Skirmish", casts="Bolt, Dart"
    )
    return fighter(body, spells=(spell(5, 3), spell(cost, 6, name="Dart")))


PLATED = unit("Plated", 6, t=4, sv=3, formation="Skirmish")

ASSASSINS = unit(
    "Assassins",
    4,
    i=6,
    a=2,
    formation="Skirmish",
    gear=(weapon("user", 0, "assassins-weapon", base="dagger"),),
)
ONAGERS = unit(
    "Onagers",
    2,
    formation="Skirmish",
    gear=(bow(7, 3, "blast", "multiple-wounds-d6", reach=60),),
)
BARRELS = unit("Barrels", 2, gear=(bow(5, 1, "large-blast", reach=48),))
BREATH = unit(
    "Forge breath",
    3,
    formation="Skirmish",
    gear=(bow(4, 1, "template", reach="Template", element="Flame"),),
)

WARDED = unit(
    "Mending trolls",
    3,
    ("regeneration", 4),
    s=5,
    t=4,
    w=3,
    a=2,
    ld=9,
    i=2,
    formation="Skirmish",
)
HYDRA = fighter(
    part("Heads", 2, "regeneration", w=2, t=4, a=2, formation="Skirmish"),
    part("Body", 1, ("regeneration", 5), role="leader", w=4, t=5, a=3, ld=9),
)

RANKED_TROLLS = unit(
    "Trolls in ranks", 4, ("regeneration", 4), s=5, t=4, w=3, a=2, ld=6, i=4
)
LEECH = unit(
    "Necromancer",
    1,
    ("absorb-health", 4),
    ws=5,
    s=4,
    t=4,
    w=4,
    i=4,
    a=3,
    ld=9,
    sv=4,
    formation="Skirmish",
)
LEECHES = unit(
    "Leeches",
    3,
    s=4,
    w=3,
    i=4,
    a=2,
    ld=8,
    gear=(weapon("user", 0, ("absorb-health", 3)),),
)
LED_LEECHES = fighter(
    part(
        "Thralls",
        2,
        w=2,
        i=4,
        a=2,
        formation="Skirmish",
        gear=(weapon("user+1", 0, ("absorb-health", 2)), weapon("user", 0)),
    ),
    part(
        "Master",
        1,
        ("absorb-health", 5),
        ("regeneration", 5),
        role="leader",
        w=3,
        t=4,
        a=3,
        i=4,
        ld=9,
    ),
)
BRASS_LEECH = unit("Brass leech", 2, "brass-and-coral", ("absorb-health", 2), w=3, a=2)
FLANKED_A: dict[str, str | int | bool] = {"charger": "b", "a.flanked": True}

FIREBRANDS = unit("Firebrands", 8, a=2, gear=(weapon(element="Flame"),))
LOWERING = unit(
    "Lowering",
    5,
    formation="Skirmish",
    gear=(bow(4, 0, "lowered-resists", shots=2, element="Flame"),),
)

RULE_FIGHTS: dict[str, MatchUp] = {
    name: match_up("fight", first, second, situation, readings, 4)
    for name, first, second, situation, readings in (
        ("rampage", RAGERS, PEASANTS, {"charger": "b"}, {}),
        ("rampage until fewer", RAGERS, HERO, {"charger": "none"}, {}),
        ("hit and run", RIDERS, COHORT, {"a.leaves": True}, {}),
        (
            "never with a 6",
            RIDERS,
            DAGI,
            {"a.leaves": True},
            {"initiative-test": "six-fails"},
        ),
        ("agile tactics", COHORT, DAGI, {"b.leaves": True}, {}),
        ("no leave from a horde", DAGI, FALMER, {"a.leaves": True}, {}),
        ("both leave", RIDERS, RIDERS, {"a.leaves": True, "b.leaves": True}, {}),
        ("split attacks", TWO_ARMED, CATS, {"a.split": 1}, {}),
        ("all with the second", TWO_ARMED, CATS, {"a.split": 9}, {}),
        ("invisible, first", HIDDEN, CATS, {"a.unseen": "first", "charger": "b"}, {}),
        ("invisible, last", CATS, HIDDEN, {"b.unseen": "last"}, {}),
        (
            "invisible, both last",
            HERO,
            OGRES,
            {"a.unseen": "last", "b.unseen": "last"},
            {},
        ),
        ("out of cover", ASSASSINS, TROLLS, {"a.from-cover": True}, {}),
        ("no charge out of cover", TROLLS, ASSASSINS, {"b.from-cover": True}, {}),
        ("an unseen knife", ASSASSINS, OGRES, {"a.unseen": "first"}, {}),
        ("trolls mend", WARDED, COHORT, {"charger": "b"}, {}),
        ("both mend", HYDRA, WARDED, {"charger": "a"}, {}),
        ("nobody charged, and both mend", WARDED, HYDRA, {"charger": "none"}, {}),
        ("turning to a charge in the flank", COHORT, CATS, FLANKED_A, {}),
        ("both are flanked", COHORT, LED, {**FLANKED_A, "b.flanked": True}, {}),
        ("flanked in its own turn", LED, FALMER, {"a.flanked": True}, {}),
        (
            "flanked, and wounds grow back",
            RANKED_TROLLS,
            CATS,
            {**FLANKED_A, "b.flanked": True},
            {},
        ),
        ("a leech among many", LEECH, COHORT, {"charger": "b"}, {}),
        ("a leech for any wound", LEECH, COHORT, {}, {"absorbs": "any"}),
        ("leeches at once", LEECH, LEECHES, {}, {}),
        ("leeches in ranks, flanked", LEECHES, LED, {"b.flanked": True}, {}),
        ("a leech that mends and leads", LED_LEECHES, TROLLS, {}, {}),
        ("leeches with two weapons", LED_LEECHES, OGRES, {"a.split": 1}, {}),
        ("nothing heals brass", BRASS_LEECH, CATS, {}, {}),
        ("blades of flame", FIREBRANDS, SALAMANDERS, {"b.lowered": True}, {}),
        ("blades of flame in vain", FIREBRANDS, SALAMANDERS, {}, {}),
        ("four arms", FOUR_ARMED, CATS, {}, {}),
        ("brass and coral", VENOM, BRASS, {}, {}),
        ("Dwemer-make", VENOM, DWEMER, {}, {}),
        ("dark coral", CORAL, CATS, {}, {}),
        ("moonsteel", MOON, CATS, {}, {}),
        ("hoods against blades of frost", RIME, HOODED, {}, {}),
        ("hoods against plain blades", COHORT, HOODED, {}, {}),
        ("rimed blades and spectres", RIMED, SPECTRES, {}, {}),
        ("rimed blades in vain", RIMED, FROST_PROOF, {}, {}),
        ("rimed blades and Dwemer", RIMED, DWEMER, {}, {}),
        ("rimed blades and hoods", RIMED, HOODED, {}, {}),
        ("embers in vain", EMBERS, SALAMANDERS, {}, {}),
        ("embers, resists lowered", EMBERS, SALAMANDERS, {"b.lowered": True}, {}),
        ("a blizzard and plate", BLIZZARDS, PLATED, {}, {}),
        ("a blizzard and wards", BLIZZARDS, WARDED_BRETONS, {}, {}),
        ("oiled in the first round", EELS, SHOCK_PROOF, {"a.oiled": True}, {}),
        ("oiled against rods that charge", SHOCK_PROOF, EELS, {"b.oiled": True}, {}),
        ("the oil is kept", EELS, SHOCK_PROOF, {}, {}),
        ("lances charge", LANCES, COHORT, {"charger": "a"}, {}),
        ("lances are charged", COHORT, LANCES, {"charger": "a"}, {}),
        ("halberds against riders", LANCES, HALBERDS, {"charger": "a"}, {}),
        ("halberds go on", HALBERDS, LANCES, {"charger": "none"}, {}),
        ("slower by 1", GREATSWORDS, COHORT, {}, {}),
        ("as slow as before", LAST_SWORDS, OGRES, {"charger": "b"}, {}),
        ("immune to poison", VENOM, VENOM_PROOF, {}, {}),
        ("immune to the mundane", RUNE_BLADES, SPECTRES, {}, {}),
        ("plain blades against spectres", COHORT, SPECTRES, {}, {}),
        ("otherworldly", GHOST_BLADES, SPECTRES, {}, {}),
        ("otherworldly in vain", GHOST_BLADES, MAGIC_PROOF, {}, {}),
        ("instant death", EXECUTIONERS, TROLLS, {}, {}),
        ("multiple wounds", HAMMERS, OGRES, {}, {}),
        ("paralyze", SPIDERS, CATS, {"b.paralyzed": True}, {}),
        (
            "paralyzed may not leave easily",
            RIDERS,
            COHORT,
            {"a.leaves": True, "a.paralyzed": True},
            {},
        ),
        ("drilled", DRILLED, CATS, {}, {}),
    )
}
"""Combats of four rounds."""

RULE_SHOTS: dict[str, MatchUp] = {
    "resists lowered": match_up("shooting", LOWERING, SALAMANDERS, {"b.lowered": True}),
    "a blast": match_up("shooting", ONAGERS, OGRES, {"touched": 3, "cover": "5"}),
    "a blast on few": match_up("shooting", ONAGERS, OGRES, {"touched": 9}),
    "a large blast": match_up("shooting", BARRELS, COHORT, {"touched": 7}),
    "a template": match_up("shooting", BREATH, PEASANTS, {"touched": 5, "distance": 8}),
    "autohit": match_up("shooting", FLAMES, PEASANTS),
    "immune to flame": match_up("shooting", FLAMES, SALAMANDERS),
    "frost and Dwemer-make": match_up("shooting", ICE, DWEMER),
    "dragon skin": match_up("shooting", ICE, BRETONS),
    "dragon skin and a ward": match_up("shooting", ICE, WARDED_BRETONS),
    "ember bows in vain": match_up("shooting", EMBER_BOWS, SALAMANDERS),
    "ember bows at spectres": match_up("shooting", EMBER_BOWS, SPECTRES),
    "a blizzard of arrows": match_up("shooting", BLIZZARD_BOWS, PLATED),
    "a blizzard of arrows at cover": match_up(
        "shooting", BLIZZARD_BOWS, PLATED, {"cover": "4"}
    ),
    "oiled arrows in vain": match_up(
        "shooting", EEL_BOWS, SHOCK_PROOF, {"a.oiled": True}
    ),
    "a draught each": match_up("shooting", DRINKERS, COHORT, {"draughts": 1}),
    "two draughts and few dice": match_up(
        "shooting", DRINKERS, COHORT, {"draughts": 2, "power": 1}
    ),
    "a scroll each": match_up("shooting", READERS, COHORT, {"scrolls": 1}),
    "three scrolls and no dice": match_up(
        "shooting", READERS, OGRES, {"scrolls": 3, "power": 1}
    ),
    **{
        f"{scroll} of a spell of {cost}": match_up(
            "shooting", reader(scroll, cost), COHORT, {"scrolls": 1}
        )
        for scroll, cost in (
            *(("greater-scroll", 12), ("scroll-4", 4), ("scroll-8", 8)),
            *(("scroll-12", 9), ("scroll-19", 19), ("scroll-25", 20)),
            *(("scroll-26", 30), ("scroll-12", 8)),
        )
    },
    "behind a fog": match_up("shooting", EMBER_BOWS, FOGGY, {"cover": "5"}),
    "the scrolls are kept": match_up("shooting", READERS, COHORT),
    "immune to spells": match_up("shooting", ICE, SPELL_PROOF),
    "immune to magic": match_up("shooting", ICE, MAGIC_PROOF),
    "immune to frost": match_up("shooting", ICE, FROST_PROOF),
    "hoods against ice": match_up("shooting", ICE, HOODED),
    "hoods of the tall": match_up("shooting", ICE, TALL),
}

RULE_CHARGES: dict[str, MatchUp] = {
    "charged though unseen": match_up(
        "charge", CATS, DAGI, {"b.unseen": "last", "distance": 6}
    ),
    "unseen into arrows": match_up(
        "charge",
        DAGI,
        COHORT,
        {"a.unseen": "first", "distance": 6, "reaction": "stand-and-shoot"},
    ),
    "oiled arrows at chargers": match_up(
        "charge",
        SHOCK_PROOF,
        EEL_BOWS,
        {"b.oiled": True, "distance": 6, "reaction": "stand-and-shoot"},
    ),
    "riders leave": match_up("charge", RIDERS, COHORT, {"a.leaves": True}),
}
