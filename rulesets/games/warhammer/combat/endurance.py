"""Blows at a character alone whose items count by the wounds that he has left."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rulesets.games.warhammer.combat.attack import (
    WarhammerAttack,
    hits_of_chariots,
    impact_kernels,
    resolve,
    wounds_on,
)
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.terms import BY_WOUNDS, effects_of
from rulesets.games.warhammer.special_rules import row_of, title_of
from rulesets.odds.answer import NotModelled
from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.dice import ALWAYS, NEVER
from rulesets.odds.effects import AppliedRule, Holds, apply_effects
from rulesets.odds.fight.model import Attacks
from rulesets.odds.volley import Dice, Floats, stacked, step


def is_alone(own: WarhammerUnit) -> bool:
    """Return whether a unit is one model, ridden or on foot, and no crew."""
    return own.models == 1 and own.machine is None


def with_endurance(
    attack: WarhammerAttack, target: WarhammerUnit, at: Holds
) -> tuple[WarhammerAttack, tuple[AppliedRule, ...]]:
    """Return an attack with what a character alone wears against it, and the rules."""
    if not is_alone(target):
        return attack, ()
    rules = effects_of(target.rules, "against")
    found, applied = apply_effects(attack, rules, at, BY_WOUNDS)
    return (replace(found, whole=target.pool) if applied else attack), applied


def of_one_alone(own: WarhammerUnit) -> Iterator[NotModelled]:
    """Yield what counts by the wounds of a character, where he is not alone."""
    why = "it counts of a character alone, not of one among others"
    for key in own.rules:
        row = row_of(key)
        terms = {one.on for one in row.effects} if row else set()
        if terms & BY_WOUNDS.keys() and not is_alone(own):
            yield NotModelled(title_of(key)[0], own.side, why)


def endures(attack: WarhammerAttack) -> bool:
    """Return whether an attack does less by the wounds that its target has left."""
    return attack.whole > 0


def at_wounds(attack: WarhammerAttack, left: int) -> WarhammerAttack:
    """Return an attack on a character who has so many wounds left [wounds].

    Examples
    --------
    Three wounds, a ward save of 3+ at the last one:

    >>> blow = WarhammerAttack(1, 4, 4, 4, 7, whole=3, last_ward=3)
    >>> at_wounds(blow, 2).ward, at_wounds(blow, 1).ward
    (7, 3)
    """
    if not endures(attack):
        return attack
    found = replace(attack, whole=0, last_ward=NEVER, hurt_wound=ALWAYS)
    if left <= 1:
        found = replace(found, ward=min(attack.ward, attack.last_ward))
    if left < attack.whole:
        need = max(wounds_on(attack), attack.hurt_wound)
        found = replace(found, to_wound=need, easier_to_wound=0)
    return found


def moves(attack: WarhammerAttack, pool: int, per_model: int) -> Floats:
    """Return the chances ``[w, v]`` that an attack leaves v of w wounds [chance]."""
    if not endures(attack):
        return step(resolve(attack), pool, per_model)
    rows = [
        step(resolve(at_wounds(attack, left)), pool, per_model)[left]
        for left in range(pool + 1)
    ]
    return np.array(rows)


@kept_arrays(megabytes=4)
def endured(attack: WarhammerAttack, most_dice: int, pool: int) -> Floats:
    """Return the effect of attacks of every number on a character alone.

    Parameters
    ----------
    attack : WarhammerAttack
    most_dice : int
        Most attacks that are made [dice].
    pool : int
        His wounds at full strength [wounds].

    Returns
    -------
    ndarray
        ``[dice, wounds left, lost]`` [chance].
    """
    one = moves(attack, pool, pool)
    after = np.eye(pool + 1)
    found = np.zeros((most_dice + 1, pool + 1, pool + 1))
    for dice in range(most_dice + 1):
        for left in range(pool + 1):
            found[dice, left, : left + 1] = after[left, left::-1]
        after = after @ one
    return found


def dealt(attack: WarhammerAttack, most_dice: int, target: WarhammerUnit) -> Floats:
    """Return the effect of attacks of every number on a target, see `endured`."""
    if endures(attack):
        return endured(attack, most_dice, target.pool)
    return stacked(resolve(attack), most_dice, target.pool, target.wounds)


def kernels_of(
    attack: WarhammerAttack, dice: Dice, target: WarhammerUnit
) -> Floats | Attacks:
    """Return what as many attacks as a table of dice has do to a target."""
    if endures(attack):
        return endured(attack, int(dice.max(initial=0)), target.pool)
    return Attacks(resolve(attack), target.wounds)


def impact_on(
    attack: WarhammerAttack, chariots: int, more: int, target: WarhammerUnit
) -> Floats:
    """Return the impact hits of every number of chariots on a target.

    Parameters
    ----------
    attack : WarhammerAttack
        One hit.
    chariots, more : int
        Each hits D6 times and so many more [models, dice].
    target : WarhammerUnit

    Returns
    -------
    ndarray
        ``[chariots, wounds left, lost]`` [chance].
    """
    if endures(attack):
        found = endured(attack, chariots * (6 + more), target.pool)
        return hits_of_chariots(found, chariots, more)
    return impact_kernels(resolve(attack), chariots, more, target.pool, target.wounds)
