"""Battle lines of two units of whom nobody charged: they are their fights."""

from dataclasses import replace

from rulesets.games.warhammer.combat.questions.line import LINE
from rulesets.games.warhammer.combat.questions.questions import KINDS
from rulesets.games.warhammer.combat.questions.readings import READINGS
from rulesets.odds.battle_line.two_units import answers_of_two, keys_of_both
from rulesets.odds.match_up import MatchUp
from rulesets.odds.sides import SIDES

OF_BOTH = keys_of_both(KINDS, LINE)
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
    told = answers_of_two(asked, LINE, KINDS, READINGS)
    if told is None or any(told[key] for key in NO_FIGHT):
        return None
    situation = {key: told[key] for key in OF_BOTH}
    aims = {f"{side}.aims": told[f"{side}.aims-at-ridden"] for side in SIDES}
    return replace(asked, kind="fight", situation={**situation, **aims})
