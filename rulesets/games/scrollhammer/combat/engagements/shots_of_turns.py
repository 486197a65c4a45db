"""The shots of a side in its turns before contact, and at those who charge it."""

from dataclasses import replace
from functools import partial

import numpy as np

from rulesets.games.scrollhammer.combat.blows.attack_values import ScrollhammerMoment
from rulesets.games.scrollhammer.combat.blows.survivors import SharedRules
from rulesets.games.scrollhammer.combat.blows.weapons import ScrollhammerWeapon
from rulesets.games.scrollhammer.combat.context import ScrollhammerSituation
from rulesets.games.scrollhammer.combat.engagements.approach import (
    Plan,
    steadiness,
    tests_for_casualties,
)
from rulesets.games.scrollhammer.combat.engagements.crowd import (
    FALLING,
    GROUNDED,
    OTHER_MOOD,
    Crowd,
)
from rulesets.games.scrollhammer.combat.engagements.fall_backs import fallen_back
from rulesets.games.scrollhammer.combat.power_dice import manner_of
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.shots.fire import (
    ScrollhammerFire,
    aims_of,
    reaction_fire,
    rules_at_start,
    shot_at,
)
from rulesets.games.scrollhammer.combat.shots.sight import numbered_after, out_of_sight
from rulesets.games.scrollhammer.combat.shots.volley import (
    ScrollhammerVolley,
    cover_of,
    held_for_shots,
    may_fire,
    volleys_of,
)
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.volley import Floats


def fire_of(plan: Plan, distance: int, mood: int, *, charges: bool) -> ScrollhammerFire:
    """Return the shots of a side from a distance at a target in some mood."""
    key = _arms(plan, distance, charges=charges), mood
    if key not in plan.fires:
        target = _scattered(plan.other) if mood == FALLING else plan.other
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


def held_in_turns(
    shooter: ScrollhammerUnit, situation: ScrollhammerSituation
) -> tuple[ScrollhammerWeapon, ...]:
    """Return the weapons and spells in hand that shoot in any turn before contact."""
    touched = max(situation.of(shooter.side).touched, situation.touched)
    return held_for_shots(shooter, touched)


def _arms(plan: Plan, distance: int, *, charges: bool) -> tuple[bool, ...]:
    """Return which of the things in hand shoot so far, of all that ever do."""
    return tuple(
        may_fire(weapon, distance, moved=plan.closing, charges=charges)
        for weapon in held_in_turns(plan.own, plan.situation)
    )


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
    if _unseen(plan):
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


def _unseen(plan: Plan) -> bool:
    """Return whether either side is invisible: nobody aims at it, nor does it shoot."""
    sides = plan.own.side, plan.other.side
    return any(plan.situation.of(side).unseen != "none" for side in sides)


def after_volley(
    plan: Plan, fire: ScrollhammerFire, mood: int, crowd: Crowd
) -> list[Crowd]:
    """Return those left after a volley and the tests of a target in some mood.

    References
    ----------
    Scrollhammer Rulebook, Morale Checks: pinning at once, casualties at the end.
    """
    crowd = crowd.packed()
    shot = shot_at(fire, crowd.live, str(mood), partial(_weights, plan, mood))
    stays, pins, flees = map(crowd.with_live, shot)
    wholes = [one.whole() for one in (stays, pins, flees)]
    left = sum(wholes, np.zeros_like(wholes[0])).sum(axis=0)
    plan.lose(plan.other, crowd.whole().sum(axis=0), left)
    gone = np.zeros_like(wholes[0])
    gone[:, 0] = wholes[0][:, 0]
    plan.end(f"{plan.other.side}-destroyed", gone)
    stays.live[:, :, 0] = 0.0
    found = [stays]
    if wholes[1].any():
        found.append(pins.present().put(OTHER_MOOD, GROUNDED))
    if wholes[2].any():
        found.append(fallen_back(plan.other, plan, flees.present()))
    return found


def _weights(plan: Plan, mood: int) -> list[Floats]:
    """Return the shares of a target that stay, are pinned and fall back."""
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


def shoots_back(plan: Plan) -> bool:
    """Return whether a charged unit that is steady stands and shoots, if it passes."""
    asked = plan.situation.reaction == "stand-and-shoot"
    return asked and plan.other.formation == "Ranks" and not _unseen(plan)


def reaction_fire_of(plan: Plan, distance: int) -> ScrollhammerFire:
    """Return the shots of the charged unit at a charge from a distance."""
    key = "stand and shoot", distance
    if key not in plan.fires:
        plan.fires[key] = reaction_fire(
            plan.own, plan.other, plan.situation, plan.readings, distance
        )
    return plan.fires[key]
