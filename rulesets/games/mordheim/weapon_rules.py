"""Special rules of Mordheim's weapons: their rows of `special_rules`.

An effect of such a rule is one on the blows with that weapon alone.
"""

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import COUNTED, IN_HAND, WITHOUT_DICE, Fate, SpecialRule
from rulesets.games.mordheim.sources import (
    BLACK_POWDER,
    EMPIRE_IN_FLAMES,
    MISSILES,
    MOUNTS,
    RULEBOOK,
    WEAPONS,
)

LOTUS = RuleEffect("to-hit", "natural", "wounds", 6, unless=("enemy:poison-proof",))
"""The effect of black lotus, on a weapon or brought for one."""


def _held(key: str, name: str, summary: str) -> SpecialRule:
    return SpecialRule(key, name, summary, WEAPONS, IN_HAND)


def _weapon(
    key: str, name: str, summary: str, *effects: RuleEffect, fate: Fate = COUNTED
) -> SpecialRule:
    return SpecialRule(key, name, summary, WEAPONS, fate, effects)


def _missile(
    key: str, name: str, summary: str, *effects: RuleEffect, fate: Fate = COUNTED
) -> SpecialRule:
    source = f"{MISSILES}; {BLACK_POWDER}"
    return SpecialRule(key, name, summary, source, fate, effects)


OF_WEAPONS = (
    _held("fills-hands", "Fills the hands", "While it is held nothing else is."),
    _held(
        "shield-only",
        "Only with a shield",
        "The other hand stays empty or holds a shield.",
    ),
    _held(
        "shield-or-buckler-only",
        "Only with a shield or buckler",
        "The other hand stays empty or holds a shield or a buckler.",
    ),
    _held("mounted-only", "Mounted only", "Of use to riders alone."),
    _held("on-foot-only", "On foot only", "Of no use to riders."),
    _held(
        "shield-against-shooting",
        "Shield on the back",
        "A shield carried beside it still saves from shooting, not in combat.",
    ),
    _weapon(
        "parry",
        "Parry",
        "Once in each combat phase the highest hit is cancelled by rolling above it.",
    ),
    _weapon(
        "concussion",
        "Concussion",
        "A 2 on the injury roll of its victim stuns, as a 3 or 4 does.",
        RuleEffect("injury", "natural", "stuns", 2),
    ),
    _weapon(
        "cutting-edge",
        "Cutting edge",
        "The enemy's armour save is worse by one more.",
        RuleEffect("save", "add", "-x"),
    ),
    _weapon(
        "enemy-armour-bonus",
        "Armour helps against it",
        "The enemy's save is one better; who has none saves on a 6.",
        RuleEffect("save", "add"),
    ),
    _weapon(
        "strike-first",
        "Strikes first",
        "In the first turn of a combat its blows come before others.",
    ),
    _weapon("strike-last", "Strikes last", "Its blows come last, on the charge too."),
    _weapon("heavy", "Heavy", "Its bonus to Strength counts in the first turn only."),
    _weapon("pair", "Pair", "One weapon for each hand: one more attack."),
    _weapon(
        "whipcrack", "Whipcrack", "One more attack when charging or being charged."
    ),
    _weapon(
        "cannot-be-parried",
        "Cannot be parried",
        "Nobody parries its blows.",
        RuleEffect("act:parry", "may-not"),
    ),
    _weapon(
        "no-armour-save",
        "Ignores armour",
        "Armour does not save from it.",
        RuleEffect("save", "never"),
    ),
    _weapon(
        "black-lotus", "Black lotus", "A natural 6 to hit wounds without a roll.", LOTUS
    ),
    _weapon(
        "holy-weapon",
        "Holy weapon",
        "One better to wound the undead and the possessed.",
        RuleEffect("to-wound", "add", when=("enemy:unholy",)),
    ),
    _missile(
        "pistol",
        "Pistol",
        "In combat it counts as a second weapon for one blow, at its own Strength.",
    ),
    _missile(
        "prepare-shot", "Prepare shot", "After a shot one whole turn goes by reloading."
    ),
    _missile(
        "move-or-fire",
        "Move or fire",
        "Not fired in a turn in which its bearer moved.",
        RuleEffect("act:shoot", "may-not", when=("moved",)),
    ),
    _missile(
        "thrown",
        "Thrown",
        "No penalty for long range or for moving.",
        RuleEffect("aim:long-range", "ignore"),
        RuleEffect("aim:moved", "ignore"),
    ),
    _missile("fire-twice", "Fire twice", "Two shots in a turn, each at -1 to hit."),
    _missile(
        "pick-target",
        "Picks its target",
        "It need not shoot at the nearest enemy.",
        fate=WITHOUT_DICE,
    ),
    _missile(
        "shot-line", "Line of shot", "Hits whatever stands on its line, once a battle."
    ),
    _missile("accurate", "Accurate", "One better to hit.", RuleEffect("to-hit", "add")),
    _missile("double-shot", "Double shot", "A hit counts as two."),
    _missile(
        "shoot-in-combat",
        "Shot before blows",
        "Fired in the first turn of a combat before any blow, at -2 to hit.",
    ),
    SpecialRule(
        "mounted-charge",
        "Mounted charge",
        "A rider who charges with it has more Strength by this number.",
        MOUNTS,
        COUNTED,
        (RuleEffect("strength", "add", "x", when=("charging", "mounted")),),
        takes_x=True,
    ),
)
"""In the order in which they are shown."""

UNPRINTED = (
    SpecialRule("never-charges", "Never charges", "", RULEBOOK, COUNTED),
    SpecialRule(
        "wounds-stronger",
        "Wounds stronger",
        "",
        RULEBOOK,
        COUNTED,
        (RuleEffect("wound-strength", "add", "x"),),
    ),
    SpecialRule("burns", "Burns", "", RULEBOOK, COUNTED),
    SpecialRule(
        "makeshift",
        "Makeshift club",
        "",
        EMPIRE_IN_FLAMES,
        COUNTED,
        (RuleEffect("to-hit", "add", -1),),
    ),
)
"""Rules that no book prints: how the figures of mounts count, and a burning torch."""
