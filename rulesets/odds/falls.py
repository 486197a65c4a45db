"""Kernels against several groups, as far as a state may fall at all.

The number of a state is written with a digit for each group, and none of them ever
rises. So most of what is less than a number is never reached from it, and a table of
all numbers would be mostly nothing.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import prod

import numpy as np

from rulesets.odds.volley import Dice, Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Falls:
    """Kernels without the losses that a state cannot have.

    Parameters
    ----------
    chances : ndarray
        ``[kernel, place]`` by the `places_of` the digits [chance].
    digits : tuple of int
        How many values each digit of a state's number has.
    most : int
        The most that any state loses [states].
    """

    chances: Floats
    digits: tuple[int, ...]
    most: int

    @property
    def nbytes(self) -> int:
        """Return the room that they take [bytes]."""
        return self.chances.nbytes

    def dense(self) -> Floats:
        """Return ``[kernel, state, lost]`` [chance]."""
        begins, losses = places_of(self.digits)
        states = np.repeat(np.arange(prod(self.digits)), np.diff(begins))
        likely = losses <= self.most
        whole = np.zeros((len(self.chances), prod(self.digits), self.most + 1))
        whole[:, states[likely], losses[likely]] = self.chances[:, likely]
        return whole


def falls(chances: Floats, digits: tuple[int, ...]) -> Falls:
    """Return kernels of such chances, which know the most that is lost."""
    losses = places_of(digits)[1]
    most = int(losses[chances.any(axis=0)].max(initial=0))
    return Falls(chances, digits, most)


@lru_cache(maxsize=64)
def places_of(digits: tuple[int, ...]) -> tuple[Ints, Dice]:
    """Return what each state may lose, the least first.

    Returns
    -------
    ndarray of int
        ``[state, and one]``: where the losses of a state begin.
    ndarray of int
        The losses of all states, one behind the other.
    """
    numbers = np.indices(digits).reshape(len(digits), -1)
    states = numbers.shape[1]
    reached = np.ones((states, states), dtype=np.bool_)
    for digit in numbers:
        reached &= digit[:, None] >= digit[None, :]
    before, after = reached[:, ::-1].nonzero()
    losses = before - (states - 1 - after)
    begins = np.searchsorted(before, np.arange(states + 1)).astype(np.int64)
    return begins, losses.astype(np.int32)
