"""Charge's special rules, in our own words."""

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import (
    Fate,
    SpecialRule,
    counted_by,
    rules_by_key,
    written_rule,
)
from rulesets.games.charge.sources import ABILITIES, UNIVERSAL

FEAR, REACTION, MARCH = "fear", "reaction", "march"
"""Mechanisms of the combat that rules set off: a Morale test before contact, what a
charged unit does, and a further move; see `combat.charge`, `reaction`, `approach`."""

REACTS = Fate("counted", REACTION, "reaction")
"""The fate of what a charged unit may choose to do."""

VOLLEY = ("shooting", "asked:volley-fire")

RULES = rules_by_key(
    SpecialRule(
        "generals-leadership",
        "General's Leadership",
        'Units within 12" of it, itself included, have a Morale value 1 lower. '
        "It does not add up.",
        f"{UNIVERSAL}: General's Leadership",
        effects=(
            RuleEffect(
                "leadership",
                "add",
                when=("asked:general-near",),
                whose="side",
                group="general",
            ),
            RuleEffect(
                "leadership",
                "add",
                when=("reads:general-himself",),
                group="general",
            ),
        ),
    ),
    SpecialRule(
        "volley-fire",
        "Volley Fire",
        "It may shoot twice as many dice, at -1 to hit.",
        f"{UNIVERSAL}: Volley Fire",
        effects=(
            RuleEffect("shots", "multiply", 2, when=VOLLEY),
            RuleEffect("to-hit", "add", -1, when=VOLLEY),
        ),
    ),
    SpecialRule(
        "strength-in-numbers",
        "Strength in numbers",
        'Its Morale value is 1 lower while another unit of its name is within 6".',
        f"{UNIVERSAL}: Strength in numbers",
        effects=(RuleEffect("leadership", "add", when=("asked:kin-near",)),),
    ),
    SpecialRule(
        "armour-piercing",
        "Armour Piercing(X)",
        "Saves against its hits are worse by X; past 6+ there is none.",
        f"{UNIVERSAL}: Armour Piercing(X)",
        effects=(RuleEffect("save", "add", "-x"),),
        takes_x=True,
    ),
    SpecialRule(
        "unlimbered-artillery",
        "Unlimbered Artillery",
        "It cannot move: it neither charges nor falls back nor flees. It can be pushed "
        "and may pivot.",
        f"{UNIVERSAL}: Unlimbered Artillery",
        effects=(RuleEffect("act:move", "may-not"),),
    ),
    SpecialRule(
        "terrifying",
        "Terrifying",
        "A unit that it charges takes a Morale test before contact.",
        f"{UNIVERSAL}: Terrifying",
        fate=counted_by(FEAR),
    ),
    SpecialRule(
        "poisoned-attacks",
        "Poisoned Attacks",
        "Successful saves against its hits are rolled again.",
        f"{UNIVERSAL}: Poisoned Attacks",
        effects=(RuleEffect("save", "re-roll", "successes"),),
    ),
    SpecialRule(
        "fearsome",
        "Fearsome",
        "Once per game, before it charges, the target takes a Morale test (house: "
        "the printed sentence stops before its effect).",
        f"{ABILITIES}: Fearsome",
        fate=Fate("counted", FEAR, "use-fearsome"),
        is_house=True,
    ),
    SpecialRule(
        "shield-wall",
        "Shield Wall",
        "Once per game, when charged and a Leadership test is passed, its save is "
        "1 better, at best 2+, in the melee that follows (house: no text).",
        f"{ABILITIES}: Shield Wall",
        fate=REACTS,
        is_house=True,
    ),
    SpecialRule(
        "forced-march",
        "Forced March",
        "After a passed Leadership test at the end of its Movement it moves again "
        "at half speed, without charging (house: no text).",
        f"{ABILITIES}: Forced March",
        fate=counted_by(MARCH),
        is_house=True,
    ),
    SpecialRule(
        "tactical-genius",
        "Tactical Genius",
        "At the first charge of an enemy turn, after a passed Leadership test, it "
        "turns to face the charger (house: no text).",
        f"{ABILITIES}: Tactical Genius",
        fate=REACTS,
        is_house=True,
    ),
    SpecialRule(
        "stand-and-shoot",
        "Stand and shoot",
        "When charged it shoots at the charger before contact, at -1 to hit "
        "(house: no text).",
        f"{ABILITIES}: Stand and shoot",
        fate=REACTS,
        is_house=True,
    ),
    SpecialRule(
        "fire-and-flee",
        "Fire and Flee",
        "When charged it shoots with half its dice at -1 to hit, then flees 2D6 "
        "inches (house: no text).",
        f"{ABILITIES}: Fire and Flee",
        fate=REACTS,
        is_house=True,
    ),
    SpecialRule(
        "cannon",
        "Cannon",
        "It shoots as its stat line says, at any range, and its hits push as "
        "others do (house: no text).",
        f"{ABILITIES}: Cannon",
        effects=(RuleEffect("range", "ignore"),),
        is_house=True,
    ),
)
"""Every special rule of the game, by key."""


def row_of(key: str) -> SpecialRule | None:
    """Return the row of a rule, also of one that a book writes out; none if unknown."""
    return RULES.get(key) or written_rule(key)
