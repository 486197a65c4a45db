"""One stage of a fight: its blows, and what its losses lead to."""

from dataclasses import dataclass

from rulesets.odds.blows import BlowOrder
from rulesets.odds.tally import Classify
from rulesets.odds.volley import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """A round as it is fought in one stage.

    Parameters
    ----------
    orders : tuple of BlowOrder
        The orders in which the blows may fall; their weights sum to 1.
    classify : callable
        Sorts losses into classes; takes and returns arrays.
    table : ndarray
        ``[class, s]`` is the chance that the fight goes on in stage s, and
        ``[class, stages + k]`` that it ends with outcome k; every row sums to 1.
    """

    orders: tuple[BlowOrder, ...]
    classify: Classify
    table: Floats
