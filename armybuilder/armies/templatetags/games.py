"""Template filter: what stands under games, in the order in which they are played."""

from collections.abc import Iterable
from typing import Any

from django import template

from armybuilder.armies.popularity import games_by_play

register = template.Library()


@register.filter
def by_play(shelves: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return shelves of books, those of the game that most people play first."""
    places = {game.key: place for place, game in enumerate(games_by_play())}
    return sorted(shelves, key=lambda shelf: places[shelf["game"].key])
