"""Questions of Mordheim about a match-up: its kinds and the situation."""

from rulesets.games.mordheim.combat.questions.casting import (
    CASTS,
    DIFFICULTY,
    SPELL,
    UNDER,
)
from rulesets.games.mordheim.combat.questions.gear import (
    BOMB,
    BOMB_ON_THE_WAY,
    CALTROPS,
    FLASH,
    FOOT,
    FOOT_IN_ROUTS,
    GARLIC,
    HORN,
    NET,
    NET_ON_THE_WAY,
    SHADE,
    TORCH,
    VODKA,
    WATER,
    WATER_ON_THE_WAY,
)
from rulesets.games.mordheim.combat.questions.heights import (
    ABOVE,
    AT_EDGE,
    DIVE,
    EDGE,
    KEEPS_EDGE,
    LADDER,
)
from rulesets.games.mordheim.combat.questions.nerve import (
    FRIEND_NEAR,
    JOINS,
    LEADER_LD,
    SCATTERED,
    STAND_IN,
    TABLE_EDGE,
)
from rulesets.games.mordheim.combat.questions.said import OF_COMBATS, OF_SHOTS
from rulesets.games.mordheim.sources import (
    COMBAT,
    INJURIES,
    PSYCHOLOGY,
    RULEBOOK,
    SHOOTING,
    SKILLS,
    TURN,
    WEAPONS,
)
from rulesets.odds.closing import BY_WEAPONS, CLOSERS, CLOSING_HELP
from rulesets.odds.match_up import Choice, Question
from rulesets.odds.relevance import (
    any_of,
    carries,
    has_gear,
    has_piece,
    of_either,
    of_enemy,
)
from rulesets.odds.settings import ACTS, PLACE, SPECIAL_RULES, MatchUpKind

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
    group=ACTS,
)
FIGHTERS = Question(
    "fighters",
    "How many of them fight",
    1,
    low=1,
    high=5,
    side=True,
    help="Alike. Several against several pair off; at most three strike at one.",
    source=COMBAT,
)
WOUNDS_LOST = Question(
    "wounds-lost", "Wounds already lost", 0, low=0, high=20, side=True, source=INJURIES
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
    seldom=True,
)
UNHOLY = Question(
    "unholy",
    "Is undead, possessed or a daemon",
    default=False,
    side=True,
    help="Known of those who feel no pain; asked because a stat line does not say it.",
    source=WEAPONS,
    seldom=True,
    matters=any_of(
        of_enemy(carries("holy-weapon", "foul-odour", "sign-of-sigmar")),
        of_enemy(has_piece("blessed-water")),
    ),
)
INDOORS = Question(
    "indoors",
    "In buildings or ruins",
    default=False,
    help="Counts for pit fighters.",
    source=f"{SKILLS} (strength)",
    group=SPECIAL_RULES,
    matters=of_either(carries("pit-fighter-skill", "pit-fighter-at-home")),
)
DISTANCE = Question(
    "distance",
    "Distance (inches)",
    6,
    low=0,
    high=60,
    source=f"{SHOOTING}: range",
    group=PLACE,
)
COVER = Question(
    "cover", "The target is in cover", default=False, source=SHOOTING, group=PLACE
)
HARD_COVER = Question(
    "hard-cover",
    "The target is in hard cover",
    default=False,
    help="Walls and the like: -2 to hit instead of -1, as the source has it of "
    "Warhammer; the Living Rulebook has one kind of cover.",
    source="Mordheim Rulings, Hitting the Target: hard and soft cover; Warhammer",
    group=PLACE,
    seldom=True,
)
MOVED = Question(
    "moved", "The shooter moved", default=False, source=SHOOTING, group=ACTS
)
TWICE = Question(
    "twice",
    "Shoots twice if he can",
    default=False,
    help="Repeater crossbows, slings standing still at half range, Quick Shot.",
    source=f"{WEAPONS}: missile weapons",
    group=SPECIAL_RULES,
    matters=of_either(carries("fire-twice", "quick-shot", "knife-fighter")),
)
SHOOTERS = Question(
    "shooters", "How many shoot", 1, low=1, high=20, source=SHOOTING, group=ACTS
)
APART = Question(
    "distance",
    "Distance when it begins (inches)",
    24,
    low=1,
    high=60,
    help="Each sees the other, and the way between them is clear.",
    source=f"{SHOOTING}: range",
    group=PLACE,
)
FIRST = Question(
    "first",
    "Who moves first",
    "a",
    (Choice("a", "Side A"), Choice("b", "Side B")),
    help="After it the sides take turns.",
    source=f"{RULEBOOK}, The turn",
    group=ACTS,
)
CLOSING = Question(
    "closing",
    "Who goes for the enemy",
    BY_WEAPONS,
    CLOSERS,
    help=f"In frenzy he always charges. {CLOSING_HELP}",
    source=f"{TURN}; movement",
    group=ACTS,
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
    group=ACTS,
)
CRAWLS = Question(
    "crawls",
    "Stunned, in his next movement phase",
    "stays",
    (
        Choice("stays", "He stays where he is"),
        Choice("away", 'He crawls 2" away from the enemy'),
        Choice("towards", 'He crawls 2" towards the enemy'),
    ),
    side=True,
    help="While they are apart; in that turn he is turned over, and lies (house).",
    source="Mordheim Rulings, Stunned",
    seldom=True,
)
CHARGE_WHEN = Question(
    "charge-when",
    "A charge whose reach depends on a die is declared",
    "even",
    (
        Choice("may", "As soon as it may arrive"),
        Choice("even", "When it arrives more often than not"),
        Choice("certain", "When it is certain to arrive"),
    ),
    help="Leaps and the charges of orcs; all others reach twice their Movement.",
    source=f"{RULEBOOK}, Movement: charge",
    group=ACTS,
    matters=of_either(carries("leap", "waaagh-charge")),
)
IN_COVER = Question(
    "in-cover",
    "In cover until they meet",
    default=False,
    side=True,
    source=SHOOTING,
    matters=of_enemy(has_gear("ranged")),
)
IN_HARD_COVER = Question(
    "in-hard-cover",
    "In hard cover until they meet",
    default=False,
    side=True,
    source="Mordheim Rulings, Hitting the Target: hard and soft cover; Warhammer",
    seldom=True,
    matters=of_enemy(has_gear("ranged")),
)
TURNS_OF_ROUT = Question(
    "tests",
    "Turns in which both must test",
    1,
    low=1,
    high=20,
    source=f"{PSYCHOLOGY}: Rout",
    group=ACTS,
)

