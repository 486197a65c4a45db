"""Regeneration: lost wounds that come back at the start of a side's turn."""

from collections.abc import Callable
from math import comb

import numpy as np

from rulesets.games.scrollhammer.combat_profile import Group, Profile
from rulesets.games.scrollhammer.combat_result import Contender
from rulesets.games.scrollhammer.combat_round import Rounds
from rulesets.odds.bout import MOST_TRANSITIONS, fight, transitions
from rulesets.odds.duel import Fought
from rulesets.odds.mending import mended
from rulesets.odds.volley import Floats

USUAL_X = 6
"""Roll that brings a wound back where no X is printed [pips]."""


def regenerates(profile: Profile) -> bool:
    """Return whether any wound can ever come back."""
    return any(
        "regeneration" in group.rules and group.w > 1 for group in profile.groups
    )


def regeneration(profile: Profile) -> Floats:
    """Return ``[before, after]``: the start of a side's turn, by its states.

    Wounds of models that still stand come back, each on a roll of its own; the dead
    stay dead (house).

    References
    ----------
    Scrollhammer Rulebook, Special rules R to Z: Regeneration.
    """
    whole: Floats = np.ones((1, 1))
    for group in profile.groups:
        whole = np.kron(whole, _of_group(group)).astype(np.float64)
    return whole


def _of_group(group: Group) -> Floats:
    size = group.models * group.w
    moves = np.eye(size + 1)
    if "regeneration" not in group.rules:
        return moves
    chance = (7 - min(max(group.rules["regeneration"] or USUAL_X, 2), 7)) / 6
    for pool in range(1, size + 1):
        sore = -pool % group.w
        moves[pool] = 0.0
        for back in range(sore + 1):
            share = comb(sore, back) * chance**back * (1 - chance) ** (sore - back)
            moves[pool, pool + back] = share
    return moves


def fought_on(
    sides: tuple[Contender, Contender],
    start: Floats,
    played: Rounds,
    rounds: int | None,
    seed: Callable[[], str],
) -> Fought:
    """Return how a combat goes, Regeneration counted where it can be worked out.

    The turns alternate; the first round is fought in the turn of who charged, or of
    side a.
    """
    opening, cycle = played.opening, played.cycle
    if not mends(sides, played):
        first = () if opening is cycle else (opening,)
        return fight(start, first, (cycle,), rounds, seed)
    a, b = (side.profile for side in sides)
    still_a, still_b = np.eye(a.company.states), np.eye(b.company.states)
    of_a = regeneration(a), still_b
    of_b = still_a, regeneration(b)
    order = (of_a, of_b) if sides[1].charged else (of_b, of_a)
    return mended(start, opening, cycle, order, rounds)


def mends(sides: tuple[Contender, Contender], played: Rounds) -> bool:
    """Return whether wounds come back in a combat small enough to be worked out."""
    sizes = [side.profile.company.states for side in sides]
    if not any(regenerates(side.profile) for side in sides):
        return False
    both = played.opening, played.cycle
    return max(transitions(one, *sizes) for one in both) <= MOST_TRANSITIONS
