"""Combats in which a ridden monster fights: one for each way of who is left."""

from dataclasses import replace
from itertools import product

from rulesets.games.warhammer.combat.blows.contact import Front
from rulesets.games.warhammer.combat.fights.ridden_monsters import (
    BOTH,
    RIDER,
    as_left,
    ways_left,
)
from rulesets.games.warhammer.combat.fights.states import Setting
from rulesets.games.warhammer.combat.profile import MAN_SIZED_BASE
from rulesets.odds.array_cache import kept_by_identity


@kept_by_identity(most=64)
def settings_left(setting: Setting) -> dict[tuple[str, str], Setting]:
    """Return a combat for each way of who is left of both, in their order."""
    a, b = setting.profiles
    if a.apart is None and b.apart is None:
        return {(BOTH, BOTH): setting}
    situation = replace(setting.situation, challenge=False)
    found = {}
    for lefts in product(ways_left(a), ways_left(b)):
        fronts = [
            as_left_of(front, left)
            for front, left in zip(setting.fronts, lefts, strict=True)
        ]
        found[lefts] = replace(
            setting,
            fronts=(fronts[0], fronts[1]),
            situation=situation,
            known={},
            judged=[],
        )
    return found


def as_left_of(front: Front, left: str) -> Front:
    """Return how a unit stands of which that is left: a rider on foot has his base."""
    return replace(
        front,
        profile=as_left(front.profile, left),
        base=MAN_SIZED_BASE if left == RIDER else front.base,
    )


def has_ridden_monster(setting: Setting) -> bool:
    """Return whether a ridden monster fights on either side."""
    return any(own.apart is not None for own in setting.profiles)
