"""Rounds in steps of which each may be followed by one of several.

`rulesets.odds.bout` plays rounds in a fixed order. Here what follows hangs on the
result: on whether a flanked unit has turned, for one.
"""

from collections.abc import Sequence

import numpy as np

from rulesets.odds.bout import (
    MOST_TRANSITIONS,
    Phase,
    falls,
    losses,
    sampled,
    transitions,
)
from rulesets.odds.duel import Fought
from rulesets.odds.native.library import is_ready
from rulesets.odds.native.marshal import tell
from rulesets.odds.plan import Leg
from rulesets.odds.sampling import Seed
from rulesets.odds.staged import ENDLESS, LEAK, StageMoves, led, tell_stages
from rulesets.odds.volley import Floats


def fight_in_phases(
    start: Floats,
    phases: Sequence[Phase],
    rounds: int | None,
    seed: Seed,
    most: int = MOST_TRANSITIONS,
) -> Fought:
    """Return how a fight goes that begins in the first phase.

    Parameters
    ----------
    start : ndarray
        ``[a, b]``: chance to begin in these states [chance].
    phases : sequence of Phase
    rounds, seed, most
        As in `rulesets.odds.bout.fight`.
    """
    if max(transitions(one.bout, *start.shape) for one in phases) > most:
        return sampled(start, phases, rounds, seed)
    begun = np.zeros((len(phases), *start.shape))
    begun[0] = start
    if is_ready():
        legs = [
            Leg([(1.0, falls(one.bout))], one.bout.classify, one.bout.table, one.leads)
            for one in phases
        ]
        told = tell(begun, legs, rounds, leak=LEAK, endless=ENDLESS)
        dealt = told.dealt_by_a, told.dealt_by_b
        return Fought(told.story, *dealt, "exact", told.story.dropped, 1.0, 0)
    moves = tuple(moves_of(one, *start.shape) for one in phases)
    story = tell_stages(begun, moves, rounds)
    return Fought(story, *dealt_first(start, moves[0]), "exact", story.dropped, 1.0, 0)


def moves_of(phase: Phase, size_a: int, size_b: int) -> StageMoves:
    """Return a phase worked out for every pair of states."""
    bout = phase.bout
    lost = losses(bout, size_a, size_b)
    return led(lost, bout.classify, bout.table, phase.leads)


def dealt_first(start: Floats, moves: StageMoves) -> tuple[Floats, Floats]:
    """Return ``[state of the struck, lost]`` of the first round, by a and by b."""
    by_a = np.einsum("ab,abj->bj", start, moves.lost.sum(axis=2))
    by_b = np.einsum("ab,abi->ai", start, moves.lost.sum(axis=3))
    return by_a, by_b
