"""The turns of an engagement before contact: where two units stand, and who is left."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial

import numpy as np

from rulesets.games.scrollhammer.combat.blows.survivors import by_leadership
from rulesets.games.scrollhammer.combat.blows.terms import forbids_flight
from rulesets.games.scrollhammer.combat.context import ScrollhammerSituation
from rulesets.games.scrollhammer.combat.engagements.approach import (
    Plan,
    reach,
    strides,
)
from rulesets.games.scrollhammer.combat.engagements.crowd import (
    FALLING,
    GROUNDED,
    OTHER_MOOD,
    OWN_MOOD,
    OWN_ROOM,
    STEADY,
    Crowd,
    by_value,
    joined,
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
from rulesets.games.scrollhammer.combat.fights.fear import dares
from rulesets.games.scrollhammer.combat.fights.leadership import leadership
from rulesets.games.scrollhammer.combat.fights.regeneration import (
    regenerates,
    regeneration,
)
from rulesets.games.scrollhammer.combat.fights.result import regrouping
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.shots.fire import stood_and_shot
from rulesets.games.scrollhammer.special_rules import rule_of
from rulesets.odds.sides import OTHER, Side
from rulesets.odds.volley import Floats

MOVE, MARCH = 6, 3
"""Move of a Movement phase, and what a march adds to it [inches]."""

RUN = 6
"""Faces of the die that is rolled for a run: as many inches [pips]."""

NEAR_ENEMY = 9
"""A march this near to an enemy needs a Leadership test [inches]."""

HOLDS = -1
"""Stands for the distance from which a charged unit shoots, where it does not."""

APART = 1
"""Nobody comes nearer than this without a charge [inches]."""


def play_turn(plan: Plan, crowd: Crowd) -> Crowd | None:
    """Let a side move, shoot or march, and charge, wherever both are at once.

    Return who is left apart, if anybody is; crowds are as the side sees them.
    """
    _act(plan, crowd)
    left = plan.settle()
    return None if left is None else left.packed()


def _act(plan: Plan, crowd: Crowd) -> None:
    """Play a turn of a side."""
    if regenerates(plan.own):
        crowd = crowd.with_live(regeneration(plan.own).T @ crowd.live)
    moving = _moved(plan, crowd)
    moved = together(moving) if plan.situation.rough else joined(moving)
    if moved is None:
        return
    charging: dict[bool, tuple[Plan, list[Crowd]]] = {}
    for then, those in _shot(plan, moved.present()):
        charging.setdefault(then.armed, (then, []))[1].append(those)
    for then, several in charging.values():
        charges = joined(several)
        if charges is not None:
            _charge(then, charges.present())


def _moved(plan: Plan, crowd: Crowd) -> Iterator[Crowd]:
    """Yield those who may still act; others are kept.

    References
    ----------
    Scrollhammer Rulebook, The Movement Phase; Regrouping; Go to Ground.
    """
    for mood, those in crowd.parted(crowd.column(OWN_MOOD)).items():
        if mood == GROUNDED:
            plan.keep(those.put(OWN_MOOD, STEADY))
        elif mood == FALLING:
            stops = regrouping(plan.own)[:, None]
            plan.keep(those.put(OWN_MOOD, STEADY).times(stops))
            plan.keep(fallen_back(plan.own, plan, those.times(1 - stops)))
        elif plan.closing:
            for inches, chances in strides(plan, MOVE):
                going = those if chances is None else those.times(chances)
                yield from _come(plan, going, inches)
        else:
            yield those


def _come(plan: Plan, crowd: Crowd, inches: int) -> Iterator[Crowd]:
    """Yield those who come nearer, and who is left of them on dangerous ground."""
    for moves, there in _nearer(plan, crowd, inches):
        yield _trod(plan, there) if moves else there


def _trod(plan: Plan, crowd: Crowd) -> Crowd:
    """Return who is left of this side on dangerous ground."""
    there = crowd.each()
    return Crowd.of(there.spots, trod(plan, plan.own, there.live))


def _nearer(plan: Plan, crowd: Crowd, inches: int) -> Iterator[tuple[bool, Crowd]]:
    """Yield those who have come nearer, and whether they moved on dangerous ground."""
    steps = np.clip(plan.distances(crowd) - APART, 0, inches)
    there = crowd.put(OWN_ROOM, crowd.column(OWN_ROOM) + steps)
    if not plan.situation.dangerous_ground:
        yield False, there
        return
    for moves in (True, False):
        places = np.flatnonzero((steps > 0) == moves)
        if len(places):
            yield moves, there.chosen(places)


def wants_charge(plan: Plan, distance: int) -> bool:
    """Return whether a side charges from a distance, as `charge-when` says."""
    return plan.closing and is_likely_enough(plan.situation, plan.own.side, distance)


def is_likely_enough(
    situation: ScrollhammerSituation, side: Side, distance: int
) -> bool:
    """Return whether a charge of a side from a distance is as likely as it wants."""
    chance = _covers(distance, difficult=_is_slow(situation, side))
    return _is_likely(chance, str(situation.charge_when))


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
    return _is_slow(plan.situation, plan.own.side)


def _is_slow(situation: ScrollhammerSituation, side: Side) -> bool:
    slow = situation.difficult or situation.rough or situation.of(side).paralyzed
    return slow or situation.of(OTHER[side]).unseen != "none"


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
    distances, moods = plan.distances(crowd), crowd.column(OTHER_MOOD)
    aimed = by_value(distances << 2 | moods, partial(_aimed, plan))
    kinds = [*plan.aimed]
    for kind, those in crowd.parted(aimed).items():
        fire, mood, charges = kinds[kind]
        shoots = bool(fire.volleys) and not (charges and plan.spares_shots)
        then = plan if shoots else plan.ready or plan
        if shoots:
            found = after_volley(plan, fire, mood, those)
        elif plan.closing and runs(plan.own):
            found, charges = _run(plan, those), True
        elif plan.closing and not charges:
            found = _marched(plan, those)
        else:
            found = [those]
        for left in found:
            if charges:
                yield then, left
            else:
                plan.keep(left)


def _aimed(plan: Plan, asked: int) -> int:
    """Return the number of what a side does from a distance, at a target in some mood.

    That is the shots, the target's mood, and whether a charge follows.
    """
    known = plan.aimed_from.get(asked)
    if known is None:
        distance, mood = asked >> 2, asked & 3
        charges = wants_charge(plan, distance)
        fire = fire_of(plan, distance, mood, charges=charges)
        known = plan.aimed.setdefault((fire, mood, charges), len(plan.aimed))
        plan.aimed_from[asked] = known
    return known


def runs(unit: ScrollhammerUnit) -> bool:
    """Return whether all of a unit may run in a turn without shots."""
    return all(
        any(rule_of(key).says("may", "act:run") for key in group.rules)
        for group in unit.groups
    )


def _run(plan: Plan, crowd: Crowd) -> list[Crowd]:
    """Return those who have run D6 inches in place of a march (house)."""
    ran: list[Crowd] = []
    for inches in range(1, RUN + 1):
        ran += _march(plan, crowd.often(1 / RUN), inches)
    return ran


def _marched(plan: Plan, crowd: Crowd) -> list[Crowd]:
    marched = []
    near = crowd.parted(plan.distances(crowd) <= NEAR_ENEMY)
    for tests, those in near.items():
        if tests:
            goes = by_leadership(plan.own, leadership)[:, None]
            marched.append(those.times(1 - goes))
            those = those.times(goes)
        for inches, chances in strides(plan, MARCH):
            going = those if chances is None else those.times(chances)
            marched += _march(plan, going, inches)
    return marched


def _march(plan: Plan, crowd: Crowd, inches: int) -> Iterator[Crowd]:
    """Yield those who march so far, and those who fall back from dangerous ground."""
    for moves, there in _nearer(plan, crowd, inches):
        if moves:
            there = there.each()
            left, falls = trod_in_a_march(plan, there.live)
            yield fallen_back(plan.own, plan, Crowd.of(there.spots, falls))
            yield Crowd.of(there.spots, left)
        else:
            yield there


def _charge(plan: Plan, crowd: Crowd) -> None:
    """Declare a charge where it is wanted."""
    steady = crowd.column(OWN_MOOD) == STEADY
    wanted = by_value(plan.distances(crowd), partial(wants_charge, plan)) & steady
    for charges, those in crowd.parted(wanted).items():
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
    crowd = _daring(plan, crowd)
    for falling, those in crowd.parted(crowd.column(OTHER_MOOD) == FALLING).items():
        if falling:
            _run_after(plan, those)
        elif flees:
            _run_after(plan, fallen_back(plan.other, plan, those, dice=1))
        else:
            those = _after_reaction(plan, those)
            arrives = _reach(plan, those)
            plan.keep(those.often(1 - arrives))
            _arrived(plan, those.often(arrives), scattered=False)


def is_feared(plan: Plan) -> bool:
    """Return whether a charge at the other asks for a test of fear."""
    return plan.other.does("start", "test:fear")


def _daring(plan: Plan, crowd: Crowd) -> Crowd:
    """Return who dares to charge; who is afraid stands still in this turn."""
    if not is_feared(plan):
        return crowd
    daring = dares(plan.own, plan.other)
    plan.keep(crowd.times(1 - daring))
    return crowd.times(daring)


def _after_reaction(plan: Plan, crowd: Crowd) -> Crowd:
    """Return who charges on when the charged unit has stood and shot, where it does."""
    if not shoots_back(plan):
        return crowd
    found = []
    steady = crowd.column(OTHER_MOOD) == STEADY
    shots = crowd.parted(np.where(steady, plan.distances(crowd), HOLDS))
    for distance, those in shots.items():
        if distance == HOLDS:
            found.append(those)
            continue
        those = those.each()
        shot = stood_and_shot(reaction_fire_of(plan, distance), those.live)
        left = without_the_dead(plan, plan.own, those.live, shot)
        found.append(Crowd.of(those.spots, left))
    return joined(found) or crowd


def _reach(plan: Plan, crowd: Crowd) -> Floats:
    """Return the chances that a charge covers the distance, by spot."""
    chances: Floats = by_value(plan.distances(crowd), partial(reaches, plan))
    return chances


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
    plan.keep(crowd.often(1 - arrives))
    stands = by_leadership(plan.other, leadership)
    reached = crowd.often(arrives).present()
    if len(reached.spots):
        caught = reached.whole() * (1 - stands)
        plan.end(f"{plan.other.side}-caught-fleeing", caught)
        _arrived(plan, reached.times(stands), scattered=True)


def _arrived(plan: Plan, crowd: Crowd, *, scattered: bool) -> None:
    if plan.situation.dangerous or plan.situation.dangerous_ground:
        crowd = _trod(plan, crowd)
    plan.meet(crowd, scattered=scattered)
