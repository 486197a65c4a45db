"""Spells and prayers of Mordheim that change figures of who is under them."""

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import SpecialRule, asked
from rulesets.games.mordheim.sources import MAGIC

PREFIX = "under-"
"""The rule of who is under a spell has its key with this before it."""

CAUSES_FEAR = RuleEffect("test:fear", "start", whose="against")
SAVES_ON_2 = RuleEffect("armour", "or", 2, whose="against")


def _upon(key: str, name: str, summary: str, *effects: RuleEffect) -> SpecialRule:
    return SpecialRule(f"{PREFIX}{key}", name, summary, MAGIC, asked("under"), effects)


OF_SPELLS = (
    _upon(
        "hammer-of-sigmar",
        "Hammer of Sigmar",
        "Two more Strength in combat, and his wounds count twice.",
        RuleEffect("wounds", "multiply", 2, when=("in-combat",)),
    ),
    _upon(
        "hearts-of-steel",
        "Hearts of Steel",
        "Knows neither fear nor being alone.",
        RuleEffect("test:fear", "skip"),
        RuleEffect("test:alone", "skip"),
    ),
    _upon(
        "shield-of-faith",
        "Shield of Faith",
        "No spell touches him; prayers are none.",
        RuleEffect("spell", "ignore"),
    ),
    _upon(
        "armour-of-righteousness",
        "Armour of Righteousness",
        "Saves on 2+ and causes fear.",
        SAVES_ON_2,
        CAUSES_FEAR,
    ),
    _upon("death-vision", "Death Vision", "Enemies fear him.", CAUSES_FEAR),
    _upon("black-fury", "Black Fury", "Two more attacks and one more Strength."),
    _upon(
        "sword-of-rezhebel",
        "Sword of Rezhebel",
        "One more attack, two more Strength and Weapon Skill.",
    ),
    _upon("ledz-go", "Led'z go", "Strikes first."),
    _upon("clubba", "Clubba", "Two more Strength and one more attack."),
    _upon(
        "stags-leap",
        "Stag's Leap",
        "One more Strength in the turn of his charge.",
        RuleEffect(
            "strength",
            "add",
            when=("in-combat", "charging"),
            unless=("own-strength",),
        ),
    ),
    _upon("bears-paw", "Bear's Paw", "Two more Strength."),
    _upon("blessed-ale", "Blessed Ale", "Beside who drank it he loses an attack."),
    _upon(
        "daemonic-vigour",
        "Daemonic Vigour",
        "Of a daemonic aura he saves on 4+.",
        RuleEffect("armour", "or", 4, when=("enemy:daemonic-aura",), whose="against"),
    ),
    _upon("scabrous-hide", "Scabrous Hide", "Saves on 2+.", SAVES_ON_2),
    _upon("stench-of-nurgle", "Stench of Nurgle", "Loses an attack."),
)
"""In the order of their lists; what they do is asked as already cast."""
