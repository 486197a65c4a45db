"""What the answers of Mordheim speak of, in plain words."""

from rulesets.games.mordheim.sources import COMBAT, INJURIES, PSYCHOLOGY
from rulesets.odds.combat import Word

WORDS = (
    Word(
        "Wins",
        "The other is out of action or has fled; a fighter who only lies on the"
        " ground has not lost yet.",
        COMBAT,
    ),
    Word(
        "Loses",
        "He is out of action himself, or failed the test of one who fights "
        "several alone, and fled.",
        PSYCHOLOGY,
    ),
    Word(
        "Knocked down",
        "Rolled 1 or 2 for injury: he lies, is hit without a roll, and gets up "
        "in his next turn.",
        INJURIES,
    ),
    Word(
        "Stunned",
        "Rolled 3 or 4 for injury: he lies helpless, and any attack on him takes "
        "him out; next turn he is only knocked down.",
        INJURIES,
    ),
    Word(
        "Out of action",
        "Rolled 5 or 6 for injury: he leaves the battle.",
        INJURIES,
    ),
    Word(
        "Wounds too many",
        "A fighter at 0 wounds fights on. Each further wound is one more roll "
        "for injury, and the worst counts.",
        INJURIES,
    ),
)
"""In the order in which they are told."""
