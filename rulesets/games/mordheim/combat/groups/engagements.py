"""Engagements of Mordheim as they are asked: of one against one, or of groups."""

from collections.abc import Sequence
from dataclasses import replace

from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.engagements.engagement import engagement
from rulesets.games.mordheim.combat.groups.engagement import group_engagement
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.combat.shots.throws import thrown
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sides import SIDES, Side

THROWS_NOTE = (
    "Goods are thrown in the first shooting phase in which they reach and may hit, in "
    "place of a shot: blessed water, then a net, then a fire bomb, one in a turn. Whom "
    "a net holds only recovers and loads in his next turn."
)


def engaged(
    a: Warrior, b: Warrior, context: MordheimContext, rounds: int | None
) -> Odds:
    """Return the odds of an engagement, of groups or of one against one.

    Raises
    ------
    MatchUpError
        If one of a group keeps to an edge; see `group_engagement` and `engagement`.
    """
    counts = {side: context.situation.of(side).fighters for side in SIDES}
    if max(counts.values()) == 1:
        return _noted(engagement(a, b, context, rounds), (a, b), context)
    warriors: dict[Side, Warrior] = {"a": a, "b": b}
    for one in (a, b):
        if context.situation.of(one.side).keeps_edge:
            place = f"/situation/{one.side}.keeps-edge"
            raise MatchUpError(place, "falls in the fight count where one meets one")
    found = group_engagement(warriors, counts, context, rounds)
    return _noted(found, (a, b), context)


def _noted(found: Odds, both: Sequence[Warrior], context: MordheimContext) -> Odds:
    """Return an answer with a note where goods are thrown."""
    if not any(thrown(one, context.situation.of(one.side)) for one in both):
        return found
    return replace(found, notes=(*found.notes, THROWS_NOTE))
