"""The odds of a match-up, kept or worked out within somebody's purse."""

from functools import partial

from armybuilder.accounts.cpu_budget import Purse
from armybuilder.armies.result_cache import Kept
from armybuilder.matchups.sides import odds_of
from rulesets.games import GAMES
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import MatchUp

MOST_KEPT = 64
"""Answers that a process keeps, of some 20 kB each."""

_kept: Kept[Odds] = Kept(MOST_KEPT)


def worked_out(match_up: MatchUp, purse: Purse | None) -> Odds:
    """Return the odds of a match-up, hands filled as serves best.

    Raises
    ------
    MatchUpError
        If it cannot be worked out.
    SpentError
        If it is not kept and nothing is left of the purse.
    """
    work = partial(odds_of(GAMES[match_up.game]), match_up)
    return _kept.answer(repr(match_up), work, purse)
