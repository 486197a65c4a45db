"""Mordheim's special rules that several warbands share, in our own words.

What only one warband has stands in its book; skills stand in `skills`.
"""

from collections.abc import Iterable
from dataclasses import replace

from rulesets.core.special_rule import COUNTED as IN_THE_ODDS
from rulesets.core.special_rule import SpecialRule, rules_by_key
from rulesets.games.mordheim.skills import SKILLS

COUNTED = frozenset(
    {
        *("parry", "concussion", "cutting-edge", "enemy-armour-bonus", "strike-first"),
        *("strike-last", "heavy", "pair", "whipcrack", "cannot-be-parried"),
        *("no-armour-save", "black-lotus", "holy-weapon", "pistol", "move-or-fire"),
        *("thrown", "fire-twice", "shot-line", "accurate", "double-shot"),
        *("shoot-in-combat", "mounted-charge", "fear", "frenzy", "hatred"),
        *("stupidity", "psychology-proof", "poison-proof", "no-pain", "large"),
        *("animal", "natural-weapons", "regeneration", "fearless-mind"),
        *("hard-to-kill", "hard-head", "hates-greenskins", "strike-to-injure"),
        *("combat-master", "web-of-steel", "expert-swordsman", "step-aside"),
        *("quick-shot", "pistolier", "eagle-eyes", "nimble", "trick-shooter"),
        *("knife-fighter", "mighty-blow", "pit-fighter-skill", "resilient"),
        *("fearsome", "strongman", "unstoppable-charge", "lightning-reflexes"),
        *("jump-up", "dodge", "leap", "sprint", "may-not-run", "prepare-shot"),
        *("hunter", "sorcery", "warrior-wizard"),
    }
)
"""Shared rules that the odds work out, by key; the others touch no dice of theirs."""

_WEAPONS = "Mordheim rulebook, Weapons and armour"
_BLACK_POWDER = "Mordheim rulebook, Blackpowder weapons"
_MISSILES = "Mordheim rulebook, Missile weapons"
_MOUNTS = "Mordheim Annual 2002, Blazing Saddles"
_PSYCHOLOGY = "Mordheim rulebook, Leadership and psychology"
_WARBANDS = "Mordheim rulebook, Warbands"
_MAGIC = "Mordheim rulebook, Magic"
_DWARFS = "Town Cryer, Dwarf Treasure Hunters"

_IN_HAND = (
    ("fills-hands", "Fills the hands", "While it is held nothing else is."),
    (
        "shield-only",
        "Only with a shield",
        "The other hand stays empty or holds a shield.",
    ),
    (
        "shield-or-buckler-only",
        "Only with a shield or buckler",
        "The other hand stays empty or holds a shield or a buckler.",
    ),
    ("mounted-only", "Mounted only", "Of use to riders alone."),
    ("on-foot-only", "On foot only", "Of no use to riders."),
    (
        "shield-against-shooting",
        "Shield on the back",
        "A shield carried beside it still saves from shooting, not in combat.",
    ),
)

_OF_WEAPONS = (
    (
        "parry",
        "Parry",
        "Once in each combat phase the highest hit is cancelled by rolling above it.",
    ),
    (
        "concussion",
        "Concussion",
        "A 2 on the injury roll of its victim stuns, as a 3 or 4 does.",
    ),
    ("cutting-edge", "Cutting edge", "The enemy's armour save is worse by one more."),
    (
        "enemy-armour-bonus",
        "Armour helps against it",
        "The enemy's save is one better; who has none saves on a 6.",
    ),
    (
        "strike-first",
        "Strikes first",
        "In the first turn of a combat its blows come before others.",
    ),
    ("strike-last", "Strikes last", "Its blows come last, on the charge too."),
    ("heavy", "Heavy", "Its bonus to Strength counts in the first turn only."),
    ("pair", "Pair", "One weapon for each hand: one more attack."),
    ("whipcrack", "Whipcrack", "One more attack when charging or being charged."),
    ("cannot-be-parried", "Cannot be parried", "Nobody parries its blows."),
    ("no-armour-save", "Ignores armour", "Armour does not save from it."),
    (
        "black-lotus",
        "Black lotus",
        "A natural 6 to hit wounds without a roll.",
    ),
    (
        "holy-weapon",
        "Holy weapon",
        "One better to wound the undead and the possessed.",
    ),
)

