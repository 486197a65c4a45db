"""One round of a fight: strikes in their order, then its result.

Both sides are pools of wounds. A strike rolls dice that may depend on the striker's
pool at the start of the round and on what is left of it when its turn comes; so
"the dead do not strike", "full ranks step up" and "both strike at once" are tables of
dice. The result of the round is a class of losses and a table: what each class means.
"""

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import as_strided

from rulesets.odds.attack import AttackEffect
from rulesets.odds.fight.model import Side
from rulesets.odds.tally import Classify
from rulesets.odds.volley import Floats, Ints, kernels, most_lost


@dataclass(frozen=True, slots=True, eq=False)
class PoolStrike:
    """One side's attacks at one step of the round.

    Parameters
    ----------
    side : {"a", "b"}
        Who strikes; the other side is struck.
    effect : AttackEffect
        What one attack does.
    dice : ndarray of int
        ``[start, now]``: attacks made by a striker whose pool was ``start`` when the
        round began and is ``now`` when it strikes [dice].
    per_model : int
        Wounds of each model of the struck side [wounds].
    """

    side: Side
    effect: AttackEffect
    dice: Ints
    per_model: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class PoolRound:
    """The strikes of a round, in order, and what its losses lead to.

    Parameters
    ----------
    strikes : tuple of PoolStrike
    classify : callable
        Sorts losses into classes; takes and returns arrays.
    table : ndarray
        ``[class, 0]`` is the chance that the fight goes on, ``[class, 1 + k]`` that
        it ends with outcome k; every row sums to 1 [chance].
    """

    strikes: tuple[PoolStrike, ...]
    classify: Classify
    table: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """A round worked out for every pair of pools.

    Parameters
    ----------
    lost : ndarray
        ``[a, b, i, j]``: chance that sides that begin the round with a and b wounds
        lose i and j of them [chance].
    goes_on, ends : ndarray
        ``[a, b, i, j]``: chance that sides that began it with a + i and b + j wounds
        lose i and j of them, and the fight goes on, or is over [chance].
    outcomes : ndarray
        ``[a, b, k]``: chance that a round begun with a and b ends the fight with
        outcome k [chance].
    """

    lost: Floats
    goes_on: Floats
    ends: Floats
    outcomes: Floats


def transitions(played: PoolRound, pool_a: int, pool_b: int) -> int:
    """Return how many transitions a round has, without working them out."""
    most = {"a": 0, "b": 0}
    for strike in played.strikes:
        struck = "b" if strike.side == "a" else "a"
        pool = pool_b if strike.side == "a" else pool_a
        dice = int(strike.dice.max())
        most[struck] += most_lost(strike.effect, dice, pool, strike.per_model)
    lost_a, lost_b = min(most["a"], pool_a), min(most["b"], pool_b)
    return (pool_a + 1) * (pool_b + 1) * (lost_a + 1) * (lost_b + 1)


def losses(strikes: tuple[PoolStrike, ...], pool_a: int, pool_b: int) -> Floats:
    """Return the joint distribution of both sides' losses, for every pair of pools.

    Parameters
    ----------
    strikes : tuple of PoolStrike
        In the order in which they fall.
    pool_a, pool_b : int
        Wounds at full strength [wounds].

    Returns
    -------
    ndarray
        ``[a, b, i, j]`` is the chance that sides that begin the round with a and b
        wounds lose i and j of them.
    """
    lost = np.ones((pool_a + 1, pool_b + 1, 1, 1))
    for strike in strikes:
        if strike.side == "a":
            lost = _struck(lost, strike)
        else:
            turned = _struck(lost.transpose(1, 0, 3, 2), strike)
            lost = turned.transpose(1, 0, 3, 2)
    return lost


def _struck(lost: Floats, strike: PoolStrike) -> Floats:
    """Let the side of the first axis strike that of the second."""
    own, target, own_lost, target_lost = lost.shape
    start = np.arange(own)[:, None]
    now = np.maximum(start - np.arange(own_lost)[None, :], 0)
    counts, which = np.unique(strike.dice[start, now], return_inverse=True)
    stack = kernels(strike.effect, tuple(counts.tolist()), target - 1, strike.per_model)
    which = which.reshape(own, own_lost)
    if target_lost == 1:
        return lost * stack[which[:, None, :], np.arange(target)[None, :, None]]
    most = stack.shape[2]
    width = min(target, target_lost + most - 1)
    grown = np.zeros((own, target, own_lost, width))
    for before in range(target_lost):
        left = np.maximum(np.arange(target) - before, 0)
        here = min(most, width - before)
        rows = stack[which[:, None, :], left[None, :, None], :here]
        grown[:, :, :, before : before + here] += lost[:, :, :, before, None] * rows
    return grown


def work_out(played: PoolRound, pool_a: int, pool_b: int) -> Moves:
    """Return a round worked out for every pair of pools up to these.

    Parameters
    ----------
    played : PoolRound
    pool_a, pool_b : int
        Wounds at full strength [wounds].
    """
    lost = losses(played.strikes, pool_a, pool_b)
    return moves_from(lost, played.classify, played.table)


def moves_from(lost: Floats, classify: Classify, table: Floats) -> Moves:
    """Return what losses lead to.

    Parameters
    ----------
    lost : ndarray
        ``[a, b, i, j]``: see `Moves`.
    classify, table
        As in `PoolRound`.
    """
    classes = classes_of(lost, classify)
    leaving = lost * table[:, 0][classes]
    return Moves(
        lost,
        by_pools_left(leaving),
        by_pools_left(lost - leaving),
        by_class(lost, classes, len(table)) @ table[:, 1:],
    )


def classes_of(lost: Floats, classify: Classify) -> Ints:
    """Return the class of all losses ``[a, b, i, j]`` of all pairs of pools."""
    grid = np.ogrid[tuple(slice(size) for size in lost.shape)]
    return np.broadcast_to(classify(*grid), lost.shape)


def by_class(lost: Floats, classes: Ints, count: int) -> Floats:
    """Return ``[a, b, class]``: the chance of each of so many classes [chance]."""
    states = lost.shape[0] * lost.shape[1]
    labels = classes.reshape(states, -1) + count * np.arange(states)[:, None]
    summed = np.bincount(labels.ravel(), weights=lost.ravel(), minlength=states * count)
    found: Floats = summed.astype(np.float64).reshape(*lost.shape[:2], count)
    return found


def by_pools_left(leaving: Floats) -> Floats:
    """Index chances by the pools that are left, not by those at the start."""
    a, b, i, j = leaving.shape
    wide = np.zeros((a + i - 1, b + j - 1, i, j))
    wide[:a, :b] = leaving
    first, second, third, fourth = wide.strides
    view = as_strided(
        wide, leaving.shape, (first, second, first + third, second + fourth)
    )
    return np.ascontiguousarray(view)
