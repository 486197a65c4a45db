"""What Mordheim asks about a match-up: its kinds, the situation, and the readings.

The readings are the points that the rulebook leaves open or that players settle
differently. The default is the printed text where there is one; else a house reading,
labelled so.
"""

from rulesets.game import MatchUpKind
from rulesets.matchup import Choice, Question

RULEBOOK = "Mordheim rulebook"
TURN = f"{RULEBOOK}, The turn: recovery"
SHOOTING = f"{RULEBOOK}, Shooting"
COMBAT = f"{RULEBOOK}, Hand-to-hand combat"
INJURIES = f"{RULEBOOK}, Wounds and injuries"
CRITICALS = f"{RULEBOOK}, Critical hits"
WEAPONS = f"{RULEBOOK}, Weapons and armour"
PSYCHOLOGY = f"{RULEBOOK}, Leadership and psychology"
SKILLS = f"{RULEBOOK}, Experience: skills"

POSTURES = (
    Choice("standing", "Standing"),
    Choice("knocked-down", "Knocked down"),
    Choice("stunned", "Stunned"),
)

CHARGE = Question(
    "charge",
    "Who charges",
    "a",
    (
        Choice("a", "Side A charges"),
        Choice("b", "Side B charges"),
        Choice("none", "Nobody: they fight already, and it is side A's turn"),
    ),
    help="The charger's turn is the first; after it the sides take turns.",
    source=f"{COMBAT}: who strikes first",
)
FIGHTERS = Question(
    "fighters",
    "How many of them fight",
    1,
    low=1,
    high=3,
    side=True,
    help="Up to three alike against one.",
    source=COMBAT,
)
WOUNDS_LOST = Question(
    "wounds-lost",
    "Wounds already lost",
    0,
    low=0,
    high=20,
    side=True,
    source=INJURIES,
)
POSTURE = Question(
    "posture", "How he begins", "standing", POSTURES, side=True, source=TURN
)
HATES = Question(
    "hates",
    "Hates this enemy",
    default=False,
    side=True,
    help="Also for those who hate only some enemies, where this is one of them.",
    source=f"{PSYCHOLOGY}: Hatred",
)
UNHOLY = Question(
    "unholy",
    "Is undead, possessed or a daemon",
    default=False,
    side=True,
    help="Known of those who feel no pain; asked because a stat line does not say it.",
    source=WEAPONS,
)
FRIEND_NEAR = Question(
    "friend-near",
    'A friend within 6" still stands',
    default=False,
    side=True,
    help="One who fights several enemies without a friend near tests Leadership.",
    source=f"{PSYCHOLOGY}: All alone",
)
LEADER_LD = Question(
    "leader-ld",
    "Leadership of a leader near; 0 for none",
    0,
    low=0,
    high=10,
    side=True,
    source=f"{PSYCHOLOGY}: Leaders",
)
INDOORS = Question(
    "indoors",
    "In buildings or ruins",
    default=False,
    help="Counts for pit fighters.",
    source=f"{SKILLS} (strength)",
)
DISTANCE = Question(
    "distance", "Distance (inches)", 6, low=0, high=60, source=f"{SHOOTING}: range"
)
COVER = Question("cover", "The target is in cover", default=False, source=SHOOTING)
MOVED = Question("moved", "The shooter moved", default=False, source=SHOOTING)
TWICE = Question(
    "twice",
    "Shoots twice if he can",
    default=False,
    help="Repeater crossbows, slings standing still at half range, Quick Shot.",
    source=f"{WEAPONS}: missile weapons",
)
SHOOTERS = Question("shooters", "How many shoot", 1, low=1, high=20, source=SHOOTING)
APART = Question(
    "distance",
    "Distance when it begins (inches)",
    24,
    low=1,
    high=60,
    help="Each sees the other, and the way between them is clear.",
    source=f"{SHOOTING}: range",
)
FIRST = Question(
    "first",
    "Who moves first",
    "a",
    (Choice("a", "Side A"), Choice("b", "Side B")),
    help="After it the sides take turns.",
    source=f"{RULEBOOK}, The turn",
)
CLOSING = Question(
    "closing",
    "Who goes for the enemy",
    "a",
    (
        Choice("a", "Side A"),
        Choice("b", "Side B"),
        Choice("both", "Both sides"),
    ),
    help="Who does not stays where he is and shoots if he can; in frenzy he charges.",
    source=f"{TURN}; movement",
)
APPROACH = Question(
    "approach",
    "Until a charge may arrive",
    "run",
    (
        Choice("run", 'They run while no enemy is within 8", then walk and shoot'),
        Choice("walk", "They walk, and shoot if they can"),
    ),
    help="Who runs does not shoot in that turn.",
    source=f"{RULEBOOK}, Movement: running",
)
CHARGE_WHEN = Question(
    "charge-when",
    "A charge whose reach hangs on a die is declared",
    "even",
    (
        Choice("may", "As soon as it may arrive"),
        Choice("even", "When it arrives more often than not"),
        Choice("certain", "When it is certain to arrive"),
    ),
    help="Leaps and the charges of orcs; all others reach twice their Movement.",
    source=f"{RULEBOOK}, Movement: charge",
)
IN_COVER = Question(
    "in-cover",
    "In cover until they meet",
    default=False,
    side=True,
    source=SHOOTING,
)
TURNS_OF_ROUT = Question(
    "tests",
    "Rout tests, one a turn",
    1,
    low=1,
    high=20,
    source=f"{PSYCHOLOGY}: Rout",
)

