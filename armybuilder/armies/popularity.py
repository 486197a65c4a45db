"""Games in the order in which people here play them."""

from collections.abc import Sequence

from django.core.cache import cache
from django.db.models import Count, QuerySet

from armybuilder.armies.models import Army
from armybuilder.armies.samples import SAMPLES
from armybuilder.books.editions import newest
from rulesets.game import Game
from rulesets.games import GAMES

PLAYED_KEY, PLAYED_SECONDS = "games-played", 3600


def games_by_play() -> list[Game]:
    """Return the games, first those that most people here have armies of."""
    counts = cache.get(PLAYED_KEY)
    if counts is None:
        armies = Army.objects.filter(deleted_at=None).order_by()
        people = Count("owner", distinct=True)
        counts = dict(armies.values_list("game").annotate(people))
        cache.set(PLAYED_KEY, counts, PLAYED_SECONDS)
    usual = [sample.game for sample in SAMPLES]
    places = {key: place for place, key in enumerate(usual)}
    return sorted(
        GAMES.values(),
        key=lambda game: (-counts.get(game.key, 0), places.get(game.key, len(usual))),
    )


def games_by_armies(armies: QuerySet[Army]) -> list[Game]:
    """Return the games, first those of most of these armies, then as all play."""
    counted = armies.order_by().values_list("game").annotate(Count("pk"))
    counts: dict[str, int] = dict(counted)
    return sorted(games_by_play(), key=lambda game: -counts.get(game.key, 0))


def usual_game(games: Sequence[Game]) -> Game:
    """Return the first of some games that has a published book, or the first."""
    with_books = {edition.book.game for edition in newest()}
    return next((game for game in games if game.key in with_books), games[0])
