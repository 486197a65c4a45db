"""Common parts of the match-up page and the comparison page: game, kind, redirects."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponseRedirect

from armybuilder.armies.popularity import games_by_play, usual_game
from armybuilder.matchups.answers import QueryError
from armybuilder.matchups.match_up_settings import read_kind
from armybuilder.matchups.sides import WORKED_OUT, not_worked_out
from armybuilder.matchups.unit_fields import with_unit_choices
from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.games import GAMES
from rulesets.odds.settings import MatchUpKind

OWN_LABELS = {
    "a": "Side A",
    "b": "Side B",
    "a.loadout": "Side A: in hand",
    "b.loadout": "Side B: in hand",
    "kind": "Kind",
    "rounds": "Rounds",
    "further": "Who else fights",
}
"""Labels of both pages for the fields that no game asks."""


def read_query(request: HttpRequest) -> dict[str, str]:
    """Return the names and texts of a query; a unit's address says what was chosen."""
    query = {name: str(text).strip() for name, text in request.GET.items()}
    return with_unit_choices(query)


def moved(request: HttpRequest, query: str) -> HttpResponseRedirect | None:
    """Return the redirect to the canonical address; none at that address."""
    if query == request.META["QUERY_STRING"]:
        return None
    return HttpResponseRedirect(f"{request.path}?{query}" if query else request.path)


def offered_games() -> list[Game]:
    """Return the games whose match-ups are worked out, the most played first."""
    return [game for game in games_by_play() if game.key in WORKED_OUT]


def named_game(text: str) -> Game:
    """Return the game of a query, the most played where it names none.

    Raises
    ------
    QueryError
        If its match-ups are not worked out, or nobody knows it.
    """
    if text in GAMES and text not in WORKED_OUT:
        raise QueryError("game", not_worked_out(GAMES[text]))
    if text and text not in WORKED_OUT:
        raise QueryError("game", f"the game “{text[:40]}” is not known here.")
    return WORKED_OUT[text] if text else usual_game(offered_games())


def shown_game(query: Mapping[str, str]) -> Game:
    """Return the game of a query, the most played where it names none that is known."""
    return WORKED_OUT.get(query.get("game", "")) or usual_game(offered_games())


def shown_kind(game: Game, query: Mapping[str, str]) -> MatchUpKind:
    """Return the kind of a query, the game's first where it names none."""
    try:
        return read_kind(game, query.get("kind", ""))
    except QueryError:
        return combat_of(game).kinds[0]
