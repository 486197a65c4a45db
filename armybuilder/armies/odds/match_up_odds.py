"""The odds of a match-up, kept or computed within a purse."""

from functools import partial

from armybuilder.accounts.cpu_budget import Purse
from armybuilder.armies.odds.result_cache import ResultCache
from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.matchups.best_loadout import settle
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import MatchUp

MOST_KEPT = 200
"""Answers that a process keeps, of some 20 kB each."""

_kept: ResultCache[tuple[MatchUp, Odds]] = ResultCache(MOST_KEPT)


def match_up_odds(match_up: MatchUp, purse: Purse | None) -> Odds:
    """Return the odds of a match-up, each side with its best loadout.

    Raises
    ------
    MatchUpError
        If it cannot be worked out.
    SpentError
        If it is not kept and nothing is left of the purse.
    """
    return settled_match_up(match_up, purse)[1]


def settled_match_up(match_up: MatchUp, purse: Purse | None) -> tuple[MatchUp, Odds]:
    """Return a match-up with what everybody has in hand, and its odds.

    Raises
    ------
    MatchUpError
        If it cannot be worked out.
    SpentError
        If it is not kept and nothing is left of the purse.
    """
    combat = combat_of(GAMES[match_up.game])
    work = partial(settle, combat.odds, match_up)
    return _kept.answer(repr(match_up), work, purse)
