"""Questions of Scrollhammer about power dice and the spells that are cast."""

from dataclasses import replace

from rulesets.games.scrollhammer.sources import BOOK, CONSUMABLES, MAGIC, SHOOTING
from rulesets.odds.match_up import Choice, Question
from rulesets.odds.relevance import carries, has_gear, has_two, of_either
from rulesets.odds.settings import SPECIAL_RULES

POWER = Question(
    "power",
    "Power dice held",
    0,
    low=0,
    high=30,
    help="0 for the caster's Magicka.",
    source=f"{MAGIC}: Power Dice",
    group=SPECIAL_RULES,
    kinds=("casting",),
)

DRAUGHTS = Question(
    "draughts",
    "Draughts of magicka that each bearer drinks",
    0,
    low=0,
    high=3,
    help="Each is one power die more.",
    source=CONSUMABLES,
    group=SPECIAL_RULES,
    seldom=True,
    matters=carries("magicka-draught"),
    kinds=("shooting", "casting"),
)

SCROLLS = Question(
    "scrolls",
    "Scrolls that each bearer reads",
    0,
    low=0,
    high=3,
    help="Each casts by itself the spell that does most, of those that its bearer "
    "knows and has a hand for, and that the scroll may hold.",
    source=CONSUMABLES,
    group=SPECIAL_RULES,
    seldom=True,
    matters=carries("lesser-scroll", "greater-scroll", "scroll-*"),
    kinds=("shooting",),
)

FIRST_DICE = Question(
    "cast-dice",
    "Power dice of a first casting",
    0,
    low=0,
    high=30,
    help="0 for all its dice. The rest is for the surge.",
    source=f"{MAGIC}: Casting a Spell",
    group=SPECIAL_RULES,
    kinds=("casting",),
)

OF_SHOOTING_SPELLS = (
    replace(
        FIRST_DICE,
        label="Power dice of each casting",
        help="A caster casts its spell again and again while it has dice; 0 for as "
        "many dice at a time as do most in all.",
        source=f"{MAGIC}: Casting a Spell; Magical Shooting Attacks",
        matters=of_either(has_gear("spell")),
        kinds=("shooting", "engagement"),
    ),
    Question(
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
        kinds=("shooting", "engagement"),
    ),
    replace(
        POWER,
        label="Power dice that each caster holds",
        help="0 for its Magicka. More by what gives power dice, fewer where they were "
        "taken away or spent.",
        seldom=True,
        matters=has_gear("spell"),
        kinds=("shooting",),
    ),
    Question(
        "spells",
        "Spells of each caster in a volley",
        "most",
        (
            Choice("most", "Those that do most together"),
            Choice("one", "The one that does most, again and again"),
        ),
        help="Its hands cast any variety of their spells. What does most is what takes "
        "most wounds on average from the target at full strength.",
        source=f"{MAGIC}: Casting a Spell; {SHOOTING}: Equipped Items",
        group=SPECIAL_RULES,
        seldom=True,
        matters=of_either(has_two("spell")),
        kinds=("shooting", "engagement"),
    ),
)
"""Of spells that are cast in a volley."""

OF_A_CASTING = (
    Question(
        "cost",
        "Casting cost",
        0,
        low=0,
        high=60,
        help="0 for that of a spell that side A knows.",
        source=f"{MAGIC}: Casting Cost",
        group=SPECIAL_RULES,
        kinds=("casting",),
    ),
    POWER,
    FIRST_DICE,
    DRAUGHTS,
    SCROLLS,
    Question(
        "heals",
        "It heals on a D6 of",
        0,
        low=0,
        high=6,
        help="The roll by which a healing spell gives a wound back; 0 for other "
        "spells. A model has one such roll a turn, whatever comes of it.",
        source=f"{BOOK}, Damage Types and Magical Effects: Healing",
        group=SPECIAL_RULES,
        seldom=True,
        kinds=("casting",),
    ),
)
"""Of one spell that is cast."""
