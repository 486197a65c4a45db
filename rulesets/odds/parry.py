"""Hits that get past a parry: the highest of them may be turned by a higher die."""

from fractions import Fraction
from math import comb

from rulesets.odds.attack import Reroll, faces
from rulesets.odds.dice import Chances


def unparried(dice: int, to_hit: int, reroll: Reroll = "none") -> Chances:
    """Return the distribution of hits that get through when one may be parried.

    The defender rolls one die against the highest hit and turns it with a strictly
    higher roll, so a 6 cannot be parried.

    Parameters
    ----------
    dice : int
        Attacks made [dice].
    to_hit : int
        Lowest roll that hits [pips].
    reroll : Reroll
        Which rolls to hit are rolled again.

    Notes
    -----
    All h hits show m at most with chance C(n, h) · miss^(n - h) · up_to(m)^h; the
    difference of neighbouring m is the chance that m is the highest.

    Examples
    --------
    One attack that hits on 4+: a 4 is parried by 5 and 6, a 5 by a 6, a 6 never.

    >>> [str(chance) for chance in unparried(1, 4)]
    ['7/12', '5/12']
    """
    final = faces(reroll, to_hit)
    miss = sum(final[: to_hit - 1], Fraction(0))
    through = [Fraction(0)] * (dice + 1)
    through[0] = miss**dice
    for hits in range(1, dice + 1):
        ways = comb(dice, hits) * miss ** (dice - hits)
        for highest in range(to_hit, 7):
            upto = sum(final[to_hit - 1 : highest], Fraction(0))
            below = sum(final[to_hit - 1 : highest - 1], Fraction(0))
            chance = ways * (upto**hits - below**hits)
            turned = Fraction(6 - highest, 6)
            through[hits - 1] += chance * turned
            through[hits] += chance * (1 - turned)
    return tuple(through)
