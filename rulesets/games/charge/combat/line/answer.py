"""The odds of a combat of several units, and their report."""

import numpy as np

from rulesets.core.subject import Subject, clause
from rulesets.games.charge.combat.context import ChargeContext
from rulesets.games.charge.combat.flight import flights_of, met_in_flight
from rulesets.games.charge.combat.glossary import (
    ALWAYS_REPORTED,
    FIGHT,
    LINE_FATES,
    OUTCOMES,
    outcome_key,
)
from rulesets.games.charge.combat.line.field import (
    BROKEN,
    DESTROYED,
    FELL_BACK,
    IN,
    CombatField,
    CombatMode,
    field_of,
)
from rulesets.games.charge.combat.line.first_round import FirstLosses
from rulesets.games.charge.combat.line.rules import CombatRules
from rulesets.games.charge.combat.line.steps import combat_steps
from rulesets.games.charge.combat.melee import IN_CONTACT
from rulesets.games.charge.combat.profile import ChargeUnit, nobody_charges, rally
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.battle_line.model import BattleLine, LineResult
from rulesets.odds.battle_line.solver import solve_line
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.posts import Post
from rulesets.odds.report import label_each, outcome_labels, wins
from rulesets.odds.sampling import CONFIDENCE
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Floats

MILDEST = (FELL_BACK, BROKEN, DESTROYED)
"""Fates by which a side without any unit left is told, the mildest first."""

SEVERAL = (
    "Each side is told by the name of its first unit. A side is gone when none of its "
    "units stands: it fell back if one did, else it is broken if one is, else "
    "destroyed. Who touches no enemy any more is out of the combat, and stands."
)
"""Note on sides of several units."""

TOUCHED = (
    "The combat begins with all charges made: a unit pushed out of contact by another "
    "charge is left out of it."
)
"""Note on what comes before the combat."""


