"""Wounds that come back to pools of a battle line as a round begins."""

import numpy as np

from rulesets.odds.battle_line.model import Recovery
from rulesets.odds.volley import Floats, Ints


def recovered(
    codes: Ints, recovery: Recovery, strides: Ints, sizes: Ints
) -> tuple[Ints, Ints, Floats]:
    """Return where codes of one mode go as wounds come back.

    Parameters
    ----------
    codes : ndarray
    recovery : mapping
    strides, sizes : ndarray
        Of each pool in a code.

    Returns
    -------
    source : ndarray
        The place of a code.
    target : ndarray
        A code that it may become.
    chances : ndarray
        How likely it does [chance].

    Examples
    --------
    >>> one_of_two = {0: np.array([[1.0, 0, 0], [0, 0.75, 0.25], [0, 0, 1.0]])}
    >>> strides, sizes = np.array([1]), np.array([3])
    >>> places, after, chances = recovered(
    ...     np.array([1, 2]), one_of_two, strides, sizes
    ... )
    >>> places.tolist(), after.tolist(), chances.tolist()
    ([0, 0, 1], [1, 2, 2], [0.75, 0.25, 1.0])
    """
    source: Ints = np.arange(len(codes))
    target, chances = codes, np.ones(len(codes))
    for pool, moves in recovery.items():
        before = target // strides[pool] % sizes[pool]
        rows = moves[before]
        place, after = np.nonzero(rows)
        more = (after - before[place]) * strides[pool]
        source, target = source[place], target[place] + more
        chances = chances[place] * rows[place, after]
    return source, target, chances
