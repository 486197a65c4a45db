"""A close combat of Scrollhammer to its end, and what is told about it."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial

import numpy as np

from rulesets.core.percent import percent
from rulesets.games.scrollhammer.combat.absorb_health import absorbs
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerContext,
    ScrollhammerReadings,
)
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerUnit,
    rule_step,
    start_state,
)
from rulesets.games.scrollhammer.combat.regeneration import (
    comes_back,
    fought_on,
    regenerates,
)
from rulesets.games.scrollhammer.combat.result import (
    COLUMNS,
    OUTCOMES,
    REGROUPS,
    TOLD,
)
from rulesets.games.scrollhammer.combat.round import rounds_of
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide, contender
from rulesets.games.scrollhammer.combat.trace import melee_steps, morale_steps
from rulesets.games.scrollhammer.combat.weapons import unprinted
from rulesets.odds.answer import Distribution, NotModelled, Odds, Step
from rulesets.odds.company import Company
from rulesets.odds.fight.model import FightResult
from rulesets.odds.volley import Floats

GONE = {
    "a-destroyed": "a",
    "a-run-down": "a",
    "a-flees": "a",
    "b-destroyed": "b",
    "b-run-down": "b",
    "b-flees": "b",
    "b-caught-fleeing": "b",
    "b-gets-away": "b",
    "a-caught-fleeing": "a",
    "a-falls-back": "a",
    "b-falls-back": "b",
    "both-fall-back": "ab",
    "both-destroyed": "ab",
}
"""Which sides each outcome takes off the field."""


@dataclass(frozen=True, slots=True, eq=False)
class ScrollhammerPrelude:
    """What happened before contact.

    Parameters
    ----------
    outcomes : mapping
        Chance of each way that it ended there [chance].
    final : ndarray
        ``[a, b]``: chance of the states that both were in when it ended there.
    events : mapping
        Chances to tell beside the outcomes [chance].
    labels : mapping
        Words for their keys.
    distributions : mapping
    """

    outcomes: Mapping[str, float]
    final: Floats
    events: Mapping[str, float] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    distributions: Mapping[str, Distribution] = field(default_factory=dict)


def combat(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of two units that are in contact."""
    situation, charger = context.situation, context.situation.charger
    sides = (
        contender(a, situation, charged=charger == "a"),
        contender(b, situation, charged=charger == "b"),
    )
    start = np.zeros((a.company.states, b.company.states))
    start[start_state(a, situation), start_state(b, situation)] = 1.0
    nothing = ScrollhammerPrelude({}, np.zeros_like(start))
    return fought_out(sides, start, nothing, context, rounds)


