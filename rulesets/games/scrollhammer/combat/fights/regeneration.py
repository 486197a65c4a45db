"""Wounds that come back by Regeneration at the start of a turn."""

from collections.abc import Iterable

import numpy as np

from rulesets.games.scrollhammer.combat.fights.healing import comes_on
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.volley import Floats, binomial


@kept_by_identity(most=512)
def regenerates(profile: ScrollhammerUnit) -> bool:
    """Return whether any wound can ever come back."""
    return any(
        "regeneration" in group.rules and group.w > 1 for group in profile.groups
    )


def regeneration(profile: ScrollhammerUnit) -> Floats:
    """Return ``[before, after]``: the start of a side's turn, by its states.

    Wounds of models that still stand come back, each on a roll of its own; the dead
    stay dead (house).

    References
    ----------
    Scrollhammer Rulebook, Special rules R to Z: Regeneration.
    """
    return of_groups(map(_of_group, profile.groups))


def of_groups(moves: Iterable[Floats]) -> Floats:
    """Return ``[before, after]`` of a unit whose groups move apart [chance]."""
    whole: Floats = np.ones((1, 1))
    for one in moves:
        whole = np.kron(whole, one).astype(np.float64)
    return whole


def _of_group(group: ScrollhammerGroup) -> Floats:
    size = group.models * group.w
    moves = np.eye(size + 1)
    if "regeneration" not in group.rules:
        return moves
    back = comes_on(group.rules["regeneration"])
    for pool in range(1, size + 1):
        sore = -pool % group.w
        moves[pool] = 0.0
        moves[pool, pool : pool + sore + 1] = binomial(sore, back)
    return moves
