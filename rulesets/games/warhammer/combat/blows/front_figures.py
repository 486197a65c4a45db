"""The front of a unit in figures, and the models that lap round an enemy."""

from typing import NamedTuple

import numpy as np

from rulesets.odds.volley import Ints


class FrontLine(NamedTuple):
    """The figures of a unit that decide how many of it touch an enemy.

    Parameters
    ----------
    models : int
    width : int
        Models in its front rank [models].
    base : int
        What a base takes up of the side that is touched [mm].
    flank : bool
        True if the enemy touches its flank.
    """

    models: int
    width: int
    base: int
    flank: bool


class FrontRanks(NamedTuple):
    """The figures of a unit that decide how many of it strike.

    Parameters
    ----------
    line : FrontLine
    wounds : int
        Of one model [wounds].
    champion, lance : bool
        True if it has a champion; true for a lance formation.
    front : bool
        True if the enemy touches its front.
    lapping : int
        Most models of its rear ranks that lap round the enemy [models].
    beside : FrontLine
        A side of it next to the one that is touched.
    """

    line: FrontLine
    wounds: int
    champion: bool
    lance: bool
    front: bool
    lapping: int
    beside: FrontLine


def models_along(line: FrontLine) -> Ints:
    """Return how many models stand along a side that is touched, by models left."""
    models = np.arange(line.models + 1)
    if line.flank:
        ranks: Ints = -(-models // line.width)
        return ranks
    return np.minimum(models, line.width)


def lappers(own: FrontRanks) -> Ints:
    """Return how many models of a unit have left its ranks to lap round, by models."""
    behind = np.arange(own.line.models + 1) - own.line.width
    found: Ints = np.clip(behind, 0, own.lapping)
    return found


def lapping_round(own: FrontRanks, other: FrontRanks) -> Ints:
    """Return ``[own, other]``: models that strike from round the enemy's sides.

    Notes
    -----
    They stand at both sides of the enemy, base by base from the front that is touched,
    one more at each far corner; nobody does where the own front is the narrower.
    """
    side, base = other.beside, own.line.base
    ranked = np.arange(side.models + 1) - lappers(other)
    room = 2 * (models_along(side)[ranked] * side.base // base + 1)
    mine, theirs = models_along(own.line) * base, models_along(other.line)
    wide = mine[:, None] >= theirs[None, :] * other.line.base
    found: Ints = np.minimum(lappers(own)[:, None], room[None, :])
    return np.where(wide, found, 0)


def lapped_round(own: FrontRanks, other: FrontRanks, *, reach: int) -> Ints:
    """Return ``[own, other]``: further models that touch an enemy who laps round them.

    Parameters
    ----------
    own, other : FrontRanks
    reach : int
        Ranks that strike to the front anyhow [ranks].
    """
    round_them, side = lapping_round(other, own).T, own.beside
    width, most = side.width, side.models
    shared = (1 if width > 1 else most) if side.flank else width
    models = np.arange(most + 1) - lappers(own)
    found: Ints = np.zeros_like(round_them)
    for some, men in (
        ((round_them + 1) // 2, models),
        (round_them // 2, np.maximum(models - shared, 0)),
    ):
        deep = models_along(side)[men][:, None]
        touched = np.minimum(deep, some * other.line.base // side.base + 1)
        found += (some > 0) * np.maximum(touched - reach, 0)
    return found
