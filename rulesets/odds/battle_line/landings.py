"""Transitions of a battle line in two steps: losses lead to landings, these to states.

A landing is a class of a round of one mode, with the wounds that are left. Many states
come to each, by many losses, and all go on from it by the same branches: so there are
far fewer transitions than from every state to every other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic

import numpy as np

from rulesets.odds.battle_line.model import (
    BattleLine,
    Mode,
    RoundMoment,
    distinct,
)
from rulesets.odds.row_sums import spread_out, told_apart
from rulesets.odds.volley import Floats, Ints

UNLIKELY = 1e-15
"""Losses of a state less likely than this are dropped and counted [chance]."""

Moves = tuple[Ints, Ints, Floats]
"""Transitions: where each comes from, where it goes, and its chance [chance]."""

NO_CODES: Ints = np.zeros(0, dtype=np.int64)
"""Codes of no states."""


class States(Generic[Mode]):
    """States by number: a mode and the wounds of all pools, as one code."""

    def __init__(self, pools: Sequence[int]) -> None:
        sizes = [most + 1 for most in pools]
        self.strides = np.cumprod([1, *sizes[:-1]]).astype(np.int64)
        self.sizes = np.array(sizes, dtype=np.int64)
        self.span = int(np.prod(self.sizes))
        self.modes: dict[Mode, int] = {}

    def number_of(self, mode: Mode) -> int:
        """Return the number of a mode, a new one if need be."""
        return self.modes.setdefault(mode, len(self.modes))

    def code_of(self, mode: Mode, wounds: Sequence[int]) -> int:
        """Return the code of a mode and the wounds of each pool."""
        left = np.array(wounds, dtype=np.int64) @ self.strides
        return self.number_of(mode) * self.span + int(left)

    def wounds_of(self, codes: Ints) -> Ints:
        """Return ``[state, pool]`` of codes [wounds]."""
        wounds: Ints = codes[:, None] % self.span // self.strides % self.sizes
        return wounds

    def left_after(self, moment: RoundMoment) -> Ints:
        """Return the codes of the wounds left, those of mode 0; they broadcast."""
        left = [moment.now(pool) * stride for pool, stride in enumerate(self.strides)]
        code: Ints = np.zeros(1, dtype=np.int64)
        for one in sorted(left, key=np.size):
            code = code + one
        return code


@dataclass(slots=True, eq=False)
class Landings(Generic[Mode]):
    """The transitions of the states of a battle line that were expanded.

    Parameters
    ----------
    line : BattleLine
    states : States
    """

    line: BattleLine[Mode]
    states: States[Mode]
    _kinds: dict[tuple[Mode, int], int] = field(default_factory=dict)
    _begins: list[int] = field(default_factory=lambda: [0])
    _after: list[int] = field(default_factory=list)
    _chances: list[float] = field(default_factory=list)
    _known: Ints = field(default_factory=lambda: NO_CODES)
    _expanded: list[Ints] = field(default_factory=list)
    _met: list[Ints] = field(default_factory=list)
    _cells: list[Moves] = field(default_factory=list)
    _leads: list[Moves] = field(default_factory=list)
    _counts: tuple[int, int] = (0, 0)
    _looked_up: int = 0

    def add(
        self, mode: Mode, codes: Ints, moment: RoundMoment, lost: Floats, weight: float
    ) -> None:
        """Add where losses lead to.

        Parameters
        ----------
        mode : object
        codes : ndarray
            Of the states that they are losses of.
        moment : RoundMoment
            After them.
        lost : ndarray
            ``[state, lost of track 0, lost of track 1, ...]`` [chance].
        weight : float
            Of the order of blows that they come of [chance].
        """
        (likely,) = np.nonzero(lost.ravel() > UNLIKELY)
        if not len(likely):
            return
        landings = self._landings(mode, moment, lost, likely)
        first, number = told_apart(landings)
        states, met = self._counts
        source = states + likely // (lost.size // len(lost))
        self._cells.append((source, met + number, lost.ravel()[likely] * weight))
        self._expanded.append(codes)
        self._met.append(landings[first])
        self._counts = states + len(codes), met + len(first)

    def _landings(
        self, mode: Mode, moment: RoundMoment, lost: Floats, likely: Ints
    ) -> Ints:
        """Return the code of a landing for each of the likely losses."""
        kinds = _every(self.line.rules.classify(mode, moment), lost)[likely]
        left = _every(self.states.left_after(moment), lost)[likely]
        first, which = told_apart(kinds)
        told = kinds[first]
        numbers = np.empty_like(first)
        for place in np.argsort(told).tolist():
            numbers[place] = self._number(mode, int(told[place]))
        codes: Ints = numbers[which] * self.states.span + left
        return codes

    def _number(self, mode: Mode, kind: int) -> int:
        """Return the number of a class of rounds; of a new one look up the branches."""
        known = self._kinds.setdefault((mode, kind), len(self._kinds))
        if known == len(self._begins) - 1:
            for after, chance in self.line.rules.branches(mode, kind):
                if chance > 0:
                    self._after.append(self.states.number_of(after))
                    self._chances.append(chance)
            self._begins.append(len(self._after))
        return known

    def reached(self) -> Ints:
        """Return the states that landings lead to which were met since it was asked."""
        met = [*self._met[self._looked_up :], NO_CODES]
        self._looked_up = len(self._met)
        there = distinct(np.concatenate(met))
        new = np.setdiff1d(there, self._known, assume_unique=True)
        self._known = distinct(np.concatenate((self._known, new)))
        kinds, left = np.divmod(new, self.states.span)
        begins = np.array(self._begins)
        landing, branch = spread_out(begins[kinds], begins[kinds + 1])
        after = np.array(self._after, dtype=np.int64)[branch]
        targets = after * self.states.span + left[landing]
        self._leads.append((new[landing], targets, np.array(self._chances)[branch]))
        return distinct(targets)

    def moves(self, codes: Ints) -> tuple[Moves, Moves]:
        """Return the transitions from states to landings, and from these to states.

        Parameters
        ----------
        codes : ndarray
            All states in order; transitions tell their places, and those of landings.
        """
        of_states = np.searchsorted(codes, _joined(self._expanded))
        of_met = np.searchsorted(self._known, _joined(self._met))
        source, landing, share = _all_moves(self._cells)
        left, target, chance = _all_moves(self._leads)
        return (
            (of_states[source], of_met[landing], share),
            (
                np.searchsorted(self._known, left),
                np.searchsorted(codes, target),
                chance,
            ),
        )


def _every(values: Ints, lost: Floats) -> Ints:
    """Return a value for each of all losses, in one row."""
    return np.broadcast_to(values, lost.shape).ravel()


def _joined(pieces: list[Ints]) -> Ints:
    return np.concatenate([NO_CODES, *pieces])


def _all_moves(pieces: list[Moves]) -> Moves:
    came, went, chances = zip(*pieces, strict=True) if pieces else ((), (), ())
    return _joined([*came]), _joined([*went]), np.concatenate([np.zeros(0), *chances])
