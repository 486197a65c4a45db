"""A volley: many attacks on a pool of wounds.

A pool counts the wounds that a unit has left. Its models all have the same number of
wounds and die one at a time; wounds beyond those of the struck model are lost.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.attack import AttackEffect

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Dice = NDArray[np.int32]
"""Counts of dice, in tables so large that half the room counts."""


def unsaved(effect: AttackEffect, dice: int) -> Floats:
    """Return the distribution of wounds of a volley, however many the target has.

    Parameters
    ----------
    effect : AttackEffect
        Of one attack; one that slays counts as one wound here.
    dice : int
        Attacks made [dice].

    Returns
    -------
    ndarray
        Index k is the chance of k wounds [chance], exact to rounding.

    Examples
    --------
    >>> from rulesets.odds.attack import Attack, effect
    >>> unsaved(effect(Attack(to_hit=4)), 2).tolist()
    [0.25, 0.5, 0.25]
    """
    one = [float(chance) for chance in effect.wounds]
    one[1] += float(effect.slain)
    return repeated(np.array(one), dice)


def repeated(one: Floats, times: int) -> Floats:
    """Return the distribution of the sum of ``times`` independent equal counts."""
    total = np.ones(1)
    square = one
    while times:
        if times & 1:
            total = np.convolve(total, square)
        times >>= 1
        if times:
            square = np.convolve(square, square)
    return total


def thinned(counts: Sequence[float], each: float) -> tuple[float, ...]:
    """Return the distribution of successes, by that of how many are tried.

    Parameters
    ----------
    counts : sequence of float
        Index k is the chance that k are tried [chance].
    each : float
        Chance that one of them succeeds [chance].

    Examples
    --------
    >>> thinned((0.0, 0.5, 0.5), 0.5)
    (0.375, 0.5, 0.125)
    """
    fails = 1.0 - each
    found: list[float] = []
    for chance in reversed(counts):
        fewer, more = [*found, 0.0], [0.0, *found]
        found = [a * fails + b * each for a, b in zip(fewer, more, strict=True)]
        found[0] += chance
    return tuple(found)


@lru_cache(maxsize=4096)
def binomial(dice: int, each: float) -> tuple[float, ...]:
    """Return the distribution of successes among so many dice.

    Examples
    --------
    >>> binomial(2, 0.5)
    (0.25, 0.5, 0.25)
    """
    return thinned((*([0.0] * dice), 1.0), each)


def together(first: Floats, second: Floats) -> Floats:
    """Return the distribution of wounds of two volleys that fall at the same time."""
    both: Floats = np.convolve(first, second)
    return both


@kept_arrays(megabytes=2)
def step(effect: AttackEffect, pool: int, per_model: int = 1) -> Floats:
    """Return the transitions of one attack on a pool.

    Parameters
    ----------
    effect : AttackEffect
    pool : int
        Wounds at full strength [wounds].
    per_model : int
        Wounds of each model [wounds].

    Returns
    -------
    ndarray
        ``[w, v]`` is the chance that a pool of w becomes v, shape
        ``(pool + 1, pool + 1)``. A pool of 0 stays. It is shared and may not be written
        to.
    """
    moves = np.zeros((pool + 1, pool + 1))
    moves[0, 0] = 1.0
    for left in range(1, pool + 1):
        model = (left - 1) % per_model + 1
        for wounds, chance in enumerate(effect.wounds):
            moves[left, left - min(wounds, model)] += float(chance)
        moves[left, left - model] += float(effect.slain)
    return moves


def kernel(effect: AttackEffect, dice: int, pool: int, per_model: int = 1) -> Floats:
    """Compute the wounds that a volley takes of a pool, for every number left.

    Parameters
    ----------
    effect : AttackEffect
    dice : int
        Attacks made [dice].
    pool : int
        Wounds at full strength [wounds].
    per_model : int
        Wounds of each model [wounds].

    Returns
    -------
    ndarray
        ``[w, k]`` is the chance that a pool of w loses k wounds, shape
        ``(pool + 1, most + 1)`` where ``most`` is the most that can be lost.

    Notes
    -----
    With one wound a model this is a binomial row whose tail is gathered at w. Else
    the transitions of one attack are taken ``dice`` times.
    """
    most = most_lost(effect, dice, pool, per_model)
    if per_model == 1 and len(effect.wounds) == 2:
        one: Floats = capped([unsaved(effect, dice)], pool, most)[0]
        return one
    return _walked(step(effect, pool, per_model), dice, most)


def most_lost(effect: AttackEffect, dice: int, pool: int, per_model: int = 1) -> int:
    """Return the most wounds that a volley can take from a pool [wounds]."""
    each = len(effect.wounds) - 1 if effect.slain == 0 else per_model
    return min(pool, dice * max(each, 0))


def capped(dealt: Sequence[Floats], pool: int, most: int) -> Floats:
    """Return kernels of wounds that each take one model; a pool loses no more than all.

    Parameters
    ----------
    dealt : sequence of ndarray
        Distributions of wounds, however many the target has [chance].
    pool : int
        Wounds at full strength [wounds].
    most : int
        The most that can be lost [wounds].

    Returns
    -------
    ndarray
        ``[k, w, i]``: chance that distribution k takes i wounds from a pool of w.

    Examples
    --------
    >>> capped([np.array([0.25, 0.5, 0.25])], 1, 1).tolist()
    [[[1.0, 0.0], [0.25, 0.75]]]
    """
    longest = max((len(chances) for chances in dealt), default=0)
    rows = np.zeros((len(dealt), max(longest, most + 1)))
    for place, chances in enumerate(dealt):
        rows[place, : len(chances)] = chances
    tails = np.cumsum(rows[:, ::-1], axis=1)[:, ::-1]
    lost, left = np.arange(most + 1)[None, None, :], np.arange(pool + 1)[None, :, None]
    exact = np.where(lost < left, rows[:, None, : most + 1], 0.0)
    kernels: Floats = np.where(lost == left, tails[:, None, : most + 1], exact)
    return kernels


def _walked(moves: Floats, dice: int, most: int) -> Floats:
    """Turn transitions, taken ``dice`` times, into wounds lost by wounds left."""
    size = len(moves)
    final = np.linalg.matrix_power(moves, dice)
    lost = np.zeros((size, most + 1))
    for left in range(size):
        top = min(left, most)
        lost[left, : top + 1] = final[left, left - top : left + 1][::-1]
    return lost


@kept_arrays(megabytes=8)
def stacked(
    effect: AttackEffect, most_dice: int, pool: int, per_model: int = 1
) -> Floats:
    """Compute the effect of volleys of every size on every pool.

    Parameters
    ----------
    effect : AttackEffect
        Of one attack.
    most_dice : int
        Most attacks that are made [dice].
    pool : int
        Wounds at full strength [wounds].
    per_model : int
        Wounds of each model [wounds].

    Returns
    -------
    ndarray
        ``[dice, w, k]`` is the chance that so many attacks take k wounds from a pool
        of w. It is shared and may not be written to.

    Examples
    --------
    Two attacks that hit on 4+, on a pool of one wound:

    >>> from rulesets.odds.attack import Attack, effect
    >>> stacked(effect(Attack(to_hit=4)), 2, 1)[2, 1].tolist()
    [0.25, 0.75]
    """
    most = most_lost(effect, most_dice, pool, per_model)
    if per_model == 1 and len(effect.wounds) == 2:
        stack = capped(_binomials(float(effect.harm()), most_dice), pool, most)
    else:
        stack = _walked_each(step(effect, pool, per_model), most_dice, most)
    return stack


def stacked_for(
    effect: AttackEffect, most_dice: int, pool: int, per_model: int
) -> Floats:
    """Return `stacked` up to the pool from which on all pools lose alike.

    An attack takes one wound at most from models that have one, so that a pool that
    exceeds the dice loses what one of as many as the dice does.
    """
    enough = min(pool, most_dice) if per_model == 1 else pool
    return stacked(effect, most_dice, enough, per_model)


def _binomials(each: float, most_dice: int) -> list[Floats]:
    """Return the distributions of successes of 0, 1, 2 … dice."""
    rows = [np.ones(1)]
    for _ in range(most_dice):
        rows.append(np.convolve(rows[-1], (1 - each, each)))
    return rows


def _walked_each(moves: Floats, most_dice: int, most: int) -> Floats:
    """Turn transitions, taken again and again, into wounds lost by wounds left."""
    size = len(moves)
    left, lost = np.arange(size)[:, None], np.arange(most + 1)[None, :]
    after = left - lost
    stack = np.empty((most_dice + 1, size, most + 1))
    power = np.eye(size)
    for dice in range(most_dice + 1):
        stack[dice] = np.where(after >= 0, power[left, np.maximum(after, 0)], 0.0)
        power = power @ moves
    return stack
