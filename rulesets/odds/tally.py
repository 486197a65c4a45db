"""The classes of a round's losses, as tables instead of a function.

Most games compare points: each side has some that depend on its losses, a few depend on
what is left of both, and the sum tells the class. As tables this is quick to look up
for every loss of every state, here and in the compiled kernel.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rulesets.odds.volley import Ints

Classify = Callable[[Ints, Ints, Ints, Ints], Ints]
"""Class of a round by states of a and b at its start and what each lost."""


@dataclass(frozen=True, slots=True, eq=False)
class LossTally:
    """Sorts losses; called with arrays it returns their classes.

    The class is ``classes[first + second + pair - low] + shift``, where the sum is no
    further off than ``classes`` is long; or ``instead``, where that is not negative.

    Parameters
    ----------
    first : ndarray of int
        ``[a, b, i]``: by the pools at the start of the round and what a lost. An axis
        of a pool that nothing depends on may have a length of 1.
    second : ndarray of int
        ``[a, b, j]``: by the pools at the start and what b lost.
    pair, shift, instead : ndarray of int
        ``[left of a, left of b]``.
    low : int
        The sum that ``classes`` begins with.
    classes : ndarray of int

    Examples
    --------
    Who lost less, both with one wound to lose: 0 for b, 1 for nobody, 2 for a.

    >>> lost = np.array([[[0, -1]]])
    >>> less = tally(lost, -lost, -1, np.arange(3), (2, 2))
    >>> less(np.array([1, 1]), np.array([1, 1]), np.array([0, 1]), np.array([1, 1]))
    array([2, 1])
    """

    first: Ints
    second: Ints
    pair: Ints
    shift: Ints
    instead: Ints
    low: int
    classes: Ints

    def __call__(self, a: Ints, b: Ints, lost_a: Ints, lost_b: Ints) -> Ints:
        """Return the classes of losses; a side never loses more than it has."""
        left_a, left_b = np.maximum(a - lost_a, 0), np.maximum(b - lost_b, 0)
        total = _by_start(self.first, a, b, lost_a)
        total = total + _by_start(self.second, a, b, lost_b)
        return self.of(total, left_a, left_b)

    def weight(self) -> int:
        """Return the memory that it takes [bytes]."""
        tables = (self.first, self.second, self.pair, self.shift, self.instead)
        return sum(one.nbytes for one in tables)

    def of(self, total: Ints, left_a: Ints, left_b: Ints) -> Ints:
        """Return the classes of points already counted, by the states of both."""
        total = total + (self.pair[left_a, left_b] - self.low)
        found = self.classes.take(total, mode="clip") + self.shift[left_a, left_b]
        instead = self.instead[left_a, left_b]
        told: Ints = np.where(instead >= 0, instead, found)
        return told


def _by_start(points: Ints, a: Ints, b: Ints, lost: Ints) -> Ints:
    own, other, _ = points.shape
    found: Ints = points[a if own > 1 else 0, b if other > 1 else 0, lost]
    return found


def tally(
    first: Ints,
    second: Ints,
    low: int,
    classes: Ints,
    sizes: tuple[int, int],
    *,
    pair: Ints | None = None,
    shift: Ints | None = None,
    instead: Ints | None = None,
) -> LossTally:
    """Return a tally of sides of so many states; parts not given change nothing."""
    nothing = np.zeros(sizes, dtype=np.int64)
    return LossTally(
        first=first,
        second=second,
        pair=nothing if pair is None else pair,
        shift=nothing if shift is None else shift,
        instead=nothing - 1 if instead is None else instead,
        low=low,
        classes=classes,
    )
