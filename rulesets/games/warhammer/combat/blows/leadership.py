"""Tests on Leadership: their chances, by a value and of a unit."""

from fractions import Fraction
from functools import lru_cache
from itertools import product

from rulesets.games.warhammer.combat.context import WarhammerSituation
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.odds.dice import two_dice_at_least

HIGHEST = 10
"""No Leadership is higher."""


@lru_cache(maxsize=4096)
def leadership_chance(
    value: int, *, lowest_two: bool = False, again: bool = False
) -> Fraction:
    """Return the chance that a test does not roll more than a value [chance].

    Parameters
    ----------
    value : int
    lowest_two : bool
        True where three dice are rolled and the highest is left out.
    again : bool
        True where a failed test is rolled once more.

    Examples
    --------
    >>> leadership_chance(7), leadership_chance(7, lowest_two=True)
    (Fraction(7, 12), Fraction(29, 36))
    """
    if again:
        return 1 - (1 - leadership_chance(value, lowest_two=lowest_two)) ** 2
    if not lowest_two:
        return 1 - two_dice_at_least(min(value, 12) + 1)
    rolls = product(range(1, 7), repeat=3)
    held = sum(sum(roll) - max(roll) <= value for roll in rolls)
    return Fraction(held, 6**3)


def rolls_lowest_two(own: WarhammerUnit) -> bool:
    """Return whether a unit tests with three dice, the highest left out."""
    return own.does("read", "test:leadership")


def leadership_test(
    own: WarhammerUnit,
    situation: WarhammerSituation,
    *,
    mind: bool = True,
    led: bool = True,
    more: int = 0,
) -> Fraction:
    """Return the chance to pass a Leadership test [chance].

    Parameters
    ----------
    mind : bool
        True for tests of psychology, which some roll again.
    led : bool
        False if its champion has fallen before the others.
    more : int
        Added to the Leadership for this test.
    """
    if own.does("pass", "test:leadership"):
        return Fraction(1)
    general = situation.of(own.side).general
    best = max(own.leadership if led else own.followers, general) + more
    again = mind and own.does("re-roll", "test:psychology")
    return leadership_chance(best, lowest_two=rolls_lowest_two(own), again=again)


def passes_leadership(
    own: WarhammerUnit,
    situation: WarhammerSituation,
    *,
    led: bool = True,
    more: int = 0,
) -> float:
    """Return the chance to pass a test of psychology, see `leadership_test`."""
    return float(leadership_test(own, situation, led=led, more=more))


def rally_chance(own: WarhammerUnit, situation: WarhammerSituation) -> float:
    """Return the chance that a fleeing unit rallies, a musician helping [chance]."""
    if own.does("pass", "test:leadership"):
        return 1.0
    best = max(own.leadership, situation.of(own.side).general)
    best = min(best + own.has("musician"), HIGHEST)
    again = own.does("re-roll", "test:rally")
    return float(leadership_chance(best, lowest_two=rolls_lowest_two(own), again=again))


def restraint(
    own: WarhammerUnit, leads: int, *, behind: bool, lowest_two: bool = False
) -> float:
    """Return the chance that a winner who tries to does not pursue [chance].

    Parameters
    ----------
    leads : int
        The Leadership that it tests on.
    behind : bool
        True behind an obstacle, where no test is needed.
    """
    if behind or own.does("pass", "test:leadership"):
        return 1.0
    again = own.does("re-roll", "test:restraint")
    return float(leadership_chance(leads, lowest_two=lowest_two, again=again))
