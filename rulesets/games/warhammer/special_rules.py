"""Every special rule of Warhammer: what it is, and what the odds do with it.

The rules that all armies share stand here, in our own words, and those of weapons in
`weapon_rules`; those that only books print in `book_rules`. A rule of a book that has
no row is not worked out.
"""

from functools import cache

from rulesets.core.effects import Op, RuleEffect
from rulesets.core.rule_row import (
    COUNTED,
    NO_DICE,
    Fate,
    FateKind,
    RuleRow,
)
from rulesets.game import FUNCTION, SpecialRule
from rulesets.games.warhammer.book_rules import CALM, OF_BOOKS, ON_THE_GROUND
from rulesets.games.warhammer.sources import COMMAND, PSYCHOLOGY, SPECIAL
from rulesets.games.warhammer.weapon_rules import OF_WEAPONS

OF_GAME = (
    RuleRow(
        "fear",
        "Fear",
        "Who it charges, and who would charge it, tests Leadership first.",
        PSYCHOLOGY,
        COUNTED,
        of_charge=True,
    ),
    RuleRow(
        "terror",
        "Terror",
        "As fear, and near it a unit tests once in the game or runs.",
        PSYCHOLOGY,
        COUNTED,
        (RuleEffect("test:fear", "skip"),),
        of_charge=True,
    ),
    RuleRow(
        "frenzy",
        "Frenzy",
        "+1 Attack; must charge and pursue; ends when it is beaten.",
        PSYCHOLOGY,
        COUNTED,
        (
            RuleEffect(
                "attacks",
                "add",
                when=("state:frenzy",),
                unless=("part:mount",),
                whose="unit",
            ),
        ),
    ),
    RuleRow(
        "hatred",
        "Hatred",
        "Rolls misses again in the first round; must pursue.",
        PSYCHOLOGY,
        COUNTED,
        (
            RuleEffect(
                "to-hit", "re-roll", "failures", when=("first-round",), whose="unit"
            ),
        ),
        of_charge=True,
    ),
    RuleRow(
        "stubborn",
        "Stubborn",
        "Tests to hold on its Leadership as printed.",
        PSYCHOLOGY,
        COUNTED,
        (RuleEffect("test:break", "ignore", "result"),),
    ),
    RuleRow(
        "unbreakable",
        "Unbreakable",
        "Never breaks; joined only by its like.",
        PSYCHOLOGY,
        COUNTED,
        (*CALM, RuleEffect("test:break", "pass")),
    ),
    RuleRow(
        "immune-to-psychology",
        "Immune to psychology",
        "Knows no fear, terror or panic; may not flee from a charge.",
        PSYCHOLOGY,
        COUNTED,
        CALM,
    ),
    RuleRow(
        "stupidity",
        "Stupidity",
        "Tests Leadership each turn; who fails stumbles on and fights at half.",
        PSYCHOLOGY,
        COUNTED,
    ),
    RuleRow(
        "killing-blow",
        "Killing blow",
        "A natural 6 to wound slays a man-sized enemy; only a ward save helps.",
        SPECIAL,
        COUNTED,
        (
            RuleEffect(
                "to-wound", "natural", "slays", 6, ("in-combat",), ("enemy:large",)
            ),
        ),
    ),
    RuleRow(
        "poisoned-attacks",
        "Poisoned attacks",
        "A natural 6 to hit wounds without a roll.",
        SPECIAL,
        COUNTED,
        (RuleEffect("to-hit", "natural", "wounds", natural=6),),
    ),
    RuleRow(
        "regeneration",
        "Regeneration",
        "Takes each wound back on 4+ after the phase; not against fire.",
        SPECIAL,
        COUNTED,
        (RuleEffect("avoid", "roll", 4, whose="against"),),
    ),
    RuleRow(
        "flammable",
        "Flammable",
        "Flaming attacks wound it twice over.",
        SPECIAL,
        COUNTED,
        (RuleEffect("kind:fire", "multiply", 2, whose="against"),),
    ),
    RuleRow(
        "flaming-attacks",
        "Flaming attacks",
        "Its attacks burn.",
        SPECIAL,
        COUNTED,
        (RuleEffect("kind", "add", "fire"),),
    ),
    RuleRow(
        "magical-attacks",
        "Magical attacks",
        "Its attacks count as magical.",
        SPECIAL,
        NO_DICE,
    ),
    RuleRow(
        "flyer",
        "Flyer",
        "Moves through the air over all that stands in its way.",
        SPECIAL,
        Fate("elsewhere", before_contact=ON_THE_GROUND),
    ),
    RuleRow(
        "skirmishers",
        "Skirmishers",
        "Loose formation: hard to hit, without ranks.",
        SPECIAL,
        COUNTED,
    ),
    RuleRow(
        "scouts",
        "Scouts",
        "Set up after both armies, out of sight of the enemy.",
        SPECIAL,
        Fate("elsewhere", before_contact="it begins at the distance that is asked"),
    ),
    RuleRow(
        "fast-cavalry",
        "Fast cavalry",
        "Turns freely and shoots on the move; no ranks.",
        SPECIAL,
        COUNTED,
    ),
    RuleRow(
        "large-target", "Large target", "Shots at it have +1 to hit.", SPECIAL, COUNTED
    ),
    RuleRow(
        "swarm",
        "Swarm",
        "Unbreakable; a base fights in full until it is gone.",
        SPECIAL,
        COUNTED,
        (RuleEffect("test:break", "pass"),),
    ),
    RuleRow(
        "impact-hits",
        "Impact hits",
        "Hits whom it charges before any blow is struck.",
        SPECIAL,
        COUNTED,
        of_charge=True,
    ),
    RuleRow(
        "scythed-wheels",
        "Scythed wheels",
        "One more impact hit.",
        SPECIAL,
        COUNTED,
        of_charge=True,
    ),
    RuleRow(
        "multiple-wounds",
        "Multiple wounds",
        "A wound of it counts for several.",
        SPECIAL,
        Fate("counted", xs=(3, 6), other_x="how many wounds is not said: a D3 or a D6"),
        (RuleEffect("damage", "roll", "x"),),
    ),
    RuleRow(
        "no-armour-save",
        "No armour save",
        "Armour does not help against it.",
        SPECIAL,
        COUNTED,
        (RuleEffect("save", "never"),),
    ),
    RuleRow(
        "strikes-first",
        "Strikes first",
        "Strikes before all but those that charged.",
        SPECIAL,
        COUNTED,
        (RuleEffect("order", "set", "first", unless=("charging",)),),
    ),
    RuleRow(
        "to-hit-bonus",
        "Bonus to hit",
        "+1 to hit; a 1 still misses.",
        SPECIAL,
        COUNTED,
        (RuleEffect("to-hit", "add", "x", when=("in-combat",)),),
    ),
    RuleRow(
        "tusker-charge",
        "Tusker charge",
        "The boar has Strength 5 when it charges.",
        SPECIAL,
        COUNTED,
        (RuleEffect("strength", "at-least", 5, when=("charging", "part:mount")),),
        of_charge=True,
    ),
    *OF_WEAPONS,
    RuleRow(
        "musician",
        "Musician",
        "Wins a drawn combat against a side that has none.",
        COMMAND,
        COUNTED,
    ),
    RuleRow(
        "standard-bearer",
        "Standard bearer",
        "+1 to the combat result.",
        COMMAND,
        COUNTED,
    ),
    RuleRow(
        "battle-standard-bearer",
        "Battle standard bearer",
        "Friends within 12 inches roll a failed Break test again.",
        COMMAND,
        COUNTED,
        (RuleEffect("test:break", "re-roll", "failures", whose="side"),),
    ),
    RuleRow(
        "magic-resistance",
        "Magic resistance",
        "So many more dice to dispel with.",
        SPECIAL,
        NO_DICE,
        takes_x=True,
    ),
    RuleRow(
        "multiple-shots",
        "Multiple shots",
        "So many shots a turn, each at -1 to hit.",
        SPECIAL,
        COUNTED,
        takes_x=True,
    ),
    RuleRow(
        "wizard",
        "Wizard",
        "Casts spells as a wizard of that level.",
        SPECIAL,
        NO_DICE,
        takes_x=True,
    ),
)
"""What the rules of the game print, in its order."""

