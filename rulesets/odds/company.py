"""A side of several kinds of models, and the effect of volleys on it.

A company is groups of models, each a pool of wounds. Its states are numbered so that
losing wounds always lowers the number, those of the last group least. Wounds are dealt
out before saves: one to each model before any model gets a second, the groups in their
order first in line for what is left over. Within a group models die one at a time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.attack import AttackEffect
from rulesets.odds.volley import Floats, Ints, capped, repeated, step, thinned

MOST_STATES = 400
"""States of one side above which its kernels are not worked out."""

UNSEEN = 1e-18
"""Tails below this are lost in rounding [chance]."""


@dataclass(frozen=True)
class Company:
    """Groups of models on one side.

    Parameters
    ----------
    models : tuple of int
        Models of each group at full strength [models].
    per_model : tuple of int
        Wounds of each model, by group [wounds].
    """

    models: tuple[int, ...]
    per_model: tuple[int, ...]

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Return the wounds of each group at full strength [wounds]."""
        pairs = zip(self.models, self.per_model, strict=True)
        return tuple(models * wounds for models, wounds in pairs)

    @cached_property
    def states(self) -> int:
        """Return how many states there are."""
        return int(np.prod([size + 1 for size in self.sizes]))

    @cached_property
    def pools(self) -> Ints:
        """Return ``[state, group]``: the wounds left of each group [wounds]."""
        left = np.arange(self.states)
        columns = []
        for size in reversed(self.sizes):
            columns.append(left % (size + 1))
            left = left // (size + 1)
        return np.stack(columns[::-1], axis=1)

    @cached_property
    def alive(self) -> Ints:
        """Return ``[state, group]``: the models left of each group [models]."""
        alive: Ints = -(-self.pools // np.array(self.per_model))
        return alive

    @cached_property
    def wounds(self) -> Ints:
        """Return the wounds left by state [wounds]."""
        wounds: Ints = self.pools.sum(axis=1)
        return wounds

    @cached_property
    def counts(self) -> Ints:
        """Return the models left by state [models]."""
        counts: Ints = self.alive.sum(axis=1)
        return counts

    def state(self, pools: Sequence[int]) -> int:
        """Return the number of a state by the wounds left of each group."""
        number = 0
        for pool, size in zip(pools, self.sizes, strict=True):
            number = number * (size + 1) + pool
        return number


def shares(alive: Ints, wounds: Ints) -> Ints:
    """Return how wounds are dealt out, before saves.

    Parameters
    ----------
    alive : ndarray of int
        ``[…, group]``: models left of each group, in one state or several [models].
    wounds : ndarray of int
        Wounds to deal out, in several cases [wounds].

    Returns
    -------
    ndarray of int
        ``[case, …, group]``: wounds for each group; all 0 where nobody is left.

    Examples
    --------
    Three wounds on two soldiers and their leader; a fourth falls on a soldier:

    >>> shares(np.array([2, 1]), np.array([3, 4])).tolist()
    [[2, 1], [3, 1]]
    """
    before = np.cumsum(alive, axis=-1) - alive
    count = np.maximum(alive.sum(axis=-1, keepdims=True), 1)
    each, rest = np.divmod(wounds.reshape(-1, *(1,) * alive.ndim), count)
    dealt: Ints = alive * each + np.minimum(np.maximum(rest - before, 0), alive)
    return dealt


@dataclass(frozen=True, slots=True)
class Hurt:
    """The harm that some equal attackers do to a company.

    Parameters
    ----------
    one : tuple of float
        Distribution of wounds, before saves, of one attacker [chance].
    effects : tuple of AttackEffect
        What one such wound does to a model of each group: its save and its damage.
    aimed : float
        Chance that a wound is aimed at the last group, while any of it is left
        [chance].
    """

    one: tuple[float, ...]
    effects: tuple[AttackEffect, ...]
    aimed: float = 0.0


def transitions(company: Company, hurt: Hurt, counts: Sequence[int]) -> Floats:
    """Compute the effect of a number of attackers on a company.

    Returns
    -------
    ndarray
        ``[count, s, t]`` is the chance that state s becomes t.
    """
    sums = _repeats(np.array(hurt.one), counts)
    dealt = [_trimmed(sums[count]) for count in counts]
    most = max((len(one) for one in dealt), default=1)
    chances = np.zeros((len(counts), most))
    for place, one in enumerate(dealt):
        chances[place, : len(one)] = one
    powers = _powers(company, hurt, most)
    size = company.states
    if len(company.sizes) == 1:
        flat = chances @ powers[0].reshape(most, -1)
        alone: Floats = flat.reshape(len(counts), size, size)
        return alone
    split = shares(company.alive, np.arange(most))
    rows = _products(company, powers, split)
    if hurt.aimed:
        for state in np.flatnonzero(company.alive[:, -1]).tolist():
            rows[:, state] = _aimed(company, powers, split[:, state], state, hurt.aimed)
    moves: Floats = (chances @ rows.reshape(most, -1)).reshape(-1, size, size)
    return moves


def _trimmed(chances: Floats) -> Floats:
    """Return a distribution without its last chances, too small to be seen."""
    tails = np.cumsum(chances[::-1])[::-1]
    kept: Floats = chances[: max(int((tails > UNSEEN).sum()), 1)]
    return kept


def _aimed(
    company: Company, powers: list[Floats], split: Ints, state: int, aimed: float
) -> Floats:
    """Return ``[wounds, t]`` if each wound may be aimed at the last group."""
    most = len(split)
    rows = np.zeros((most, company.states))
    binomial = np.ones(1)
    for wounds in range(most):
        dealt = split[wounds - np.arange(wounds + 1)].copy()
        dealt[:, -1] += np.arange(wounds + 1)
        rows[wounds] = binomial @ _product(company, powers, dealt, state)
        binomial = np.convolve(binomial, (1 - aimed, aimed))
    return rows


def _products(company: Company, powers: list[Floats], split: Ints) -> Floats:
    """Return ``[wounds, s, t]``: where states go when wounds are split like this."""
    most, size, _ = split.shape
    joint = np.ones((most, size, 1))
    for group, power in enumerate(powers):
        rows = power[split[:, :, group], company.pools[:, group]]
        joint = (joint[:, :, :, None] * rows[:, :, None, :]).reshape(most, size, -1)
    return joint


def _product(company: Company, powers: list[Floats], split: Ints, state: int) -> Floats:
    """Return ``[wounds, t]``: where a state goes when wounds are split like this."""
    joint = np.ones((len(split), 1))
    for group, power in enumerate(powers):
        rows = power[split[:, group], company.pools[state, group]]
        joint = (joint[:, :, None] * rows[:, None, :]).reshape(len(split), -1)
    return joint


def _powers(company: Company, hurt: Hurt, most: int) -> list[Floats]:
    """Return, by group, ``[k, w, v]``: what k wounds before saves make of a pool."""
    found = []
    for size, wounds, effect in zip(
        company.sizes, company.per_model, hurt.effects, strict=True
    ):
        once = step(effect, size, wounds)
        power = np.zeros((most, size + 1, size + 1))
        power[0] = np.eye(size + 1)
        for count in range(1, most):
            power[count] = power[count - 1] @ once
        found.append(power)
    return found


def unsaved(hurt: Hurt, times: int = 1) -> Floats:
    """Return the unsaved wounds of some attackers on a company's first group.

    However many wounds it has; one that slays or is several counts as one.
    """
    return summed(thinned(hurt.one, float(hurt.effects[0].harm())), times)


@kept_arrays(megabytes=2)
def summed(one: tuple[float, ...], times: int) -> Floats:
    """Return the distribution of the sum of so many independent equal counts."""
    return repeated(np.array(one), times)


Volley = tuple[tuple[int, int], ...]
"""The attackers of one step: by the place of their kind, and how many."""


@kept_arrays(megabytes=16)
def kernels(
    company: Company, kinds: tuple[Hurt, ...], volleys: tuple[Volley, ...]
) -> Floats:
    """Compute the effect of volleys on a company, by losses.

    Parameters
    ----------
    company : Company
    kinds : tuple of Hurt
        Kinds of attackers.
    volleys : tuple of Volley
        Each kind's wounds are dealt out on their own, one kind after the other.

    Returns
    -------
    ndarray
        ``[volley, s, i]``: chance that state s falls by i. It is shared and may not be
        written to.
    """
    counts: list[set[int]] = [set() for _ in kinds]
    for volley in volleys:
        for kind, count in volley:
            counts[kind].add(count)
    asked = list(zip(kinds, map(sorted, counts), strict=True))
    if company.per_model == (1,) and all(
        len(kind.effects[0].wounds) == 2 for kind in kinds
    ):
        sums = [_repeats(unsaved(kind), several) for kind, several in asked]
        dealt = [_summed(volley, sums) for volley in volleys]
        most = max((len(one) for one in dealt), default=1) - 1
        pool = company.states - 1
        return capped(dealt, pool, min(most, pool))
    moves = [
        dict(zip(several, transitions(company, kind, several), strict=True))
        for kind, several in asked
    ]
    whole = np.zeros((len(volleys), company.states, company.states))
    for place, volley in enumerate(volleys):
        joint = np.eye(company.states)
        for number, (kind, count) in enumerate(volley):
            one = moves[kind][count]
            joint = one if number == 0 else joint @ one
        whole[place] = joint
    return as_losses(whole)


def _summed(volley: Volley, sums: list[dict[int, Floats]]) -> Floats:
    total = np.ones(1)
    for kind, count in volley:
        if count:
            more = sums[kind][count]
            total = more if len(total) == 1 else np.convolve(total, more)
    return total


def _repeats(one: Floats, counts: Sequence[int]) -> dict[int, Floats]:
    """Return the distributions of sums of so many equal counts, the fewest first."""
    found = {}
    total, upto = np.ones(1), 0
    for count in counts:
        more = one if count == upto + 1 else repeated(one, count - upto)
        total = np.convolve(total, more) if count else total
        found[count], upto = total, count
    return found


def as_moves(losses: Floats) -> Floats:
    """Return ``[…, before, after]`` from losses: the inverse of `as_losses`."""
    size = losses.shape[-2]
    moves = np.zeros((*losses.shape[:-1], size))
    for fall in range(losses.shape[-1]):
        here = np.arange(fall, size)
        moves[..., here, here - fall] = losses[..., here, fall]
    return moves


def as_losses(moves: Floats) -> Floats:
    """Index transitions by losses: ``[…, s, i]`` is the chance of s - i.

    The last axis is as long as the most that can be lost, and one.
    """
    size = moves.shape[-1]
    start = np.arange(size)[:, None]
    target = start - np.arange(size)[None, :]
    lost = np.where(target >= 0, moves[..., start, np.maximum(target, 0)], 0.0)
    flat = lost.reshape(-1, size)
    used = np.flatnonzero(flat.any(axis=0))
    return lost[..., : int(used[-1]) + 1 if len(used) else 1].copy()
