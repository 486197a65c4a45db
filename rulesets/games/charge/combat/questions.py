"""Questions of Charge about a match-up: its kinds, the situation, and the readings.

The readings are the points that the rules, Charge v2 0.1 beta, leave open. The default
is the printed text where there is one, but for the four that `docs/odds.md` names; else
a house reading, labelled so.
"""

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
from rulesets.odds.relevance import carries, of_either
from rulesets.odds.settings import ACTS, PLACE, SPECIAL_RULES, MatchUpKind

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
    matters=of_either(carries("volley-fire")),
)
DISTANCE = Question(
    "distance",
    "Shortest distance (inches)",
    3,
    low=0,
    high=200,
    help="Rounded up. A unit may charge if this is less than its speed.",
    source=CHARGING,
    group=PLACE,
)
FURTHEST = Question(
    "furthest",
    "Longest distance (inches)",
    0,
    low=0,
    high=200,
    help="Rounded up; 0 for the same as the shortest. Only for the push, and only if "
    "the charge distance is read as the longest.",
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
    matters=of_either(carries("fearsome")),
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
    matters=of_either(
        carries("shield-wall", "stand-and-shoot", "fire-and-flee", "tactical-genius")
    ),
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

_NEAR = (WOUNDS_LOST, GENERAL_NEAR, KIN_NEAR)

KINDS = (
    MatchUpKind(
        "charge",
        "Charge",
        "Side A charges side B: tests, reaction, push back, then the melee.",
        (
            DISTANCE,
            FURTHEST,
            CONTACT,
            REACTION,
            USE_FEARSOME,
            VOLLEY_FIRE,
            *_NEAR,
        ),
        of_a=True,
    ),
    MatchUpKind(
        "fight",
        "Melee",
        "Two units in contact fight round after round; side A is active first, and "
        "nobody charges: no test, no reaction and no push of a charge.",
        (TOUCHED_IN, *_NEAR),
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
            FIRST,
            CLOSING,
            TURNS,
            CONTACT,
            REACTION,
            USE_FEARSOME,
            VOLLEY_FIRE,
            *_NEAR,
        ),
        "Turn",
    ),
)

READINGS = (
    Question(
        "later-rounds",
        "Who is active after the first round",
        "alternating",
        (
            Choice("alternating", "The sides take turns"),
            Choice("a", "Side A in every round"),
            Choice("b", "Side B in every later round"),
        ),
        help="Every player's turn has a Melee phase, so the sides take turns.",
        source=f"{DOCUMENT}, Phases and turn sequence",
    ),
    Question(
        "half-strength",
        "A unit that lost half or more of its wounds",
        "none",
        (
            Choice("none", "Has no penalty (none is printed)"),
            Choice("half-dice", "Rolls half its dice, rounded up (house)"),
        ),
        source=f"{STATES}: Half Strength; the penalties are not printed",
    ),
    Question(
        "dead-strike",
        "A unit destroyed by the active side still strikes",
        default=False,
        help="Printed: the active side resolves its attacks first.",
        source=f"{MELEE}: Resolving a Combat; house",
    ),
    Question(
        "test-after-destroying",
        "A unit that destroyed its enemy but lost wounds still tests Morale",
        default=False,
        help="Printed: any unit that lost a wound tests; but no enemy is left to fall "
        "back from.",
        source=f"{MELEE}: Morale; house",
    ),
    Question(
        "fall-back-ends",
        "Falling back ends the fight",
        default=True,
        help="No: only Broken and destroyed units leave it, the enemy follows.",
        source=f"{MORALE}: Fall Back; house",
    ),
    Question(
        "flank-and-rear",
        "A unit attacked in flank and rear at once",
        "better",
        (
            Choice("better", "Is hit at the better bonus, +2 (house)"),
            Choice("both", "Is hit at both bonuses, +3"),
        ),
        source=f"{MELEE}: Flank and Rear Attacks; house",
    ),
    Question(
        "ones-fail",
        "A natural 1 always fails",
        default=True,
        help="Yes: no need is better than 2+.",
        source=f"{MELEE}: Rolling to hit; house",
    ),
    Question(
        "sixes-hit",
        "A natural 6 always hits",
        default=False,
        help="No: a need of 7 or more cannot hit.",
        source=f"{MELEE}: Rolling to hit; house",
    ),
    Question(
        "push-total",
        "The push of a volley",
        "hits",
        (
            Choice("hits", "Hits times the push of each (house)"),
            Choice("one-plus-hits", "1 and the push of each hit"),
        ),
        source=f"{SHOOTING}: Push",
    ),
    Question(
        "charge-distance",
        "The distance that a charge uses up of its push",
        "shortest",
        (
            Choice("shortest", "The shortest, rounded up (house)"),
            Choice("longest", "The longest, rounded up"),
        ),
        help="The worked example prints totals that agree with the shortest.",
        source=CHARGING,
    ),
    Question(
        "fear-in-reach",
        "A unit that falls back or flees in fear before contact, still in reach",
        "caught",
        (
            Choice("caught", "Is reached all the same (house)"),
            Choice("away", "Is not reached"),
        ),
        help="Who falls back D6 inches fights then; who broke and flees 2D6 is caught "
        "as whoever flees from a charge.",
        source=f"{DOCUMENT}, Reactions; {UNIVERSAL}: Terrifying",
    ),
    Question(
        "short-charge",
        "A charge that falls short",
        "speed",
        (
            Choice("speed", "Moves on by its whole speed (house)"),
            Choice("stays", "Does not move"),
        ),
        help="Printed: the unit continues to move and then comes to a stop. Asked in "
        "an engagement, which goes on.",
        source=f"{DOCUMENT}, Reactions; house",
    ),
    Question(
        "abilities",
        "Abilities whose text is missing",
        "house",
        (
            Choice("house", "Work by their house readings"),
            Choice("printed", "Do nothing: no text is printed"),
        ),
        source=ABILITIES,
    ),
    Question(
        "shield-wall-lasts",
        "Shield Wall lasts for",
        "round",
        (
            Choice("round", "The melee that follows: one round (house)"),
            Choice("fight", "The whole fight"),
        ),
        source=f"{ABILITIES}: Shield Wall",
    ),
    Question(
        "reaction-shots-push",
        "Shots of a reaction push the charger back",
        default=False,
        help="Yes: a charger pushed out of reach falls short.",
        source=f"{ABILITIES}: Stand and shoot; house",
    ),
    Question(
        "caught-fleeing",
        "A unit that flees from a charge and is caught",
        "destroyed",
        (
            Choice("destroyed", "Is destroyed (house)"),
            Choice("rear", "Fights, struck in the rear"),
        ),
        source=f"{ABILITIES}: Fire and Flee; {MORALE}: Flee",
    ),
    Question(
        "general-himself",
        "General's Leadership counts for the unit itself",
        default=True,
        source=f"{UNIVERSAL}: General's Leadership; house",
    ),
    Question(
        "rally-on-two",
        "A Rally roll of two on the dice",
        "total",
        (
            Choice("total", "Counts as 4: only a total of exactly 2 breaks (house)"),
            Choice("dice", "Fails, whatever is added"),
        ),
        source=f"{DOCUMENT}, Rally; {MORALE}: Morale Test",
    ),
)