_OF_SHOTS = (
    (
        "pistol",
        "Pistol",
        "In combat it counts as a second weapon for one blow, at its own Strength.",
    ),
    ("prepare-shot", "Prepare shot", "After a shot one whole turn goes by reloading."),
    ("move-or-fire", "Move or fire", "Not fired in a turn in which its bearer moved."),
    (
        "thrown",
        "Thrown",
        "No penalty for long range or for moving.",
    ),
    ("fire-twice", "Fire twice", "Two shots in a turn, each at -1 to hit."),
    (
        "pick-target",
        "Picks its target",
        "It need not shoot at the nearest enemy.",
    ),
    ("shot-line", "Line of shot", "Hits whatever stands on its line, once a battle."),
    ("accurate", "Accurate", "One better to hit."),
    ("double-shot", "Double shot", "A hit counts as two."),
    (
        "shoot-in-combat",
        "Shot before blows",
        "Fired in the first turn of a combat before any blow, at -2 to hit.",
    ),
)

_OF_MOUNTS = (
    (
        "mounted-charge",
        "Mounted charge",
        "A rider who charges with it has more Strength by this number.",
    ),
)

_OF_FIGHTERS = (
    (
        "leader",
        "Leader",
        'Warriors within 6" may test on his Leadership instead of their own.',
    ),
    ("fear", "Fear", "Enemies test Leadership to charge it or to stand its charge."),
    ("frenzy", "Frenzy", "Must charge and has twice its attacks until it is put down."),
    ("hatred", "Hatred", "Rolls missed hits of the first turn of a combat again."),
    ("stupidity", "Stupidity", "Fails its Leadership test: it does nothing sensible."),
    (
        "psychology-proof",
        "Immune to psychology",
        "No rule of psychology touches it and it does not run from combat.",
    ),
    ("poison-proof", "Immune to poison", "Poisons do nothing to it."),
    ("no-pain", "No pain", "What would stun it only knocks it down."),
    ("large", "Large target", "Shots hit it one better, and it may always be chosen."),
    (
        "animal",
        "Animal",
        "Carries nothing, learns nothing, and fights unarmed without penalty.",
    ),
    ("no-experience", "No experience", "It learns nothing."),
    (
        "natural-weapons",
        "Natural weapons",
        "Carries no equipment and fights unarmed without penalty.",
    ),
    ("never-promoted", "Never a hero", "A henchman who is never promoted."),
    ("may-not-run", "May not run", "Charges as others do but never runs."),
    ("regeneration", "Regeneration", "On 4+ a wound closes at once, unless it burned."),
    (
        "fearless-mind",
        "Passes Leadership tests",
        "Passes each Leadership test unrolled.",
    ),
    ("never-leader", "Never leads", "He cannot become the leader of the warband."),
    ("slow-learner", "Slow learner", "An advance takes twice the experience."),
)

_OF_DWARFS = (
    (
        "hard-to-kill",
        "Hard to kill",
        "Only a 6 on the injury roll takes him out of action; a 5 stuns.",
    ),
    ("hard-head", "Hard head", "Concussion does nothing to him."),
    ("dwarf-armour", "Dwarfs and armour", "Armour never slows him."),
    ("hates-greenskins", "Hates greenskins", "Hatred of orcs and goblins."),
    ("grudge", "Grudge", "Leaves a warband that hires an elf."),
)

_OF_CASTERS = (
    (
        "wizard",
        "Wizard",
        "Casts spells of his list, one a turn, without armour or shield.",
    ),
    ("prayers", "Prayers", "Says prayers of his list, one a turn, in armour too."),
)


def _rules(
    parts: Iterable[tuple[str, str, str]], source: str, *, takes_x: bool = False
) -> Iterable[SpecialRule]:
    for key, name, summary in parts:
        rule = SpecialRule(key, name, summary, source, takes_x=takes_x)
        yield _counted(rule)


def _counted(rule: SpecialRule) -> SpecialRule:
    return replace(rule, fate=IN_THE_ODDS) if rule.key in COUNTED else rule


RULES = rules_by_key(
    *_rules(_IN_HAND, _WEAPONS),
    *_rules(_OF_WEAPONS, _WEAPONS),
    *_rules(_OF_SHOTS, f"{_MISSILES}; {_BLACK_POWDER}"),
    *_rules(_OF_MOUNTS, _MOUNTS, takes_x=True),
    *_rules(_OF_FIGHTERS, f"{_WARBANDS}; {_PSYCHOLOGY}"),
    *_rules(_OF_DWARFS, _DWARFS),
    *_rules(_OF_CASTERS, _MAGIC),
    *(_counted(skill) for skill in SKILLS.values()),
)
"""Every shared special rule of the game, by key."""
