"""Blows of one side at one step of a round, and what both sides lose to all of them.

How many blows fall may hang on three things: the striker's pool and the other side's
when the round began (the front that they share), and what is left of the striker when
its turn comes (the slain do not strike).
"""

from dataclasses import dataclass

import numpy as np

from rulesets.odds.attack import AttackEffect
from rulesets.odds.fight.model import Side
from rulesets.odds.volley import Dice, Floats, Ints, most_lost, stacked


@dataclass(frozen=True, slots=True, eq=False)
class Blows:
    """One side's attacks at one step of a round.

    Parameters
    ----------
    side : {"a", "b"}
        Who strikes; the other side is struck.
    effect : AttackEffect
        What one attack does.
    dice : ndarray of int
        ``[own, other, now]``: attacks made by a striker whose pool was ``own`` and the
        other side's ``other`` when the round began, and who has ``now`` left when it
        strikes [dice].
    per_model : int
        Wounds of each model of the struck side [wounds].
    """

    side: Side
    effect: AttackEffect
    dice: Ints | Dice
    per_model: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class BlowOrder:
    """Blows in the order in which they fall, and how likely it is.

    ``weight`` is the chance that a round is fought in this order [chance].
    """

    weight: float
    blows: tuple[Blows, ...]


def most_transitions(order: BlowOrder, pool_a: int, pool_b: int) -> int:
    """Return how many transitions a round has, without working them out."""
    pools = {"a": pool_a, "b": pool_b}
    most = {"a": 0, "b": 0}
    for one in order.blows:
        struck = "b" if one.side == "a" else "a"
        dice = int(one.dice.max(initial=0))
        most[struck] += most_lost(one.effect, dice, pools[struck], one.per_model)
    lost_a, lost_b = min(most["a"], pool_a), min(most["b"], pool_b)
    return (pool_a + 1) * (pool_b + 1) * (lost_a + 1) * (lost_b + 1)


def losses(orders: tuple[BlowOrder, ...], pool_a: int, pool_b: int) -> Floats:
    """Return the joint distribution of both sides' losses, for every pair of pools.

    Parameters
    ----------
    orders : tuple of BlowOrder
        Their weights sum to 1.
    pool_a, pool_b : int
        Wounds at full strength [wounds].

    Returns
    -------
    ndarray
        ``[a, b, i, j]`` is the chance that sides that begin the round with a and b
        wounds lose i and j of them.
    """
    found = [one.weight * _in_order(one.blows, pool_a, pool_b) for one in orders]
    if len(found) == 1:
        return found[0]
    widest = np.max([one.shape for one in found], axis=0)
    total = np.zeros(widest)
    for one in found:
        total[tuple(slice(size) for size in one.shape)] += one
    return total


def _in_order(blows: tuple[Blows, ...], pool_a: int, pool_b: int) -> Floats:
    lost = np.ones((pool_a + 1, pool_b + 1, 1, 1))
    for one in blows:
        if one.side == "a":
            lost = _struck(lost, one)
        else:
            turned = _struck(lost.transpose(1, 0, 3, 2), one)
            lost = turned.transpose(1, 0, 3, 2)
    return lost


def _struck(lost: Floats, blows: Blows) -> Floats:
    """Let the side of the first axis strike that of the second."""
    own, target, own_lost, target_lost = lost.shape
    start = np.arange(own)[:, None, None]
    now = np.maximum(start - np.arange(own_lost)[None, None, :], 0)
    dice = blows.dice[start, np.arange(target)[None, :, None], now]
    most_dice = int(dice.max(initial=0))
    stack = stacked(blows.effect, most_dice, target - 1, blows.per_model)
    most = stack.shape[2]
    if target_lost == 1:
        first: Floats = lost * stack[dice, np.arange(target)[None, :, None]]
        return first
    width = min(target, target_lost + most - 1)
    grown = np.zeros((own, target, own_lost, width))
    for before in range(target_lost):
        left = np.maximum(np.arange(target) - before, 0)[None, :, None]
        here = min(most, width - before)
        rows = stack[dice, left, :here]
        grown[:, :, :, before : before + here] += lost[:, :, :, before, None] * rows
    return grown
