"""The turns of an engagement before contact: where two units stand, and who is left."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial

import numpy as np

from rulesets.games.scrollhammer.combat.blows.survivors import (
    by_leadership,
)
from rulesets.games.scrollhammer.combat.blows.terms import forbids_flight
from rulesets.games.scrollhammer.combat.engagements.approach import (
    Plan,
    reach,
    strides,
)
from rulesets.games.scrollhammer.combat.engagements.crowd import (
    FALLING,
    GROUNDED,
    STEADY,
    Crowd,
    Spot,
    together,
)
from rulesets.games.scrollhammer.combat.engagements.dangerous import (
    trod,
    trod_in_a_march,
    without_the_dead,
)
from rulesets.games.scrollhammer.combat.engagements.fall_backs import fallen_back
from rulesets.games.scrollhammer.combat.engagements.shots_of_turns import (
    after_volley,
    fire_of,
    reaction_fire_of,
    shoots_back,
)
from rulesets.games.scrollhammer.combat.fights.regeneration import (
    regenerates,
    regeneration,
)
from rulesets.games.scrollhammer.combat.fights.result import leadership, regrouping
from rulesets.games.scrollhammer.combat.shots.fire import (
    ScrollhammerFire,
    stood_and_shot,
)
from rulesets.odds.sides import Side
from rulesets.odds.volley import Floats

MOVE, MARCH = 6, 3
"""Move of a Movement phase, and what a march adds to it [inches]."""

NEAR_ENEMY = 9
"""A march this near to an enemy needs a Leadership test [inches]."""

APART = 1
"""Nobody comes nearer than this without a charge [inches]."""


def act(plans: Mapping[Side, Plan], spot: Spot, live: Floats, side: Side) -> None:
    """Take up one side in a spot that side a sees; `end_turn` plays its turn."""
    plan = plans[side]
    plan.acting[plan.seen(spot)] = live


def end_turn(plans: Mapping[Side, Plan]) -> None:
    """Let all who act move, shoot or march, and charge, wherever they are at once."""
    for plan in plans.values():
        if plan.acting:
            live = np.stack([*plan.acting.values()])
            crowd = Crowd([*plan.acting], live)
            plan.acting.clear()
            _act(plan, crowd)
            plan.settle()
            if plan.ready is not None:
                plan.ready.settle()


def _act(plan: Plan, crowd: Crowd) -> None:
    """Play a turn of a side."""
    if regenerates(plan.own):
        crowd = Crowd(crowd.spots, regeneration(plan.own).T @ crowd.live)
    moved = together(_moved(plan, crowd))
    if moved is None:
        return
    charging: dict[bool, tuple[Plan, list[Crowd]]] = {}
    for then, those in _shot(plan, moved.present()):
        charging.setdefault(then.armed, (then, []))[1].append(those)
    for then, several in charging.values():
        charges = together(several)
        if charges is not None:
            _charge(then, charges.present())


def _moved(plan: Plan, crowd: Crowd) -> Iterator[Crowd]:
    """Yield those who may still act; others are kept.

    References
    ----------
    Scrollhammer Rulebook, The Movement Phase; Regrouping; Go to Ground.
    """
    for mood, those in crowd.parted(lambda spot: spot.own_mood).items():
        if mood == GROUNDED:
            plan.keep(those.moved(_steadied))
        elif mood == FALLING:
            stops = regrouping(plan.own)[:, None]
            plan.keep(those.moved(_steadied).times(stops))
            plan.keep(fallen_back(plan.own, plan, those.times(1 - stops)))
        elif plan.closing:
            for inches, chances in enumerate(strides(plan, MOVE)):
                if chances.any():
                    yield from _come(plan, those.times(chances), inches)
        else:
            yield those


def _steadied(spot: Spot) -> Spot:
    return Spot(*spot[:2], STEADY, *spot[3:])


def _come(plan: Plan, crowd: Crowd, inches: int) -> Iterator[Crowd]:
    """Yield those who come nearer, and who is left of them on dangerous ground."""
    for moves, there in _nearer(plan, crowd, inches):
        if moves:
            yield Crowd(there.spots, trod(plan, plan.own, there.live))
        else:
            yield there


def _nearer(plan: Plan, crowd: Crowd, inches: int) -> Iterator[tuple[bool, Crowd]]:
    """Yield those who have come nearer, and whether they moved on dangerous ground."""
    there = [nearer(plan, spot, inches) for spot in crowd.spots]
    if not plan.situation.dangerous_ground:
        yield False, Crowd(there, crowd.live)
        return
    moved = [after != spot for after, spot in zip(there, crowd.spots, strict=True)]
    for moves in (True, False):
        places = [place for place, moves_ in enumerate(moved) if moves_ == moves]
        if places:
            yield moves, Crowd([there[place] for place in places], crowd.live[places])


def nearer(plan: Plan, spot: Spot, inches: int) -> Spot:
    """Return where a unit stands after a move towards the other."""
    steps = min(inches, plan.distance(spot) - APART)
    return Spot(spot[0] + max(steps, 0), *spot[1:])


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


def _shot(plan: Plan, crowd: Crowd) -> Iterator[tuple[Plan, Crowd]]:
    """Yield those who may still charge, after their shots; others march or stay.

    Each come with their turn as it goes on, by what they have in hand.

    References
    ----------
    Scrollhammer Rulebook, The Shooting Phase; Equipped Items; Marching.
    """
    for (fire, mood, charges), those in crowd.parted(partial(_aimed, plan)).items():
        shoots = bool(fire.volleys) and not (charges and plan.spares_shots)
        then = plan if shoots else plan.ready or plan
        if shoots:
            found = after_volley(plan, fire, mood, those)
        elif plan.closing and not charges:
            found = _marched(plan, those)
        else:
            found = [those]
        for left in found:
            if charges:
                yield then, left
            else:
                plan.keep(left)


def _aimed(plan: Plan, spot: Spot) -> tuple[ScrollhammerFire, int, bool]:
    """Return the shots from a spot, the target's mood, and whether a charge follows."""
    key = plan.distance(spot), spot.other_mood
    known = plan.aimed.get(key)
    if known is None:
        charges = wants_charge(plan, key[0])
        known = fire_of(plan, *key, charges=charges), key[1], charges
        plan.aimed[key] = known
    return known


