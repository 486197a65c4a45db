"""Battle lines solved exactly: every state is expanded once, then chances flow."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Generic

import numpy as np

from rulesets.odds.battle_line.flow import OVER, Flow
from rulesets.odds.battle_line.landings import Landings, States
from rulesets.odds.battle_line.model import (
    BattleLine,
    Blow,
    LineResult,
    Mode,
    RoundMoment,
    along_tracks,
    distinct,
    upright,
)
from rulesets.odds.battle_line.recovery import recovered
from rulesets.odds.battle_line.regains import Regain
from rulesets.odds.battle_line.strike import struck
from rulesets.odds.fight.model import SHOWN_ROUNDS
from rulesets.odds.volley import Floats, Ints

MOST_CELLS = 3_500_000
"""Losses of all states together above which a battle line is drawn."""

BATCH_CELLS = 400_000
"""Losses that are held at one time."""

PER_BLOW = 1_000
"""Losses that take as long as a blow besides its own."""

STILL = 1e-9
"""Chance of fights still going on above which one is not solved exactly [chance]."""


class LineTooLarge(Exception):
    """A battle line that is too large to be solved exactly."""


@dataclass(slots=True, eq=False)
class _Edges(Generic[Mode]):
    """Transitions between states, in pieces that are joined at the end."""

    landings: Landings[Mode]
    cells: int = 0
    back: list[tuple[Ints, Ints, Floats]] = field(default_factory=list)
    shown: list[Callable[[], None]] = field(default_factory=list)


def solve_exactly(line: BattleLine[Mode], most: int = MOST_CELLS) -> LineResult[Mode]:
    """Return how a battle line goes.

    Raises
    ------
    LineTooLarge
        If its states have more than ``most`` losses in all, or wounds come back for so
        long that too much still goes on.
    """
    states: States[Mode] = States(line.rules.pools)
    start = {
        states.code_of(mode, wounds): chance
        for (mode, wounds), chance in line.begun.items()
    }
    edges, codes = _expanded(line, states, start, most)
    for show in edges.shown:
        show()
    modes = [*states.modes]
    now = np.zeros(len(codes))
    for code, share in start.items():
        now[np.searchsorted(codes, code)] += share
    over = np.array([line.rules.is_over(mode) for mode in modes])
    done = over[codes // states.span]
    cells, leads = edges.landings.moves(codes)
    flow = Flow(cells, leads, done, codes // states.span, len(modes))
    flow.back = [
        (np.searchsorted(codes, came), np.searchsorted(codes, went), share)
        for came, went, share in edges.back
    ]
    limit = SHOWN_ROUNDS if line.limit is None else line.limit
    for _ in range(limit):
        if now[~done].sum() <= OVER:
            break
        now = flow.round_of(now)
    rises = any(isinstance(one, Regain) for one in line.rules.tracks)
    if line.limit is None and (edges.back or rises):
        now = flow.until_over(now)
        if now[~done].sum() > max(STILL, flow.stalled):
            raise LineTooLarge
    elif line.limit is None and now[~done].sum() > OVER:
        now = flow.to_the_end(
            now, states.wounds_of(codes).sum(axis=1), codes % states.span
        )
    kept = now > 0
    return LineResult(
        modes=modes,
        mode=codes[kept] // states.span,
        wounds=states.wounds_of(codes[kept]),
        chances=now[kept],
        by_round=flow.by_round[:limit],
        rounds=flow.rounds,
        stalled=flow.stalled,
        dropped=max(0.0, 1.0 - float(now.sum())),
        work=edges.cells,
    )


def _expanded(
    line: BattleLine[Mode], states: States[Mode], start: dict[int, float], most: int
) -> tuple[_Edges[Mode], Ints]:
    """Return the transitions of every state that can be reached, and all these states.

    Given up as too large where the states to come, each with an eighth of the losses
    of those before, would have too many.
    """
    edges = _Edges(Landings(line, states))
    fresh = np.array(sorted(start), dtype=np.int64)
    known = fresh
    depth = 0
    while len(fresh) and (line.limit is None or depth < line.limit):
        mean = edges.cells / max(len(known) - len(fresh), 1)
        if edges.cells + mean * len(fresh) / 8 > most:
            raise LineTooLarge
        modes = [*states.modes]
        fresh, known = _with_recovered(line, states, fresh, known, edges)
        for number in distinct(fresh // states.span).tolist():
            mode = modes[number]
            if not line.rules.is_over(mode):
                codes = fresh[fresh // states.span == number]
                _expand(
                    line, states, mode, codes, edges, start if not depth else {}, most
                )
        there = edges.landings.reached()
        fresh = np.setdiff1d(there, known, assume_unique=True)
        known = distinct(np.concatenate((known, fresh)))
        depth += 1
    return edges, known


def _with_recovered(
    line: BattleLine[Mode],
    states: States[Mode],
    fresh: Ints,
    known: Ints,
    edges: _Edges[Mode],
) -> tuple[Ints, Ints]:
    """Return states to expand and all known, with those that wounds come back to."""
    modes, found = [*states.modes], [fresh]
    for number in distinct(fresh // states.span).tolist():
        recovery = line.recovers(modes[number])
        if recovery and not line.rules.is_over(modes[number]):
            codes = fresh[fresh // states.span == number]
            while len(codes):
                came, went, share = recovered(
                    codes, recovery, states.strides, states.sizes
                )
                edges.back.append((codes[came], went, share))
                edges.cells += len(share)
                codes = np.setdiff1d(distinct(went), known, assume_unique=True)
                known = distinct(np.concatenate((known, codes)))
                found.append(codes)
    return distinct(np.concatenate(found)), known


def _expand(
    line: BattleLine[Mode],
    states: States[Mode],
    mode: Mode,
    codes: Ints,
    edges: _Edges[Mode],
    begun: dict[int, float],
    most: int,
) -> None:
    """Add the transitions of states of one mode.

    A first round with so many losses that all states together would have too many is
    given up at once.
    """
    orders = line.rules.orders(mode)
    enough = 2 * most // states.span if begun else most
    size = 64
    place = 0
    while place < len(codes):
        some = codes[place : place + size]
        wounds = states.wounds_of(some)
        for weight, blows in orders:
            room = min(most - edges.cells, enough * len(some))
            moment, chances = played(line.rules.tracks, wounds, blows, room)
            edges.cells += chances.size + PER_BLOW * len(blows)
            if begun:
                shares = np.array([begun.get(int(code), 0.0) for code in some])
                shown = chances * upright(shares * weight, chances.ndim)
                edges.shown.append(partial(line.observe, mode, moment, shown))
            edges.landings.add(mode, some, moment, chances, weight)
            size = max(1, BATCH_CELLS * len(some) // max(chances.size, 1))
        place += len(some)


def played(
    tracks: Sequence[int], wounds: Ints, blows: Sequence[Blow], most: int = MOST_CELLS
) -> tuple[RoundMoment, Floats]:
    """Return the losses of a round that begins with these wounds.

    Parameters
    ----------
    tracks : sequence of int
        The pool of each track.
    wounds : ndarray
        ``[state, pool]`` [wounds].
    blows : sequence of Blow
        In their order.
    most : int
        Most losses of all states together.

    Returns
    -------
    moment : RoundMoment
        The first axis is that of the states, then one for each track.
    chances : ndarray
        ``[state, lost of track 0, lost of track 1, ...]`` [chance].

    Raises
    ------
    LineTooLarge
        If there are more than ``most``.
    """
    axes = 1 + len(tracks)
    start = [upright(left, axes) for left in wounds.T]
    chances: Floats = upright(np.ones(len(wounds)), axes)
    for blow in blows:
        moment = RoundMoment(tracks, start, along_tracks(chances.shape))
        chances = struck(blow, moment, chances)
        if chances.size > most:
            raise LineTooLarge
    return RoundMoment(tracks, start, along_tracks(chances.shape)), chances
