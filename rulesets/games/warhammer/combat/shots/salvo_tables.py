"""States of a target after the shot of a war machine, all worked out together."""

from collections.abc import Sequence

import numpy as np

from rulesets.games.warhammer.combat.blows.attack import WarhammerAttack
from rulesets.games.warhammer.combat.blows.endurance import moves
from rulesets.games.warhammer.combat.shots.beside import Hits
from rulesets.games.warhammer.combat.shots.bombardment import MachineCrew
from rulesets.games.warhammer.combat.shots.landings import (
    Layout,
    Shot,
    ball_landings,
)
from rulesets.games.warhammer.combat.shots.shooting_odds import MOST_HITS, hits_on
from rulesets.games.warhammer.combat.shots.templates import stones_landed
from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.volley import Floats


def moves_of_machine(crew: MachineCrew, models: Sequence[int]) -> Floats | None:
    """Return the chances ``[w, v]`` that a shot leaves v of w wounds [chance].

    Parameters
    ----------
    crew : MachineCrew
        Who shoots as far as is measured, or a hail.
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
    if flight == "bolt":
        bolt = crew.struck
        if bolt is None:
            return np.eye(len(models) + 1)
        ranks = tuple(layout.ranks for layout in crew.layouts(models))
        attacks = (bolt.attack, *crew.onward)[: max(ranks)]
        return _pierced(attacks, ranks, target.pool, target.wounds)
    if crew.around.attack.once_a_phase or flight != "hail":
        return None
    return _rained(crew.around, target.pool, target.wounds, crew.hail)


@kept_arrays(megabytes=4)
def _rained(around: Hits, pool: int, wounds: int, counts: tuple[float, ...]) -> Floats:
    """Return ``[w, v]`` after so many hits without a roll, whatever is left."""
    every = np.zeros((1, pool + 1, len(counts)))
    every[0, 1:] = counts
    return _fallen(_lost(hits_on(around.attack, pool, wounds, MOST_HITS), every))


class GuessedShots:
    """Shots of a machine at models of one kind, from as far as its player guesses.

    Parameters
    ----------
    crew : MachineCrew
        From any distance: the hits are the same from all.
    models : sequence of int
        Those of the target with 1, 2, 3 … wounds left [models].
    """

    def __init__(self, crew: MachineCrew, models: Sequence[int]) -> None:
        self.crew = crew
        self.layouts = crew.layouts(models)
        pool, wounds = crew.target.pool, crew.target.wounds
        most = max(MOST_HITS, crew.target.models)
        self.table = hits_on(crew.around.attack, pool, wounds, most)
        self.crushed = None
        if crew.engine.flight == "stone":
            crushed = hits_on(crew.middle.attack, pool, wounds, MOST_HITS)
            self.crushed = crushed[1]

    def moves(self, distance: int) -> Floats:
        """Return the chances ``[w, v]`` that one of them leaves v of w wounds."""
        crew = self.crew
        within = crew.context.situation.guess_within
        counts = _counts(
            crew.engine.flight,
            self.layouts,
            tuple(crew.engine.shot(one, distance, within) for one in self.layouts),
            crew.engine.diameter,
            crew.misfires,
            crew.steers,
        )
        lost = _lost(self.table, counts[:1])
        if self.crushed is not None:
            size = len(lost)
            for fell in np.flatnonzero(self.crushed.any(axis=0)).tolist():
                left = _lost(self.table[:, : size - fell], counts[1:, fell:])
                part = self.crushed[fell:, fell, None] * left
                lost[fell:, fell:] += part
        return _fallen(lost)


def guessed_shots(crew: MachineCrew, models: Sequence[int]) -> GuessedShots | None:
    """Return the shots of a machine whose player guesses.

    None of any other, and where a shot is more than hits on models of one kind.
    """
    target = crew.target
    if not crew.engine.guesses or target.guard or target.apart or target.machine:
        return None
    return None if crew.around.attack.once_a_phase else GuessedShots(crew, models)


def _lost(table: Floats, counts: Floats) -> Floats:
    """Return ``[w, l]``: chance to lose l of w wounds.

    Parameters
    ----------
    table : ndarray
        ``[hits, w, l]`` [chance].
    counts : ndarray
        ``[1, w, hits]`` [chance].
    """
    size, hits = table.shape[1], counts.shape[2]
    lost = np.zeros((size, size))
    found = np.einsum("wk,kwl->wl", counts[0], table[:hits])[:, :size]
    lost[:, : found.shape[1]] = found
    return lost


def _fallen(lost: Floats) -> Floats:
    """Return ``[w, v]``: chance that v are left of w wounds; none of none."""
    size = len(lost)
    states = np.arange(size)
    # Of w wounds the losses from 0 to w stand as those left from w to 0.
    fallen = states[:, None] - states[None, :]
    found: Floats = np.where(fallen >= 0, lost[states[:, None], fallen], 0.0)
    found[0, 0] = 1.0
    return found


@kept_arrays(megabytes=4)
def _counts(
    flight: str,
    layouts: tuple[Layout, ...],
    shots: tuple[Shot, ...],
    diameter: int,
    misfires: float,
    steers: int,
) -> Floats:
    """Return the chances ``[middle, w, k]`` of hits, by the wounds left, none of 0.

    Parameters
    ----------
    flight : str
    layouts, shots : tuple
        For 1, 2, 3 … wounds that the target has left, and how the player guesses.
    diameter, steers : int
        Of the template, and how far it is steered [inches].
    misfires : float
        Chance of a misfire that stands [chance].
    """
    if flight == "ball":
        several = zip((one.in_file() for one in layouts), shots, strict=True)
        rows = [ball_landings(*one, misfires).hits for one in several]
        landed = np.zeros((1, len(rows), max(map(len, rows))))
        for wounds, row in enumerate(rows):
            landed[0, wounds, : len(row)] = row
    else:
        landed = stones_landed(layouts, shots, diameter, misfires, steers)
    nobody = np.zeros((len(landed), 1, landed.shape[2]))
    return np.concatenate((nobody, landed), axis=1)


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