SPECIAL_RULES = {row.key: row for row in (*OF_GAME, *OF_BOOKS)}
"""Every row by its key."""

RULES = {
    row.key: SpecialRule(
        row.key,
        row.name,
        row.summary,
        row.source,
        row.takes_x,
        counted_by=FUNCTION if row.fate.kind == "counted" else "",
        no_dice=row.fate.kind == "no dice",
    )
    for row in OF_GAME
}
"""What the game prints, by key."""


def keys_of(*kinds: FateKind) -> frozenset[str]:
    """Return the rules of these fates."""
    return frozenset(
        row.key for row in SPECIAL_RULES.values() if row.fate.kind in kinds
    )


@cache
def rules_that(op: Op, on: str) -> frozenset[str]:
    """Return the rules with such an effect: those that skip a test, or pass it."""
    return frozenset(
        key
        for key, row in SPECIAL_RULES.items()
        if any((one.op, one.on) == (op, on) for one in row.effects)
    )


def title_of(key: str) -> tuple[str, str]:
    """Return the name of a rule, and where it is printed."""
    row = SPECIAL_RULES.get(key)
    return (row.name, row.source) if row else (key.replace("-", " ").capitalize(), "")


def why_not(key: str, x: int) -> str:
    """Return why a rule with such an X is in no number; "" if it is, or has no dice."""
    row = SPECIAL_RULES.get(key)
    if row is None or row.fate.kind == "not worked out":
        return "its dice are not worked out here"
    return row.fate.other_x if row.fate.xs and x not in row.fate.xs else ""
