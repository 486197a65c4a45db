"""A combat of two units that are in contact, on safe ground or on dangerous one."""

import numpy as np

from rulesets.games.scrollhammer.combat.context import ScrollhammerContext
from rulesets.games.scrollhammer.combat.fights.departures import (
    ground_steps,
    over_ground_all_round,
)
from rulesets.games.scrollhammer.combat.fights.fight import fought_out
from rulesets.games.scrollhammer.combat.fights.round import Sides
from rulesets.games.scrollhammer.combat.fights.way_back import befalls_both
from rulesets.games.scrollhammer.combat.power_dice import manner_of
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit, start_state
from rulesets.games.scrollhammer.combat.side import contender
from rulesets.games.scrollhammer.combat.spell_blades import with_power_dice
from rulesets.odds.answer import Odds
from rulesets.odds.report import Prelude
from rulesets.odds.volley import Floats


def combat(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of two units that are in contact, on safe ground."""
    sides, start = in_contact(a, b, context)
    return fought_out(sides, start, Prelude(np.zeros_like(start)), context, rounds)


def in_contact(
    a: ScrollhammerUnit, b: ScrollhammerUnit, context: ScrollhammerContext
) -> tuple[Sides, Floats]:
    """Return the sides of such a combat, and how it begins, ``[a, b]`` [chance]."""
    situation, charger = context.situation, context.situation.charger
    sides = with_power_dice(
        (
            contender(a, situation, charged=charger == "a"),
            contender(b, situation, charged=charger == "b"),
        ),
        manner_of(situation, context.readings),
    )
    start = np.zeros((a.company.states, b.company.states))
    start[start_state(a, situation), start_state(b, situation)] = 1.0
    return sides, start


def combat_on_ground(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of two units that are in contact, on whatever ground."""
    situation = context.situation
    context.trace.add(*ground_steps(situation))
    told = combat(a, b, context, rounds)
    if not situation.dangerous_ground:
        return told
    begun = in_contact(a, b, context)
    return over_ground_all_round(told, *begun, befalls_both(situation), context, rounds)
