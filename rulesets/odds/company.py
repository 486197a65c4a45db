"""A side of several kinds of models, and the effect of wounds on it.

A company is groups of models, each a pool of wounds. Its states are numbered so that
losing wounds always lowers the number, those of the last group least. Wounds are dealt
out before saves: one to each model before any model gets a second, the groups in their
order first in line for what is left over. All wounds of a volley are one pool, those of
its kinds of attackers one after the other. Within a group, and across the groups of a
stack, models die one at a time.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import prod

import numpy as np

from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.attack import AttackEffect
from rulesets.odds.volley import Floats, Ints, repeated, thinned
from rulesets.odds.wound_pool import (
    Dealt,
    dealt_out,
    powers,
    split,
    stacked_once,
    walked,
)

MOST_STATES = 400
"""States of one side above which its kernels are not worked out."""

MOST_HELD = 400_000
"""Chances that are held at a time while a pool of wounds is dealt out."""


@dataclass(frozen=True)
class Company:
    """Groups of models on one side.

    Parameters
    ----------
    models : tuple of int
        Models of each group at full strength [models].
    per_model : tuple of int
        Wounds of each model, by group [wounds].
    stack : tuple of int
        A number of each group: unsaved wounds of those that share one fill up one model
        before another is hurt, and they have as many wounds each. Empty where every
        group is by itself.
    only : int, optional
        The one state that is told apart, of a company that nothing hurts.
    """

    models: tuple[int, ...]
    per_model: tuple[int, ...]
    stack: tuple[int, ...] = ()
    only: int | None = None

    def __hash__(self) -> int:
        """Return the hash of its groups, taken once."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.models, self.per_model, self.stack, self.only))

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Return the wounds of each group at full strength [wounds]."""
        pairs = zip(self.models, self.per_model, strict=True)
        return tuple(models * wounds for models, wounds in pairs)

    @cached_property
    def states(self) -> int:
        """Return how many states there are."""
        if self.only is not None:
            return 1
        return int(np.prod([size + 1 for size in self.sizes]))

    @cached_property
    def digits(self) -> tuple[int, ...]:
        """Return how many states each stack has: the values of a state's digits.

        None of them ever rises. Empty where a state's number is not written so.
        """
        if self.only is not None or not self.in_order:
            return ()
        return tuple(
            prod(self.sizes[group] + 1 for group in stack) for stack in self.stacks
        )

    @cached_property
    def pools(self) -> Ints:
        """Return ``[state, group]``: the wounds left of each group [wounds]."""
        left = np.arange(self.states) + (self.only or 0)
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

    @cached_property
    def stacks(self) -> tuple[tuple[int, ...], ...]:
        """Return the places of the groups of each stack."""
        places = range(len(self.models))
        if not self.stack:
            return tuple((place,) for place in places)
        found: dict[int, list[int]] = {}
        for place in places:
            found.setdefault(self.stack[place], []).append(place)
        return tuple(map(tuple, found.values()))

    @cached_property
    def in_order(self) -> bool:
        """Return whether the groups of its stacks follow each other as they are."""
        places = [place for stack in self.stacks for place in stack]
        return places == sorted(places)

    def state(self, pools: Sequence[int]) -> int:
        """Return the number of a state by the wounds left of each group."""
        number = 0
        for pool, size in zip(pools, self.sizes, strict=True):
            number = number * (size + 1) + pool
        return number - (self.only or 0)


@lru_cache(maxsize=256)
def stacked_company(
    models: tuple[int, ...],
    per_model: tuple[int, ...],
    apart: tuple[bool, ...],
    only: int | None = None,
) -> Company:
    """Return a company; groups of as many wounds that are not ``apart`` are a stack."""
    stack = [
        place if wounds == 1 or alone else -wounds
        for place, (wounds, alone) in enumerate(zip(per_model, apart, strict=True))
    ]
    return Company(models, per_model, tuple(stack), only)


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
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Take the hash once: distributions are long, and kinds are keys."""
        object.__setattr__(self, "_hash", hash((self.one, self.effects, self.aimed)))

    def __hash__(self) -> int:
        """Return the hash of what it does."""
        return self._hash


def transitions(company: Company, hurt: Hurt, counts: Sequence[int]) -> Floats:
    """Compute the effect of a number of equal attackers on a company.

    Returns
    -------
    ndarray
        ``[count, s, t]`` is the chance that state s becomes t.
    """
    sums = sums_of(np.array(hurt.one), counts).values()
    return pooled(company, [dealt_out(hurt.effects, hurt.aimed, list(sums))])


def pooled(
    company: Company, pool: Sequence[Dealt], joint: Floats | None = None
) -> Floats:
    """Return what a pool of wounds does.

    Parameters
    ----------
    company : Company
    pool : sequence of Dealt
        The wounds of its kinds, one after the other.
    joint : ndarray, optional
        ``[number, case of the first kind, …]``: how often those wounds come together
        [chance]. None where the counts of the kinds depend on nothing.

    Returns
    -------
    ndarray
        ``[number, s, t]``, or without ``joint`` ``[count of the first kind, …, s, t]``:
        the chance that state s becomes t.
    """
    counts = tuple(len(one.chances) for one in pool)
    numbers = counts if joint is None else (len(joint),)
    whole = np.empty((*numbers, company.states, company.states))
    for states, rows in rows_pooled(company, pool, joint):
        whole[..., states, :] = rows
    return whole


