"""Redressed ranks in a battle line: winners who widen their front, or lap round."""

import numpy as np

from rulesets.games.warhammer.combat.blows.front_figures import lapping_round
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import LineMode
from rulesets.odds.volley import Ints


def brought_in(
    field: LineField, mode: LineMode, after: LineMode, won: tuple[str, ...]
) -> tuple[int, ...]:
    """Return the models that each unit has brought up when a round is over [models].

    Parameters
    ----------
    field : LineField
    mode : LineMode
        Of the round.
    after : LineMode
        Who is left after it: those who touch no enemy bring nobody up.
    won : tuple of str
        The side that won the combat of each unit, if any.
    """
    keep = all(field.answers[unit].redress == "keeps" for unit in field.units)
    if keep and not mode.brought:
        return ()
    nobody = tuple(0 for _ in field.units)
    stood = after._replace(brought=mode.brought or nobody)
    found = tuple(
        many + (gained(field, stood, unit) if field.posts[unit].side == side else 0)
        for unit, many, side in zip(field.units, stood.brought, won, strict=True)
    )
    return found if any(found) else ()


def gained(field: LineField, mode: LineMode, unit: int) -> int:
    """Return how many models a winner brings up: those that strike by it [models].

    As `redress.gained`: all units at full strength, and in their ranks. To lap round,
    it touches one enemy, who touches no other.
    """
    answer, brought = field.answers[unit].redress, [*mode.brought]
    fronts = [
        foe for foe in field.foes(unit, mode) if field.touched[unit, foe] == "front"
    ]
    if answer == "keeps" or not fronts:
        return 0
    brought[unit] += 2 * field.readings.redress_by
    after = mode._replace(brought=tuple(brought))
    if answer == "widens":
        met = [
            sum(int(field.met_by(unit, foe, one)[-1, -1]) for foe in fronts)
            for one in (mode, after)
        ]
        return met[1] - met[0]
    foe = fronts[0]
    if {*field.foes(unit, mode), *field.foes(foe, mode)} != {unit, foe}:
        return 0
    ranked = field.stands(foe, unit, mode)._replace(lapping=0)
    round_it = [
        int(lapping_round(field.stands(unit, foe, one), ranked)[-1, -1])
        for one in (mode, after)
    ]
    return round_it[1] - round_it[0]


def laps_round(
    field: LineField, mode: LineMode, units: tuple[int, int], wounds: list[Ints]
) -> Ints:
    """Return 1 where a unit laps round another, and that is an attack in its flank."""
    unit, foe = units
    front = field.front(unit, mode)
    counts = front.lapping > 0 and field.readings.lapping == "flank"
    if not counts or field.touched[unit, foe] != "front":
        return np.zeros(1, dtype=np.int64)
    behind = field.bodies(unit, wounds) - front.width
    laps: Ints = np.clip(behind, 0, 1)
    return laps
