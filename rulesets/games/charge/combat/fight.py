"""A fight of Charge from contact to its end, and what is told about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from rulesets.core.percent import percent
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
from rulesets.games.charge.combat.melee import ENDINGS, OUTCOMES, ChargeSide, rounds_of
from rulesets.games.charge.combat.profile import (
    ChargeNerve,
    ChargeUnit,
    nerve,
    nobody_charges,
    pool,
    rally,
)
from rulesets.games.charge.combat.shooting import excess
from rulesets.games.charge.sources import DOCUMENT, MELEE
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.fight.model import FightResult, in_turn
from rulesets.odds.fight.solver import solve
from rulesets.odds.volley import Floats

ALWAYS_TOLD = (
    "a-destroyed",
    "b-destroyed",
    "a-falls-back",
    "b-falls-back",
    "both-fall-back",
    "a-broken",
    "b-broken",
    "both-broken",
    "a-falls-back-b-broken",
    "a-broken-b-falls-back",
    "undecided",
)
"""Outcomes that every fight tells, also where their chance is 0."""

FATES = {
    **dict(zip(OUTCOMES, ENDINGS, strict=True)),
    "a-flees": ("flees", "holds"),
    "b-flees": ("holds", "flees"),
}
"""What became of both sides, by the outcome's key."""

HELD = ("holds", "holds")


@dataclass(frozen=True, slots=True, eq=False)
class ChargePrelude:
    """What happened before contact.

    Parameters
    ----------
    outcomes : mapping
        Chance of each way that it ended before contact [chance].
    final : ndarray
        ``[a, b]``: wounds left where it ended before contact [chance].
    """

    outcomes: Mapping[str, float]
    final: Floats


@dataclass(frozen=True, slots=True, eq=False)
class ChargeReport:
    """What a kind of match-up adds to the answer of its fight."""

    distributions: Mapping[str, Distribution] = field(default_factory=dict)
    events: Mapping[str, float] = field(default_factory=dict)
    expected: Mapping[str, float] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)


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
    nothing = ChargePrelude({}, np.zeros_like(start))
    told = answer(sides, fought, nothing, ChargeReport(), context)
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
    before: ChargePrelude,
    told: ChargeReport,
    context: ChargeContext,
) -> Odds:
    """Return the answer about a fight, with what happened before contact."""
    a, b = sides[0].profile, sides[1].profile
    outcomes = _outcomes(fought, before)
    final = fought.final + before.final
    dealt = _rest_at_0(fought.dealt_by_a), _rest_at_0(fought.dealt_by_b)
    survivors = {
        "a": _pmf(f"Wounds left of {a.name}", final.sum(axis=1)),
        "b": _pmf(f"Wounds left of {b.name}", final.sum(axis=0)),
    }
    wounds = {
        "a": _pmf(f"Wounds lost by {b.name} in the first round", dealt[0]),
        "b": _pmf(f"Wounds lost by {a.name} in the first round", dealt[1]),
    }
    means = {f"{side}-wounds-left": survivors[side].expected() for side in survivors}
    means |= {f"{side}-wounds-dealt": wounds[side].expected() for side in wounds}
    return Odds(
        outcomes=outcomes,
        labels={**_labels(a, b, outcomes), **told.labels},
        method=fought.method,
        error=fought.error,
        by_round=_by_round(fought, before),
        survivors=survivors,
        wounds=wounds,
        distributions=told.distributions,
        events={**_events(outcomes, sides, context.readings), **told.events},
        expected={"rounds": fought.rounds, **means, **told.expected},
        trace=tuple(context.trace.steps),
        notes=_notes(
            sides, fought, dealt, context.readings, in_contact=not told.events
        ),
        confidence=fought.confidence,
        samples=fought.samples,
    )


def _outcomes(fought: FightResult, before: ChargePrelude) -> dict[str, float]:
    outcomes = dict.fromkeys(ALWAYS_TOLD, 0.0)
    for key, chance in zip(OUTCOMES, fought.outcomes.tolist(), strict=True):
        if chance or key in outcomes:
            outcomes[key] = outcomes.get(key, 0.0) + chance
    for key, chance in before.outcomes.items():
        outcomes[key] = outcomes.get(key, 0.0) + chance
    outcomes["undecided"] += fought.undecided
    return outcomes


def _by_round(
    fought: FightResult, before: ChargePrelude
) -> tuple[dict[str, float], ...]:
    rounds = []
    for chances in fought.by_round.tolist():
        done = {key: 0.0 for key in ALWAYS_TOLD if key != "undecided"}
        for key, chance in zip(OUTCOMES, chances, strict=True):
            if chance or key in done:
                done[key] = done.get(key, 0.0) + chance
        for key, chance in before.outcomes.items():
            done[key] = done.get(key, 0.0) + chance
        rounds.append(done)
    return tuple(rounds)