def rows_pooled(
    company: Company, pool: Sequence[Dealt], joint: Floats | None = None
) -> Iterator[tuple[Ints, Floats]]:
    """Yield some states, and their rows of `pooled`, until all states are told."""
    moves = [moves_of_groups(company, one) for one in pool]
    size, shape = company.states, tuple(len(one.plain) for one in pool)
    if len(company.models) == len(pool) == 1:
        chances = pool[0].chances if joint is None else joint
        yield np.arange(size), np.tensordot(chances, moves[0][0], 1)
        return
    each = max(1, MOST_HELD // (prod(shape) * size))
    for start in range(0, size, each):
        states = np.arange(start, min(start + each, size))
        rows = _rows(company, pool, moves, states).reshape(*shape, -1)
        if joint is not None:
            rows = np.tensordot(joint, rows, len(shape))
        for axis, one in enumerate(pool if joint is None else ()):
            rows = np.moveaxis(np.tensordot(one.chances, rows, (1, axis)), 0, axis)
        yield states, rows.reshape(*rows.shape[:-1], len(states), size)


STEP = 8
"""Powers of one wound are kept up to multiples of so many wounds: pools share them."""


def moves_of_groups(company: Company, dealt: Dealt) -> list[Floats]:
    """Return by group ``[k, s, t]``: what k wounds before saves make of its stack."""
    most = int((dealt.plain + dealt.aimed).max())
    found: dict[int, Floats] = {}
    for stack in company.stacks:
        sizes = tuple(company.sizes[group] for group in stack)
        for place, group in enumerate(stack):
            one = company.per_model[group], place, dealt.effects[group]
            found[group] = _powers_of(sizes, *one, -(-most // STEP) * STEP)[: most + 1]
    return [found[group] for group in range(len(company.models))]


@kept_arrays(megabytes=4)
def _powers_of(
    sizes: tuple[int, ...], per_model: int, place: int, effect: AttackEffect, most: int
) -> Floats:
    """Return `powers` of one wound on a group of a stack."""
    return powers(stacked_once(sizes, per_model, place, effect), most)


def _rows(
    company: Company,
    pool: Sequence[Dealt],
    moves: Sequence[Sequence[Floats]],
    states: Ints,
) -> Floats:
    """Return ``[case, s, t]``: where states go in each case of a pool.

    ``moves`` is by kind and group, as `moves_of_groups` has it.
    """
    first, *others = rows_of_stacks(company, pool, moves, states)
    joint = first
    for rows in others:
        joint = (joint[:, :, :, None] * rows[:, :, None, :]).reshape(
            *joint.shape[:2], -1
        )
    if company.in_order:
        return joint
    return joint[:, :, _numbers(company, company.stacks)]


def rows_of_stacks(
    company: Company,
    pool: Sequence[Dealt],
    moves: Sequence[Sequence[Floats]],
    states: Ints,
) -> Iterator[Floats]:
    """Yield ``[case, s, t]`` by stack: where its own states go in each case of a pool.

    The parameters are those of `_rows`; s is a state of the company, t of the stack.
    """
    shared = split(company.alive[states], pool)
    for stack in company.stacks:
        wounds = [
            (powers_of[group], dealt[:, :, group])
            for powers_of, dealt in zip(moves, shared, strict=True)
            for group in stack
        ]
        power, dealt = wounds[0]
        rows = power[dealt, _numbers(company, [stack])[states]]
        for power, dealt in wounds[1:]:
            rows = walked(rows, power, dealt)
        yield rows


def _numbers(company: Company, stacks: Iterable[tuple[int, ...]]) -> Ints:
    """Return by state the number of what is left of some stacks, group by group."""
    numbers = np.zeros(company.states, dtype=np.int64)
    for stack in stacks:
        for group in stack:
            numbers = numbers * (company.sizes[group] + 1) + company.pools[:, group]
    return numbers


def unsaved(hurt: Hurt, times: int = 1) -> Floats:
    """Return the unsaved wounds of some attackers on a company's first group.

    However many wounds it has; one that slays or is several counts as one.
    """
    return summed(thinned(hurt.one, float(hurt.effects[0].harm())), times)


@kept_arrays(megabytes=2)
def summed(one: tuple[float, ...], times: int) -> Floats:
    """Return the distribution of the sum of so many independent equal counts."""
    return repeated(np.array(one), times)


def as_moves(losses: Floats) -> Floats:
    """Return ``[…, before, after]`` from losses: the inverse of `as_losses`."""
    size, most = losses.shape[-2:]
    moves = np.zeros((*losses.shape[:-1], size))
    start, fall = _losses_met(size, most)
    moves[..., start, start - fall] = losses[..., start, fall]
    return moves


@lru_cache(maxsize=64)
def _losses_met(states: int, most: int) -> tuple[Ints, Ints]:
    """Return every state and what it may lose, in pairs."""
    start, fall = np.tril(np.ones((states, most), dtype=np.bool_)).nonzero()
    return start, fall


def as_losses(moves: Floats) -> Floats:
    """Index transitions by losses: ``[…, s, i]`` is the chance of s - i.

    The last axis is as long as the most that can be lost, and one. It is done in the
    room of ``moves``, which are then no more: several kernels are a hundred megabytes.
    """
    size = moves.shape[-1]
    met = np.tril(moves.any(axis=tuple(range(moves.ndim - 2))))
    falls = np.where(met.any(axis=1), np.arange(size) - met.argmax(axis=1), 0)
    width = int(falls.max()) + 1
    for state in range(size):
        moves[..., state, : state + 1] = moves[..., state, state::-1]
        moves[..., state, state + 1 :] = 0.0
    return moves if width == size else moves[..., :width].copy()


def sums_of(one: Floats, counts: Iterable[int]) -> dict[int, Floats]:
    """Return the distributions of sums of so many equal counts, the fewest first."""
    found = {}
    total, upto = np.ones(1), 0
    for count in counts:
        more = one if count == upto + 1 else repeated(one, count - upto)
        total = np.convolve(total, more) if count else total
        found[count], upto = total, count
    return found
