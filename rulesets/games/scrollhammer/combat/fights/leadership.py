"""Tests of Leadership: morale checks, break tests, and sweeps of those who fail."""

from fractions import Fraction
from functools import cache, lru_cache

import numpy as np

from rulesets.games.scrollhammer.combat.blows.survivors import has_bearer, moods
from rulesets.games.scrollhammer.combat.blows.terms import effects_of, reads
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.odds.dice import dice_sum
from rulesets.odds.volley import Floats

DOUBLE_ONE = 1 / 36
"""Chance to regroup with less than half of the models [chance]."""


def tested(leadership: int, lost_by: int, *, stubborn: bool) -> int:
    """Return the figure of a break test: less what it lost by, unless it is stubborn.

    Examples
    --------
    >>> tested(7, 3, stubborn=False), tested(7, 3, stubborn=True)
    (4, 7)
    """
    return leadership if stubborn else leadership - lost_by


def passes_morale(profile: ScrollhammerUnit, readings: ScrollhammerReadings) -> bool:
    """Return whether a rule passes every morale check of a unit."""
    return any(
        one.effect.op == "pass" and all(map(reads(readings), one.effect.when))
        for one in effects_of(dict(profile.shared), "unit")
        if one.effect.on == "test:morale"
    )


@cache
def morale(leadership: int) -> Fraction:
    """Return the chance that 2D6 is at most a Leadership, or a double 1.

    Examples
    --------
    >>> morale(7), morale(-3)
    (Fraction(7, 12), Fraction(1, 36))
    """
    passed = sum(dice_sum(2)[: max(leadership, 0) + 1], Fraction(0))
    return max(passed, Fraction(1, 36))


@cache
def catches(winner: int, loser: int, *, ties: bool) -> Fraction:
    """Return the chance that a Sweeping Advance catches those who fall back.

    Examples
    --------
    >>> catches(4, 4, ties=True), catches(4, 4, ties=False)
    (Fraction(7, 12), Fraction(5, 12))
    """
    if loser == 0:
        return Fraction(1)
    if winner == 0:
        return Fraction(0)
    ways = sum(
        winner + one > loser + two or (ties and winner + one == loser + two)
        for one in range(1, 7)
        for two in range(1, 7)
    )
    return Fraction(ways, 36)


@cache
def leadership(figure: int) -> Fraction:
    """Return the chance to pass a Leadership test that is no morale check.

    Examples
    --------
    >>> leadership(7), leadership(1)
    (Fraction(7, 12), Fraction(0, 1))
    """
    return sum(dice_sum(2)[: max(figure, 0) + 1], Fraction(0))


@lru_cache(maxsize=64)
def regrouping(profile: ScrollhammerUnit) -> Floats:
    """Return the chance to regroup in a Movement phase, by state [chance].

    References
    ----------
    Scrollhammer Rulebook, Regrouping: below half only a double 1.
    """
    pairs, which = moods(profile)
    tested: Floats = np.array([float(leadership(ld)) for ld, _ in pairs])[which]
    enough = 2 * profile.company.counts >= profile.models
    helped = has_bearer(profile, "ignore", "test:regroup")
    passed = np.where(enough | helped, tested, DOUBLE_ONE)
    again = has_bearer(profile, "re-roll", "test:regroup")
    return np.where(again, passed + (1 - passed) * passed, passed)
