"""Lost wounds that come back, and how a combat goes in which they may."""

from collections.abc import Callable

import numpy as np

from rulesets.games.scrollhammer.combat.absorb_health import (
    absorbing_round,
    absorbs,
    comes_on,
    dealt_in,
    fits,
)
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.facing import (
    Sides,
    rounds_in,
    rounds_led,
    standings,
)
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.games.scrollhammer.combat.round import Rounds
from rulesets.odds.fight.exact import dealt, moves_of
from rulesets.odds.fight.healing import Healing, fight_with_healing, healing_round
from rulesets.odds.fight.model import Fight, FightResult, Round, in_turn
from rulesets.odds.fight.solver import solve
from rulesets.odds.volley import Floats, binomial

MOST = 3_000_000
"""A combat with a round of more transitions than this is sampled."""


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
    readings: ScrollhammerReadings,
    rounds: int | None,
    seed: Callable[[], str],
) -> FightResult:
    """Return how a combat goes: who turns, and which wounds come back, counted.

    The turns alternate; the first round is fought in the turn of who charged, or of
    side a. Wounds come back where that can be worked out.
    """
    back = comes_back(sides, played)
    aside = any(side.struck_aside for side in sides)
    if not start.any() or not (back or aside):
        first = () if played.opening is played.cycle else (played.opening,)
        return solve(in_turn(start, first, (played.cycle,), rounds), seed, MOST)
    standing = standings(sides, readings)
    known = rounds_in(standing, played, readings)
    fight = _begun(start, rounds_led(standing, known, readings), rounds)
    if not back:
        return solve(fight, seed, MOST)
    if "absorb-health" in back:
        made = [
            absorbing_round(one, led, known[one.sides], readings)
            for one, led in zip(standing, fight.rounds, strict=True)
        ]
        healed = [one for one, _ in made]
        first_dealt = dealt_in(sides, start, made[0][1])
    else:
        moves = moves_of(fight)
        healed = [healing_round(one) for one in moves]
        first_dealt = dealt(start, moves[0])
    return fight_with_healing(start, healed, first_dealt, _pauses(sides), rounds)


def _begun(start: Floats, played: tuple[Round, ...], limit: int | None) -> Fight:
    """Return a fight that begins in the first of some rounds."""
    begun = np.zeros((len(played), *start.shape))
    begun[0] = start
    return Fight(begun, played, limit)


def _pauses(sides: Sides) -> tuple[Healing, Healing]:
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
        size_a, size_b = (profile.company.states for profile in profiles)
        fight = in_turn(np.zeros((size_a, size_b)), [played.opening], [played.cycle])
        if known or fight.transitions() <= MOST:
            known.add("regeneration")
    return frozenset(known)