def fought_out(
    sides: tuple[ScrollhammerSide, ScrollhammerSide],
    start: Floats,
    before: ScrollhammerPrelude,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of a combat that begins in some states.

    Parameters
    ----------
    sides : tuple of ScrollhammerSide
    start : ndarray
        ``[a, b]``: with the chances of ``before`` they sum to 1 [chance].
    before : ScrollhammerPrelude
    context, rounds
    """
    (a, b), readings = sides, context.readings
    played = rounds_of(a, b, readings)
    seed = partial(_seed, sides, readings, rounds)
    fought = fought_on(sides, start, played, readings, rounds, seed)
    if start.any():
        for number, (side, other) in enumerate(((a, b), (b, a))):
            blows = played.blows[number], played.later[number]
            met = played.engaged[number]
            context.trace.add(*melee_steps(side, other, blows, met, readings))
        context.trace.add(*morale_steps(a, b, readings))
    context.trace.add(*_mending_steps(sides))
    told = _answer(sides, fought, before, context.trace.steps)
    if not start.any():
        return told
    left = tuple(_unmended(sides, comes_back(sides, played)))
    return replace(told, not_modelled=(*told.not_modelled, *left))


def _mending_steps(sides: tuple[ScrollhammerSide, ScrollhammerSide]) -> Iterator[Step]:
    for side in sides:
        if regenerates(side.profile):
            text = "each lost wound of who still stands may come back in its own turn"
            yield rule_step(side.profile, "regeneration", text)
        if absorbs(side.profile):
            text = "a wound that its blows take may give it one back, once a turn"
            yield rule_step(side.profile, "absorb-health", text)


def _unmended(
    sides: tuple[ScrollhammerSide, ScrollhammerSide], known: frozenset[str]
) -> Iterator[NotModelled]:
    for side in sides:
        if regenerates(side.profile) and "regeneration" not in known:
            why = "the combat is sampled, and wounds do not come back in samples"
            yield NotModelled("Regeneration", side.profile.side, why)
        if absorbs(side.profile) and "absorb-health" not in known:
            why = "both units together are too large for wounds that come back"
            yield NotModelled("Absorb Health", side.profile.side, why)


def _seed(
    sides: tuple[ScrollhammerSide, ScrollhammerSide],
    readings: ScrollhammerReadings,
    rounds: int | None,
) -> str:
    """Return the text of a whole question."""
    a, b = sides
    read = sorted(
        (key.replace("_", "-"), answer) for key, answer in asdict(readings).items()
    )
    return f"{a!r} {b!r} {read!r} {rounds!r}"


def _answer(
    sides: tuple[ScrollhammerSide, ScrollhammerSide],
    fought: FightResult,
    before: ScrollhammerPrelude,
    steps: list[Step],
) -> Odds:
    a, b = sides[0].profile, sides[1].profile
    ended = fought.outcomes
    (outcomes,) = _told(ended[None, :], sides)
    for key, chance in before.outcomes.items():
        outcomes[key] = outcomes.get(key, 0.0) + chance
    outcomes["undecided"] = outcomes.get("undecided", 0.0) + fought.undecided
    final = fought.final + before.final
    survivors = {
        "a": _left(a, final.sum(axis=1)),
        "b": _left(b, final.sum(axis=0)),
    }
    wounds = {
        "a": _dealt(a, b, fought.dealt_by_a),
        "b": _dealt(b, a, fought.dealt_by_b),
    }
    means = {f"{side}-wounds-left": survivors[side].expected() for side in survivors}
    means |= {f"{side}-wounds-dealt": wounds[side].expected() for side in wounds}
    return Odds(
        outcomes=outcomes,
        labels={**_labels(a, b, outcomes), **before.labels},
        method=fought.method,
        error=fought.error,
        by_round=_by_round(sides, fought, before),
        survivors=survivors,
        wounds=wounds,
        distributions=before.distributions,
        events={**_events(outcomes, ended), **before.events},
        expected={"rounds": fought.rounds, **means},
        trace=tuple(steps),
        not_modelled=_unprinted(a) + _unprinted(b),
        notes=_notes(sides, fought),
        confidence=fought.confidence,
        samples=fought.samples,
    )


def _unprinted(profile: ScrollhammerUnit) -> tuple[NotModelled, ...]:
    return tuple(unprinted(profile, melee=True))


def by_wounds(company: Company, states: Floats) -> tuple[float, ...]:
    """Return the distribution of wounds left, by that of states."""
    return tuple(np.bincount(company.wounds, weights=states).tolist())


def _left(profile: ScrollhammerUnit, states: Floats) -> Distribution:
    label = f"Wounds left of {profile.name} when the blows end"
    return Distribution(label, "wounds", by_wounds(profile.company, states))


def _dealt(
    own: ScrollhammerUnit, other: ScrollhammerUnit, lost: Floats
) -> Distribution:
    """Return the wounds that a side dealt in the first round; none without one."""
    company = other.company
    states, falls = np.nonzero(lost)
    dealt = company.wounds[states] - company.wounds[states - falls]
    chances = np.bincount(
        dealt, weights=lost[states, falls], minlength=int(company.wounds[-1]) + 1
    )
    chances[0] += max(1.0 - chances.sum(), 0.0)
    label = f"Wounds lost by {other.name} in the first round"
    return Distribution(label, "wounds", tuple(chances.tolist()))


def _told(
    chances: Floats, sides: tuple[ScrollhammerSide, ScrollhammerSide]
) -> list[dict[str, float]]:
    """Return outcomes by key, of ``[case, column]``; who stays cannot leave."""
    stays = [f"{side.profile.side}-leaves" for side in sides if not side.leaves]
    rows = (chances @ TOLD).tolist()
    told = [dict(zip(OUTCOMES, row, strict=True)) for row in rows]
    for row in told:
        for key in stays:
            del row[key]
    return told


def _by_round(
    sides: tuple[ScrollhammerSide, ScrollhammerSide],
    fought: FightResult,
    before: ScrollhammerPrelude,
) -> tuple[dict[str, float], ...]:
    rounds = _told(fought.by_round, sides)
    for done in rounds if before.outcomes else ():
        for key, chance in before.outcomes.items():
            if key != "undecided":
                done[key] = done.get(key, 0.0) + chance
    return tuple(rounds)


def _events(outcomes: Mapping[str, float], ended: Floats) -> dict[str, float]:
    gone = {key: GONE.get(key, "") for key in outcomes}
    return {
        "a-wins": sum(p for key, p in outcomes.items() if gone[key] == "b"),
        "b-wins": sum(p for key, p in outcomes.items() if gone[key] == "a"),
        "both-gone": sum(p for key, p in outcomes.items() if gone[key] == "ab"),
        "a-breaks": outcomes["a-run-down"] + outcomes["a-flees"],
        "b-breaks": outcomes["b-run-down"] + outcomes["b-flees"],
        **{key: float(ended[COLUMNS.index(key)]) for key in REGROUPS},
    }


def _labels(
    a: ScrollhammerUnit, b: ScrollhammerUnit, outcomes: Mapping[str, float]
) -> dict[str, str]:
    labels = {
        "both-destroyed": f"{a.name} and {b.name} destroy each other",
        "both-gone": "Both are gone",
        "undecided": "Still undecided",
        "rounds": "Rounds fought",
    }
    for side, own, other in (("a", a.name, b.name), ("b", b.name, a.name)):
        labels |= {
            f"{side}-destroyed": f"{own}: destroyed by blows",
            f"{side}-run-down": f"{own}: breaks and is run down",
            f"{side}-flees": f"{own}: breaks and gets away",
            f"{side}-leaves": f"{own}: leaves the combat",
            f"{side}-regroups": f"{own} breaks and regroups in its next turn",
            f"{side}-wins": f"{own} left standing, {other} gone",
            f"{side}-breaks": f"{own} breaks",
            f"{side}-wounds-left": f"Wounds left of {own} when the blows end",
            f"{side}-wounds-dealt": f"Wounds by {own} in the first round",
        }
    return {**labels, **{key: labels.get(key, key) for key in outcomes}}


def _notes(
    sides: tuple[ScrollhammerSide, ScrollhammerSide], fought: FightResult
) -> tuple[str, ...]:
    notes = [
        "A side wins when the other is destroyed, run down or falls back. Wounds left "
        "are counted before anybody is run down."
    ]
    if any(len(side.profile.groups) > 1 for side in sides):
        notes.append(
            "Wounds go one to each model before any model has two, leaders last in "
            "line; those of each kind of attacker are dealt out on their own (house)."
        )
    if fought.stalled > 0:
        notes.append(
            f"With a chance of {percent(fought.stalled)} it comes to where "
            "nothing changes any more: there the combat never ends."
        )
    if fought.method == "sampled":
        notes.append(
            f"Too large to work out: {fought.samples:,} fights were rolled. Every "
            f"chance lies within {fought.error:.2%} with a confidence of "
            f"{fought.confidence:.1%}."
        )
    return tuple(notes)
