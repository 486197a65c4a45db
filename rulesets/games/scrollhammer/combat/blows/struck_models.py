"""Targets of blows: the majority of the models that are engaged, by who is left."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np

from rulesets.games.scrollhammer.combat.blows.attack_values import Mark
from rulesets.games.scrollhammer.combat.blows.wounds import full_mark, mark_of, marks
from rulesets.games.scrollhammer.combat.side import (
    FEW,
    PARALYZED,
    ScrollhammerSide,
    fighters,
    still_engaged,
)
from rulesets.odds.array_cache import kept_by_identity
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
    """

    marks: tuple[Mark, ...]
    first: Ints
    later: Ints

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
    known: dict[Mark, int] = {}
    first = _marked(side, met[None, None], known)
    later = _marked(side, still_engaged(side, met, 1), known)
    return StruckModels(tuple(known), first, later)


@kept_by_identity(most=256)
def marks_by_engaged(side: ScrollhammerSide) -> tuple[tuple[Mark, ...], Ints]:
    """Return the marks of a side, and which it is: ``[state, engaged models]``."""
    models = np.arange(side.profile.models + 1)
    if len(marks(side.profile)[0]) == 1:
        alike = np.zeros((side.profile.company.states, len(models)), dtype=np.int64)
        return (_slowed(side, full_mark(side.profile)),), alike
    known: dict[Mark, int] = {}
    left = side.profile.company.counts[:, None]
    numbers = _numbered(side, np.minimum(left, models), known)
    return tuple(known), numbers


def _marked(side: ScrollhammerSide, fighting: Ints, known: dict[Mark, int]) -> Ints:
    """Return the marks by states as the striker sees them; new ones become known."""
    return _narrowed(_numbered(side, fighting, known).transpose(1, 0, 3, 2))


def _numbered(side: ScrollhammerSide, fighting: Ints, known: dict[Mark, int]) -> Ints:
    """Return the mark of so many engaged models, whose axes end with ``[own, …]``."""
    groups = side.profile.groups
    sizes = [group.models + 1 for group in groups]
    code = joined_numbers(fighters(side.profile, fighting), sizes)
    used = np.zeros(prod(sizes), dtype=bool)
    for row in code:
        used[row] = True
    number = np.zeros(prod(sizes), dtype=FEW)
    for place in np.flatnonzero(used).tolist():
        alive = tuple(int(count) for count in np.unravel_index(place, sizes))
        mark = _slowed(side, mark_of(side.profile, alive))
        number[place] = known.setdefault(mark, len(known))
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
    return replace(mark, ws=min(mark.ws, PARALYZED)) if side.paralyzed else mark
