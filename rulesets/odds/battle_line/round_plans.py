"""Rounds of a battle line by steps, as a compiled kernel takes them."""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.battle_line.fights import Wounds
from rulesets.odds.battle_line.model import (
    Blow,
    LineRules,
    Mode,
)
from rulesets.odds.battle_line.round_codes import CodeWords, words_of
from rulesets.odds.battle_line.round_trace import RoundTraces, TracedBlow
from rulesets.odds.battle_line.step_recorder import Steps
from rulesets.odds.battle_line.steps import laid_out
from rulesets.odds.native.bindings import WHY, Kernel, processors
from rulesets.odds.native.marshal import KernelError
from rulesets.odds.native.structures import CStepped, CTable
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
    kinds : ndarray
        The class of each.
    lost : ndarray
        ``[track, fight]`` [wounds]; no rows where nobody asked.
    ahead, recent : ndarray
        How each lies among those that are alike.
    """

    kinds: Ints
    lost: Wounds
    ahead: Ints
    recent: Ints


@dataclass(slots=True, eq=False)
class RoundPlan:
    """A round of one mode as the kernel takes it; keeps alive what it points to.

    Parameters
    ----------
    tables : StepTables
    blows : sequence of TracedBlow
    tracks : int
        How many there are.
    stored : sequence of int
        Places of the steps that are told.
    pools : int
    worth : sequence of int
        Of each word of the class, what one of it is worth.
    classes : bool
        Whether steps tell the class of a round; else its losses are told.
    """

    tables: "StepTables"
    blows: Sequence[TracedBlow]
    tracks: int
    stored: Sequence[int]
    pools: int
    worth: Sequence[int]
    classes: bool
    _laid: "_LaidOut | None" = None

    def play(
        self,
        kernel: Kernel,
        wounds: Wounds,
        fights: tuple[Ints, Ints, int],
        shifts: Floats,
    ) -> RoundEnds:
        """Play a round of fights, which lie in the order of their parts.

        Parameters
        ----------
        kernel : callable
        wounds : ndarray
            ``[pool, place]``: as the round begins, then as it ends [wounds].
        fights : (ndarray, ndarray, int)
            The place of each, its part, and how many parts there are.
        shifts : ndarray
            ``[blow, part]``.

        Raises
        ------
        KernelError
            If the kernel gave up.
        """
        which, part, parts = fights
        if wounds.dtype != np.int32 or not wounds.flags.c_contiguous:
            raise KernelError(WHY[5])
        count = len(which)
        which = np.ascontiguousarray(which, dtype=np.int64)
        begins = np.searchsorted(part, np.arange(parts + 1))
        tracks = len(self.stored) - self.pools - len(self.worth)
        lost = np.empty((tracks, count), dtype=np.int32)
        told = np.empty((3, count), dtype=np.int64)
        kinds, ahead, recent = told
        place, size = told.ctypes.data, kinds.nbytes
        if not self.worth:
            kinds.fill(0)
        laid = self._steps()
        tables = self.tables.laid_out()
        threads = min(MOST_THREADS, processors(), count * len(laid.steps) // ENOUGH)
        asked = CStepped(
            count=count,
            parts=parts,
            steps=len(laid.steps),
            registers=laid.registers,
            threads=threads,
            every=wounds.shape[1],
            pools=self.pools,
            words=len(self.worth),
            begins=begins.ctypes.data,
            which=which.ctypes.data,
            worth=laid.places[0],
            shifts=shifts.ctypes.data,
            step=laid.places[1],
            draw=laid.places[2],
            table=ctypes.addressof(tables),
            wounds=wounds.ctypes.data,
            kinds=place,
            lost=lost.ctypes.data,
            ahead=place + size,
            recent=place + 2 * size,
        )
        failed = kernel(ctypes.byref(asked))
        if failed:
            raise KernelError(WHY.get(failed, "an unknown reason"))
        return RoundEnds(kinds, lost, ahead, recent)

    def _steps(self) -> "_LaidOut":
        """Return the steps in their order."""
        if self._laid is None:
            rows = np.array([one.row for one in self.blows], dtype=np.int32)
            raises = np.array([one.blow.track for one in self.blows], dtype=np.int32)
            wants = np.array(self.stored, dtype=np.int32)
            written = self.tables.steps.written
            laid = laid_out(written, (self.tracks, self.pools), (rows, raises), wants)
            draws = np.array([one.draw for one in self.blows], dtype=np.int64)
            worth = np.array(self.worth, dtype=np.int64)
            places = worth.ctypes.data, laid[0].ctypes.data, draws.ctypes.data
            self._laid = _LaidOut(*laid, draws, worth, places)
        return self._laid


@dataclass(frozen=True, slots=True, eq=False)
class _LaidOut:
    """Steps in their order, their registers, what they draw from, worths of words.

    ``places`` are where the worths, the steps and what they draw from lie in memory.
    """

    steps: NDArray[np.int32]
    registers: int
    draws: NDArray[np.int64]
    worth: NDArray[np.int64]
    places: tuple[int, int, int]


@dataclass(slots=True, eq=False)
class StepTables:
    """The tables that steps look up, as the kernel takes them."""

    steps: Steps
    _kept: list[NDArray[np.int32]] = field(default_factory=list)
    _rows: list[CTable] = field(default_factory=list)
    _told: Any = None

    def laid_out(self) -> Any:
        """Return all of them; earlier ones keep their places."""
        tables = self.steps.tables
        if self._told is None or len(self._kept) < len(tables):
            for one in tables[len(self._kept) :]:
                values = np.ascontiguousarray(one, dtype=np.int32)
                self._kept.append(values)
                self._rows.append(CTable(values.size, values.ctypes.data))
            self._told = (CTable * max(len(self._rows), 1))(*self._rows)
        return self._told


@dataclass(slots=True, eq=False)
class RoundPlans(Generic[Mode]):
    """Plans of the rounds of a battle line, each made when it is first played."""

    rules: LineRules[Mode]
    traces: RoundTraces = field(init=False)
    tables: StepTables = field(init=False)
    known: dict[tuple[Mode, int, bool], RoundPlan | None] = field(default_factory=dict)
    blows: int = 0
    _traced: dict[int, tuple[Sequence[Blow], list[TracedBlow] | None]] = field(
        default_factory=dict
    )

    def __post_init__(self) -> None:
        rules = self.rules
        self.traces = RoundTraces(rules.pools, rules.sides, rules.tracks)
        self.tables = StepTables(self.traces.steps)

    @property
    def written(self) -> int:
        """Return how many steps were written down so far."""
        return len(self.traces.steps.places)

    def splits(self, blow: Blow) -> Floats:
        """Return ``[row, lost]``: the chances of what a blow takes, as `splits`."""
        return self.traces.splits(blow)

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
        if id(blows) not in self._traced:
            self._traced[id(blows)] = blows, None
            self._traced[id(blows)] = blows, self.traces.trace(blows)
        traced = self._traced[id(blows)][1]
        if traced is None:
            return None
        steps, moment = self.traces.steps, self.traces.moment
        pools, code = range(len(self.rules.pools)), self._code(mode)
        words = () if code is None else code.words
        shows = shows or code is None
        wanted: list[Any] = [
            *(moment.now(pool) for pool in pools),
            *(word for word, _ in words),
            *(moment.lost if shows else ()),
        ]
        self.blows += len(traced)
        return RoundPlan(
            tables=self.tables,
            blows=traced,
            tracks=len(self.rules.tracks),
            stored=[steps.value(one).place for one in wanted],
            pools=len(pools),
            worth=[worth for _, worth in words],
            classes=code is not None,
        )

    def _code(self, mode: Mode) -> CodeWords | None:
        """Return the class of a round; none where steps cannot tell it."""
        try:
            code = self.rules.classify(mode, self.traces.moment)
            return words_of(self.traces.steps, code)
        except CANNOT:
            return None
