"""Combats of two units alone into which nobody charges: they are their fights."""

from dataclasses import replace

from rulesets.games.charge.combat.questions import KINDS, LINE
from rulesets.games.charge.combat.readings import READINGS
from rulesets.odds.match_up import MatchUp
from rulesets.odds.settings import keys, settled

OF_FIGHTS = frozenset(
    key
    for kind in KINDS
    if kind.key == "fight"
    for question in kind.situation
    for key in keys(question)
)
"""Keys of the questions of fights; combats of several units ask them all."""


def fight_of(asked: MatchUp) -> MatchUp | None:
    """Return the fight that a combat of two units is; none where one charges into it.

    Raises
    ------
    MatchUpError
        If an answer or the number of rounds is impossible.
    """
    if asked.kind != LINE or asked.further or asked.without or asked.explained:
        return None
    told, _ = settled(asked, KINDS, READINGS)
    if told["charges-from"]:
        return None
    return replace(asked, kind="fight", situation={key: told[key] for key in OF_FIGHTS})
