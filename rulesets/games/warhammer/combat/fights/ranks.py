"""The bonus for ranks of a unit, by the models that stand in them."""

import numpy as np

from rulesets.games.warhammer.combat.blows.contact import (
    LANCE_WIDTH,
    Front,
    models_left,
)
from rulesets.games.warhammer.combat.blows.front_figures import lappers
from rulesets.games.warhammer.combat.context import WarhammerReadings
from rulesets.games.warhammer.combat.fights.ridden_monsters import wounds_left
from rulesets.odds.volley import Ints

MOST_RANKS = 3
"""Highest bonus for ranks."""

LAST_RANK = 4
"""Models that make an incomplete last rank count [models]."""

UNRANKED = frozenset(
    {"skirmishers", "fast-cavalry", "flying-cavalry", "flyer", "monster", "chariot"}
)
"""Unit types without a bonus for ranks."""


def rank_bonus(models: Ints, width: int, *, counts_from: int) -> Ints:
    """Return the bonus for ranks of so many models, so many wide.

    Parameters
    ----------
    models : ndarray of int
        [models]
    width : int
        Models of a full rank [models].
    counts_from : int
        Models that make an incomplete last rank count; 0 if none do [models].

    References
    ----------
    Warhammer rulebook (6th edition), Close combat: Combat results (p. 71).

    Examples
    --------
    >>> rank_bonus(np.array([18, 19, 25]), 5, counts_from=4).tolist()
    [2, 3, 3]
    """
    enough = min(counts_from, width) or width
    bonus: Ints = ((models + width - enough) // width - 1).clip(0, MOST_RANKS)
    return bonus


def ranks_of(front: Front, readings: WarhammerReadings) -> Ints:
    """Return a unit's bonus for ranks by the wounds that it has left."""
    profile = front.profile
    if profile.apart is not None:
        return np.zeros(len(wounds_left(profile)), dtype=np.int64)
    if profile.kind in UNRANKED or profile.has("skirmishers", "fast-cavalry"):
        return np.zeros(profile.pool + 1, dtype=np.int64)
    models = models_left(profile)
    ranked = models - lappers(front.ranks)[models]
    least = LANCE_WIDTH if front.is_lance else readings.rank_width
    if front.width < least:
        return np.zeros_like(models)
    counts = readings.last_rank == "four"
    return rank_bonus(ranked, front.width, counts_from=LAST_RANK if counts else 0)
