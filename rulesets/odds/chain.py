"""A chain of rounds: who wins, when, and with what left.

Wounds only fall, so the chain runs forward. The one loop, a round in which nothing
happens, is summed in closed form: its visits are a geometric series.
"""

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from rulesets.odds.round import Moves
from rulesets.odds.volley import Floats

SHOWN_ROUNDS = 12
"""Rounds that are told one by one in a fight without a limit."""

PRUNED = 1e-15
"""Chances of a state below this are dropped and counted [chance]."""

STALLED = 1e-12
"""A round that changes something less often than this never does [chance]."""


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """How a fight goes.

    Parameters
    ----------
    outcomes : ndarray
        Chance of each outcome [chance]; with ``undecided`` and ``dropped`` they sum
        to 1.
    by_round : ndarray
        ``[round, k]``: chance that outcome k has come about by then [chance].
    undecided : float
        Chance that both still stand [chance].
    stalled : float
        Part of it that nothing can ever change, in a fight without a limit [chance].
    final : ndarray
        ``[a, b]``: joint distribution of the wounds left when it is over.
    rounds : float
        Expected number of rounds fought; stalled fights count up to where they stall.
    dropped : float
        Chance that was pruned: no chance reported is further off than this, rounding
        apart.
    """

    outcomes: Floats
    by_round: Floats
    undecided: float
    stalled: float
    final: Floats
    rounds: float
    dropped: float


@dataclass(slots=True, eq=False)
class _Ledger:
    """What has been counted so far: visits to every state, by round worked out."""

    visits: dict[int, Floats]
    dropped: float = 0.0

    def visit(self, key: int, live: Floats) -> None:
        known = self.visits.get(key)
        self.visits[key] = live if known is None else known + live

    def prune(self, live: Floats) -> Floats:
        kept, dropped = pruned(live)
        self.dropped += dropped
        return kept


def pruned(live: Floats) -> tuple[Floats, float]:
    """Return chances of states without the smallest, and the chance that is dropped."""
    kept = np.where(live < PRUNED, 0.0, live)
    return kept, float(live.sum() - kept.sum())


def advance(live: Floats, arriving: Floats) -> Floats:
    """Return where chances of states go when each takes its moves.

    Parameters
    ----------
    live : ndarray
        ``[a, b]``: chance of each pair of pools [chance].
    arriving : ndarray
        ``[a, b, i, j]`` chances, such as ``goes_on`` of `Moves`.
    """
    a, b, i, j = arriving.shape
    padded = np.zeros((a + i - 1, b + j - 1))
    padded[:a, :b] = live
    windows = sliding_window_view(padded, (i, j))
    moved: Floats = np.einsum("abij,abij->ab", windows, arriving)
    return moved


def tell(
    start: Floats,
    opening: tuple[Moves, ...],
    cycle: tuple[Moves, ...],
    rounds: int | None = None,
) -> Story:
    """Return how a fight goes.

    Parameters
    ----------
    start : ndarray
        ``[a, b]``: joint distribution of the wounds at the start; sums to 1.
    opening : tuple of Moves
        Rounds that are fought once, before the cycle begins.
    cycle : tuple of Moves
        Rounds that repeat, in turn; at least one.
    rounds : int, optional
        Rounds fought at most; none until it is over.

    Returns
    -------
    Story

    Raises
    ------
    ValueError
        If there is no round to repeat.
    """
    if not cycle:
        raise ValueError("a chain needs a round to repeat")
    played = (*opening, *cycle)
    first = len(opening)
    ledger = _Ledger({})
    live = start
    done = np.zeros(cycle[0].outcomes.shape[2])
    by_round = []
    number = 0
    while number < (SHOWN_ROUNDS if rounds is None else rounds):
        key = number if number < first else first + (number - first) % len(cycle)
        live = ledger.prune(live)
        if not live.any():
            break
        ledger.visit(key, live)
        done = done + _ended(live, played[key])
        by_round.append(done)
        live = advance(live, played[key].goes_on)
        number += 1
    if rounds is None and live.any():
        live = _settle(live, cycle, (number - first) % len(cycle), first, ledger)
    stalled = float(live.sum()) if rounds is None else 0.0
    return _sum_up(live, stalled, played, ledger, by_round)


def _ended(live: Floats, moves: Moves) -> Floats:
    ended: Floats = live.ravel() @ moves.outcomes.reshape(live.size, -1)
    return ended


def _settle(
    live: Floats, cycle: tuple[Moves, ...], phase: int, first: int, ledger: _Ledger
) -> Floats:
    """Run a cycle until it is over, each idle loop summed at once.

    Returns the chance of each state that nothing can ever change.
    """
    idle = [moves.goes_on[:, :, 0, 0] for moves in cycle]
    leaves = 1.0 - np.prod(idle, axis=0)
    stuck = leaves < STALLED
    busy = [_without_idling(moves.goes_on) for moves in cycle]
    stalled = np.zeros_like(live)
    arrivals = [np.zeros_like(live) for _ in cycle]
    arrivals[phase] = live
    while any(arrival.any() for arrival in arrivals):
        for place, arrival in enumerate(arrivals):
            stalled += np.where(stuck, arrival, 0.0)
            arrivals[place] = np.where(stuck, 0.0, arrival)
        visits = _visits(arrivals, idle, np.where(stuck, 1.0, leaves))
        arrivals = [np.zeros_like(live) for _ in cycle]
        for place in range(len(cycle)):
            ledger.visit(first + place, visits[place])
            reached = advance(visits[place], busy[place])
            arrivals[(place + 1) % len(cycle)] += ledger.prune(reached)
    return stalled


def _without_idling(arriving: Floats) -> Floats:
    busy = arriving.copy()
    busy[:, :, 0, 0] = 0.0
    return busy


def _visits(arrivals: list[Floats], idle: list[Floats], leaves: Floats) -> list[Floats]:
    """Return how often each state is visited in each phase, idle rounds included."""
    count = len(arrivals)
    visits = [np.zeros_like(leaves) for _ in arrivals]
    for origin, arrival in enumerate(arrivals):
        share = arrival / leaves
        for steps in range(count):
            place = (origin + steps) % count
            visits[place] = visits[place] + share
            share = share * idle[place]
    return visits


def _sum_up(
    live: Floats,
    stalled: float,
    played: tuple[Moves, ...],
    ledger: _Ledger,
    by_round: list[Floats],
) -> Story:
    width = played[0].outcomes.shape[2]
    outcomes = np.zeros(width)
    final = live.copy()
    for key, visits in ledger.visits.items():
        outcomes += _ended(visits, played[key])
        final += advance(visits, played[key].ends)
    rounds = sum(float(visits.sum()) for visits in ledger.visits.values())
    return Story(
        outcomes=outcomes,
        by_round=np.array(by_round).reshape(len(by_round), width),
        undecided=float(live.sum()),
        stalled=stalled,
        final=final,
        rounds=rounds,
        dropped=ledger.dropped,
    )
