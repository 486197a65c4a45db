"""The shots of a side in its turns before contact, and at those who charge it."""

from dataclasses import replace
from functools import partial

import numpy as np

from rulesets.games.scrollhammer.combat.blows.attack_values import ScrollhammerMoment
from rulesets.games.scrollhammer.combat.blows.survivors import SharedRules
from rulesets.games.scrollhammer.combat.engagements.approach import (
    Plan,
    steadiness,
    tests_for_casualties,
)
from rulesets.games.scrollhammer.combat.engagements.course import (
    is_likely_enough,
    is_unseen,
)
from rulesets.games.scrollhammer.combat.engagements.crowd import FALLING, GROUNDED
from rulesets.games.scrollhammer.combat.power_dice import manner_of
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.shots.fire import (
    ScrollhammerFire,
    aims_of,
    reaction_fire,
    rules_at_start,
)
from rulesets.games.scrollhammer.combat.shots.sight import numbered_after, out_of_sight
from rulesets.games.scrollhammer.combat.shots.volley import (
    ScrollhammerVolley,
    cover_of,
    volleys_of,
)
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.volley import Floats


def fire_of(plan: Plan, distance: int, mood: int) -> ScrollhammerFire:
    """Return the shots of a side from a distance at a target in some mood."""
    key = distance, mood
    if key not in plan.fires:
        target = _scattered(plan.other) if mood == FALLING else plan.other
        charges = plan.closing and is_likely_enough(
            plan.situation, plan.own.side, distance
        )
        aim = partial(_volleys, plan, target, distance, mood, charges=charges)
        aims = aims_of(plan.own, target, plan.situation, aim)
        arms = (
            mood,
            *(tuple((one.place, one.weapon.key) for one in case[0]) for case in aims),
        )
        files = plan.situation.of(plan.own.side).files
        made = ScrollhammerFire(
            plan.own,
            target,
            aims,
            files,
            plan.readings,
            unsighted=_unsighted(plan),
            begun=rules_at_start(plan.own, plan.situation),
        )
        plan.fires[key] = plan.fires.setdefault(arms, made)
    return plan.fires[key]


@kept_by_identity(most=64)
def _scattered(profile: ScrollhammerUnit) -> ScrollhammerUnit:
    return replace(profile, formation="Skirmish")


def _volleys(
    plan: Plan,
    target: ScrollhammerUnit,
    distance: int,
    mood: int,
    rules: SharedRules,
    touched: int,
    *,
    charges: bool,
) -> list[ScrollhammerVolley]:
    own, situation = plan.own, plan.situation
    if is_unseen(plan.situation):
        return []
    cover = situation.of(target.side).cover
    moment = ScrollhammerMoment(
        melee=False,
        foe=situation.of(own.side).foe,
        cover=cover_of(target, cover, grounded=mood == GROUNDED),
        unit=rules,
    )
    aim = partial(
        volleys_of,
        own,
        target,
        plan.readings,
        distance=distance,
        moved=plan.closing,
        charges=charges,
        manner=manner_of(situation, plan.readings),
        touched=touched,
    )
    if not _unsighted(plan):
        return aim(moment)
    behind = out_of_sight(moment, grounded=mood == GROUNDED)
    return [*aim(moment), *numbered_after(aim(behind), len(own.groups))]


def _unsighted(plan: Plan) -> int:
    """Return how many of a side in ranks do not see whom they shoot at [models]."""
    ranked = plan.own.formation == "Ranks"
    return plan.situation.of(plan.own.side).unsighted if ranked else 0


def weights_of_shots(plan: Plan, mood: int) -> list[Floats]:
    """Return the shares of a target that stay, are pinned and fall back.

    References
    ----------
    Scrollhammer Rulebook, Morale Checks: pinning at once, casualties at the end.
    """
    falls, pinned = _tests(plan, mood)
    return [1 - falls - pinned, pinned, falls]


def _tests(plan: Plan, mood: int) -> tuple[Floats, Floats]:
    """Return the shares of a target that fall back, and that are pinned."""
    alive = plan.other.company.counts > 0
    asked = tests_for_casualties(plan.other, plan.readings)
    if mood == FALLING:
        again = asked if plan.readings.falls_again else 0 * asked
        return again, 0 * asked
    fails = 1 - steadiness(plan.other, plan.readings)[None, :]
    falls = asked * fails
    ducks = (1 - falls) * fails * alive * (mood != GROUNDED)
    return falls, np.stack([np.zeros_like(ducks), ducks])


def reaction_fire_of(plan: Plan, distance: int) -> ScrollhammerFire:
    """Return the shots of the charged unit at a charge from a distance."""
    key = "stand and shoot", distance
    if key not in plan.fires:
        plan.fires[key] = reaction_fire(
            plan.own, plan.other, plan.situation, plan.readings, distance
        )
    return plan.fires[key]
