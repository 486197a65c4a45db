"""Questions of Mordheim about heights: edges, ladders, dives."""

from rulesets.games.mordheim.sources import CHARGES, FALLING
from rulesets.odds.match_up import Question
from rulesets.odds.settings import PLACE

DIVE = Question(
    "dive",
    "The charger dives from so high (inches); 0 for a charge on the level",
    0,
    low=0,
    high=6,
    help="A test of Initiative for each full 2 inches: passed, more Strength and +1 to "
    "hit in the first turn; failed, D3 hits. Of several each dives.",
    source=FALLING,
    group=PLACE,
    seldom=True,
)
LADDER = Question(
    "ladder",
    "The charge goes up a ladder or stairs",
    default=False,
    help="Who fails a test of Initiative ends at the bottom and does not charge.",
    source=CHARGES,
    group=PLACE,
    seldom=True,
)
EDGE = Question(
    "edge",
    'Height of an edge within 1" (inches); 0 for none',
    0,
    low=0,
    high=20,
    side=True,
    help="Who is knocked down or stunned there tests Initiative, or falls: D3 hits of "
    "a Strength of as many inches.",
    source=FALLING,
    seldom=True,
)
ABOVE = Question(
    "above",
    "Stands so high above the enemy (inches)",
    0,
    low=0,
    high=6,
    side=True,
    help="His charge is a dive; an enemy who charges him must pass a test of "
    "Initiative on the ladder.",
    source=FALLING,
    seldom=True,
)
KEEPS_EDGE = Question(
    "keeps-edge",
    "Still stands at that edge when charged up there",
    default=False,
    side=True,
    help="One against one only. Who falls in the fight lies below and is away from it; "
    "whoever charges him up there stands safely (house).",
    source=FALLING,
    seldom=True,
)
AT_EDGE = Question(
    "at-edge",
    'Stands within 1" of the edge up there until they meet',
    default=False,
    side=True,
    help="Who is knocked down or stunned there tests Initiative, or falls: D3 hits of "
    "a Strength of as many inches, and he is on the level with his enemy.",
    source=FALLING,
    seldom=True,
)
