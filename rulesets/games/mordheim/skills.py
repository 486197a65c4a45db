"""The five skill tables of the rulebook, in our own words: rows of `special_rules`."""

from dataclasses import replace

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import COUNTED, WITHOUT_DICE, Fate, SpecialRule
from rulesets.games.mordheim.sources import SKILLS


def _skill(
    key: str, name: str, summary: str, *effects: RuleEffect, fate: Fate = COUNTED
) -> SpecialRule:
    return SpecialRule(key, name, summary, SKILLS, fate, effects)


INDOORS = (
    RuleEffect("skill", "add", when=("indoors", "in-combat")),
    RuleEffect("attacks", "add", when=("indoors",)),
)
"""Effects on who is at home in ruins and buildings."""

_COMBAT = (
    _skill(
        "strike-to-injure",
        "Strike to Injure",
        "One more on the injury rolls of those he strikes down.",
        RuleEffect("injury", "add", when=("in-combat",)),
    ),
    _skill(
        "combat-master",
        "Combat Master",
        "One more attack against several enemies; never tests for being alone.",
        RuleEffect("attacks", "add", when=("several",)),
        RuleEffect("test:alone", "skip"),
    ),
    _skill(
        "weapons-training",
        "Weapons Training",
        "Handles every close combat weapon, listed or not.",
        fate=WITHOUT_DICE,
    ),
    _skill(
        "web-of-steel",
        "Web of Steel",
        "One more on his critical hits in combat.",
        RuleEffect("critical-table", "add", when=("in-combat",)),
    ),
    _skill(
        "expert-swordsman",
        "Expert Swordsman",
        "On the charge a sword that misses strikes again.",
        RuleEffect(
            "to-hit",
            "re-roll",
            "failures",
            when=("charging", "base:sword"),
            unless=("weapon:pair",),
        ),
    ),
    _skill(
        "step-aside",
        "Step Aside",
        "In combat a wound is avoided on 5+.",
        RuleEffect("avoid", "roll", 5, when=("in-combat",), whose="against"),
    ),
)
_SHOOTING = (
    _skill("quick-shot", "Quick Shot", "Shoots a bow or crossbow twice in a turn."),
    _skill(
        "pistolier",
        "Pistolier",
        "Shoots both pistols of a brace each turn, or a lone one each turn.",
    ),
    _skill(
        "eagle-eyes",
        "Eagle Eyes",
        'His missiles reach 6" farther.',
        RuleEffect("range", "add", 6),
    ),
    _skill(
        "weapons-expert",
        "Weapons Expert",
        "Handles every missile weapon.",
        fate=WITHOUT_DICE,
    ),
    _skill(
        "nimble",
        "Nimble",
        "Moves and fires what is otherwise fired standing.",
        RuleEffect("act:shoot", "may", when=("moved",)),
    ),
    _skill(
        "trick-shooter",
        "Trick Shooter",
        "Cover does not spoil his aim.",
        RuleEffect("aim:cover", "ignore"),
    ),
    _skill("hunter", "Hunter", "Handguns and hunting rifles are reloaded at once."),
    _skill(
        "knife-fighter",
        "Knife-Fighter",
        "Three knives or stars leave his hand in a turn.",
    ),
)
_ACADEMIC = (
    _skill(
        "battle-tongue",
        "Battle Tongue",
        'The leader is heard 6" farther.',
        fate=WITHOUT_DICE,
    ),
    _skill(
        "sorcery",
        "Sorcery",
        "One more on the dice to cast a spell.",
        RuleEffect("cast", "add", when=("casts:wizard",)),
    ),
    _skill(
        "streetwise",
        "Streetwise",
        "Two more on the dice to find a rare item.",
        fate=WITHOUT_DICE,
    ),
    _skill(
        "haggle",
        "Haggle",
        "After a battle one purchase is 2D6 gold crowns cheaper.",
        fate=WITHOUT_DICE,
    ),
    _skill(
        "arcane-lore",
        "Arcane Lore",
        "A tome opens lesser magic to him.",
        fate=WITHOUT_DICE,
    ),
    _skill(
        "wyrdstone-hunter",
        "Wyrdstone Hunter",
        "One die of the exploration may be rolled again.",
        fate=WITHOUT_DICE,
    ),
    _skill("warrior-wizard", "Warrior Wizard", "Casts spells in armour."),
)
_STRENGTH = (
    _skill(
        "mighty-blow",
        "Mighty Blow",
        "One more Strength in combat.",
        RuleEffect("strength", "add", when=("in-combat",), unless=("own-strength",)),
    ),
    _skill(
        "pit-fighter-skill",
        "Pit Fighter",
        "Fights better in ruins and buildings.",
        *INDOORS,
    ),
    _skill(
        "resilient",
        "Resilient",
        "Blows count as one Strength weaker against him.",
        RuleEffect("wound-strength", "add", -1, when=("in-combat",), whose="against"),
    ),
    _skill(
        "fearsome",
        "Fearsome",
        "He causes fear.",
        RuleEffect("test:fear", "start", whose="against"),
    ),
    _skill("strongman", "Strongman", "Strikes in turn with double-handed weapons."),
    _skill(
        "unstoppable-charge",
        "Unstoppable Charge",
        "One more Weapon Skill charging.",
        RuleEffect("skill", "add", when=("charging",)),
    ),
)
_SPEED = (
    _skill("leap", "Leap", 'Moves D6" more in a leap, over obstacles and into combat.'),
    _skill("sprint", "Sprint", "Runs and charges at three times his Movement."),
    _skill("acrobat", "Acrobat", 'Lands safely from up to 12".', fate=WITHOUT_DICE),
    _skill(
        "lightning-reflexes",
        "Lightning Reflexes",
        "When charged he strikes with the chargers.",
    ),
    _skill(
        "jump-up",
        "Jump Up",
        "Being knocked down does not stop him.",
        RuleEffect("suffer:knocked-down", "ignore"),
    ),
    _skill(
        "dodge",
        "Dodge",
        "A missile that hits is dodged on 5+.",
        RuleEffect(
            "dodge",
            "roll",
            5,
            when=("shooting",),
            unless=("enemy:excellent-reflexes",),
            whose="against",
        ),
    ),
    _skill(
        "scale-sheer-surfaces",
        "Scale Sheer Surfaces",
        "Climbs twice his Movement without a test.",
        fate=WITHOUT_DICE,
    ),
)

OF_SKILLS = tuple(
    replace(skill, source=f"{SKILLS} ({table})")
    for table, skills in (
        ("combat", _COMBAT),
        ("shooting", _SHOOTING),
        ("academic", _ACADEMIC),
        ("strength", _STRENGTH),
        ("speed", _SPEED),
    )
    for skill in skills
)
"""Every skill; its source names its table."""
