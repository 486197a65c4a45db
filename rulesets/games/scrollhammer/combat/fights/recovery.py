"""The ways in which wounds come back in a combat of two units, and what each needs."""

from collections.abc import Iterable, Iterator
from functools import partial

import numpy as np

from rulesets.games.scrollhammer.combat.blows.leeches import absorbs
from rulesets.games.scrollhammer.combat.fights.defeats import is_paid
from rulesets.games.scrollhammer.combat.fights.draughts import (
    draughts_of,
    drink,
    drinks,
    stock_of,
    stocks_of,
)
from rulesets.games.scrollhammer.combat.fights.healing import fits
from rulesets.games.scrollhammer.combat.fights.regeneration import (
    regenerates,
    regeneration,
)
from rulesets.games.scrollhammer.combat.fights.round import Rounds, Sides
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit, rule_step
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.odds.answer import NotModelled, Step
from rulesets.odds.fight.healing import Pause
from rulesets.odds.fight.model import in_turn
from rulesets.odds.volley import Floats

MOST = 3_000_000
"""Transitions of one round above which NumPy samples a combat.

Wounds that come back are not counted in a larger one.
"""

SAMPLED = "the combat is sampled, and wounds do not come back in samples"
ABSORBING = "a wound that its blows take may give it one back, once a turn"
HEALED_ONCE = "a model is healed once a turn, and those that absorb health do so by it"


def comes_back(sides: Sides, played: Rounds) -> frozenset[str]:
    """Return the rules by which wounds come back, of those that can be worked out."""
    known = set()
    profiles = [unit for side in sides for unit in side.units]
    if any(map(absorbs, profiles)) and fits(sides):
        known.add("absorb-health")
    mending = {"regeneration": any(map(regenerates, profiles))}
    mending["draughts"] = any(stocks_of(sides))
    if any(mending.values()):
        size_a, size_b = (side.profile.company.states for side in sides)
        fight = in_turn(np.zeros((size_a, size_b)), [played.opening], [played.cycle])
        if known or max(fight.transitions()) <= MOST:
            known |= {key for key, mends in mending.items() if mends}
    return frozenset(known)


def is_plain(sides: Sides, played: Rounds) -> bool:
    """Return whether every round but the first is the same, and nothing comes back.

    Nor are defeats paid for.
    """
    differs = any(map(_changes, sides)) or is_paid(sides)
    return not (differs or comes_back(sides, played))


def _changes(side: ScrollhammerSide) -> bool:
    """Return whether a side fights otherwise in one round than in another."""
    stands = side.struck_aside or side.paralyzed
    return stands or side.later is not None or side.power != "none"


def pauses(sides: Sides, stocks: tuple[int, int]) -> tuple[Pause, Pause]:
    """Return the healing before the second round and before the third, in turn."""
    a, b = (side.profile for side in sides)
    still_a, still_b = np.eye(a.company.states), np.eye(b.company.states)
    of_a = partial(_mended, regeneration(a), still_b, sides, stocks)
    of_b = partial(_mended, still_a, regeneration(b), sides, stocks)
    return (of_a, of_b) if sides[1].charged else (of_b, of_a)


def _mended(
    by_a: Floats, by_b: Floats, sides: Sides, stocks: tuple[int, int], live: Floats
) -> Floats:
    """Return chances ``[round, a, b]`` once wounds have come back, then by draughts."""
    grown: Floats = by_a.T @ live @ by_b
    return drink(grown, sides, stocks) if any(stocks) else grown


def mending_steps(sides: Sides) -> Iterator[Step]:
    """Yield that wounds come back, for a trace."""
    for side in sides:
        if regenerates(side.profile):
            text = "each lost wound of who still stands may come back in its own turn"
            yield rule_step(side.profile, "regeneration", text)
        if stock_of(side):
            for key in draughts_of(side.profile):
                text = "who is hurt as a turn begins drinks, and rolls for one wound"
                yield rule_step(side.profile, key, text)
        if any(map(absorbs, side.units)):
            yield rule_step(side.profile, "absorb-health", ABSORBING)


def twice_healed(profiles: Iterable[ScrollhammerUnit]) -> Iterator[str]:
    """Yield the note on wounds that come back by Regeneration and by blows."""
    if any(absorbs(one) and regenerates(one) for one in profiles):
        yield (
            "Regeneration rolls for each lost wound, and Absorb Health once a turn "
            "beside it: they are no healing by a spell (house)."
        )


def unmended(sides: Sides, known: frozenset[str]) -> Iterator[NotModelled]:
    """Yield what gives wounds back and is not counted; ``known`` is what is."""
    for side in sides:
        if regenerates(side.profile) and "regeneration" not in known:
            yield NotModelled("Regeneration", side.profile.side, SAMPLED)
        if side.draughts and drinks(side.profile) and "draughts" not in known:
            why = SAMPLED if stock_of(side) else HEALED_ONCE
            yield NotModelled("Healing draughts", side.profile.side, why)
        if any(map(absorbs, side.units)) and "absorb-health" not in known:
            why = "both units together are too large for wounds that come back"
            yield NotModelled("Absorb Health", side.profile.side, why)
