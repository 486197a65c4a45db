"""One die that is rolled again: the rabbit's feet of Mordheim's fighters."""

from fractions import Fraction
from itertools import product

from rulesets.games.mordheim.combat.blows.blows import MordheimBlow
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.profile import Warrior, rule_step

FOOT = "rabbits-foot"
FACES = range(1, 7)
BOTH = 14
"""The sum of the highest and of the lowest that two dice show [pips]."""


def reached_again(needed: int) -> Fraction:
    """Return the chance to reach a sum only once the lower of two dice is rolled again.

    Examples
    --------
    >>> reached_again(12)
    Fraction(5, 108)
    """
    short = [max(dice) for dice in product(FACES, repeat=2) if sum(dice) < needed]
    ways = sum(high + face >= needed for high in short for face in FACES)
    return Fraction(ways, 6**3)


def kept_under_again(most: int) -> Fraction:
    """Return the chance to stay within a sum only once the higher die is rolled again.

    Examples
    --------
    >>> kept_under_again(2)
    Fraction(5, 108)
    """
    return reached_again(BOTH - most)


def first_shot(
    a: Warrior, one: MordheimBlow, context: MordheimContext
) -> tuple[float, ...]:
    """Return the faces of the first of a fighter's shots: with a foot, rolled again.

    A shot that is rolled again already, or may misfire, stays as it is (house).
    """
    rolled_again = max(one.faces) > 1 / 6 + 1e-9
    spent = context.situation.foot and FOOT in a.gear
    if not spent or rolled_again or one.misfire is not None:
        return one.faces
    context.trace.add(rule_step(a, FOOT, "a first shot that misses is rolled again"))
    return tuple(face * (2 - one.hits) for face in one.faces)
