"""A melee of Charge: strikes of both sides, Morale, its rounds, and its answer."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np

from rulesets.games.charge.combat.attack import (
    QUARTER_TURN,
    dice_left,
    die_chance,
    half_strength_step,
    melee_blows,
)
from rulesets.games.charge.combat.context import (
    ChargeContext,
    ChargeReadings,
    Touched,
)
from rulesets.games.charge.combat.first_round import first_round_of
from rulesets.games.charge.combat.flight import flights_of, met_in_flight
from rulesets.games.charge.combat.glossary import FATES, FIGHT
from rulesets.games.charge.combat.profile import (
    ChargeNerve,
    ChargeUnit,
    nerve,
    nobody_charges,
    pool,
    rally,
)
from rulesets.games.charge.combat.terms import ChargeAttack, attack
from rulesets.games.charge.sources import MELEE
from rulesets.odds.answer import Odds, Step
from rulesets.odds.attack import effect
from rulesets.odds.fight.model import (
    Attacks,
    FightResult,
    Order,
    Round,
    Strike,
    in_turn,
)
from rulesets.odds.fight.solver import solve
from rulesets.odds.report import Prelude, excess_notes, fight_odds
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats, Ints

NOBODY_FLED: Mapping[Side, Mapping[int, float]] = {}

IN_CONTACT = "Who is in contact only fights: it neither shoots nor moves away (house)."
"""The note on what the text leaves open of units in a melee."""


@dataclass(frozen=True, slots=True)
class ChargeSide:
    """One side of a melee.

    Parameters
    ----------
    profile : ChargeUnit
    nerve : ChargeNerve
    blows : ChargeAttack
        Its attacks against the other side.
    strikes : bool
        False if it is touched only in its flank or rear.
    """

    profile: ChargeUnit
    nerve: ChargeNerve
    blows: ChargeAttack
    strikes: bool


def melee_round(
    a: ChargeSide, b: ChargeSide, active: Side, readings: ChargeReadings
) -> Round:
    """Return one round of a melee.

    Parameters
    ----------
    a, b : ChargeSide
    active : {"a", "b"}
        Who strikes first.
    readings : ChargeReadings

    References
    ----------
    Charge v2 0.1 beta, Melee: Resolving a Combat, Morale.
    """
    strikes = (_strike(a, "a", readings), _strike(b, "b", readings))
    ordered = strikes if active == "a" else strikes[::-1]
    table = _table(a.nerve, b.nerve, readings)
    return Round([Order(1.0, ordered)], classify, table)


def _strike(side: ChargeSide, name: Side, readings: ChargeReadings) -> Strike:
    profile, dice = side.profile, side.blows.dice if side.strikes else 0
    by_pool = np.array(
        [dice_left(dice, left, profile, readings) for left in range(profile.wounds + 1)]
    )
    table = np.repeat(by_pool[None, :], len(by_pool), axis=0)
    if readings.dead_strike:
        table[:, 0] = by_pool
    attacks = Attacks(effect(attack(side.blows, readings)))
    return Strike(name, table[:, None, :, None], attacks)


def classify(a: Ints, b: Ints, lost_a: Ints, lost_b: Ints) -> Ints:
    """Return the class of a round: sides with a wound lost (1, 2), destroyed (4, 8).

    Each side is summed up by itself, so that arrays meet only once.
    """
    side_a = (lost_a > 0) + 4 * (lost_a >= a)
    side_b = 2 * (lost_b > 0) + 8 * (lost_b >= b)
    classes: Ints = side_a + side_b
    return classes


COLUMNS = {fates: place for place, fates in enumerate(FATES.values(), 1)}
"""The column of a round's table by the fates of both sides, if they end the fight."""


@lru_cache(maxsize=512)
def _table(a: ChargeNerve, b: ChargeNerve, readings: ChargeReadings) -> Floats:
    table = np.zeros((16, 1 + len(FATES)))
    for kind in range(16):
        ends = become(a, kind & 1, kind & 4, kind & 8, readings)
        others = become(b, kind & 2, kind & 8, kind & 4, readings)
        for state_a, chance_a in ends.items():
            for state_b, chance_b in others.items():
                column = _column(state_a, state_b, readings)
                table[kind, column] += chance_a * chance_b
    table.flags.writeable = False
    return table


def become(
    nerve: ChargeNerve,
    wounded: int,
    destroyed: int,
    other_destroyed: int,
    readings: ChargeReadings,
) -> dict[str, float]:
    """Return the fates of a side after a round, with their chances.

    Who cannot move stays in contact where it falls back.
    """
    if destroyed:
        return {"destroyed": 1.0}
    spared = other_destroyed and not readings.test_after_destroying
    if not wounded or spared:
        return {"holds": 1.0}
    if nerve.is_still:
        return {"holds": nerve.passes + nerve.falls_back, "broken": nerve.breaks}
    return {
        "holds": nerve.passes,
        "falls-back": nerve.falls_back,
        "broken": nerve.breaks,
    }


def _column(state_a: str, state_b: str, readings: ChargeReadings) -> int:
    """Return the column of a pair of states: 0 where the fight goes on."""
    stays = ("holds",) if readings.fall_back_ends else ("holds", "falls-back")
    if state_a in stays and state_b in stays:
        return 0
    return COLUMNS[state_a, state_b]


