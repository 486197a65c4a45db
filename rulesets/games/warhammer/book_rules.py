"""Special rules that only books of Warhammer print: their rows of `special_rules`."""

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import (
    COUNTED,
    IN_THE_FIGURES,
    LEFT_OUT,
    WITHOUT_DICE,
    Fate,
    SpecialRule,
    asked,
    counted_by,
)
from rulesets.games.warhammer.sources import BOOK, BRETONNIA, EMPIRE, ORCS
from rulesets.games.warhammer.weapon_rules import CHARGE, ENGINE

CALM = (RuleEffect("test:fear", "skip"), RuleEffect("test:panic", "skip"))
"""Effects of what fears nothing and never panics."""

ON_THE_GROUND = "it moves by its Movement on the ground"


OWN_SHOTS = counted_by(ENGINE)


def _row(
    key: str,
    name: str,
    source: str,
    fate: Fate = LEFT_OUT,
    effects: tuple[RuleEffect, ...] = (),
) -> SpecialRule:
    return SpecialRule(key, name, "", source, fate, effects)


OF_BOOKS = (
    _row("animosity", "Animosity", f"{ORCS}, page 9", COUNTED),
    _row("aura-of-the-lady", "Aura of the Lady", f"{BRETONNIA}, Damsels", WITHOUT_DICE),
    _row("big-uns", "Big ’Uns", f"{ORCS}, page 6", IN_THE_FIGURES),
    _row("big-waaagh", "Lore of the Big Waaagh!", f"{ORCS}, pages 27-29", WITHOUT_DICE),
    _row(
        "blessing-of-the-lady",
        "Blessing of the Lady",
        f"{BRETONNIA}, Blessing of the Lady",
        COUNTED,
    ),
    _row(
        "blessings-of-sigmar",
        "Blessings of Sigmar",
        f"{EMPIRE}, Warrior Priest",
        WITHOUT_DICE,
    ),
    _row(
        "bolt-thrower",
        "Bolt thrower",
        f"{BOOK}, pages 124-125",
        OWN_SHOTS,
    ),
    _row(
        "braziers",
        "Braziers",
        BRETONNIA,
        effects=(RuleEffect("kind", "add", "fire", when=("shooting",)),),
    ),
    _row("cannon", "Cannon", f"{EMPIRE}, Great Cannon", OWN_SHOTS),
    _row(
        "crazed",
        "Crazed",
        f"{EMPIRE}, Flagellants",
        effects=(
            *CALM,
            RuleEffect("test:leadership", "pass"),
            RuleEffect("act:pursue", "must"),
        ),
    ),
    _row(
        "defensive-stakes",
        "Defensive stakes",
        f"{BRETONNIA}, Peasant Bowmen",
        asked("defended"),
    ),
    _row("chariot-beast", "Extra beast", f"{ORCS}, army list", IN_THE_FIGURES),
    _row("chariot-crew", "Extra crewman", f"{ORCS}, army list", IN_THE_FIGURES),
    _row("detachment", "Detachment", f"{EMPIRE}, Detachments", WITHOUT_DICE),
    _row("doom-diver", "Doom diver", f"{ORCS}, army list", OWN_SHOTS),
    _row(
        "electoral-banner", "Electoral banner", f"{EMPIRE}, Elector Count", WITHOUT_DICE
    ),
    _row("extra-crewman", "Extra crewman", f"{EMPIRE}, Master Engineer", WITHOUT_DICE),
    _row("fanatics", "Fanatics", f"{ORCS}, page 15", asked("fanatics")),
    _row("fear-elves", "Fear elves", f"{ORCS}, page 13", asked("fears")),
    _row(
        "flying-cavalry",
        "Flying cavalry",
        f"{BRETONNIA}, Pegasus Knights",
        Fate("counted", before_contact=ON_THE_GROUND),
    ),
    _row("fusillade", "Fusillade", f"{EMPIRE}, Pistoliers", counted_by(CHARGE)),
    _row("grail-vow", "Grail Vow", f"{BRETONNIA}, Vows", effects=CALM),
    _row(
        "grand-master", "Grand Master", f"{EMPIRE}, Templar Grand Master", effects=CALM
    ),
    _row("hate-dwarfs", "Hate dwarfs", f"{ORCS}, page 13", asked("hates")),
    _row(
        "ignore-goblin-panic", "Ignore goblin panic", f"{ORCS}, army list", WITHOUT_DICE
    ),
    _row(
        "ignore-greenskin-panic",
        "Ignore greenskin panic",
        f"{ORCS}, army list",
        WITHOUT_DICE,
    ),
    _row(
        "impetuous",
        "Impetuous",
        f"{BRETONNIA}, Knights Errant",
        counted_by(CHARGE),
    ),
    _row("knights-vow", "Knight’s Vow", f"{BRETONNIA}, Vows", WITHOUT_DICE),
    _row(
        "lance-formation",
        "Lance formation",
        f"{BRETONNIA}, Lance formation",
        counted_by(CHARGE),
    ),
    _row(
        "little-waaagh",
        "Lore of the Little Waaagh!",
        f"{ORCS}, pages 27-29",
        WITHOUT_DICE,
    ),
    _row("living-saints", "Living saints", f"{BRETONNIA}, Grail Knights", WITHOUT_DICE),
    _row(
        "master-of-ballistics",
        "Master of ballistics",
        f"{EMPIRE}, Master Engineer",
        WITHOUT_DICE,
    ),
    _row("mortar-shell", "Mortar", f"{EMPIRE}, Mortar", OWN_SHOTS),
    _row("peasants-duty", "Peasant’s Duty", f"{BRETONNIA}, Peasants", asked("general")),
    _row("purebreed", "Purebreed", f"{BRETONNIA}, Bretonnian warhorses", WITHOUT_DICE),
    _row("quell-animosity", "Quell animosity", f"{ORCS}, page 9", COUNTED),
    _row(
        "questing-vow",
        "Questing Vow",
        f"{BRETONNIA}, Vows",
        effects=(RuleEffect("test:psychology", "re-roll", "failures"),),
    ),
    _row(
        "righteous-fury", "Righteous fury", f"{EMPIRE}, Warrior Priest", asked("hates")
    ),
    _row(
        "river-trolls",
        "River Trolls",
        f"{ORCS}, army list",
        effects=(
            RuleEffect("to-hit", "add", -1, when=("in-combat",), whose="against"),
        ),
    ),
    _row(
        "stone-thrower",
        "Stone thrower",
        f"{BOOK}, War machines",
        OWN_SHOTS,
    ),
    _row("stone-trolls", "Stone Trolls", ORCS, WITHOUT_DICE),
    _row("thick-skinned", "Thick skinned", f"{ORCS}, army list", IN_THE_FIGURES),
    _row(
        "trebuchet",
        "Trebuchet",
        f"{BRETONNIA}, Field Trebuchet",
        OWN_SHOTS,
    ),
    _row("troll-vomit", "Troll vomit", f"{ORCS}, army list", COUNTED),
    _row(
        "volley",
        "Volley",
        f"{EMPIRE}, Helblaster Volley Gun",
        OWN_SHOTS,
    ),
    _row("warpaint", "Warpaint", f"{ORCS}, army list", IN_THE_FIGURES),
)
"""By key, in the order of the alphabet."""
