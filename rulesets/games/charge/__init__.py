"""Charge v2 (0.1 beta)."""

from rulesets.game import Boxes, Characteristic, Column, Game, ItemStat, UnitType
from rulesets.games.charge.composition import HOUSE
from rulesets.games.charge.special_rules import RULES

CHARGE = Game(
    key="charge",
    name="Charge v2",
    version="0.1 beta",
    about="small armies in blocks",
    source="Charge v2 Rules Documentation, 0.1 beta",
    characteristics=(
        Characteristic(
            "melee-dice", "Melee attacks", "dice", "Dice it rolls in melee."
        ),
        Characteristic("melee-need", "Melee to hit", "need", "Lowest roll that hits."),
        Characteristic(
            "shoot-dice",
            "Shooting attacks",
            "dice",
            "Dice it rolls when it shoots; empty for a unit that cannot.",
        ),
        Characteristic(
            "shoot-need", "Shooting to hit", "need", "Lowest roll that hits."
        ),
        Characteristic("save", "Save", "need", "Lowest roll that saves a hit."),
        Characteristic(
            "wounds",
            "Wounds",
            "wounds",
            "Damage the unit takes before it is destroyed.",
        ),
        Characteristic(
            "push", "Push", "inches", "How hard it pushes and how firmly it stands."
        ),
        Characteristic(
            "morale", "Morale", "need", "Lowest sum of two dice that holds."
        ),
        Characteristic(
            "speed", "Speed", "inches", "Movement; given by the type of unit."
        ),
    ),
    columns=(
        Column("Melee", ("melee-dice", "melee-need"), "{} / {}+"),
        Column("Shoot", ("shoot-dice", "shoot-need"), "{} / {}+"),
        Column("Save", ("save",), "{}+"),
        Column("Wounds", ("wounds",)),
        Column("Push", ("push",), "{}″"),
        Column("Morale", ("morale",), "{}+"),
        Column("Speed", ("speed",), "{}″"),
    ),
    unit_types={
        kind.key: kind
        for kind in (
            UnitType("infantry", "Infantry", {"speed": 6}, "120 × 100 mm base"),
            UnitType("cavalry", "Cavalry", {"speed": 10}, "250 × 100 mm base"),
            UnitType("monster", "Monster", {"speed": 8}, "100 × 60 mm base"),
            UnitType("chariot", "Chariot", {"speed": 8}, "100 × 60 mm base"),
            UnitType("war-machine", "War machine", {"speed": 2}, "100 × 60 mm base"),
        )
    },
    rules=RULES,
    item_stats={
        "range": ItemStat("Range", "Range [inches]"),
        "push": ItemStat("Push of each hit", "Push of each hit [inches]"),
    },
    pack=HOUSE,
    limits=(500, 1000),
    boxes=Boxes("wounds", half="half strength"),
)
"""The game: characteristics as its stat lines print them, combat, house composition."""
