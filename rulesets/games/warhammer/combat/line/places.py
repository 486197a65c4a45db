"""The places of a unit's models, and which of them touch each of several enemies."""

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple

import numpy as np

from rulesets.games.warhammer.combat.context import Flank
from rulesets.odds.volley import Ints

Place = tuple[int, int]
"""A rank from the front, and a file from the flank that is touched first."""


class TouchedSide(NamedTuple):
    """The side of a unit that one enemy touches.

    Parameters
    ----------
    where : Flank
    place, sharers : int
        Which of how many enemies at this side it is. Those at one front or rear share
        it; a second one in the flank stands at the other flank.
    """

    where: Flank
    place: int
    sharers: int


@lru_cache(maxsize=256)
def striking_of(
    width: int, models: int, sides: tuple[TouchedSide, ...], *, two_ranks: bool = False
) -> Ints:
    """Return how many models that touch the last enemy strike at none before it.

    Parameters
    ----------
    width, models : int
        Models of a full rank, and most models of the unit [models].
    sides : tuple of TouchedSide
        Where the enemies stand, in the order in which they are struck.
    two_ranks : bool
        The second rank strikes as well, to its front.

    Returns
    -------
    ndarray of int
        ``[models, met, met, ...]``, by the models that touch each enemy. They are in
        the middle of their side, the odd one nearer to the first flank; a last rank
        that is not full begins there, too (house).
    """
    longest = max(width, -(-models // width))
    found = np.zeros((models + 1, *[longest + 1] * len(sides)), dtype=np.int64)
    for many in range(1, models + 1):
        lines = [along(width, many, side) for side in sides]
        for mets in product(*[range(len(line) + 1) for line in lines]):
            *taken, last = map(middle, lines, mets)
            if two_ranks:
                taken += map(partial(_behind, width, many), sides[:-1], mets)
            found[(many, *mets)] = len(last.difference(*taken))
    found.setflags(write=False)
    return found


def _behind(width: int, models: int, side: TouchedSide, met: int) -> set[Place]:
    """Return the places of the second rank from which models strike to the front.

    They are counted from the first flank on (house).
    """
    there = max(min(width, models - width), 0) if side.where == "front" else 0
    return {(1, file) for file in range(min(there, met))}


@lru_cache(maxsize=256)
def lengths_along(width: int, models: int, side: TouchedSide) -> Ints:
    """Return how many models stand along a side, by the models of the unit."""
    found = np.array([len(along(width, many, side)) for many in range(models + 1)])
    found.setflags(write=False)
    return found


def along(width: int, models: int, side: TouchedSide) -> list[Place]:
    """Return the places along the side that an enemy touches."""
    if side.where == "flank":
        return list(_flank(width, models, other=side.place > 0))
    front = min(width, models)
    deepest = [(models - 1 - file) // width for file in range(front)]
    ranks = [0] * front if side.where == "front" else deepest
    each, more = divmod(front, side.sharers)
    begins = side.place * each + min(side.place, more)
    files = range(begins, begins + each + (side.place < more))
    return [(ranks[file], file) for file in files]


def _flank(width: int, models: int, *, other: bool) -> Iterator[Place]:
    """Yield the first or the last place of each rank."""
    for rank in range(-(-models // width)):
        last = min(width, models - rank * width) - 1
        yield rank, last if other else 0


def middle(line: list[Place], many: int) -> set[Place]:
    """Return so many places in the middle of a line of them."""
    first = (len(line) - many) // 2
    return set(line[first : first + many])
