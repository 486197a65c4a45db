"""An engagement of Scrollhammer: turn by turn until two units meet, then the combat."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerContext,
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.course import FALLING, Course, Plan, Spot, Spots
from rulesets.games.scrollhammer.combat.engagement_answer import (
    course_distributions,
    course_events,
    course_labels,
    course_means,
    course_notes,
    course_steps,
)
from rulesets.games.scrollhammer.combat.fight import fought_out
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit, start_state
from rulesets.games.scrollhammer.combat.side import FRONT, ScrollhammerSide, contender
from rulesets.games.scrollhammer.combat.turns import turn
from rulesets.games.scrollhammer.combat.weapons import unprinted
from rulesets.odds.answer import NotModelled, Odds
from rulesets.odds.context import Trace
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.mix import mixed
from rulesets.odds.report import Prelude
from rulesets.odds.sides import Side
from rulesets.odds.volley import Floats

FORGOTTEN = 1e-9
"""Places that two units stand at less often than this are dropped and counted."""

MOST_CELLS = 400_000
"""States of both sides, times places to stand, that are carried on at most."""

MOST_SPOTS = 500
"""Places to stand that are carried on at most: a few seconds of work."""

MOST_STATES = 40_000
"""States of both sides together above which an engagement is refused."""


def engagement(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of two units that come at each other from a distance.

    Raises
    ------
    MatchUpError
        If both have too many states together.

    References
    ----------
    Scrollhammer Rulebook, The Turn.
    """
    if a.company.states * b.company.states > MOST_STATES:
        raise MatchUpError(
            "/b/fighter", "both units together are too large for an engagement"
        )
    situation, readings = context.situation, context.readings
    plans = _plan(a, b, situation, readings), _plan(b, a, situation, readings)
    start = np.zeros((a.company.states, b.company.states))
    start[start_state(a, situation), start_state(b, situation)] = 1.0
    course = Course(np.zeros_like(start))
    dropped = _played(plans, course, start, situation)
    context.trace.add(*course_steps(plans, course, situation))
    told = mixed(list(_cases(plans, course, context, rounds)))
    return replace(
        told,
        labels={**told.labels, **course_labels(a, b, course)},
        distributions=course_distributions(a, b, start, course),
        events={**told.events, **course_events(course)},
        expected={**told.expected, **course_means(course)},
        not_modelled=(*told.not_modelled, *_silent(a, b, situation)),
        notes=(*course_notes(a, b, situation), *told.notes),
        error=told.error + dropped,
    )


def _silent(
    a: ScrollhammerUnit, b: ScrollhammerUnit, situation: ScrollhammerSituation
) -> Iterator[NotModelled]:
    """Yield what is in hand and does not shoot, figures missing."""
    for one in (a, b):
        touched = situation.of(one.side).touched
        yield from unprinted(one, melee=False, touched=touched)


def _plan(
    own: ScrollhammerUnit,
    other: ScrollhammerUnit,
    situation: ScrollhammerSituation,
    readings: ScrollhammerReadings,
) -> Plan:
    rooms = situation.a.room + situation.b.room
    return Plan(
        own,
        other,
        situation.closing in (own.side, "both"),
        rooms + situation.distance,
        situation,
        readings,
    )


def _played(
    plans: tuple[Plan, Plan],
    course: Course,
    start: Floats,
    situation: ScrollhammerSituation,
) -> float:
    """Play all turns; return the chance that was dropped on the way."""
    order = plans if situation.first == "a" else plans[::-1]
    sides = [plan.own.side for plan in order]
    rooms = [situation.of(side).room for side in sides]
    live: Spots = {Spot(*rooms): start if sides[0] == "a" else start.T}
    dropped = 0.0
    for number in range(2 * situation.turns):
        plan = order[number % 2]
        after, gone = _kept(turn(plan, course, live), start.size)
        dropped += gone
        live = {spot.turned(): chances.T for spot, chances in after.items()}
    for spot, chances in live.items():
        _left_apart(order[0], course, spot, chances)
    course.outcomes["undecided"] = course.outcomes.get("undecided", 0.0) + dropped
    course.final[-1, -1] += dropped
    return dropped


def _left_apart(plan: Plan, course: Course, spot: Spot, live: Floats) -> None:
    """End where the turns are over: who still falls back is gone."""
    moods = (spot.own_mood, plan.own.side), (spot.other_mood, plan.other.side)
    falling = [side for mood, side in moods if mood == FALLING]
    key = f"{falling[0]}-falls-back" if falling else "undecided"
    course.end(plan, "both-fall-back" if len(falling) > 1 else key, live)


def _kept(spots: Spots, size: int) -> tuple[Spots, float]:
    """Return the likeliest spots, as many as are carried on, and what is dropped."""
    totals = {spot: float(chances.sum()) for spot, chances in spots.items()}
    ordered = sorted(totals, key=lambda spot: -totals[spot])
    most = min(max(MOST_CELLS // size, 1), MOST_SPOTS)
    kept = [spot for spot in ordered[:most] if totals[spot] >= FORGOTTEN]
    dropped = sum(totals[spot] for spot in ordered[len(kept) :])
    return {spot: spots[spot] for spot in kept}, dropped


def _cases(
    plans: tuple[Plan, Plan],
    course: Course,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Iterator[tuple[float, Odds]]:
    """Yield what ended before contact, then the combat by who charged whom."""
    a, b = plans[0].own, plans[1].own
    nothing = np.zeros_like(course.final)
    weight = sum(course.outcomes.values())
    if weight > 0:
        shares = {key: chance / weight for key, chance in course.outcomes.items()}
        before = Prelude(course.final / weight, shares)
        sides = _sides((a, b), plans[0].situation, "a")
        yield (
            weight,
            fought_out(sides, nothing, before, _branch(context), rounds),
        )
    for (charger, scattered), met in sorted(course.met.items()):
        weight = float(met.sum())
        if not weight:
            continue
        fighters = (
            replace(a, formation="Skirmish") if scattered and charger == "b" else a,
            replace(b, formation="Skirmish") if scattered and charger == "a" else b,
        )
        sides = _sides(fighters, plans[0].situation, charger)
        before = Prelude(nothing)
        begun = met / weight
        yield (weight, fought_out(sides, begun, before, _branch(context), rounds))


def _branch(context: ScrollhammerContext) -> ScrollhammerContext:
    """Return the same with the trace so far, to be gone on with apart."""
    return replace(context, trace=Trace([*context.trace.steps]))


def _sides(
    profiles: tuple[ScrollhammerUnit, ScrollhammerUnit],
    situation: ScrollhammerSituation,
    charger: Side,
) -> tuple[ScrollhammerSide, ScrollhammerSide]:
    """Return both as they meet; who charges faces the enemy."""
    a, b = (contender(one, situation, charged=one.side == charger) for one in profiles)
    return (
        (replace(a, struck=FRONT), b)
        if charger == "a"
        else (a, replace(b, struck=FRONT))
    )
