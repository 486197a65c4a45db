"""An engagement: turn by turn until two units meet, then the combat."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, replace

import numpy as np

from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerContext,
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.engagements.approach import ScrollhammerContact
from rulesets.games.scrollhammer.combat.engagements.before_contact import (
    FORGOTTEN,
    ScrollhammerBeforeContact,
    before_contact,
)
from rulesets.games.scrollhammer.combat.engagements.in_hand import (
    scattered,
    waiting,
    with_blows,
)
from rulesets.games.scrollhammer.combat.engagements.report import (
    approach_distributions,
    approach_events,
    approach_labels,
    approach_left_out,
    approach_means,
    approach_notes,
    approach_steps,
)
from rulesets.games.scrollhammer.combat.fights.fight import chance_of, fought_out
from rulesets.games.scrollhammer.combat.fights.way_back import (
    befalls_both,
    with_friends_before,
)
from rulesets.games.scrollhammer.combat.power_dice import manner_of
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.side import (
    FRONT,
    ScrollhammerSide,
    contender,
)
from rulesets.games.scrollhammer.combat.spell_blades import (
    shoots_spells,
    with_power_dice,
)
from rulesets.odds.answer import Odds
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.context import Trace
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.mix import combine_odds
from rulesets.odds.report import Prelude
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Floats

SAME = 1e-13
"""Chances that differ by no more differ by rounding [chance]."""

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
    before = before_contact(a, b, situation, readings)
    plans, start, approach = before.plans, before.start, before.approach
    context.trace.add(*approach_steps(plans, situation))
    told = combine_odds(list(_cases((a, b), before, context, rounds)))
    return replace(
        told,
        labels={**told.labels, **approach_labels(a, b, approach)},
        distributions={
            **told.distributions,
            **approach_distributions(a, b, start, approach),
        },
        events={
            **with_friends_before(told.events, plans["a"].events),
            **approach_events(approach),
        },
        expected={**told.expected, **approach_means(plans["a"].lost)},
        not_modelled=(*told.not_modelled, *approach_left_out(a, b, situation)),
        notes=(*approach_notes(a, b, situation), *told.notes),
        error=told.error + approach.dropped,
    )


def _cases(
    units: tuple[ScrollhammerUnit, ScrollhammerUnit],
    turns: ScrollhammerBeforeContact,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Iterator[tuple[float, Odds]]:
    """Yield the part that ended before contact, then the combat by each charger."""
    approach, on_table = turns.approach, turns.plans["a"].on_table
    nothing = np.zeros_like(turns.start)
    before = approach.prelude(turns.start)
    weight = sum(before.outcomes.values())
    if weight > 0:
        shares = {key: chance / weight for key, chance in before.outcomes.items()}
        by_states = {key: chances / weight for key, chances in before.ended.items()}
        ended = Prelude(before.final / weight, shares, by_states)
        sides = _sides(units, context, "a")
        yield weight, fought_out(sides, nothing, ended, _branch(context), rounds)
    for contact in sorted(approach.met, key=astuple):
        met = approach.met[contact]
        weight = float(met.sum())
        if not weight:
            continue
        fighters = (
            _as_they_meet(units[0], contact, context.situation),
            _as_they_meet(units[1], contact, context.situation),
        )
        shot = [one.side for one in units if _casts_shots(one, contact)]
        sides = _sides(fighters, context, contact.charger, shot)
        clear = Prelude(nothing)
        branch = _branch(context)
        befalls = befalls_both(context.situation, contact.ways)
        told = fought_out(sides, met / weight, clear, branch, rounds, befalls)
        left = {side: on_table[contact, side] / weight for side in SIDES}
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
    shot: Sequence[Side] = (),
) -> tuple[ScrollhammerSide, ScrollhammerSide]:
    """Return both as they meet; who charges faces the enemy."""
    asked = context.situation, context.readings
    return _meeting(*profiles, *asked, charger, tuple(shot))


@kept_by_identity(most=4, objects=2)
def _meeting(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    situation: ScrollhammerSituation,
    readings: ScrollhammerReadings,
    charger: Side,
    shot: tuple[Side, ...],
) -> tuple[ScrollhammerSide, ScrollhammerSide]:
    """Return both as they meet, the same ones for the same question."""
    sides = (
        replace(one, struck=FRONT) if one.charged else one
        for one in (
            contender(profile, situation, charged=profile.side == charger)
            for profile in (a, b)
        )
    )
    first, second = sides
    return with_power_dice((first, second), manner_of(situation, readings), shot)