def _rest_at_0(chances: Floats) -> Floats:
    """Complete the chances of wounds dealt: without contact there are none."""
    whole: Floats = chances.sum(axis=0)
    whole[0] += 1.0 - whole.sum()
    return whole


def _pmf(label: str, chances: Floats) -> Distribution:
    return Distribution(label, "wounds", tuple(chances.tolist()))


def _events(
    outcomes: Mapping[str, float],
    sides: tuple[ChargeSide, ChargeSide],
    readings: ChargeReadings,
) -> dict[str, float]:
    """Return chances that gather outcomes, or stand beside them."""
    fates = [(FATES.get(key, HELD), chance) for key, chance in outcomes.items()]
    failed = ("falls-back", "broken")
    events = {
        "a-wins": sum(p for (a, b), p in fates if a == "holds" != b),
        "b-wins": sum(p for (a, b), p in fates if b == "holds" != a),
        "both-gone": sum(p for (a, b), p in fates if "holds" not in (a, b)),
        "both-fail": sum(p for (a, b), p in fates if a in failed and b in failed),
    }
    for place, (side, contender) in enumerate(zip("ab", sides, strict=True)):
        own = [(fate[place], fate[1 - place], p) for fate, p in fates]
        events[f"{side}-fails-alone"] = sum(
            p for fate, other, p in own if fate in failed and other == "holds"
        )
        events[f"{side}-breaks"] = sum(p for fate, _, p in own if fate == "broken")
        events[f"{side}-rallies"] = rally(contender.nerve, readings)
    return events


def _labels(
    a: ChargeUnit, b: ChargeUnit, outcomes: Mapping[str, float]
) -> dict[str, str]:
    labels = {key: outcome_label(key, a.name, b.name) for key in outcomes}
    for side, own, other in (("a", a.name, b.name), ("b", b.name, a.name)):
        labels[f"{side}-wins"] = f"{own} left standing, {other} gone"
        labels[f"{side}-fails-alone"] = f"Only {own} failing the Morale test"
        labels[f"{side}-breaks"] = f"{own} Broken (natural 2)"
        labels[f"{side}-rallies"] = f"{own}, if Broken, rallying in the next own turn"
        labels[f"{side}-wounds-left"] = f"Wounds left of {own}"
        labels[f"{side}-wounds-dealt"] = f"Wounds by {own} in the first round"
    labels["both-gone"] = "Both are gone"
    labels["both-fail"] = "Both failing the Morale test"
    labels["rounds"] = "Rounds fought"
    return labels


def outcome_label(key: str, a: str, b: str) -> str:
    """Return an outcome in words.

    Examples
    --------
    >>> outcome_label("a-falls-back-b-broken", "Orcs", "Ratmen")
    'Orcs: falls back, Ratmen: broken'
    """
    words = {
        "undecided": "Still undecided",
        "no-charge": f"{a}: may not charge",
        "falls-short": f"{a}: falls short",
        "apart": "They never meet",
    }
    if key in words:
        return words[key]
    return ", ".join(
        f"{name}: {state.replace('-', ' ')}"
        for name, state in zip((a, b), FATES[key], strict=True)
        if state != "holds"
    )


def _notes(
    sides: tuple[ChargeSide, ChargeSide],
    fought: FightResult,
    dealt: tuple[Floats, Floats],
    readings: ChargeReadings,
    *,
    in_contact: bool,
) -> tuple[str, ...]:
    notes = [_win_note()]
    first, second = sides
    if in_contact and first.strikes and fought.method == "exact":
        made = first.blows.dice * die_chance(first.blows, readings)
        taken = float(dealt[0] @ np.arange(len(dealt[0])))
        if made - taken > 0.005 and readings.half_strength == "none":
            notes.append(excess(first.profile, second.profile, made, taken))
    if fought.stalled > 0:
        notes.append(
            f"With a chance of {percent(fought.stalled)} it comes to where "
            "neither side can hurt the other: there the fight never ends."
        )
    if fought.method == "sampled":
        notes.append(
            f"Too large to work out: {fought.samples:,} fights were rolled. Every "
            f"chance lies within {fought.error:.2%} with a confidence of "
            f"{fought.confidence:.1%}."
        )
    return tuple(notes)


def _win_note() -> str:
    return (
        f"A side wins when the other falls back, breaks, flees or is destroyed and it "
        f"does not itself ({DOCUMENT}, Morale)."
    )


def _seed(
    sides: tuple[ChargeSide, ChargeSide], readings: ChargeReadings, rounds: int | None
) -> str:
    return f"{sides!r} {readings!r} {rounds!r}"
