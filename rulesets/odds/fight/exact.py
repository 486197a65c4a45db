"""Solve a fight exactly with NumPy.

Every round is solved for all pairs of states at once. States only fall, so that the
fight is then run forward. The loops that remain, rounds in which nothing is lost, are
summed by solving a small system of equations.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import as_strided, sliding_window_view
from numpy.typing import NDArray

from rulesets.odds.fight.losses import losses
from rulesets.odds.fight.model import (
    ENDLESS,
    PRUNED,
    SHOWN_ROUNDS,
    STALLED,
    Attacks,
    Fight,
    FightResult,
    Order,
    Round,
    Toll,
)
from rulesets.odds.fight.toll import emptied, falls, paid, points_ahead
from rulesets.odds.tally import Classify
from rulesets.odds.volley import Floats, Ints

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class RoundMoves:
    """A round solved for every pair of states.

    Parameters
    ----------
    lost : ndarray
        ``[a, b, i, j]``: chance that sides that begin the round in states a and b lose
        i and j [chance].
    classes : ndarray
        ``[a, b, class]`` [chance].
    outcomes : ndarray
        ``[a, b, k]``: chance that it ends the fight with outcome k [chance].
    goes_on : dict
        By the round that follows, ``[a, b, i, j]``: chance that sides that began it in
        a + i and b + j lose i and j, and that round follows [chance].
    ends : ndarray
        The same for fights that are over.
    """

    lost: Floats
    classes: Floats
    outcomes: Floats
    goes_on: dict[int, Floats]
    ends: Floats


def play(fight: Fight) -> FightResult:
    """Return how a fight goes, exact but for rounding and what is pruned."""
    moves = moves_of(fight)
    return _run(fight, moves)


def moves_of(fight: Fight) -> tuple[RoundMoves, ...]:
    """Return the rounds of a fight, each solved for every pair of states."""
    led: dict[Hashable, _Led] = {}
    found = []
    for one, lost in zip(fight.rounds, lost_in(fight), strict=True):
        table, ways = one.table.tobytes(), len(one.leads)
        key = id(lost), id(one.classify), table, ways, id(one.toll)
        if key not in led:
            led[key] = _led(lost, one)
        found.append(_moves(lost, led[key], one.leads))
    return tuple(found)


def lost_in(fight: Fight) -> list[Floats]:
    """Return what is lost in each round of a fight, as `losses` tells it.

    Rounds with the same strikes share it.
    """
    _, size_a, size_b = fight.start.shape
    known: dict[Hashable, Floats] = {}
    found = []
    for one in fight.rounds:
        strikes = tuple(_identity(order) for order in one.orders)
        if strikes not in known:
            known[strikes] = losses(one.orders, size_a, size_b)
        found.append(known[strikes])
    return found


def _identity(order: Order) -> Hashable:
    """Return what orders with the same strikes have in common."""
    strikes = tuple(
        (
            one.side,
            one.joins,
            one.which.shape,
            one.which.tobytes(),
            one.added.shape,
            one.added.tobytes(),
            (one.kernels.effect, one.kernels.per_model)
            if isinstance(one.kernels, Attacks)
            else id(one.kernels),
        )
        for one in order.strikes
    )
    return order.weight, strikes


@dataclass(frozen=True, slots=True, eq=False)
class _Led:
    """The ends of losses: by way, and not yet by the round that follows."""

    classes: Floats
    outcomes: Floats
    ways: list[Floats | None]
    ends: Floats


def _led(lost: Floats, played: Round) -> _Led:
    """Return what losses ``[a, b, i, j]`` lead to; none for a way that is not taken."""
    count, table = len(played.leads), played.table
    classes = classes_of(lost, played.classify)
    counted = by_class(lost, classes, len(table))
    if played.toll is not None:
        return _led_by_toll(lost, played, played.toll, classes, counted)
    ending = lost
    ways: list[Floats | None] = []
    for way in range(count):
        taken = table[:, way].any()
        leaving = lost * table[:, way][classes] if taken else None
        if leaving is not None:
            ending = ending - leaving
        ways.append(None if leaving is None else by_states_left(leaving))
    return _Led(counted, counted @ table[:, count:], ways, by_states_left(ending))


def _led_by_toll(
    lost: Floats, played: Round, toll: Toll, classes: Ints, counted: Floats
) -> _Led:
    """Return what losses lead to once a toll is paid for them."""
    count, table, states = len(played.leads), played.table, lost.shape[:2]
    ahead = points_ahead(toll, lost.shape)
    unpaid, outcomes = lost, np.zeros((*states, table.shape[1] - count))
    for outcome, chance in falls(toll, ahead):
        outcomes[:, :, outcome] += (lost * chance).sum(axis=(2, 3))
        unpaid = unpaid - lost * chance
    outcomes += by_class(unpaid, classes, len(table)) @ table[:, count:]
    goes = lost * table[:, :count].sum(axis=1)[classes]
    stays = by_states_left(paid(toll, goes, ahead))
    over = np.where(emptied(toll, states)[:, :, None, None], stays, 0.0)
    ends = by_states_left(paid(toll, lost - goes, ahead)) + over
    turns = np.broadcast_to(toll.turns, (count, *states))[:, :, :, None, None]
    return _Led(counted, outcomes, [(stays - over) * turn for turn in turns], ends)


def _moves(lost: Floats, led: _Led, leads: tuple[int, ...]) -> RoundMoves:
    goes_on: dict[int, Floats] = {}
    for place, leaving in zip(leads, led.ways, strict=True):
        if leaving is not None:
            known = goes_on.get(place)
            goes_on[place] = leaving if known is None else known + leaving
    return RoundMoves(lost, led.classes, led.outcomes, goes_on, led.ends)


def classes_of(lost: Floats, classify: Classify) -> Ints:
    """Return the class of all losses ``[a, b, i, j]`` of all pairs of states."""
    grid = np.ogrid[tuple(slice(size) for size in lost.shape)]
    return np.broadcast_to(classify(*grid), lost.shape)


def by_class(lost: Floats, classes: Ints, count: int) -> Floats:
    """Return ``[a, b, class]``: the chance of each of so many classes [chance]."""
    states = lost.shape[0] * lost.shape[1]
    labels = classes.reshape(states, -1) + count * np.arange(states)[:, None]
    summed = np.bincount(labels.ravel(), weights=lost.ravel(), minlength=states * count)
    found: Floats = summed.astype(np.float64).reshape(*lost.shape[:2], count)
    return found


def by_states_left(leaving: Floats) -> Floats:
    """Index chances by the states that are left, not by those at the start."""
    a, b, i, j = leaving.shape
    wide = np.zeros((a + i - 1, b + j - 1, i, j))
    wide[:a, :b] = leaving
    first, second, third, fourth = wide.strides
    view = as_strided(
        wide, leaving.shape, (first, second, first + third, second + fourth)
    )
    return np.ascontiguousarray(view)


def advance(live: Floats, arriving: Floats) -> Floats:
    """Return where chances ``[a, b]`` of states go.

    ``arriving`` are chances ``[a, b, i, j]``, such as ``ends`` of `RoundMoves`.
    """
    a, b, i, j = arriving.shape
    padded = np.zeros((a + i - 1, b + j - 1))
    padded[:a, :b] = live
    windows = sliding_window_view(padded, (i, j))
    moved: Floats = np.einsum("abij,abij->ab", windows, arriving)
    return moved


def pruned(live: Floats) -> tuple[Floats, float]:
    """Return chances of states without the smallest, and the chance that is dropped."""
    kept = np.where(live < PRUNED, 0.0, live)
    return kept, float(live.sum() - kept.sum())


def dealt(start: Floats, lost: Floats) -> tuple[Floats, Floats]:
    """Return ``[state of the struck, lost]`` of a round, dealt by a and by b [chance].

    Parameters
    ----------
    start : ndarray
        ``[a, b]``: the chance to begin the round in these states [chance].
    lost : ndarray
        ``[a, b, i, j]``, see `RoundMoves`.
    """
    size_a, size_b, lost_a, lost_b = lost.shape
    by_a, by_b = np.zeros((size_b, size_b)), np.zeros((size_a, size_a))
    by_a[:, :lost_b] = np.einsum("ab,abj->bj", start, lost.sum(axis=2))
    by_b[:, :lost_a] = np.einsum("ab,abi->ai", start, lost.sum(axis=3))
    return by_a, by_b


@dataclass(slots=True, eq=False)
class _Ledger:
    """Visits to every state of every round, and what was pruned."""

    visits: Floats
    dropped: float = 0.0

    def prune(self, live: Floats) -> Floats:
        kept, dropped = pruned(live)
        self.dropped += dropped
        return kept


def _run(fight: Fight, moves: Sequence[RoundMoves]) -> FightResult:
    """Return how a fight goes whose rounds are solved."""
    ledger = _Ledger(np.zeros_like(fight.start))
    live = fight.start
    done = np.zeros(fight.outcomes)
    by_round = []
    for _ in range(SHOWN_ROUNDS if fight.limit is None else fight.limit):
        live = ledger.prune(live)
        if not live.any():
            break
        ledger.visits += live
        done = done + _ended(live, moves)
        by_round.append(done)
        live = _advanced(live, moves, idle=True)
    stalled = 0.0
    final = live.sum(axis=0)
    if fight.limit is None and live.any():
        final = _settle(live, moves, ledger, fight.leak)
        stalled = float(final.sum())
    undecided = float(final.sum())
    for visits, move in _living(ledger.visits, moves):
        final = final + advance(visits, move.ends)
    _, size_a, size_b = fight.start.shape
    by_a, by_b = np.zeros((size_b, size_b)), np.zeros((size_a, size_a))
    first = np.zeros(fight.classes)
    for here, move in _living(fight.start, moves):
        more_by_a, more_by_b = dealt(here, move.lost)
        by_a += more_by_a
        by_b += more_by_b
        first[: move.classes.shape[2]] += np.einsum("ab,abc->c", here, move.classes)
    return FightResult(
        outcomes=_ended(ledger.visits, moves),
        by_round=np.array(by_round).reshape(len(by_round), len(done)),
        undecided=undecided,
        stalled=stalled,
        final=final,
        rounds=float(ledger.visits.sum()),
        dropped=ledger.dropped,
        dealt_by_a=by_a,
        dealt_by_b=by_b,
        first=first,
        error=ledger.dropped,
    )


def _living(
    live: Floats, moves: Sequence[RoundMoves]
) -> Iterator[tuple[Floats, RoundMoves]]:
    for here, move in zip(live, moves, strict=True):
        if here.any():
            yield here, move


def _ended(live: Floats, moves: Sequence[RoundMoves]) -> Floats:
    ended = np.zeros(moves[0].outcomes.shape[2])
    for here, move in _living(live, moves):
        ended += here.ravel() @ move.outcomes.reshape(here.size, -1)
    return ended


def _advanced(live: Floats, moves: Sequence[RoundMoves], *, idle: bool) -> Floats:
    """Return where chances of states go; rounds without a loss only if ``idle``."""
    moved = np.zeros_like(live)
    for here, move in _living(live, moves):
        for place, arriving in move.goes_on.items():
            moved[place] += advance(here, arriving)
            if not idle:
                moved[place] -= here * arriving[:, :, 0, 0]
    return np.maximum(moved, 0.0)


def _settle(
    live: Floats, moves: Sequence[RoundMoves], ledger: _Ledger, leak: float
) -> Floats:
    """Run a fight until it is over; return ``[a, b]`` of what can never change.

    Each wave of arrivals is turned into visits, idle rounds included, and then into the
    arrivals of those who lost something. What nothing ever takes out of a place is
    found as what has come to it and never leaves.
    """
    idle = _idle(moves)
    leaves = 1.0 - idle.sum(axis=3)
    inverse, endless = _summed(idle, leak)
    stuck = endless.any(axis=2)
    stalled = np.zeros(live.shape[1:])
    while live.any():
        visits = np.einsum("sab,abst->tab", live, inverse)
        visits = np.where(endless.transpose(2, 0, 1), 0.0, visits)
        left = np.einsum("tab,abt->ab", visits, leaves)
        stalled += np.where(stuck, np.maximum(live.sum(axis=0) - left, 0.0), 0.0)
        ledger.visits += visits
        live = ledger.prune(_advanced(visits, moves, idle=False))
    return stalled


def _summed(idle: Floats, leak: float) -> tuple[Floats, Flags]:
    """Return the sum of all powers of idle chances, and where it has none.

    Returns
    -------
    ndarray
        ``[a, b, s, t]``: visits to round t of who comes to round s.
    ndarray of bool
        ``[a, b, t]``: whether round t is never left.
    """
    one = np.eye(idle.shape[2])
    if leak:
        inverse = np.linalg.inv(one - (1 - leak) * idle).astype(np.float64)
        return inverse, np.diagonal(inverse, axis1=2, axis2=3) > ENDLESS
    stuck = np.linalg.det(one - idle) < STALLED
    busy = np.where(stuck[:, :, None, None], 0.0, idle)
    endless = np.broadcast_to(stuck[:, :, None], idle.shape[:3])
    return np.linalg.inv(one - busy).astype(np.float64), endless


def _idle(moves: Sequence[RoundMoves]) -> Floats:
    """Return ``[a, b, s, t]``: the chance to go from s to t and lose nothing."""
    count, shape = len(moves), moves[0].lost.shape[:2]
    idle = np.zeros((*shape, count, count))
    for here, move in enumerate(moves):
        for place, arriving in move.goes_on.items():
            idle[:, :, here, place] = arriving[:, :, 0, 0]
    return idle
