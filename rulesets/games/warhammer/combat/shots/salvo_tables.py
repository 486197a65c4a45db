"""States of a target after the shot of a war machine, all worked out together."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rulesets.games.warhammer.combat.blows.attack import WarhammerAttack
from rulesets.games.warhammer.combat.blows.endurance import moves
from rulesets.games.warhammer.combat.shots.beside import Hits
from rulesets.games.warhammer.combat.shots.bombardment import MachineCrew
from rulesets.games.warhammer.combat.shots.landings import (
    Layout,
    Shot,
    ball_landings,
    stone_landings,
)
from rulesets.games.warhammer.combat.shots.shooting_odds import MOST_HITS, hits_on
from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.volley import Floats


class _Landed(NamedTuple):
    """The landings of a missile, by the models of its target.

    Parameters
    ----------
    flight : str
    layouts : tuple of Layout
        For 1, 2, 3 … wounds that the target has left.
    shots : tuple of Shot
        How the player guesses at each of them.
    diameter, steers : int
        Of the template, and how far it is steered [inches].
    misfires : float
        Chance of a misfire that stands [chance].
    hail : tuple of float
        Of a hail the chances of 0, 1, 2 … hits [chance].
    """

    flight: str
    layouts: tuple[Layout, ...]
    shots: tuple[Shot, ...]
    diameter: int
    misfires: float
    steers: int
    hail: tuple[float, ...]


def moves_of_machine(crew: MachineCrew, models: Sequence[int]) -> Floats | None:
    """Return the chances ``[w, v]`` that a shot leaves v of w wounds [chance].

    Parameters
    ----------
    crew : MachineCrew
    models : sequence of int
        Those of the target with 1, 2, 3 … wounds left [models].

    Returns
    -------
    ndarray, optional
        It may not be written to. None where a shot is more than a bolt, or hits without
        a roll, on models of one kind.
    """
    target, flight = crew.target, crew.engine.flight
    if crew.silent:
        return np.eye(len(models) + 1)
    if target.guard or target.apart or target.machine:
        return None
    layouts = crew.layouts(models)
    if flight == "bolt":
        bolt = crew.struck
        if bolt is None:
            return np.eye(len(models) + 1)
        ranks = tuple(layout.ranks for layout in layouts)
        attacks = (bolt.attack, *crew.onward)[: max(ranks)]
        return _pierced(attacks, ranks, target.pool, target.wounds)
    if crew.around.attack.once_a_phase:
        return None
    landed = _Landed(
        flight,
        layouts,
        tuple(map(crew.shot, layouts)),
        crew.engine.diameter,
        crew.misfires,
        crew.steers,
        crew.hail if flight == "hail" else (),
    )
    middle = crew.middle if flight == "stone" else None
    return _struck(crew.around, middle, target.pool, target.wounds, landed)


@kept_arrays(megabytes=8)
def _struck(
    around: Hits, middle: Hits | None, pool: int, wounds: int, landed: _Landed
) -> Floats:
    """Return ``[w, v]`` after hits without a roll on models of so many wounds."""
    counts, size = _counts(landed), pool + 1
    hits = counts.shape[2]
    table = hits_on(around.attack, pool, wounds, max(hits - 1, MOST_HITS))[:hits]
    lost = np.zeros((size, size))
    lost[:, : table.shape[2]] = np.einsum("wk,kwl->wl", counts[0], table)
    if middle is not None:
        crushed = hits_on(middle.attack, pool, wounds, MOST_HITS)[1]
        for fell in np.flatnonzero(crushed.any(axis=0)).tolist():
            left = size - fell
            then = np.einsum("wk,kwl->wl", counts[1, fell:], table[:, :left])[:, :left]
            part = crushed[fell:, fell, None] * then
            lost[fell:, fell : fell + part.shape[1]] += part
    found = np.zeros((size, size))
    before, fallen = np.tril_indices(size)
    found[before, before - fallen] = lost[before, fallen]
    found[0, 0] = 1.0
    return found


@kept_arrays(megabytes=4)
def _counts(landed: _Landed) -> Floats:
    """Return the chances ``[middle, w, k]`` of hits, by the wounds left, none of 0."""
    several = zip(landed.layouts, landed.shots, strict=True)
    rows: list[tuple[tuple[float, ...], ...]]
    if landed.flight == "ball":
        rows = [(ball_landings(*one, landed.misfires).hits,) for one in several]
    elif landed.flight == "hail":
        rows = [(landed.hail,)] * len(landed.layouts)
    else:
        steered = landed.diameter, landed.misfires, landed.steers
        rows = [stone_landings(*one, *steered) for one in several]
    longest = max(len(row) for one in rows for row in one)
    found = np.zeros((len(rows[0]), len(rows) + 1, longest))
    for wounds, one in enumerate(rows, 1):
        for middle, row in enumerate(one):
            found[middle, wounds, : len(row)] = row
    return found


@kept_arrays(megabytes=4)
def _pierced(
    bolt: tuple[WarhammerAttack, ...], ranks: tuple[int, ...], pool: int, wounds: int
) -> Floats:
    """Return ``[w, v]`` after a bolt that goes on through ranks as long as it slays.

    ``ranks`` are those of a target with 1, 2, 3 … wounds left; each rank is struck by
    an attack of its own.
    """
    size = pool + 1
    states, deep = np.arange(size), np.array((0, *ranks))
    slain = np.where(states > 0, states - (states - 1) % wounds - 1, 0)
    found, flying = np.zeros((size, size)), np.eye(size)
    found[0, 0] = 1.0
    for rank, attack in enumerate(bolt):
        struck = flying * (deep > rank)[:, None]
        found += flying - struck if rank else 0.0
        stops = moves(attack, pool, wounds).copy()
        flies = np.zeros_like(stops)
        flies[states, slain] = stops[states, slain]
        stops[states, slain] = 0.0
        found += struck @ stops
        flying = struck @ flies
    found += flying
    return found
