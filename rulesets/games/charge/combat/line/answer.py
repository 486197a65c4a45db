"""The odds of a combat of several units, and their report."""

from dataclasses import replace
from functools import partial

from rulesets.core.subject import Subject
from rulesets.games.charge.combat.context import ChargeContext
from rulesets.games.charge.combat.flight import flights_of, met_in_flight
from rulesets.games.charge.combat.glossary import (
    ALWAYS_REPORTED,
    FIGHT,
    FLED_WORDS,
    LINE_FATES,
    outcome_key,
)
from rulesets.games.charge.combat.line.charges import (
    CombatCharges,
    charge_in,
    chargers,
    may_flee,
)
from rulesets.games.charge.combat.line.field import (
    BROKEN,
    DESTROYED,
    FELL_BACK,
    FLED,
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

MILDEST = (FLED, FELL_BACK, BROKEN, DESTROYED)
"""Fates by which a side without any unit left is told, the mildest first."""

SEVERAL = (
    "A side is gone when none of its units stands: it fell back if one did, else it is "
    "broken if one is, else destroyed. Who touches no enemy any more is out of the "
    "combat, and stands."
)
"""Note on sides of several units."""

TOUCHED = (
    "The combat begins with all charges made: a unit pushed out of contact by another "
    "charge is left out of it."
)
"""Note on what comes before the combat."""

CHARGED = (
    "Charges are made one after the other, in the order of the units. Each drives its "
    "target back and follows it; a later one that hits the same side begins as much "
    "further away. What a unit is driven into is not printed, and counts for nothing.",
    "Who is in contact already neither shoots at a charger nor flees from it nor turns "
    "to it (house). Who does not reach its enemy, or is left behind, stands.",
)
"""Notes on charges into the combat."""

OF_CHARGERS = {
    "charges": "Contact made by {own}",
    "drive-back": "Drive back by {own} (inches, 0 without contact)",
}
"""Words of what is told of a unit that charges, by the end of its key."""


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
    charges = charge_in(field, wounds)
    first = CombatSums(field, FirstLosses(pools))
    line = BattleLine(CombatRules(field), charges.begun(field), rounds, first.observe)
    result = solve_line(
        line,
        lambda: repr((field.posts, field.answers, context.readings, rounds)),
    )
    report = LineReport(
        pools, result, partial(ending_of, field), ALWAYS_REPORTED, FIGHT
    )
    return _told(field, report, first, charges, context)


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
    charges: CombatCharges,
    context: ChargeContext,
) -> Odds:
    fates = _fates(field, report)
    flights, words = _flights(field, report, charges)
    came = {
        f"{field.posts[unit].key}-charges": chance
        for unit, chance in charges.arrives.items()
    }
    odds = report.odds(
        first.losses,
        events={**came, **_breaks(field, report), **fates, **flights},
        labels=({}, {**fate_words(report.pools, LINE_FATES), **words, **_words(field)}),
        told=(
            [*dict.fromkeys((*charges.steps, *combat_steps(field)))],
            _notes(field),
        ),
        deciding=first.deciding() if context.explained else None,
    )
    drives = {
        f"{field.posts[unit].key}-drive-back": inches
        for unit, inches in charges.drives.items()
    }
    return replace(odds, expected={**odds.expected, **drives})


def _words(field: CombatField) -> dict[str, str]:
    """Return the words of what is told of charges, by key."""
    words = {
        f"{field.posts[unit].key}-{key}": text.format(
            own=Subject(field.profiles[unit].name)
        )
        for unit in chargers(field)
        for key, text in OF_CHARGERS.items()
    }
    for unit in may_flee(field):
        name = Subject(field.profiles[unit].name)
        words[f"{field.posts[unit].key}-{FLED}"] = FLED_WORDS.format(own=name)
    return words


def _notes(field: CombatField) -> list[str]:
    notes = [FIGHT.note, IN_CONTACT]
    if not chargers(field):
        notes = [nobody_charges(*field.profiles), *notes]
    if len(field.posts) > 2:
        notes.append(SEVERAL)
    if chargers(field):
        return [*notes, *CHARGED]
    return [*notes, TOUCHED] if len(field.posts) > 2 else notes


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
    """Return what becomes of each unit; of one unit a side, only who fled."""
    fled = {
        f"{field.posts[unit].key}-{FLED}": _ends(report, unit, FLED)
        for unit in may_flee(field)
    }
    return fled | {
        f"{post.key}-{word}": _ends(report, unit, IN if word == "stands" else word)
        for unit, post in enumerate(field.posts if len(field.posts) > 2 else ())
        for word in LINE_FATES
    }


def _flights(
    field: CombatField, report: LineReport[CombatMode], charges: CombatCharges
) -> tuple[dict[str, float], dict[str, str]]:
    """Return the chances of what each unit flees into, and the words."""
    events: dict[str, float] = {}
    words: dict[str, str] = {}
    for unit, post in enumerate(field.posts):
        breaks = _ends(report, unit, BROKEN) - charges.breaks(unit)
        before = charges.fled.get(unit, {})
        flights = flights_of(field.nerves[unit], breaks, before)
        told = met_in_flight(post.key, post.unit.name, field.answers[unit], flights)
        events |= told[0]
        words |= told[1]
    return events, words
