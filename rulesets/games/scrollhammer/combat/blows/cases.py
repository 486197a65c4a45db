"""Cases of a step of blows: who strikes and whom, by the states of both sides."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from rulesets.games.scrollhammer.combat.blows.blows import ScrollhammerBlows
from rulesets.games.scrollhammer.combat.blows.struck_models import joined_numbers
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.odds.company import Company, Hurt
from rulesets.odds.volley import Dice, Ints
from rulesets.odds.volley_pools import Volley

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
    company, enemy = side.profile.company, other.profile.company
    return with_kinds(numbered(company, enemy, StepParts.of(blows), fought), blows)


@dataclass(frozen=True, slots=True)
class StepParts:
    """The parts of a step of blows by which its cases differ, beside states.

    Parameters
    ----------
    marks : int
        Kinds of attackers of each group.
    groups : tuple
        The place of each group that strikes, and whether it strikes otherwise where
        the enemies are more.
    """

    marks: int
    groups: tuple[tuple[int, bool], ...]

    @classmethod
    def of(cls, blows: Sequence[ScrollhammerBlows]) -> "StepParts":
        """Return those of some blows."""
        groups = tuple((one.place, bool(one.raging)) for one in blows)
        return cls(len(blows[0].hurts), groups)


@dataclass(frozen=True, slots=True, eq=False)
class NumberedCases:
    """`StepCases` whose volleys may be of any kinds."""

    which: Dice
    added: Dice
    volleys: tuple[Volley, ...]

    def weight(self) -> int:
        """Return the room that they take, about [bytes]."""
        volleys = sum(_VOLLEY * len(one) for one in self.volleys)
        return self.which.nbytes + self.added.nbytes + volleys


_VOLLEY = 100
"""Room of the attackers of one kind in a volley, about [bytes]."""


def with_kinds(cases: NumberedCases, blows: Sequence[ScrollhammerBlows]) -> StepCases:
    """Return the cases of a step with the kinds of attackers that its blows have."""
    kinds = tuple(hurts for one in blows for hurts in (*one.hurts, *one.raging))
    return StepCases(cases.which, cases.added, kinds, cases.volleys)


def numbered(
    own: Company, enemy: Company, parts: StepParts, fought: Fought
) -> NumberedCases:
    """Return the volleys of a step, and their numbers by the states of both sides."""
    fighting, mark = fought
    sizes, striking_by = [], []
    for place, rages in parts.groups:
        if rages:
            sizes.append(2)
            striking_by.append(_outnumbered(own, enemy))
        sizes.append(own.models[place] + 1)
        striking_by.append(fighting[place])
    aimed, (marks,) = _told_apart([mark], [parts.marks])
    striking, counts = _told_apart(striking_by, sizes)
    each = len(counts[0])
    used = _as_used(_met(aimed, len(marks), striking, each).ravel())
    cases = marks[used // each], *(one[used % each] for one in counts)
    volleys = volleys_by_case(parts, cases)
    return NumberedCases(striking, aimed * np.int32(each), volleys)


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


def _outnumbered(side: Company, other: Company) -> Ints:
    """Return ``[own, other]``: 1 where the enemies are more."""
    own, theirs = side.counts, other.counts
    fewer: Ints = (own[:, None] < theirs).astype(np.int64)
    return fewer


def volleys_by_case(parts: StepParts, cases: tuple[Ints, ...]) -> tuple[Volley, ...]:
    """Return the volley of every case: the attackers' kinds, and how many strike."""
    mark, *others = cases
    rest = iter(others)
    columns = []
    kind = 0
    for _, rages in parts.groups:
        at = kind + mark + (parts.marks * next(rest) if rages else 0)
        kind += 2 * parts.marks if rages else parts.marks
        columns.append(zip(at.tolist(), next(rest).tolist(), strict=True))
    return tuple(zip(*columns, strict=True))
