"""Special rules that only books of Scrollhammer print: rows of `special_rules`.

What is left out has no row: its book says what the odds do not count of it.
"""

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import (
    COUNTED,
    IN_THE_FIGURES,
    WITHOUT_DICE,
    Fate,
    SpecialRule,
    asked,
)

HATES_FOE = (RuleEffect("rule:hatred", "start", when=("asked:foe",)),)
PREFERS_FOE = (RuleEffect("rule:preferred-enemy", "start", when=("asked:foe",)),)
"""Effects of a rule that names its foe: it brings another where that is the enemy."""

RALLIES = (RuleEffect("test:regroup", "ignore", "losses"),)
"""Effects of what lets a unit try to regroup however few are left."""


def _enchanted(element: str) -> tuple[RuleEffect, ...]:
    """Return the effects of a magic item that gives a weapon an element."""
    return (
        RuleEffect("element", "set", element, unless=("spell",)),
        RuleEffect("kind", "add", "magic", unless=("spell",)),
    )


def _row(
    key: str,
    name: str,
    fate: Fate = COUNTED,
    effects: tuple[RuleEffect, ...] = (),
    trace: str = "",
) -> SpecialRule:
    return SpecialRule(key, name, "", "army book", fate, effects, trace=trace)


def _scroll(key: str, name: str, least: int, most: int = 0) -> SpecialRule:
    """Return a scroll of a spell whose casting cost lies between two, 0 for any."""
    effects = (
        RuleEffect("scroll", "at-least", least),
        *((RuleEffect("scroll", "at-most", most),) if most else ()),
    )
    return _row(key, name, asked("scrolls"), effects)


