"""Targets of blows: the majority of the models that are engaged, by who is left."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np

from rulesets.games.scrollhammer.combat.blows.attack_values import Mark
from rulesets.games.scrollhammer.combat.blows.wounds import (
    full_mark,
    majority_of,
    marks,
    marks_alone,
)
from rulesets.games.scrollhammer.combat.contact import (
    FEW,
    counts_anew,
    in_line,
    still_engaged,
)
from rulesets.games.scrollhammer.combat.ranks import in_order
from rulesets.games.scrollhammer.combat.side import (
    PARALYZED,
    ScrollhammerSide,
)
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.company import Company
from rulesets.odds.volley import Dice, Ints

ALIKE: Ints = np.zeros((1, 1, 1, 1), dtype=np.int64)
"""The number of the only mark of a side, whatever the states are."""


@dataclass(frozen=True, slots=True, eq=False)
class StruckModels:
    """The marks of a side that is struck, by who of it is engaged.

    Parameters
    ----------
    marks : tuple of Mark
    first, later : ndarray of int
        ``[striker, struck, striker now, struck now]``: the mark in use, in the first
        step of a round and in later ones; an axis that nothing depends on has a length
        of 1.
    counts_anew: bool
        True if states are too many for ``later`` to tell who was engaged when the
        round began.
    """

    marks: tuple[Mark, ...]
    first: Ints
    later: Ints
    counts_anew: bool = False

    @property
    def whole(self) -> Mark:
        """Return the mark where both sides are at full strength."""
        return self.marks[int(self.first[-1, -1, -1, -1])]


def struck_models(side: ScrollhammerSide, met: Ints) -> StruckModels:
    """Return the marks of a side that is struck.

    Parameters
    ----------
    side : ScrollhammerSide
        That is struck.
    met : ndarray of int
        ``[own, striker]``: how many of it are engaged when a round begins [models].

    References
    ----------
    Scrollhammer Rulebook, Units with Different Weapon Skills; Multiple Toughness
    Values: those of the majority of the engaged.
    """
    if len(marks(side.profile)[0]) == 1:
        return StruckModels((_slowed(side, full_mark(side.profile)),), ALIKE, ALIKE)
    return _struck_by(met, _MarkedGroups.of(side))


@dataclass(frozen=True, slots=True)
class _MarkedGroups:
    """The groups of a side that is struck.

    Parameters
    ----------
    company : Company
    order : tuple of int
        Their places, from front to back.
    alone : tuple of Mark
        Of each of them.
    paralyzed : bool
    """

    company: Company
    order: tuple[int, ...]
    alone: tuple[Mark, ...]
    paralyzed: bool

    @classmethod
    def of(cls, side: ScrollhammerSide) -> "_MarkedGroups":
        """Return those of a side."""
        unit = side.profile
        order = in_order(unit, unit.front)
        return cls(unit.company, order, marks_alone(unit), side.paralyzed)

    def mark(self, alive: tuple[int, ...]) -> Mark:
        """Return the mark of so many models of each group."""
        found = majority_of(self.alone, alive)
        return _at_most(found) if self.paralyzed else found


def _weight(struck: StruckModels) -> int:
    """Return the room that marks take as long as they are kept [bytes]."""
    return struck.first.nbytes + struck.later.nbytes


@kept_by_identity(most=64, megabytes=4, weigh=_weight)
def _struck_by(met: Ints, groups: _MarkedGroups) -> StruckModels:
    """Return the marks of groups of which so many are engaged; the latest are kept."""
    known: dict[Mark, int] = {}
    first = _marked(groups, met[None, None], known)
    later = _marked(groups, still_engaged(groups.company, met, 1), known)
    anew = counts_anew(groups.company, met, 1)
    return StruckModels(tuple(known), first, later, anew)


@kept_by_identity(most=256)
def marks_by_engaged(side: ScrollhammerSide) -> tuple[tuple[Mark, ...], Ints]:
    """Return the marks of a side, and which it is: ``[state, engaged models]``."""
    models = np.arange(side.profile.models + 1)
    if len(marks(side.profile)[0]) == 1:
        alike = np.zeros((side.profile.company.states, len(models)), dtype=np.int64)
        return (_slowed(side, full_mark(side.profile)),), alike
    known: dict[Mark, int] = {}
    left = side.profile.company.counts[:, None]
    numbers = _numbered(_MarkedGroups.of(side), np.minimum(left, models), known)
    return tuple(known), numbers


def _marked(groups: _MarkedGroups, fighting: Ints, known: dict[Mark, int]) -> Ints:
    """Return the marks by states as the striker sees them; new ones become known."""
    return _narrowed(_numbered(groups, fighting, known).transpose(1, 0, 3, 2))


def _numbered(groups: _MarkedGroups, fighting: Ints, known: dict[Mark, int]) -> Ints:
    """Return the mark of so many engaged models, whose axes end with ``[own, …]``."""
    company = groups.company
    sizes = [models + 1 for models in company.models]
    counts = in_line(groups.order, company.alive[:, None], fighting)
    code = joined_numbers(counts, sizes)
    used = np.zeros(prod(sizes), dtype=bool)
    for row in code:
        used[row] = True
    number = np.zeros(prod(sizes), dtype=FEW)
    for place in np.flatnonzero(used).tolist():
        alive = tuple(int(count) for count in np.unravel_index(place, sizes))
        number[place] = known.setdefault(groups.mark(alive), len(known))
    found = np.empty(code.shape, dtype=FEW)
    for row, codes in zip(found, code, strict=True):
        row[...] = number[codes]
    return found


def joined_numbers(parts: Sequence[Ints], sizes: Sequence[int]) -> Dice:
    """Return one number for several of each case, as `numpy.ravel_multi_index` does.

    In half of its memory, and with none beside: the cases are millions.
    """
    shape = np.broadcast_shapes(*(one.shape for one in parts))
    found = np.zeros(shape, dtype=np.int32)
    for part, size in zip(parts, sizes, strict=True):
        found *= size
        np.add(found, part, out=found, casting="unsafe")
    return found


def _narrowed(numbers: Ints) -> Ints:
    """Return them with a length of 1 along each axis that nothing depends on."""
    for axis in range(numbers.ndim):
        first = numbers.take([0], axis=axis)
        if (numbers == first).all():
            numbers = first
    return numbers


def _slowed(side: ScrollhammerSide, mark: Mark) -> Mark:
    return _at_most(mark) if side.paralyzed else mark


def _at_most(mark: Mark) -> Mark:
    """Return a mark as it is while it is paralyzed."""
    return replace(mark, ws=min(mark.ws, PARALYZED))
