"""The part that is followed where too much may happen: the likeliest."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

_S = TypeVar("_S", bound=Any)


def likeliest(some: Mapping[_S, float], most: int) -> Iterable[tuple[_S, float]]:
    """Return the likeliest of some things with their chances, so many at most."""
    if len(some) <= most:
        return some.items()
    return sorted(some.items(), key=lambda one: -one[1])[:most]
