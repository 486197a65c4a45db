"""Questions of Mordheim about spells and prayers."""

from rulesets.games.mordheim.sources import MAGIC
from rulesets.odds.match_up import Question
from rulesets.odds.relevance import has_gear
from rulesets.odds.settings import ACTS

SPELL = Question(
    "spell",
    "Which of his spells or prayers",
    1,
    low=1,
    high=20,
    help="In the order in which he has them.",
    source=MAGIC,
    group=ACTS,
)
CASTS = Question(
    "casts",
    "Which of his spells or prayers he casts in each of his turns; 0 for none",
    0,
    low=0,
    high=20,
    side=True,
    help="One that is a hit of a printed Strength, in the shooting phase, also in "
    "hand-to-hand combat. Counts for who knows any.",
    source=MAGIC,
    seldom=True,
    matters=has_gear("spell"),
)
DIFFICULTY = Question(
    "difficulty",
    "Difficulty; 0 for the printed one",
    0,
    low=0,
    high=13,
    help="Who knows no spell yet is asked by it alone.",
    source=MAGIC,
    group=ACTS,
)
