"""Every special rule of Scrollhammer: its text in our words, and its part in the odds.

Those of the rulebook's list stand in `rulebook_rules`, of weapons, blasts, hands and
magic in `weapon_rules`, those that only books print in `book_rules`. A rule of a book
that has no row is left out of the odds. Rules that army books name and whose text is
not known are kept by name: they say so and do nothing.
"""

from dataclasses import replace
from functools import cache

from rulesets.core.effects import Op, RuleEffect
from rulesets.core.special_rule import (
    WITHOUT_DICE,
    Fate,
    FateKind,
    SpecialRule,
    asked,
    rules_by_key,
    written_rule,
)
from rulesets.games.scrollhammer.book_rules import (
    HATES_FOE,
    OF_BOOKS,
    PREFERS_FOE,
    RALLIES,
)
from rulesets.games.scrollhammer.rulebook_rules import OF_RULEBOOK
from rulesets.games.scrollhammer.sources import (
    ARMY_BOOKS,
    BETA,
    CHARACTERS,
)
from rulesets.games.scrollhammer.weapon_rules import (
    OF_MAGIC,
    OF_WEAPONS,
)

OF_BETA = Fate("left out", question="beta-texts")
"""Of a rule whose text only the beta has: it counts where that is read."""

ONLY_OF_BETA = "only the beta prints its text; it counts where that is read"

_NO_TEXT = "Army books name it; its text is not known, so it does nothing here."
NOT_KNOWN = "its text is not known"
"""The reason for leaving out a rule of which there is a name and no text."""

OF_CHARACTERS = (
    SpecialRule(
        "character",
        "Character",
        "Leads its unit with a profile of its own; wounds by precision may pass to "
        "others on 3 or more.",
        CHARACTERS,
        WITHOUT_DICE,
    ),
    SpecialRule(
        "standard-bearer",
        "Standard Bearer",
        "Adds 1 to its side's combat result.",
        CHARACTERS,
        effects=(RuleEffect("result", "add", whose="unit"),),
    ),
    SpecialRule(
        "musician",
        "Musician",
        "Its unit may always try to rally.",
        CHARACTERS,
        effects=RALLIES,
    ),
)

WITHOUT_TEXT = (
    SpecialRule(
        "parry",
        "Parry",
        "With hand weapon and shield: 1 better ward save in close combat, or 6+. The "
        "first edition's own text is not known.",
        BETA,
        OF_BETA,
        (
            RuleEffect(
                "ward", "add", when=("in-combat", "reads:beta-texts"), whose="against"
            ),
        ),
        left_out=ONLY_OF_BETA,
    ),
    SpecialRule(
        "fearless",
        "Fearless",
        "Never breaks and takes wounds instead. The first edition's own text is not "
        "known.",
        BETA,
        OF_BETA,
        (RuleEffect("test:morale", "pass", when=("reads:beta-texts",), whose="unit"),),
        left_out=ONLY_OF_BETA,
    ),
    SpecialRule(
        "critical-strike",
        "Critical Strike",
        "Unsaved wounds become D3; when it happens is not known.",
        BETA,
        left_out="when it happens is not known",
    ),
    *(
        SpecialRule(key, name, _NO_TEXT, ARMY_BOOKS, left_out=NOT_KNOWN)
        for key, name in (
            ("bestial-instinct", "Bestial Instinct"),
            ("blind", "Blind"),
            ("chill", "Chill"),
            ("cloak", "Cloak"),
            ("command", "Command"),
            ("counter-attack", "Counter-Attack"),
            ("deep-strike", "Deep Strike"),
            ("eternal-warrior", "Eternal Warrior"),
            ("fear", "Fear"),
            ("feel-no-pain", "Feel No Pain"),
            ("fleet", "Fleet of Foot"),
            ("frenzy", "Frenzy"),
            ("furious-charge", "Furious Charge"),
            ("heroic-killing-blow", "Heroic Killing Blow"),
            ("scouts", "Scouts"),
            ("silence", "Silence"),
            ("sniper", "Sniper"),
            ("soul-trap", "Soul Trap"),
            ("stubborn", "Stubborn"),
            ("terror", "Terror"),
            ("volley-fire", "Volley Fire"),
        )
    ),
    SpecialRule(
        "stealth",
        "Stealth(X)",
        _NO_TEXT,
        ARMY_BOOKS,
        takes_x=True,
        left_out=NOT_KNOWN,
    ),
)
"""Rules whose text in the first edition is not known."""

RULES = rules_by_key(
    *OF_RULEBOOK, *OF_WEAPONS, *OF_CHARACTERS, *OF_MAGIC, *WITHOUT_TEXT
)
"""Rules of the game by key."""

SPECIAL_RULES = rules_by_key(*RULES.values(), *OF_BOOKS)
"""Rules of the game and of its books by key."""

NAMES_A_FOE = {"hatred-": HATES_FOE, "preferred-enemy-": PREFERS_FOE}
"""Beginnings of the keys of rules that books write with a foe behind them."""


def rule_of(key: str) -> SpecialRule:
    """Return a rule by its key, also one of a book; an unknown one is left out."""
    if known := SPECIAL_RULES.get(key) or written_rule(key):
        return known
    rule = SpecialRule(key, key.replace("-", " ").capitalize(), "", "army book")
    for begun, effects in NAMES_A_FOE.items():
        if key.startswith(begun):
            return replace(rule, fate=asked("foe"), effects=effects)
    return rule


def keys_of(*kinds: FateKind) -> frozenset[str]:
    """Return the rules of these fates."""
    return frozenset(
        key for key, rule in SPECIAL_RULES.items() if rule.fate.kind in kinds
    )


@cache
def rules_that(op: Op, on: str) -> frozenset[str]:
    """Return the rules with such an effect: those that pass a test, or may act."""
    return frozenset(key for key, rule in SPECIAL_RULES.items() if rule.says(op, on))
