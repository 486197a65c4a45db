"""Cases of a step of blows: who strikes and whom, by the states of both sides."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from rulesets.games.scrollhammer.combat.blows.blows import ScrollhammerBlows
from rulesets.games.scrollhammer.combat.blows.struck_models import joined_numbers
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.odds.company import Hurt
from rulesets.odds.volley import Dice, Ints
from rulesets.odds.volley_kernels import Volley

Flags = NDArray[np.bool_]

Fought = tuple[list[Ints], Ints]
"""The number of each group that strikes, and the mark of its target, by the states."""


@dataclass(frozen=True, slots=True, eq=False)
class StepCases:
    """The volleys of a step of blows, and which it is by the states of both sides.

    Parameters
    ----------
    which, added : ndarray of int
        ``[own, other, own now, other now]``: their sum is the number of the volley; an
        axis that nothing depends on has a length of 1.
    kinds : tuple of Hurt
        Kinds of attackers.
    volleys : tuple of Volley
        Each names a kind and a count for every one of the blows.
    """

    which: Dice
    added: Dice
    kinds: tuple[Hurt, ...]
    volleys: tuple[Volley, ...]


def cases_of(
    side: ScrollhammerSide,
    other: ScrollhammerSide,
    blows: list[ScrollhammerBlows],
    fought: Fought,
) -> StepCases:
    """Return the volleys of a step, and their numbers by the states of both sides.

    ``fought`` is by ``[own, other, own now, other now]`` [models]. Whom a side strikes
    is one table, who strikes another: whether the enemies are more for each of the
    blows, and how many models strike. Both are small, and one of all states is not.
    """
    fighting, mark = fought
    sizes = []
    parts = []
    for one in blows:
        if one.raging:
            sizes.append(2)
            parts.append(_outnumbered(side, other))
        sizes.append(side.profile.groups[one.place].models + 1)
        parts.append(fighting[one.place])
    found = len(blows[0].hurts)
    kinds = tuple(hurts for one in blows for hurts in (*one.hurts, *one.raging))
    aimed, (marks,) = _told_apart([mark], [found])
    striking, counts = _told_apart(parts, sizes)
    each = len(counts[0])
    used = _as_used(_met(aimed, len(marks), striking, each).ravel())
    cases = marks[used // each], *(one[used % each] for one in counts)
    volleys = volleys_by_case(blows, found, cases)
    return StepCases(striking, aimed * np.int32(each), kinds, volleys)


def _met(one: Dice, so_many: int, other: Dice, others: int) -> Flags:
    """Return ``[number of one, number of the other]``: whether any state has both.

    Where they depend on the same states, each is looked at with what is there.
    """
    sizes = zip(one.shape, other.shape, strict=True)
    shared = [axis for axis, both in enumerate(sizes) if 1 not in both]
    found = np.zeros((so_many, others), dtype=bool)
    if not shared:
        return ~found
    here, there = _rows(one, shared), _rows(other, shared)
    for number in range(so_many):
        found[number, there[(here == number).any(axis=1)]] = True
    return found


def _rows(table: Dice, shared: list[int]) -> Dice:
    """Return ``[state of the shared axes, any other state]``: a table's numbers."""
    first = np.moveaxis(table, shared, range(len(shared)))
    return first.reshape(prod(first.shape[: len(shared)]), -1)


def _as_used(met: Flags) -> Ints:
    """Return the numbers of cases; the first that is met for one that never is."""
    places = np.arange(len(met))
    return np.where(met, places, np.argmax(met))


def _told_apart(
    parts: Sequence[Ints], sizes: Sequence[int]
) -> tuple[Dice, tuple[Ints, ...]]:
    """Return the number of each case by the states, and the parts of every case.

    Parameters
    ----------
    parts : sequence of ndarray of int
        By the states of both sides, or of both as they are now.
    sizes : sequence of int
        How many numbers each part may be, from 0.
    """
    numbers = joined_numbers(parts, sizes)
    used = np.zeros(prod(sizes), dtype=bool)
    rows = numbers.reshape(len(numbers), -1)
    for row in rows:
        used[row] = True
    cases = np.unravel_index(np.flatnonzero(used), tuple(sizes))
    places = np.cumsum(used, dtype=np.int32) - 1
    for row in rows:
        row[:] = places[row]
    return numbers.reshape((1,) * (4 - numbers.ndim) + numbers.shape), cases


def _outnumbered(side: ScrollhammerSide, other: ScrollhammerSide) -> Ints:
    """Return ``[own, other]``: 1 where the enemies are more."""
    own, theirs = side.profile.company.counts, other.profile.company.counts
    fewer: Ints = (own[:, None] < theirs).astype(np.int64)
    return fewer


def volleys_by_case(
    blows: list[ScrollhammerBlows], marks: int, cases: tuple[Ints, ...]
) -> tuple[Volley, ...]:
    """Return the volley of every case: the attackers' kinds, and how many strike."""
    mark, *others = cases
    rest = iter(others)
    columns = []
    kind = 0
    for one in blows:
        at = kind + mark + (marks * next(rest) if one.raging else 0)
        kind += len(one.hurts) + len(one.raging)
        columns.append(zip(at.tolist(), next(rest).tolist(), strict=True))
    return tuple(zip(*columns, strict=True))
