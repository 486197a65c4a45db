"""The part that is followed where too much may happen: the likeliest, or a draw."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import numpy as np

_S = TypeVar("_S", bound=Any)


def likeliest(some: Mapping[_S, float], most: int) -> Iterable[tuple[_S, float]]:
    """Return the likeliest of some things with their chances, so many at most."""
    if len(some) <= most:
        return some.items()
    return sorted(some.items(), key=lambda one: -one[1])[:most]


def drawn(
    some: Mapping[_S, float], most: int, rng: np.random.Generator
) -> Iterable[tuple[_S, float]]:
    """Return so many things at most, each as likely on average as it is.

    What is likely is kept as it is; of all else as many are drawn as there is room for,
    at even steps from one to the next, and share its chance evenly. A part of all that
    may be has as small a part of the room.

    References
    ----------
    P. Fearnhead, P. Clifford, On-line inference for hidden Markov models via particle
    filters, 2003.
    """
    whole = sum(some.values())
    room = max(1, math.ceil(most * whole))
    if len(some) <= room:
        return some.items()
    least = whole / room
    kept = [one for one in some.items() if one[1] >= least]
    rest = sorted(one for one in some.items() if one[1] < least)
    shares = np.cumsum([share for _, share in rest])
    number = math.ceil(shares[-1] / least)
    each = float(shares[-1]) / number
    at = np.searchsorted(shares, (rng.random() + np.arange(number)) * each, "right")
    places, counts = np.unique(np.minimum(at, len(rest) - 1), return_counts=True)
    return [
        *kept,
        *(
            (rest[place][0], count * each)
            for place, count in zip(places.tolist(), counts.tolist(), strict=True)
        ),
    ]
