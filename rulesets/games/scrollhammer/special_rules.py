"""Scrollhammer's special rules: what each says, in our own words.

Rules that army books name and whose text is not known are kept by name: they say so
and do nothing.
"""

from rulesets.core.special_rule import COUNTED, LEFT_OUT, SpecialRule, rules_by_key
from rulesets.games.scrollhammer.rule_status import MODELLED

_A_TO_G = "Scrollhammer Rulebook, Special rules A to G"
_H_TO_Q = "Scrollhammer Rulebook, Special rules H to Q"
_R_TO_Z = "Scrollhammer Rulebook, Special rules R to Z"
_BETA = "Scrollhammer 2012 beta, Special rules"
_BOOKS = "Scrollhammer army books, which name it"
_CHARACTERS = "Scrollhammer Rulebook, Characters"
_EQUIPPED = "Scrollhammer Rulebook, Equipped Items"
_WEAPONS = "Scrollhammer Rulebook, Close combat weapons"
_BLASTS = "Scrollhammer Rulebook, Blasts and templates"
_MAGIC = "Scrollhammer Rulebook, Damage Types and Magical Effects"
_NO_TEXT = "Army books name it; its text is not known, so it does nothing here."

_Row = tuple[str, str, str]

_FROM_A_TO_G: tuple[_Row, ...] = (
    (
        "absorb-health",
        "Absorb Health(X)",
        "When it inflicts a wound, a roll of X or more gives it a lost wound back; "
        "once per model and turn.",
    ),
    (
        "absorb-magicka",
        "Absorb Magicka(X)",
        "When it hits, a roll of X or more takes power dice from the target's next "
        "turn and gives them to the attacker.",
    ),
    ("acute-senses", "Acute Senses", "Rolls again for a table edge it was given."),
    ("atronach", "Atronach", "Cannot hold objectives."),
    ("autohit", "Autohit", "Hits without a roll and does not scatter."),
    (
        "backfire",
        "Backfire",
        "A 1 to hit, after any roll again, wounds the shooter, who may save.",
    ),
    (
        "barrage",
        "Barrage",
        "A blast that is lobbed; only the first lines of its rules are known.",
    ),
)

