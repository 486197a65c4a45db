"""Solve fights: exactly, by NumPy or the compiled kernel, or by a sample."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from rulesets.odds.fight import exact
from rulesets.odds.fight.losses import sum_of
from rulesets.odds.fight.model import Fight, FightResult
from rulesets.odds.fight.samples import sample
from rulesets.odds.native import marshal
from rulesets.odds.native.bindings import kernel
from rulesets.odds.sampling import Seed
from rulesets.odds.volley import Floats

MOST_TRANSITIONS = 2_000_000
"""Transitions of one round above which NumPy samples a fight."""

COMPILED = 100
"""As many times more, of all rounds together, are solved by the compiled kernel.

It meets only what is likely at all: 2 ns a transition at most, half a second in all.
"""

WORK_OF_PAIR = 3
"""Work on a pair of states of a round [losses of states]."""

WORK_OF_SAMPLE = 80
"""Work on a sampled fight [losses of states]."""


def solve(fight: Fight, seed: Seed, most: int = MOST_TRANSITIONS) -> FightResult:
    """Return how a fight goes.

    Parameters
    ----------
    fight : Fight
    seed : str, or callable
        Text of the whole question: the same question gives the same sample.
    most : int
        Transitions of one round above which NumPy samples the fight; the compiled
        kernel solves `COMPILED` times as many of all rounds.
    """
    return solve_all([fight], seed, most)


def solve_all(
    fights: Sequence[Fight], seed: Seed, most: int = MOST_TRANSITIONS
) -> FightResult:
    """Return how a fight goes that begins in one of several ways.

    Parameters
    ----------
    fights : sequence of Fight
        At least one, with the same sides and outcomes; their starts are chances that
        sum to at most 1 in all. If one is sampled, all are.
    seed, most
        As in `solve`.
    """
    begun = [one for one in fights if one.start.any()]
    if not begun:
        one = fights[0]
        _, size_a, size_b = one.start.shape
        return never_begun((size_a, size_b), one.outcomes, one.classes)
    compiled = kernel()
    if _are_too_large(begun, most, compiled=compiled is not None):
        found = combine([sample(one, seed) for one in begun])
    else:
        play = exact.play if compiled is None else partial(marshal.play, compiled)
        found = combine([play(one) for one in begun])
    return replace(found, work=_work_of(begun, found))


def solve_beside(
    fight: Fight, beside: Floats, seed: Seed, most: int = MOST_TRANSITIONS
) -> tuple[FightResult, Floats]:
    """Return how a fight goes, and its outcomes if it begins otherwise.

    Parameters
    ----------
    fight : Fight
    beside : ndarray
        ``[other start, round, a, b]`` [chance].
    seed, most
        As in `solve`.

    Returns
    -------
    tuple
        The result, and ``[other start, outcome]`` [chance]. Each start is solved for
        itself unless the compiled kernel can take them all at once.
    """
    compiled = kernel()
    if (
        compiled is None
        or not marshal.takes_starts(fight)
        or _are_too_large([fight], most, compiled=True)
    ):
        others = np.zeros((len(beside), fight.outcomes))
        for place, one in enumerate(beside):
            others[place] = solve(replace(fight, start=one), seed, most).outcomes
        return solve(fight, seed, most), others
    found, apart = marshal.play_beside(compiled, fight, beside)
    return replace(found, work=_work_of([fight], found)), apart


def is_solved(fight: Fight, most: int = MOST_TRANSITIONS) -> bool:
    """Return whether `solve` would solve a fight, and not sample it."""
    return not _are_too_large([fight], most, compiled=kernel() is not None)


def _are_too_large(begun: Sequence[Fight], most: int, *, compiled: bool) -> bool:
    """Return whether fights are sampled; the number of states alone may tell."""
    states = sum(one.start[0].size ** 2 * len(one.rounds) for one in begun)
    if compiled and states <= COMPILED * most:
        return False
    each = [one.transitions() for one in begun]
    if compiled:
        return sum(map(sum, each)) > COMPILED * most
    return max(map(max, each)) > most


def _work_of(begun: Sequence[Fight], found: FightResult) -> int:
    """Return the work on fights, by their states and samples [losses of states]."""
    pairs = sum(one.start.size for one in begun)
    return WORK_OF_PAIR * pairs + WORK_OF_SAMPLE * found.samples


def never_begun(sizes: tuple[int, int], outcomes: int, classes: int = 1) -> FightResult:
    """Return the result of a fight of sides of so many states that never begins."""
    size_a, size_b = sizes
    return FightResult(
        outcomes=np.zeros(outcomes),
        by_round=np.zeros((0, outcomes)),
        undecided=0.0,
        stalled=0.0,
        final=np.zeros((size_a, size_b)),
        rounds=0.0,
        dropped=0.0,
        dealt_by_a=np.zeros((size_b, 1)),
        dealt_by_b=np.zeros((size_a, 1)),
        first=np.zeros(classes),
    )


def combine(results: Sequence[FightResult]) -> FightResult:
    """Return the results of fights that exclude each other as one.

    Each result holds the chance of its own case: every chance in it is that chance
    times the chance in that case. So all add up. A fight that ends earlier stays as it
    ended.

    Parameters
    ----------
    results : sequence of FightResult
        At least one, of the same two sides, with the same outcomes.
    """
    if len(results) == 1:
        return results[0]
    longest = max(len(one.by_round) for one in results)
    sampled = [one for one in results if one.method != "exact"]
    return FightResult(
        outcomes=np.sum([one.outcomes for one in results], axis=0),
        by_round=np.sum([_longer(one.by_round, longest) for one in results], axis=0),
        undecided=sum(one.undecided for one in results),
        stalled=sum(one.stalled for one in results),
        final=np.sum([one.final for one in results], axis=0),
        rounds=sum(one.rounds for one in results),
        dropped=sum(one.dropped for one in results),
        dealt_by_a=sum_of([one.dealt_by_a for one in results]),
        dealt_by_b=sum_of([one.dealt_by_b for one in results]),
        first=sum_of([one.first for one in results]),
        method="sampled" if sampled else "exact",
        error=sum(one.error for one in results),
        confidence=max(0.0, 1.0 - sum(1.0 - one.confidence for one in sampled)),
        samples=sum(one.samples for one in sampled),
    )


def _longer(by_round: Floats, rounds: int) -> Floats:
    if len(by_round) == rounds:
        return by_round
    last = by_round[-1:] if len(by_round) else np.zeros((1, by_round.shape[1]))
    return np.vstack([by_round, np.repeat(last, rounds - len(by_round), axis=0)])
