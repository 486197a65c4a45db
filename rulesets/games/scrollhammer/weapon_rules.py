"""Special rules of Scrollhammer's weapons and magic: their rows of `special_rules`."""

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import (
    IN_HAND,
    WITHOUT_DICE,
    Fate,
    SpecialRule,
    asked,
)
from rulesets.core.values import Gear
from rulesets.games.scrollhammer.sources import BLASTS, DAMAGE, EQUIPPED, WEAPONS

ELEMENTS = ("Flame", "Frost", "Poison", "Shock")
"""The elements that damage may have."""

BLAST = (
    RuleEffect("shots", "multiply", "touched"),
    RuleEffect("rule:autohit", "start"),
)
"""Effects of a shot that hits all whom it touches."""

CAVALRY = (
    "cavalry",
    "fast-cavalry",
    "monstrous-cavalry",
    "monstrous-fast-cavalry",
)
"""Types of unit that ride."""


def is_blade(piece: Gear) -> bool:
    """Return whether a spell is a weapon of close combat as well, or that alone."""
    return piece.kind == "spell" and bool(piece.base)


AGAINST_CAVALRY = tuple(
    RuleEffect("strength", "add", when=("in-combat", "first-round", f"enemy:{kind}"))
    for kind in CAVALRY
)
"""Effects of a blow that is stronger against riders as they meet."""

IN_PART = Fate("left out", "in part")
"""Of a rule that is named as left out though some of it counts."""

OF_WEAPONS = (
    SpecialRule(
        "phalanx",
        "Phalanx",
        "Three ranks fight where all models in them carry such weapons.",
        WEAPONS,
        effects=(RuleEffect("ranks", "set", 3),),
    ),
    SpecialRule(
        "assassins-weapon",
        "Assassin's Weapon",
        "Has Killing Blow in a round in which its bearer is invisible or came out of "
        "cover to charge or to counter-attack.",
        WEAPONS,
        asked("from-cover"),
        (RuleEffect("rule:killing-blow", "start", when=("hidden",)),),
        trace="slays on a 6 to wound where its bearer came unseen",
    ),
    SpecialRule(
        "strikes-last",
        "Strikes last",
        "Its blows are struck after all others.",
        WEAPONS,
        effects=(RuleEffect("order", "set", "last"),),
    ),
    SpecialRule(
        "slower-by-one",
        "Slower by 1",
        "Its blows are struck at 1 less Initiative.",
        WEAPONS,
        effects=(RuleEffect("initiative", "add", -1),),
    ),
    SpecialRule(
        "against-cavalry",
        "Against cavalry",
        "1 more Strength against cavalry of any kind in the first round of a combat.",
        WEAPONS,
        effects=AGAINST_CAVALRY,
    ),
    SpecialRule(
        "easily-overwhelmed",
        "Easily Overwhelmed",
        "Models with shields roll failed saves and parries against it again.",
        WEAPONS,
        effects=(RuleEffect("save:shield", "re-roll", "failures"),),
    ),
    SpecialRule(
        "blast",
        "Blast",
        'A round of 3" hits every model that it touches.',
        BLASTS,
        effects=BLAST,
    ),
    SpecialRule(
        "large-blast",
        "Large Blast",
        'A round of 5" hits every model that it touches.',
        BLASTS,
        effects=BLAST,
    ),
    SpecialRule(
        "template",
        "Template",
        'A flame of about 8" hits every model that it touches.',
        BLASTS,
        effects=BLAST,
    ),
    SpecialRule(
        "fills-hands",
        "Fills all hands",
        "Leaves no hand for anything else.",
        EQUIPPED,
        IN_HAND,
    ),
    SpecialRule(
        "shield-only",
        "Only a shield beside it",
        "Its other hand holds a shield or none.",
        EQUIPPED,
        IN_HAND,
    ),
    SpecialRule(
        "mounted-only",
        "Mounted only",
        "Only a mounted model can use it.",
        EQUIPPED,
        IN_HAND,
    ),
    SpecialRule(
        "on-foot-only",
        "On foot only",
        "No mounted model can use it.",
        EQUIPPED,
        IN_HAND,
    ),
)
"""Of weapons, blasts and hands."""

OF_MAGIC = (
    SpecialRule(
        "lowered-resists",
        "Lowered Resists",
        "Its enemies choose whether damage has its element, and its kind.",
        DAMAGE,
        asked("lowered"),
    ),
    SpecialRule(
        "magic",
        "Magic",
        "Its damage is magic, never mundane nor otherworldly.",
        DAMAGE,
        effects=(RuleEffect("kind", "add", "magic"),),
    ),
    SpecialRule(
        "otherworldly",
        "Otherworldly",
        "Counts as magic or as mundane, as its user says.",
        DAMAGE,
        effects=(RuleEffect("kind", "add", "otherworldly"),),
    ),
    SpecialRule(
        "immune-to-disease",
        "Immune to Disease",
        "No disease does anything to it.",
        DAMAGE,
        WITHOUT_DICE,
    ),
)
"""Of damage and spells."""
