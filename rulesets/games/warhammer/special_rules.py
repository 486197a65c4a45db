"""Every special rule of Warhammer: what it is, and what the odds do with it.

The rules that all armies share stand here, in our own words; those that only books
print in `book_rules`. A rule of a book that has no row is not worked out.
"""

from rulesets.core.rule_row import (
    COUNTED,
    IN_THE_FIGURES,
    NO_DICE,
    NOT_WORKED_OUT,
    Fate,
    FateKind,
    RuleRow,
)
from rulesets.game import FUNCTION, SpecialRule
from rulesets.games.warhammer.book_rules import OF_BOOKS, ON_THE_GROUND
from rulesets.games.warhammer.sources import COMMAND, PSYCHOLOGY, SPECIAL, WEAPONS

OF_GAME = (
    RuleRow(
        "fear",
        "Fear",
        "Who it charges, and who would charge it, tests Leadership first.",
        PSYCHOLOGY,
        COUNTED,
        of_charge=True,
    ),
    RuleRow(
        "terror",
        "Terror",
        "As fear, and near it a unit tests once in the game or runs.",
        PSYCHOLOGY,
        COUNTED,
        of_charge=True,
    ),
    RuleRow(
        "frenzy",
        "Frenzy",
        "+1 Attack; must charge and pursue; ends when it is beaten.",
        PSYCHOLOGY,
        COUNTED,
    ),
    RuleRow(
        "hatred",
        "Hatred",
        "Rolls misses again in the first round; must pursue.",
        PSYCHOLOGY,
        COUNTED,
        of_charge=True,
    ),
    RuleRow(
        "stubborn",
        "Stubborn",
        "Tests to hold on its Leadership as printed.",
        PSYCHOLOGY,
        COUNTED,
    ),
    RuleRow(
        "unbreakable",
        "Unbreakable",
        "Never breaks; joined only by its like.",
        PSYCHOLOGY,
        COUNTED,
    ),
    RuleRow(
        "immune-to-psychology",
        "Immune to psychology",
        "Knows no fear, terror or panic; may not flee from a charge.",
        PSYCHOLOGY,
        COUNTED,
    ),
    RuleRow(
        "stupidity",
        "Stupidity",
        "Tests Leadership each turn; who fails stumbles on and fights at half.",
        PSYCHOLOGY,
        COUNTED,
    ),
    RuleRow(
        "killing-blow",
        "Killing blow",
        "A natural 6 to wound slays a man-sized enemy; only a ward save helps.",
        SPECIAL,
        COUNTED,
    ),
    RuleRow(
        "poisoned-attacks",
        "Poisoned attacks",
        "A natural 6 to hit wounds without a roll.",
        SPECIAL,
        COUNTED,
    ),
    RuleRow(
        "regeneration",
        "Regeneration",
        "Takes each wound back on 4+ after the phase; not against fire.",
        SPECIAL,
        COUNTED,
    ),
    RuleRow(
        "flammable",
        "Flammable",
        "Flaming attacks wound it twice over.",
        SPECIAL,
        COUNTED,
    ),
    RuleRow(
        "flaming-attacks", "Flaming attacks", "Its attacks burn.", SPECIAL, COUNTED
    ),
    RuleRow(
        "magical-attacks",
        "Magical attacks",
        "Its attacks count as magical.",
        SPECIAL,
        NO_DICE,
    ),
    RuleRow(
        "flyer",
        "Flyer",
        "Moves through the air over all that stands in its way.",
        SPECIAL,
        Fate("elsewhere", before_contact=ON_THE_GROUND),
    ),
    RuleRow(
        "skirmishers",
        "Skirmishers",
        "Loose formation: hard to hit, without ranks.",
        SPECIAL,
        COUNTED,
    ),
    RuleRow(
        "scouts",
        "Scouts",
        "Set up after both armies, out of sight of the enemy.",
        SPECIAL,
        Fate("elsewhere", before_contact="it begins at the distance that is asked"),
    ),
    RuleRow(
        "fast-cavalry",
        "Fast cavalry",
        "Turns freely and shoots on the move; no ranks.",
        SPECIAL,
        COUNTED,
    ),
    RuleRow(
        "large-target", "Large target", "Shots at it have +1 to hit.", SPECIAL, COUNTED
    ),
    RuleRow(
        "swarm",
        "Swarm",
        "Unbreakable; a base fights in full until it is gone.",
        SPECIAL,
        COUNTED,
    ),
    RuleRow(
        "impact-hits",
        "Impact hits",
        "Hits whom it charges before any blow is struck.",
        SPECIAL,
        COUNTED,
        of_charge=True,
    ),
    RuleRow(
        "scythed-wheels",
        "Scythed wheels",
        "One more impact hit.",
        SPECIAL,
        COUNTED,
        of_charge=True,
    ),
    RuleRow(
        "multiple-wounds",
        "Multiple wounds",
        "A wound of it counts for several.",
        SPECIAL,
        Fate("counted", xs=(3, 6), other_x="how many wounds is not said: a D3 or a D6"),
    ),
    RuleRow(
        "no-armour-save",
        "No armour save",
        "Armour does not help against it.",
        SPECIAL,
        COUNTED,
    ),
    RuleRow(
        "strikes-first",
        "Strikes first",
        "Strikes before all but those that charged.",
        SPECIAL,
        COUNTED,
    ),
    RuleRow(
        "to-hit-bonus", "Bonus to hit", "+1 to hit; a 1 still misses.", SPECIAL, COUNTED
    ),
    RuleRow(
        "tusker-charge",
        "Tusker charge",
        "The boar has Strength 5 when it charges.",
        SPECIAL,
        COUNTED,
        of_charge=True,
    ),
    RuleRow(
        "strikes-last",
        "Strikes last",
        "Strikes after all others, unless it charged.",
        WEAPONS,
        COUNTED,
    ),
    RuleRow(
        "extra-hand-weapon",
        "Two hand weapons",
        "On foot, one more Attack with a weapon in each hand.",
        WEAPONS,
        COUNTED,
    ),
    RuleRow(
        "fights-in-two-ranks",
        "Fights in two ranks",
        "The second rank fights too, unless the unit moved.",
        WEAPONS,
        COUNTED,
    ),
    RuleRow(
        "choppa",
        "Choppa",
        "+1 Strength in the first round after a charge, on foot and with one choppa.",
        WEAPONS,
        COUNTED,
        of_charge=True,
    ),
    RuleRow(
        "armour-piercing",
        "Armour piercing",
        "A further -1 to the save of its victim.",
        WEAPONS,
        COUNTED,
    ),
    RuleRow(
        "move-or-fire",
        "Move or fire",
        "Does not shoot in a turn in which it moved.",
        WEAPONS,
        COUNTED,
    ),
    RuleRow(
        "thrown",
        "Thrown",
        "Not hindered by moving nor by long range.",
        WEAPONS,
        COUNTED,
    ),
    RuleRow(
        "pistol",
        "Pistol",
        "In the first round of a combat it is a further weapon with its own Strength.",
        WEAPONS,
        COUNTED,
        of_charge=True,
    ),
    RuleRow(
        "guess-range",
        "Guessed range",
        "The player guesses how far it is.",
        WEAPONS,
        NOT_WORKED_OUT,
    ),
    RuleRow(
        "fills-hands",
        "Fills the hands",
        "Nothing else is held beside it.",
        WEAPONS,
        IN_THE_FIGURES,
    ),
    RuleRow(
        "shield-only",
        "Only a shield beside it",
        "The other hand may hold a shield.",
        WEAPONS,
        IN_THE_FIGURES,
    ),
    RuleRow(
        "shield-or-buckler-only",
        "Only a shield or buckler beside it",
        "The other hand may hold a shield or a buckler.",
        WEAPONS,
        IN_THE_FIGURES,
    ),
    RuleRow("mounted-only", "Mounted only", "Used by riders.", WEAPONS, IN_THE_FIGURES),
    RuleRow(
        "on-foot-only",
        "On foot only",
        "Used by models on foot.",
        WEAPONS,
        IN_THE_FIGURES,
    ),
    RuleRow(
        "magic-weapon",
        "Magic weapon",
        "Who has one fights with it, and with no other weapon beside it.",
        WEAPONS,
        IN_THE_FIGURES,
    ),
    RuleRow(
        "musician",
        "Musician",
        "Wins a drawn combat against a side that has none.",
        COMMAND,
        COUNTED,
    ),
    RuleRow(
        "standard-bearer",
        "Standard bearer",
        "+1 to the combat result.",
        COMMAND,
        COUNTED,
    ),
    RuleRow(
        "battle-standard-bearer",
        "Battle standard bearer",
        "Friends within 12 inches roll a failed Break test again.",
        COMMAND,
        COUNTED,
    ),
    RuleRow(
        "magic-resistance",
        "Magic resistance",
        "So many more dice to dispel with.",
        SPECIAL,
        NO_DICE,
        takes_x=True,
    ),
    RuleRow(
        "multiple-shots",
        "Multiple shots",
        "So many shots a turn, each at -1 to hit.",
        SPECIAL,
        COUNTED,
        takes_x=True,
    ),
    RuleRow(
        "wizard",
        "Wizard",
        "Casts spells as a wizard of that level.",
        SPECIAL,
        NO_DICE,
        takes_x=True,
    ),
)

SPECIAL_RULES = {row.key: row for row in (*OF_GAME, *OF_BOOKS)}
"""Every row by its key."""

RULES = {
    row.key: SpecialRule(
        row.key,
        row.name,
        row.summary,
        row.source,
        row.takes_x,
        counted_by=FUNCTION if row.fate.kind == "counted" else "",
    )
    for row in OF_GAME
}
"""What the game prints, by key."""


def keys_of(*kinds: FateKind) -> frozenset[str]:
    """Return the rules of these fates."""
    return frozenset(
        row.key for row in SPECIAL_RULES.values() if row.fate.kind in kinds
    )


def title_of(key: str) -> tuple[str, str]:
    """Return the name of a rule, and where it is printed."""
    row = SPECIAL_RULES.get(key)
    return (row.name, row.source) if row else (key.replace("-", " ").capitalize(), "")


def why_not(key: str, x: int) -> str:
    """Return why a rule with such an X is in no number; "" if it is, or has no dice."""
    row = SPECIAL_RULES.get(key)
    if row is None or row.fate.kind == "not worked out":
        return "its dice are not worked out here"
    return row.fate.other_x if row.fate.xs and x not in row.fate.xs else ""
