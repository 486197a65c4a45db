"""Special rules that only books of Warhammer print: their rows of `special_rules`."""

from rulesets.core.effects import RuleEffect
from rulesets.core.rule_row import (
    COUNTED,
    IN_THE_FIGURES,
    NO_DICE,
    NOT_WORKED_OUT,
    Fate,
    RuleRow,
    asked,
)
from rulesets.games.warhammer.sources import BOOK, BRETONNIA, EMPIRE, ORCS

CALM = (RuleEffect("test:fear", "skip"), RuleEffect("test:panic", "skip"))
"""Effects of what fears nothing and never panics."""

ON_THE_GROUND = "it moves by its Movement on the ground"


def _row(
    key: str,
    name: str,
    source: str,
    fate: Fate,
    effects: tuple[RuleEffect, ...] = (),
    *,
    of_charge: bool = False,
    own_shots: bool = False,
) -> RuleRow:
    return RuleRow(
        key,
        name,
        "",
        source,
        fate,
        effects,
        of_book=True,
        of_charge=of_charge,
        own_shots=own_shots,
    )


OF_BOOKS = (
    _row("animosity", "Animosity", f"{ORCS}, page 9", COUNTED),
    _row("aura-of-the-lady", "Aura of the Lady", f"{BRETONNIA}, Damsels", NO_DICE),
    _row("big-uns", "Big ’Uns", f"{ORCS}, page 6", IN_THE_FIGURES),
    _row("big-waaagh", "Lore of the Big Waaagh!", f"{ORCS}, pages 27-29", NO_DICE),
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
        NO_DICE,
    ),
    _row(
        "bolt-thrower",
        "Bolt thrower",
        f"{BOOK}, pages 124-125",
        NOT_WORKED_OUT,
        own_shots=True,
    ),
    _row(
        "braziers",
        "Braziers",
        BRETONNIA,
        COUNTED,
        (RuleEffect("kind", "add", "fire", when=("shooting",)),),
    ),
    _row("cannon", "Cannon", f"{EMPIRE}, Great Cannon", NOT_WORKED_OUT, own_shots=True),
    _row(
        "crazed",
        "Crazed",
        f"{EMPIRE}, Flagellants",
        COUNTED,
        (
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
    _row("detachment", "Detachment", f"{EMPIRE}, Detachments", NO_DICE),
    _row(
        "doom-diver", "Doom diver", f"{ORCS}, army list", NOT_WORKED_OUT, own_shots=True
    ),
    _row("electoral-banner", "Electoral banner", f"{EMPIRE}, Elector Count", NO_DICE),
    _row("extra-crewman", "Extra crewman", f"{EMPIRE}, Master Engineer", NO_DICE),
    _row("fanatics", "Fanatics", f"{ORCS}, page 15", NOT_WORKED_OUT),
    _row("fear-elves", "Fear elves", f"{ORCS}, page 13", asked("fears")),
    _row(
        "flying-cavalry",
        "Flying cavalry",
        f"{BRETONNIA}, Pegasus Knights",
        Fate("counted", before_contact=ON_THE_GROUND),
    ),
    _row("fusillade", "Fusillade", f"{EMPIRE}, Pistoliers", COUNTED, of_charge=True),
    _row("giant-attacks", "Giant special attacks", f"{ORCS}, page 22", NOT_WORKED_OUT),
    _row(
        "grail-reliquae",
        "Grail reliquae",
        f"{BRETONNIA}, Grail Reliquae",
        NOT_WORKED_OUT,
    ),
    _row("grail-vow", "Grail Vow", f"{BRETONNIA}, Vows", COUNTED, CALM),
    _row(
        "grand-master", "Grand Master", f"{EMPIRE}, Templar Grand Master", COUNTED, CALM
    ),
    _row("hate-dwarfs", "Hate dwarfs", f"{ORCS}, page 13", asked("hates")),
    _row("ignore-goblin-panic", "Ignore goblin panic", f"{ORCS}, army list", NO_DICE),
    _row(
        "ignore-greenskin-panic",
        "Ignore greenskin panic",
        f"{ORCS}, army list",
        NO_DICE,
    ),
    _row(
        "impetuous",
        "Impetuous",
        f"{BRETONNIA}, Knights Errant",
        COUNTED,
        of_charge=True,
    ),
    _row("knights-vow", "Knight’s Vow", f"{BRETONNIA}, Vows", NO_DICE),
    _row(
        "lance-formation",
        "Lance formation",
        f"{BRETONNIA}, Lance formation",
        COUNTED,
        of_charge=True,
    ),
    _row(
        "little-waaagh", "Lore of the Little Waaagh!", f"{ORCS}, pages 27-29", NO_DICE
    ),
    _row("living-saints", "Living saints", f"{BRETONNIA}, Grail Knights", NO_DICE),
    _row(
        "master-of-ballistics",
        "Master of ballistics",
        f"{EMPIRE}, Master Engineer",
        NO_DICE,
    ),
    _row("mortar-shell", "Mortar", f"{EMPIRE}, Mortar", NOT_WORKED_OUT, own_shots=True),
    _row("netters", "Netters", f"{ORCS}, army list", NOT_WORKED_OUT),
    _row("orc-bully", "Orc bully", f"{ORCS}, army list", NOT_WORKED_OUT),
    _row("peasants-duty", "Peasant’s Duty", f"{BRETONNIA}, Peasants", asked("general")),
    _row(
        "prayers-of-sigmar",
        "Prayers of sigmar",
        f"{EMPIRE}, Warrior Priest",
        NOT_WORKED_OUT,
    ),
    _row("purebreed", "Purebreed", f"{BRETONNIA}, Bretonnian warhorses", NO_DICE),
    _row("quell-animosity", "Quell animosity", f"{ORCS}, page 9", COUNTED),
    _row(
        "questing-vow",
        "Questing Vow",
        f"{BRETONNIA}, Vows",
        COUNTED,
        (RuleEffect("test:psychology", "re-roll", "failures"),),
    ),
    _row("random-movement", "Random movement", f"{ORCS}, army list", NOT_WORKED_OUT),
    _row(
        "righteous-fury", "Righteous fury", f"{EMPIRE}, Warrior Priest", asked("hates")
    ),
    _row(
        "river-trolls",
        "River Trolls",
        f"{ORCS}, army list",
        COUNTED,
        (RuleEffect("to-hit", "add", -1, when=("in-combat",), whose="against"),),
    ),
    _row("squigs", "Squigs", f"{ORCS}, page 18", NOT_WORKED_OUT),
    _row(
        "steam", "Steam points and hull points", f"{EMPIRE}, Steam Tank", NOT_WORKED_OUT
    ),
    _row(
        "stone-thrower",
        "Stone thrower",
        f"{BOOK}, War machines",
        NOT_WORKED_OUT,
        own_shots=True,
    ),
    _row("stone-trolls", "Stone Trolls", ORCS, NO_DICE),
    _row("thick-skinned", "Thick skinned", f"{ORCS}, army list", IN_THE_FIGURES),
    _row(
        "trebuchet",
        "Trebuchet",
        f"{BRETONNIA}, Field Trebuchet",
        NOT_WORKED_OUT,
        own_shots=True,
    ),
    _row("troll-vomit", "Troll vomit", f"{ORCS}, army list", COUNTED),
    _row(
        "volley",
        "Volley",
        f"{EMPIRE}, Helblaster Volley Gun",
        NOT_WORKED_OUT,
        own_shots=True,
    ),
    _row("warpaint", "Warpaint", f"{ORCS}, army list", IN_THE_FIGURES),
)
"""By key, in the order of the alphabet."""
