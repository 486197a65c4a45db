"""The odds of a battle line, and their report."""

from rulesets.games.warhammer.combat.context import WarhammerContext
from rulesets.games.warhammer.combat.engagement import combat
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.posts import Post


def battle_line(
    a: WarhammerUnit,
    b: WarhammerUnit,
    further: tuple[Post[WarhammerUnit], ...],
    context: WarhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of a combat of several units.

    Raises
    ------
    MatchUpError
        If there are further fighters: they are not worked out yet.
    """
    if further:
        raise MatchUpError("/further", "further fighters are not worked out yet")
    return combat(a, b, context, rounds)
