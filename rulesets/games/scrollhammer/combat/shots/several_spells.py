"""The spells of a volley whose casters cast several of them, and what they do."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from rulesets.games.scrollhammer.combat.power_dice import (
    Cast,
    Manner,
    Priced,
    cast,
)
from rulesets.odds.company import Hurt, unsaved
from rulesets.odds.volley import Floats, repeated

MOST_WORK = 1e7
"""Chances of a volley by its castings above which casters keep to fewer spells."""

Together = tuple[tuple[tuple[int, ...], float], ...]
"""Castings of each spell, and the chance that they come together [chance]."""

SEEN = 1e-18
"""Castings that come together less often than this are lost in rounding [chance]."""


def cast_together(
    spells: Sequence[Priced], held: int, manner: Manner, casters: int, states: int
) -> tuple[tuple[int, ...], Together]:
    """Return which spells a caster casts, by place, and how often each together.

    Where so many casters and states of their target are too much work, the spell whose
    castings are worth least is left out, and again.

    Parameters
    ----------
    spells : sequence of Priced
    held : int
        Power dice of each caster [dice].
    manner : Manner
    casters : int
        At most [models].
    states : int
        Of their target.
    """
    known = tuple(range(len(spells)))
    while True:
        found = cast(tuple(spells[place] for place in known), held, manner)
        means = np.sum([np.multiply(n, chance) for n, chance in found.items()], axis=0)
        used = tuple(p for p, often in zip(known, means, strict=True) if often)
        if len(used) < len(known):
            known = used or known[:1]
        elif len(known) == 1 or _work(found, casters, states) <= MOST_WORK:
            return known, tuple(found.items())
        else:
            worths = [spells[p][1] * n for p, n in zip(known, means, strict=True)]
            dropped = int(np.argmin(worths))
            known = known[:dropped] + known[dropped + 1 :]


def _work(found: Cast, casters: int, states: int) -> float:
    most = np.max(list(found), axis=0) * casters + 1
    return float(np.prod(most)) * states**2


@lru_cache(maxsize=64)
def castings_together(
    found: Together, casters: int
) -> tuple[tuple[tuple[int, ...], ...], Floats]:
    """Return the castings of each spell by so many casters, and their chances.

    Parameters
    ----------
    found : Together
        Of one caster.
    casters : int
        [models]
    """
    most = np.max([counts for counts, _ in found], axis=0)
    joint: Floats = np.ones((1,) * len(most))
    for _ in range(casters):
        grown = np.zeros(np.array(joint.shape) + most)
        for counts, chance in found:
            place = tuple(
                slice(n, n + size) for n, size in zip(counts, joint.shape, strict=True)
            )
            grown[place] += chance * joint
        joint = grown
    seen = np.argwhere(joint > SEEN)
    return tuple(map(tuple, seen.tolist())), joint[joint > SEEN]


def unsaved_together(
    hurts: tuple[Hurt, ...],
    found: Together,
    casters: int,
) -> Floats:
    """Return the unsaved wounds of several spells of some casters, as `unsaved` has it.

    On the first group of their target, however many wounds it has.
    """
    of_each = []
    for counts, chance in found:
        made: Floats = np.full(1, chance)
        for hurt, number in zip(hurts, counts, strict=True):
            made = np.convolve(made, unsaved(hurt, number))
        of_each.append(made)
    one: Floats = np.zeros(max(map(len, of_each)))
    for made in of_each:
        one[: len(made)] += made
    return repeated(one, casters)
