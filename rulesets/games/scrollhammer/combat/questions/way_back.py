"""Questions of Scrollhammer about the way behind a unit that falls back."""

from dataclasses import replace

from rulesets.games.scrollhammer.sources import MORALE
from rulesets.odds.match_up import Question
from rulesets.odds.settings import PLACE

_OF_A_UNIT = (
    Question(
        "friends",
        "Inches that carry it clear of friends behind it",
        0,
        low=0,
        high=60,
        side=True,
        help="From where it stands at the start; 0 for no friends. Who falls back so "
        "far runs through them, and they take a Panic test: how likely is told beside "
        "the answer. Who falls back less goes round them.",
        source=f"{MORALE}: Fall Back, Friendly Models; Panic Test",
        seldom=True,
    ),
    Question(
        "friends-leadership",
        "Leadership of those friends",
        7,
        low=1,
        high=10,
        side=True,
        source=f"{MORALE}: Panic Test",
        seldom=True,
    ),
    Question(
        "blocked",
        "Inches to what blocks its way back",
        0,
        low=0,
        high=60,
        side=True,
        help="From where it stands at the start; 0 for an open way. Who has to fall "
        "back farther, and finds no way round, is destroyed; nobody is run through "
        "then (house).",
        source=f"{MORALE}: Fall Back, Trapped",
        seldom=True,
    ),
)


def way_back_questions(kinds: tuple[str, ...]) -> tuple[Question, ...]:
    """Return the questions about the ways behind both sides, for kinds of match-up."""
    return tuple(replace(one, kinds=kinds) for one in _OF_A_UNIT)


OF_A_TARGET = tuple(
    replace(
        one,
        side=False,
        label=label,
        group=PLACE,
        help=one.help.replace("at the start", "now"),
        kinds=("shooting",),
    )
    for one, label in zip(
        _OF_A_UNIT,
        (
            "Inches that carry the target clear of friends behind it",
            "Leadership of those friends",
            "Inches to what blocks the way back of the target",
        ),
        strict=True,
    )
)
"""The same of the target of a volley, which is side B."""