def combat(
    a: ChargeUnit,
    b: ChargeUnit,
    further: tuple[Post[ChargeUnit], ...],
    context: ChargeContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of a combat of several units; side a is active first.

    Raises
    ------
    MatchUpError
        If a unit has lost all wounds before it begins.

    References
    ----------
    Charge v2 0.1 beta, Melee: Picking a unit to Fight, Resolving a Combat.
    """
    field = field_of(a, b, further, context)
    wounds = _wounds(field)
    first = FirstLosses(field)
    line = BattleLine(
        CombatRules(field), wounds, {field.opening(): 1.0}, rounds, first.observe
    )
    result = solve_line(
        line,
        lambda: repr((field.posts, field.answers, context.readings, rounds)),
    )
    return _report(field, result, first)


def _wounds(field: CombatField) -> list[int]:
    """Return the wounds that each unit begins with [wounds]."""
    found = []
    for post, answers in zip(field.posts, field.answers, strict=True):
        left = post.unit.wounds - answers.wounds_lost
        if left < 1:
            place = f"/situation/{post.key}.wounds-lost"
            text = f"{clause(post.unit.name, 'has')} only {post.unit.wounds} wounds"
            raise MatchUpError(place, text)
        found.append(left)
    return found


def side_fate(field: CombatField, mode: CombatMode, side: Side) -> str:
    """Return the fate of a whole side; "holds" while any of its units stands."""
    fates = {
        fate
        for post, fate in zip(field.posts, mode.fates, strict=True)
        if post.side == side
    }
    return "holds" if IN in fates else next(one for one in MILDEST if one in fates)


def ending_of(field: CombatField, mode: CombatMode) -> str:
    """Return the key of the outcome that a mode is."""
    if field.engaged(mode):
        return "undecided"
    a, b = (side_fate(field, mode, side) for side in SIDES)
    return "parted" if a == b == "holds" else outcome_key(a, b)


def _outcomes(
    field: CombatField, result: LineResult[CombatMode], shares: Floats
) -> dict[str, float]:
    """Return outcomes by key, of the chances of modes."""
    found = dict.fromkeys(ALWAYS_REPORTED, 0.0)
    for mode, chance in zip(result.modes, shares.tolist(), strict=True):
        key = ending_of(field, mode)
        if key in found or chance:
            found[key] = found.get(key, 0.0) + chance
    return found


def _report(
    field: CombatField, result: LineResult[CombatMode], first: FirstLosses
) -> Odds:
    lead = {side: _first_of(field, side) for side in SIDES}
    names = (field.profiles[lead["a"]].name, field.profiles[lead["b"]].name)
    final = np.zeros(len(result.modes))
    np.add.at(final, result.mode, result.chances)
    outcomes = _outcomes(field, result, final)
    outcomes["undecided"] += result.dropped
    survivors: dict[str, Distribution] = {
        side: _survivors(field, result, side) for side in SIDES
    }
    dealt: dict[str, Distribution] = {side: first.dealt_by(side) for side in SIDES}
    means = {f"{side}-wounds-left": survivors[side].expected() for side in SIDES}
    means |= {f"{side}-wounds-dealt": dealt[side].expected() for side in SIDES}
    fates, words = _fates(field, result)
    flights, words_of_flight = _flights(field, result)
    sampled = result.samples > 0 or result.is_drawn
    return Odds(
        outcomes=outcomes,
        labels={
            **outcome_labels(outcomes, OUTCOMES, names),
            **label_each(FIGHT.labels, names),
            **words,
            **words_of_flight,
        },
        method="sampled" if sampled else "exact",
        error=result.error(len(outcomes)),
        by_round=tuple(
            _so_far(_outcomes(field, result, row)) for row in result.by_round
        ),
        survivors=survivors,
        wounds=dealt,
        distributions=_left(field, result),
        events={
            **wins(outcomes, OUTCOMES),
            **_breaks(field, result, lead),
            **fates,
            **flights,
        },
        expected={"rounds": result.rounds, **means},
        trace=tuple(combat_steps(field)),
        notes=tuple(_notes(field, result, len(outcomes))),
        confidence=CONFIDENCE if sampled else 1.0,
        samples=result.samples,
    )


def _first_of(field: CombatField, side: Side) -> int:
    return [post.key for post in field.posts].index(side)


def _so_far(outcomes: dict[str, float]) -> dict[str, float]:
    return {key: chance for key, chance in outcomes.items() if key != "undecided"}


def _breaks(
    field: CombatField, result: LineResult[CombatMode], lead: dict[Side, int]
) -> dict[str, float]:
    """Return the chances that the first unit of each side breaks, and rallies then."""
    found = {}
    for side, unit in lead.items():
        found[f"{side}-breaks"] = _chance(result, unit, BROKEN)
        found[f"{side}-rallies"] = rally(field.nerves[unit], field.readings)
    return found


def _chance(result: LineResult[CombatMode], unit: int, fate: str) -> float:
    """Return the chance that a unit ends in a fate."""
    ends = np.array([mode.fates[unit] == fate for mode in result.modes])
    return float(result.chances[ends[result.mode]].sum())


def _survivors(
    field: CombatField, result: LineResult[CombatMode], side: Side
) -> Distribution:
    """Return the wounds left of a whole side."""
    pools = [n for n, post in enumerate(field.posts) if post.side == side]
    label = f"Wounds left of {field.profiles[_first_of(field, side)].name}"
    if len(pools) > 1:
        label += " and those beside"
    return _counted(field, result, pools, label)


def _counted(
    field: CombatField, result: LineResult[CombatMode], pools: list[int], label: str
) -> Distribution:
    most = sum(field.profiles[pool].wounds for pool in pools)
    left = result.wounds[:, pools].sum(axis=1)
    chances = np.bincount(left, result.chances, minlength=most + 1)
    chances[-1] += max(0.0, 1.0 - float(chances.sum()))
    return Distribution(label, "wounds", tuple(chances.tolist()))


def _left(
    field: CombatField, result: LineResult[CombatMode]
) -> dict[str, Distribution]:
    """Return the wounds left of each unit, where a side has several."""
    if len(field.posts) == 2:
        return {}
    return {
        f"{post.key}-left": _counted(
            field, result, [number], f"Wounds left of {post.unit.name}"
        )
        for number, post in enumerate(field.posts)
    }


def _fates(
    field: CombatField, result: LineResult[CombatMode]
) -> tuple[dict[str, float], dict[str, str]]:
    """Return what becomes of each unit, and the words; nothing of one unit a side."""
    events: dict[str, float] = {}
    labels: dict[str, str] = {}
    for number, post in enumerate(field.posts if len(field.posts) > 2 else ()):
        for word, text in LINE_FATES.items():
            fate = IN if word == "stands" else word
            events[f"{post.key}-{word}"] = _chance(result, number, fate)
            labels[f"{post.key}-{word}"] = text.format(own=Subject(post.unit.name))
    return events, labels


def _flights(
    field: CombatField, result: LineResult[CombatMode]
) -> tuple[dict[str, float], dict[str, str]]:
    """Return the chances of what each unit flees into, and the words."""
    events: dict[str, float] = {}
    words: dict[str, str] = {}
    for unit, post in enumerate(field.posts):
        breaks = _chance(result, unit, BROKEN)
        flights = flights_of(field.nerves[unit], breaks, {})
        told = met_in_flight(post.key, post.unit.name, field.answers[unit], flights)
        events |= told[0]
        words |= told[1]
    return events, words


def _notes(field: CombatField, result: LineResult[CombatMode], told: int) -> list[str]:
    found = [nobody_charges(*field.profiles), FIGHT.note, IN_CONTACT]
    if len(field.posts) > 2:
        found += [SEVERAL, TOUCHED]
    if result.stalled > 0:
        found.append(
            f"With a chance of {result.stalled:.3g} it comes to where {FIGHT.stalled} "
            "never ends."
        )
    if result.samples or result.is_drawn:
        how = "what is unlikely of it was drawn"
        if result.samples:
            how = f"{result.samples:,} fights were rolled"
        found.append(
            f"Too large to work out: {how}. Every chance lies within "
            f"{result.error(told):.2%} with a confidence of {CONFIDENCE:.1%}."
        )
    return found
