"""Engagements of Mordheim as they are asked: of one against one, or of groups."""

from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.engagements.engagement import engagement
from rulesets.games.mordheim.combat.goods import strews, throws_flash
from rulesets.games.mordheim.combat.groups.engagement import group_engagement
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sides import SIDES, Side


def engaged(
    a: Warrior, b: Warrior, context: MordheimContext, rounds: int | None
) -> Odds:
    """Return the odds of an engagement, of groups or of one against one.

    Raises
    ------
    MatchUpError
        If one of a group strews caltrops or throws flash powder; see also
        `group_engagement` and `engagement`.
    """
    counts = {side: context.situation.of(side).fighters for side in SIDES}
    if max(counts.values()) == 1:
        return engagement(a, b, context, rounds)
    warriors: dict[Side, Warrior] = {"a": a, "b": b}
    for one in (a, b):
        if strews(one, context.situation):
            place = f"/situation/{one.side}.caltrops"
            raise MatchUpError(place, "caltrops count where one meets one")
        if throws_flash(one, context.situation):
            place = f"/situation/{one.side}.flash"
            raise MatchUpError(place, "flash powder counts where one meets one")
    return group_engagement(warriors, counts, context, rounds)
