"""The places of a unit's models, and which of them touch each of several enemies."""

from collections.abc import Iterator
from functools import lru_cache, reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulesets.games.warhammer.combat.context import Flank
from rulesets.odds.volley import Ints

Flags = NDArray[np.bool_]

Place = tuple[int, int]
"""A rank from the front, and a file from the flank that is touched first."""


class TouchedSide(NamedTuple):
    """The side of a unit that one enemy touches.

    Parameters
    ----------
    where : Flank
    place, sharers : int
        Which of how many enemies at this side it is. Those at one front or rear share
        it evenly; a second one in the flank stands at the other flank (house).
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
    lines = [[along(width, many, side) for side in sides] for many in range(models + 1)]
    sizes = [max(map(len, of_side)) + 1 for of_side in zip(*lines, strict=True)]
    found = np.zeros((models + 1, *sizes), dtype=np.int64)
    for many, (*before, last) in enumerate(lines):
        behind = [
            behind_front(width, many, side) if two_ranks else [] for side in sides[:-1]
        ]
        for place in last:
            ways = [
                ~_strikes(place, line, second, size)
                for line, second, size in zip(before, behind, sizes[:-1], strict=True)
            ]
            ways.append(_strikes(place, last, [], sizes[-1]))
            found[many] += reduce(np.logical_and.outer, ways)
    found.setflags(write=False)
    return found


def _strikes(place: Place, line: list[Place], second: list[Place], size: int) -> Flags:
    """Return whether the model at a place strikes, by how many touch an enemy.

    Parameters
    ----------
    place : tuple of int
    line, second : list of tuple of int
        The places along the side of the enemy, and those of the second rank that
        strike over them.
    size : int
        Numbers that may touch it, from 0 on.
    """
    mets = np.arange(size)
    found = np.zeros(size, dtype=np.bool_)
    if place in line:
        first, number = (len(line) - mets) // 2, line.index(place)
        found |= (first <= number) & (number < first + mets)
    if place in second:
        found |= second.index(place) < mets
    return found


def behind_front(width: int, models: int, side: TouchedSide) -> list[Place]:
    """Return the places of the second rank from which models strike to the front.

    They are counted from the first flank on (house).
    """
    if side.where != "front":
        return []
    files = [file for _, file in along(width, models, side)]
    return [(1, file) for file in files if width + file < models]


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
    return [(ranks[file], file) for file in _shared(front, side)]


def _shared(front: int, side: TouchedSide) -> range:
    """Return the files of a front or rear that one of those who share it touches.

    Where there are fewer models than enemies, several touch the same one.
    """
    if front < side.sharers:
        file = side.place * front // side.sharers
        return range(file, min(file + 1, front))
    each, more = divmod(front, side.sharers)
    begins = side.place * each + min(side.place, more)
    return range(begins, begins + each + (side.place < more))


def _flank(width: int, models: int, *, other: bool) -> Iterator[Place]:
    """Yield the first or the last place of each rank."""
    for rank in range(-(-models // width)):
        last = min(width, models - rank * width) - 1
        yield rank, last if other else 0
