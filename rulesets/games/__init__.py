"""The games that the engine knows, written out by hand."""

from rulesets.game import Game
from rulesets.games.charge import CHARGE
from rulesets.games.mordheim import MORDHEIM
from rulesets.games.scrollhammer import SCROLLHAMMER
from rulesets.games.warhammer import WARHAMMER

GAMES: dict[str, Game] = {
    game.key: game for game in (CHARGE, MORDHEIM, SCROLLHAMMER, WARHAMMER)
}
"""Every game by its key."""


def find_game(key: str) -> Game | None:
    """Return the game of a key, or none."""
    return GAMES.get(key)
