"""Tables in arrays for the turns of many states at once."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulesets.games.mordheim.combat.blows import Parry
from rulesets.games.mordheim.combat.injuries import (
    FELL,
    KNOCKED_DOWN,
    OUT,
    STANDING,
    STUNNED,
)
from rulesets.games.mordheim.combat.side import Kernel, SideStates
from rulesets.odds.volley import Floats, Ints

Flags = NDArray[np.bool_]

LARGEST = 1 << 62
"""The bound of numbers in an array."""

NOBODY_YET = 1 << 40
"""More than any enemy is worth as a target."""


@dataclass(slots=True)
class Table:
    """Rows of entries, one after the other.

    Parameters
    ----------
    ends : list of int
        Where each row ends, after a first 0.
    """

    ends: list[int] = field(default_factory=lambda: [0])
    after: list[int] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    share: list[float] = field(default_factory=list)

    def add(self, kernel: Kernel) -> int:
        """Add the rows of a kernel; return the number of the first."""
        first = len(self.ends) - 1
        for row in kernel:
            for after, marks, share in row:
                self.after.append(after)
                self.marks.append(marks)
                self.share.append(share)
            self.ends.append(len(self.after))
        return first


class Entries(NamedTuple):
    """Rows of entries as in `Table`."""

    ends: Ints
    after: Ints
    marks: Ints
    share: Floats

    def spread(self, rows: Ints) -> tuple[Ints, Ints]:
        """Return for each entry of some rows which of them it is of, and its place."""
        begin = self.ends[rows]
        count = self.ends[rows + 1] - begin
        whose = np.repeat(np.arange(len(rows)), count)
        before = np.cumsum(count) - count
        return whose, np.arange(len(whose)) + (begin - before)[whose]


def arrays(table: Table) -> Entries:
    """Return a table in arrays."""
    return Entries(
        np.array(table.ends, dtype=np.int64),
        np.array(table.after, dtype=np.int64),
        np.array(table.marks, dtype=np.int64),
        np.array(table.share),
    )


class Figures:
    """A side's states in arrays, by their place."""

    def __init__(self, side: SideStates, parries: list[Parry | None]) -> None:
        self.posture: Ints = np.array(side.posture)
        self.wounds: Ints = np.array(side.wounds)
        self.strikes: Flags = np.array(side.strikes)
        self.loadout: Ints = np.array(side.loadout)
        self.again: Ints = np.array(side.again)
        for parry in side.parry:
            if parry not in parries:
                parries.append(parry)
        self.parry: Ints = np.array([parries.index(parry) for parry in side.parry])
        calm = np.array([state.calm for state in side.states])
        arms = 1 + 2 * self.loadout + calm
        self.able: Ints = np.where(self.strikes, arms, 0)
        rows = [[(after, 0, of) for after, of in row] for row in side.recovers]
        table = Table()
        table.add(rows)
        self.recovers = arrays(table)


def weakest(many: Figures, several: Ints, begun: Ints) -> Ints:
    """Choose whom the one strikes, -1 for nobody; see `Melee`.

    Parameters
    ----------
    many : Figures
    several, begun : array of int
        A row for each state and a column for each of the several: his place, and that
        when the phase began.
    """
    worth = np.zeros(FELL + 1, dtype=np.int64)
    worth[[STUNNED, KNOCKED_DOWN, STANDING]] = 1, 2, 3
    posture = many.posture[several]
    value = np.where(posture, worth[many.posture[begun]], 0)
    rank = (value << 20) + many.wounds[several]
    rank = np.where(posture >= OUT, NOBODY_YET, rank)
    best = rank.argmin(axis=1)
    gone = rank[np.arange(len(rank)), best] == NOBODY_YET
    found: Ints = np.where(gone, -1, best)
    return found


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
    bursts : array of bool
        By order and event, whether it is one's own pistol that explodes.
    """

    fighter: Ints
    again: Ints
    numbers: Ints
    length: Ints
    bursts: Flags


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
    """Turns on their way; see `Partial` of the turn."""

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
