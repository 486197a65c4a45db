"""Scrollhammer, first edition (2012 to 2013)."""

from rulesets.game import Boxes, Characteristic, Column, Game, ItemStat
from rulesets.games.scrollhammer.composition import HOUSE, JOINERS
from rulesets.games.scrollhammer.hands import HANDS
from rulesets.games.scrollhammer.sources import MORALE
from rulesets.games.scrollhammer.special_rules import RULES
from rulesets.games.scrollhammer.unit_types import UNIT_TYPES
from rulesets.games.scrollhammer.weapon_rules import ELEMENTS
from rulesets.paper import PaperRules, Threshold

SCROLLHAMMER = Game(
    key="scrollhammer",
    name="Scrollhammer",
    version="first edition",
    about="skirmishes and battles of Tamriel",
    source="Scrollhammer Rulebook, first edition (2012 to 2013)",
    characteristics=(
        Characteristic(
            "ws", "Weapon Skill", "count", "How well it fights hand to hand."
        ),
        Characteristic("bs", "Ballistic Skill", "count", "How well it shoots."),
        Characteristic("s", "Strength", "count", "How hard it strikes."),
        Characteristic("t", "Toughness", "count", "How hard it is to wound."),
        Characteristic(
            "w", "Wounds", "wounds", "Wounds it takes before it is removed."
        ),
        Characteristic("i", "Initiative", "count", "When it strikes, 10 first."),
        Characteristic("a", "Attacks", "dice", "Blows it strikes, without any bonus."),
        Characteristic(
            "ld", "Leadership", "count", "Highest sum of two dice that holds."
        ),
        Characteristic("mg", "Magicka", "dice", "Power dice at the start of its turn."),
        Characteristic(
            "sv", "Save", "need", "Lowest roll that saves; 7 is none.", none=7
        ),
        Characteristic(
            "ward", "Ward save", "need", "Save that piercing leaves alone; 7 is none."
        ),
        Characteristic("hands", "Hands", "count", "Hands that hold items and spells."),
        Characteristic(
            "formation",
            "Formation",
            "text",
            "How the unit stands: Ranks, Horde or Skirmish.",
        ),
    ),
    columns=(
        Column("WS", ("ws",)),
        Column("BS", ("bs",)),
        Column("S", ("s",)),
        Column("T", ("t",)),
        Column("W", ("w",)),
        Column("I", ("i",)),
        Column("A", ("a",)),
        Column("Ld", ("ld",)),
        Column("Mg", ("mg",)),
        Column("Sv", ("sv",), "{}+", last=6),
        Column("Ward", ("ward",), "{}+", last=6),
        Column("Form.", ("formation",), name="Formation"),
    ),
    unit_types=UNIT_TYPES,
    rules=RULES,
    item_stats={
        "range": ItemStat(
            "Range",
            "Range [inches]",
            words=("Template",),
            pattern=r"\d+\s*-\s*\d+",
            example="12-60",
        ),
        "strength": ItemStat(
            "Strength",
            "Strength …",
            pattern=r"user(\s*\+\s*\d+(\s+(when\s+)?charging)?)?",
            example="user+2 when charging",
        ),
        "ap": ItemStat(
            "Armour piercing",
            pattern=r"\d+\s+(when\s+)?charging",
            example="2 when charging",
        ),
        "shots": ItemStat("Shots"),
        "type": ItemStat(
            "When it fires",
            "When it fires: …",
            unit="text",
            words=("Move and Fire", "Move or Fire", "Fire and Charge"),
        ),
        "save": ItemStat("Armour save", "Armour save …+", unit="need"),
        "armour-class": ItemStat(
            "Armour class", unit="text", words=("Heavy", "Light", "Unarmored")
        ),
        "cost": ItemStat("Casting cost"),
        "school": ItemStat("School", "School of …", unit="text"),
        "element": ItemStat(
            "Damage",
            "… damage",
            unit="text",
            words=ELEMENTS,
        ),
        "cooldown": ItemStat("Cooldown", "Cooldown [turns]"),
    },
    joiners=JOINERS,
    bases=frozenset(
        {
            "blowgun",
            "bow",
            "buckler",
            "crossbow",
            "dagger",
            "engine",
            "great-weapon",
            "halberd",
            "hand-weapon",
            "javelin",
            "lance",
            "natural",
            "shield",
            "spear",
            "staff",
            "throwing-weapon",
            "whip",
        }
    ),
    pack=HOUSE,
    limits=(1000, 500, 750, 1500, 2000),
    hands=HANDS,
    usual={"hands": 2, "ward": 7},
    boxes=Boxes("w", of_models=True),
    paper=PaperRules(
        marks={"#general": "General"},
        secrets=frozenset({"#magic", "#artefact", "#enchantment", "#consumable"}),
        thresholds=(
            Threshold(
                text="Morale check at {} in a phase",
                share=4,
                note="Morale check: when shots of one phase slay a quarter of those it "
                "began with, here at full strength; not while locked in combat.",
                source=f"{MORALE}: Morale Checks",
            ),
            Threshold(
                text="below half at {}",
                share=2,
                beyond=True,
                note="Below half: only a double 1 regroups, unless an Independent "
                "Character is with the unit.",
                source=f"{MORALE}: Regrouping",
            ),
        ),
        briefly={"strength": "S …", "ap": "AP …", "shots": "… shots"},
    ),
)
"""The game: characteristics as its stat lines print them, combat, house composition."""
