"""Questions of Mordheim about friends and nerve: who is near, comes, leads or runs."""

from rulesets.games.mordheim.sources import CHARGES, PSYCHOLOGY
from rulesets.odds.match_up import Question

FRIEND_NEAR = Question(
    "friend-near",
    'A friend within 6" still stands',
    default=False,
    side=True,
    help="One who fights several enemies without a friend near tests Leadership.",
    source=f"{PSYCHOLOGY}: All alone",
    seldom=True,
)
SCATTERED = Question(
    "scattered",
    'In a group, the friends are more than 6" away',
    default=False,
    side=True,
    help="Then each who fights several enemies tests Leadership, not only the last.",
    source=f"{PSYCHOLOGY}: All alone",
    seldom=True,
    needs="fighters",
)
LEADER_LD = Question(
    "leader-ld",
    "Leadership of a leader near; 0 for none",
    0,
    low=0,
    high=10,
    side=True,
    source=f"{PSYCHOLOGY}: Leaders",
    seldom=True,
)
STAND_IN = Question(
    "leader-ld",
    'Leadership of a warrior within 6" who takes the tests; 0 for none',
    0,
    low=0,
    high=10,
    side=True,
    help="A leader may appoint one; the better Leadership of both is tested.",
    source="Mordheim Rulings, Glossary: Leadership test",
    seldom=True,
)
JOINS = Question(
    "joins",
    "In which turn of its own one more charges in; 0: nobody",
    0,
    low=0,
    high=10,
    side=True,
    help="Alike to the others of its side, and fresh. The turn of the charge is the "
    "charger's first.",
    source=f"{CHARGES}; Who Strikes First",
    seldom=True,
)
TABLE_EDGE = Question(
    "table-edge",
    "Inches to the edge of the table; 0: who breaks has lost",
    0,
    low=0,
    high=60,
    side=True,
    help="Who breaks from several runs 2D6 inches towards it and tests again at the "
    "start of each of his turns: passed, he rallies; failed, he runs on, and at the "
    "edge he is removed. Nobody follows him or shoots at him (house).",
    source="Mordheim Rulings, Panic; Recovery",
    seldom=True,
)
