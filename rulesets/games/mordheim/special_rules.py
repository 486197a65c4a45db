"""The special rules of Mordheim, each with its part in the odds.

Rules that several warbands share stand here, in our own words; those of weapons in
`weapon_rules`, skills in `skills`, and what only one warband prints in `book_rules`.
Gear that counts as rules do is in `gear_rules`, what spells do to who is under them in
`spell_rules`.
"""

from collections.abc import Iterable
from functools import cache

from rulesets.core.effects import Op, RuleEffect
from rulesets.core.special_rule import (
    COUNTED,
    LEFT_OUT,
    WITHOUT_DICE,
    Fate,
    FateKind,
    SpecialRule,
    asked,
    rules_by_key,
    written_rule,
)
from rulesets.games.mordheim.book_rules import OF_BOOKS, POISON_PROOF, UNMOVED
from rulesets.games.mordheim.gear_rules import OF_GEAR
from rulesets.games.mordheim.said_rules import OF_SAID
from rulesets.games.mordheim.skills import OF_SKILLS
from rulesets.games.mordheim.sources import (
    DWARFS,
    MAGIC,
    PSYCHOLOGY,
    RULEBOOK,
    WARBANDS,
)
from rulesets.games.mordheim.spell_rules import OF_SPELLS
from rulesets.games.mordheim.weapon_rules import OF_WEAPONS, UNPRINTED


def _fighter(
    key: str, name: str, summary: str, *effects: RuleEffect, fate: Fate = COUNTED
) -> SpecialRule:
    source = f"{WARBANDS}; {PSYCHOLOGY}"
    return SpecialRule(key, name, summary, source, fate, effects)


def _dwarf(
    key: str, name: str, summary: str, *effects: RuleEffect, fate: Fate = COUNTED
) -> SpecialRule:
    return SpecialRule(key, name, summary, DWARFS, fate, effects)


UNCAST = "it counts only where the situation says that it is cast"
"""The reason for leaving out what is known and not cast."""

