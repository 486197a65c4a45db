"""Gear of Mordheim that counts as a rule does, or has no dice: rows of `special_rules`.

All other gear is in figures: weapons, armour, helmets.
"""

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import (
    COUNTED,
    IN_THE_FIGURES,
    LEFT_OUT,
    WITHOUT_DICE,
    Fate,
    SpecialRule,
    asked,
)
from rulesets.games.mordheim.sources import RULEBOOK
from rulesets.games.mordheim.weapon_rules import LOTUS


def _piece(
    key: str, *effects: RuleEffect, fate: Fate = COUNTED, left_out: str = ""
) -> SpecialRule:
    name = key.replace("-", " ").capitalize()
    return SpecialRule(key, name, "", RULEBOOK, fate, effects, left_out=left_out)


def grants(rule: str) -> RuleEffect:
    """Return the effect that gives its bearer a rule."""
    return RuleEffect(f"rule:{rule}", "start")


HARDER_TO_SHOOT = RuleEffect("to-hit", "add", -1, when=("shooting",), whose="against")
AVOIDED_ON_SIX = RuleEffect("avoid", "roll", 6, whose="against")

ON_WEAPONS = (
    _piece("black-lotus", LOTUS),
    _piece("dark-venom", RuleEffect("strength", "add", unless=("enemy:poison-proof",))),
    _piece(
        "poisoned-weapon", RuleEffect("injury", "add", unless=("enemy:poison-proof",))
    ),
    _piece("hunting-arrows", RuleEffect("injury", "add", when=("base:bow",))),
    _piece("fire-arrows", RuleEffect("alight", "roll", 4, when=("base:bow",))),
    _piece("brazier-iron", RuleEffect("alight", "roll", 5)),
    _piece("superior-blackpowder", RuleEffect("strength", "add", when=("powder",))),
)
"""Gear that is put on one weapon, or shot with it."""

WORN = (
    _piece("elven-cloak", HARDER_TO_SHOOT),
    _piece(
        "wolfcloak", RuleEffect("armour", "add", when=("shooting",), whose="against")
    ),
    _piece("peg-leg", AVOIDED_ON_SIX),
    _piece("enchanted-skins", AVOIDED_ON_SIX),
    _piece("mad-cap-mushrooms", grants("frenzy")),
    _piece("bear-claw-necklace", grants("frenzy")),
    _piece("red-toof-tribal-jewellery", grants("frenzy")),
    _piece("mandrake-root", grants("no-pain")),
    _piece("tears-of-shallaya", grants("poison-proof")),
    _piece("venom-ring", grants("poison-proof")),
    _piece("bugmans-ale", RuleEffect("test:fear", "skip")),
    _piece("banner", RuleEffect("test:alone", "re-roll", "failures")),
    _piece(
        "holy-unholy-relic",
        RuleEffect("test:first-leadership", "pass"),
        left_out="where his first test is of stupidity, or for being alone",
    ),
    _piece(
        "war-horn", fate=asked("horn"), left_out="in tests for being alone or stupidity"
    ),
    _piece("crimson-shade"),
    _piece("vodka", fate=asked("vodka")),
    _piece("torch", fate=asked("torch")),
    _piece("caltrops", fate=asked("caltrops")),
    _piece("rabbits-foot", fate=asked("foot")),
    _piece("hammer-of-witches", fate=asked("hates")),
    _piece("healing-herbs"),
    _piece("cathayan-silk-clothes", RuleEffect("test:one-rout", "re-roll", "failures")),
    _piece("lucky-charm"),
    _piece(
        "familiar", RuleEffect("cast", "re-roll", "failures", when=("casts:wizard",))
    ),
    _piece("holy-tome", RuleEffect("cast", "add", when=("casts:prayers",))),
    _piece(
        "rosary", RuleEffect("cast", "re-roll", "failures", when=("casts:prayers",))
    ),
    _piece(
        "magic-gubbinz",
        RuleEffect("cast", "re-roll", "half-of-failures", when=("casts:wizard",)),
    ),
)
"""Gear that its bearer has, whatever he strikes with."""

METALS = ("gromril-weapon", "ithilmar-weapon")
WITHOUT = (
    *("rope-hook", "lantern", "mordheim-map", "tome-of-magic", "lock-picks"),
    *("rain-coat", "winter-furs", "small-ladder", "large-ladder", "chest"),
    *("wyrdstone-pendulum", "tarot-cards", "halfling-cookbook", "telescope"),
    *("elven-boots", "map-of-cathay", "wheelbarrow", "victuals", "compass"),
    "book-of-the-dead",
)

UNCOUNTED = tuple(
    _piece(key, fate=LEFT_OUT, left_out=why)
    for key, why in (
        ("vial-of-pestilens", "that it may take the attacker along is left out"),
    )
)
"""Gear that the odds leave out, and why."""

OF_GEAR = (
    *ON_WEAPONS,
    *WORN,
    *(_piece(key, fate=IN_THE_FIGURES) for key in METALS),
    *(_piece(key, fate=WITHOUT_DICE) for key in WITHOUT),
    *UNCOUNTED,
)
"""Every piece; what a weapon is made of is in the weapon's own rules."""
