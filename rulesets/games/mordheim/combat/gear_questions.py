"""Questions of Mordheim about gear whose effect a die or a player decides."""

from rulesets.games.mordheim.sources import PSYCHOLOGY, RULEBOOK
from rulesets.odds.match_up import Question
from rulesets.odds.relevance import has_piece

SHADE = Question(
    "shade",
    "What the D3 of his crimson shade gave him in Initiative",
    2,
    low=1,
    high=3,
    side=True,
    help="Rolled before the battle. With it he has 1 Movement and 1 Strength more; "
    "undead and possessed have nothing of it.",
    source=f"{RULEBOOK}: crimson shade",
    matters=has_piece("crimson-shade"),
)
HORN = Question(
    "horn",
    "Its war horn sounds in the first turn",
    default=False,
    side=True,
    help="One more Leadership, up to 10, in tests for fear and in the first rout test. "
    "For the horn of a friend a Leadership may be said that is one higher.",
    source=f"{PSYCHOLOGY}; Mordheim Annual 2002: war horn",
    matters=has_piece("war-horn"),
)
