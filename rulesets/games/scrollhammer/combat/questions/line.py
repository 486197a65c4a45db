"""Questions of Scrollhammer about a combat of several units."""

from rulesets.games.scrollhammer.combat.questions.sides import LINE
from rulesets.games.scrollhammer.sources import COMBAT, FORMATIONS, MORALE
from rulesets.odds.match_up import Choice, Question
from rulesets.odds.settings import ACTS

OF_A_LINE = (
    Question(
        "charges",
        "It charged in this turn",
        default=False,
        side=True,
        help="It has one attack more in the first round. Only one side charges in a "
        "turn; side A has its turn if nobody charged.",
        source=f"{COMBAT}: Number of Attacks",
        kinds=(LINE,),
    ),
    Question(
        "charge-distance",
        "Inches that its charge must cover",
        0,
        low=0,
        high=12,
        side=True,
        help="To the farthest of its enemies; 0 if it is in contact already. 2D6, two "
        "dice of three where an enemy is invisible or it is paralyzed; a charge that "
        "falls short does not come into the combat.",
        source=f"{COMBAT}: Multiple Charges; Failed Charge",
        seldom=True,
        kinds=(LINE,),
    ),
    Question(
        "fleeing",
        "It is falling back when it is charged",
        default=False,
        side=True,
        help="Once a charge is in range it takes a Leadership test: it fights as "
        "skirmishers, or is removed, and charges go on at the others.",
        source=f"{MORALE}: Regrouping When Charged; Regrouping and Multiple Charges",
        seldom=True,
        kinds=(LINE,),
    ),
    Question(
        "strikes-at",
        "At whom of several enemies it strikes",
        "share",
        (
            Choice("share", "At all: who is engaged with several strikes at each"),
            Choice("first", "At the first, with all who are engaged with it"),
            Choice("second", "At the second, with all who are engaged with it"),
            Choice(
                "third", "At the third, with all who are engaged with it", enemies=3
            ),
        ),
        side=True,
        help="Who is engaged with one enemy alone must strike at it; who is not with "
        "the one said strikes at the next.",
        source=f"{COMBAT}: Directing Attacks",
        seldom=True,
        enemies=2,
        kinds=(LINE,),
    ),
)
"""Asked of each unit of a battle line, beside what every combat asks."""

CONTACT = Question(
    "contact",
    "Where it touches the enemy",
    "front",
    (Choice("front", "Front"), Choice("flank", "Flank"), Choice("rear", "Rear")),
    help="Counts for an enemy in ranks, as if it were said to be struck there.",
    source=f"{FORMATIONS}: Flanks",
    group=ACTS,
    kinds=(LINE,),
)
"""Asked of each further unit."""
