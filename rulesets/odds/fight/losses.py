"""The losses of both sides in a round, by its strikes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from rulesets.odds.fight.model import Order, Strike
from rulesets.odds.volley import Floats


def losses(orders: Sequence[Order], size_a: int, size_b: int) -> Floats:
    """Return the joint distribution of both sides' losses, for every pair of states.

    Parameters
    ----------
    orders : sequence of Order
        Their weights sum to 1.
    size_a, size_b : int
        States of both sides.

    Returns
    -------
    ndarray
        ``[a, b, i, j]``: chance that sides that begin the round in states a and b lose
        i and j [chance].
    """
    return sum_of(
        [one.weight * _in_order(one.strikes, size_a, size_b) for one in orders]
    )


def sum_of(parts: Sequence[Floats]) -> Floats:
    """Return the sum of distributions, those that are shorter filled up."""
    if len(parts) == 1:
        return parts[0]
    total = np.zeros(np.max([part.shape for part in parts], axis=0))
    for part in parts:
        total[tuple(slice(size) for size in part.shape)] += part
    return total


def _in_order(strikes: Sequence[Strike], size_a: int, size_b: int) -> Floats:
    lost = np.ones((size_a, size_b, 1, 1))
    for one, joined in _moments(strikes):
        if joined is not None:
            by_a, by_b = (one, joined) if one.side == "a" else (joined, one)
            lost = _at_once(lost, by_a, by_b)
        elif one.side == "a":
            lost = _alone(lost, one)
        else:
            turned = _alone(lost.transpose(1, 0, 3, 2), one)
            lost = turned.transpose(1, 0, 3, 2)
    return lost


def _moments(strikes: Sequence[Strike]) -> Iterator[tuple[Strike, Strike | None]]:
    """Yield each strike with the one that joins it, if any."""
    for one, after in pairwise((*strikes, None)):
        if one is not None and not one.joins:
            yield one, after if after is not None and after.joins else None


def _alone(lost: Floats, strike: Strike) -> Floats:
    """Let the side of the first axis strike that of the second."""
    own, target, own_lost, target_lost = lost.shape
    stack = strike.stack(target)
    most = min(stack.shape[2], target)
    width = min(target, target_lost + most - 1)
    grown = np.zeros((own, target, own_lost, width))
    for before in range(target_lost):
        here = min(most, width - before)
        begun = lost[:, :, :, before]
        some = start, other, gone = np.nonzero(begun)
        left = np.maximum(other - before, 0)
        which = strike.used(start, other, np.maximum(start - gone, 0), left)
        rows = stack[which, np.minimum(left, stack.shape[1] - 1), :here]
        grown[:, :, :, before : before + here][some] += begun[some][:, None] * rows
    return grown


def _at_once(lost: Floats, by_a: Strike, by_b: Strike) -> Floats:
    """Let both sides strike, each as it is before the other's strike."""
    size_a, size_b, lost_a, lost_b = lost.shape
    on_b, on_a = by_a.stack(size_b), by_b.stack(size_a)
    most_a, most_b = min(on_a.shape[2], size_a), min(on_b.shape[2], size_b)
    width_a, width_b = (
        min(size_a, lost_a + most_a - 1),
        min(size_b, lost_b + most_b - 1),
    )
    grown = np.zeros((size_a, size_b, width_a, width_b))
    start_a, start_b = np.arange(size_a)[:, None], np.arange(size_b)[None, :]
    for i, j in np.ndindex(lost_a, lost_b):
        before = lost[:, :, i, j]
        if not before.any():
            continue
        a, b = np.maximum(start_a - i, 0), np.maximum(start_b - j, 0)
        here_a, here_b = min(most_a, width_a - i), min(most_b, width_b - j)
        which_b = by_a.used(start_a, start_b, a, b)
        which_a = by_b.used(start_b, start_a, b, a)
        struck_b = on_b[which_b, np.minimum(b, on_b.shape[1] - 1), :here_b]
        struck_a = on_a[which_a, np.minimum(a, on_a.shape[1] - 1), :here_a]
        grown[:, :, i : i + here_a, j : j + here_b] += (
            before[:, :, None, None] * struck_a[:, :, :, None]
        ) * struck_b[:, :, None, :]
    return grown
