"""What Scrollhammer asks about power dice and spells."""

from dataclasses import replace

from rulesets.games.scrollhammer.combat.questions import BOOK, MAGIC
from rulesets.odds.match_up import Choice, Question
from rulesets.odds.relevance import has_gear, of_either
from rulesets.odds.settings import SPECIAL_RULES

FIRST_DICE = Question(
    "cast-dice",
    "Power dice of a first casting",
    0,
    low=0,
    high=30,
    help="0 for all its dice. The rest is for the surge.",
    source=f"{MAGIC}: Casting a Spell",
    group=SPECIAL_RULES,
)
CAST_DICE = replace(
    FIRST_DICE,
    label="Power dice of each casting",
    help="A caster casts its spell again and again while it has dice; 0 for as many "
    "dice at a time as do most in all.",
    source=f"{MAGIC}: Casting a Spell; Magical Shooting Attacks",
    matters=of_either(has_gear("spell")),
)
SURGE = Question(
    "surge",
    "After a casting that failed",
    "never",
    (
        Choice("never", "No surge: its dice are kept for further castings"),
        Choice("best", "A surge where that does most in all"),
        Choice("rest", "A surge with all its dice"),
    ),
    help="A die of a surge is a D3, one of a further casting a D6.",
    source=f"{MAGIC}: Surge",
    group=SPECIAL_RULES,
    matters=of_either(has_gear("spell")),
)
COST = Question(
    "cost",
    "Casting cost",
    0,
    low=0,
    high=60,
    help="0 for that of a spell that side A knows.",
    source=f"{MAGIC}: Casting Cost",
    group=SPECIAL_RULES,
)
POWER = Question(
    "power",
    "Power dice held",
    0,
    low=0,
    high=30,
    help="0 for the caster's Magicka.",
    source=f"{MAGIC}: Power Dice",
    group=SPECIAL_RULES,
)
HEALS = Question(
    "heals",
    "It heals on a D6 of",
    0,
    low=0,
    high=6,
    help="The roll by which a healing spell gives a wound back; 0 for other spells. A "
    "model has one such roll a turn, whatever comes of it.",
    source=f"{BOOK}, Damage Types and Magical Effects: Healing",
    group=SPECIAL_RULES,
    seldom=True,
)
