"""Warhammer, in the style of its 6th edition."""

from rulesets.core.values import IN_ONE_MODEL
from rulesets.game import Boxes, Characteristic, Column, Game, ItemStat, UnitType
from rulesets.games.warhammer.composition import COMPOSITION, JOINERS
from rulesets.games.warhammer.hands import HANDS
from rulesets.games.warhammer.special_rules import RULES, rules_that
from rulesets.paper import MagicDice, PaperRules, Ranks, Threshold

MACHINES = frozenset({"chariot", "war-machine"})
"""Types of units that have no ranks to thin."""

STEADY = frozenset({"banner-of-valour", "swarm", "virtue-of-noble-disdain"})
"""Rules and items whose words alone say that losses cause no panic."""

LORES = ("Fire", "Metal", "Shadow", "Light", "Life", "Death", "Beasts", "Heavens")
"""Lores that wizards of several peoples choose from."""

_CHARACTERISTICS = (
    Characteristic("m", "Movement", "inches", "How far it walks; a charge is double."),
    Characteristic("ws", "Weapon Skill", "count", "How well it hits in combat."),
    Characteristic("bs", "Ballistic Skill", "count", "How well it shoots."),
    Characteristic("s", "Strength", "count", "How hard it strikes."),
    Characteristic("t", "Toughness", "count", "How hard it is to wound."),
    Characteristic("w", "Wounds", "wounds", "Wounds a model takes."),
    Characteristic("i", "Initiative", "count", "Who is higher strikes first."),
    Characteristic("a", "Attacks", "dice", "Blows a model strikes."),
    Characteristic("ld", "Leadership", "count", "Two dice must not roll higher."),
    Characteristic(
        "sv",
        "Armour save",
        "need",
        "Lowest roll that turns a wound away; 7 for none.",
        none=7,
    ),
    Characteristic(
        "ward", "Ward save", "need", "Lowest roll that saves; no Strength lowers it."
    ),
    Characteristic("us", "Unit Strength", "count", "What a model counts for."),
    Characteristic("hands", "Hands", "count", "What it can hold at once."),
    Characteristic(
        IN_ONE_MODEL,
        "In one model",
        "count",
        "How many of this line stand in one model of the unit, such as the crew of a "
        "machine.",
        is_optional=True,
    ),
)

_COLUMNS = (
    Column("M", ("m",)),
    Column("WS", ("ws",)),
    Column("BS", ("bs",)),
    Column("S", ("s",)),
    Column("T", ("t",)),
    Column("W", ("w",)),
    Column("I", ("i",)),
    Column("A", ("a",)),
    Column("Ld", ("ld",)),
    Column("Sv", ("sv",), "{}+", last=6),
    Column("Ward", ("ward",), "{}+", last=6),
    Column("US", ("us",)),
)

_UNIT_TYPES = (
    UnitType("infantry", "Infantry", {}),
    UnitType("monstrous-infantry", "Large infantry", {}),
    UnitType("skirmishers", "Skirmishers", {}),
    UnitType("cavalry", "Cavalry", {}),
    UnitType("fast-cavalry", "Fast cavalry", {}),
    UnitType("flying-cavalry", "Flying cavalry", {}),
    UnitType("flyer", "Flyer", {}),
    UnitType("monster", "Monster", {}, "Also a rider on a monster."),
    UnitType("chariot", "Chariot", {}),
    UnitType("war-machine", "War machine", {}),
    UnitType("swarm", "Swarm", {}),
    UnitType("mixed", "Mixed unit", {}),
)

WARHAMMER = Game(
    key="warhammer",
    name="Warhammer",
    version="6th edition",
    about="armies of regiments",
    source="Warhammer rulebook (6th edition)",
    characteristics=_CHARACTERISTICS,
    columns=_COLUMNS,
    unit_types={kind.key: kind for kind in _UNIT_TYPES},
    rules=RULES,
    item_stats={
        "range": ItemStat(
            "Range", "Range [inches]", pattern=r"\d+\s*-\s*\d+", example="12-60"
        ),
        "strength": ItemStat(
            "Strength",
            "Strength …",
            words=("user",),
            pattern=r"\d+ (\(\d+\)|/ \d+)",
            example="5 (10)",
        ),
        "shots": ItemStat("Shots a turn", "… shots a turn"),
        "strength-bonus": ItemStat("Bonus of Strength", "Strength +…"),
        "charge-bonus": ItemStat(
            "Bonus of Strength in the turn of a charge",
            "Strength +… in the turn of a charge",
        ),
        "first-round-bonus": ItemStat(
            "Bonus of Strength in the first round", "Strength +… in the first round"
        ),
    },
    joiners=JOINERS,
    bases=frozenset(
        {
            "bow",
            "choppa",
            "flail",
            "great-weapon",
            "halberd",
            "hand-weapon",
            "lance",
            "morning-star",
            "pistol",
            "spear",
        }
    ),
    pack=COMPOSITION,
    limits=(2000, 1000, 1500, 3000),
    hands=HANDS,
    usual={"ward": None, "hands": 2},
    boxes=Boxes("w", of_models=True),
    paper=PaperRules(
        marks={"#general": "General", "#bsb": "Battle standard"},
        letters={
            "#champion": "C",
            "rule:standard-bearer": "S",
            "rule:musician": "M",
        },
        secrets=frozenset({"#magic"}),
        strength="us",
        ranks=Ranks(
            front=5,
            least=4,
            most=3,
            kinds=frozenset(
                {"infantry", "monstrous-infantry", "cavalry", "flying-cavalry"}
            ),
            source="Warhammer rulebook (6th edition), Combat result",
        ),
        thresholds=(
            Threshold(
                text="Panic at {} in a phase",
                share=4,
                but=MACHINES,
                spared=rules_that("skip", "test:panic") | STEADY,
                note="Panic: when shots or magic of one phase slay a quarter of those "
                "it began with, here at full strength; not in combat, nor in a frenzy.",
                source="Warhammer rulebook (6th edition), Psychology, Panic",
            ),
            Threshold(
                text="below half at {}",
                share=2,
                beyond=True,
                alone=True,
                but=frozenset({"war-machine"}),
                halves=True,
                note="Below half: the enemy scores half of the unit's points.",
                source="Warhammer rulebook (6th edition), Victory points",
            ),
        ),
        ticks={
            "prayers-of-sigmar": ("wound again", "ward 5+", "heal", "blast"),
        },
        casters=frozenset({"wizard"}),
        dice=MagicDice(
            basic=2,
            dispel=(0, 1, 1, 2, 2),
            dispellers=frozenset({"blessings-of-sigmar"}),
            source="Warhammer rulebook (6th edition), page 135; Warhammer Armies: "
            "Empire (6th edition), Warrior Priest",
        ),
        lores={f"#lore-{lore.lower()}": lore for lore in LORES},
        briefly={
            "strength": "S…",
            "shots": "… shots",
            "strength-bonus": "S +…",
            "charge-bonus": "S +… on the charge",
            "first-round-bonus": "S +… in the first round",
        },
    ),
)
"""The game: characteristics as its stat lines print them, composition, rules."""
