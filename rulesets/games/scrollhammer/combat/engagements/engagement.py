"""An engagement: turn by turn until two units meet, then the combat."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

import numpy as np

from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerContext,
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.engagements.approach import ScrollhammerContact
from rulesets.games.scrollhammer.combat.engagements.before_contact import (
    ScrollhammerBeforeContact,
    before_contact,
)
from rulesets.games.scrollhammer.combat.engagements.contact_fights import (
    ContactFight,
    branch,
    told_fights,
)
from rulesets.games.scrollhammer.combat.engagements.in_hand import (
    scattered,
    waiting,
    with_blows,
)
from rulesets.games.scrollhammer.combat.engagements.report import (
    approach_left_out,
    approach_notes,
    approach_steps,
)
from rulesets.games.scrollhammer.combat.fights.departures import ground_steps
from rulesets.games.scrollhammer.combat.fights.fight import fought_out
from rulesets.games.scrollhammer.combat.fights.way_back import befalls_both
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
from rulesets.odds.answer import LaterSteps, Odds, Step
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.mix import combine_odds
from rulesets.odds.report import Prelude
from rulesets.odds.sides import Side

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
    told = combine_odds(list(_cases((a, b), before, context, rounds)))
    so_far = chain(approach_steps(before.plans, situation), ground_steps(situation))
    return replace(
        told,
        **before.figures.beside(told, before.plans["a"].events),
        trace=LaterSteps(partial(_steps, so_far, told.trace)),
        not_modelled=(*told.not_modelled, *approach_left_out(a, b, situation)),
        notes=(*approach_notes(a, b, situation), *told.notes),
        error=told.error + before.approach.dropped,
    )


def _steps(before: Iterable[Step], combats: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps before contact and those of the combats, each once."""
    yield from dict.fromkeys(chain(before, combats))


def _cases(
    units: tuple[ScrollhammerUnit, ScrollhammerUnit],
    turns: ScrollhammerBeforeContact,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Iterator[tuple[float, Odds]]:
    """Yield the part that ended before contact, then the combats by each contact."""
    nothing = np.zeros_like(turns.start)
    before = turns.approach.prelude(turns.start)
    weight = sum(before.outcomes.values())
    if weight > 0:
        shares = {key: chance / weight for key, chance in before.outcomes.items()}
        by_states = {key: chances / weight for key, chances in before.ended.items()}
        ended = Prelude(before.final / weight, shares, by_states)
        sides = _sides(units, context, "a")
        yield weight, fought_out(sides, nothing, ended, branch(context), rounds)
    yield from told_fights([*_contact_fights(units, turns, context)], context, rounds)


def _contact_fights(
    units: tuple[ScrollhammerUnit, ScrollhammerUnit],
    turns: ScrollhammerBeforeContact,
    context: ScrollhammerContext,
) -> Iterator[ContactFight]:
    """Yield the combats as they begin, by each way of contact."""
    approach, on_table = turns.approach, turns.plans["a"].on_table
    for contact in sorted(approach.met):
        met = approach.met[contact]
        weight = float(met.sum())
        if not weight:
            continue
        fighters = (
            _as_they_meet(units[0], contact, context.situation),
            _as_they_meet(units[1], contact, context.situation),
        )
        shot = [one.side for one in units if _casts_shots(one, contact)]
        a, b = contact.ways
        yield ContactFight(
            weight,
            _sides(fighters, context, contact.charger, shot),
            met / weight,
            (on_table[contact, "a"] / weight, on_table[contact, "b"] / weight),
            (1 - a.trapped(), 1 - b.trapped()),
            befalls_both(context.situation, contact.ways),
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


def _sides(
    profiles: tuple[ScrollhammerUnit, ScrollhammerUnit],
    context: ScrollhammerContext,
    charger: Side,
    shot: Sequence[Side] = (),
) -> tuple[ScrollhammerSide, ScrollhammerSide]:
    """Return both as they meet; who charges faces the enemy."""
    asked = context.situation, context.readings
    return _meeting(*profiles, *asked, charger, tuple(shot))


@kept_by_identity(most=4, objects=4)
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
        replace(one, struck=FRONT) if one.charged and one.struck != FRONT else one
        for one in (
            contender(profile, situation, charged=profile.side == charger)
            for profile in (a, b)
        )
    )
    first, second = sides
    return with_power_dice((first, second), manner_of(situation, readings), shot)
