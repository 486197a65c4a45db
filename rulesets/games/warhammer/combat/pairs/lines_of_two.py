"""Battle lines of two units of whom nobody charged: they are their fights."""

from dataclasses import replace

from rulesets.games.warhammer.combat.questions.line import LINE
from rulesets.games.warhammer.combat.questions.questions import KINDS, QUESTIONS
from rulesets.games.warhammer.combat.questions.readings import READINGS
from rulesets.odds.match_up import MatchUp
from rulesets.odds.settings import keys, settled
from rulesets.odds.sides import SIDES

OF_BOTH = frozenset(
    key
    for question in QUESTIONS
    if {"fight", LINE} <= {*question.kinds}
    for key in keys(question)
)
"""Keys of the questions of fights that battle lines ask as well."""

NO_FIGHT = ("a.charges", "b.charges", "challenge")
"""Answers about a battle line with which it is no fight, or one of other questions."""


def fight_of(asked: MatchUp) -> MatchUp | None:
    """Return the fight that a battle line is; none where it is no fight.

    Raises
    ------
    MatchUpError
        If an answer or the number of rounds is impossible.
    """
    if asked.kind != LINE or asked.further or asked.without or asked.explained:
        return None
    told, _ = settled(asked, KINDS, READINGS)
    if any(told[key] for key in NO_FIGHT):
        return None
    situation = {key: told[key] for key in OF_BOTH}
    aims = {f"{side}.aims": told[f"{side}.aims-at-ridden"] for side in SIDES}
    return replace(asked, kind="fight", situation={**situation, **aims})
