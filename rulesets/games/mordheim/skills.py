"""The five skill tables of the rulebook, in our own words."""

from rulesets.core.special_rule import SpecialRule

_EXPERIENCE = "Mordheim rulebook, Experience: skills"

TABLES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "combat": (
        (
            "strike-to-injure",
            "Strike to Injure",
            "One more on the injury rolls of those he strikes down.",
        ),
        (
            "combat-master",
            "Combat Master",
            "One more attack against several enemies; never tests for being alone.",
        ),
        (
            "weapons-training",
            "Weapons Training",
            "Handles every close combat weapon, listed or not.",
        ),
        ("web-of-steel", "Web of Steel", "One more on his critical hits in combat."),
        (
            "expert-swordsman",
            "Expert Swordsman",
            "On the charge a sword that misses strikes again.",
        ),
        ("step-aside", "Step Aside", "In combat a wound is avoided on 5+."),
    ),
    "shooting": (
        ("quick-shot", "Quick Shot", "Shoots a bow or crossbow twice in a turn."),
        (
            "pistolier",
            "Pistolier",
            "Shoots both pistols of a brace each turn, or a lone one each turn.",
        ),
        ("eagle-eyes", "Eagle Eyes", 'His missiles reach 6" farther.'),
        ("weapons-expert", "Weapons Expert", "Handles every missile weapon."),
        ("nimble", "Nimble", "Moves and fires what is otherwise fired standing."),
        ("trick-shooter", "Trick Shooter", "Cover does not spoil his aim."),
        ("hunter", "Hunter", "Handguns and hunting rifles are reloaded at once."),
        (
            "knife-fighter",
            "Knife-Fighter",
            "Three knives or stars leave his hand in a turn.",
        ),
    ),
    "academic": (
        ("battle-tongue", "Battle Tongue", 'The leader is heard 6" farther.'),
        ("sorcery", "Sorcery", "One more on the dice to cast a spell."),
        ("streetwise", "Streetwise", "Two more on the dice to find a rare item."),
        ("haggle", "Haggle", "After a battle one purchase is 2D6 gold crowns cheaper."),
        ("arcane-lore", "Arcane Lore", "A tome opens lesser magic to him."),
        (
            "wyrdstone-hunter",
            "Wyrdstone Hunter",
            "One die of the exploration may be rolled again.",
        ),
        ("warrior-wizard", "Warrior Wizard", "Casts spells in armour."),
    ),
    "strength": (
        ("mighty-blow", "Mighty Blow", "One more Strength in combat."),
        ("pit-fighter-skill", "Pit Fighter", "Fights better in ruins and buildings."),
        ("resilient", "Resilient", "Blows count as one Strength weaker against him."),
        ("fearsome", "Fearsome", "He causes fear."),
        ("strongman", "Strongman", "Strikes in turn with double-handed weapons."),
        ("unstoppable-charge", "Unstoppable Charge", "One more Weapon Skill charging."),
    ),
    "speed": (
        ("leap", "Leap", 'Moves D6" more in a leap, over obstacles and into combat.'),
        ("sprint", "Sprint", "Runs and charges at three times his Movement."),
        ("acrobat", "Acrobat", 'Lands safely from up to 12".'),
        (
            "lightning-reflexes",
            "Lightning Reflexes",
            "When charged he strikes with the chargers.",
        ),
        ("jump-up", "Jump Up", "Being knocked down does not stop him."),
        ("dodge", "Dodge", "A missile that hits is dodged on 5+."),
        (
            "scale-sheer-surfaces",
            "Scale Sheer Surfaces",
            "Climbs twice his Movement without a test.",
        ),
    ),
}
"""Key, name and summary of each skill, by table."""

SKILLS: dict[str, SpecialRule] = {
    key: SpecialRule(key, name, summary, f"{_EXPERIENCE} ({table})")
    for table, skills in TABLES.items()
    for key, name, summary in skills
}
"""Every skill as a special rule, by key."""
