"""A fight of Charge from contact to its end, and what is reported of it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from rulesets.games.charge.combat.attack import (
    die_chance,
    half_strength_step,
    melee_blows,
)
from rulesets.games.charge.combat.context import (
    ChargeContext,
    ChargeReadings,
    Contact,
)
from rulesets.games.charge.combat.glossary import FATES, FIGHT
from rulesets.games.charge.combat.melee import ChargeSide, rounds_of
from rulesets.games.charge.combat.profile import (
    ChargeNerve,
    ChargeUnit,
    nerve,
    nobody_charges,
    pool,
    rally,
)
from rulesets.games.charge.combat.shooting import excess
from rulesets.games.charge.sources import MELEE
from rulesets.odds.answer import Odds, Step
from rulesets.odds.fight.model import FightResult, in_turn
from rulesets.odds.fight.solver import solve
from rulesets.odds.report import Prelude, fight_odds
from rulesets.odds.sides import SIDES


def melee(
    a: ChargeUnit,
    b: ChargeUnit,
    context: ChargeContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of two units that are in contact; a is active first."""
    situation, readings = context.situation, context.readings
    nerves = nerve(a, context), nerve(b, context)
    touched = situation.a.touched_in, situation.b.touched_in
    sides = contenders(a, b, nerves, touched, context)
    start = np.zeros((a.wounds + 1, b.wounds + 1))
    start[pool(a, situation), pool(b, situation)] = 1.0
    fight = in_turn(start, *rounds_of(*sides, readings), rounds)
    fought = solve(fight, partial(_seed, sides, readings, rounds))
    told = answer(sides, fought, Prelude(np.zeros_like(start)), context)
    return replace(told, notes=(nobody_charges(a, b), *told.notes))


def contenders(
    a: ChargeUnit,
    b: ChargeUnit,
    nerves: tuple[ChargeNerve, ChargeNerve],
    touched: tuple[Contact, Contact],
    context: ChargeContext,
) -> tuple[ChargeSide, ChargeSide]:
    """Return both sides of a melee, with the trace of their attacks."""
    sides = []
    for own, other, own_nerve, own_touched, other_touched in (
        (a, b, nerves[0], touched[0], touched[1]),
        (b, a, nerves[1], touched[1], touched[0]),
    ):
        blows = melee_blows(own, other, other_touched, context)
        half_strength_step(own, context)
        strikes = own_touched == "front"
        if not strikes:
            text = f"no strikes by {own.name}, which is not touched in its front"
            source = f"{MELEE}: Pick a Melee Target"
            context.trace.add(Step("Pick a Melee Target", source, text, own.side))
        sides.append(ChargeSide(own, own_nerve, blows, strikes))
    return sides[0], sides[1]


def answer(
    sides: tuple[ChargeSide, ChargeSide],
    fought: FightResult,
    before: Prelude,
    context: ChargeContext,
) -> Odds:
    """Return the answer about a fight, with what happened before contact."""
    return fight_odds(
        FIGHT,
        (sides[0].profile.name, sides[1].profile.name),
        fought,
        before,
        trace=context.trace.steps,
        events=partial(_events, sides, context.readings),
        notes=() if before.events else _excess(sides, fought, context.readings),
    )


def _events(
    sides: tuple[ChargeSide, ChargeSide],
    readings: ChargeReadings,
    outcomes: Mapping[str, float],
) -> dict[str, float]:
    """Return chances of Morale tests failed, beside who wins."""
    fates = [(FATES[key], chance) for key, chance in outcomes.items() if key in FATES]
    failed = ("falls-back", "broken")
    events = {"both-fail": sum(p for (a, b), p in fates if a in failed and b in failed)}
    for place, (side, contender) in enumerate(zip(SIDES, sides, strict=True)):
        own = [(fate[place], fate[1 - place], p) for fate, p in fates]
        events[f"{side}-fails-alone"] = sum(
            p for fate, other, p in own if fate in failed and other == "holds"
        )
        events[f"{side}-breaks"] = sum(p for fate, _, p in own if fate == "broken")
        events[f"{side}-rallies"] = rally(contender.nerve, readings)
    return events


def _excess(
    sides: tuple[ChargeSide, ChargeSide], fought: FightResult, readings: ChargeReadings
) -> Iterator[str]:
    """Yield what becomes of wounds too many of who strikes first."""
    first, second = sides
    if first.strikes and fought.method == "exact" and readings.half_strength == "none":
        made = first.blows.dice * die_chance(first.blows, readings)
        dealt = fought.dealt_by_a.sum(axis=0)
        taken = float(dealt @ np.arange(len(dealt)))
        if made - taken > 0.005:
            yield excess(first.profile, second.profile, made, taken)


def _seed(
    sides: tuple[ChargeSide, ChargeSide], readings: ChargeReadings, rounds: int | None
) -> str:
    return f"{sides!r} {readings!r} {rounds!r}"
