"""Questions of Scrollhammer about a combat of several units."""

from rulesets.games.scrollhammer.combat.side_questions import LINE
from rulesets.games.scrollhammer.sources import COMBAT, FORMATIONS
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
        "strikes-at",
        "At whom of two enemies it strikes",
        "share",
        (
            Choice("share", "At both: who is engaged with both strikes at either"),
            Choice("first", "At the first, with all who are engaged with it"),
            Choice("second", "At the second, with all who are engaged with it"),
        ),
        side=True,
        help="Who is engaged with one enemy alone must strike at it.",
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