_FROM_H_TO_Q: tuple[_Row, ...] = (
    (
        "hatred",
        "Hatred",
        "Rolls all misses again in the first round of a combat against the foe it "
        "hates, and never flees from its charge.",
    ),
    (
        "hit-and-run",
        "Hit and Run",
        "After an Initiative test at the end of a combat the unit may leave it, 3D6 "
        "inches away.",
    ),
    ("ignores-cover", "Ignores Cover", "No cover save against its wounds."),
    (
        "immune-to-poison",
        "Immune to Poison",
        "No damage from poison; Poisoned attacks wound it by their Strength.",
    ),
    ("immune-to-flame", "Immune to Flame", "No damage from flame."),
    ("immune-to-frost", "Immune to Frost", "No damage from frost."),
    ("immune-to-shock", "Immune to Shock", "No damage from shock."),
    ("immune-to-mundane", "Immune to Mundane", "No damage that is not magic."),
    ("immune-to-magic", "Immune to Magic", "No damage from magic, spells included."),
    ("immune-to-spell", "Immune to Spell", "No damage from spells."),
    (
        "infiltrate",
        "Infiltrate",
        'Deploys after everybody else, 12" from the enemy out of sight or 18" in '
        "sight; may outflank.",
    ),
    (
        "independent-character",
        "Independent Character",
        "May join and leave units of more than one model; rules are shared only "
        "where they say so.",
    ),
    ("instant-death", "Instant Death", "An unsaved wound slays, whatever the wounds."),
    (
        "invisibility",
        "Invisibility",
        "Cannot be aimed at outside of combat and strikes first or last in the first "
        "round; it ends when the model attacks or casts.",
    ),
    (
        "magicka-drain",
        "Magicka Drain(X)",
        "The target replenishes X power dice fewer at its next turn.",
    ),
    (
        "magicka-drain-total",
        "Magicka Drain (total)",
        "The target loses all its power dice and replenishes none at its next turn.",
    ),
    ("master-crafted", "Master-Crafted", "Rolls one miss of the weapon again a turn."),
    (
        "monster-hunter",
        "Monster Hunter",
        "The unit rolls failed wounds against monstrous creatures again.",
    ),
    (
        "move-through-cover",
        "Move Through Cover",
        "One die more in difficult terrain; not when it charges.",
    ),
    (
        "multiple-wounds",
        "Multiple Wounds(X)",
        "Every unsaved wound counts as X wounds on that model.",
    ),
    (
        "multiple-wounds-d3",
        "Multiple Wounds (D3)",
        "Every unsaved wound counts as D3 wounds on that model.",
    ),
    (
        "multiple-wounds-d6",
        "Multiple Wounds (D6)",
        "Every unsaved wound counts as D6 wounds on that model.",
    ),
    (
        "night-fighting",
        "Night Fighting",
        "A rule of missions that are fought at night.",
    ),
    ("night-eye", "Night Eye", "Is not hampered by Night Fighting."),
    (
        "outflank",
        "Outflank",
        "Comes from reserve over a side edge: 1-2 left, 3-4 right, 5-6 as you like.",
    ),
    (
        "paralyze",
        "Paralyze",
        "The target has WS 1 and I 1 and finds all terrain difficult, usually until "
        "the end of the next turn.",
    ),
    (
        "physical-god",
        "Physical God",
        "Ward save of 2+, and neither Instant Death, silence nor disease touch it; "
        "it is no mortal.",
    ),
    (
        "pinning",
        "Pinning",
        "An unsaved wound makes the unit test its morale or go to ground.",
    ),
    (
        "poisoned",
        "Poisoned(X)",
        "Wounds on X or more where that is better; in close combat failed wounds are "
        "rolled again if its Strength is at least the target's Toughness.",
    ),
    (
        "precision",
        "Precision",
        "The attacker chooses who is struck by a 6 to hit; a character passes it on "
        "with 3 or more.",
    ),
    (
        "preferred-enemy",
        "Preferred Enemy",
        "The unit rolls 1s to hit and to wound that enemy again.",
    ),
)

_FROM_R_TO_Z: tuple[_Row, ...] = (
    (
        "rampage",
        "Rampage",
        "D3 attacks more for each model while the enemies in its combat are more.",
    ),
    (
        "regeneration",
        "Regeneration(X)",
        "At the start of its turn each lost wound comes back on X or more.",
    ),
    (
        "relentless",
        "Relentless",
        "It may shoot and still charge with every weapon, and cast after moving.",
    ),
    (
        "rending",
        "Rending",
        "A 6 to wound always wounds, with 5 of armour piercing.",
    ),
    (
        "killing-blow",
        "Killing Blow",
        "As Rending, and such a wound slays outright, except monstrous creatures and "
        "artillery.",
    ),
)

_OF_WEAPONS: tuple[_Row, ...] = (
    (
        "phalanx",
        "Phalanx",
        "Three ranks fight where all models in them carry such weapons.",
    ),
    (
        "assassins-weapon",
        "Assassin's Weapon",
        "Has Killing Blow in a round in which its bearer is invisible or came out of "
        "cover to charge or to counter-attack.",
    ),
    ("strikes-last", "Strikes last", "Its blows are struck after all others."),
    (
        "easily-overwhelmed",
        "Easily Overwhelmed",
        "Models with shields roll failed saves and parries against it again.",
    ),
)

_OF_BLASTS: tuple[_Row, ...] = (
    ("blast", "Blast", 'A round of 3" hits every model that it touches.'),
    ("large-blast", "Large Blast", 'A round of 5" hits every model that it touches.'),
    ("template", "Template", 'A flame of about 8" hits every model that it touches.'),
)

