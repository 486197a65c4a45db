"""Questions of Mordheim about spells and prayers."""

from rulesets.games.mordheim.sources import MAGIC
from rulesets.games.mordheim.spell_rules import OF_SPELLS, PREFIX
from rulesets.odds.match_up import Choice, Question
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
UNDER = Question(
    "under",
    "Under a spell or prayer that is already cast",
    "none",
    (
        Choice("none", "Under none"),
        *(
            Choice(row.key.removeprefix(PREFIX), f"{row.name}: {row.summary}")
            for row in OF_SPELLS
        ),
    ),
    side=True,
    help="It counts in every turn, for each of the side's fighters; that it may end is "
    "not followed. For a single turn ask for one turn.",
    source=MAGIC,
    seldom=True,
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
