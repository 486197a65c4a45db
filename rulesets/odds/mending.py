"""A fight whose sides win wounds back between its rounds.

`rulesets.odds.chain` sums idle rounds in closed form because wounds only fall. Where
they come back there is no such order of states, so rounds are played one by one until
hardly any fight goes on.
"""

from collections.abc import Sequence

import numpy as np

from rulesets.odds.bout import Bout, work_out
from rulesets.odds.chain import SHOWN_ROUNDS, Story, advance, pruned
from rulesets.odds.duel import Fought
from rulesets.odds.sampling import MOST_ROUNDS
from rulesets.odds.volley import Floats

OVER = 1e-12
"""Chance of fights still going on below which the rest is dropped [chance]."""

Mend = tuple[Floats, Floats]
"""``[before, after]`` for side a and side b: what a pause makes of every state."""


def mended(
    start: Floats,
    opening: Bout,
    cycle: Bout,
    mends: Sequence[Mend],
    rounds: int | None,
) -> Fought:
    """Return how a fight goes if wounds come back before every round but the first.

    Parameters
    ----------
    start : ndarray
        ``[a, b]``: chance to begin in these states [chance].
    opening, cycle : Bout
        The first round, and every other.
    mends : sequence of Mend
        What happens before the second round, the third, and so on, in turn.
    rounds : int, optional
        Rounds fought at most; none until it is over.

    Returns
    -------
    Fought
        As `rulesets.odds.bout.fight` does.
    """
    size_a, size_b = start.shape
    first = work_out(opening, size_a, size_b)
    later = first if cycle is opening else work_out(cycle, size_a, size_b)
    width = first.outcomes.shape[2]
    done, final = np.zeros(width), np.zeros_like(start)
    live, dropped, fought, moves = start, 0.0, 0.0, first
    by_round = []
    for number in range(MOST_ROUNDS if rounds is None else rounds):
        if number:
            by_a, by_b = mends[(number - 1) % len(mends)]
            live, moves = by_a.T @ live @ by_b, later
        live, less = pruned(live)
        dropped += less
        if float(live.sum()) < OVER:
            break
        fought += float(live.sum())
        done = done + live.ravel() @ moves.outcomes.reshape(live.size, -1)
        final += advance(live, moves.ends)
        live = advance(live, moves.goes_on)
        by_round.append(done)
    shown = by_round[: SHOWN_ROUNDS if rounds is None else rounds]
    undecided = float(live.sum())
    story = Story(
        outcomes=done,
        by_round=np.array(shown).reshape(len(shown), width),
        undecided=undecided,
        stalled=0.0,
        final=final + live,
        rounds=fought,
        dropped=dropped,
    )
    lost_b = np.einsum("ab,abj->bj", start, first.lost.sum(axis=2))
    lost_a = np.einsum("ab,abi->ai", start, first.lost.sum(axis=3))
    error = dropped + (undecided if rounds is None else 0.0)
    return Fought(story, lost_b, lost_a, "exact", error, 1.0, 0)
