"""Cases of a step of blows: who strikes and whom, by the states of both sides."""

from collections.abc import Sequence
from math import prod

import numpy as np

from rulesets.games.scrollhammer.combat.blows import ScrollhammerBlows
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.odds.company import Hurt, Volley
from rulesets.odds.volley import Dice, Ints

Fought = tuple[list[Ints], Ints]
"""The number of each group that strikes, and the mark of its target, by the states."""


def cases_of(
    side: ScrollhammerSide,
    other: ScrollhammerSide,
    blows: list[ScrollhammerBlows],
    fought: Fought,
) -> tuple[Ints | Dice, tuple[Hurt, ...], tuple[Volley, ...]]:
    """Return the number of the volley by the states of both sides, and all volleys.

    ``fought`` is by ``[own, other, own now, other now]`` [models]. Every case
    that needs a kernel of its own is one number: the target's mark, and for each of the
    blows whether the enemies are more and how many models strike.

    Returns
    -------
    ndarray of int
        ``[own, other, own now, other now]``: the volley; an axis that nothing depends
        on has a length of 1.
    tuple of Hurt
        Kinds of attackers.
    tuple of Volley
        Each names a kind and a count for every one of the blows.
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
    apart = not any(one.raging for one in blows) and _depend_apart(mark, parts)
    if apart:
        marks, (aimed,) = _told_apart([mark], [found])
        striking, counts = _told_apart(parts, sizes)
        which = marks * np.int32(len(counts[0])) + striking
        cases = (
            np.repeat(aimed, len(counts[0])),
            *(np.tile(one, len(aimed)) for one in counts),
        )
    else:
        which, cases = _told_apart([mark, *parts], [found, *sizes])
    return which, kinds, volleys_by_case(blows, found, cases)


def _depend_apart(mark: Ints, parts: Sequence[Ints]) -> bool:
    """Return whether a mark depends on other states than numbers of who strikes.

    Then any of it meets any of them, and what is worked out stays small.
    """
    alike = len({part.shape for part in parts}) == 1 and parts[0].ndim == mark.ndim
    axes = zip(mark.shape, parts[0].shape, strict=False)
    return alike and all(1 in sizes for sizes in axes)


def _told_apart(
    parts: Sequence[Ints], sizes: Sequence[int]
) -> tuple[Dice, tuple[Ints, ...]]:
    """Return the number of each case by the states, and the parts of every case.

    Parameters
    ----------
    parts : sequence of ndarray of int
        By the states of both sides.
    sizes : sequence of int
        How many numbers each part may be, from 0.
    """
    code = np.ravel_multi_index(tuple(parts), tuple(sizes))
    used = np.zeros(prod(sizes), dtype=bool)
    used[code] = True
    cases = np.unravel_index(np.flatnonzero(used), tuple(sizes))
    places = np.cumsum(used, dtype=np.int32) - 1
    return places[code], cases


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
