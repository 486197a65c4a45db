"""The nerve of the units of a multiple combat, by who is left of each."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rulesets.games.scrollhammer.combat.blows.survivors import has_bearer, moods
from rulesets.games.scrollhammer.combat.fights.regeneration import regenerates
from rulesets.games.scrollhammer.combat.line.field import (
    NEXT_TURN,
    MultipleCombat,
    MultipleMode,
)
from rulesets.games.scrollhammer.combat.line.ground import all_fall
from rulesets.games.scrollhammer.combat.line.recovery import thirst
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.side import FLANK
from rulesets.odds.volley import Ints


@dataclass(frozen=True, slots=True)
class UnitNerve:
    """The figures of a unit after a round.

    Parameters
    ----------
    is_left : bool
        False where nobody of it is.
    ld, i : int
        The highest Leadership and Initiative.
    may_leave : bool
        True if a rule of somebody who is left lets it leave a combat.
    stubborn : bool
        True if it tests on its full Leadership, whatever its side lost by.
    ranks : int
        Models side by side once it turns to its flank, 0 for as many as before.
    hurt : float
        Chance that one of its bearers of draughts is hurt as the next turn begins, once
        wounds have come back by themselves; 0 if it has none [chance].
    falls : float
        Chance that the ground takes all of it if it goes away [chance].
    """

    is_left: bool
    ld: int
    i: int
    may_leave: bool
    stubborn: bool
    ranks: int
    hurt: float = 0.0
    falls: float = 0.0


Nerves = tuple[tuple[UnitNerve, ...], Ints]
"""The nerves that a unit may have, and which one it has in every state."""


def nerves_of(field: MultipleCombat, mode: MultipleMode, unit: int) -> Nerves:
    """Return the nerves of a unit that still fights."""
    profile, hurt = field.profile_in(unit, mode), _thirst(field, mode, unit)
    dangerous = field.situation.dangerous_ground
    sides = [field.side(unit, foe, mode) for foe in field.foes(unit, mode)]
    if field.readings.turned == "in-place":
        for side in sides:
            if side.struck_aside and side.struck == FLANK:
                lines = tuple(side.line().tolist())
                return _nerves(profile, lines, hurt, dangerous=dangerous)
    return _nerves(profile, (), hurt, dangerous=dangerous)


def _thirst(field: MultipleCombat, mode: MultipleMode, unit: int) -> tuple[float, ...]:
    """Return by state the chance that a unit will drink; empty if it cannot."""
    if not mode.draughts or not mode.draughts[unit]:
        return ()
    own, turn = field.profiles[unit], NEXT_TURN[mode.turn]
    return thirst(own, grows=turn == field.posts[unit].side and regenerates(own))


@lru_cache(maxsize=256)
def _nerves(
    profile: ScrollhammerUnit,
    lines: tuple[int, ...],
    hurt: tuple[float, ...],
    *,
    dangerous: bool,
) -> Nerves:
    pairs, mood = moods(profile)
    leaves = has_bearer(profile, "may", "act:leave").tolist()
    stays = has_bearer(profile, "ignore", "test:break").tolist()
    falls = all_fall(profile).tolist() if dangerous else [0.0] * len(leaves)
    known: dict[UnitNerve, int] = {}
    numbers = []
    for state in range(profile.company.states):
        ld, i = pairs[mood[state]]
        ranks = lines[state] if lines else 0
        drinks = hurt[state] if hurt else 0.0
        may = leaves[state], stays[state]
        one = UnitNerve(state > 0, ld, i, *may, ranks, drinks, falls[state])
        numbers.append(known.setdefault(one, len(known)))
    return tuple(known), np.array(numbers)