def _marched(plan: Plan, crowd: Crowd) -> list[Crowd]:
    marched = []
    near = crowd.parted(lambda spot: plan.distance(spot) <= NEAR_ENEMY)
    for tests, those in near.items():
        goes = np.ones((those.live.shape[1], 1))
        if tests:
            goes = by_leadership(plan.own, leadership)[:, None]
            marched.append(those.times(1 - goes))
        for inches, chances in enumerate(strides(plan, MARCH)):
            if chances.any():
                marched += _march(plan, those.times(goes * chances), inches)
    return marched


def _march(plan: Plan, crowd: Crowd, inches: int) -> Iterator[Crowd]:
    """Yield those who march so far, and those who fall back from dangerous ground."""
    for moves, there in _nearer(plan, crowd, inches):
        if moves:
            left, falls = trod_in_a_march(plan, there.live)
            yield fallen_back(plan.own, plan, Crowd(there.spots, falls))
            yield Crowd(there.spots, left)
        else:
            yield there


def _charge(plan: Plan, crowd: Crowd) -> None:
    """Declare a charge where it is wanted."""
    wanted = crowd.parted(lambda spot: wants_charge(plan, plan.distance(spot)))
    for charges, those in wanted.items():
        if charges:
            declare(plan, those)
        else:
            plan.keep(those)


def declare(plan: Plan, crowd: Crowd) -> None:
    """Declare a charge, let the other react, roll the distance.

    References
    ----------
    Scrollhammer Rulebook, Charge Sub-phase; Regrouping When Charged.
    """
    flees = plan.situation.reaction == "flee" and not never_flees(plan)
    for falling, those in crowd.parted(lambda spot: spot.other_mood == FALLING).items():
        if falling:
            _run_after(plan, those)
        elif flees:
            _run_after(plan, fallen_back(plan.other, plan, those, dice=1))
        else:
            those = _after_reaction(plan, those)
            arrives = _reach(plan, those)
            plan.keep(those.times(1 - arrives))
            _arrived(plan, those.times(arrives), scattered=False)


def _after_reaction(plan: Plan, crowd: Crowd) -> Crowd:
    """Return who charges on when the charged unit has stood and shot, where it does."""
    found = []
    shots = crowd.parted(
        lambda spot: plan.distance(spot) if shoots_back(plan, spot) else None
    )
    for distance, those in shots.items():
        if distance is None:
            found.append(those)
            continue
        shot = stood_and_shot(reaction_fire_of(plan, distance), those.live)
        left = without_the_dead(plan, plan.own, those.live, shot)
        found.append(Crowd(those.spots, left))
    return together(found) or crowd


def _reach(plan: Plan, crowd: Crowd) -> Floats:
    """Return ``[spot, 1, 1]``: the chances that a charge covers the distance."""
    return crowd.each(lambda spot: reaches(plan, plan.distance(spot)))


def never_flees(plan: Plan) -> bool:
    """Return whether the charged unit hates who charges it.

    References
    ----------
    Scrollhammer Rulebook, Special rules H to Q: Hatred.
    """
    return forbids_flight(plan.other.shared, foe=plan.situation.of(plan.other.side).foe)


def _run_after(plan: Plan, crowd: Crowd) -> None:
    """Charge at those who fall back: caught, they regroup or are removed."""
    arrives = _reach(plan, crowd)
    plan.keep(crowd.times(1 - arrives))
    stands = by_leadership(plan.other, leadership)
    reached = crowd.times(arrives).present()
    if reached.spots:
        caught = reached.whole() * (1 - stands)
        plan.end(f"{plan.other.side}-caught-fleeing", caught)
        _arrived(plan, reached.times(stands), scattered=True)


def _arrived(plan: Plan, crowd: Crowd, *, scattered: bool) -> None:
    if plan.situation.dangerous or plan.situation.dangerous_ground:
        crowd = Crowd(crowd.spots, trod(plan, plan.own, crowd.live))
    plan.meet(crowd, scattered=scattered)
