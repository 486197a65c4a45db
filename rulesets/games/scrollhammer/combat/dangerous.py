"""Dangerous ground under those who move before contact: who falls on the way."""

import numpy as np

from rulesets.games.scrollhammer.combat.approach import (
    Plan,
    steadiness,
    tests_for_casualties,
    trodden,
)
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.odds.volley import Floats


def trod(plan: Plan, unit: ScrollhammerUnit, live: Floats) -> Floats:
    """Return who is left of one of both units that has moved; none left ends it.

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
    axis = 1 if own else 0
    plan.lose(unit, before.sum(axis=axis), after.sum(axis=axis))
    gone = np.zeros_like(after)
    dead = np.s_[0] if own else np.s_[:, 0]
    gone[dead] = after[dead]
    plan.end(f"{unit.side}-destroyed", gone)
    return after - gone


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
