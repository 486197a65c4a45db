"""Fresh enemies of a battle line: whom a pursuit or an overrun reaches."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from rulesets.games.warhammer.combat.fights.break_tests import WarhammerNerve
from rulesets.games.warhammer.combat.fresh_enemies import (
    EVER,
    FIRST,
    reach_chance,
)
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import IN, SLAIN, LineMode
from rulesets.odds.battle_line.model import LineResult
from rulesets.odds.sides import SIDES, Side


def reaching(
    field: LineField,
    before: LineMode,
    left: LineMode,
    met: Sequence[Side],
    nerves: Callable[[int], WarhammerNerve],
) -> list[tuple[tuple[str, ...], float]]:
    """Return the sides that have reached a fresh enemy after a round, with the chances.

    Parameters
    ----------
    field : LineField
    before, left : LineMode
        Of the round, and without the units that were slain in it.
    met : sequence of str
        The sides whose pursuit reached one.
    nerves : callable
        ``nerves(unit)``: with the dice of its overrun.
    """
    found = [({*before.reached, *met}, 1.0)]
    for side in SIDES:
        fresh = field.situation.of(side).fresh_enemy
        stops = 1.0
        for unit in _overrunning(field, before, left, side) if fresh else ():
            nerve = nerves(unit)
            if not nerve.holds_back:
                stops *= 1 - float(reach_chance(nerve.runs, fresh))
        if stops < 1:
            found = [
                (more, share * part)
                for sides, share in found
                for more, part in ((sides | {side}, 1 - stops), (sides, stops))
            ]
    return [(tuple(sorted(sides)), share) for sides, share in found]


def _overrunning(
    field: LineField, before: LineMode, left: LineMode, side: Side
) -> Iterator[int]:
    """Yield the units of a side that slew all their opponents in their first round."""
    for unit in field.engaged(before) if before.first else ():
        if field.posts[unit].side != side or left.fates[unit] != IN:
            continue
        slew = all(left.fates[foe] == SLAIN for foe in field.foes(unit, before))
        wants = field.answers[unit].pursuit == "pursues"
        if slew and wants and field.is_first(unit):
            yield unit


def fresh_events(field: LineField, result: LineResult[LineMode]) -> dict[str, float]:
    """Return the chances that each side that is asked reaches its fresh enemy."""
    found: dict[str, float] = {}
    for side in SIDES:
        if not field.situation.of(side).fresh_enemy:
            continue
        has = np.array([side in mode.reached for mode in result.modes])
        first = result.by_round[0][has].sum() if result.by_round else 0.0
        found[f"{side}-{FIRST}"] = float(first)
        found[f"{side}-{EVER}"] = float(result.chances[has[result.mode]].sum())
    return found
