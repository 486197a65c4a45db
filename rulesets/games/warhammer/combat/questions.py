"""What Warhammer asks about the situation of a match-up."""

from rulesets.games.warhammer.sources import (
    ANIMOSITY,
    BOOK,
    BRETONNIA,
    CHARACTERS,
    CHARGES,
    COMBAT,
    FLIGHT,
    MOVING,
    ORCS,
    PSYCHOLOGY,
    RESULT,
    SHOOTING,
)
from rulesets.odds.closing import BY_WEAPONS, CLOSERS, CLOSING_HELP
from rulesets.odds.match_up import Choice, Fighter, Question
from rulesets.odds.relevance import (
    all_of,
    carries,
    gear_of,
    has_gear,
    has_several,
    of_either,
    of_enemy,
)
from rulesets.odds.settings import ACTS, PLACE, SPECIAL_RULES


def _may_duel(own: Fighter, enemy: Fighter) -> bool:
    """Return whether a side has a champion, or is one model alone."""
    del enemy
    return not has_several(own, own) or any(p.role == "leader" for p in own.parts)


def _has_multiple_shots(own: Fighter, enemy: Fighter) -> bool:
    """Return whether a weapon of a side has multiple shots."""
    del enemy
    return any(
        piece.stats.get("shots") or any(r.key == "multiple-shots" for r in piece.rules)
        for piece in gear_of(own)
    )


SIDES = (Choice("front", "Front"), Choice("flank", "Flank"), Choice("rear", "Rear"))

WIDTH = Question(
    "width",
    "Models in the front rank",
    0,
    low=0,
    high=60,
    side=True,
    help="0 for the usual: five, or three in a lance formation.",
    source=f"{BOOK}, Formations",
    matters=has_several,
)
BASE = Question(
    "base",
    "Width of a base (mm)",
    0,
    low=0,
    high=150,
    side=True,
    help="0 by the type of unit: men and riders 25, large infantry and swarms 40, "
    "monsters and chariots 50 (house: the lists do not give them all).",
    source=COMBAT,
    seldom=True,
)
WOUNDS_LOST = Question(
    "wounds-lost", "Wounds already lost", 0, low=0, high=400, side=True, source=COMBAT
)
TOUCHED_IN = Question(
    "touched-in",
    "Where the enemy touches this unit",
    "front",
    SIDES,
    side=True,
    help="In the flank one model of each rank fights.",
    source=RESULT,
)
CONTACT = Question(
    "contact", "Where the charge hits", "front", SIDES, source=RESULT, group=PLACE
)
LAST_WON = Question(
    "last-won",
    "Who won the round before",
    "nobody",
    (Choice("nobody", "Nobody"), Choice("a", "Side A"), Choice("b", "Side B")),
    help="At equal Initiative the winner strikes first.",
    source=f"{COMBAT}: Order of combat",
    group=ACTS,
)
TURN = Question(
    "turn",
    "Whose turn it is",
    "a",
    (Choice("a", "Side A"), Choice("b", "Side B")),
    help="Then the turns alternate. Only tests of stupidity hang on it.",
    source=f"{PSYCHOLOGY}: Stupidity",
    group=ACTS,
    seldom=True,
    matters=of_either(carries("stupidity")),
)
GENERAL = Question(
    "general",
    "Leadership of the general within 12 inches",
    0,
    low=0,
    high=10,
    side=True,
    help="0 if he is not near.",
    source=CHARACTERS,
)
STANDARD_NEAR = Question(
    "battle-standard",
    "The battle standard within 12 inches",
    default=False,
    side=True,
    help="A failed Break test is rolled again.",
    source=CHARACTERS,
)
CHALLENGE = Question(
    "challenge",
    "Champions or characters meet in a challenge",
    default=False,
    help="They fight each other alone until one falls; up to five wounds beyond his "
    "own count for the result. Where both sides have somebody for it.",
    source=f"{CHARACTERS}: Challenges, Overkill",
    group=SPECIAL_RULES,
    seldom=True,
    matters=all_of(_may_duel, of_enemy(_may_duel)),
)
REFUSES = Question(
    "refuses",
    "Who refuses the challenge",
    "nobody",
    (Choice("nobody", "Nobody"), Choice("a", "Side A"), Choice("b", "Side B")),
    help="In every round: the champion goes to the back, strikes no blows, and his "
    "Leadership does not count. Who is alone cannot refuse.",
    source=f"{CHARACTERS}: Refusing a challenge",
    group=SPECIAL_RULES,
    seldom=True,
    matters=all_of(_may_duel, of_enemy(_may_duel)),
)
BONUS = Question(
    "bonus",
    "Other bonuses to the combat result",
    0,
    low=0,
    high=20,
    side=True,
    help="Such as magic banners, apart from the War Banner.",
    source=RESULT,
    seldom=True,
)
GROUND = Question(
    "higher-ground",
    "Who stands on higher ground",
    "nobody",
    (Choice("nobody", "Nobody"), Choice("a", "Side A"), Choice("b", "Side B")),
    source=RESULT,
    group=PLACE,
    seldom=True,
)
DEFENDED = Question(
    "defended",
    "Side B stands behind a defended obstacle",
    default=False,
    help="Side A hits on a 6 only, until it wins a round.",
    source=f"{COMBAT}: Defended obstacles",
    group=PLACE,
    seldom=True,
)
PURSUIT = Question(
    "pursuit",
    "If the enemy breaks",
    "pursues",
    (Choice("pursues", "It pursues"), Choice("restrains", "It tries to hold back")),
    help="Who hates or is in a frenzy must pursue; behind an obstacle no test is "
    "needed to hold back.",
    side=True,
    source=FLIGHT,
    seldom=True,
)
BLESSED = Question(
    "blessed",
    "It has the Blessing of the Lady",
    default=False,
    side=True,
    help="Counts for units with that rule.",
    source=f"{BRETONNIA}, Blessing of the Lady",
    matters=carries("blessing-of-the-lady"),
)
VOMITS = Question(
    "vomits",
    "Its Trolls vomit",
    default=False,
    side=True,
    help="In every round, in place of all blows; counts for units with that rule.",
    source=f"{ORCS}, Troll vomit",
    matters=carries("troll-vomit"),
)
HATES = Question(
    "hates",
    "It hates this enemy",
    default=False,
    side=True,
    help="For hatred of one people; who has the rule Hatred always hates.",
    source=f"{PSYCHOLOGY}: Hatred",
    seldom=True,
)
FEARS = Question(
    "fears",
    "It fears this enemy",
    default=False,
    side=True,
    help="For fear of one people; who causes fear or terror is feared anyway.",
    source=f"{PSYCHOLOGY}: Fear",
    seldom=True,
)
TERROR_TESTED = Question(
    "terror-tested",
    "Side B has already taken its test for terror",
    default=False,
    help="One is enough for a battle; from then on terror is fear.",
    source=f"{PSYCHOLOGY}: Terror",
    group=SPECIAL_RULES,
    matters=carries("terror"),
)
REACTION = Question(
    "reaction",
    "How the charged unit reacts",
    "holds",
    (
        Choice("holds", "It holds"),
        Choice("shoots", "It stands and shoots"),
        Choice("flees", "It flees"),
    ),
    help="The front rank shoots at -1 before contact, if the charge comes from further "
    "than half of its reach.",
    source=CHARGES,
    group=ACTS,
)
DISTANCE = Question(
    "distance",
    "Distance (inches)",
    12,
    low=0,
    high=200,
    help="Over half of a weapon's range is long range.",
    source=SHOOTING,
    group=PLACE,
)
CHARGE_DISTANCE = Question(
    "distance",
    "Distance of the charge (inches)",
    8,
    low=0,
    high=60,
    help="For shots at the charger, and for flight from it.",
    source=SHOOTING,
    group=PLACE,
)
MOVED = Question(
    "moved", "The shooters have moved", default=False, source=SHOOTING, group=ACTS
)
CHARGING = Question(
    "charging",
    "The target is charging the shooters",
    default=False,
    source=SHOOTING,
    group=ACTS,
)
COVER = Question(
    "cover",
    "The target stands",
    "open",
    (
        Choice("open", "In the open"),
        Choice("soft", "In soft cover, -1"),
        Choice("hard", "In hard cover, -2"),
    ),
    source=SHOOTING,
    group=PLACE,
)
ALL_SHOTS = Question(
    "all-shots",
    "Shoot with all multiple shots",
    default=True,
    help="Each at -1; otherwise one shot without it.",
    source=SHOOTING,
    group=SPECIAL_RULES,
    matters=of_either(_has_multiple_shots),
)
HILL = Question(
    "hill",
    "The shooters stand on a hill",
    default=False,
    help="Then two ranks shoot.",
    source=SHOOTING,
    group=PLACE,
)