OF_BOOKS = (
    _row(
        "banner-of-the-lighthouse",
        "Banner of the Lighthouse",
        effects=(RuleEffect("test:regroup", "re-roll", "failures", whose="unit"),),
    ),
    _row(
        "brass-and-coral",
        "Brass and coral",
        effects=(
            RuleEffect("poison", "ignore", whose="against"),
            RuleEffect("heal", "never"),
        ),
    ),
    _row(
        "blizzard-weapon",
        "Blizzard weapon",
        effects=(
            RuleEffect(
                "save:armour", "ignore", when=("element:frost",), unless=("spell",)
            ),
        ),
    ),
    _row("cover-of-darkness", "Cover of Darkness", WITHOUT_DICE),
    _row(
        "dark-coral",
        "Dark coral",
        effects=(RuleEffect("strength", "add", unless=("spell",)),),
    ),
    _row(
        "dragon-skin",
        "Dragon skin",
        effects=(RuleEffect("ward", "add", 2, when=("spell",), whose="against"),),
        trace="a better ward against spells",
    ),
    _row(
        "draught-of-health",
        "Draught of health",
        asked("healing-draughts"),
        (RuleEffect("heal", "or", 2),),
    ),
    _row(
        "dwemer-make",
        "Dwemer-make",
        effects=(
            RuleEffect("kind:shock", "ignore", whose="against"),
            RuleEffect("poison", "ignore", whose="against"),
            RuleEffect("armour", "never", when=("element:frost",), whose="against"),
            RuleEffect("to-wound", "add", when=("element:frost",), whose="against"),
        ),
        trace="frost passes its armour and wounds it 1 better",
    ),
    _row("fast-company", "Fast company", WITHOUT_DICE),
    _row(
        "flame-weapon",
        "Flame weapon",
        effects=_enchanted("flame"),
        trace="deals flame damage, which is magic",
    ),
    _row("fog", "Fog", asked("cover")),
    _row("foreign-regiments", "Foreign Regiments", WITHOUT_DICE),
    _row(
        "frost-hood",
        "Hooded against frost",
        effects=(
            RuleEffect("to-wound", "add", -1, when=("element:frost",), whose="against"),
        ),
        trace="frost wounds it 1 worse",
    ),
    _row(
        "frost-weapon",
        "Frost weapon",
        effects=_enchanted("frost"),
        trace="deals frost damage, which is magic",
    ),
    _row("four-arms", "Four arms", IN_THE_FIGURES),
    _row("hale-and-hardy", "Hale and Hardy", IN_THE_FIGURES),
    _row("harbour-beast", "Harbour beast", WITHOUT_DICE),
    _row(
        "hatred-servants-of-arkay",
        "Hatred (Servants of Arkay)",
        asked("foe"),
        HATES_FOE,
    ),
    _row(
        "hatred-undead-and-daedra",
        "Hatred (Undead and Daedra)",
        asked("foe"),
        HATES_FOE,
    ),
    _row(
        "healing-draught",
        "Healing draught",
        asked("healing-draughts"),
        (RuleEffect("heal", "or", 5),),
    ),
    _row("healing-spell", "Healing spell", asked("heals")),
    _row("intuitive-conjurers", "Intuitive Conjurers", IN_THE_FIGURES),
    _row("khajiit-traits", "Khajiit", WITHOUT_DICE),
    _row("legionnaire-drilling", "Legionnaire drilling", effects=RALLIES),
    _row("lends-its-speed", "Lends its speed", WITHOUT_DICE),
    _row("lent-magician", "Lent magician", WITHOUT_DICE),
    _row(
        "magicka-draught",
        "Magicka draught",
        asked("draughts"),
        (RuleEffect("power-dice", "add"),),
    ),
    _row("many-trades", "Many trades", WITHOUT_DICE),
    _row("mixed-crews", "Mixed crews", WITHOUT_DICE),
    _row(
        "moonsteel",
        "Moonsteel",
        effects=(RuleEffect("piercing", "add", 2, unless=("spell",)),),
    ),
    _row("oath-of-allegiance", "Oath of Allegiance", WITHOUT_DICE),
    _row(
        "oil-of-the-eel",
        "Oil of the Eel",
        asked("oiled"),
        (
            RuleEffect(
                "element", "set", "shock", when=("asked:oiled",), unless=("spell",)
            ),
        ),
        trace="deals shock damage in this turn",
    ),
    _row("offered-council", "Offered Council", WITHOUT_DICE),
    _row("one-calling", "One calling", WITHOUT_DICE),
    _row(
        "preferred-enemy-undead-and-daedra",
        "Preferred Enemy (Undead and Daedra)",
        asked("foe"),
        PREFERS_FOE,
    ),
    _row("riders-only", "Riders only", WITHOUT_DICE),
    _scroll("greater-scroll", "Greater scroll", 0, 12),
    _scroll("lesser-scroll", "Lesser scroll", 0, 9),
    _scroll("scroll-4", "Scroll of 4+ or lower", 0, 4),
    _scroll("scroll-8", "Scroll of 5+ to 8+", 5, 8),
    _scroll("scroll-12", "Scroll of 9+ to 12+", 9, 12),
    _scroll("scroll-19", "Scroll of 13+ to 19+", 13, 19),
    _scroll("scroll-25", "Scroll of 20+ to 25+", 20, 25),
    _scroll("scroll-26", "Scroll of 26+ or higher", 26),
    _row("scuttling", "Scuttling", WITHOUT_DICE),
    _row("sothas-grace", "Sothas grace", IN_THE_FIGURES),
    _row("specialists", "Specialists", WITHOUT_DICE),
    _row(
        "twisted-souls",
        "Twisted souls",
        effects=(
            RuleEffect("rule:hatred", "start"),
            RuleEffect(
                "to-hit",
                "re-roll",
                "failures",
                when=("in-combat", "asked:foe"),
                unless=("first-round",),
            ),
        ),
        trace="hates every enemy",
    ),
    _row("the-hordes-beneath", "The Hordes Beneath", WITHOUT_DICE),
    _row("tyrants-of-the-world-below", "Tyrants of the World Below", WITHOUT_DICE),
)
