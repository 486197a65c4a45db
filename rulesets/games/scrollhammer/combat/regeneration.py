"""Lost wounds that come back, and how a combat goes in which they may."""

from collections.abc import Callable

import numpy as np

from rulesets.games.scrollhammer.combat.absorb_health import (
    absorbing_turn,
    absorbs,
    comes_on,
    dealt_in,
    fits,
)
from rulesets.games.scrollhammer.combat.facing import (
    Sides,
    phases,
    rounds_in,
    standings,
)
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.games.scrollhammer.combat.round import Rounds
from rulesets.odds.bout import MOST_TRANSITIONS, fight, transitions
from rulesets.odds.duel import Fought
from rulesets.odds.mending import Mend, mended, turn_of
from rulesets.odds.phases import dealt_first, fight_in_phases, moves_of
from rulesets.odds.settings import Settled
from rulesets.odds.volley import Floats, binomial


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
    whole: Floats = np.ones((1, 1))
    for group in profile.groups:
        whole = np.kron(whole, _of_group(group)).astype(np.float64)
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


def fought_on(
    sides: Sides,
    start: Floats,
    played: Rounds,
    readings: Settled,
    rounds: int | None,
    seed: Callable[[], str],
) -> Fought:
    """Return how a combat goes: who turns, and which wounds come back, counted.

    The turns alternate; the first round is fought in the turn of who charged, or of
    side a. Wounds come back where that can be worked out.
    """
    back = comes_back(sides, played)
    if not back and not any(side.struck_aside for side in sides):
        first = () if played.opening is played.cycle else (played.opening,)
        return fight(start, first, (played.cycle,), rounds, seed)
    standing = standings(sides, readings)
    known = rounds_in(standing, played, readings)
    found = phases(standing, known, readings)
    if not back:
        return fight_in_phases(start, found, rounds, seed)
    if "absorb-health" in back:
        made = [
            absorbing_turn(one, phase, known[one.sides], readings)
            for one, phase in zip(standing, found, strict=True)
        ]
        turns = [turn for turn, _ in made]
        dealt = dealt_in(sides, start, made[0][1])
    else:
        moves = [moves_of(one, *start.shape) for one in found]
        turns = [turn_of(one) for one in moves]
        dealt = dealt_first(start, moves[0])
    return mended(start, turns, dealt, _pauses(sides), rounds)


def _pauses(sides: Sides) -> tuple[Mend, Mend]:
    """Return what comes back before the second round, the third, and so on."""
    a, b = (side.profile for side in sides)
    of_a = regeneration(a), np.eye(b.company.states)
    of_b = np.eye(a.company.states), regeneration(b)
    return (of_a, of_b) if sides[1].charged else (of_b, of_a)


def comes_back(sides: Sides, played: Rounds) -> frozenset[str]:
    """Return the rules by which wounds come back, of those that can be worked out."""
    known = set()
    profiles = [side.profile for side in sides]
    if any(map(absorbs, profiles)) and fits(sides):
        known.add("absorb-health")
    if any(map(regenerates, profiles)):
        sizes = [profile.company.states for profile in profiles]
        both = played.opening, played.cycle
        if known or max(transitions(one, *sizes) for one in both) <= MOST_TRANSITIONS:
            known.add("regeneration")
    return frozenset(known)