APART = Question(
    "distance",
    "Distance at the start (inches)",
    24,
    low=1,
    high=72,
    source=MOVING,
    group=PLACE,
)
MOVES_FIRST = Question(
    "first",
    "Who moves first",
    "a",
    (Choice("a", "Side A"), Choice("b", "Side B")),
    source=f"{BOOK}, The turn",
    group=ACTS,
)
CLOSING = Question(
    "closing",
    "Who closes in",
    BY_WEAPONS,
    CLOSERS,
    help=f"Who closes in charges as soon as it can reach. {CLOSING_HELP}",
    source=MOVING,
    group=ACTS,
)
PACE = Question(
    "pace",
    "How it closes in",
    "marches",
    (
        Choice("marches", "It marches where it may, and does not shoot then"),
        Choice("walks", "It walks, and shoots as it comes if its weapon allows"),
    ),
    side=True,
    help="Nobody marches with an enemy within 8 inches; chariots never do.",
    source=f"{MOVING}: Marching",
)
RESPONSE = Question(
    "reaction",
    "When it is charged",
    "shoots",
    (
        Choice("holds", "It holds"),
        Choice("shoots", "It stands and shoots where it can"),
        Choice("flees", "It flees"),
    ),
    side=True,
    help="Shots need a charge from further than half of its reach.",
    source=CHARGES,
)
TURNS = Question(
    "turns",
    "Turns of each side before contact",
    6,
    low=1,
    high=12,
    help="Who is not in contact by then never is. The combat itself has no such limit.",
    source=f"{BOOK}, The turn; house",
    group=ACTS,
    seldom=True,
)
QUELLED = Question(
    "quelled",
    "A Black Orc character leads it or is within 6 inches",
    default=False,
    side=True,
    help="A failed test of animosity is rolled again; counts for units that take it.",
    source=ANIMOSITY,
    matters=carries("animosity"),
)
TARGET_COVER = Question(
    "cover",
    "Where it stands when it is shot at",
    "open",
    COVER.choices,
    side=True,
    source=SHOOTING,
    matters=of_enemy(has_gear("ranged")),
)
ON_HILL = Question(
    "hill",
    "It stands on a hill",
    default=False,
    side=True,
    help="Then two ranks shoot.",
    source=SHOOTING,
    matters=has_gear("ranged"),
)
