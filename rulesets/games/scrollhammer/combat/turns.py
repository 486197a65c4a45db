"""The turns of an engagement before contact: where two units stand, and who is left."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial

import numpy as np

from rulesets.games.scrollhammer.combat.approach import (
    FALLING,
    GROUNDED,
    STEADY,
    Plan,
    Spot,
    reach,
    steadiness,
    strides,
    tests_for_casualties,
)
from rulesets.games.scrollhammer.combat.attack_values import ScrollhammerMoment
from rulesets.games.scrollhammer.combat.dangerous import (
    trod,
    trod_in_a_march,
    without_the_dead,
)
from rulesets.games.scrollhammer.combat.fall_backs import fallen_back
from rulesets.games.scrollhammer.combat.fire import (
    ScrollhammerFire,
    aims_of,
    reaction_fire,
    rules_at_start,
    shot_at,
    stood_and_shot,
)
from rulesets.games.scrollhammer.combat.power_dice import manner_of
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.regeneration import regenerates, regeneration
from rulesets.games.scrollhammer.combat.result import leadership, regrouping
from rulesets.games.scrollhammer.combat.sight import numbered_after, out_of_sight
from rulesets.games.scrollhammer.combat.survivors import (
    SharedRules,
    by_leadership,
)
from rulesets.games.scrollhammer.combat.terms import forbids_flight
from rulesets.games.scrollhammer.combat.volley import (
    ScrollhammerVolley,
    cover_of,
    volleys_of,
)
from rulesets.odds.approach import add_chances
from rulesets.odds.sides import Side
from rulesets.odds.volley import Floats

MOVE, MARCH = 6, 3
"""Move of a Movement phase, and what a march adds to it [inches]."""

NEAR_ENEMY = 9
"""A march this near to an enemy needs a Leadership test [inches]."""

APART = 1
"""Nobody comes nearer than this without a charge [inches]."""


def act(plans: Mapping[Side, Plan], spot: Spot, live: Floats, side: Side) -> None:
    """Move one side in a spot that side a sees; `end_turn` plays what follows."""
    plan = plans[side]
    if regenerates(plan.own):
        live = regeneration(plan.own).T @ live
    for here, now in _moved(plan, plan.seen(spot), live):
        add_chances(plan.moved, here, now)


def end_turn(plans: Mapping[Side, Plan]) -> None:
    """Let all who moved shoot or march, and charge, those in one spot together."""
    for plan in plans.values():
        charging: dict[tuple[bool, Spot], tuple[Plan, Floats]] = {}
        for here, now in plan.moved.items():
            for then, there, left in _shot(plan, here, now):
                key = then.armed, there
                others = charging[key][1] if key in charging else 0.0
                charging[key] = then, others + left
        plan.moved.clear()
        for (_, there), (then, left) in charging.items():
            _charge(then, there, left)


def _moved(plan: Plan, spot: Spot, live: Floats) -> Iterator[tuple[Spot, Floats]]:
    """Yield those who may still act; others are kept.

    References
    ----------
    Scrollhammer Rulebook, The Movement Phase; Regrouping; Go to Ground.
    """
    if spot.own_mood == GROUNDED:
        plan.keep(spot._replace(own_mood=STEADY), live)
    elif spot.own_mood == FALLING:
        stops = regrouping(plan.own)[:, None]
        plan.keep(spot._replace(own_mood=STEADY), live * stops)
        for there, away in fallen_back(plan.own, plan, spot, live * (1 - stops)):
            plan.keep(there, away)
    elif plan.closing:
        for inches, chances in enumerate(strides(plan, MOVE)):
            if chances.any():
                there, now = nearer(plan, spot, inches), live * chances
                moved = plan.situation.dangerous_ground and there != spot
                yield there, trod(plan, plan.own, now) if moved else now
    else:
        yield spot, live


def nearer(plan: Plan, spot: Spot, inches: int) -> Spot:
    """Return where a unit stands after a move towards the other."""
    steps = min(inches, plan.distance(spot) - APART)
    return spot._replace(own_room=spot.own_room + max(steps, 0))


def wants_charge(plan: Plan, distance: int) -> bool:
    """Return whether a side charges from a distance, as `charge-when` says."""
    when = str(plan.situation.charge_when)
    return plan.closing and _is_likely(reaches(plan, distance), when)


def _is_likely(chance: float, when: str) -> bool:
    return chance >= {"may-reach": 1 / 216, "even": 1 / 2}.get(when, 1.0)


def reaches(plan: Plan, distance: int) -> float:
    """Return the chance that a charge covers a distance [chance].

    References
    ----------
    Scrollhammer Rulebook, Charging Through Difficult Terrain; Special rules H to Q:
    Invisibility; Paralyze.
    """
    return _covers(distance, difficult=is_slow(plan))


def is_slow(plan: Plan) -> bool:
    """Return whether a charge is rolled as through difficult terrain."""
    situation = plan.situation
    slow = situation.difficult or situation.rough
    slow = slow or situation.of(plan.own.side).paralyzed
    return slow or situation.of(plan.other.side).unseen != "none"


@lru_cache(maxsize=512)
def _covers(distance: int, *, difficult: bool) -> float:
    return float(sum(reach(difficult=difficult)[distance:], Fraction(0)))


def _shot(plan: Plan, spot: Spot, live: Floats) -> Iterator[tuple[Plan, Spot, Floats]]:
    """Yield those who may still charge, after their shots; others march or stay.

    Each comes with its turn as it goes on, by what it has in hand.

    References
    ----------
    Scrollhammer Rulebook, The Shooting Phase; Equipped Items; Marching.
    """
    charges = wants_charge(plan, plan.distance(spot))
    fire = fire_of(plan, plan.distance(spot), spot.other_mood, charges=charges)
    shoots = bool(fire.volleys) and not (charges and plan.spares_shots)
    then = plan if shoots else plan.ready or plan
    if shoots:
        found = _after_volley(plan, fire, spot, live)
    elif plan.closing and not charges:
        found = _marched(plan, spot, live)
    else:
        found = [(spot, live)]
    for there, left in found:
        if charges:
            yield then, there, left
        else:
            plan.keep(there, left)


def _marched(plan: Plan, spot: Spot, live: Floats) -> list[tuple[Spot, Floats]]:
    goes = np.ones((len(live), 1))
    if plan.distance(spot) <= NEAR_ENEMY:
        goes = by_leadership(plan.own, leadership)[:, None]
    marched = []
    for inches, chances in enumerate(strides(plan, MARCH)):
        if chances.any():
            there, now = nearer(plan, spot, inches), live * goes * chances
            if plan.situation.dangerous_ground and there != spot:
                now, falls = trod_in_a_march(plan, now)
                marched += fallen_back(plan.own, plan, there, falls)
            marched.append((there, now))
    return [*marched, (spot, live * (1 - goes))]


def fire_of(plan: Plan, distance: int, mood: int, *, charges: bool) -> ScrollhammerFire:
    """Return the shots of a side from a distance at a target in some mood."""
    key = distance, mood, charges
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


def _after_volley(
    plan: Plan, fire: ScrollhammerFire, spot: Spot, live: Floats
) -> list[tuple[Spot, Floats]]:
    """Return the spots after a volley and the target's tests.

    References
    ----------
    Scrollhammer Rulebook, Morale Checks: pinning at once, casualties at the end.
    """
    mood = spot.other_mood
    shot = shot_at(fire, live, str(mood), partial(_weights, plan, mood))
    stays, pins, flees = shot
    plan.lose(plan.other, live.sum(axis=0), (stays + pins + flees).sum(axis=0))
    gone = np.zeros_like(stays)
    gone[:, 0] = stays[:, 0]
    plan.end(f"{plan.other.side}-destroyed", gone)
    found = [(spot, stays - gone)]
    if pins.any():
        found.append((spot._replace(other_mood=GROUNDED), pins))
    if flees.any():
        found += fallen_back(plan.other, plan, spot, flees)
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


def _charge(plan: Plan, spot: Spot, live: Floats) -> None:
    """Declare a charge where it is wanted."""
    if wants_charge(plan, plan.distance(spot)):
        declare(plan, spot, live)
    else:
        plan.keep(spot, live)


def declare(plan: Plan, spot: Spot, live: Floats) -> None:
    """Declare a charge, let the other react, roll the distance.

    References
    ----------
    Scrollhammer Rulebook, Charge Sub-phase; Regrouping When Charged.
    """
    if spot.other_mood == FALLING:
        _run_after(plan, spot, live)
    elif plan.situation.reaction == "flee" and not never_flees(plan):
        for there, left in fallen_back(plan.other, plan, spot, live, dice=1):
            _run_after(plan, there, left)
    else:
        if shoots_back(plan, spot):
            fire = reaction_fire_of(plan, plan.distance(spot))
            shot = stood_and_shot(fire, live)
            live = without_the_dead(plan, plan.own, live, shot)
        arrives = reaches(plan, plan.distance(spot))
        plan.keep(spot, live * (1 - arrives))
        _arrived(plan, spot, live * arrives, scattered=False)


def never_flees(plan: Plan) -> bool:
    """Return whether the charged unit hates who charges it.

    References
    ----------
    Scrollhammer Rulebook, Special rules H to Q: Hatred.
    """
    return forbids_flight(plan.other.shared, foe=plan.situation.of(plan.other.side).foe)


def _run_after(plan: Plan, spot: Spot, live: Floats) -> None:
    """Charge at those who fall back: caught, they regroup or are removed."""
    arrives = reaches(plan, plan.distance(spot))
    plan.keep(spot, live * (1 - arrives))
    if not arrives:
        return
    stands = by_leadership(plan.other, leadership)
    caught = live * arrives * (1 - stands)
    plan.end(f"{plan.other.side}-caught-fleeing", caught)
    _arrived(plan, spot, live * arrives * stands, scattered=True)


def shoots_back(plan: Plan, spot: Spot) -> bool:
    """Return whether the charged unit stands and shoots, if it passes its test."""
    asked = plan.situation.reaction == "stand-and-shoot"
    ranks = plan.other.formation == "Ranks" and not _unseen(plan)
    return asked and ranks and spot.other_mood == STEADY


def reaction_fire_of(plan: Plan, distance: int) -> ScrollhammerFire:
    """Return the shots of the charged unit at a charge from a distance."""
    key = "stand and shoot", distance
    if key not in plan.fires:
        plan.fires[key] = reaction_fire(
            plan.own, plan.other, plan.situation, plan.readings, distance
        )
    return plan.fires[key]


def _arrived(plan: Plan, spot: Spot, live: Floats, *, scattered: bool) -> None:
    if plan.situation.dangerous or plan.situation.dangerous_ground:
        live = trod(plan, plan.own, live)
    plan.meet(spot, live, scattered=scattered)
