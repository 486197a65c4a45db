"""Fights of a rolled battle line as arrays, and how near they are to each other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.battle_line.model import distinct, placed
from rulesets.odds.volley import Floats, Ints

Number = TypeVar("Number", bound=np.generic)

Wounds = NDArray[np.int32]
"""Wounds of pools [wounds]: half as long as other numbers, since there are many."""

MOST_TOLD = 15
"""Wounds of a blow from which on fights are alike [wounds]."""


WIDEST = 2**40
"""Numbers by which fights are told near each other: those of rows have room beside."""


SHORT = 2**16
"""Numbers below have 16 bits."""


def nearness(ahead: Ints, recent: Ints) -> Ints:
    """Return numbers that are near each other where fights of a round are alike.

    Parameters
    ----------
    ahead : ndarray
        Wounds that one side took in the round, less those that the other took.
    recent : ndarray
        Place of each by the last blows.
    """
    near: Ints = (ahead - ahead.min(initial=0)) * (recent.max(initial=0) + 1) + recent
    return near


def together(first: Ints, second: Ints) -> Ints:
    """Return numbers in the order of the first, then of the second; 0 and more.

    Examples
    --------
    >>> together(np.array([1, 0, 1]), np.array([5, 9, 4])).tolist()
    [15, 9, 14]
    """
    size = int(second.max(initial=0)) + 1
    if (int(first.max(initial=0)) + 1) * size > WIDEST:
        _, first = placed(first)
    found: Ints = first * size + second
    return found


def parted(own: Ints, which: Ints) -> Iterator[tuple[int, Ints]]:
    """Yield each of some numbers with the fights that have it, in their order."""
    told = distinct(own)
    if len(told) == 1:
        yield int(told[0]), which
        return
    # Numbers of 16 bits are put in order by their digits, many times quicker.
    short = own.astype(np.uint16) if told[0] >= 0 and told[-1] < SHORT else own
    order = np.argsort(short, kind="stable")
    bounds = np.searchsorted(own[order], told[1:])
    yield from zip(told.tolist(), np.split(which[order], bounds), strict=True)


def as_slice(which: Ints) -> Ints | slice:
    """Return the places of fights, as a slice where they follow each other.

    Examples
    --------
    >>> as_slice(np.array([2, 3, 4])), as_slice(np.array([3, 2, 4])).tolist()
    (slice(2, 5, None), [3, 2, 4])
    """
    if not len(which) or which[-1] - which[0] != len(which) - 1:
        return which
    follows = bool((np.diff(which) == 1).all())
    return slice(int(which[0]), int(which[-1]) + 1) if follows else which


def copies(places: Ints, many: int) -> Ints:
    """Return the places of so many copies of each, where all stand beside theirs.

    Examples
    --------
    >>> copies(np.array([0, 2]), 2).tolist()
    [0, 1, 4, 5]
    """
    found: Ints = places[:, None] * many + np.arange(many)
    return found.ravel()


@dataclass(slots=True, eq=False)
class Fights:
    """Fights, in the order of their parts.

    Parameters
    ----------
    mode : ndarray
    wounds : ndarray
        ``[pool, fight]`` [wounds].
    part : ndarray
    shares : ndarray
        Of each fight [chance].
    """

    mode: Ints
    wounds: Wounds
    part: Ints
    shares: Floats

    def some(self, which: Ints) -> "Fights":
        """Return some of them."""
        return Fights(
            self.mode[which],
            self.wounds.take(which, axis=1),
            self.part[which],
            self.shares[which],
        )

    def wounds_of(self, which: Ints) -> Wounds:
        """Return ``[pool, fight]`` of some of them [wounds]."""
        some = as_slice(which)
        if isinstance(some, slice):
            return self.wounds[:, some]
        return self.wounds.take(some, axis=1)

    def repeated(self, many: int) -> "Fights":
        """Return each of them so many times, as fights that go on for themselves."""
        return Fights(
            self.mode.repeat(many),
            self.wounds.repeat(many, axis=1),
            self.part.repeat(many),
            self.shares.repeat(many) / many,
        )


def stacked(tables: Sequence[NDArray[Number]]) -> NDArray[Number]:
    """Return the rows of some tables as one, each filled up with 0.

    Examples
    --------
    >>> stacked([np.array([[1]]), np.array([[2, 3]])]).tolist()
    [[1, 0], [2, 3]]
    """
    shape = sum(map(len, tables)), max(one.shape[1] for one in tables)
    found, row = np.zeros(shape, dtype=tables[0].dtype), 0
    for one in tables:
        own = found[row : row + len(one)]
        own[:, : one.shape[1]] = one
        row += len(one)
    return found
