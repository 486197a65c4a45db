"""Chances that flow along the transitions of a battle line, round by round."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from rulesets.odds.sampling import UNDECIDED_AFTER
from rulesets.odds.volley import Floats, Ints

IDLE_LEAK = 2.0**-46
"""Share of each idle round that is taken out, so that endless ones can be found; a
power of two, since it is taken from 1."""

OVER = 1e-14
"""A fight goes on with so little chance is over [chance]."""


@dataclass(slots=True, eq=False)
class Flow:
    """Chances that flow along transitions, round by round."""

    source: Ints
    target: Ints
    chance: Floats
    done: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
    mode: Ints
    modes: int
    by_round: list[Floats] = field(default_factory=list)
    rounds: float = 0.0
    stalled: float = 0.0
    back: list[tuple[Ints, Ints, Floats]] = field(default_factory=list)

    def round_of(self, now: Floats) -> Floats:
        """Return the chances after one more round."""
        live = self._recovered(np.where(self.done, 0.0, now))
        self.rounds += float(live.sum())
        moved = np.bincount(
            self.target, live[self.source] * self.chance, minlength=len(now)
        )
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
        visits = now.copy()
        order = np.argsort(-level[self.source], kind="stable")
        source, target, chance = (
            self.source[order],
            self.target[order],
            self.chance[order],
        )
        levels = level[source]
        bounds = np.flatnonzero(np.diff(levels, prepend=-1)).tolist()
        for first, last in zip(bounds, [*bounds[1:], len(source)], strict=True):
            piece = slice(first, last)
            came, went, share = source[piece], target[piece], chance[piece]
            stays = level[went] == levels[first]
            for block in _blocks(
                came[stays], went[stays], share[stays], visits, wounds
            ):
                self._solve(*block, visits)
            gone = ~stays
            visits += np.bincount(
                went[gone], visits[came[gone]] * share[gone], minlength=len(visits)
            )
        return self._ended(visits)

    def _solve(self, members: Ints, moves: Floats, visits: Floats) -> None:
        """Let states that lead to each other count all rounds that they are in."""
        own = np.eye(len(members)) - (1 - IDLE_LEAK) * moves.T
        visits[members] = np.linalg.solve(own, visits[members])

    def _ended(self, visits: Floats) -> Floats:
        endless = np.where(
            ~self.done & (visits * IDLE_LEAK > OVER), visits * IDLE_LEAK, 0.0
        )
        self.stalled = float(endless.sum())
        fought = np.where(self.done | (endless > 0), 0.0, visits)
        self.rounds += float(fought.sum())
        return np.where(self.done, visits, endless)


def _blocks(
    came: Ints, went: Ints, share: Floats, visits: Floats, wounds: Ints
) -> Iterator[tuple[Ints, Floats]]:
    """Yield states of the same wounds, with the chances to go between them."""
    del visits
    order = np.argsort(wounds[came], kind="stable")
    came, went, share = came[order], went[order], share[order]
    bounds = np.flatnonzero(np.diff(wounds[came], prepend=-1)).tolist()
    for first, last in zip(bounds, [*bounds[1:], len(came)], strict=True):
        piece = slice(first, last)
        members = np.union1d(came[piece], went[piece])
        moves = np.zeros((len(members), len(members)))
        places = (
            np.searchsorted(members, came[piece]),
            np.searchsorted(members, went[piece]),
        )
        np.add.at(moves, places, share[piece])
        yield members, moves
