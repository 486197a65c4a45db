"""Special rules that all Warhammer armies share, in our own words.

Rules of one army stand in its book. Those of `EXACT` change dice of the odds, in
`combat_rules`, `combat_strikes`, `combat_result` and `combat_rounds`.
"""

from rulesets.game import SpecialRule

_BOOK = "Warhammer rulebook (6th edition)"
_PSYCHOLOGY = f"{_BOOK}, Psychology"
_SPECIAL = f"{_BOOK}, Special rules"
_WEAPONS = f"{_BOOK}, Weapons"
_COMMAND = f"{_BOOK}, Command groups"

_MINDS = (
    (
        "fear",
        "Fear",
        "Who it charges, and who would charge it, tests Leadership first.",
    ),
    ("terror", "Terror", "As fear, and near it a unit tests once in the game or runs."),
    ("frenzy", "Frenzy", "+1 Attack; must charge and pursue; ends when it is beaten."),
    ("hatred", "Hatred", "Rolls misses again in the first round; must pursue."),
    ("stubborn", "Stubborn", "Tests to hold on its Leadership as printed."),
    ("unbreakable", "Unbreakable", "Never breaks; joined only by its like."),
    (
        "immune-to-psychology",
        "Immune to psychology",
        "Knows no fear, terror or panic; may not flee from a charge.",
    ),
    (
        "stupidity",
        "Stupidity",
        "Tests Leadership each turn; who fails stumbles on and fights at half.",
    ),
)
_ABILITIES = (
    (
        "killing-blow",
        "Killing blow",
        "A natural 6 to wound slays a man-sized enemy; only a ward save helps.",
    ),
    (
        "poisoned-attacks",
        "Poisoned attacks",
        "A natural 6 to hit wounds without a roll.",
    ),
    (
        "regeneration",
        "Regeneration",
        "Takes each wound back on 4+ after the phase; not against fire.",
    ),
    ("flammable", "Flammable", "Flaming attacks wound it twice over."),
    ("flaming-attacks", "Flaming attacks", "Its attacks burn."),
    ("magical-attacks", "Magical attacks", "Its attacks count as magical."),
    ("flyer", "Flyer", "Moves through the air over all that stands in its way."),
    ("skirmishers", "Skirmishers", "Loose formation: hard to hit, without ranks."),
    ("scouts", "Scouts", "Set up after both armies, out of sight of the enemy."),
    ("fast-cavalry", "Fast cavalry", "Turns freely and shoots on the move; no ranks."),
    ("large-target", "Large target", "Shots at it have +1 to hit."),
    ("swarm", "Swarm", "Unbreakable; a base fights in full until it is gone."),
    ("impact-hits", "Impact hits", "Hits whom it charges before any blow is struck."),
    ("scythed-wheels", "Scythed wheels", "One more impact hit."),
    ("multiple-wounds", "Multiple wounds", "A wound of it counts for several."),
    ("no-armour-save", "No armour save", "Armour does not help against it."),
    ("strikes-first", "Strikes first", "Strikes before all but those that charged."),
    ("to-hit-bonus", "Bonus to hit", "+1 to hit; a 1 still misses."),
    ("tusker-charge", "Tusker charge", "The boar has Strength 5 when it charges."),
)
_OF_WEAPONS = (
    ("strikes-last", "Strikes last", "Strikes after all others, unless it charged."),
    (
        "extra-hand-weapon",
        "Two hand weapons",
        "On foot, one more Attack with a weapon in each hand.",
    ),
    (
        "fights-in-two-ranks",
        "Fights in two ranks",
        "The second rank fights too, unless the unit moved.",
    ),
    (
        "choppa",
        "Choppa",
        "+1 Strength in the first round after a charge, on foot and with one choppa.",
    ),
    ("armour-piercing", "Armour piercing", "A further -1 to the save of its victim."),
    ("move-or-fire", "Move or fire", "Does not shoot in a turn in which it moved."),
    ("thrown", "Thrown", "Not hindered by moving nor by long range."),
    (
        "pistol",
        "Pistol",
        "In the first round of a combat it is a further weapon with its own Strength.",
    ),
    ("guess-range", "Guessed range", "The player guesses how far it is."),
)
_HANDS = (
    ("fills-hands", "Fills the hands", "Nothing else is held beside it."),
    ("shield-only", "Only a shield beside it", "The other hand may hold a shield."),
    (
        "shield-or-buckler-only",
        "Only a shield or buckler beside it",
        "The other hand may hold a shield or a buckler.",
    ),
    ("mounted-only", "Mounted only", "Used by riders."),
    ("on-foot-only", "On foot only", "Used by models on foot."),
    (
        "magic-weapon",
        "Magic weapon",
        "Who has one fights with it, and with no other weapon beside it.",
    ),
)
_OFFICES = (
    ("musician", "Musician", "Wins a drawn combat against a side that has none."),
    ("standard-bearer", "Standard bearer", "+1 to the combat result."),
    (
        "battle-standard-bearer",
        "Battle standard bearer",
        "Friends within 12 inches roll a failed Break test again.",
    ),
)
_WITH_X = (
    ("magic-resistance", "Magic resistance", "So many more dice to dispel with."),
    ("multiple-shots", "Multiple shots", "So many shots a turn, each at -1 to hit."),
    ("wizard", "Wizard", "Casts spells as a wizard of that level."),
)


EXACT = frozenset(
    {
        "armour-piercing",
        "battle-standard-bearer",
        "choppa",
        "extra-hand-weapon",
        "fast-cavalry",
        "fear",
        "fights-in-two-ranks",
        "flaming-attacks",
        "flammable",
        "frenzy",
        "hatred",
        "immune-to-psychology",
        "impact-hits",
        "killing-blow",
        "large-target",
        "move-or-fire",
        "multiple-shots",
        "multiple-wounds",
        "musician",
        "no-armour-save",
        "pistol",
        "poisoned-attacks",
        "regeneration",
        "scythed-wheels",
        "skirmishers",
        "standard-bearer",
        "strikes-first",
        "strikes-last",
        "stubborn",
        "stupidity",
        "swarm",
        "terror",
        "thrown",
        "to-hit-bonus",
        "tusker-charge",
        "unbreakable",
    }
)
"""Keys of the rules that are worked out in the odds."""


def _rules(
    parts: tuple[tuple[str, str, str], ...], source: str, *, takes_x: bool = False
) -> list[SpecialRule]:
    return [
        SpecialRule(key, name, summary, source, _status(key), takes_x)
        for key, name, summary in parts
    ]


def _status(key: str) -> str:
    return "exact" if key in EXACT else "not modelled"


RULES: dict[str, SpecialRule] = {
    rule.key: rule
    for rule in (
        *_rules(_MINDS, _PSYCHOLOGY),
        *_rules(_ABILITIES, _SPECIAL),
        *_rules(_OF_WEAPONS, _WEAPONS),
        *_rules(_HANDS, _WEAPONS),
        *_rules(_OFFICES, _COMMAND),
        *_rules(_WITH_X, _SPECIAL, takes_x=True),
    )
}
"""Every rule by its key."""
