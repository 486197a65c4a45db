"""A fight whose sides win wounds back, in its rounds or between them.

`rulesets.odds.chain` sums idle rounds in closed form because wounds only fall. Where
they come back there is no such order of states, so rounds are played one by one until
hardly any fight goes on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rulesets.odds.chain import SHOWN_ROUNDS, Story, advance, pruned
from rulesets.odds.duel import Fought
from rulesets.odds.sampling import UNDECIDED_AFTER
from rulesets.odds.staged import StageMoves
from rulesets.odds.volley import Floats

OVER = 1e-12
"""Chance of fights still going on below which the rest is dropped [chance]."""

Mend = tuple[Floats, Floats]
"""``[before, after]`` for side a and side b: what a pause makes of every state."""


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """A round worked out for every pair of states.

    Parameters
    ----------
    outcomes : ndarray
        ``[a, b, k]``: chance that it ends the fight with outcome k [chance].
    goes_on : mapping
        By the turn that follows: chances as ``moved`` takes them.
    ends : ndarray
        The same for fights that are over.
    moved : callable
        Returns where chances ``[a, b]`` of states go.
    """

    outcomes: Floats
    goes_on: Mapping[int, Floats]
    ends: Floats
    moved: Callable[[Floats, Floats], Floats]


def turn_of(moves: StageMoves) -> Turn:
    """Return a round in which wounds only fall."""
    return Turn(moves.outcomes, moves.goes_on, moves.ends, advance)


def mended(
    start: Floats,
    turns: Sequence[Turn],
    dealt: tuple[Floats, Floats],
    mends: Sequence[Mend],
    rounds: int | None,
) -> Fought:
    """Return how a fight goes if wounds come back before every round but the first.

    Parameters
    ----------
    start : ndarray
        ``[a, b]``: chance to begin in these states, and in the first turn [chance].
    turns : sequence of Turn
    dealt : tuple of ndarray
        What both sides deal in the first round, as `rulesets.odds.bout.fight` says it.
    mends : sequence of Mend
        What happens before the second round, the third, and so on, in turn.
    rounds : int, optional
        Rounds fought at most; none until it is over.
    """
    width = turns[0].outcomes.shape[2]
    done, final = np.zeros(width), np.zeros_like(start)
    live = np.zeros((len(turns), *start.shape))
    live[0] = start
    dropped = fought = 0.0
    by_round = []
    for number in range(UNDECIDED_AFTER if rounds is None else rounds):
        if number:
            by_a, by_b = mends[(number - 1) % len(mends)]
            live = by_a.T @ live @ by_b
        live, less = pruned(live)
        dropped += less
        if float(live.sum()) < OVER:
            break
        fought += float(live.sum())
        live, ended = _played(live, turns, final)
        done = done + ended
        by_round.append(done)
    shown = by_round[: SHOWN_ROUNDS if rounds is None else rounds]
    undecided = float(live.sum())
    story = Story(
        outcomes=done,
        by_round=np.array(shown).reshape(len(shown), width),
        undecided=undecided,
        stalled=0.0,
        final=final + live.sum(axis=0),
        rounds=fought,
        dropped=dropped,
    )
    error = dropped + (undecided if rounds is None else 0.0)
    return Fought(story, *dealt, "exact", error, 1.0, 0)


def _played(
    live: Floats, turns: Sequence[Turn], final: Floats
) -> tuple[Floats, Floats]:
    """Return chances of turns and states after a round, and what ended in it.

    The states of those who ended are added to ``final``.
    """
    after = np.zeros_like(live)
    ended = np.zeros(turns[0].outcomes.shape[2])
    for here, turn in zip(live, turns, strict=True):
        if here.any():
            ended += here.ravel() @ turn.outcomes.reshape(here.size, -1)
            final += turn.moved(here, turn.ends)
            for place, arriving in turn.goes_on.items():
                after[place] += turn.moved(here, arriving)
    return after, ended
