"""Every special rule of Warhammer: what it is, and what the odds do with it.

The rules that all armies share stand here, in our own words, and those of weapons in
`weapon_rules`; those that only books print in `book_rules`, and what magic items do in
`item_rules`. A rule of a book that has no row is not worked out.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from rulesets.core.effects import Op, RuleEffect
from rulesets.core.special_rule import (
    COUNTED,
    LEFT_OUT,
    WITHOUT_DICE,
    Fate,
    FateKind,
    SpecialRule,
    counted_by,
    rules_by_key,
    written_rule,
)
from rulesets.games.warhammer.book_rules import CALM, OF_BOOKS, ON_THE_GROUND
from rulesets.games.warhammer.item_rules import ITEMS
from rulesets.games.warhammer.sources import COMMAND, PSYCHOLOGY, SPECIAL
from rulesets.games.warhammer.weapon_rules import CHARGE, OF_WEAPONS

OF_GAME = (
    SpecialRule(
        "fear",
        "Fear",
        "Who it charges, and who would charge it, tests Leadership first.",
        PSYCHOLOGY,
        counted_by(CHARGE),
    ),
    SpecialRule(
        "terror",
        "Terror",
        "As fear, and near it a unit tests once in the game or runs.",
        PSYCHOLOGY,
        counted_by(CHARGE),
        (RuleEffect("test:fear", "skip"),),
    ),
    SpecialRule(
        "frenzy",
        "Frenzy",
        "+1 Attack; must charge and pursue; ends when it is beaten.",
        PSYCHOLOGY,
        effects=(
            RuleEffect(
                "attacks",
                "add",
                when=("state:frenzy",),
                unless=("part:mount",),
                whose="unit",
            ),
        ),
    ),
    SpecialRule(
        "hatred",
        "Hatred",
        "Rolls misses again in the first round; must pursue.",
        PSYCHOLOGY,
        effects=(
            RuleEffect(
                "to-hit", "re-roll", "failures", when=("first-round",), whose="unit"
            ),
        ),
    ),
    SpecialRule(
        "stubborn",
        "Stubborn",
        "Tests to hold on its Leadership as printed.",
        PSYCHOLOGY,
        effects=(RuleEffect("test:break", "ignore", "result"),),
    ),
    SpecialRule(
        "unbreakable",
        "Unbreakable",
        "Never breaks; joined only by its like.",
        PSYCHOLOGY,
        effects=(*CALM, RuleEffect("test:break", "pass")),
    ),
    SpecialRule(
        "immune-to-psychology",
        "Immune to psychology",
        "Knows no fear, terror or panic; may not flee from a charge.",
        PSYCHOLOGY,
        effects=CALM,
    ),
    SpecialRule(
        "stupidity",
        "Stupidity",
        "Tests Leadership each turn; who fails stumbles on and fights at half.",
        PSYCHOLOGY,
        COUNTED,
    ),
    SpecialRule(
        "killing-blow",
        "Killing blow",
        "A natural 6 to wound slays a man-sized enemy; only a ward save helps.",
        SPECIAL,
        effects=(
            RuleEffect(
                "to-wound", "natural", "slays", 6, ("in-combat",), ("enemy:large",)
            ),
        ),
    ),
    SpecialRule(
        "poisoned-attacks",
        "Poisoned attacks",
        "A natural 6 to hit wounds without a roll.",
        SPECIAL,
        effects=(RuleEffect("to-hit", "natural", "wounds", natural=6),),
    ),
    SpecialRule(
        "regeneration",
        "Regeneration",
        "Takes each wound back on 4+ after the phase; not against fire.",
        SPECIAL,
        effects=(RuleEffect("avoid", "roll", 4, whose="against"),),
    ),
    SpecialRule(
        "flammable",
        "Flammable",
        "Flaming attacks wound it twice over.",
        SPECIAL,
        effects=(RuleEffect("kind:fire", "multiply", 2, whose="against"),),
    ),
    SpecialRule(
        "flaming-attacks",
        "Flaming attacks",
        "Its attacks burn.",
        SPECIAL,
        effects=(RuleEffect("kind", "add", "fire"),),
    ),
    SpecialRule(
        "magical-attacks",
        "Magical attacks",
        "Its attacks count as magical.",
        SPECIAL,
        WITHOUT_DICE,
    ),
    SpecialRule(
        "flyer",
        "Flyer",
        "Moves through the air over all that stands in its way.",
        SPECIAL,
        Fate("elsewhere", before_contact=ON_THE_GROUND),
    ),
    SpecialRule(
        "skirmishers",
        "Skirmishers",
        "Loose formation: hard to hit, without ranks.",
        SPECIAL,
        COUNTED,
    ),
    SpecialRule(
        "scouts",
        "Scouts",
        "Set up after both armies, out of sight of the enemy.",
        SPECIAL,
        Fate("elsewhere", before_contact="it begins at the distance that is asked"),
    ),
    SpecialRule(
        "fast-cavalry",
        "Fast cavalry",
        "Turns freely and shoots on the move; no ranks.",
        SPECIAL,
        COUNTED,
    ),
    SpecialRule(
        "large-target", "Large target", "Shots at it have +1 to hit.", SPECIAL, COUNTED
    ),
    SpecialRule(
        "swarm",
        "Swarm",
        "Unbreakable; a base fights in full until it is gone.",
        SPECIAL,
        effects=(RuleEffect("test:break", "pass"),),
    ),
    SpecialRule(
        "impact-hits",
        "Impact hits",
        "Hits whom it charges before any blow is struck.",
        SPECIAL,
        counted_by(CHARGE),
    ),
    SpecialRule(
        "scythed-wheels",
        "Scythed wheels",
        "One more impact hit.",
        SPECIAL,
        counted_by(CHARGE),
    ),
    SpecialRule(
        "multiple-wounds",
        "Multiple wounds",
        "A wound of it counts for several.",
        SPECIAL,
        Fate("counted", xs=(3, 6), other_x="how many wounds is not said: a D3 or a D6"),
        (RuleEffect("damage", "roll", "x"),),
    ),
    SpecialRule(
        "no-armour-save",
        "No armour save",
        "Armour does not help against it.",
        SPECIAL,
        effects=(RuleEffect("save", "never"),),
    ),
    SpecialRule(
        "strikes-first",
        "Strikes first",
        "Strikes before all but those that charged.",
        SPECIAL,
        effects=(RuleEffect("order", "set", "first", unless=("charging",)),),
    ),
    SpecialRule(
        "to-hit-bonus",
        "Bonus to hit",
        "+1 to hit; a 1 still misses.",
        SPECIAL,
        effects=(RuleEffect("to-hit", "add", "x", when=("in-combat",)),),
    ),
    SpecialRule(
        "tusker-charge",
        "Tusker charge",
        "The boar has Strength 5 when it charges.",
        SPECIAL,
        effects=(
            RuleEffect("strength", "at-least", 5, when=("charging", "part:mount")),
        ),
    ),
    *OF_WEAPONS,
    SpecialRule(
        "musician",
        "Musician",
        "Wins a drawn combat against a side that has none.",
        COMMAND,
        COUNTED,
    ),
    SpecialRule(
        "standard-bearer",
        "Standard bearer",
        "+1 to the combat result.",
        COMMAND,
        COUNTED,
    ),
    SpecialRule(
        "battle-standard-bearer",
        "Battle standard bearer",
        "Friends within 12 inches roll a failed Break test again.",
        COMMAND,
        effects=(RuleEffect("test:break", "re-roll", "failures", whose="side"),),
    ),
    SpecialRule(
        "magic-resistance",
        "Magic resistance",
        "So many more dice to dispel with.",
        SPECIAL,
        WITHOUT_DICE,
        takes_x=True,
    ),
    SpecialRule(
        "multiple-shots",
        "Multiple shots",
        "So many shots a turn, each at -1 to hit.",
        SPECIAL,
        COUNTED,
        takes_x=True,
    ),
    SpecialRule(
        "wizard",
        "Wizard",
        "Casts spells as a wizard of that level.",
        SPECIAL,
        WITHOUT_DICE,
        takes_x=True,
    ),
)
"""Rules that the rulebook prints, in its order."""

RULES = rules_by_key(*OF_GAME)
"""Rules of the game by key."""

SPECIAL_RULES = rules_by_key(*OF_GAME, *OF_BOOKS)
"""Rules of the game and of its books by key."""


def keys_of(*kinds: FateKind) -> frozenset[str]:
    """Return the rules of these fates."""
    return _of_fates(SPECIAL_RULES, kinds)


def items_of(*kinds: FateKind) -> frozenset[str]:
    """Return the items of these fates."""
    return _of_fates(ITEMS, kinds)


def _of_fates(
    rows: Mapping[str, SpecialRule], kinds: tuple[FateKind, ...]
) -> frozenset[str]:
    return frozenset(row.key for row in rows.values() if row.fate.kind in kinds)


@cache
def rules_that(op: Op, on: str) -> frozenset[str]:
    """Return the rules with such an effect: those that skip a test, or pass it."""
    return frozenset(key for key, row in SPECIAL_RULES.items() if row.says(op, on))


def row_of(key: str) -> SpecialRule | None:
    """Return the row of a rule or an item, also of one that a book writes out.

    None if it is unknown.
    """
    return SPECIAL_RULES.get(key) or ITEMS.get(key) or written_rule(key)


def added_by(rules: Iterable[str], on: str) -> dict[str, int]:
    """Return what each of some rules adds to a figure, a test or the result."""
    rows = [row for row in map(row_of, rules) if row is not None]
    return {
        row.key: int(effect.value)
        for row in rows
        for effect in row.effects
        if (effect.op, effect.on) == ("add", on)
    }


@lru_cache(maxsize=4096)
def title_of(key: str) -> tuple[str, str]:
    """Return the name of a rule, and where it is printed."""
    row = row_of(key)
    return (row.name, row.source) if row else (key.replace("-", " ").capitalize(), "")


def why_not(key: str, x: int) -> str:
    """Return why a rule with such an X is in no number; "" if it is, or has no dice."""
    rule = row_of(key)
    fate = rule.fate if rule else LEFT_OUT
    if fate.kind == "left out":
        said = rule.left_out if rule else ""
        return said or "its dice are not worked out here"
    return fate.other_x if fate.xs and x not in fate.xs else ""


def left_out(key: str, x: int) -> str:
    """Return what of a rule is in no number, in words; "" where nothing is left out."""
    row = row_of(key)
    return why_not(key, x) or (row.left_out if row else "")
