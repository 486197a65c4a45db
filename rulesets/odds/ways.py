"""The ways of many places through a turn: where they lead to, and how likely.

Where both sides may come to from a place does not depend on how likely it is. It is
laid down once, as arrivals: after which deeds, at which place or end, with what share.
`rulesets.odds.journey` carries chances of both sides' states along them, for any units
whom the same may befall.
"""

from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np

from rulesets.odds.row_sums import told_apart
from rulesets.odds.volley import Floats, Ints


class Arrivals(NamedTuple):
    """The ways from some places.

    Parameters
    ----------
    begun : ndarray of int
        The place of each, by its number among those that are laid down.
    deeds : ndarray of int
        The last deed on the way.
    targets : ndarray of int
        A place of the next turn, or -1 less the number of a sink.
    shares : ndarray
        How often the way is taken, beside what its deeds do [chance].
    """

    begun: Ints
    deeds: Ints
    targets: Ints
    shares: Floats


class Laid(NamedTuple):
    """Arrivals as they are laid down, those of a place beside each other.

    Parameters
    ----------
    deeds, targets, shares : ndarray
        As of `Arrivals`.
    """

    deeds: Ints
    targets: Ints
    shares: Floats


class Ways:
    """The ways from all places of one side's turns; it grows, and is shared.

    Parameters
    ----------
    lock : context manager
        Held by who lays ways down.

    Attributes
    ----------
    names : list
        Of the deeds, by number.
    sinks : dict
        Numbers of the ends by their names.
    """

    def __init__(self, lock: Any) -> None:
        self.lock = lock
        self.names: list[Hashable] = [None]
        self.sinks: dict[Hashable, int] = {}
        self._after = [-1]
        self._afters: Ints = np.array(self._after)
        self._known: dict[tuple[int, Hashable], int] = {}
        self._laid = Laid(np.zeros(0, int), np.zeros(0, int), np.zeros(0))
        self._begins = np.full((0, 2), -1)
        self._count = 0

    def __len__(self) -> int:
        """Return how many arrivals are laid down."""
        return self._count

    def deed(self, after: int, name: Hashable) -> int:
        """Return the number of a deed after another."""
        key = after, name
        if key not in self._known:
            self._known[key] = len(self.names)
            self._after.append(after)
            self.names.append(name)
        return self._known[key]

    def sink(self, name: Hashable) -> int:
        """Return an end as a target."""
        return -1 - self.sinks.setdefault(name, len(self.sinks))

    def unknown(self, places: Ints) -> Ints:
        """Return those places whose ways are not laid down yet."""
        found: Ints = places[places >= len(self._begins)]
        inside = places[places < len(self._begins)]
        return np.concatenate((inside[self._begins[inside, 0] < 0], found))

    def lay(self, places: Ints, arrivals: Arrivals) -> None:
        """Lay down the ways of some places; equal ones are summed up."""
        begun, deeds, targets, shares = _summed(arrivals)
        counts = np.bincount(begun, minlength=len(places))
        ends = self._count + np.cumsum(counts)
        self._grow(int(places.max()) + 1, self._count + len(begun))
        here = slice(self._count, self._count + len(begun))
        self._laid.deeds[here] = deeds
        self._laid.targets[here] = targets
        self._laid.shares[here] = shares
        self._begins[places, 1] = ends
        self._begins[places, 0] = ends - counts
        self._count += len(begun)

    def _grow(self, places: int, arrivals: int) -> None:
        """Have room for so many; who reads meanwhile keeps what was there."""
        if places > len(self._begins):
            begins = np.full((2 * places, 2), -1)
            begins[: len(self._begins)] = self._begins
            self._begins = begins
        if arrivals > len(self._laid.deeds):
            more = 2 * arrivals - len(self._laid.deeds)
            deeds, targets, shares = self._laid
            self._laid = Laid(
                np.pad(deeds, (0, more)),
                np.pad(targets, (0, more)),
                np.pad(shares, (0, more)),
            )

    def laid(self) -> tuple[Ints, Laid, Ints, list[Any]]:
        """Return all that is laid down, to be read without the lock.

        ``[place, 2]``: from where to where the arrivals of a place are; all arrivals;
        the deed before each deed; and the names of the ends.
        """
        with self.lock:
            if len(self._afters) < len(self._after):
                self._afters = np.array(self._after)
            return self._begins, self._laid, self._afters, [*self.sinks]


def _summed(arrivals: Arrivals) -> Arrivals:
    """Return arrivals by place, equal ones summed up."""
    begun, deeds, targets, shares = arrivals
    if not len(begun):
        return arrivals
    least = int(targets.min())
    width = int(targets.max()) - least + 1
    keys = (begun * (int(deeds.max()) + 1) + deeds) * width + (targets - least)
    firsts, numbers = told_apart(keys)
    total = np.asarray(np.bincount(numbers, shares, len(firsts)), np.float64)
    order = np.argsort(begun[firsts], kind="stable")
    firsts = firsts[order]
    return Arrivals(begun[firsts], deeds[firsts], targets[firsts], total[order])
