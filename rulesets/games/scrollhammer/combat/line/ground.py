"""Dangerous ground in a battle line: under charges, and under those who go away.

Who falls back and is not trapped, or leaves by Hit and Run, tests with every model that
is left. Whether all of them fall is told by their fate as the round ends; how many are
left, once all is over.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from rulesets.games.scrollhammer.combat.fights.ground import trodden
from rulesets.games.scrollhammer.combat.line.charges import Openings, chargers
from rulesets.games.scrollhammer.combat.line.field import (
    DESTROYED,
    FALLEN,
    FLED,
    IN,
    LEFT,
    TRAPPED,
    MultipleCombat,
    MultipleMode,
)
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.sources import BOOK
from rulesets.odds.answer import Step
from rulesets.odds.battle_line.model import LineResult
from rulesets.odds.row_sums import told_apart
from rulesets.odds.volley import Floats, Ints

Begun = dict[tuple[MultipleMode, tuple[int, ...]], float]
"""The chances of the modes and of the states of all units in which a combat begins."""

MOST_TOLD = 2**62
"""Codes of modes, states and parts above which a row is not told by one number."""


def ground_steps(field: MultipleCombat) -> Iterator[Step]:
    """Yield that the ground is tested, for a trace."""
    if field.situation.dangerous_ground:
        text = (
            "a D6 for every model of a charge that arrives, of who falls back and of "
            "who leaves: a wound without an armour save on a 1"
        )
        yield Step("Dangerous Terrain", f"{BOOK}, Moving Through Terrain", text)


def all_fall(profile: ScrollhammerUnit) -> Floats:
    """Return by state the chance that dangerous ground takes all of a unit [chance].

    References
    ----------
    Scrollhammer Rulebook, Fall Back; Special rules H to Q: Hit and Run.
    """
    falls: Floats = trodden(profile)[:, 0]
    return falls


def fates_away(
    fates: Sequence[str], away: Mapping[int, tuple[float, float]]
) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield the fates of all, of those who got away told apart, with the chances.

    Who is trapped takes no test of the ground (house).

    Parameters
    ----------
    fates : sequence of str
    away : mapping
        By unit that got away: the chances that it is trapped, and that the ground takes
        all of it [chance].

    References
    ----------
    Scrollhammer Rulebook, Fall Back: Trapped.
    """
    ends = []
    for unit, (trapped, falls) in away.items():
        shares = (1 - trapped) * (1 - falls), (1 - trapped) * falls, trapped
        told = zip((FLED, FALLEN, TRAPPED), shares, strict=True)
        ends.append([(unit, fate, share) for fate, share in told if share])
    for several in product(*ends):
        chance, after = 1.0, [*fates]
        for unit, fate, share in several:
            chance *= share
            after[unit] = fate
        yield tuple(after), chance


def sunk_of(falls: Mapping[int, float]) -> Iterator[tuple[frozenset[int], float]]:
    """Yield those of whom the ground takes all, with the chances.

    ``falls`` is the chance of each unit that leaves [chance].
    """
    risks = {unit: share for unit, share in falls.items() if share}
    for sinks in product((False, True), repeat=len(risks)):
        chance, sunk = 1.0, set[int]()
        for (unit, share), goes in zip(risks.items(), sinks, strict=True):
            chance *= share if goes else 1 - share
            sunk |= {unit} if goes else set()
        yield frozenset(sunk), chance


def begun_over(
    field: MultipleCombat, openings: Openings, states: tuple[int, ...]
) -> Begun:
    """Return how a combat begins, once charges that arrive have crossed the ground.

    References
    ----------
    Scrollhammer Rulebook, Charging through Dangerous Terrain.
    """
    found = {(mode, states): chance for mode, chance in openings.items()}
    for unit in chargers(field) if field.situation.dangerous_ground else ():
        found = _crossed(field, found, unit)
    return found


def _crossed(field: MultipleCombat, begun: Begun, unit: int) -> Begun:
    """Return how a combat begins once one unit has crossed, if it arrives."""
    moves = trodden(field.profiles[unit])
    found: Begun = {}
    for (mode, states), chance in begun.items():
        if mode.fates[unit] != IN:
            found[mode, states] = found.get((mode, states), 0.0) + chance
            continue
        for after in np.flatnonzero(moves[states[unit]]).tolist():
            left = (*states[:unit], after, *states[unit + 1 :])
            there = mode if after else _without(field, mode, unit)
            share = chance * float(moves[states[unit], after])
            found[there, left] = found.get((there, left), 0.0) + share
    return found


def _without(field: MultipleCombat, mode: MultipleMode, unit: int) -> MultipleMode:
    fates = (*mode.fates[:unit], DESTROYED, *mode.fates[unit + 1 :])
    return field.begun_in(fates)


def over_ground(
    field: MultipleCombat, result: LineResult[MultipleMode]
) -> LineResult[MultipleMode]:
    """Return a result in which those who went away have crossed the ground."""
    if not field.situation.dangerous_ground:
        return result
    for unit in field.units:
        result = _gone_over(result, unit, trodden(field.profiles[unit]))
    return result


def _gone_over(
    result: LineResult[MultipleMode], unit: int, moves: Floats
) -> LineResult[MultipleMode]:
    """Return a result in which one unit has crossed it, if it went away."""
    fates = np.array([mode.fates[unit] for mode in result.modes])[result.mode]
    wounds = result.wounds.copy()
    wounds[np.isin(fates, (FALLEN, DESTROYED)), unit] = 0
    goes = np.isin(fates, (FLED, LEFT))
    # All who could fall to the last man, and did, have another fate.
    left = moves.copy()
    left[:, 0] = 0.0
    total = left.sum(axis=1, keepdims=True)
    left = np.divide(left, total, out=np.eye(len(left)), where=total > 0)
    before = np.flatnonzero(goes)
    place, after = np.nonzero(left[wounds[before, unit]])
    source = np.concatenate((np.flatnonzero(~goes), before[place]))
    share = left[wounds[before[place], unit], after]
    shares = np.concatenate((np.ones(len(source) - len(place)), share))
    found = wounds[source]
    found[len(source) - len(place) :, unit] = after
    return _added_up(result, source, found, result.chances[source] * shares)


def _added_up(
    result: LineResult[MultipleMode], source: Ints, wounds: Ints, chances: Floats
) -> LineResult[MultipleMode]:
    """Return a result with each of some rows once."""
    mode = result.mode[source]
    part = result.part[source] if len(result.part) else np.zeros_like(mode)
    rows = np.column_stack((part, mode, wounds))
    sizes = rows.max(axis=0, initial=0).astype(object) + 1
    if int(np.prod(sizes)) < MOST_TOLD:
        codes = np.ravel_multi_index(tuple(rows.T), tuple(map(int, sizes)))
        first, which = told_apart(codes)
        sums = np.bincount(which, chances, len(first))
        rows, chances = rows[first], sums.astype(np.float64)
    return replace(
        result,
        mode=rows[:, 1],
        wounds=rows[:, 2:],
        chances=chances,
        part=rows[:, 0] if len(result.part) else result.part,
    )
