"""Departures from a combat over dangerous ground, die by die.

Written from the rulebook alone: Fall Back, Dangerous Terrain, Regrouping, Hit and Run.
"""

from typing import Any

import numpy as np

from tests.rulesets.games.scrollhammer.simulator_pool import Wounds, deal
from tests.rulesets.games.scrollhammer.simulator_sides import Bools, Ints, Side, d6
from tests.rulesets.games.scrollhammer.simulator_way_back import OPEN, Rears, away

STAYERS = {"musician", "independent-character", "legionnaire-drilling"}


def regroups(side: Side, roll: Ints) -> Bools:
    """Those who pass the test to regroup, with a double 1 where few are left."""
    full = sum(kind.models for kind in side.kinds)
    passes: Bools = (roll <= side.highest("ld")) | (roll == 2)
    stays = [kind.alive > 0 for kind in side.kinds if STAYERS & kind.rules.keys()]
    enough = (2 * side.count() >= full) | (roll == 2) | np.any(stays, axis=0)
    passes &= enough
    return passes


def tread(rng: np.random.Generator, side: Side, who: Bools) -> None:
    """A 1 under a model of those who move is a wound that only a ward stops."""
    count = np.where(who, side.count(), 0)
    dice = d6(rng, len(who), max(int(count.max(initial=0)), 1))
    wounded = (dice == 1) & (np.arange(dice.shape[1])[None, :] < count[:, None])
    no_armour = 9
    trodden = Wounds(wounded, np.zeros_like(wounded), 0, no_armour, {}, "")
    deal(rng, side, [trodden], True, {})


def tread_away(
    rng: np.random.Generator, side: Side, name: str, who: Bools, ended: Any
) -> None:
    """Those who move test, and who loses its last is destroyed."""
    if who.any():
        tread(rng, side, who)
        ended[who & (side.count() == 0)] = f"{name}-destroyed"


def go_away(
    rng: np.random.Generator,
    sides: dict[str, Side],
    rears: Rears,
    ended: Any,
    asked: dict[str, Any],
    edges: dict[str, Ints] | None = None,
) -> dict[str, Bools]:
    """Those who got away fall back 2D6 inches, those who left are gone; all test.

    Who is trapped or leaves the table does not. Tell who regroups in its next turn. On
    safe ground nobody tests, and that is not told.
    """
    if not asked.get("dangerous-ground"):
        away(rng, rears, ended, edges)
        return {}
    edges = edges or {name: np.full(len(ended), OPEN) for name in sides}
    told = {}
    for name, side in sides.items():
        runs, slips = ended == f"{name}-flees", ended == f"{name}-leaves"
        inches = d6(rng, len(runs), 2).sum(axis=1)
        stuck = rears[name].run(rng, runs, inches, edges[name])
        ended[stuck] = f"{name}-trapped"
        here = runs & ~stuck & (inches < edges[name])
        tread_away(rng, side, name, here | slips, ended)
        passes = regroups(side, d6(rng, len(runs), 2).sum(axis=1))
        told[f"{name}-regroups"] = here & (side.count() > 0) & passes
    return told
