"""Volleys of the same kinds as pools of wounds, each with what it may be."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from math import prod
from typing import NamedTuple

import numpy as np

from rulesets.odds.company import Company, Hurt, rows_pooled, sums_of
from rulesets.odds.volley import Floats, Ints
from rulesets.odds.wound_pool import Dealt, dealt_out

Volley = tuple[tuple[int, int], ...]
"""The attackers of one step: by the place of their kind, and how many."""

Terms = Sequence[tuple[float, Volley]]
"""The volleys that one may be, each with its chance; all are of the same kinds."""

JOINT = 24
"""All kinds at once are no more work for the kernel than so many times kind by kind."""


def counts_of(terms: Sequence[Terms]) -> dict[int, list[int]]:
    """Return by kind the counts of its attackers in any volley, the fewest first."""
    counts: dict[int, set[int]] = {}
    for those in terms:
        for _, volley in those:
            for kind, count in volley:
                counts.setdefault(kind, set()).add(count)
    return {kind: sorted(several) for kind, several in counts.items()}


class VolleyPools(NamedTuple):
    """The pools of wounds of volleys of the same kinds.

    Parameters
    ----------
    places : list of int
        Those of the volleys.
    terms : sequence of Terms
        What each of them may be.
    pool : list of Dealt
        Kinds whose wounds do the same are one, if they follow each other.
    at : list
        By kind, volley and term the number of its count in the pool.
    """

    places: list[int]
    terms: Sequence[Terms]
    pool: list[Dealt]
    at: list[list[list[int]]]


def pools_of(kinds: tuple[Hurt, ...], terms: Sequence[Terms]) -> Iterator[VolleyPools]:
    """Yield volleys of the same kinds together."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for place, those in enumerate(terms):
        alike.setdefault(tuple(kind for kind, _ in those[0][1]), []).append(place)
    for numbers, places in alike.items():
        these = [terms[place] for place in places]
        runs = _runs([kinds[number] for number in numbers])
        pool, at = [], []
        for run in runs:
            several = [
                [tuple(volley[n] for n in run) for _, volley in those]
                for those in these
            ]
            sums = _sums(kinds, [one for those in several for one in those])
            order = {counts: number for number, counts in enumerate(sums)}
            first = kinds[numbers[run[0]]]
            pool.append(dealt_out(first.effects, first.aimed, [*sums.values()]))
            at.append([[order[counts] for counts in those] for those in several])
        yield VolleyPools(places, these, pool, at)


def _is_sure(terms: Sequence[Terms]) -> bool:
    """Return whether each of some volleys is but one."""
    return all(len(those) == 1 for those in terms)


def is_joint(one: VolleyPools) -> bool:
    """Return whether the cases of all kinds together are as good as kind after kind.

    They are the only way where a volley may be several.
    """
    if not _is_sure(one.terms):
        return True
    shape = [len(kind.plain) for kind in one.pool]
    counts = [len(kind.chances) for kind in one.pool]
    after = [
        prod(counts[: place + 1]) * prod(shape[place:]) for place in range(len(shape))
    ]
    return len(one.places) * prod(shape) <= JOINT * sum(after, 1)


def joint_of(one: VolleyPools) -> Floats:
    """Return ``[volley, case of the first kind, …]``: how often wounds come together.

    That is the mean over what the volley may be.
    """
    if _is_sure(one.terms):
        chances = np.array([chance for ((chance, _),) in one.terms])
        for kind, of_kind in zip(one.pool, one.at, strict=True):
            of_each = kind.chances[[number for (number,) in of_kind]]
            chances = chances[..., None] * of_each.reshape(
                len(of_each), *(1,) * (chances.ndim - 1), -1
            )
        return chances
    joint = np.zeros((len(one.terms), *(len(kind.plain) for kind in one.pool)))
    for place, those in enumerate(one.terms):
        for term, (chance, _) in enumerate(those):
            rows = [
                kind.chances[of_kind[place][term]]
                for kind, of_kind in zip(one.pool, one.at, strict=True)
            ]
            joint[place] += chance * reduce(np.multiply.outer, rows, np.ones(()))
    return joint


def rows_dealt(company: Company, one: VolleyPools) -> Iterator[tuple[Ints, Floats]]:
    """Yield some states, and ``[volley, s, t]`` of such volleys from them."""
    if not one.pool:
        yield np.arange(company.states), np.eye(company.states)
        return
    if _is_sure(one.terms):
        single = tuple([number for (number,) in of_kind] for of_kind in one.at)
        yield from (
            (states, rows[single]) for states, rows in rows_pooled(company, one.pool)
        )
        return
    yield from rows_pooled(company, one.pool, joint_of(one))


def _runs(kinds: Sequence[Hurt]) -> list[list[int]]:
    """Return the places of kinds, together those whose wounds do the same."""
    found: list[list[int]] = []
    for place, kind in enumerate(kinds):
        before = kinds[place - 1]
        alike = (kind.effects, kind.aimed) == (before.effects, before.aimed)
        if found and alike:
            found[-1].append(place)
        else:
            found.append([place])
    return found


def _sums(kinds: tuple[Hurt, ...], volleys: Sequence[Volley]) -> dict[Volley, Floats]:
    """Return the distributions of the wounds of some kinds together, each once."""
    known = {
        kind: sums_of(np.array(kinds[kind].one), several)
        for kind, several in counts_of([[(1.0, one) for one in volleys]]).items()
    }
    return {volley: summed_wounds(volley, known) for volley in dict.fromkeys(volleys)}


def summed_wounds(volley: Volley, sums: Mapping[int, Mapping[int, Floats]]) -> Floats:
    """Return the distribution of the wounds of all attackers of a volley [chance]."""
    total = np.ones(1)
    for kind, count in volley:
        if count:
            more = sums[kind][count]
            total = more if len(total) == 1 else np.convolve(total, more)
    return total
