"""Questions of Warhammer about units that win a round: pursuit, redressed ranks."""

from rulesets.games.warhammer.combat.questions.kinds import IN_COMBAT
from rulesets.games.warhammer.sources import FLIGHT, REDRESS
from rulesets.odds.match_up import Choice, Question
from rulesets.odds.relevance import has_several

OF_WINNERS = (
    Question(
        "pursuit",
        "If the enemy breaks",
        "pursues",
        (Choice("pursues", "It pursues"), Choice("restrains", "It tries to hold back")),
        help="Who hates or is in a frenzy must pursue; behind an obstacle no test is "
        "needed to hold back.",
        side=True,
        source=FLIGHT,
        seldom=True,
        kinds=IN_COMBAT,
    ),
    Question(
        "redress",
        "If it wins a round and the enemy stands",
        "keeps",
        (
            Choice("keeps", "It keeps its front"),
            Choice("widens", "It widens its front"),
            Choice("laps-round", "It laps round the enemy"),
        ),
        help="From its rear ranks, each time as many as strike more for it. To lap "
        "round, its front must be as wide as the enemy's, and neither may touch "
        "anybody else.",
        side=True,
        source=REDRESS,
        seldom=True,
        matters=has_several,
        kinds=IN_COMBAT,
    ),
)
"""In the order in which they are asked."""
