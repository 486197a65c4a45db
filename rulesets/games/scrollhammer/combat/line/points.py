"""The result of a round of a multiple combat: the points of both sides, by part."""

import numpy as np

from rulesets.games.scrollhammer.combat.blows.leeches import absorbs
from rulesets.games.scrollhammer.combat.fights.bonus import (
    bonus_by_rule,
    formation_bonus,
    rank_bonus,
)
from rulesets.games.scrollhammer.combat.fights.result import MOST_DIFFERENCE
from rulesets.games.scrollhammer.combat.line.field import MultipleCombat, MultipleMode
from rulesets.odds.battle_line.model import RoundMoment
from rulesets.odds.battle_line.step_recorder import looked_up
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Ints

NOTHING: Ints = np.zeros(1, dtype=np.int64)


def unpriced(field: MultipleCombat, moment: RoundMoment) -> RoundMoment:
    """Return a moment before anybody takes wounds for a lost combat."""
    count = len(field.payers)
    if not count:
        return moment
    return RoundMoment(moment.tracks[:-count], moment.start, moment.lost[:-count])


def points_in(
    field: MultipleCombat, mode: MultipleMode, moment: RoundMoment
) -> dict[Side, dict[str, Ints]]:
    """Return the points of each side by part, without the parts that do not count.

    References
    ----------
    Scrollhammer Rulebook, Determine Combat Results; Multiple Combats: the wounds of all
    units of a side.
    """
    moment = unpriced(field, moment)
    return {side: _parts(field, mode, moment, side) for side in SIDES}


def _parts(
    field: MultipleCombat, mode: MultipleMode, moment: RoundMoment, side: Side
) -> dict[str, Ints]:
    found = {
        "wounds": NOTHING,
        "ranks": NOTHING,
        "standard": _standards(field, mode, moment, side),
    }
    for unit in field.of_side(OTHER[side], mode):
        wounds = field.profiles[unit].company.wounds
        lost = looked_up(wounds, moment.start[unit])
        lost = lost - looked_up(wounds, moment.now(unit))
        # Wounds that were taken count though they came back.
        found["wounds"] = found["wounds"] + lost + moment.regained(unit)
    for unit in field.of_side(side, mode):
        found["ranks"] = found["ranks"] + _formation(field, mode, moment, unit)
    return {
        key: NOTHING if f"{side}.{key}" in field.without else points
        for key, points in found.items()
    }


def _formation(
    field: MultipleCombat, mode: MultipleMode, moment: RoundMoment, unit: int
) -> Ints:
    """Return the bonus of a unit's ranks, none while it is flanked, or of its number.

    References
    ----------
    Scrollhammer Rulebook, Strength in Ranks; Pressing Assault.
    """
    added = _formations(field, mode, unit)
    after = field.readings.bonus_counted == "after"
    return looked_up(added, moment.now(unit) if after else moment.start[unit])


def _formations(field: MultipleCombat, mode: MultipleMode, unit: int) -> Ints:
    """Return by state the bonus of a unit's ranks or number."""
    foes = field.foes(unit, mode)
    sides = [field.side(unit, foe, mode) for foe in foes]
    each = min(rank_bonus(side, field.readings) for side in sides)
    return formation_bonus(field.profiles[unit], sides[0].files, each)


def _standards(
    field: MultipleCombat, mode: MultipleMode, moment: RoundMoment, side: Side
) -> Ints:
    """Return the bonus of the rules of a side: the same rule adds once.

    References
    ----------
    Scrollhammer Rulebook, Determine Combat Results: a side that has a Standard Bearer.
    """
    added: dict[str, Ints] = {}
    after = field.readings.bonus_counted == "after"
    for unit in field.of_side(side, mode):
        state = moment.now(unit) if after else moment.start[unit]
        for key, worth in bonus_by_rule(field.profile_in(unit, mode)).items():
            points = looked_up(worth, state) * (state > 0)
            added[key] = np.maximum(added.get(key, NOTHING), points)
    return sum(added.values(), NOTHING)


def most_points(field: MultipleCombat, mode: MultipleMode, side: Side) -> int:
    """Return no fewer points than a side may be ahead by after a round."""
    most = 0
    for unit in field.of_side(OTHER[side], mode):
        most += int(field.profiles[unit].company.wounds[-1])
        if absorbs(field.profile_in(unit, mode)):
            most += len(field.profiles[unit].groups)
    for unit in field.of_side(side, mode):
        most += int(_formations(field, mode, unit).max())
        for worth in bonus_by_rule(field.profile_in(unit, mode)).values():
            most += max(int(worth.max()), 0)
    return most


def lead_in(field: MultipleCombat, mode: MultipleMode, moment: RoundMoment) -> Ints:
    """Return the points of A less those of B."""
    points = points_in(field, mode, moment)
    a, b = (sum(points[side].values(), NOTHING) for side in SIDES)
    return a - b


def difference_in(
    field: MultipleCombat, mode: MultipleMode, moment: RoundMoment
) -> Ints:
    """Return the points of A less those of B, as far as they matter."""
    difference: Ints = np.clip(
        lead_in(field, mode, moment), -MOST_DIFFERENCE, MOST_DIFFERENCE
    )
    return difference
