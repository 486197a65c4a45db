"""Figures of tests and rules of a unit, by who is left of it."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rulesets.core.effects import Op
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.terms import DICE
from rulesets.games.scrollhammer.special_rules import rule_of
from rulesets.odds.volley import Ints

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


@lru_cache(maxsize=64)
def shared_rules(profile: ScrollhammerUnit) -> tuple[tuple[SharedRules, ...], Ints]:
    """Return the rules that change a unit's dice by who is left, and which by state.

    A rule that all of it has while it contains a bearer is gone with the last of them.

    References
    ----------
    Scrollhammer Rulebook, Special rules H to Q: Independent Character, only as long as
    he is with them; Preferred Enemy; Monster Hunter.
    """
    borne = {
        key: [place for place, one in enumerate(profile.groups) if key in one.rules]
        for key, _ in profile.shared
        if any(one.whose == "unit" and one.on in DICE for one in rule_of(key).effects)
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
