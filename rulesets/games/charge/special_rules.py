"""Charge's special rules, in our own words."""

from rulesets.game import SpecialRule
from rulesets.games.charge.sources import ABILITIES, UNIVERSAL

ABILITIES_WITHOUT_TEXT = frozenset(
    {
        "fearsome",
        "shield-wall",
        "forced-march",
        "tactical-genius",
        "stand-and-shoot",
        "fire-and-flee",
        "cannon",
    }
)
"""Abilities of which only a heading or a first sentence is printed."""

_EXACT = "exact"

RULES: dict[str, SpecialRule] = {
    rule.key: rule
    for rule in (
        SpecialRule(
            "generals-leadership",
            "General's Leadership",
            'Units within 12" of it, itself included, have a Morale value 1 lower. '
            "It does not add up.",
            f"{UNIVERSAL}: General's Leadership",
            _EXACT,
        ),
        SpecialRule(
            "volley-fire",
            "Volley Fire",
            "It may shoot twice as many dice, at -1 to hit.",
            f"{UNIVERSAL}: Volley Fire",
            _EXACT,
        ),
        SpecialRule(
            "strength-in-numbers",
            "Strength in numbers",
            'Its Morale value is 1 lower while another unit of its name is within 6".',
            f"{UNIVERSAL}: Strength in numbers",
            _EXACT,
        ),
        SpecialRule(
            "armour-piercing",
            "Armour Piercing(X)",
            "Saves against its hits are worse by X; past 6+ there is none.",
            f"{UNIVERSAL}: Armour Piercing(X)",
            _EXACT,
            takes_x=True,
        ),
        SpecialRule(
            "unlimbered-artillery",
            "Unlimbered Artillery",
            "It cannot move, so it cannot charge; it can be pushed and may pivot.",
            f"{UNIVERSAL}: Unlimbered Artillery",
            _EXACT,
        ),
        SpecialRule(
            "terrifying",
            "Terrifying",
            "A unit that it charges takes a Morale test before contact.",
            f"{UNIVERSAL}: Terrifying",
            _EXACT,
        ),
        SpecialRule(
            "poisoned-attacks",
            "Poisoned Attacks",
            "Successful saves against its hits are rolled again.",
            f"{UNIVERSAL}: Poisoned Attacks",
            _EXACT,
        ),
        SpecialRule(
            "fearsome",
            "Fearsome",
            "Once per game, before it charges, the target takes a Morale test (house: "
            "the printed sentence stops before its effect).",
            f"{ABILITIES}: Fearsome",
            _EXACT,
        ),
        SpecialRule(
            "shield-wall",
            "Shield Wall",
            "Once per game, when charged and a Leadership test is passed, its save is "
            "1 better, at best 2+, in the melee that follows (house: no text).",
            f"{ABILITIES}: Shield Wall",
            _EXACT,
        ),
        SpecialRule(
            "forced-march",
            "Forced March",
            "After a passed Leadership test at the end of its Movement it moves again "
            "at half speed, without charging (house: no text).",
            f"{ABILITIES}: Forced March",
            _EXACT,
        ),
        SpecialRule(
            "tactical-genius",
            "Tactical Genius",
            "At the first charge of an enemy turn, after a passed Leadership test, it "
            "turns to face the charger (house: no text).",
            f"{ABILITIES}: Tactical Genius",
            _EXACT,
        ),
        SpecialRule(
            "stand-and-shoot",
            "Stand and shoot",
            "When charged it shoots at the charger before contact, at -1 to hit "
            "(house: no text).",
            f"{ABILITIES}: Stand and shoot",
            _EXACT,
        ),
        SpecialRule(
            "fire-and-flee",
            "Fire and Flee",
            "When charged it shoots with half its dice at -1 to hit, then flees 2D6 "
            "inches (house: no text).",
            f"{ABILITIES}: Fire and Flee",
            _EXACT,
        ),
        SpecialRule(
            "cannon",
            "Cannon",
            "It shoots as its stat line says, at any range, and its hits push as "
            "others do (house: no text).",
            f"{ABILITIES}: Cannon",
            _EXACT,
        ),
    )
}
"""Every special rule of the game, by key."""
