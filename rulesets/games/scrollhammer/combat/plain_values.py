"""Values of units that tell equal ones from others, whatever objects they are."""

from collections.abc import Hashable, Mapping
from dataclasses import fields
from typing import Any

from rulesets.core.values import Gear
from rulesets.games.scrollhammer.combat.profile import ScrollhammerGroup


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