KINDS = (
    MatchUpKind(
        "fight",
        "Hand-to-hand combat",
        "One against one, several alike against one, or group against group, turn "
        "after turn until one side is out of action or flees.",
        (
            CHARGE,
            DIVE,
            LADDER,
            FIGHTERS,
            JOINS,
            WOUNDS_LOST,
            POSTURE,
            HATES,
            UNHOLY,
            FRIEND_NEAR,
            SCATTERED,
            LEADER_LD,
            TABLE_EDGE,
            INDOORS,
            EDGE,
            CASTS,
            UNDER,
            SHADE,
            VODKA,
            TORCH,
            HORN,
            FLASH,
            GARLIC,
            *OF_COMBATS,
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
            HARD_COVER,
            MOVED,
            TWICE,
            WATER,
            NET,
            BOMB,
            FOOT,
            SHOOTERS,
            WOUNDS_LOST,
            POSTURE,
            UNHOLY,
            EDGE,
            SHADE,
            *OF_SHOTS,
        ),
        round_name="",
    ),
    MatchUpKind(
        "engagement",
        "Engagement",
        "Two fighters or groups begin apart: turn by turn they move, shoot, charge and "
        "fight on until one side is out of action.",
        (
            APART,
            FIRST,
            FIGHTERS,
            CLOSING,
            APPROACH,
            CHARGE_WHEN,
            IN_COVER,
            IN_HARD_COVER,
            ABOVE,
            AT_EDGE,
            KEEPS_EDGE,
            CRAWLS,
            TWICE,
            WOUNDS_LOST,
            HATES,
            UNHOLY,
            SCATTERED,
            LEADER_LD,
            INDOORS,
            CASTS,
            SHADE,
            VODKA,
            TORCH,
            HORN,
            FLASH,
            GARLIC,
            CALTROPS,
            WATER_ON_THE_WAY,
            NET_ON_THE_WAY,
            BOMB_ON_THE_WAY,
            *OF_COMBATS,
        ),
        round_name="Turn",
        usual_time=0.005,
    ),
    MatchUpKind(
        "casting",
        "Casting a spell or saying a prayer",
        "Side A casts one of its spells, or says a prayer, at one fighter of side B.",
        (SPELL, DIFFICULTY, DISTANCE, FOOT, WOUNDS_LOST, POSTURE, UNHOLY, EDGE),
        round_name="",
    ),
    MatchUpKind(
        "rout",
        "Rout tests",
        "Both warbands must test whether they rout; each side's fighter leads his.",
        (TURNS_OF_ROUT, FIRST, STAND_IN, VODKA, HORN, FOOT_IN_ROUTS),
        round_name="Turn",
    ),
)
