"""Rounds of a battle line by steps, as a compiled kernel takes them."""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, cast

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.battle_line.model import (
    Blow,
    LineRules,
    Mode,
    RoundMoment,
)
from rulesets.odds.battle_line.step_recorder import Steps
from rulesets.odds.battle_line.steps import laid_out
from rulesets.odds.native.bindings import (
    WHY,
    CDraw,
    CStepped,
    CTable,
    Kernel,
    processors,
)
from rulesets.odds.native.marshal import KernelError
from rulesets.odds.volley import Floats, Ints

ENOUGH = 100_000
"""Fights times steps from which on another thread takes a share of them."""

CANNOT = (TypeError, AttributeError, IndexError)
"""Raised by functions of arrays that are asked of what is none; see `traced`."""

MOST_THREADS = 2
"""Threads that share the fights of a round."""


@dataclass(frozen=True, slots=True, eq=False)
class RoundEnds:
    """The ends of a round of many fights.

    Parameters
    ----------
    left : ndarray
        ``[pool, fight]`` [wounds].
    kinds : ndarray
        The class of each.
    lost : ndarray
        ``[track, fight]`` [wounds]; no rows where nobody asked.
    ahead, recent : ndarray
        How each lies among those that are alike.
    """

    left: Ints
    kinds: Ints
    lost: Ints
    ahead: Ints
    recent: Ints


@dataclass(frozen=True, slots=True, eq=False)
class _TracedRound:
    """Blows as steps, with the moment after them."""

    steps: Steps
    moment: RoundMoment
    draws: tuple[int, ...]
    known: dict[tuple[int, ...], tuple[NDArray[np.int32], int]] = field(
        default_factory=dict
    )

    def laid_out(self, stored: Sequence[int]) -> tuple[NDArray[np.int32], int]:
        """Return the steps that lead to some values, laid out once for like modes."""
        key = tuple(stored)
        if key not in self.known:
            self.known[key] = laid_out(self.steps.found, stored, self.draws)
        return self.known[key]