_OF_HANDS: tuple[_Row, ...] = (
    ("fills-hands", "Fills all hands", "Leaves no hand for anything else."),
    (
        "shield-only",
        "Only a shield beside it",
        "Its other hand holds a shield or none.",
    ),
    ("mounted-only", "Mounted only", "Only a mounted model can use it."),
    ("on-foot-only", "On foot only", "No mounted model can use it."),
)

_OF_CHARACTERS: tuple[_Row, ...] = (
    (
        "character",
        "Character",
        "Leads its unit with a profile of its own; wounds by precision may pass to "
        "others on 3 or more.",
    ),
    ("standard-bearer", "Standard Bearer", "Adds 1 to its side's combat result."),
    ("musician", "Musician", "Its unit may always try to rally."),
)

_OF_MAGIC: tuple[_Row, ...] = (
    (
        "lowered-resists",
        "Lowered Resists",
        "Its enemies choose whether damage has its element, and its kind.",
    ),
    ("magic", "Magic", "Its damage is magic, never mundane nor otherworldly."),
    (
        "otherworldly",
        "Otherworldly",
        "Counts as magic or as mundane, as its user says.",
    ),
    ("immune-to-disease", "Immune to Disease", "No disease does anything to it."),
)

_WITHOUT_TEXT: tuple[tuple[str, str], ...] = (
    ("bestial-instinct", "Bestial Instinct"),
    ("blind", "Blind"),
    ("chill", "Chill"),
    ("cloak", "Cloak"),
    ("command", "Command"),
    ("counter-attack", "Counter-Attack"),
    ("deep-strike", "Deep Strike"),
    ("eternal-warrior", "Eternal Warrior"),
    ("fear", "Fear"),
    ("feel-no-pain", "Feel No Pain"),
    ("fleet", "Fleet of Foot"),
    ("frenzy", "Frenzy"),
    ("furious-charge", "Furious Charge"),
    ("heroic-killing-blow", "Heroic Killing Blow"),
    ("scouts", "Scouts"),
    ("silence", "Silence"),
    ("sniper", "Sniper"),
    ("soul-trap", "Soul Trap"),
    ("stubborn", "Stubborn"),
    ("terror", "Terror"),
    ("volley-fire", "Volley Fire"),
)

_FROM_THE_BETA: tuple[_Row, ...] = (
    (
        "parry",
        "Parry",
        "With hand weapon and shield: 1 better ward save in close combat, or 6+. The "
        "first edition's own text is not known.",
    ),
    (
        "fearless",
        "Fearless",
        "Never breaks and takes wounds instead. The first edition's own text is not "
        "known.",
    ),
    (
        "critical-strike",
        "Critical Strike",
        "Unsaved wounds become D3; when it happens is not known.",
    ),
)

_TAKES_X = frozenset(
    {
        "absorb-health",
        "absorb-magicka",
        "magicka-drain",
        "multiple-wounds",
        "poisoned",
        "regeneration",
        "stealth",
    }
)


def _rules(rows: tuple[_Row, ...], source: str) -> list[SpecialRule]:
    return [
        SpecialRule(
            key,
            name,
            summary,
            source,
            COUNTED if key in MODELLED else LEFT_OUT,
            takes_x=key in _TAKES_X,
        )
        for key, name, summary in rows
    ]


RULES = rules_by_key(
    *_rules(_FROM_A_TO_G, _A_TO_G),
    *_rules(_FROM_H_TO_Q, _H_TO_Q),
    *_rules(_FROM_R_TO_Z, _R_TO_Z),
    *_rules(_OF_WEAPONS, _WEAPONS),
    *_rules(_OF_BLASTS, _BLASTS),
    *_rules(_OF_HANDS, _EQUIPPED),
    *_rules(_OF_CHARACTERS, _CHARACTERS),
    *_rules(_OF_MAGIC, _MAGIC),
    *_rules(_FROM_THE_BETA, _BETA),
    *_rules(tuple((key, name, _NO_TEXT) for key, name in _WITHOUT_TEXT), _BOOKS),
    *_rules((("stealth", "Stealth(X)", _NO_TEXT),), _BOOKS),
)
"""Every special rule of the game, by key."""
