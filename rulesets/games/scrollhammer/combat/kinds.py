"""Kinds of match-ups of Scrollhammer with their questions; those about magic."""

from dataclasses import replace

from rulesets.games.scrollhammer.combat.questions import (
    APART,
    CHARGE_WHEN,
    CHARGER,
    CLOSING,
    COVER,
    COVERED,
    DANGEROUS,
    DIFFICULT,
    DISTANCE,
    FILES,
    FIRST,
    FLANKED,
    FOE,
    FROM_COVER,
    LEAVES,
    LOST,
    LOWERED,
    MEETS,
    MOVED,
    PARALYZED,
    REACH,
    REACTION,
    REAR,
    ROOM,
    ROUGH,
    SPLIT,
    TO_GROUND,
    TOUCHED,
    TOUCHED_IN_CHARGE,
    TOUCHING,
    TURNS,
    UNSEEN,
    UNSIGHTED,
    YIELDS,
)
from rulesets.games.scrollhammer.sources import BOOK, MAGIC
from rulesets.odds.match_up import Choice, Question
from rulesets.odds.relevance import has_gear, of_either
from rulesets.odds.settings import SPECIAL_RULES, MatchUpKind

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


_BOTH = (
    FILES,
    LOST,
    FOE,
    FLANKED,
    REAR,
    MEETS,
    PARALYZED,
    LEAVES,
    YIELDS,
    SPLIT,
    UNSEEN,
    FROM_COVER,
    LOWERED,
)

KINDS = (
    MatchUpKind(
        "fight",
        "Close combat",
        "Two units in contact fight round after round, in steps of Initiative.",
        (CHARGER, *_BOTH),
    ),
    MatchUpKind(
        "charge",
        "Charge",
        "Side A charges side B: reaction, 2D6 of reach, then the combat.",
        (REACH, DIFFICULT, DANGEROUS, REACTION, TOUCHED_IN_CHARGE, *_BOTH),
    ),
    MatchUpKind(
        "shooting",
        "Shooting",
        "Side A shoots once at side B, which may be pinned or fall back.",
        (
            DISTANCE,
            MOVED,
            COVER,
            UNSIGHTED,
            TO_GROUND,
            CAST_DICE,
            SURGE,
            TOUCHED,
            FILES,
            LOST,
            FOE,
            LOWERED,
        ),
        round_name="",
    ),
    MatchUpKind(
        "engagement",
        "Engagement",
        "Two units come at each other from a distance: moves and shots turn by turn, "
        "the charge, then the combat to its end.",
        (
            APART,
            FIRST,
            CLOSING,
            CHARGE_WHEN,
            REACTION,
            ROUGH,
            DIFFICULT,
            DANGEROUS,
            CAST_DICE,
            SURGE,
            TURNS,
            ROOM,
            COVERED,
            FILES,
            LOST,
            FOE,
            FLANKED,
            REAR,
            MEETS,
            LEAVES,
            YIELDS,
            SPLIT,
            UNSEEN,
            TOUCHING,
        ),
    ),
    MatchUpKind(
        "casting",
        "Casting a spell",
        "Side A casts one spell with some of its power dice, and surges.",
        (COST, POWER, FIRST_DICE, HEALS),
        round_name="",
    ),
)