@dataclass(frozen=True, slots=True, eq=False)
class RoundPlan:
    """A round of one mode as the kernel takes it; keeps alive what it points to.

    Parameters
    ----------
    steps : ndarray
        ``[step, column]``, see `CStep`.
    draws, tables : ctypes array
    registers, pools, tracks : int
    kept : list
    classes : bool
        Whether steps tell the class of a round; else its losses are told.
    """

    steps: NDArray[np.int32]
    draws: Any
    tables: Any
    registers: int
    pools: int
    tracks: int
    kept: list[Any]
    classes: bool

    def play(
        self,
        kernel: Kernel,
        wounds: Ints,
        part: tuple[Ints, int],
        shifts: Floats,
        numbers: Floats,
    ) -> RoundEnds:
        """Return where fights lead to, which lie in the order of their parts.

        Parameters
        ----------
        kernel : callable
        wounds : ndarray
            ``[fight, pool]`` [wounds].
        part : (ndarray, int)
            Of each fight, and how many there are.
        shifts : ndarray
            ``[blow, part]``.
        numbers : ndarray
            One for each fight, see `even_dice`.

        Raises
        ------
        KernelError
            If the kernel gave up.
        """
        count, parts = len(wounds), part[1]
        begins = np.searchsorted(part[0], np.arange(parts + 1))
        stored = np.empty((self.pools + 1 + self.tracks, count), dtype=np.int64)
        near = np.empty((2, count), dtype=np.int64)
        wounds = np.ascontiguousarray(wounds)
        threads = min(MOST_THREADS, processors(), count * len(self.steps) // ENOUGH)
        told = CStepped(
            count=count,
            parts=parts,
            pools=wounds.shape[1],
            steps=len(self.steps),
            registers=self.registers,
            threads=threads,
            begins=begins.ctypes.data,
            wounds=wounds.ctypes.data,
            numbers=numbers.ctypes.data,
            shifts=shifts.ctypes.data,
            step=self.steps.ctypes.data,
            draw=ctypes.addressof(self.draws),
            table=ctypes.addressof(self.tables),
            stored=stored.ctypes.data,
            ahead=near.ctypes.data,
            recent=near[1:].ctypes.data,
        )
        failed = kernel(ctypes.byref(told))
        if failed:
            raise KernelError(WHY.get(failed, "an unknown reason"))
        ends = stored[: self.pools], stored[self.pools], stored[self.pools + 1 :]
        return RoundEnds(*ends, near[0], near[1])


def row_of(blow: Blow, moment: RoundMoment) -> Ints:
    """Return the row of the sums of a blow that each fight draws from."""
    left = np.maximum(moment.raw(moment.tracks[blow.track]) + blow.spare, 0)
    row: Ints = blow.dice(moment) * blow.kernels.shape[1] + left
    return row


@dataclass(slots=True, eq=False)
class RoundPlans(Generic[Mode]):
    """Plans of the rounds of a battle line, each made when it is first played."""

    rules: LineRules[Mode]
    summed: dict[int, tuple[Floats, Floats]] = field(default_factory=dict)
    traced: dict[int, tuple[Sequence[Blow], _TracedRound | None]] = field(
        default_factory=dict
    )
    known: dict[tuple[Mode, int, bool], RoundPlan | None] = field(default_factory=dict)

    @property
    def written(self) -> int:
        """Return how many steps all plans have that were made so far."""
        return sum(len(plan.steps) for plan in self.known.values() if plan)

    def sums(self, blow: Blow) -> Floats:
        """Return ``[row, lost]``: the chances that a blow takes at most so many."""
        kernels = blow.kernels
        if id(kernels) not in self.summed:
            sums = kernels.cumsum(axis=2).reshape(-1, kernels.shape[2])
            self.summed[id(kernels)] = kernels, np.ascontiguousarray(sums)
        return self.summed[id(kernels)][1]

    def plan(
        self, mode: Mode, blows: Sequence[Blow], *, shows: bool
    ) -> RoundPlan | None:
        """Return the plan of a round; none where it cannot be written as steps.

        Parameters
        ----------
        mode : object
        blows : sequence of Blow
        shows : bool
            Tells what each track has lost as well.
        """
        key = mode, id(blows), shows
        if key not in self.known:
            try:
                self.known[key] = self._plan(mode, blows, shows=shows)
            except CANNOT:
                self.known[key] = None
        return self.known[key]

    def _plan(
        self, mode: Mode, blows: Sequence[Blow], *, shows: bool
    ) -> RoundPlan | None:
        if id(blows) not in self.traced:
            self.traced[id(blows)] = blows, None
            self.traced[id(blows)] = blows, self._trace(blows)
        traced = self.traced[id(blows)][1]
        if traced is None:
            return None
        steps, moment = traced.steps, traced.moment
        pools = range(len(self.rules.pools))
        kinds = self._kinds(mode, traced)
        wanted: list[Any] = [*(moment.now(pool) for pool in pools)]
        wanted.append(steps.number(0) if kinds is None else kinds)
        shows = shows or kinds is None
        if shows:
            wanted += moment.lost
        stored = [steps.value(one).place for one in wanted]
        laid, registers = traced.laid_out(stored)
        tables, kept = _tables(steps.tables)
        sums = [self.sums(blow) for blow in blows]
        signs = [self.rules.sides[self.rules.tracks[blow.track]] for blow in blows]
        draws = (CDraw * max(len(blows), 1))(
            *(
                CDraw(len(one), one.shape[1], sign, one.ctypes.data)
                for one, sign in zip(sums, signs, strict=True)
            )
        )
        tracks = len(moment.lost) if shows else 0
        return RoundPlan(
            laid,
            draws,
            tables,
            registers,
            len(pools),
            tracks,
            [*kept, *sums],
            classes=kinds is not None,
        )

    def _kinds(self, mode: Mode, traced: _TracedRound) -> Any:
        """Return the class of a round; none where it is too great a number."""
        try:
            return traced.steps.value(self.rules.classify(mode, traced.moment))
        except CANNOT:
            return None

    def _trace(self, blows: Sequence[Blow]) -> _TracedRound:
        steps, tracks = Steps(), self.rules.tracks
        start = [steps.start(*one) for one in enumerate(self.rules.pools)]
        lost = [steps.number(0) for _ in tracks]
        moment = RoundMoment(tracks, cast(Any, start), cast(Any, lost))
        draws = []
        for number, blow in enumerate(blows):
            width = blow.kernels.shape[2]
            row = steps.value(row_of(blow, moment))
            more = steps.draw(row, number, max(width - 1, 1))
            draws.append(more.place)
            moment.lose(blow.track, cast(Any, more))
        return _TracedRound(steps, moment, tuple(draws))


def _tables(tables: Sequence[Ints]) -> tuple[Any, list[NDArray[np.int32]]]:
    kept = [np.ascontiguousarray(one, dtype=np.int32) for one in tables]
    found = (CTable * max(len(kept), 1))(
        *(CTable(one.size, one.ctypes.data) for one in kept)
    )
    return found, kept
