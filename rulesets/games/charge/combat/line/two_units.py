"""Combats of two units alone into which nobody charges: they are their fights."""

from dataclasses import replace

from rulesets.games.charge.combat.questions import KINDS, LINE
from rulesets.games.charge.combat.readings import READINGS
from rulesets.odds.battle_line.two_units import answers_of_two, keys_of_both
from rulesets.odds.match_up import MatchUp

OF_BOTH = keys_of_both(KINDS, LINE)
"""Keys of the questions of fights; combats of several units ask them all."""


def fight_of(asked: MatchUp) -> MatchUp | None:
    """Return the fight that a combat of two units is; none where one charges into it.

    Raises
    ------
    MatchUpError
        If an answer or the number of rounds is impossible.
    """
    told = answers_of_two(asked, LINE, KINDS, READINGS)
    if told is None or told["charges-from"]:
        return None
    return replace(asked, kind="fight", situation={key: told[key] for key in OF_BOTH})
