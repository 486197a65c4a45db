"""Values of units that tell equal ones from others, whatever objects they are."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from rulesets.core.values import Gear
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)


@dataclass(frozen=True, slots=True)
class AlikeUnit:
    """A unit told apart by a value of what counts of it alone.

    ``counts`` names what that is: values of one name are made in one way.
    """

    counts: str
    value: Hashable
    unit: ScrollhammerUnit = field(compare=False)


@lru_cache(maxsize=512)
def first_alike(one: AlikeUnit) -> ScrollhammerUnit:
    """Return the first unit that was asked for by the same value."""
    return one.unit


def plain(one: ScrollhammerGroup | Gear) -> tuple[Hashable, ...]:
    """Return the fields of a kind of models, or of a piece, as one plain value."""
    return tuple(_hashable(getattr(one, field.name)) for field in fields(one))


def _hashable(value: Any) -> Hashable:
    found: Hashable = value
    if isinstance(value, Mapping):
        return tuple(value.items())
    if isinstance(value, tuple):
        return tuple(plain(one) if isinstance(one, Gear) else one for one in value)
    return found
