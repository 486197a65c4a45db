"""Mordheim: warbands of heroes, henchmen and hired swords."""

from rulesets.core.points import Currency
from rulesets.game import Boxes, Characteristic, Column, Game, ItemStat
from rulesets.games.mordheim.campaign import CAMPAIGN
from rulesets.games.mordheim.composition import FIGHTERS, WARBAND
from rulesets.games.mordheim.critical_hits import TABLES
from rulesets.games.mordheim.hands import HANDS
from rulesets.games.mordheim.special_rules import RULES
from rulesets.paper import PaperRules

MORDHEIM = Game(
    key="mordheim",
    name="Mordheim",
    version="Living Rulebook",
    about="warbands of a dozen",
    source="Mordheim rulebook (Living Rulebook, 2005)",
    characteristics=(
        Characteristic("m", "Movement", "inches", "How far it moves in a turn."),
        Characteristic("ws", "Weapon Skill", "count", "Skill in hand-to-hand combat."),
        Characteristic(
            "bs", "Ballistic Skill", "count", "Skill at shooting; 0 cannot shoot."
        ),
        Characteristic("s", "Strength", "count", "How hard its blows are."),
        Characteristic("t", "Toughness", "count", "How hard it is to wound."),
        Characteristic("w", "Wounds", "wounds", "Wounds before it may fall."),
        Characteristic("i", "Initiative", "count", "Who is quicker strikes first."),
        Characteristic("a", "Attacks", "dice", "Blows that it strikes in combat."),
        Characteristic("ld", "Leadership", "count", "Highest 2D6 that passes a test."),
        Characteristic(
            "sv", "Armour save", "need", "Lowest roll that saves; 7 none.", none=7
        ),
        Characteristic("hands", "Hands", "count", "What it can hold at once."),
        Characteristic(
            "experience",
            "Experience",
            "count",
            "Points that it has; none for what does not learn.",
        ),
        Characteristic(
            "rating", "Rating", "count", "What it adds to the rating of the warband."
        ),
    ),
    columns=(
        *(
            Column(key.upper(), (key,))
            for key in ("m", "ws", "bs", "s", "t", "w", "i", "a")
        ),
        Column("Ld", ("ld",)),
        Column("Save", ("sv",), "{}+", last=6),
        Column("Exp", ("experience",)),
    ),
    unit_types={},
    rules=RULES,
    item_stats={
        "range": ItemStat("Range", "Range [inches]"),
        "strength": ItemStat(
            "Strength",
            "Strength …",
            pattern=r"user([+-]\d)?",
            example="user+1",
        ),
        "save-modifier": ItemStat("Save modifier", unit="modifier"),
        "critical": ItemStat("Critical hits", unit="text", words=(*TABLES,)),
        "rarity": ItemStat("Rarity"),
        "difficulty": ItemStat("Difficulty"),
        "hits": ItemStat("Hits", pattern=r"\d*D\d+(\+\d+)?", example="D3"),
        "strength-unholy": ItemStat("Strength against undead and possessed"),
        "armour-saves": ItemStat("Armour saves", unit="text", words=("none",)),
    },
    bases=frozenset(
        {
            "axe",
            "bow",
            "claws",
            "club",
            "crossbow",
            "crossbow-pistol",
            "dagger",
            "fist",
            "flail",
            "great-weapon",
            "halberd",
            "hand-weapon",
            "lance",
            "morning-star",
            "natural",
            "pistol",
            "spear",
            "sword",
            "whip",
        }
    ),
    pack=WARBAND,
    limits=(500,),
    hands=HANDS,
    usual={"sv": 7, "hands": 2, "rating": 5},
    currency=Currency("gold crown", "gold crowns", "gc"),
    boxes=Boxes("w", of_models=True),
    paper=PaperRules(
        marks={"#leader": "Leader"},
        briefly={
            "strength": "S …",
            "save-modifier": "save …",
            "critical": "",
            "rarity": "",
            "difficulty": "",
        },
        learnt="#known-spell",
        needed="difficulty",
        campaign=CAMPAIGN,
    ),
    army_of=frozenset(FIGHTERS),
)
"""The game: characteristics as its stat lines print them, shared rules, composition."""
