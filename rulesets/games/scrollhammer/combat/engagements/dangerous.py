"""Dangerous ground under those who move before contact: who falls on the way."""

import numpy as np

from rulesets.games.scrollhammer.combat.engagements.approach import (
    Plan,
    steadiness,
    tests_for_casualties,
    trodden,
)
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.odds.volley import Floats


def trod(plan: Plan, unit: ScrollhammerUnit, live: Floats) -> Floats:
    """Return who is left of one of both units that has moved; none left ends it.

    All are ``[spot, own, other]`` [chance].

    References
    ----------
    Scrollhammer Rulebook, Moving Through Terrain: Dangerous Terrain.
    """
    own = unit.side == plan.own.side
    after = trodden(unit).T @ live if own else live @ trodden(unit)
    return without_the_dead(plan, unit, live, after)


def without_the_dead(
    plan: Plan, unit: ScrollhammerUnit, before: Floats, after: Floats
) -> Floats:
    """Return the survivors of a unit's move; one that is destroyed ends."""
    own = unit.side == plan.own.side
    axes = (0, 2) if own else (0, 1)
    plan.lose(unit, before.sum(axis=axes), after.sum(axis=axes))
    dead = np.s_[:, 0] if own else np.s_[:, :, 0]
    left, gone = after.copy(), np.zeros_like(after)
    left[dead], gone[dead] = 0.0, after[dead]
    plan.end(f"{unit.side}-destroyed", gone.sum(axis=0))
    return left


def trod_in_a_march(plan: Plan, live: Floats) -> tuple[Floats, Floats]:
    """Return who goes on after a march, and who falls back for a quarter lost in it.

    References
    ----------
    Scrollhammer Rulebook, Marching, in the Shooting phase; Morale Checks: a unit losing
    25% or more of its current models during a single Shooting phase.
    """
    moves, own = trodden(plan.own), plan.own
    fails = tests_for_casualties(own, plan.readings)
    fails = fails * (1 - steadiness(own, plan.readings)[None, :])
    runs: Floats = (moves * fails).T @ live
    after = without_the_dead(plan, own, live, moves.T @ live)
    return after - runs, runs
