"""Samples with a seed and an interval, for fights too large to compute.

The seed comes from the question itself, so that the same question has the same answer.
The bound holds for all chances that are told, together (Hoeffding's inequality with
Bonferroni's correction).
"""

import hashlib
import math
from collections.abc import Callable

import numpy as np

from rulesets.odds.volley import Floats, Ints

SAMPLES = 100_000
"""Fights that are sampled."""

CONFIDENCE = 0.999
"""Chance that every reported chance of a sample lies within its bound."""

UNDECIDED_AFTER = 1_000
"""Rounds after which a fight that is played on without a limit is undecided."""


Seed = str | Callable[[], str]
"""Text of a whole question, or a function that returns it: few ever need it."""


def generator(seed: Seed) -> np.random.Generator:
    """Return random numbers that depend on a text alone."""
    text = seed if isinstance(seed, str) else seed()
    digest = hashlib.sha256(text.encode()).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))


def bound(samples: float, told: int, confidence: float = CONFIDENCE) -> float:
    """Return how far a sampled frequency may be off [chance].

    Parameters
    ----------
    samples : float
        Independent samples, or how many would be as sure.
    told : int
        Frequencies that shall all lie within the bound at once.
    confidence : float
        Chance that they do.

    References
    ----------
    W. Hoeffding, Probability inequalities for sums of bounded random variables, 1963.

    Examples
    --------
    >>> round(bound(100_000, 10), 4)
    0.007
    """
    return math.sqrt(math.log(2 * told / (1 - confidence)) / (2 * samples))


def shares(counts: Ints, weight: float) -> Floats:
    """Return counts of samples as chances; each counts ``weight`` [chance]."""
    return counts.astype(np.float64) * weight
