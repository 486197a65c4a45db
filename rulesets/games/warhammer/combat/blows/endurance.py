"""Blows at a character alone whose items count by the wounds that he has left."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np

from rulesets.games.warhammer.combat.blows.attack import (
    WarhammerAttack,
    hits_of_chariots,
    impact_kernels,
    printed,
    resolve,
    wounds_on,
)
from rulesets.games.warhammer.combat.blows.terms import effects_of
from rulesets.games.warhammer.combat.context import WarhammerContext
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.special_rules import row_of, title_of
from rulesets.odds.answer import NotModelled, Odds
from rulesets.odds.array_cache import kept_arrays, kept_by_identity
from rulesets.odds.attack import AttackEffect, passes
from rulesets.odds.dice import ALWAYS, NEVER
from rulesets.odds.effects import AppliedRule, DiceTerm, Holds, apply_effects, by_key
from rulesets.odds.fight.model import Attacks, Strike
from rulesets.odds.sides import Side
from rulesets.odds.volley import Dice, Floats, stacked, step

BY_WOUNDS: Mapping[str, DiceTerm[WarhammerAttack]] = by_key(
    DiceTerm(
        "ward:last",
        "ward save at the last wound",
        {"or": lambda dice, need: replace(dice, last_ward=int(need))},
        lambda _, after: f"ward save {printed(after.last_ward)} at his last wound",
        is_roll=True,
    ),
    DiceTerm(
        "ward:first",
        "ward save against the first wound",
        {"or": lambda dice, need: replace(dice, first_ward=int(need))},
        lambda _, after: (
            f"ward save {printed(after.first_ward)} against the first hit that wounds"
        ),
        is_roll=True,
    ),
    DiceTerm(
        "wounds:phase",
        "wounds in a phase",
        {"at-most": lambda dice, _: replace(dice, once_a_phase=True)},
        lambda _, __: "a phase takes one wound of him at most",
    ),
    DiceTerm(
        "to-wound:hurt",
        "to wound whoever has lost a wound",
        {"at-least": lambda dice, need: replace(dice, hurt_wound=int(need))},
        lambda _, after: (
            f"once he has lost a wound, to wound on {after.hurt_wound}+ at best"
        ),
    ),
)
"""Terms of blows at a character alone that count by the wounds that he has left."""

ON_FOOT = frozenset({"wounds:first", "ward:first", "wounds:phase"})
"""Terms that are not followed of who rides a monster."""

USED_UP = frozenset({"wounds:first", "ward:first"})
"""Terms of what the first wound of the battle uses up."""


def is_alone(own: WarhammerUnit) -> bool:
    """Return whether a unit is one model, ridden or on foot, and no crew."""
    return own.models == 1 and own.machine is None


def wears(own: WarhammerUnit, term: str) -> bool:
    """Return whether a rule or an item of a unit has an effect on such a term."""
    rows = (row_of(key) for key in own.rules)
    return any(one.on == term for row in rows if row for one in row.effects)


@kept_by_identity(most=512)
def guarded(own: WarhammerUnit) -> WarhammerUnit:
    """Return a character alone as fights count him: with a wound for what shields him.

    What his first wound uses up is that wound: he has it until he is wounded for the
    first time, and whoever has lost wounds before has it no more.
    """
    first = own.does("ignore", "wounds:first") or wears(own, "ward:first")
    if not first or not is_alone(own) or own.apart is not None:
        return own
    return replace(own, wounds=own.wounds + 1, guard=1)


Compute = Callable[[WarhammerUnit, WarhammerUnit, WarhammerContext, int | None], Odds]
"""Functions that work a kind of match-up out."""


def with_guards(compute: Compute) -> Compute:
    """Return the same with both units as `guarded`."""
    return lambda a, b, context, rounds: compute(
        guarded(a), guarded(b), context, rounds
    )


def with_endurance(
    attack: WarhammerAttack, target: WarhammerUnit, at: Holds
) -> tuple[WarhammerAttack, tuple[AppliedRule, ...]]:
    """Return an attack with what a character alone wears against it, and the rules."""
    if not is_alone(target):
        return attack, ()
    known = BY_WOUNDS
    if target.apart is not None:
        known = {key: term for key, term in known.items() if key not in ON_FOOT}
    rules = effects_of(target.rules, "against")
    found, applied = apply_effects(attack, rules, at, known)
    if not applied:
        return attack, ()
    return replace(found, whole=target.pool - target.guard), applied


def of_one_alone(own: WarhammerUnit) -> Iterator[NotModelled]:
    """Yield what counts by the wounds of a character, where he is not alone."""
    for key in own.rules:
        row = row_of(key)
        terms = {one.on for one in row.effects} if row else set()
        if terms & {*BY_WOUNDS, *USED_UP} and not is_alone(own):
            why = "it counts of a character alone, not of one among others"
            yield NotModelled(title_of(key)[0], own.side, why)
        elif terms & ON_FOOT and own.apart is not None:
            why = "it is not followed of who rides a monster"
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
    found = replace(
        attack,
        whole=0,
        last_ward=NEVER,
        hurt_wound=ALWAYS,
        first_ward=NEVER,
        once_a_phase=False,
    )
    if left > attack.whole and attack.first_ward < NEVER:
        return replace(found, ward=NEVER)
    if left <= 1:
        found = replace(found, ward=min(attack.ward, attack.last_ward))
    if left < attack.whole:
        need = max(wounds_on(attack), attack.hurt_wound)
        found = replace(found, to_wound=need, easier_to_wound=0)
    return found


def effect_at(attack: WarhammerAttack, left: int) -> AttackEffect:
    """Return the effect of an attack on a character, in states of him as `guarded`.

    Where his first wound is still to come, it costs a state by itself.

    Examples
    --------
    A hit that always wounds, against a ward save of 2+ that it uses up:

    >>> sure = WarhammerAttack(1, 4, 1, 1, 7, automatic=True, whole=2, first_ward=2)
    >>> [str(one) for one in effect_at(sure, 3).wounds], effect_at(sure, 2).wounds[1]
    (['0', '5/6', '1/6'], Fraction(1, 1))
    """
    found = resolve(at_wounds(attack, left))
    if attack.once_a_phase:
        return AttackEffect((found.wounds[0], found.harm()))
    if left <= attack.whole or attack.first_ward >= NEVER:
        return found
    holds = passes(attack.first_ward)
    through = tuple(share * (1 - holds) for share in found.wounds[1:])
    wounds = (found.wounds[0], found.harm() * holds, *through)
    return AttackEffect(wounds, found.slain * (1 - holds))


def moves(attack: WarhammerAttack, pool: int, per_model: int) -> Floats:
    """Return the chances ``[w, v]`` that an attack leaves v of w wounds [chance]."""
    if not endures(attack):
        return step(resolve(attack), pool, per_model)
    rows = [
        step(effect_at(attack, left), pool, per_model)[left] for left in range(pool + 1)
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
    if attack.once_a_phase:
        found[:, :, 1] = found[:, :, 1:].sum(axis=2)
        found = found[:, :, :2]
    return found


def dealt(attack: WarhammerAttack, most_dice: int, target: WarhammerUnit) -> Floats:
    """Return the effect of attacks of every number on a target, see `endured`."""
    if endures(attack):
        return endured(attack, most_dice, target.pool)
    return stacked(resolve(attack), most_dice, target.pool, target.wounds)


def strike_on(
    target: WarhammerUnit, attack: WarhammerAttack, dice: Dice, side: Side
) -> Strike:
    """Return attacks on a target as a strike of a side.

    Parameters
    ----------
    dice : ndarray of int
        ``[own, target, own now]``: attacks by the states of both [dice].
    """
    if not endures(attack):
        return Strike(side, dice[..., None], Attacks(resolve(attack), target.wounds))
    kernels = endured(attack, int(dice.max(initial=0)), target.pool)
    if not attack.once_a_phase:
        return Strike(side, dice[..., None], kernels)
    unhurt = np.eye(target.pool + 1, dtype=dice.dtype)[None, :, None, :]
    return Strike(side, dice[..., None] * unhurt, kernels)


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
