"""Tables in arrays for the turns of many states at once."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulesets.games.mordheim.combat.blows.blows import Parry
from rulesets.games.mordheim.combat.blows.injuries import (
    FELL,
    KNOCKED_DOWN,
    OUT,
    STANDING,
    STUNNED,
)
from rulesets.games.mordheim.combat.blows.strikes import ChanceRows
from rulesets.games.mordheim.combat.fights.side import KERNELS, Kernel, SideStates
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.row_sums import spread_out
from rulesets.odds.volley import Floats, Ints

Flags = NDArray[np.bool_]

VIEWS = 3
"""Postures in which a fighter can be struck."""

LARGEST = 1 << 62
"""The bound of numbers in an array."""

NOBODY_YET = 1 << 40
"""More than any enemy is worth as a target."""


class Entries(NamedTuple):
    """Rows of entries, one after the other: where each row ends, after a first 0.

    ``before`` are the sums of `added_before`.
    """

    ends: Ints
    after: Ints
    marks: Ints
    share: Floats
    before: Floats

    def spread(self, rows: Ints) -> tuple[Ints, Ints]:
        """Return for each entry of some rows which of them it is of, and its place."""
        return spread_out(self.ends[rows], self.ends[rows + 1])


Picked = tuple[Ints, Ints, Floats]
"""The row of each entry, its place, and its chance [chance]."""

Pick = Callable[[Entries, Ints], Picked]
"""Takes rows, and returns all their entries, or one of each."""


def every_entry(entries: Entries, rows: Ints) -> Picked:
    """Return all entries of some rows."""
    whose, entry = entries.spread(rows)
    return whose, entry, entries.share[entry]


def drawn_entries(rng: np.random.Generator) -> Pick:
    """Return a function that draws one entry of each row."""

    def drawn(entries: Entries, rows: Ints) -> Picked:
        begin, end = entries.ends[rows], entries.ends[rows + 1]
        entry = drawn_between(entries.before, begin, end, rng)
        return np.arange(len(rows)), entry, np.ones(len(rows))

    return drawn


def drawn_of(share: Floats, begin: Ints, end: Ints, rng: np.random.Generator) -> Ints:
    """Draw a place from each of some stretches of an array, as likely as it says."""
    return drawn_between(added_before(share), begin, end, rng)


def added_before(share: Floats) -> Floats:
    """Return the sums of all before each place of an array, and of the whole."""
    return np.concatenate(([0.0], np.cumsum(share)))


def drawn_between(
    before: Floats, begin: Ints, end: Ints, rng: np.random.Generator
) -> Ints:
    """Draw places as `drawn_of` does, by sums of `added_before`."""
    low, high = before[begin], before[end]
    at = low + rng.random(len(begin)) * (high - low)
    found = before.searchsorted(at, side="right")
    places: Ints = np.maximum(begin, np.minimum(found, end) - 1)
    return places


def entries_of(rows: Kernel) -> Entries:
    """Return rows of entries in arrays."""
    ends = np.cumsum([0, *map(len, rows)])
    whole = [entry for row in rows for entry in row]
    after, marks, share = zip(*whole, strict=True) if whole else ((), (), ())
    shares = np.array(share, dtype=np.float64)
    return Entries(
        ends,
        np.array(after, dtype=np.int64),
        np.array(marks, dtype=np.int64),
        shares,
        added_before(shares),
    )


kernel_entries = kept_by_identity(most=KERNELS)(entries_of)
"""The same of kernels, which are kept."""


def unmarked(rows: ChanceRows) -> Entries:
    """Return rows of chances in arrays, without marks."""
    return entries_of([[(after, 0, share) for after, share in row] for row in rows])


def followed_by(entries: Entries, more: Entries) -> Entries:
    """Return some rows and more of them behind these."""
    return Entries(
        np.concatenate((entries.ends, entries.ends[-1] + more.ends[1:])),
        np.concatenate((entries.after, more.after)),
        np.concatenate((entries.marks, more.marks)),
        np.concatenate((entries.share, more.share)),
        np.concatenate((entries.before, entries.before[-1] + more.before[1:])),
    )


class Figures:
    """A side's states in arrays, by their place."""

    def __init__(self, side: SideStates, parries: list[Parry | None]) -> None:
        for parry in side.parry:
            if parry not in parries:
                parries.append(parry)
        guards = [parries.index(parry) for parry in side.parry]
        calm = [state.calm for state in side.states]
        columns = np.array(
            (
                side.posture,
                side.wounds,
                side.loadout,
                side.again,
                side.before,
                guards,
                side.strikes,
                calm,
            )
        )
        self.posture, self.wounds, self.loadout = columns[:3]
        self.again, self.before, self.parry = columns[3:6]
        self.strikes: Flags = columns[6] > 0
        self.able: Ints = np.where(self.strikes, 1 + 2 * self.loadout + columns[7], 0)
        self.recovers = unmarked(side.recovers)


