"""Questions of Charge about a match-up: its kinds and the situation."""

from dataclasses import replace

from rulesets.games.charge.sources import (
    ABILITIES,
    CHARGING,
    DOCUMENT,
    MELEE,
    MORALE,
    SHOOTING,
    STATES,
    UNIVERSAL,
)
from rulesets.odds.closing import BY_WEAPONS, CLOSERS, CLOSING_HELP
from rulesets.odds.match_up import Choice, Question
from rulesets.odds.relevance import carries, of_either, of_enemy
from rulesets.odds.settings import ACTS, PLACE, SPECIAL_RULES, MatchUpKind

LINE = "battle-line"
"""Key of the combat of several units."""

_REACTS = carries("shield-wall", "stand-and-shoot", "fire-and-flee", "tactical-genius")
_FEARSOME = carries("fearsome")
_VOLLEYS = carries("volley-fire")

CONTACTS = (
    Choice("front", "Front"),
    Choice("flank", "Flank"),
    Choice("rear", "Rear"),
    Choice("flank-and-rear", "Flank and rear"),
)

WOUNDS_LOST = Question(
    "wounds-lost", "Wounds already lost", 0, low=0, high=200, side=True, source=STATES
)
GENERAL_NEAR = Question(
    "general-near",
    "A friend with General's Leadership within 12\"",
    default=False,
    side=True,
    source=f"{UNIVERSAL}: General's Leadership",
    seldom=True,
)
KIN_NEAR = Question(
    "kin-near",
    'Another unit of the same name within 6"',
    default=False,
    side=True,
    help="Counts for units with Strength in numbers.",
    source=f"{UNIVERSAL}: Strength in numbers",
    matters=carries("strength-in-numbers"),
)
TOUCHED_IN = Question(
    "touched-in",
    "Where the enemy touches this unit",
    "front",
    CONTACTS,
    side=True,
    help="A unit touched only in its flank or rear does not strike.",
    source=f"{MELEE}: Flank and Rear Attacks",
)
CONTACT = Question(
    "contact",
    "Where the charge hits",
    "front",
    CONTACTS,
    source=f"{MELEE}: Flank and Rear Attacks",
    group=PLACE,
)
RANGE = Question(
    "distance", "Distance (inches)", 12, low=0, high=200, source=SHOOTING, group=PLACE
)
VOLLEY_FIRE = Question(
    "volley-fire",
    "Use Volley Fire",
    default=False,
    help="Double the dice at -1 to hit, for units with Volley Fire.",
    source=f"{UNIVERSAL}: Volley Fire",
    group=SPECIAL_RULES,
    matters=of_either(_VOLLEYS),
)
DISTANCE = Question(
    "distance",
    "Shortest distance (inches)",
    3,
    low=0,
    high=200,
    help="In whole inches, rounded down. A unit may charge if this is less than its "
    "speed.",
    source=CHARGING,
    group=PLACE,
)
PART_INCH = Question(
    "part-inch",
    "The shortest distance is a part of an inch more",
    default=False,
    help='2.4" are 2 and a part more. The push is that of the next whole inch, since '
    "the text rounds it up; whether the charge arrives, that of the distance itself.",
    source=CHARGING,
    group=PLACE,
    seldom=True,
)
FURTHEST = Question(
    "furthest",
    "Longest distance (inches)",
    0,
    low=0,
    high=200,
    help="Rounded up; 0 for the same as the shortest. Only for the push, and only if "
    "the charge distance is read as the longest; in an engagement that when it begins.",
    source=CHARGING,
    group=PLACE,
    seldom=True,
)
USE_FEARSOME = Question(
    "use-fearsome",
    "The charger uses Fearsome",
    default=False,
    help="Once per game, before charging.",
    source=f"{ABILITIES}: Fearsome",
    group=SPECIAL_RULES,
    matters=of_either(_FEARSOME),
)
REACTION = Question(
    "reaction",
    "How the charged unit reacts",
    "none",
    (
        Choice("none", "It does not"),
        Choice("shield-wall", "Shield Wall"),
        Choice("stand-and-shoot", "Stand and shoot"),
        Choice("fire-and-flee", "Fire and Flee"),
        Choice("tactical-genius", "Tactical Genius"),
    ),
    help="One reaction is played to a charge (house). A unit without the ability does "
    "not react, and nobody shoots at a charger that hits its flank or rear.",
    source=f"{DOCUMENT}, Reactions",
    group=ACTS,
    matters=of_either(_REACTS),
)

CHARGES_FROM = Question(
    "charges-from",
    "Inches from which it charges",
    0,
    low=0,
    high=200,
    help="Rounded up; 0 if it does not charge, but is in contact already. Only units "
    "of side A charge, one after the other: tests, the reaction, and the push come "
    "before the combat.",
    source=CHARGING,
    group=ACTS,
)

