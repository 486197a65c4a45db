"""Chances of two units' states carried along the ways of their turns.

What a deed does is asked only where it is met, by the names that `rulesets.odds.ways`
has for it.
"""

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.native.bindings import walked_kernel, wanted_kernel
from rulesets.odds.native.structures import CWalked
from rulesets.odds.row_sums import gather, spread_out, told_apart
from rulesets.odds.volley import Floats, Ints
from rulesets.odds.ways import Ways

SHARED, MOVES_OTHER, MOVES_OWN = 1, 2, 3
"""Kinds of deeds, as the kernel has them."""

OWN, OTHER = 1, 2
"""Marks of the sides whose states may have changed in a turn; sums for both."""

Flags = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Deed:
    """The change of ``[own, other]`` of two units by a deed.

    Parameters
    ----------
    does : int
        `SHARED`: it happens with some chance; `MOVES_OTHER` or `MOVES_OWN`: that side
        goes from state to state.
    arrays : dict
        What is shared: ``[own, other]`` at 0 [chance]. Else ``[before, after]`` by
        states of the side that does not move; none for who leaves nothing. All of
        them are whole: floats, row by row.
    falls : bool
        True if no state rises.
    """

    does: int
    arrays: dict[int, Floats | None]
    falls: bool = True


Tell = Callable[[Any, list[int], list[int]], Deed]
"""Returns a deed by its name, for at least some states of the own side and the other.

It is asked again where others are met, for those.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Places in which both sides are.

    Parameters
    ----------
    places : ndarray of int
        Each once.
    rows : ndarray of int
        Where the chances of each are.
    live : ndarray
        ``[row, own, other]`` as the side sees it that moved last [chance].
    totals : ndarray
        By place [chance].
    seen : ndarray, optional
        ``[row, own and other]`` as that side sees it: 1 where there are chances.
    """

    places: Ints
    rows: Ints
    live: Floats
    totals: Floats
    seen: Flags | None = None

    def chosen(self, some: Ints) -> "Standing":
        """Return some of the places."""
        places, rows = self.places[some], self.rows[some]
        return Standing(places, rows, self.live, self.totals[some], self.seen)


Sunk = dict[Any, Floats]
"""``[own, other]`` by the names of the ends that chances came to [chance]."""


