"""The odds of a combat of several units, and their report."""

from functools import partial

from rulesets.games.charge.combat.context import ChargeContext
from rulesets.games.charge.combat.flight import flights_of, met_in_flight
from rulesets.games.charge.combat.glossary import (
    ALWAYS_REPORTED,
    FIGHT,
    LINE_FATES,
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
from rulesets.games.charge.combat.line.first_round import CombatSums
from rulesets.games.charge.combat.line.rules import CombatRules
from rulesets.games.charge.combat.line.steps import combat_steps
from rulesets.games.charge.combat.melee import IN_CONTACT
from rulesets.games.charge.combat.profile import ChargeUnit, nobody_charges, rally
from rulesets.odds.answer import Odds
from rulesets.odds.battle_line.model import BattleLine
from rulesets.odds.battle_line.report import (
    FirstLosses,
    LineReport,
    begun_wounds,
    fate_words,
    pools_of,
)
from rulesets.odds.battle_line.solver import solve_line
from rulesets.odds.posts import Post
from rulesets.odds.sides import SIDES, Side

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
    pools = pools_of(field.posts, [one.wounds for one in field.profiles])
    wounds = begun_wounds(pools, [one.wounds_lost for one in field.answers])
    first = CombatSums(field, FirstLosses(pools))
    line = BattleLine(
        CombatRules(field), wounds, {field.opening(): 1.0}, rounds, first.observe
    )
    result = solve_line(
        line,
        lambda: repr((field.posts, field.answers, context.readings, rounds)),
    )
    report = LineReport(
        pools, result, partial(ending_of, field), ALWAYS_REPORTED, FIGHT
    )
    return _told(field, report, first, context)


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


def _told(
    field: CombatField,
    report: LineReport[CombatMode],
    first: CombatSums,
    context: ChargeContext,
) -> Odds:
    fates = _fates(field, report)
    flights, words = _flights(field, report)
    notes = [nobody_charges(*field.profiles), FIGHT.note, IN_CONTACT]
    if len(field.posts) > 2:
        notes += [SEVERAL, TOUCHED]
    return report.odds(
        first.losses,
        events={**_breaks(field, report), **fates, **flights},
        labels=({}, {**fate_words(report.pools, LINE_FATES), **words}),
        told=(combat_steps(field), notes),
        deciding=first.deciding() if context.explained else None,
    )


def _ends(report: LineReport[CombatMode], unit: int, fate: str) -> float:
    """Return the chance that a unit ends in a fate."""
    return report.chance(lambda mode: mode.fates[unit] == fate)


def _breaks(field: CombatField, report: LineReport[CombatMode]) -> dict[str, float]:
    """Return the chances that the first unit of each side breaks, and rallies then."""
    found = {}
    for side in SIDES:
        unit = [post.key for post in field.posts].index(side)
        found[f"{side}-breaks"] = _ends(report, unit, BROKEN)
        found[f"{side}-rallies"] = rally(field.nerves[unit], field.readings)
    return found


def _fates(field: CombatField, report: LineReport[CombatMode]) -> dict[str, float]:
    """Return what becomes of each unit; nothing of one unit a side."""
    return {
        f"{post.key}-{word}": _ends(report, unit, IN if word == "stands" else word)
        for unit, post in enumerate(field.posts if len(field.posts) > 2 else ())
        for word in LINE_FATES
    }


def _flights(
    field: CombatField, report: LineReport[CombatMode]
) -> tuple[dict[str, float], dict[str, str]]:
    """Return the chances of what each unit flees into, and the words."""
    events: dict[str, float] = {}
    words: dict[str, str] = {}
    for unit, post in enumerate(field.posts):
        flights = flights_of(field.nerves[unit], _ends(report, unit, BROKEN), {})
        told = met_in_flight(post.key, post.unit.name, field.answers[unit], flights)
        events |= told[0]
        words |= told[1]
    return events, words
