"""Chances that flow along the transitions of a battle line, round by round."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.battle_line.landings import Moves
from rulesets.odds.battle_line.model import distinct
from rulesets.odds.row_sums import spread_out
from rulesets.odds.sampling import UNDECIDED_AFTER
from rulesets.odds.volley import Floats, Ints

IDLE_LEAK = 2.0**-46
"""Share of each idle round that is taken out, so that endless ones can be solved too; a
power of two, since it is taken from 1."""

LEAVES = 1e-10
"""A state that is left for good with no more than this chance a round is endless."""

OVER = 1e-14
"""A fight goes on with so little chance is over [chance]."""


HELD = 1_000_000
"""Chances to go between states of the same wounds that are held at one time."""


Flags = NDArray[np.bool_]


@dataclass(slots=True, eq=False)
class Flow:
    """Chances that flow along transitions, round by round.

    Parameters
    ----------
    cells, leads : Moves
        From states to landings, and from these to states.
    done : ndarray
        Of each state, whether nobody fights in it any more.
    mode : ndarray
        Of each state.
    modes : int
        How many there are.
    """

    cells: Moves
    leads: Moves
    done: Flags
    mode: Ints
    modes: int
    by_round: list[Floats] = field(default_factory=list)
    rounds: float = 0.0
    stalled: float = 0.0
    back: list[tuple[Ints, Ints, Floats]] = field(default_factory=list)

    @property
    def landings(self) -> int:
        """Return how many landings there are."""
        return int(self.leads[0].max(initial=-1)) + 1

    def round_of(self, now: Floats) -> Floats:
        """Return the chances after one more round."""
        live = self._recovered(np.where(self.done, 0.0, now))
        self.rounds += float(live.sum())
        landed = _moved(self.cells, live, self.landings)
        moved = _moved(self.leads, landed, len(now))
        after: Floats = np.where(self.done, now, 0.0) + moved
        shares = np.bincount(self.mode, after, minlength=self.modes)
        self.by_round.append(shares.astype(np.float64))
        return after

    def _recovered(self, live: Floats) -> Floats:
        """Return the chances as wounds have come back."""
        if not self.back:
            return live
        after = live.copy()
        for came, _, _ in self.back:
            after[came] = 0.0
        for came, went, share in self.back:
            after += np.bincount(went, live[came] * share, minlength=len(live))
        return after

    def until_over(self, now: Floats) -> Floats:
        """Return the chances when all is over, where wounds come back.

        Rounds are played one by one; a fight that only comes to where it was two
        rounds, one turn of each side, before never ends.
        """
        before = [now, now]
        for _ in range(UNDECIDED_AFTER):
            going = now[~self.done].sum()
            if going <= OVER:
                return now
            now = self.round_of(now)
            if np.abs(now - before[0]).sum() <= OVER * going:
                self.stalled = float(now[~self.done].sum())
                return now
            before = [before[1], now]
        return now

    def to_the_end(self, now: Floats, level: Ints, wounds: Ints) -> Floats:
        """Return the chances when all is over; what never ends stays where it is.

        States of fewer wounds come later, so one pass over them is enough; those of
        the same wounds lead to each other, and are solved together.
        """
        visits, landed = now.copy(), np.zeros(self.landings)
        of_landing = np.zeros(len(landed), dtype=np.int64)
        of_landing[self.leads[0]] = level[self.leads[1]]
        came, landing, _ = self.cells
        stays = of_landing[landing] == level[came]
        leads = _by_level(self.leads, of_landing)
        gone = _by_level(_some(self.cells, ~stays), level)
        idle = _by_level(_followed(_some(self.cells, stays), self.leads), level)
        endless = np.zeros(len(now), dtype=np.bool_)
        for one in range(int(level.max(initial=0)), -1, -1):
            if one in leads:
                visits += _moved(leads[one], landed, len(visits))
            if one in idle:
                for members, moves in _blocks(idle[one], wounds):
                    _solve(members, moves, visits)
                    endless[members] = _is_never_left(moves)
            if one in gone:
                landed += _moved(gone[one], visits, len(landed))
        return self._ended(visits, endless & ~self.done)

    def _ended(self, visits: Floats, endless: Flags) -> Floats:
        stays = np.where(endless & (visits * IDLE_LEAK > OVER), visits * IDLE_LEAK, 0.0)
        self.stalled = float(stays.sum())
        self.rounds += float(visits[~(self.done | endless)].sum())
        return np.where(self.done, visits, stays)


def _moved(moves: Moves, chances: Floats, count: int) -> Floats:
    """Return what comes to each of so many places [chance]."""
    came, went, share = moves
    moved = np.bincount(went, chances[came] * share, minlength=count)
    return moved.astype(np.float64, copy=False)


def _some(moves: Moves, chosen: NDArray[Any] | slice) -> Moves:
    came, went, share = moves
    return came[chosen], went[chosen], share[chosen]


def _by_level(moves: Moves, level: Ints) -> dict[int, Moves]:
    """Return transitions by the level of where they come from."""
    levels = level[moves[0]]
    # Short numbers are put in order much faster.
    short = levels.astype(np.min_scalar_type(int(levels.max(initial=0))))
    ordered = _some(moves, np.argsort(short, kind="stable"))
    ends = np.bincount(levels).cumsum()
    pieces = pairwise([0, *ends.tolist()])
    return {
        one: _some(ordered, slice(first, last))
        for one, (first, last) in enumerate(pieces)
        if first < last
    }


def _followed(cells: Moves, leads: Moves) -> Moves:
    """Return transitions from states to states, by way of their landings."""
    came, landing, share = cells
    order = np.argsort(leads[0], kind="stable")
    left, went, chance = _some(leads, order)
    begins, ends = (np.searchsorted(left, landing, side) for side in ("left", "right"))
    of, lead = spread_out(begins, ends)
    return came[of], went[lead], share[of] * chance[lead]


def _solve(members: Ints, moves: Floats, visits: Floats) -> None:
    """Let states that lead to each other count all rounds that they are in."""
    own = np.eye(members.shape[1]) - (1 - IDLE_LEAK) * moves.transpose(0, 2, 1)
    visits[members] = np.linalg.solve(own, visits[members][:, :, None])[:, :, 0]


def _is_never_left(moves: Floats) -> Flags:
    """Return ``[block, member]``: states from which nothing leads out of a block."""
    left: Flags = moves.sum(axis=2) < 1 - LEAVES
    while True:
        further: Flags = left | ((moves > 0) & left[:, None, :]).any(axis=2)
        if (further == left).all():
            return np.logical_not(left)
        left = further


def _blocks(moves: Moves, wounds: Ints) -> Iterator[tuple[Ints, Floats]]:
    """Yield states of the same wounds, with the chances to go between them.

    Yields
    ------
    members : ndarray
        ``[block, member]``: some blocks of one size.
    moves : ndarray
        ``[block, member, member]`` [chance].
    """
    came, went, share = moves
    members = np.union1d(came, went)
    members = members[np.argsort(wounds[members], kind="stable")]
    firsts = np.flatnonzero(np.diff(wounds[members], prepend=-1))
    sizes = np.diff(firsts, append=len(members))
    block = np.repeat(np.arange(len(firsts)), sizes)
    order = np.argsort(members)
    places = (
        order[np.searchsorted(members, one, sorter=order)] for one in (came, went)
    )
    source, target = places
    of = block[source]
    source, target = source - firsts[of], target - firsts[of]
    for size in distinct(sizes).tolist():
        alike = np.flatnonzero(sizes == size)
        number = np.full(len(sizes), -1)
        for some in np.array_split(alike, -(-len(alike) * size**2 // HELD)):
            number[:] = -1
            number[some] = np.arange(len(some))
            chosen = number[of] >= 0
            at = (number[of[chosen]] * size + source[chosen]) * size + target[chosen]
            found = np.bincount(at, share[chosen], minlength=len(some) * size**2)
            yield (
                members[firsts[some][:, None] + np.arange(size)],
                found.reshape(len(some), size, size).astype(np.float64, copy=False),
            )
