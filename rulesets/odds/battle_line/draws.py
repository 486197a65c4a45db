"""Draws among unlikely shares: what is unlikely stands for its likes.

Shares of a whole are kept where they are great. Small ones are laid end to end and cut
into strata of one size; one is drawn from each stratum and has the share of all of it.
Nothing is lost on average. Each stratum moves a chance by no more than its own size, so
the sum of their squares bounds the error of all draws together, those of later rounds
as well (the inequality of Hoeffding and Azuma).
"""

import math

import numpy as np

from rulesets.odds.volley import Floats, Ints


class Draws:
    """Draws with random numbers of their own, and how far they may be off."""

    def __init__(self, dice: np.random.Generator) -> None:
        self.dice = dice
        self.squares = 0.0

    def among(self, shares: Floats, least: float) -> tuple[Ints, Floats]:
        """Return the places that are kept, in their order, and their shares.

        Parameters
        ----------
        shares : ndarray
            Those that lie side by side should lead to much the same [chance].
        least : float
            What is smaller is drawn from [chance].
        """
        small = np.flatnonzero(shares < least)
        if not len(small):
            return np.arange(len(shares)), shares
        sums = shares[small].cumsum()
        count = math.ceil(float(sums[-1]) / least)
        size = float(sums[-1]) / count
        points = (np.arange(count) + self.dice.random(count)) * size
        met = np.searchsorted(sums[:-1], points, side="right")
        self.squares += count * size**2
        after = shares.copy()
        times = np.bincount(met, minlength=len(small)).astype(np.float64)
        after[small] = size * times
        kept = np.flatnonzero(after)
        return kept, after[kept]


def least_kept(shares: Floats, most: int) -> float:
    """Return the share below which `Draws` leave about so many; 0 if all are kept.

    Examples
    --------
    One is kept, and the other four are drawn from in strata of an eighth:

    >>> least_kept(np.array([0.75, 0.0625, 0.0625, 0.0625, 0.0625]), 3)
    0.125
    """
    if len(shares) <= most:
        return 0.0
    ordered = np.sort(shares)[::-1]
    rest = ordered[::-1].cumsum()[::-1][:most]
    bounds = rest / np.arange(most, 0, -1)
    first = int(np.argmax(ordered[:most] < bounds))
    return float(bounds[first])
