"""What goes on in the minds of Warhammer's units: tests of fear, terror and panic."""

import numpy as np
from numpy import bool_
from numpy.typing import NDArray

from rulesets.games.warhammer.combat.contact import models_left
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.result import SLOW, passes_leadership
from rulesets.games.warhammer.combat.states import (
    frenzied,
    is_feared,
)
from rulesets.games.warhammer.special_rules import rules_that
from rulesets.odds.dice import dice_sum
from rulesets.odds.settings import Settled
from rulesets.odds.volley import Floats

Flags = NDArray[bool_]

PANIC_PROOF = rules_that("skip", "test:panic")
"""Rules of units that never panic."""

HIGHEST = 10
"""No Leadership is higher."""

QUARTER = 4
"""A unit tests for panic after losing one model in so many."""


MOB = 5
"""Units of fewer models know no animosity [models]."""


def leads(own: WarhammerUnit, situation: Settled, *, mind: bool = True) -> float:
    """Return the chance to pass a Leadership test [chance].

    Parameters
    ----------
    mind : bool
        True for tests of psychology, which some roll again.
    """
    if own.has(*rules_that("pass", "test:leadership")):
        return 1.0
    general = int(situation[f"{own.side}.general"])
    once = float(passes_leadership(max(own.leadership, general)))
    return (
        1 - (1 - once) ** 2
        if mind and own.has(*rules_that("re-roll", "test:psychology"))
        else once
    )


def rallies(own: WarhammerUnit, situation: Settled) -> float:
    """Return the chance that a fleeing unit rallies, a musician helping [chance]."""
    best = max(own.leadership, int(situation[f"{own.side}.general"]))
    return float(passes_leadership(min(best + own.has("musician"), HIGHEST)))


def fears(own: WarhammerUnit, enemy: WarhammerUnit, situation: Settled) -> bool:
    """Return whether a unit fears its enemy now: in a frenzy it does not."""
    return is_feared(own, enemy, situation) and not frenzied(own)


def dreads(own: WarhammerUnit, enemy: WarhammerUnit, *, tested: bool) -> bool:
    """Return whether a unit must test for terror of its enemy."""
    if not enemy.has("terror") or tested or own.has("terror", *PANIC_PROOF):
        return False
    return not own.has("fear") and not frenzied(own)


def panics(own: WarhammerUnit, situation: Settled) -> float:
    """Return the chance that a unit fails a test for panic [chance]."""
    if own.has(*PANIC_PROOF) or frenzied(own):
        return 0.0
    return 1 - leads(own, situation)


def quarrels(own: WarhammerUnit, situation: Settled) -> Floats:
    """Return the chance to fail a test of animosity, by the wounds left [chance]."""
    if not own.has("animosity") or own.has("quell-animosity"):
        return np.zeros(own.pool + 1)
    fails = 1 / 36 if situation[f"{own.side}.quelled"] else 1 / 6
    return np.where(models_left(own) >= MOB, fails, 0.0)


def may_flee(own: WarhammerUnit) -> bool:
    """Return whether a unit may flee from a charge of its own will."""
    return not own.has(*PANIC_PROOF) and not frenzied(own)


def may_move(own: WarhammerUnit) -> bool:
    """Return whether a unit moves in battle: war machines stay with their crew."""
    return bool(own.movement) and own.kind != "war-machine" and not own.crew_strength


def flight(own: WarhammerUnit) -> tuple[tuple[int, float], ...]:
    """Return how far a unit may run [inches], each with its chance."""
    dice = dice_sum(2 if own.movement <= SLOW else 3)
    return tuple((far, float(chance)) for far, chance in enumerate(dice) if chance)


def quartered(own: WarhammerUnit) -> Flags:
    """Return ``[w, v]``: whether who had w wounds and has v lost a quarter or more.

    A quarter of its models, that is.
    """
    models = models_left(own)
    after, before = models[None, :], models[:, None]
    found: Flags = (QUARTER * (before - after) >= before) & (after < before)
    return found
