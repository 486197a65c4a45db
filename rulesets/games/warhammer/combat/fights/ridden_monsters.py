"""Ridden monsters: rider and mount with wounds of their own, as states of a combat.

A state is the rider's wounds, and those of the mount times one more than the rider's
most. All others have the wounds that are left as their states.
"""

from collections.abc import Iterable

import numpy as np

from rulesets.games.warhammer.combat.blows.contact import models_left, unit_strength
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.odds.answer import Distribution
from rulesets.odds.volley import Floats, Ints

BOTH, RIDER, MOUNT = "both", "rider", "mount"
"""Parts of a ridden monster that are left; all others are always ``both``."""

RIDERLESS = 2
"""Place of a mount without its rider in `ways_left`."""


def ways_left(own: WarhammerUnit) -> tuple[str, ...]:
    """Return the ways of who may be left of a unit."""
    return (BOTH,) if own.apart is None else (BOTH, RIDER, MOUNT)


def as_left(own: WarhammerUnit, left: str) -> WarhammerUnit:
    """Return the figures of a unit of which that is left."""
    if own.apart is None or left == BOTH:
        return own
    return own.apart[0 if left == RIDER else 1]


def wounds_each(own: WarhammerUnit) -> tuple[Ints, Ints]:
    """Return the wounds of rider and mount by state; all are a unit's own [wounds]."""
    most = own.apart[1].wounds if own.apart else 0
    states = np.arange((own.pool + 1) * (most + 1))
    return states % (own.pool + 1), states // (own.pool + 1)


def wounds_left(own: WarhammerUnit) -> Ints:
    """Return the wounds that are left of a unit by its state [wounds]."""
    rider, mount = wounds_each(own)
    total: Ints = rider + mount
    return np.minimum(total, own.pool - 1) if own.guard else total


def places_left(own: WarhammerUnit) -> Ints:
    """Return the place of what is left of a unit in `ways_left`, by its state."""
    if own.apart is None:
        return np.zeros(own.pool + 1, dtype=np.int64)
    rider, mount = wounds_each(own)
    alone: Ints = np.where(mount == 0, 1, np.where(rider == 0, 2, 0))
    return alone


def strengths(own: WarhammerUnit) -> Ints:
    """Return the Unit Strength of a unit by its state."""
    if own.apart is None:
        return unit_strength(own)
    each = np.array([as_left(own, left).unit_strength for left in ways_left(own)])
    return each[places_left(own)] * (wounds_left(own) > 0)


def models_standing(own: WarhammerUnit) -> Ints:
    """Return how many models a unit has by its state: one while either body lives."""
    if own.apart is None:
        return models_left(own)
    return np.minimum(wounds_left(own), 1)


def by_wounds(own: WarhammerUnit, chances: Floats) -> Floats:
    """Return the chances of the wounds left of a unit, by those of its states."""
    found: Floats = np.bincount(wounds_left(own), chances).astype(np.float64)
    return found


def state_of(own: WarhammerUnit, wounds: Ints | int) -> Ints:
    """Return the state of a unit that has so many wounds left, its mount unhurt."""
    most = own.apart[1].wounds if own.apart else 0
    return np.where(np.asarray(wounds) > 0, most * (own.pool + 1) + wounds, 0)


def spread(profiles: Iterable[WarhammerUnit], chances: Floats) -> Floats:
    """Return chances by the wounds of both sides as chances by their states."""
    found = chances
    for axis, own in enumerate(profiles):
        if own.apart is not None:
            shape = [*found.shape]
            shape[axis] = len(wounds_left(own))
            wider = np.zeros(shape)
            where = state_of(own, np.arange(own.pool + 1))
            wider[(slice(None),) * axis + (where,)] = found
            found = wider
    return found


def each_left(
    profiles: Iterable[WarhammerUnit], final: Floats
) -> dict[str, Distribution]:
    """Return the wounds left of rider and mount apart, by the states at the end."""
    found = {}
    for axis, own in enumerate(profiles):
        if own.apart is not None:
            rider, mount = left_of_each(own, final.sum(axis=1 - axis))
            found[f"{own.side}-{RIDER}"] = rider
            found[f"{own.side}-{MOUNT}"] = mount
    return found


def left_of_each(own: WarhammerUnit, chances: Floats) -> tuple[Distribution, ...]:
    """Return the wounds left of rider and mount, by the chances of their states."""
    beast = own.apart[1].name if own.apart else own.name
    labels = (f"Wounds left of {own.name}, the rider", f"Wounds left of {beast}")
    return tuple(
        Distribution(label, "wounds", tuple(np.bincount(wounds, chances).tolist()))
        for label, wounds in zip(labels, wounds_each(own), strict=True)
    )
