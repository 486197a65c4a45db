"""Figures of tests and rules of a unit, by who is left of it."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rulesets.core.effects import Op
from rulesets.games.scrollhammer.combat.blows.terms import DICE, effects_of
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.special_rules import rule_of
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.effects import CarriedEffect
from rulesets.odds.volley import Floats, Ints

Flags = NDArray[np.bool_]

Moods = tuple[tuple[tuple[int, int], ...], Ints]
"""Leadership and Initiative in use: the pairs there are, and which by state."""


@lru_cache(maxsize=64)
def moods(profile: ScrollhammerUnit) -> Moods:
    """Return the highest Leadership and Initiative, by who is left."""
    known: dict[tuple[int, int], int] = {}
    which = []
    cache: dict[tuple[bool, ...], tuple[int, int]] = {}
    for alive in (profile.company.alive > 0).tolist():
        key = tuple(alive)
        if key not in cache:
            left = [g for g, there in zip(profile.groups, key, strict=True) if there]
            left = left or list(profile.groups)
            cache[key] = max(g.ld for g in left), max(g.i for g in left)
        which.append(known.setdefault(cache[key], len(known)))
    return tuple(known), np.array(which)


@kept_by_identity(most=16)
def by_leadership(profile: ScrollhammerUnit, test: Callable[[int], Fraction]) -> Floats:
    """Return the chance to pass a test, by state [chance]."""
    pairs, which = moods(profile)
    return np.array([float(test(figure)) for figure, _ in pairs])[which]


@lru_cache(maxsize=64)
def lefts(profile: ScrollhammerUnit) -> tuple[tuple[tuple[bool, ...], ...], Ints]:
    """Return who of a unit and the characters in it may be left, and who is by state.

    By the unit's `posts`; there is one case where nobody joined it.
    """
    alive = profile.company.alive > 0
    places = {
        post: [at for at, group in enumerate(profile.groups) if group.post == post]
        for post in profile.posts
    }
    known: dict[tuple[bool, ...], int] = {}
    which = []
    for row in alive:
        there = tuple(bool(row[those].any()) for those in places.values())
        which.append(known.setdefault(there, len(known)))
    return tuple(known), np.array(which)


SharedRules = tuple[tuple[str, int], ...]


MOVES = frozenset({"move-dice"})
"""The terms of a unit's move that its rules change."""


def shared_rules(profile: ScrollhammerUnit) -> tuple[tuple[SharedRules, ...], Ints]:
    """Return the rules that change a unit's dice by who is left, and which by state.

    A rule that all of it has while it contains a bearer is gone with the last of them.

    References
    ----------
    Scrollhammer Rulebook, Special rules H to Q: Independent Character, only as long as
    he is with them; Preferred Enemy; Monster Hunter.
    """
    return _rules_left(profile, frozenset(DICE))


def move_dice(profile: ScrollhammerUnit) -> Ints:
    """Return the dice of a move in difficult terrain by state; the highest counts.

    References
    ----------
    Scrollhammer Rulebook, Moving Through Terrain: Difficult Terrain; Special rules H to
    Q: Move Through Cover, a unit that contains a model with it.
    """
    cases, which = _rules_left(profile, MOVES)
    dice = [2 + sum(map(_dice_of_move, effects_of(dict(one), "unit"))) for one in cases]
    return np.array(dice)[which]


def _dice_of_move(one: CarriedEffect) -> int:
    return int(one.amount) if one.effect.on in MOVES else 0


@lru_cache(maxsize=128)
def _rules_left(
    profile: ScrollhammerUnit, terms: frozenset[str]
) -> tuple[tuple[SharedRules, ...], Ints]:
    """Return the rules left of a unit by who is, as far as they change some terms."""
    borne = {
        key: [place for place, one in enumerate(profile.groups) if key in one.rules]
        for key, _ in profile.shared
        if any(one.whose == "unit" and one.on in terms for one in rule_of(key).effects)
    }
    known: dict[SharedRules, int] = {profile.shared: 0}
    which = []
    for row in profile.company.alive > 0:
        gone = {key for key, places in borne.items() if not row[places].any()}
        left = tuple(
            one for one in profile.shared if one[0] not in gone or not any(row)
        )
        which.append(known.setdefault(left, len(known)))
    return tuple(known), np.array(which)


def shared_in(profile: ScrollhammerUnit, state: int) -> SharedRules:
    """Return the rules that change the dice of a unit in a state."""
    cases, which = shared_rules(profile)
    return cases[which[state]]


def has_bearer(profile: ScrollhammerUnit, op: Op, on: str) -> Flags:
    """Return by state whether anybody is left with a rule that says such a thing.

    Where nobody is left the rules of all count.

    References
    ----------
    Scrollhammer Rulebook, Special rules H to Q: a unit that contains at least one model
    with the rule; Independent Character, only as long as he is with them.
    """
    bears = [
        any(rule_of(key).says(op, on) for key in group.rules)
        for group in profile.groups
    ]
    rows = (profile.company.alive > 0).tolist()
    return np.array(
        [any(np.array(bears)[row]) if any(row) else any(bears) for row in rows]
    )