@dataclass(slots=True, eq=False)
class Journey:
    """The turns of one side of two units along its ways.

    Parameters
    ----------
    ways : Ways
    sizes : tuple of int
        States of the own side and of the other.
    tell : callable
    deeds : dict
        Those that were met so far, by number.
    shared : dict
        Those of them that happen with some chance, by name.
    moved : dict
        Whose states may have changed after a deed, by its number.
    known : ndarray
        ``[deed, own and other]``: 1 where it was told for that state.
    numbers, pointers : ndarray
        ``[deed]``: the deed before, what each does, and whether it falls, and where
        its arrays are, for the kernel.
    tables : dict
        Where the arrays of a deed that moves are, by number.
    """

    ways: Ways
    sizes: tuple[int, int]
    tell: Tell
    deeds: dict[int, Deed] = field(default_factory=dict)
    shared: dict[Any, Deed] = field(default_factory=dict)
    moved: dict[int, int] = field(default_factory=lambda: {0: 0})
    known: Flags = field(init=False)
    numbers: Ints = field(init=False)
    pointers: NDArray[np.uintp] = field(init=False)
    tables: dict[int, NDArray[np.uintp]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Know of no deed yet."""
        self.known = np.zeros((0, sum(self.sizes)), np.uint8)
        self.numbers = np.zeros((3, 0), np.int64)
        self.pointers = np.zeros(0, np.uintp)

    def go(self, standing: Standing, targets: int) -> tuple[Standing, Sunk]:
        """Return where both are after a turn, and the ends that chances came to.

        Their ways must be laid down; ``targets`` is how many places are numbered of
        those that they lead to.
        """
        wanted, walked = wanted_kernel(), walked_kernel()
        if wanted is None or walked is None:
            return _by_numpy(self, standing)
        return _by_kernel(self, standing, targets, (wanted, walked))

    def prepare(self, wanted: Flags, after: Ints) -> None:
        """Learn what deeds do that meet places with some states.

        ``wanted`` is ``[deed, own and other]``, ``after`` the deed before each.
        """
        before, several = len(self.known), len(after)
        if several > before:
            known, numbers = np.zeros_like(wanted), np.zeros((3, several), np.int64)
            pointers = np.zeros(several, np.uintp)
            known[:before], numbers[:, :before] = self.known, self.numbers
            pointers[:before] = self.pointers
            numbers[0] = after
            self.known, self.numbers, self.pointers = known, numbers, pointers
        new = wanted > self.known
        self.known |= wanted
        for deed in np.flatnonzero(new.any(axis=1)).tolist():
            if deed:
                self._learn(deed, new[deed])

    def _learn(self, deed: int, new: Flags) -> None:
        """Ask what a deed does in states in which it was not met before.

        Of a side that may have changed its state before in the turn it is every state.
        """
        told = self.deeds.get(deed)
        own, moved = self.sizes[0], self.moved[int(self.numbers[0, deed])]
        if told is not None and (moved & _beside(told) or not _asks(told, new, own)):
            return
        found = self._told(deed, new, moved)
        if told is not None:
            found = replace(found, arrays={**told.arrays, **found.arrays})
        self.deeds[deed] = found
        self.moved[deed] = moved | _moves(found)
        self.numbers[1:, deed] = found.does, found.falls
        self._point(deed, found)

    def _told(self, deed: int, new: Flags, moved: int) -> Deed:
        """Return what a deed does in some states; what is shared is asked once."""
        name, own = self.ways.names[deed], self.sizes[0]
        known = self.shared.get(name)
        if known is not None:
            return known
        of_own, of_other = (
            range(len(met)) if moved & side else np.flatnonzero(met).tolist()
            for side, met in ((OWN, new[:own]), (OTHER, new[own:]))
        )
        found = self.tell(name, [*of_own], [*of_other])
        if found.does == SHARED:
            self.shared[name] = found
        return found

    def _point(self, deed: int, told: Deed) -> None:
        """Note where the arrays of a deed are."""
        if told.does == SHARED:
            self.pointers[deed] = _address(told.arrays[0], self.sizes)
            return
        moves_own = told.does == MOVES_OWN
        beside, moved = self.sizes[moves_own], self.sizes[not moves_own]
        table = self.tables.setdefault(deed, np.zeros(beside, np.uintp))
        for state, moves in told.arrays.items():
            table[state] = _address(moves, (moved, moved))
        self.pointers[deed] = table.ctypes.data if table.any() else 0


def _address(values: Floats | None, shape: tuple[int, int]) -> int:
    """Return where whole values of a shape are, 0 for none."""
    if values is None:
        return 0
    whole = values.flags.c_contiguous and values.dtype == np.float64
    if not whole or values.shape != shape:
        raise ValueError(f"values of {values.shape}, not whole ones of {shape}")
    return values.ctypes.data


def _moves(deed: Deed) -> int:
    """Return the mark of the side whose states a deed changes, 0 for none."""
    return {MOVES_OWN: OWN, MOVES_OTHER: OTHER}.get(deed.does, 0)


def _beside(deed: Deed) -> int:
    """Return the mark of the side by whose states a deed moves the other."""
    return {MOVES_OWN: OTHER, MOVES_OTHER: OWN}.get(deed.does, 0)


def _asks(deed: Deed, new: Flags, own: int) -> bool:
    """Return whether a deed is to be told for states of the own side or the other."""
    met = {OWN: new[:own], OTHER: new[own:]}.get(_beside(deed))
    return met is not None and bool(met.any())


def _by_kernel(
    journey: Journey, standing: Standing, targets: int, kernels: tuple[Any, Any]
) -> tuple[Standing, Sunk]:
    begins, laid, after, sinks = journey.ways.laid()
    own, other = journey.sizes
    live = np.ascontiguousarray(standing.live)
    seen = _seen(live) if standing.seen is None else standing.seen
    wanted = np.zeros((len(after), own + other), np.uint8)
    alive = np.empty((len(standing.places), own + other), np.uint8)
    where = np.full(targets, -1)
    told = CWalked(
        count=len(standing.places),
        own=own,
        other=other,
        deeds=len(after),
        place=standing.places.ctypes.data,
        row=standing.rows.ctypes.data,
        live=live.ctypes.data,
        seen=seen.ctypes.data,
        begins=begins.ctypes.data,
        deed=laid.deeds.ctypes.data,
        target=laid.targets.ctypes.data,
        share=laid.shares.ctypes.data,
        after=after.ctypes.data,
        wanted=wanted.ctypes.data,
        alive=alive.ctypes.data,
        where=where.ctypes.data,
    )
    _ask(kernels[0], told)
    journey.prepare(wanted, after)
    where.fill(-1)
    came_to, total = np.empty(told.most, np.int64), np.empty(told.most)
    left = np.zeros((told.most, own + other), np.uint8)
    found = np.zeros((told.most, own, other))
    sunk = np.zeros((len(sinks), own, other))
    touched = np.zeros(len(sinks), np.uint8)
    told.does = journey.numbers[1].ctypes.data
    told.falls = journey.numbers[2].ctypes.data
    setattr(told, "with", journey.pointers.ctypes.data)
    told.came_to, told.total = came_to.ctypes.data, total.ctypes.data
    told.found, told.sunk = found.ctypes.data, sunk.ctypes.data
    told.left = left.ctypes.data
    told.touched = touched.ctypes.data
    _ask(kernels[1], told)
    some = int(told.came)
    ends = {sinks[one]: sunk[one] for one in touched.nonzero()[0].tolist()}
    rows = np.arange(some)
    return Standing(came_to[:some], rows, found, total[:some], left), ends


def _seen(live: Floats) -> Flags:
    """Return ``[row, own and other]``: 1 where ``[row, own, other]`` has chances."""
    there = live != 0
    sides = [there.any(axis=axis) for axis in (2, 1)]
    return np.concatenate(sides, axis=1).astype(np.uint8)


def _ask(kernel: Any, told: CWalked) -> None:
    if kernel(ctypes.byref(told)):
        raise MemoryError


def _by_numpy(journey: Journey, standing: Standing) -> tuple[Standing, Sunk]:
    begins, laid, after, sinks = journey.ways.laid()
    of, at = spread_out(*begins[standing.places].T)
    deeds, targets, shares = laid.deeds[at], laid.targets[at], laid.shares[at]
    live = standing.live[standing.rows].swapaxes(1, 2)
    met = np.zeros((len(after), len(live)), bool)
    met[deeds, of] = True
    for deed in range(len(after) - 1, 0, -1):
        met[after[deed]] |= met[deed]
    alive = np.concatenate([(live != 0).any(axis=axis) for axis in (2, 1)], axis=1)
    wanted = (met.astype(np.float64) @ alive) > 0
    journey.prepare(wanted.astype(np.uint8), after)
    firsts, numbers = told_apart(targets)
    sums = np.zeros((len(firsts), *journey.sizes))
    values = {0: live}
    for deed in np.flatnonzero(met.any(axis=1)).tolist():
        places = met[deed].nonzero()[0]
        if deed:
            before = values[int(after[deed])]
            behind = met[after[deed]].nonzero()[0]
            values[deed] = _done(
                journey.deeds[deed], before[behind.searchsorted(places)]
            )
        elif len(places) < len(live):
            values[0] = live[places]
        those = (deeds == deed).nonzero()[0]
        rows = places.searchsorted(of[those])
        gather(sums, numbers[those], values[deed], rows, shares[those])
    return _told(targets[firsts], sums, sinks)


def _told(targets: Ints, sums: Floats, sinks: list[Any]) -> tuple[Standing, Sunk]:
    """Return the places, and the ends, of targets that chances came to."""
    there = sums.reshape(len(sums), -1).any(axis=1)
    apart = (there & (targets >= 0)).nonzero()[0]
    totals = sums[apart].sum(axis=(1, 2))
    ends = (there & (targets < 0)).nonzero()[0]
    found = {sinks[-1 - int(targets[one])]: sums[one] for one in ends.tolist()}
    return Standing(targets[apart], apart, sums, totals), found


def _done(deed: Deed, live: Floats) -> Floats:
    """Return ``[place, own, other]`` after a deed."""
    if deed.does == SHARED:
        share = deed.arrays[0]
        return np.zeros_like(live) if share is None else live * share
    found = np.zeros_like(live)
    for state, moves in deed.arrays.items():
        if moves is None:
            continue
        if deed.does == MOVES_OTHER:
            found[:, state] = live[:, state] @ moves
        else:
            found[:, :, state] = live[:, :, state] @ moves
    return found
