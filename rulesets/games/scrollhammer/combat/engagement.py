"""An engagement: turn by turn until two units meet, then the combat."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import astuple, replace
from functools import partial

import numpy as np

from rulesets.games.scrollhammer.combat.approach import (
    Plan,
    ScrollhammerContact,
    Spot,
)
from rulesets.games.scrollhammer.combat.approach_report import (
    approach_distributions,
    approach_events,
    approach_labels,
    approach_left_out,
    approach_means,
    approach_notes,
    approach_steps,
)
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerContext,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.fight import chance_of, fought_out
from rulesets.games.scrollhammer.combat.in_hand import (
    scattered,
    waiting,
    with_blows,
    with_ready,
)
from rulesets.games.scrollhammer.combat.power_dice import manner_of
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit, start_state
from rulesets.games.scrollhammer.combat.side import (
    FRONT,
    ScrollhammerSide,
    contender,
)
from rulesets.games.scrollhammer.combat.spell_blades import (
    shoots_spells,
    with_power_dice,
)
from rulesets.games.scrollhammer.combat.turns import act, end_turn
from rulesets.games.scrollhammer.combat.way_back import (
    befalls_both,
    with_friends_before,
)
from rulesets.odds.answer import Odds
from rulesets.odds.approach import Approach
from rulesets.odds.context import Trace
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.mix import combine_odds
from rulesets.odds.report import Prelude
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats

SAME = 1e-13
"""Chances that differ by no more differ by rounding [chance]."""

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
    begun = Spot(situation.a.room, situation.b.room)
    approach: Approach[Spot, ScrollhammerContact] = Approach({begun: start})
    lost: list[dict[Side, float]] = [
        {"a": 0.0, "b": 0.0} for _ in range(2 * situation.turns)
    ]
    on_table: dict[tuple[ScrollhammerContact, Side], Floats] = {}
    events: defaultdict[str, float] = defaultdict(float)
    plans = {
        own.side: with_ready(
            Plan(
                own,
                waiting(other, situation),
                situation.closing in (own.side, "both"),
                situation.a.room + situation.b.room + situation.distance,
                situation,
                readings,
                approach,
                lost,
                on_table,
                begun=begun,
                events=events,
            )
        )
        for own, other in ((a, b), (b, a))
    }
    _play(plans, start.size)
    context.trace.add(*approach_steps(plans, situation))
    told = combine_odds(list(_cases(plans, start, context, rounds)))
    return replace(
        told,
        labels={**told.labels, **approach_labels(a, b, approach)},
        distributions={
            **told.distributions,
            **approach_distributions(a, b, start, approach),
        },
        events={
            **with_friends_before(told.events, events),
            **approach_events(approach),
        },
        expected={**told.expected, **approach_means(lost)},
        not_modelled=(*told.not_modelled, *approach_left_out(a, b, situation)),
        notes=(*approach_notes(a, b, situation), *told.notes),
        error=told.error + approach.dropped,
    )


def _play(plans: Mapping[Side, Plan], size: int) -> None:
    """Play all turns; what was dropped on the way is undecided."""
    plan = plans["a"]
    approach, situation = plan.approach, plan.situation
    order = (situation.first, OTHER[situation.first]) * situation.turns
    most = min(max(MOST_CELLS // size, 1), MOST_SPOTS)

    def end() -> None:
        end_turn(plans)
        approach.prune(FORGOTTEN, most)

    approach.play(order, partial(act, plans), end)
    for chances in approach.cases.values():
        plan.end("undecided", chances)
    dropped = np.zeros((plan.own.company.states, plan.other.company.states))
    dropped[-1, -1] = approach.dropped
    plan.end("undecided", dropped)


def _cases(
    plans: Mapping[Side, Plan],
    start: Floats,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Iterator[tuple[float, Odds]]:
    """Yield the part that ended before contact, then the combat by each charger."""
    a, b, approach = plans["a"].own, plans["b"].own, plans["a"].approach
    nothing = np.zeros_like(start)
    before = approach.prelude(start)
    weight = sum(before.outcomes.values())
    if weight > 0:
        shares = {key: chance / weight for key, chance in before.outcomes.items()}
        by_states = {key: chances / weight for key, chances in before.ended.items()}
        ended = Prelude(before.final / weight, shares, by_states)
        sides = _sides((a, b), context, "a")
        yield weight, fought_out(sides, nothing, ended, _branch(context), rounds)
    for contact in sorted(approach.met, key=astuple):
        met = approach.met[contact]
        weight = float(met.sum())
        if not weight:
            continue
        fighters = (
            _as_they_meet(a, contact, context.situation),
            _as_they_meet(b, contact, context.situation),
        )
        shot = [one.side for one in (a, b) if _casts_shots(one, contact)]
        sides = _sides(fighters, context, contact.charger, shot)
        clear = Prelude(nothing)
        branch = _branch(context)
        befalls = befalls_both(context.situation, contact.ways)
        told = fought_out(sides, met / weight, clear, branch, rounds, befalls)
        left = {side: plans["a"].on_table[contact, side] / weight for side in SIDES}
        yield (
            weight,
            _regrouped(told, sides, met / weight, left, contact, context, rounds),
        )


def _as_they_meet(
    unit: ScrollhammerUnit,
    contact: ScrollhammerContact,
    situation: ScrollhammerSituation,
) -> ScrollhammerUnit:
    """Return a unit with what it has in hand as contact is made, and as it stands."""
    if unit.side == contact.charger:
        return unit if contact.armed else with_blows(unit)
    unit = waiting(unit, situation)
    return scattered(unit) if contact.scattered else unit


def _casts_shots(unit: ScrollhammerUnit, contact: ScrollhammerContact) -> bool:
    """Return whether a unit spends its dice on shots in the last turn of its own.

    That is the turn of the charge for who charged, and the one before for the other.
    """
    rests = unit.side == contact.charger and not contact.armed
    return not rests and shoots_spells(unit)


def _regrouped(
    told: Odds,
    sides: tuple[ScrollhammerSide, ScrollhammerSide],
    met: Floats,
    left: Mapping[Side, Floats],
    contact: ScrollhammerContact,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of a combat in which nobody regroups beyond its table edge.

    The combat is solved anew only where being near the edge goes with other states, so
    that a product of chances would be off by more than a tenth of the error told.

    Parameters
    ----------
    met, left : ndarray, and mapping of ndarrays by side
        ``[a, b]``: the chances to begin in these states, and the part of them from
        where that side falls back and, not trapped, is still on the table [chance].
    """
    events, error = dict(told.events), told.error
    for side, way in zip(SIDES, contact.ways, strict=True):
        key = f"{side}-regroups"
        share = float(left[side].sum())
        off = float(np.abs(left[side] - met * share).sum())
        if off <= max(FORGOTTEN, told.error / 10):
            events[key] *= share
            error += off if off > SAME else 0.0
        elif events[key]:
            free = 1 - way.trapped()
            events[key] = free * chance_of(key, sides, left[side], context, rounds)
    return replace(told, events=events, error=error)


def _branch(context: ScrollhammerContext) -> ScrollhammerContext:
    """Return the same with the trace so far, to be gone on with apart."""
    return replace(context, trace=Trace([*context.trace.steps]))


def _sides(
    profiles: tuple[ScrollhammerUnit, ScrollhammerUnit],
    context: ScrollhammerContext,
    charger: Side,
    shot: Collection[str] = frozenset(),
) -> tuple[ScrollhammerSide, ScrollhammerSide]:
    """Return both as they meet; who charges faces the enemy."""
    situation = context.situation
    a, b = (
        replace(one, struck=FRONT) if one.charged else one
        for one in (
            contender(profile, situation, charged=profile.side == charger)
            for profile in profiles
        )
    )
    return with_power_dice((a, b), manner_of(situation, context.readings), shot)
