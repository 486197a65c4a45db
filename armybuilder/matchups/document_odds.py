"""The odds of a match-up document, kept or computed within a purse."""

from contextlib import nullcontext
from typing import Any

from armybuilder.accounts.cpu_budget import Purse
from armybuilder.armies.odds.match_up_odds import match_up_odds
from armybuilder.books import editions
from armybuilder.matchups.sides import refuse_unwritten
from rulesets.games import GAMES
from rulesets.matchups.match_up_document import (
    check_match_up,
    editions_named,
    read_match_up,
)
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import MatchUp, MatchUpError
from rulesets.odds.plain_rolls import BARE, bare_odds


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
    return bare if bare is not None else match_up_odds(_read(document), purse)


def read_document(document: Any) -> MatchUp:
    """Return the match-up of a document.

    Raises
    ------
    MatchUpError
        Names the first place that is wrong; a bare question has no sides.
    """
    check_match_up(document)
    if any(key in document for key in BARE):
        raise MatchUpError("", "a bare question has no sides")
    return _read(document)


def _read(document: Any) -> MatchUp:
    known = GAMES.get(document["game"])
    if known is not None:
        refuse_unwritten(known)
    books = editions.editions_for(editions_named(document))
    return read_match_up(document, books)
