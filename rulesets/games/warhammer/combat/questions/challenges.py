"""Questions of Warhammer about a challenge: between two units, and in a battle line."""

from dataclasses import replace

from rulesets.games.warhammer.combat.questions.kinds import LINE, OF_TWO
from rulesets.games.warhammer.sources import CHARACTERS
from rulesets.odds.match_up import Choice, Fighter, Question
from rulesets.odds.relevance import all_of, has_several, of_enemy
from rulesets.odds.settings import SPECIAL_RULES


def _may_duel(own: Fighter, enemy: Fighter) -> bool:
    """Return whether a side has a champion, or is one model alone."""
    del enemy
    return not has_several(own, own) or any(p.role == "leader" for p in own.parts)


_CHALLENGE = Question(
    "challenge",
    "Champions or characters meet in a challenge",
    default=False,
    help="They fight each other alone until one falls; up to five wounds beyond "
    "his own count for the result. Where both sides have somebody for it.",
    source=f"{CHARACTERS}: Challenges, Overkill",
    group=SPECIAL_RULES,
    seldom=True,
    matters=all_of(_may_duel, of_enemy(_may_duel)),
    kinds=OF_TWO,
)

_REFUSES = Question(
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
    kinds=OF_TWO,
    needs="challenge",
)

CHALLENGE_OF_TWO = (_CHALLENGE, _REFUSES)

CHALLENGE_IN_LINE = (
    replace(
        _CHALLENGE,
        label="Characters meet in a challenge",
        help="The first characters of both sides whose units touch fight each other "
        "alone until one falls; up to five wounds beyond his own count for the result.",
        matters=None,
        kinds=(LINE,),
        characters="both",
    ),
    replace(
        _REFUSES,
        help="In every round: the character goes to the back, strikes no blows, and "
        "his Leadership does not count. Who is alone cannot refuse.",
        matters=None,
        kinds=(LINE,),
        characters="both",
    ),
)
