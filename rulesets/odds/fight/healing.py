"""Play a fight whose sides win wounds back, in its rounds or between them.

`rulesets.odds.fight.exact` sums idle rounds because states only fall. Where wounds come
back there is no such order of states, so rounds are played one by one until hardly any
fight goes on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rulesets.odds.fight.exact import RoundMoves, advance, pruned
from rulesets.odds.fight.model import SHOWN_ROUNDS, FightResult
from rulesets.odds.sampling import UNDECIDED_AFTER
from rulesets.odds.volley import Floats

OVER = 1e-12
"""Chance of fights still going on below which the rest is dropped [chance]."""

Pause = Callable[[Floats], Floats]
"""A change of chances ``[round, a, b]`` of rounds and states between two rounds."""


@dataclass(frozen=True, slots=True, eq=False)
class HealingRound:
    """A round solved for every pair of states, in which they may rise.

    Parameters
    ----------
    outcomes : ndarray
        ``[a, b, k]``: chance that it ends the fight with outcome k [chance].
    goes_on : mapping
        By the round that follows: chances as ``moved`` takes them.
    ends : ndarray
        The same for fights that are over.
    moved : callable
        Returns where chances ``[a, b]`` of states go.
    """

    outcomes: Floats
    goes_on: Mapping[int, Any]
    ends: Any
    moved: Callable[[Floats, Any], Floats]


def healing_round(moves: RoundMoves) -> HealingRound:
    """Return a round in which wounds only fall."""
    return HealingRound(moves.outcomes, moves.goes_on, moves.ends, advance)


def fight_with_healing(
    start: Floats,
    rounds: Sequence[HealingRound],
    dealt: tuple[Floats, Floats],
    pauses: Sequence[Pause],
    limit: int | None,
) -> FightResult:
    """Return how a fight goes if wounds come back before every round but the first.

    Parameters
    ----------
    start : ndarray
        ``[a, b]``: chance to begin in these states, and in the first round [chance].
    rounds : sequence of HealingRound
    dealt : tuple of ndarray
        Dealt by both sides in the first round, as in `FightResult`.
    pauses : sequence of Pause
        Before the second round, the third, and so on, in turn.
    limit : int, optional
        Rounds fought at most; none until it is over.
    """
    width = rounds[0].outcomes.shape[2]
    done, final = np.zeros(width), np.zeros_like(start)
    live = np.zeros((len(rounds), *start.shape))
    live[0] = start
    dropped = fought = 0.0
    by_round = []
    for number in range(UNDECIDED_AFTER if limit is None else limit):
        if number:
            live = pauses[(number - 1) % len(pauses)](live)
        live, less = pruned(live)
        dropped += less
        if float(live.sum()) < OVER:
            break
        fought += float(live.sum())
        live, ended = _played(live, rounds, final)
        done = done + ended
        by_round.append(done)
    shown = by_round[: SHOWN_ROUNDS if limit is None else limit]
    undecided = float(live.sum())
    return FightResult(
        outcomes=done,
        by_round=np.array(shown).reshape(len(shown), width),
        undecided=undecided,
        stalled=0.0,
        final=final + live.sum(axis=0),
        rounds=fought,
        dropped=dropped,
        dealt_by_a=dealt[0],
        dealt_by_b=dealt[1],
        first=np.zeros(0),
        error=dropped + (undecided if limit is None else 0.0),
    )


def _played(
    live: Floats, rounds: Sequence[HealingRound], final: Floats
) -> tuple[Floats, Floats]:
    """Return chances of rounds and states after a round, and what ended in it.

    The states of those who ended are added to ``final``.
    """
    after = np.zeros_like(live)
    ended = np.zeros(rounds[0].outcomes.shape[2])
    for here, played in zip(live, rounds, strict=True):
        if here.any():
            ended += here.ravel() @ played.outcomes.reshape(here.size, -1)
            final += played.moved(here, played.ends)
            for place, arriving in played.goes_on.items():
                after[place] += played.moved(here, arriving)
    return after, ended
