"""Random numbers that are spread evenly over fights that are alike.

The numbers of van der Corput fill the span from 0 to 1 so that any of them that follow
each other lie far apart. Fights are laid in order, those that are alike side by side,
and take one each, all shifted by the same random number. So each number is uniform and
knows nothing of the fight that takes it, while those of like fights hardly ever all lie
low or high.

Fights are in parts, each with shifts of its own: how far the parts differ tells how far
all together may be off.

References
----------
P. L'Ecuyer, C. Lécot, B. Tuffin, A randomized quasi-Monte Carlo simulation method for
Markov chains, 2008.
"""

import ctypes

import numpy as np

from rulesets.odds.native.bindings import Kernel, rolled_kernel
from rulesets.odds.native.structures import CRolled
from rulesets.odds.volley import Floats, Ints

GREATEST = 2**62
"""Numbers up to which fights are told apart by one."""


def van_der_corput(count: int) -> Floats:
    """Return so many numbers: their place in binary, mirrored behind the point.

    Examples
    --------
    >>> van_der_corput(5).tolist()
    [0.0, 0.5, 0.25, 0.75, 0.125]
    """
    found, worth = np.zeros(1), 0.5
    while len(found) < count:
        found, worth = np.concatenate((found, found + worth)), worth / 2
    return found[:count]


class EvenDice:
    """Evenly spread numbers for fights in parts."""

    def __init__(self, dice: np.random.Generator, parts: int, most: int) -> None:
        self.dice = dice
        self.parts = parts
        self.numbers = van_der_corput(most)

    def drawn(self, part: Ints, row: Ints, near: Ints, sums: Floats) -> Ints:
        """Return what is drawn for each fight; those that are alike come together.

        Parameters
        ----------
        part : ndarray
            Of each fight; in order.
        row : ndarray
            Of the sums, for each fight.
        near : ndarray
            Fights of a row take numbers in this order; 0 and more.
        sums : ndarray
            ``[row, value]``: the chances that a value is so great at most [chance].
        """
        return self.taken(part, row, near, sums, self.dice.random(self.parts))

    def taken(
        self, part: Ints, row: Ints, near: Ints, sums: Floats, shifts: Floats
    ) -> Ints:
        """Return what is drawn with these shifts, one of each part."""
        kernel = rolled_kernel()
        if kernel is None:
            return self._by_numpy(part, row, near, sums, shifts)
        return self._by_kernel(kernel, (part, row, near), sums, shifts)

    def _by_numpy(
        self, part: Ints, row: Ints, near: Ints, sums: Floats, shifts: Floats
    ) -> Ints:
        rolls = np.empty(len(part))
        begun = np.searchsorted(part, part)
        numbers = self.numbers[np.arange(len(part)) - begun]
        rolls[ordered(part, row, near)] = (numbers + shifts[part]) % 1.0
        found = np.zeros(len(part), dtype=np.int64)
        for value in range(sums.shape[1] - 1):
            more = rolls > sums[row, value]
            if not more.any():
                break
            found += more
        return found

    def _by_kernel(
        self,
        kernel: Kernel,
        fights: tuple[Ints, Ints, Ints],
        sums: Floats,
        shifts: Floats,
    ) -> Ints:
        part, row, near = (np.ascontiguousarray(one, np.int64) for one in fights)
        sums = np.ascontiguousarray(sums)
        room = np.empty((3, len(part)), dtype=np.int64)
        found = np.empty(len(part), dtype=np.int64)
        keys, size = room.ctypes.data, found.nbytes
        told = CRolled(
            count=len(part),
            span=int(near.max(initial=0)) + 1,
            width=sums.shape[1],
            part=part.ctypes.data,
            row=row.ctypes.data,
            near=near.ctypes.data,
            numbers=self.numbers.ctypes.data,
            shifts=shifts.ctypes.data,
            sums=sums.ctypes.data,
            keys=keys,
            order=keys + size,
            other=keys + 2 * size,
            drawn=found.ctypes.data,
        )
        kernel(ctypes.byref(told))
        return found

    def one_of(self, many: int, part: Ints, likeness: Ints) -> tuple[Ints, Floats]:
        """Return fights of which one stands for so many, and for how many each does.

        Those of a part stand for equally many, which add up to all of it.
        """
        order = ordered(part, likeness)
        counts = np.bincount(part, minlength=self.parts)
        kept = -(-counts // many)
        own = np.repeat(np.arange(self.parts), kept)
        each = (counts / np.maximum(kept, 1))[own]
        begun, first = counts.cumsum() - counts, kept.cumsum() - kept
        shift = self.dice.random(self.parts)[own]
        place = ((np.arange(len(own)) - first[own] + shift) * each).astype(np.int64)
        chosen = np.argsort(order[begun[own] + place], kind="stable")
        return order[begun[own] + place][chosen], each[chosen]


def ordered(*likeness: Ints) -> Ints:
    """Return fights in order by the first, the second and so on, else as they come.

    All are 0 and more. Sorting one number for each is many times quicker than sorting
    by one after the other.

    Examples
    --------
    >>> ordered(np.array([1, 0, 1]), np.array([5, 9, 4])).tolist()
    [1, 2, 0]
    """
    count, span = len(likeness[0]), 1
    code = np.zeros(count, dtype=np.int64)
    for values in (*likeness, np.arange(count)):
        size = int(values.max(initial=0)) + 1
        span *= size
        if span > GREATEST:
            return np.lexsort(likeness[::-1])
        code = code * size + values
    return np.argsort(code)


def places(*likeness: Ints) -> Ints:
    """Return the place of each fight in such an order.

    Examples
    --------
    >>> places(np.array([1, 0, 1]), np.array([5, 9, 4])).tolist()
    [2, 0, 1]
    """
    order = ordered(*likeness)
    found = np.empty(len(order), dtype=np.int64)
    found[order] = np.arange(len(order))
    return found
