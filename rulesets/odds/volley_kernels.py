"""The effect of whole volleys on a company, by losses.

Some attackers of a volley may first try something, each on its own, and then attack in
one way if it succeeds and in another if not, as casters of weapons do. The effect is
then the mean over how many succeed, which is taken before any table by states is made:
such tables of every number that may succeed would be thousands.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import product
from math import prod

import numpy as np

from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.company import (
    Company,
    Hurt,
    as_losses,
    sums_of,
    transitions,
    unsaved,
)
from rulesets.odds.falls import Falls, falls
from rulesets.odds.native.bindings import pooled_kernel
from rulesets.odds.pooled_losses import Pool, pooled_falls, pooled_losses
from rulesets.odds.volley import Floats, binomial, capped
from rulesets.odds.volley_pools import (
    Terms,
    Volley,
    VolleyPools,
    counts_of,
    is_joint,
    joint_of,
    pools_of,
    rows_dealt,
    summed_wounds,
)

Moves = Mapping[int, Mapping[int, Floats]]
"""``[s, t]`` by kind and by how many of it attack [chance]."""


@dataclass(frozen=True, slots=True)
class Share:
    """Those of some equal attackers who have succeeded at something, or have not.

    Parameters
    ----------
    group : int
        A number of the attackers who try; theirs have the same count in a volley.
    chance : float
        That one of them succeeds [chance].
    done : bool
        True if it is those who have.
    """

    group: int
    chance: float
    done: bool


Shares = tuple[Share | None, ...]
"""By the places of a volley, whose share attacks there; none for all of them."""


@kept_arrays(megabytes=48)
def kernels(
    company: Company,
    kinds: tuple[Hurt, ...],
    volleys: tuple[Volley, ...],
    shares: Shares = (),
) -> Floats:
    """Compute the effect of volleys on a company, by losses.

    Parameters
    ----------
    company : Company
    kinds : tuple of Hurt
        Kinds of attackers.
    volleys : tuple of Volley
        The wounds of each are one pool, those of its kinds one after the other.
    shares : tuple of Share, optional
        By the places of every volley, which counts all attackers of a group for those
        who have succeeded and for those who have not. Empty if nobody tries anything.

    Returns
    -------
    ndarray
        ``[volley, s, i]``: chance that state s falls by i. It is shared and may not be
        written to.
    """
    terms = _every_term(volleys, shares)
    if company.per_model == (1,) and all(
        len(kind.effects[0].wounds) == 2 for kind in kinds
    ):
        sums = {
            kind: sums_of(unsaved(kinds[kind]), several)
            for kind, several in counts_of(terms).items()
        }
        dealt = [_mean_wounds(those, sums) for those in terms]
        most = max((len(one) for one in dealt), default=1) - 1
        pool = company.states - 1
        return capped(dealt, pool, min(most, pool))
    if len(company.models) == 1:
        return as_losses(_one_by_one(company, kinds, volleys, shares, terms))
    return _by_pools(company, kinds, terms)


def kernels_that_fall(
    company: Company,
    kinds: tuple[Hurt, ...],
    volleys: tuple[Volley, ...],
    shares: Shares = (),
) -> Floats | Falls:
    """Return `kernels`, without what no state can lose where that is most of them."""
    few = pooled_kernel() is not None and _are_few(company.digits)
    if few and _are_at_once(kinds, volleys, shares):
        return falls(_few(company, kinds, volleys, shares), company.digits)
    return kernels(company, kinds, volleys, shares)


@lru_cache(maxsize=256)
def _are_few(digits: tuple[int, ...]) -> bool:
    """Return whether states of some digits can lose a quarter of all numbers at most.

    It is at most as many as there are pairs of digits, each of which falls or stays.
    """
    pairs = prod(several * (several + 1) // 2 for several in digits)
    return len(digits) > 1 and 4 * pairs <= prod(digits) ** 2


@kept_arrays(megabytes=48)
def _few(
    company: Company,
    kinds: tuple[Hurt, ...],
    volleys: tuple[Volley, ...],
    shares: Shares,
) -> Floats:
    """Return ``[volley, place]`` of what can be lost, see `Falls`."""
    terms = _every_term(volleys, shares)
    return pooled_falls(company, len(terms), _joints([*pools_of(kinds, terms)]))


@lru_cache(maxsize=256)
def _are_at_once(
    kinds: tuple[Hurt, ...], volleys: tuple[Volley, ...], shares: Shares
) -> bool:
    """Return whether the kinds of each volley are best dealt out at once."""
    return all(map(is_joint, pools_of(kinds, _every_term(volleys, shares))))


def _every_term(volleys: Iterable[Volley], shares: Shares) -> list[Terms]:
    """Return the volleys that each one may be, each with its chance."""
    return [
        [*_terms(volley, shares)] if any(shares) else [(1.0, volley)]
        for volley in volleys
    ]


def _terms(volley: Volley, shares: Shares) -> Iterator[tuple[float, Volley]]:
    """Yield the volleys that one may be, by how many of each group succeed."""
    trying = {
        share.group: (count, share.chance)
        for (_, count), share in zip(volley, shares, strict=True)
        if share is not None
    }
    each = [binomial(count, chance) for count, chance in trying.values()]
    for numbers in product(*(range(len(chances)) for chances in each)):
        chance = prod(chances[n] for chances, n in zip(each, numbers, strict=True))
        done = dict(zip(trying, numbers, strict=True))
        yield chance, tuple(map(_shared, volley, shares, [done] * len(volley)))


def _shared(
    attackers: tuple[int, int], share: Share | None, done: Mapping[int, int]
) -> tuple[int, int]:
    """Return those of some attackers who attack so, by how many have succeeded."""
    kind, count = attackers
    if share is None:
        return attackers
    succeeded = done[share.group]
    return kind, succeeded if share.done else count - succeeded


def _mean_wounds(those: Terms, sums: Mapping[int, Mapping[int, Floats]]) -> Floats:
    """Return the distribution of the wounds of a volley [chance]."""
    parts = [(chance, summed_wounds(volley, sums)) for chance, volley in those]
    mean = np.zeros(max(len(one) for _, one in parts))
    for chance, one in parts:
        mean[: len(one)] += chance * one
    return mean


def _one_by_one(
    company: Company,
    kinds: tuple[Hurt, ...],
    volleys: Sequence[Volley],
    shares: Shares,
    terms: Sequence[Terms],
) -> Floats:
    """Return ``[volley, s, t]`` of models that are all alike: kind after kind."""
    nothing = np.eye(company.states)
    both = _next_to_each_other(shares)
    if both is not None:
        return _succeeded_first(company, kinds, volleys, both)
    moves = _moves_of(company, kinds, counts_of(terms))
    whole = np.empty((len(terms), *nothing.shape))
    for place, those in enumerate(terms):
        whole[place] = sum(
            chance * _product(moves, volley, nothing) for chance, volley in those
        )
    return whole


def _moves_of(
    company: Company, kinds: tuple[Hurt, ...], counts: Mapping[int, Sequence[int]]
) -> Moves:
    """Return ``[s, t]`` of so many attackers of a kind alone, by kind and count."""
    return {
        kind: dict(
            zip(several, transitions(company, kinds[kind], several), strict=True)
        )
        for kind, several in counts.items()
    }


def _product(moves: Moves, volley: Volley, nothing: Floats) -> Floats:
    """Return ``[s, t]`` of a volley whose kinds attack one after the other."""
    striking = [moves[kind][count] for kind, count in volley if count]
    return reduce(np.matmul, striking) if striking else nothing


def _next_to_each_other(shares: Shares) -> tuple[int, Share] | None:
    """Return the place of those who succeed if those who do not are the next place.

    None if more places than these two are shared.
    """
    places = [place for place, share in enumerate(shares) if share is not None]
    if len(places) != 2 or places[1] != places[0] + 1:
        return None
    first, then = (shares[place] for place in places)
    if first is None or then is None or (first.done, then.done) != (True, False):
        return None
    return places[0], first


def _succeeded_first(
    company: Company,
    kinds: tuple[Hurt, ...],
    volleys: Sequence[Volley],
    both: tuple[int, Share],
) -> Floats:
    """Return ``[volley, s, t]`` if those who succeed attack right before the others.

    Of n + 1 attackers either one more of those before succeeds, who attacks first, or
    one more fails, who attacks last. With A and B of one attacker each and p the chance
    to succeed it is p A Mₙ + (1 - p) Mₙ B, so that no sum over all numbers is needed.
    """
    place, share = both
    nothing = np.eye(company.states)
    rest = [(*volley[:place], *volley[place + 2 :]) for volley in volleys]
    moves = _moves_of(company, kinds, counts_of([[(1.0, one) for one in rest]]))
    most: dict[tuple[int, int], int] = {}
    for volley in volleys:
        (kind, count), (other, _) = volley[place : place + 2]
        most[kind, other] = max(count, most.get((kind, other), 0))
    tables = {
        (kind, other): _means(
            transitions(company, kinds[kind], [1])[0],
            transitions(company, kinds[other], [1])[0],
            share.chance,
            count,
        )
        for (kind, other), count in most.items()
    }
    whole = np.empty((len(volleys), *nothing.shape))
    for number, volley in enumerate(volleys):
        (kind, count), (other, _) = volley[place : place + 2]
        parts = [tables[kind, other][count]]
        if any(number for _, number in volley[:place]):
            parts.insert(0, _product(moves, volley[:place], nothing))
        if any(number for _, number in volley[place + 2 :]):
            parts.append(_product(moves, volley[place + 2 :], nothing))
        whole[number] = reduce(np.matmul, parts)
    return whole


def _means(succeeds: Floats, fails: Floats, chance: float, most: int) -> Floats:
    """Return ``[count, s, t]``: the mean over who succeeds, up to so many attackers."""
    found = np.empty((most + 1, *succeeds.shape))
    found[0] = np.eye(len(succeeds))
    for count in range(most):
        before = found[count]
        found[count + 1] = chance * succeeds @ before + (1 - chance) * before @ fails
    return found


def _by_pools(
    company: Company, kinds: tuple[Hurt, ...], terms: Sequence[Terms]
) -> Floats:
    """Return ``[volley, s, i]``: volleys of the same kinds are dealt out at once."""
    pools = [*pools_of(kinds, terms)]
    if all(map(is_joint, pools)):
        found = pooled_losses(company, len(terms), _joints(pools))
        if found is not None:
            return found
    whole = np.zeros((len(terms), company.states, company.states))
    for one in pools:
        for states, rows in rows_dealt(company, one):
            whole[np.array(one.places)[:, None], states] = rows
    return as_losses(whole)


def _joints(pools: Sequence[VolleyPools]) -> list[Pool]:
    """Return volleys as the kernel takes them: how their wounds come together."""
    return [
        (np.array(one.places), one.pool, joint_of(one).reshape(len(one.places), -1))
        for one in pools
    ]