KINDS = (
    MatchUpKind(
        "fight",
        "Hand-to-hand combat",
        "One against one, or up to three alike against one, turn after turn until one "
        "side is out of action or flees.",
        (
            CHARGE,
            FIGHTERS,
            WOUNDS_LOST,
            POSTURE,
            HATES,
            UNHOLY,
            FRIEND_NEAR,
            LEADER_LD,
            INDOORS,
        ),
        round_name="Turn",
    ),
    MatchUpKind(
        "shooting",
        "Shooting",
        "Side A shoots at one fighter of side B in one turn.",
        (
            DISTANCE,
            COVER,
            MOVED,
            TWICE,
            SHOOTERS,
            WOUNDS_LOST,
            POSTURE,
            UNHOLY,
        ),
    ),
    MatchUpKind(
        "engagement",
        "Engagement",
        "Two fighters begin apart: turn by turn they move, shoot, charge and fight on "
        "until one is out of action.",
        (
            APART,
            FIRST,
            CLOSING,
            APPROACH,
            CHARGE_WHEN,
            IN_COVER,
            TWICE,
            WOUNDS_LOST,
            HATES,
            UNHOLY,
            LEADER_LD,
            INDOORS,
        ),
        round_name="Turn",
    ),
    MatchUpKind(
        "rout",
        "Rout tests",
        "Both warbands must test whether they rout; each side's fighter leads his.",
        (TURNS_OF_ROUT,),
        round_name="Test",
    ),
)

READINGS = (
    Question(
        "ones-miss",
        "A natural 1 to hit always misses",
        default=True,
        help="Not printed for hand-to-hand combat (house).",
        source=f"{COMBAT}: to hit; house",
    ),
    Question(
        "sevens",
        "Needing more than 6 to hit with a shot",
        "never",
        (
            Choice("never", "Cannot hit (house)"),
            Choice("six-and-more", "A 6, then 4+ for 7, 5+ for 8, 6 for 9"),
        ),
        source=f"{SHOOTING}: to hit; house",
    ),
    Question(
        "no-skill",
        "Weapon Skill 0, which the chart does not have",
        "two-and-six",
        (
            Choice("two-and-six", "Is hit on 2+ and hits on 6 (house)"),
            Choice("as-one", "Counts as 1"),
        ),
        source=f"{COMBAT}: Weapon Skill chart; house",
    ),
    Question(
        "ones-fail-saves",
        "A natural 1 always fails a save",
        default=True,
        help="No: a save of 1+ never fails.",
        source=f"{INJURIES}: armour saves",
    ),
    Question(
        "black-powder",
        "The printed save modifier of black powder",
        "total",
        (
            Choice("total", "Is all that there is"),
            Choice("added", "Is added to that of its Strength"),
        ),
        source=f"{RULEBOOK}, Blackpowder weapons",
    ),
    Question(
        "heavy-charge",
        "Charging with a weapon that strikes last",
        "last",
        (
            Choice("last", "Strikes last all the same"),
            Choice("first", "Strikes with the chargers"),
        ),
        source=f"{WEAPONS}: double-handed weapons",
    ),
    Question(
        "spear-and-charger",
        "A charger against a weapon that strikes first",
        "initiative",
        (
            Choice("initiative", "The higher Initiative (house)"),
            Choice("charger", "The charger"),
            Choice("weapon", "The weapon"),
        ),
        source=f"{COMBAT}: who strikes first; house",
    ),
    Question(
        "critical-injuries",
        "Two wounds from a critical hit on the last wound",
        "each",
        (
            Choice("each", "An injury roll for each, the worst counts"),
            Choice("one", "One injury roll"),
        ),
        source=CRITICALS,
    ),
    Question(
        "critical-saves",
        "Armour against the two wounds of a critical hit on 1 or 2",
        "one",
        (
            Choice("one", "One save, rolled before doubling"),
            Choice("each", "A save for each wound"),
        ),
        source=CRITICALS,
    ),
    Question(
        "parry-strength",
        "Strength that cannot be parried: twice that of",
        "own",
        (
            Choice("own", "The defender himself (house)"),
            Choice("weapon", "The defender with his weapon"),
        ),
        source=f"{WEAPONS}: parry; house",
    ),
    Question(
        "sling-moved",
        "A sling shoots twice after moving",
        default=False,
        source=f"{WEAPONS}: slings; house",
    ),
    Question(
        "shot-criticals",
        "Critical hits of a shooter with several shots",
        "each",
        (
            Choice("each", "Every shot may be one (house)"),
            Choice("one", "The first only"),
        ),
        source=f"{CRITICALS}; house",
    ),
    Question(
        "main-weapon",
        "Of two weapons the blows but one are struck with",
        "best",
        (
            Choice("best", "The one that hurts this enemy more (house)"),
            Choice("first", "The one listed first"),
        ),
        source=f"{COMBAT}: fighting with two weapons; house",
    ),
    Question(
        "alone",
        "A fighter alone against several tests",
        "every",
        (
            Choice("every", "At the end of every hand-to-hand phase"),
            Choice("own", "Only in his own turns"),
        ),
        source=f"{PSYCHOLOGY}: All alone",
    ),
    Question(
        "fear-proof",
        "Who causes fear fears nobody",
        default=True,
        source=f"{PSYCHOLOGY}: Fear; house",
    ),
)
