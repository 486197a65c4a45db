"""Engagements of Mordheim as they are asked: of one against one, or of groups."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulesets.games.mordheim.combat.blows.fire import lights
from rulesets.games.mordheim.combat.context import MordheimContext, MordheimReadings
from rulesets.games.mordheim.combat.engagements.engagement import engagement
from rulesets.games.mordheim.combat.goods import strews, throws_flash
from rulesets.games.mordheim.combat.groups.engagement import group_engagement
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.odds.answer import NotModelled, Odds
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sides import SIDES, Side

MOST_ALIGHT = 4
"""Fighters of two groups of which it is followed who burns; more where one is alone."""


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
    left = tuple(_unfollowed(warriors.values(), context.readings))
    if min(counts.values()) == 1 or sum(counts.values()) <= MOST_ALIGHT or not left:
        return group_engagement(warriors, counts, context, rounds)
    readings = replace(context.readings, arrows_burn=False)
    plain = replace(context, readings=readings)
    odds = group_engagement(warriors, counts, plain, rounds)
    return replace(odds, not_modelled=(*odds.not_modelled, *left))


def _unfollowed(
    warriors: Iterable[Warrior], readings: MordheimReadings
) -> Iterator[NotModelled]:
    """Yield the fire arrows of groups so large that it is not followed who burns."""
    for one in warriors:
        if readings.arrows_burn and any(lights(one, bow) for bow in one.missiles):
            why = "of groups of more than two against two it is not followed who burns"
            yield NotModelled("Fire arrows", one.side, why)