OF_FIGHTERS = (
    _fighter(
        "leader",
        "Leader",
        'Warriors within 6" may test on his Leadership instead of their own.',
        fate=WITHOUT_DICE,
    ),
    _fighter(
        "fear",
        "Fear",
        "Enemies test Leadership to charge it or to stand its charge.",
        RuleEffect("test:fear", "start", whose="against"),
    ),
    _fighter(
        "frenzy",
        "Frenzy",
        "Must charge and has twice its attacks until it is put down.",
        RuleEffect("attacks", "multiply", 2, unless=("calm",)),
    ),
    _fighter(
        "hatred",
        "Hatred",
        "Rolls missed hits of the first turn of a combat again.",
        RuleEffect("to-hit", "re-roll", "failures", when=("first-turn", "in-combat")),
    ),
    _fighter(
        "stupidity", "Stupidity", "Fails its Leadership test: it does nothing sensible."
    ),
    _fighter(
        "psychology-proof",
        "Immune to psychology",
        "No rule of psychology touches it and it does not run from combat.",
        *UNMOVED,
    ),
    _fighter(
        "poison-proof", "Immune to poison", "Poisons do nothing to it.", POISON_PROOF
    ),
    _fighter(
        "no-pain",
        "No pain",
        "What would stun it only knocks it down.",
        RuleEffect("suffer:pain", "ignore"),
        RuleEffect("kind:unholy", "set"),
    ),
    _fighter(
        "large",
        "Large target",
        "Shots hit it one better, and it may always be chosen.",
        RuleEffect("to-hit", "add", when=("shooting",), whose="against"),
    ),
    _fighter(
        "animal",
        "Animal",
        "Carries nothing, learns nothing, and fights unarmed without penalty.",
    ),
    _fighter("no-experience", "No experience", "It learns nothing.", fate=WITHOUT_DICE),
    _fighter(
        "natural-weapons",
        "Natural weapons",
        "Carries no equipment and fights unarmed without penalty.",
    ),
    _fighter(
        "never-promoted",
        "Never a hero",
        "A henchman who is never promoted.",
        fate=WITHOUT_DICE,
    ),
    _fighter("may-not-run", "May not run", "Charges as others do but never runs."),
    _fighter(
        "regeneration",
        "Regeneration",
        "On 4+ a wound closes at once, unless it burned.",
        RuleEffect("avoid", "roll", 4, whose="against", unless=("weapon:burns",)),
    ),
    _fighter(
        "fearless-mind",
        "Passes Leadership tests",
        "Passes each Leadership test unrolled.",
        RuleEffect("test:leadership", "pass"),
    ),
    _fighter(
        "never-leader",
        "Never leads",
        "He cannot become the leader of the warband.",
        fate=WITHOUT_DICE,
    ),
    _fighter(
        "slow-learner",
        "Slow learner",
        "An advance takes twice the experience.",
        fate=WITHOUT_DICE,
    ),
    _dwarf(
        "hard-to-kill",
        "Hard to kill",
        "Only a 6 on the injury roll takes him out of action; a 5 stuns.",
        RuleEffect("suffer", "read", "hard"),
    ),
    _dwarf(
        "hard-head",
        "Hard head",
        "Concussion does nothing to him.",
        RuleEffect("suffer:concussion", "ignore"),
    ),
    _dwarf(
        "dwarf-armour",
        "Dwarfs and armour",
        "Armour never slows him.",
        fate=WITHOUT_DICE,
    ),
    _dwarf(
        "hates-greenskins",
        "Hates greenskins",
        "Hatred of orcs and goblins.",
        fate=asked("hates"),
    ),
    _dwarf(
        "grudge", "Grudge", "Leaves a warband that hires an elf.", fate=WITHOUT_DICE
    ),
    SpecialRule(
        "wizard",
        "Wizard",
        "Casts spells of his list, one a turn, without armour or shield.",
        MAGIC,
        LEFT_OUT,
        left_out=UNCAST,
    ),
    SpecialRule(
        "prayers",
        "Prayers",
        "Says prayers of his list, one a turn, in armour too.",
        MAGIC,
        LEFT_OUT,
        left_out=UNCAST,
    ),
)
"""In the order in which they are shown."""

RULES = rules_by_key(*OF_WEAPONS, *OF_FIGHTERS, *OF_SKILLS)
"""Every rule that warbands share, by key: what the game prints."""

SPECIAL_RULES = rules_by_key(
    *OF_WEAPONS, *UNPRINTED, *OF_FIGHTERS, *OF_BOOKS, *OF_SKILLS, *OF_SPELLS, *OF_SAID
)
"""Every row by its key; of several that do the same the first is named."""

WEAPON_RULES = rules_by_key(*OF_WEAPONS, *UNPRINTED)
"""Rules of which the effects are on blows with one weapon."""

GEAR = rules_by_key(*OF_GEAR)
"""Gear that counts as a rule does, and gear without dice, by its key."""


def keys_of(rows: Iterable[SpecialRule], *kinds: FateKind) -> frozenset[str]:
    """Return the keys of rows with one of these fates."""
    return frozenset(row.key for row in rows if row.fate.kind in kinds)


@cache
def rules_that(op: Op, on: str, *moments: str) -> tuple[str, ...]:
    """Return the rules and gear with such an effect, in the order of their tables.

    Parameters
    ----------
    op, on : str
        Such as ``skip`` and ``test:fear``.
    moments : str
        Those that hold; an effect that asks for another one is none.
    """
    return tuple(
        key
        for key, row in {**SPECIAL_RULES, **GEAR}.items()
        if any(
            (one.op, one.on) == (op, on) and set(one.when) <= set(moments)
            for one in row.effects
        )
    )


def row_of(key: str) -> SpecialRule:
    """Return the row of a rule, of gear, or of a book; one unknown is left out."""
    row = SPECIAL_RULES.get(key) or GEAR.get(key) or written_rule(key)
    return row or SpecialRule(key, key.replace("-", " ").capitalize(), "", RULEBOOK)