class JointFigures(NamedTuple):
    """Figures of both sides by their place, the places of the one behind the many's."""

    strikes: Flags
    loadout: Ints
    parry: Ints


def joint(many: Figures, one: Figures) -> JointFigures:
    """Return the figures of both sides together."""
    return JointFigures(
        np.concatenate((many.strikes, one.strikes)),
        np.concatenate((many.loadout, one.loadout)),
        np.concatenate((many.parry, one.parry)),
    )


def weakest(many: Figures, several: Ints, begun: Ints) -> Ints:
    """Choose whom the one strikes, -1 for nobody: one who stands before one who lies.

    Of equals he strikes one who did not just stand up: the sides are in order.

    Parameters
    ----------
    many : Figures
    several, begun : array of int
        A row for each state and a column for each of the several: his place, and that
        when the phase began.
    """
    posture = many.posture[several]
    if several.shape[1] == 1:
        alone: Ints = np.where(posture[:, 0] >= OUT, -1, 0)
        return alone
    value = np.where(posture, WORTH[many.posture[begun]], 0)
    rank = (value << 20) + many.wounds[several]
    rank = np.where(posture >= OUT, NOBODY_YET, rank)
    best = rank.argmin(axis=1)
    gone = rank[np.arange(len(rank)), best] == NOBODY_YET
    found: Ints = np.where(gone, -1, best)
    return found


WORTH: Ints = np.zeros(FELL + 1, dtype=np.int64)
"""Of those who do not stand, by how they were: the lower is struck sooner."""
WORTH[[STUNNED, KNOCKED_DOWN, STANDING]] = 1, 2, 3


@dataclass(slots=True)
class OrderTable:
    """All orders of blows that were met; -1 where there is none any more.

    Parameters
    ----------
    fighter, again : array of int
        By order and event.
    numbers : array of int
        By order, event and loadout.
    length : array of int
        Events of each order.
    bursts : array of bool, optional
        By order and event, whether it is one's own pistol that explodes; none where
        none ever does.
    """

    fighter: Ints
    again: Ints
    numbers: Ints
    length: Ints
    bursts: Flags | None


class Reached(NamedTuple):
    """The ends of rows: the row each comes from, the state of everybody, its chance."""

    origin: Ints
    states: Ints
    share: Floats


@dataclass(slots=True)
class OrderedStates:
    """States before the blows, each with one order of them.

    Parameters
    ----------
    origin, order : array of int
    begun : array of int
        A row for each, a column for each fighter.
    """

    origin: Ints
    order: Ints
    begun: Ints


@dataclass(slots=True)
class Partials:
    """Turns on their way: how all are, and what of the phase is spent.

    Parameters
    ----------
    course : array of int
        The place of its `OrderedStates`.
    states : array of int
        A row for each, a column for each fighter.
    crits, spent : array of int
        Bits by fighter: who had his critical hit, whose parry is gone.
    seen : array of int
        How each of the many found the one at his own first strike, -1 before it.
    share : array of float
        [chance]
    """

    course: Ints
    states: Ints
    crits: Ints
    spent: Ints
    seen: Ints
    share: Floats


def summed(places: Ints, shares: Floats, size: int) -> Floats:
    """Return chances added up by place, of so many places."""
    found: Floats = np.bincount(places, shares, size).astype(np.float64)
    return found


def in_order(rows: Ints) -> Ints:
    """Sort the few numbers of each column, the least first, where they are."""
    for last in range(len(rows) - 1, 0, -1):
        for one in range(last):
            less = np.minimum(rows[one], rows[one + 1])
            np.maximum(rows[one], rows[one + 1], out=rows[one + 1])
            rows[one] = less
    return rows


def numbered(columns: Iterable[tuple[Ints, int]]) -> Ints:
    """Return one number for each row of some columns, in their order.

    Parameters
    ----------
    columns : iterable of tuple
        What stands in a column, at least 0, and what it stays under.
    """
    found: Ints = np.zeros(1, dtype=np.int64)
    bound = 1
    for column, size in columns:
        if bound * size >= LARGEST:
            rows, found = np.unique(found, return_inverse=True)
            bound = len(rows)
        found = found * size + column
        bound *= size
    return found


def solve_alternating(loops: Floats, rest: Floats, of_a: Ints, of_b: Ints) -> Floats:
    """Return where states lead whose turns alternate, solved for one side's only.

    Parameters
    ----------
    loops, rest : array
        What leads from each state to which of them, and what leads away [chance].
    of_a, of_b : array of int
        The states before a turn of A, and before one of B.
    """
    onward = loops[np.ix_(of_a, of_b)]
    back = loops[np.ix_(of_b, of_a)]
    found = rest.copy()
    if len(of_a):
        system = np.eye(len(of_a)) - onward @ back
        found[of_a] = np.linalg.solve(system, rest[of_a] + onward @ rest[of_b])
    found[of_b] += back @ found[of_a]
    return found
