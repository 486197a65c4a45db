"""Random draws that come as often as they should among fights that are alike.

Fights are laid in order, those that are alike side by side. The chances that each takes
a way are added up in this order, from a random number on: who passes a whole number
takes it. So each fight takes it with its own chance, and any fights that follow each
other take it as often as their chances add up to, but for less than one. Of many ways
halves are told apart first, then halves of these, each time from a random number of its
own.

Fights are in parts, each with random numbers of its own: how far the parts differ tells
how far all together may be off.

References
----------
W. G. Madow, On the theory of systematic sampling, II, 1949.

P. L'Ecuyer, C. Lécot, B. Tuffin, A randomized quasi-Monte Carlo simulation method for
Markov chains, 2008.
"""

import ctypes

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.native.bindings import Kernel, rolled_kernel
from rulesets.odds.native.structures import CRolled, CSplit
from rulesets.odds.volley import Floats, Ints

GREATEST = 2**62
"""Numbers up to which fights are told apart by one."""


def splits(chances: Floats) -> Floats:
    """Return ``[row, value]``: how likely it is this value or more where halves part.

    A split halves the values from ``low`` to below ``high`` at ``(low + high) // 2``,
    where its chance stands, of those between them; that at 0 has none.

    Parameters
    ----------
    chances : ndarray
        ``[row, value]`` [chance].

    Examples
    --------
    >>> splits(np.array([[0.5, 0.125, 0.375]])).tolist()
    [[0.0, 0.5, 0.75]]
    """
    found = np.zeros_like(chances, dtype=np.float64)
    _split(chances, found, 0, chances.shape[1])
    return found


def _split(chances: Floats, found: Floats, low: int, high: int) -> Floats:
    """Fill in the splits of some values; return the chance of these."""
    if high - low < 2:
        one: Floats = chances[:, low]
        return one
    middle = (low + high) // 2
    less = _split(chances, found, low, middle)
    more = _split(chances, found, middle, high)
    total: Floats = less + more
    np.divide(more, total, out=found[:, middle], where=total > 0)
    return total


def nothing_surely(chances: Floats) -> NDArray[np.bool_]:
    """Return which rows of `splits` draw 0 for sure."""
    middle, found = chances.shape[1] // 2, np.ones(len(chances), dtype=np.bool_)
    while middle:
        found &= chances[:, middle] <= 0
        middle //= 2
    return found


def begun_at(shifts: Floats, split: int) -> Floats:
    """Return the numbers where a split begins, of its own, by the shifts of parts.

    References
    ----------
    G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, 2014.
    """
    bits = (shifts * 2.0**53).astype(np.uint64)
    bits += np.uint64(split * 0x9E3779B97F4A7C15 % 2**64)
    bits = (bits ^ bits >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ bits >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    bits ^= bits >> np.uint64(31)
    found: Floats = (bits >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return found


class EvenDice:
    """Even draws for fights in parts."""

    def __init__(self, dice: np.random.Generator, parts: int) -> None:
        self.dice = dice
        self.parts = parts

    def drawn(self, part: Ints, row: Ints, near: Ints, chances: Floats) -> Ints:
        """Return what is drawn for each fight; those that are alike come together.

        Parameters
        ----------
        part : ndarray
            Of each fight; in order.
        row : ndarray
            Of the chances, for each fight.
        near : ndarray
            Fights of a row draw in this order; 0 and more.
        chances : ndarray
            ``[row, value]``, as `splits` [chance].
        """
        return self.taken(part, row, near, chances, self.dice.random(self.parts))

    def taken(
        self, part: Ints, row: Ints, near: Ints, chances: Floats, shifts: Floats
    ) -> Ints:
        """Return what is drawn with these shifts, one of each part."""
        kernel = rolled_kernel()
        if kernel is None:
            order = ordered(part, row, near)
            found = np.zeros(len(part), dtype=np.int64)
            span = 0, chances.shape[1]
            _draw(found, (part, row), order, chances, shifts, span)
            return found
        return self._by_kernel(kernel, (part, row, near), chances, shifts)

    def _by_kernel(
        self,
        kernel: Kernel,
        fights: tuple[Ints, Ints, Ints],
        chances: Floats,
        shifts: Floats,
    ) -> Ints:
        part, row, near = (np.ascontiguousarray(one, np.int64) for one in fights)
        chances = np.ascontiguousarray(chances)
        room = np.empty((3, len(part)), dtype=np.int64)
        begun = (CSplit * chances.shape[1])()
        found = np.empty(len(part), dtype=np.int64)
        keys, size = room.ctypes.data, found.nbytes
        told = CRolled(
            count=len(part),
            span=int(near.max(initial=0)) + 1,
            width=chances.shape[1],
            part=part.ctypes.data,
            row=row.ctypes.data,
            near=near.ctypes.data,
            shifts=shifts.ctypes.data,
            splits=chances.ctypes.data,
            room=ctypes.addressof(begun),
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


def _draw(
    found: Ints,
    fights: tuple[Ints, Ints],
    order: Ints,
    chances: Floats,
    shifts: Floats,
    span: tuple[int, int],
) -> None:
    """Tell apart the values that fights draw, in their order, within a span of them."""
    low, high = span
    if high - low < 2 or not len(order):
        found[order] = low
        return
    middle, (part, row) = (low + high) // 2, fights
    chance, begun = chances[row[order], middle], begun_at(shifts, middle)
    more = _evenly(part[order], chance, begun)
    _draw(found, fights, order[~more], chances, shifts, (low, middle))
    _draw(found, fights, order[more], chances, shifts, (middle, high))


def _evenly(part: Ints, chance: Floats, begun: Floats) -> NDArray[np.bool_]:
    """Return which fights take a way, in the order of their parts."""
    place = np.arange(len(part)) - np.searchsorted(part, part)
    sums = np.zeros((len(begun), int(place.max()) + 2))
    sums[:, 0] = begun
    sums[part, place + 1] = chance
    whole = np.floor(sums.cumsum(axis=1))
    found: NDArray[np.bool_] = whole[part, place + 1] > whole[part, place]
    return found


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
