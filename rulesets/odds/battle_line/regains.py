"""Wounds that come back to pools of a battle line within a round."""

import numpy as np

from rulesets.odds.volley import Ints


class Regain(int):
    """The pool of a track that counts how often wounds come back to it in a round.

    ``worth`` is what each time adds to the number of the pool's wounds, which is never
    above ``most``.

    Examples
    --------
    Of a pool of four three are lost, and one comes back:

    >>> back = Regain(0, worth=1, most=4)
    >>> counted(np.array([4 - 3]), back, np.array([1])).tolist()
    [2]
    """

    worth: int
    most: int

    def __new__(cls, pool: int, worth: int, most: int) -> "Regain":
        """Return a pool by its number."""
        found = super().__new__(cls, pool)
        found.worth, found.most = worth, most
        return found


def counted(left: Ints, of: int, count: Ints) -> Ints:
    """Return what is left of a pool once a track of it counts so many.

    Losses that cannot be may come to more than there ever were, which is cut off: so
    tracks that give wounds back stand after those of blows.
    """
    if not isinstance(of, Regain):
        return left - count
    raised: Ints = np.minimum(left + count * of.worth, of.most)
    return raised
