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


def parted_bound(
    shares: Floats, samples: int, told: int, confidence: float = CONFIDENCE
) -> float:
    """Return how far any chance of a sample in equal parts may be off [chance].

    The worst standard error of all, by how far the parts differ, times the quantile of
    Student's distribution. What is never met may still have some chance: no less is
    told than that.

    Parameters
    ----------
    shares : ndarray
        ``[part, kind]``: how often each is met in each part [chance].
    samples : int
        Fights of all parts.
    told : int
        Chances that shall all lie within the bound at once.
    confidence : float
        Chance that they do.
    """
    parts = len(shares)
    worst = float(shares.std(axis=0, ddof=1).max(initial=0.0)) / math.sqrt(parts)
    risk = (1 - confidence) / told
    return max(worst * student(parts - 1, risk), unmet(samples, told, confidence))


def unmet(samples: float, told: int, confidence: float = CONFIDENCE) -> float:
    """Return what may never be met, however likely that is [chance].

    Parameters
    ----------
    samples : float
        Fights.
    told : int
        Chances that shall all lie within the bound at once.
    confidence : float
        Chance that they do.
    """
    return math.log(2 * told / (1 - confidence)) / samples


def student(degrees: int, risk: float) -> float:
    """Return what a Student's variable exceeds, above or below 0, with so much risk.

    Parameters
    ----------
    degrees : int
        An odd number of degrees of freedom.
    risk : float
        [chance]

    References
    ----------
    M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 26.7.3.

    Examples
    --------
    >>> round(student(15, 0.001), 3)
    4.073
    """
    low, high = 0.0, math.pi / 2
    while high - low > 1e-12:
        angle = (low + high) / 2
        if _within(degrees, angle) < 1 - risk:
            low = angle
        else:
            high = angle
    return math.tan(low) * math.sqrt(degrees)


def _within(degrees: int, angle: float) -> float:
    term = math.cos(angle) if degrees > 1 else 0.0
    total = term
    for place in range(3, degrees, 2):
        term *= math.cos(angle) ** 2 * (place - 1) / place
        total += term
    return 2 / math.pi * (angle + math.sin(angle) * total)


def shares(counts: Ints, weight: float) -> Floats:
    """Return counts of samples as chances; each counts ``weight`` [chance]."""
    return counts.astype(np.float64) * weight
