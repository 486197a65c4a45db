"""The wounds of a target by one attacker of Scrollhammer, and who takes them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import zip_longest

import numpy as np

from rulesets.games.scrollhammer.combat.blows.attack import (
    Hit,
    attack_of,
    hit_chance,
    wound_chances,
    wound_effect,
)
from rulesets.games.scrollhammer.combat.blows.attack_values import (
    Mark,
    ScrollhammerAttack,
    ScrollhammerMoment,
)
from rulesets.games.scrollhammer.combat.blows.terms import DICE, effects_of
from rulesets.games.scrollhammer.combat.blows.weapons import ScrollhammerWeapon
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.attack import AttackEffect, passes
from rulesets.odds.company import Hurt
from rulesets.odds.dice import ALWAYS
from rulesets.odds.volley import Ints, binomial, thinned

ONCE: tuple[float, ...] = (0.0, 1.0)
"""Times that what is no spell attacks: always one [chance]."""


def hurt(
    group: ScrollhammerGroup,
    weapon: ScrollhammerWeapon,
    attacks: int,
    target: ScrollhammerUnit,
    mark: Mark,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
    times: tuple[float, ...] = ONCE,
) -> Hurt:
    """Compute the wounds of one attacker on a target, and their effects.

    Parameters
    ----------
    group, weapon
        Of the attacker.
    attacks : int
        Dice that it rolls [dice].
    target, mark, moment, readings
    times : tuple of float
        How often it attacks: the castings of its spell [chance].
    """
    attack, _ = attack_of(group, weapon, mark, moment, readings)
    return _hurt(target.groups, attack, attacks, moment, readings, times)


@kept_by_identity(most=2048)
def _hurt(
    target: tuple[ScrollhammerGroup, ...],
    attack: ScrollhammerAttack,
    attacks: int,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
    times: tuple[float, ...],
) -> Hurt:
    """Return `hurt`, which is the same however its target stands."""
    hit = hit_chance(attack, moment, readings)
    _, wounds, rending = wound_chances(attack, moment, readings)
    effects = tuple(
        wound_effect(one, attack, moment, readings, rending) for one in target
    )
    made = _made(attack, attacks, hit, wounds)
    if times != ONCE:
        several = (
            _made(attack, attacks * count, hit, wounds) for count in range(len(times))
        )
        made = _shared(times, tuple(several))
    aimed = _aimed(attack, target, hit, moment) if attack.aims else 0.0
    return Hurt(made, effects, aimed)


def _made(
    attack: ScrollhammerAttack, attacks: int, hit: Hit, wounds: Fraction
) -> tuple[float, ...]:
    """Return the distribution of wounds, before saves, of so many attacks."""
    if attack.one_again and attacks:
        return thinned(_master_crafted(attacks, hit), float(wounds))
    return binomial(attacks, float(hit[1] * wounds))


def _shared(
    times: Sequence[float], several: tuple[tuple[float, ...], ...]
) -> tuple[float, ...]:
    """Return the distribution of a count that is each of several with some chance."""
    filled = zip_longest(*several, fillvalue=0.0)
    return tuple(
        sum(time * chance for time, chance in zip(times, chances, strict=True))
        for chances in filled
    )


LOOK_OUT = Fraction(1, 3)
"""Chance that no "Look out, Sir!" on 3+ saves a leader from an aimed blow [chance]."""


def _aimed(
    attack: ScrollhammerAttack,
    target: tuple[ScrollhammerGroup, ...],
    hit: Hit,
    moment: ScrollhammerMoment,
) -> float:
    """Return the chance that a wound is one that the attacker aims at a leader.

    References
    ----------
    Scrollhammer Rulebook, Special rules H to Q: Precision. Not when standing and
    shooting.
    """
    need, hits, _ = hit
    led = len(target) > 1 and target[-1].role == "leader"
    rolled = ALWAYS < need <= 6
    if not led or moment.worse or not rolled:
        return 0.0
    if moment.melee:
        return float(Fraction(1, 7 - need) * LOOK_OUT)
    again = attack.skill >= 6 or attack.ones_again
    sixes = Fraction(7, 36) if again else Fraction(1, 6)
    return float(sixes / hits * LOOK_OUT)


def _master_crafted(attacks: int, hit: Hit) -> tuple[float, ...]:
    """Return the distribution of hits if one miss is rolled again."""
    need, hits, missed = hit
    again, sure = float(passes(need)), float(1 - missed)
    some = binomial(attacks, float(hits))
    share = float(hits) / sure if sure else 0.0
    never = [sure**attacks * p for p in binomial(attacks, share)]
    missing = [max(p - q, 0.0) for p, q in zip(some, never, strict=True)]
    landed = [p + q * (1 - again) for p, q in zip(never, missing, strict=True)]
    for count, chance in enumerate(missing[:-1]):
        landed[count + 1] += chance * again
    return tuple(landed)


def expected(one: Hurt, target: ScrollhammerUnit) -> float:
    """Return the mean wounds of one attacker, on the average model of its target."""
    harm = sum(
        group.models * _mean(effect)
        for group, effect in zip(target.groups, one.effects, strict=True)
    )
    each = sum(k * chance for k, chance in enumerate(one.one))
    return harm / target.models * each


def _mean(effect: AttackEffect) -> float:
    wounds = sum(k * float(chance) for k, chance in enumerate(effect.wounds))
    return wounds + float(effect.slain)


@lru_cache(maxsize=64)
def marks(target: ScrollhammerUnit) -> tuple[tuple[Mark, ...], Ints]:
    """Return the marks that a target can be, and which one it is in every state."""
    company = target.company
    if len(target.groups) == 1:
        return (mark_of(target, (target.models,)),), np.zeros(company.states, int)
    known: dict[Mark, int] = {}
    which = []
    for alive in company.alive.tolist():
        mark = mark_of(target, tuple(alive))
        which.append(known.setdefault(mark, len(known)))
    return tuple(known), np.array(which)


@lru_cache(maxsize=64)
def full_mark(target: ScrollhammerUnit) -> Mark:
    """Return the mark of a target at full strength."""
    return mark_of(target, tuple(group.models for group in target.groups))


@kept_by_identity(most=8192)
def mark_of(target: ScrollhammerUnit, alive: tuple[int, ...]) -> Mark:
    """Return the mark of so many models of each group of a target [models]."""
    return majority_of(marks_alone(target), alive)


@kept_by_identity(most=512)
def marks_alone(target: ScrollhammerUnit) -> tuple[Mark, ...]:
    """Return the mark of each group of a target where only that one is left."""
    return tuple(
        Mark(
            group.ws,
            group.t,
            group.kind,
            tuple(
                one
                for one in effects_of(group.rules, "against")
                if one.effect.on in DICE
            ),
        )
        for group in target.groups
    )


def majority_of(alone: tuple[Mark, ...], alive: tuple[int, ...]) -> Mark:
    """Return the mark of so many models with each of some marks [models]."""
    left = [pair for pair in zip(alive, alone, strict=True) if pair[0]]
    if not left:
        left = [(1, alone[0])]
    most = max(left, key=lambda pair: pair[0])[1]
    ws = _majority([(count, one.ws) for count, one in left])
    t = _majority([(count, one.t) for count, one in left])
    return most if (most.ws, most.t) == (ws, t) else replace(most, ws=ws, t=t)


def _majority(counted: list[tuple[int, int]]) -> int:
    totals: dict[int, int] = {}
    for count, value in counted:
        totals[value] = totals.get(value, 0) + count
    return max(totals, key=lambda value: (totals[value], value))


def allocation_notes(struck: Iterable[ScrollhammerUnit]) -> Iterator[str]:
    """Yield how wounds are dealt out to units of several kinds of models."""
    several = [one for one in struck if len(one.groups) > 1]
    if several:
        yield (
            "Wounds go one to each model before any model has two, all those of a step "
            "or a volley together; leaders are last in line, and the wounds are dealt "
            "out in the order of the kinds of attackers (house)."
        )
