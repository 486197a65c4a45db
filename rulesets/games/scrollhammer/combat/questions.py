"""What Scrollhammer asks about the situation of a match-up.

What the rulebook leaves open stands in `readings`.
"""

from dataclasses import replace

from rulesets.games.scrollhammer.sources import (
    BOOK,
    COMBAT,
    FORMATIONS,
    H_TO_Q,
    MORALE,
    SHOOTING,
)
from rulesets.odds.closing import BY_WEAPONS, CLOSERS, CLOSING_HELP
from rulesets.odds.match_up import Choice, Question
from rulesets.odds.relevance import (
    all_of,
    any_of,
    carries,
    has_gear,
    has_two,
    lacks,
    of_enemy,
    prints,
)
from rulesets.odds.settings import ACTS, PLACE, SPECIAL_RULES

_RANKS = prints("formation", "ranks")
_LOOSE = lacks("formation", "ranks", "horde")
_SHOOTS = has_gear("ranged", "spell")

FILES = Question(
    "files",
    "Models side by side",
    5,
    low=1,
    high=60,
    side=True,
    help="Of a unit that fights in ranks; hordes and skirmishers spread as they can.",
    source=f"{FORMATIONS}: Fight in Ranks",
    matters=_RANKS,
)
LOST = Question(
    "models-lost", "Models already lost", 0, low=0, high=200, side=True, source=MORALE
)
FOE = Question(
    "foe",
    "The enemy is the one that its Hatred or Preferred Enemy names",
    default=False,
    side=True,
    help="A rule that names nobody always counts.",
    source=f"{H_TO_Q}: Hatred; Preferred Enemy",
    matters=carries("hatred-*", "preferred-enemy-*", "twisted-souls"),
)
FLANKED = Question(
    "flanked",
    "Struck in its flank",
    default=False,
    side=True,
    help="Counts for a unit in ranks: it is met along its side, as wide as it has "
    "ranks; Initiative 1, no rank bonus, until it turns on a Leadership test at the "
    "start of one of its turns.",
    source=f"{FORMATIONS}: Flanks",
    seldom=True,
    matters=_RANKS,
)
REAR = Question(
    "rear",
    "Struck in its rear",
    default=False,
    side=True,
    help="As in its flank, but it is met along its whole width.",
    source=f"{FORMATIONS}: Flanks",
    seldom=True,
    matters=_RANKS,
)
MEETS = Question(
    "meets",
    "Enemies that one of its bases meets",
    1,
    low=1,
    high=12,
    side=True,
    help="A base wider than those of the enemy meets 2, 3 or more of them. Base sizes "
    "stand in no stat line, so it is yours to say.",
    source=f"{COMBAT}: Moving Charging Models",
    seldom=True,
)
YIELDS = Question(
    "yields",
    "Falls back from an enemy that it cannot hurt",
    default=False,
    side=True,
    help="It then fails the break test of every round that it loses and in which its "
    "blows can take no wound.",
    source=f"{COMBAT}: Our Weapons Are Useless",
    seldom=True,
)
PARALYZED = Question(
    "paralyzed",
    "Paralyzed",
    default=False,
    side=True,
    help="Weapon Skill 1 and Initiative 1.",
    source=f"{H_TO_Q}: Paralyze",
    seldom=True,
)
LEAVES = Question(
    "leaves",
    "Leaves the combat as soon as it may",
    default=False,
    side=True,
    help="Hit and Run; skirmishers from units in ranks, at 1 Initiative less.",
    source=f"{H_TO_Q}: Hit and Run; {FORMATIONS}: Agile Tactics",
    seldom=True,
    matters=any_of(carries("hit-and-run"), all_of(_LOOSE, of_enemy(_RANKS))),
)
SPLIT = Question(
    "split",
    "Attacks of each model with its second weapon",
    0,
    low=0,
    high=10,
    side=True,
    help="The other attacks are made with the weapon that wounds most.",
    source=f"{COMBAT}: Which Weapons can be Used?",
    seldom=True,
    matters=has_two("melee"),
)
UNSEEN = Question(
    "unseen",
    "Invisible until it strikes",
    "none",
    (
        Choice("none", "No"),
        Choice("first", "Yes, and strikes at Initiative 10"),
        Choice("last", "Yes, and strikes at Initiative 1, with a 4+ cover save before"),
    ),
    side=True,
    help="In the first round; a charge at it goes as through difficult terrain.",
    source=f"{H_TO_Q}: Invisibility",
    seldom=True,
)
CHARGER = Question(
    "charger",
    "Who charged in this turn",
    "a",
    (
        Choice("a", "Side A"),
        Choice("b", "Side B"),
        Choice("none", "Nobody; the combat goes on"),
    ),
    help="Charging models have one attack more in the first round.",
    source=f"{COMBAT}: Number of Attacks",
    group=ACTS,
)
DISTANCE = Question(
    "distance", "Distance (inches)", 12, low=0, high=120, source=SHOOTING, group=PLACE
)
MOVED = Question(
    "moved",
    "The shooters moved",
    default=False,
    help="What says Move or Fire then stays silent.",
    source=f"{SHOOTING}: Heavy Weapons",
    group=ACTS,
)
COVER = Question(
    "cover",
    "Cover of the target",
    "none",
    (
        Choice("none", "None"),
        Choice("area", "In area terrain, by its formation"),
        Choice("5", "Soft, 5+"),
        Choice("4", "Most things or a unit between, 4+"),
        Choice("3", "Fortified, 3+"),
    ),
    source=f"{SHOOTING}: Cover Saves",
    group=PLACE,
)
UNSIGHTED = Question(
    "unsighted",
    "Shooters who do not see the target",
    0,
    low=0,
    high=200,
    help="In ranks all may shoot if one of them sees it; it has a 3+ cover save "
    "against the shots of those who do not.",
    source=f"{FORMATIONS}: Cohesive Fire",
    group=ACTS,
    matters=_RANKS,
)
TO_GROUND = Question(
    "go-to-ground",
    "The target goes to ground",
    default=False,
    help="Declared when it is wounded: +1 to a cover save, or 6+ in the open.",
    source=f"{SHOOTING}: Go to Ground",
    group=ACTS,
)
_LAYS_BLASTS = carries("blast", "large-blast", "template", "barrage")
TOUCHED = Question(
    "touched",
    "Models that each blast or template touches",
    0,
    low=0,
    high=60,
    help="Where it comes to lie is yours to say: every base under it is hit. With 0 "
    "such weapons do not shoot.",
    source=f"{BOOK}, Blasts and templates",
    group=SPECIAL_RULES,
    matters=_LAYS_BLASTS,
)
TOUCHED_IN_CHARGE = replace(TOUCHED, matters=of_enemy(_LAYS_BLASTS))
TOUCHING = replace(TOUCHED, side=True, group="")
ROUGH = Question(
    "rough",
    "All the ground is difficult terrain",
    default=False,
    help="A move covers the highest of 2D6, a march of 2D3, a charge the two lowest of "
    "3D6; Move Through Cover adds a die to moves and marches.",
    source=f"{BOOK}, Moving Through Terrain; {H_TO_Q}: Move Through Cover",
    group=PLACE,
    seldom=True,
)
FROM_COVER = Question(
    "from-cover",
    "Charged out of cover",
    default=False,
    side=True,
    help="Assassins' weapons then slay in the first round.",
    source=f"{BOOK}, Close combat weapons",
    seldom=True,
    matters=carries("assassins-weapon"),
)
LOWERED = Question(
    "lowered",
    "Its resists are lowered",
    default=False,
    side=True,
    help="Damage against it counts as having no element, so no immunity stops it.",
    source=f"{BOOK}, Damage Types and Magical Effects: Lower Resists",
    seldom=True,
    matters=carries("immune-to-*", "dwemer-make"),
)
REACH = Question(
    "distance",
    "Distance to the target (inches)",
    7,
    low=0,
    high=40,
    source=COMBAT,
    group=PLACE,
)
DIFFICULT = Question(
    "difficult",
    "Through difficult terrain",
    default=False,
    help="3D6, of which the two lowest count.",
    source=f"{COMBAT}: Charging Through Difficult Terrain",
    group=PLACE,
)
DANGEROUS = Question(
    "dangerous",
    "Through dangerous terrain",
    default=False,
    help="Every model of a charge that arrives rolls a D6; a 1 is a wound without an "
    "armour save.",
    source=f"{COMBAT}: Charging through Dangerous Terrain",
    group=PLACE,
    seldom=True,
)
REACTION = Question(
    "reaction",
    "What the charged unit does",
    "hold",
    (
        Choice("hold", "It holds"),
        Choice("stand-and-shoot", "It holds and shoots (ranks, on a Leadership test)"),
        Choice("flee", "It flees D6 inches"),
    ),
    source=f"{COMBAT}: Declare a Charge",
    group=ACTS,
)
APART = Question(
    "distance",
    "Distance at the start (inches)",
    24,
    low=1,
    high=60,
    source=f"{BOOK}, The Turn",
    group=PLACE,
)
FIRST = Question(
    "first",
    "Who moves first",
    "a",
    (Choice("a", "Side A"), Choice("b", "Side B")),
    source=f"{BOOK}, The Turn",
    group=ACTS,
)
CLOSING = Question(
    "closing",
    "Who comes nearer and charges",
    BY_WEAPONS,
    CLOSERS,
    help=CLOSING_HELP,
    source=f"{BOOK}, The Movement Phase",
    group=ACTS,
)
CHARGE_WHEN = Question(
    "charge-when",
    "It charges",
    "may-reach",
    (
        Choice("may-reach", "as soon as it may reach"),
        Choice("even", "when the chance to reach is at least even"),
        Choice("certain", "when it is certain to reach"),
    ),
    help="A charge that falls short does not move at all.",
    source=f"{COMBAT}: Declare a Charge; Failed Charge",
    group=ACTS,
)
COVERED = Question(
    "cover",
    "Cover against shots",
    "none",
    COVER.choices,
    side=True,
    source=f"{SHOOTING}: Cover Saves",
    matters=of_enemy(_SHOOTS),
)
ROOM = Question(
    "room",
    "Inches from it to its own table edge",
    12,
    low=1,
    high=72,
    side=True,
    help="A unit that falls back so far is gone.",
    source=f"{MORALE}: Fall Back",
    seldom=True,
)
TURNS = Question(
    "turns",
    "Turns of each side before contact, at most",
    6,
    low=1,
    high=12,
    source=f"{BOOK}, The Turn",
    group=ACTS,
    seldom=True,
)
