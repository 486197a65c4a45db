"""The odds of a match-up or of its document, kept or computed within a purse."""

from contextlib import nullcontext
from functools import partial
from typing import Any

from armybuilder.accounts.cpu_budget import Purse
from armybuilder.armies.odds.result_cache import ResultCache
from armybuilder.books import editions
from armybuilder.matchups.sides import odds_of
from rulesets.games import GAMES
from rulesets.matchups.match_up_document import (
    check_match_up,
    editions_named,
    read_match_up,
)
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import MatchUp
from rulesets.odds.plain_rolls import bare_odds

MOST_KEPT = 64
"""Answers that a process keeps, of some 20 kB each."""

_kept: ResultCache[Odds] = ResultCache(MOST_KEPT)


def match_up_odds(match_up: MatchUp, purse: Purse | None) -> Odds:
    """Return the odds of a match-up, each side with its best loadout.

    Raises
    ------
    MatchUpError
        If it cannot be worked out.
    SpentError
        If it is not kept and nothing is left of the purse.
    """
    work = partial(odds_of(GAMES[match_up.game]), match_up)
    return _kept.answer(repr(match_up), work, purse)


def document_odds(document: Any, purse: Purse | None = None) -> Odds:
    """Return the odds of a match-up document, or of a bare question.

    Raises
    ------
    MatchUpError
        Names the first place that is wrong.
    SpentError
        If nothing is left of the purse.
    """
    check_match_up(document)
    with purse.work() if purse is not None else nullcontext():
        bare = bare_odds(document)
    if bare is not None:
        return bare
    known = GAMES.get(document["game"])
    if known is not None:
        odds_of(known)
    books = editions.editions_for(editions_named(document))
    match_up = read_match_up(document, books)
    return match_up_odds(match_up, purse)