APART = Question(
    "distance",
    "Distance when it begins (inches)",
    24,
    low=1,
    high=100,
    source=SHOOTING,
    group=PLACE,
)
FIRST = Question(
    "first",
    "Who has the first turn",
    "a",
    (Choice("a", "Side A"), Choice("b", "Side B")),
    source=f"{DOCUMENT}, Phases and turn sequence",
    group=ACTS,
)
CLOSING = Question(
    "closing",
    "Who closes in",
    BY_WEAPONS,
    CLOSERS,
    help=f"Who closes in moves and charges as soon as it may. {CLOSING_HELP}",
    source=f"{DOCUMENT}, Movement",
    group=ACTS,
)
TURNS = Question(
    "turns",
    "Turns of each side before contact, at most",
    12,
    low=1,
    high=30,
    source=f"{DOCUMENT}, Phases and turn sequence; no length is printed",
    group=ACTS,
    seldom=True,
)

STRIKES_AT = Question(
    "strikes-at",
    "Enemy at which it strikes, if several are in its front",
    "first",
    (
        Choice("first", "The first unit, then the second"),
        Choice("second", "The second unit, then the first"),
        Choice("third", "The third unit, then the first", enemies=3),
        Choice("fewest", "The one with the fewest wounds left as the round begins"),
    ),
    side=True,
    help="All attacks of a unit go at one enemy. Who is destroyed before is not struck "
    "at any more.",
    source=f"{MELEE}: Pick a Melee Target",
    seldom=True,
    enemies=2,
)
TOUCHES_IN = replace(
    CONTACT, label="Where it touches the enemy", group=ACTS, kinds=(LINE,)
)

FRIEND_BEHIND = Question(
    "friend-behind",
    "A friend in the way of its flight, so many inches off",
    0,
    low=0,
    high=100,
    side=True,
    help="0 for none. If the unit flees 2D6 inches into it, the friend tests Morale: "
    "told beside the answer.",
    source=f"{MORALE}: Flee",
    seldom=True,
)
ENEMY_BEHIND = Question(
    "enemy-behind",
    "An enemy in the way of its flight, so many inches off",
    0,
    low=0,
    high=100,
    side=True,
    help="0 for none. If the unit flees 2D6 inches into it, it is destroyed: told "
    "beside the answer, where it counts as broken or fled.",
    source=f"{MORALE}: Flee",
    seldom=True,
)
_FLIGHT = (FRIEND_BEHIND, ENEMY_BEHIND)
_OF_CHARGES = (
    CHARGES_FROM,
    replace(REACTION, matters=of_enemy(_REACTS)),
    replace(USE_FEARSOME, matters=_FEARSOME),
    replace(VOLLEY_FIRE, matters=of_enemy(_VOLLEYS)),
)
"""Of charges by side A at side B."""

_OF_FURTHER_CHARGES = (
    replace(CHARGES_FROM, sides=("a",)),
    replace(REACTION, matters=_REACTS, sides=("b",)),
    replace(USE_FEARSOME, matters=_FEARSOME, sides=("a",)),
    replace(VOLLEY_FIRE, matters=_VOLLEYS, sides=("b",)),
)
"""Of a further unit: it charges if it is of side A, and is charged if of side B."""

_NEAR = (WOUNDS_LOST, GENERAL_NEAR, KIN_NEAR)

KINDS = (
    MatchUpKind(
        "charge",
        "Charge",
        "Side A charges side B: tests, reaction, push back, then the melee.",
        (
            DISTANCE,
            PART_INCH,
            FURTHEST,
            CONTACT,
            *_OF_CHARGES[1:],
            *_NEAR,
            *_FLIGHT,
        ),
        of_a=True,
    ),
    MatchUpKind(
        "fight",
        "Melee",
        "Two units in contact fight round after round; side A is active first, and "
        "nobody charges: no test, no reaction and no push of a charge.",
        (TOUCHED_IN, *_NEAR, *_FLIGHT),
    ),
    MatchUpKind(
        "shooting",
        "Shooting",
        "Side A shoots one volley at side B.",
        (RANGE, VOLLEY_FIRE, WOUNDS_LOST),
        round_name="",
        of_a=True,
    ),
    MatchUpKind(
        "engagement",
        "Engagement",
        "Two units come at each other from a distance: shots and moves turn by turn, "
        "the charge, then the melee to its end.",
        (
            APART,
            FURTHEST,
            FIRST,
            CLOSING,
            TURNS,
            CONTACT,
            REACTION,
            USE_FEARSOME,
            VOLLEY_FIRE,
            *_NEAR,
            *_FLIGHT,
        ),
        "Turn",
    ),
    MatchUpKind(
        LINE,
        "Combat of several units",
        "Up to three units a side in contact fight round after round: side A is active "
        "first, and its units strike before all others. They may charge into it.",
        (*_OF_CHARGES, TOUCHED_IN, STRIKES_AT, *_NEAR, *_FLIGHT),
        of_units=(
            TOUCHES_IN,
            *(replace(one, group=ACTS) for one in _OF_FURTHER_CHARGES),
            *(
                replace(one, side=False, group=ACTS)
                for one in (TOUCHED_IN, STRIKES_AT, *_NEAR, *_FLIGHT)
            ),
        ),
        most_units=3,  # All wounded test Morale at once, three ways each: 729 of six.
        usual_time=0.02,
    ),
)
