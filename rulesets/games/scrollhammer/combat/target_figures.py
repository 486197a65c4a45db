"""What a target is struck by: figures of its majority, by who is left of it."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.terms import DICE, effects_of
from rulesets.odds.effects import CarriedEffect
from rulesets.odds.volley import Ints


@dataclass(frozen=True, slots=True)
class Mark:
    """What a target is struck by: its majority's figures, by who is left of it.

    ``ws`` and ``t`` are those of most models, the higher where two are as many;
    ``effects`` those of their rules that change attacks against them.
    """

    ws: int
    t: int
    kind: str
    effects: tuple[CarriedEffect, ...] = ()


@lru_cache(maxsize=64)
def marks(target: ScrollhammerUnit) -> tuple[tuple[Mark, ...], Ints]:
    """Return the marks that a target can be, and which one it is in every state."""
    company = target.company
    if len(target.groups) == 1:
        return (_mark(target, (target.models,)),), np.zeros(company.states, int)
    known: dict[Mark, int] = {}
    which = []
    cache: dict[tuple[int, ...], Mark] = {}
    for alive in company.alive.tolist():
        key = tuple(alive)
        if key not in cache:
            cache[key] = _mark(target, key)
        which.append(known.setdefault(cache[key], len(known)))
    return tuple(known), np.array(which)


@lru_cache(maxsize=64)
def full_mark(target: ScrollhammerUnit) -> Mark:
    """Return what a target at full strength is struck by."""
    return _mark(target, tuple(group.models for group in target.groups))


def _mark(target: ScrollhammerUnit, alive: tuple[int, ...]) -> Mark:
    left = [pair for pair in zip(alive, target.groups, strict=True) if pair[0]]
    if not left:
        left = [(1, target.groups[0])]
    most = max(left, key=lambda pair: pair[0])[1]
    return Mark(
        _majority([(count, group.ws) for count, group in left]),
        _majority([(count, group.t) for count, group in left]),
        most.kind,
        tuple(
            one for one in effects_of(most.rules, "against") if one.effect.on in DICE
        ),
    )


def _majority(counted: list[tuple[int, int]]) -> int:
    totals: dict[int, int] = {}
    for count, value in counted:
        totals[value] = totals.get(value, 0) + count
    return max(totals, key=lambda value: (totals[value], value))