Contend = Callable[[Touched], tuple[ChargeSide, ChargeSide]]
"""Returns both sides of a melee, by where they are touched."""


def rounds_of(
    contend: Contend,
    touched: Touched,
    readings: ChargeReadings,
    opening: Round | None = None,
    active: Side = "a",
) -> tuple[tuple[Round, ...], tuple[Round, ...]]:
    """Return the rounds fought once, and those that then repeat.

    Parameters
    ----------
    contend : callable
    touched : tuple of str
        Where both sides are touched in the first round.
    readings : ChargeReadings
        ``later_rounds`` says who is active after the first round.
    opening : Round, optional
        A first round unlike the others.
    active : {"a", "b"}
        Who is active in the first round.
    """
    first = 1 if opening else 0
    turns: list[tuple[Side, Touched]] = []
    turn = active, touched
    while turn not in turns[first:]:
        turns.append(turn)
        turn = _next_turn(*turn, readings)
    rounds = [
        melee_round(*contend(where), side, readings) for side, where in turns[first:]
    ]
    rounds = [opening, *rounds] if opening else rounds
    begin = turns.index(turn, first)
    return tuple(rounds[:begin]), tuple(rounds[begin:])


def _next_turn(
    active: Side, touched: Touched, readings: ChargeReadings
) -> tuple[Side, Touched]:
    """Return who is active in the next round, and where both are touched then."""
    later = readings.later_rounds
    side = OTHER[active] if later == "alternating" else later
    if readings.engaged_pivot:
        own, other = touched
        if side == "a":
            touched = QUARTER_TURN[own], other
        else:
            touched = own, QUARTER_TURN[other]
    return side, touched


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
    contend = partial(contenders, a, b, nerves, context=context.untraced())
    fight = in_turn(start, *rounds_of(contend, touched, readings), rounds)
    fought = solve(fight, partial(_seed, sides, readings, rounds))
    odds = answer(sides, fought, Prelude(np.zeros_like(start)), context)
    return replace(odds, notes=(nobody_charges(a, b), *odds.notes))


def contenders(
    a: ChargeUnit,
    b: ChargeUnit,
    nerves: tuple[ChargeNerve, ChargeNerve],
    touched: Touched,
    context: ChargeContext,
) -> tuple[ChargeSide, ChargeSide]:
    """Return both sides of a melee, with the trace of their attacks."""
    sides = []
    nerves = _steadied(nerves, context.without)
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


def _steadied(
    nerves: tuple[ChargeNerve, ChargeNerve], without: frozenset[str]
) -> tuple[ChargeNerve, ChargeNerve]:
    """Return nerves of a melee in which sides without Morale tests always hold."""
    a, b = (
        replace(one, passes=1.0, falls_back=0.0, breaks=0.0)
        if f"{side}.morale" in without
        else one
        for side, one in zip(SIDES, nerves, strict=True)
    )
    return a, b


def answer(
    sides: tuple[ChargeSide, ChargeSide],
    fought: FightResult,
    before: Prelude,
    context: ChargeContext,
    fled: Mapping[Side, Mapping[int, float]] = NOBODY_FLED,
) -> Odds:
    """Compose the answer about a fight and its prelude.

    ``fled`` are the chances of the inches fled before contact, by side.
    """
    excess = () if before.events else _excess(sides, fought, context.readings)
    nerves = sides[0].nerve, sides[1].nerve
    told = fight_odds(
        FIGHT,
        (sides[0].profile.name, sides[1].profile.name),
        fought,
        before,
        trace=tuple(context.trace.steps),
        events=partial(_events, sides, context.readings),
        notes=(*excess, IN_CONTACT),
        deciding=first_round_of(nerves, fought, context.readings)
        if context.explained
        else None,
    )
    return _with_flights(told, sides, before, context, fled)


def _with_flights(
    told: Odds,
    sides: tuple[ChargeSide, ChargeSide],
    before: Prelude,
    context: ChargeContext,
    fled: Mapping[Side, Mapping[int, float]],
) -> Odds:
    """Return an answer with what those who flee run into, where it is asked."""
    for name, side in zip(SIDES, sides, strict=True):
        breaks = told.events[f"{name}-breaks"]
        breaks -= before.outcomes.get(f"{name}-broken", 0.0)
        flights = flights_of(side.nerve, breaks, fled.get(name, {}))
        answers = context.situation.of(name)
        events, words = met_in_flight(name, side.profile.name, answers, flights)
        if events:
            told = replace(
                told,
                events={**told.events, **events},
                labels={**told.labels, **words},
            )
    return told


def _events(
    sides: tuple[ChargeSide, ChargeSide],
    readings: ChargeReadings,
    outcomes: Mapping[str, float],
) -> dict[str, float]:
    """Return the chances of Morale tests failed and of rallying."""
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
    """Yield the note on wounds too many of the side that strikes first."""
    first, second = sides
    if first.strikes and fought.method == "exact" and readings.half_strength == "none":
        made = first.blows.dice * die_chance(first.blows, readings)
        dealt = fought.dealt_by_a.sum(axis=0)
        taken = float(dealt @ np.arange(len(dealt)))
        yield from excess_notes((first.profile.name, second.profile.name), made, taken)


def _seed(
    sides: tuple[ChargeSide, ChargeSide], readings: ChargeReadings, rounds: int | None
) -> str:
    return f"{sides!r} {readings!r} {rounds!r}"
