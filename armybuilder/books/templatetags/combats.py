"""Template filters: the odds of a game."""

from django import template

from rulesets import combats
from rulesets.game import Game

register = template.Library()

register.filter(combats.combat_of)


@register.filter
def has_odds(game: Game) -> bool:
    return bool(combats.combat_of(game).kinds)
