"""Dice in exact fractions: needs, sums of dice, counts of successes."""

from fractions import Fraction
from functools import cache, lru_cache
from math import comb

Chances = tuple[Fraction, ...]
"""Index k is the chance of exactly k [chance]; the fractions sum to exactly 1."""

NEVER = 7
"""A need that no six-sided die meets [pips]."""

ALWAYS = 1
"""A need that every die meets: no roll is made [pips]."""


def chance(need: int) -> Fraction:
    """Return the chance that one six-sided die rolls ``need`` or more.

    Parameters
    ----------
    need : int
        Lowest roll that succeeds [pips]; 1 or less always, 7 or more never.

    Examples
    --------
    >>> chance(4), chance(1), chance(7)
    (Fraction(1, 2), Fraction(1, 1), Fraction(0, 1))
    """
    return Fraction(max(0, min(6, 7 - need)), 6)


@cache
def dice_sum(dice: int, sides: int = 6) -> Chances:
    """Return the distribution of the sum of some dice.

    Examples
    --------
    >>> dice_sum(2)[7]
    Fraction(1, 6)
    """
    if dice == 0:
        return (Fraction(1),)
    one = (Fraction(0),) + (Fraction(1, sides),) * sides
    return add(dice_sum(dice - 1, sides), one)


def add(left: Chances, right: Chances) -> Chances:
    """Return the distribution of the sum of two independent counts.

    Examples
    --------
    >>> half = (Fraction(1, 2), Fraction(1, 2))
    >>> add(half, half)
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    """
    total = [Fraction(0)] * (len(left) + len(right) - 1)
    for i, first in enumerate(left):
        for j, second in enumerate(right):
            total[i + j] += first * second
    return tuple(total)


@lru_cache(maxsize=64)
def two_dice_at_least(value: int) -> Fraction:
    """Return the chance that two six-sided dice sum to ``value`` or more.

    Examples
    --------
    >>> two_dice_at_least(7)
    Fraction(7, 12)
    """
    return sum(dice_sum(2)[max(value, 0) :], Fraction(0))


def successes(dice: int, each: Fraction) -> Chances:
    """Return the distribution of successes among independent dice.

    Parameters
    ----------
    dice : int
        Dice rolled, at least 0 [dice].
    each : Fraction
        Chance that one of them succeeds [chance].

    References
    ----------
    Feller, An Introduction to Probability Theory, vol. 1, ch. VI.

    Examples
    --------
    >>> successes(2, Fraction(1, 3))
    (Fraction(4, 9), Fraction(4, 9), Fraction(1, 9))
    """
    miss = 1 - each
    return tuple(comb(dice, k) * each**k * miss ** (dice - k) for k in range(dice + 1))
