"""An engagement of Scrollhammer: turn by turn until two units meet, then the combat."""

from collections.abc import Iterator, Mapping
from dataclasses import astuple, replace
from functools import partial

import numpy as np

from rulesets.games.scrollhammer.combat.approach import (
    FALLING,
    Plan,
    ScrollhammerContact,
    Spot,
)
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerContext,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.engagement_answer import (
    approach_distributions,
    approach_events,
    approach_labels,
    approach_means,
    approach_notes,
    approach_steps,
)
from rulesets.games.scrollhammer.combat.fight import fought_out
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit, start_state
from rulesets.games.scrollhammer.combat.side import FRONT, ScrollhammerSide, contender
from rulesets.games.scrollhammer.combat.turns import act
from rulesets.games.scrollhammer.combat.weapons import unprinted
from rulesets.odds.answer import NotModelled, Odds
from rulesets.odds.approach import Approach
from rulesets.odds.context import Trace
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.mix import mixed
from rulesets.odds.report import Prelude
from rulesets.odds.sides import OTHER, Side
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
    start = np.zeros((a.company.states, b.company.states))
    start[start_state(a, situation), start_state(b, situation)] = 1.0
    approach: Approach[Spot, ScrollhammerContact] = Approach(
        {Spot(situation.a.room, situation.b.room): start}
    )
    lost: list[dict[Side, float]] = [
        {"a": 0.0, "b": 0.0} for _ in range(2 * situation.turns)
    ]
    plans = {
        own.side: Plan(
            own,
            other,
            situation.closing in (own.side, "both"),
            situation.a.room + situation.b.room + situation.distance,
            situation,
            readings,
            approach,
            lost,
        )
        for own, other in ((a, b), (b, a))
    }
    _play(plans, start.size)
    context.trace.add(*approach_steps(plans, situation))
    told = mixed(list(_cases(plans, start, context, rounds)))
    return replace(
        told,
        labels={**told.labels, **approach_labels(a, b, approach)},
        distributions=approach_distributions(a, b, start, approach),
        events={**told.events, **approach_events(approach)},
        expected={**told.expected, **approach_means(lost)},
        not_modelled=(*told.not_modelled, *_silent(a, b, situation)),
        notes=(*approach_notes(a, b, situation), *told.notes),
        error=told.error + approach.dropped,
    )


def _silent(
    a: ScrollhammerUnit, b: ScrollhammerUnit, situation: ScrollhammerSituation
) -> Iterator[NotModelled]:
    """Yield what is in hand and does not shoot, figures missing."""
    for one in (a, b):
        touched = situation.of(one.side).touched
        yield from unprinted(one, melee=False, touched=touched)


def _play(plans: Mapping[Side, Plan], size: int) -> None:
    """Play all turns; what was dropped on the way is undecided."""
    plan = plans["a"]
    approach, situation = plan.approach, plan.situation
    order = (situation.first, OTHER[situation.first]) * situation.turns
    most = min(max(MOST_CELLS // size, 1), MOST_SPOTS)
    approach.play(order, partial(act, plans), partial(approach.prune, FORGOTTEN, most))
    for spot, chances in approach.cases.items():
        _leave_apart(plan, spot, chances)
    dropped = np.zeros((plan.own.company.states, plan.other.company.states))
    dropped[-1, -1] = approach.dropped
    plan.end("undecided", dropped)


def _leave_apart(plan: Plan, spot: Spot, live: Floats) -> None:
    """End where the turns are over: who still falls back is gone."""
    moods = (spot.own_mood, plan.own.side), (spot.other_mood, plan.other.side)
    falling = [side for mood, side in moods if mood == FALLING]
    key = f"{falling[0]}-falls-back" if falling else "undecided"
    plan.end("both-fall-back" if len(falling) > 1 else key, live)


def _cases(
    plans: Mapping[Side, Plan],
    start: Floats,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Iterator[tuple[float, Odds]]:
    """Yield what ended before contact, then the combat by who charged whom."""
    a, b, approach = plans["a"].own, plans["b"].own, plans["a"].approach
    nothing, situation = np.zeros_like(start), context.situation
    before = approach.prelude(start)
    weight = sum(before.outcomes.values())
    if weight > 0:
        shares = {key: chance / weight for key, chance in before.outcomes.items()}
        ended = Prelude(before.final / weight, shares)
        sides = _sides((a, b), situation, "a")
        yield weight, fought_out(sides, nothing, ended, _branch(context), rounds)
    for contact in sorted(approach.met, key=astuple):
        met = approach.met[contact]
        weight = float(met.sum())
        if not weight:
            continue
        caught = OTHER[contact.charger] if contact.scattered else ""
        fighters = (
            replace(a, formation="Skirmish") if caught == "a" else a,
            replace(b, formation="Skirmish") if caught == "b" else b,
        )
        sides, clear = _sides(fighters, situation, contact.charger), Prelude(nothing)
        yield weight, fought_out(sides, met / weight, clear, _branch(context), rounds)


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
