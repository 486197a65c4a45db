"""A round of close combat: who strikes what in which step of Initiative."""

from dataclasses import dataclass, replace
from math import prod

import numpy as np

from rulesets.games.scrollhammer.combat.blows import (
    ScrollhammerBlows,
    blows_of,
    marks_of,
)
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.ranks import engaged, fighters
from rulesets.games.scrollhammer.combat.result import result
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.odds.company import Hurt, Volley, kernels
from rulesets.odds.fight.model import Order, Round, Side, Strike
from rulesets.odds.tally import LossTally
from rulesets.odds.volley import Dice, Floats, Ints

Planned = tuple[list[ScrollhammerBlows], list[ScrollhammerBlows]]
"""What both sides strike in a round."""


@dataclass(frozen=True, slots=True, eq=False)
class Rounds:
    """The rounds of a combat.

    Parameters
    ----------
    opening, cycle : Round
        The first round and every later one: the same where nothing differs. A charge,
        and Hatred, count in the first alone.
    blows, later : tuple of lists of ScrollhammerBlows
        What both sides strike in the first round, and in every later one.
    engaged : tuple of ndarray
        Of both sides, ``[own, other]``: how many models fight [models].
    """

    opening: Round
    cycle: Round
    blows: Planned
    later: Planned
    engaged: tuple[Ints, Ints]


def rounds_of(
    a: ScrollhammerSide, b: ScrollhammerSide, readings: ScrollhammerReadings
) -> Rounds:
    """Return what is fought in a combat."""
    met = engaged(a, b, readings), engaged(b, a, readings)
    fighting = fighters(a.profile, met[0]), fighters(b.profile, met[1])
    later, first = (
        (
            blows_of(a, b, readings, first=opens),
            blows_of(b, a, readings, first=opens),
        )
        for opens in (False, True)
    )
    judged = _judged(a, b, later, readings)
    cycle = Round(_orders(a, b, later, fighting), *judged)
    opening = cycle
    if first != later:
        if a.yields or b.yields:
            judged = _judged(a, b, first, readings)
        opening = Round(_orders(a, b, first, fighting), *judged)
    return Rounds(opening, cycle, first, later, met)


def _judged(
    a: ScrollhammerSide,
    b: ScrollhammerSide,
    blows: Planned,
    readings: ScrollhammerReadings,
) -> tuple[LossTally, Floats]:
    """Return the result of a round; only who hurts nobody may give up."""
    if a.yields:
        a = replace(a, yields=useless(blows[0]))
    if b.yields:
        b = replace(b, yields=useless(blows[1]))
    return result(a, b, readings)


def useless(blows: list[ScrollhammerBlows]) -> bool:
    """Return whether a side's blows can never take a wound.

    References
    ----------
    Scrollhammer Rulebook, Check Morale: Our Weapons Are Useless.
    """
    return not any(
        any(one.one[1:]) and any(effect.harm() > 0 for effect in one.effects)
        for each in blows
        for one in (*each.hurts, *each.raging)
    )


def _orders(
    a: ScrollhammerSide,
    b: ScrollhammerSide,
    blows: Planned,
    fighting: tuple[list[Ints], list[Ints]],
) -> tuple[Order, ...]:
    """Return the strikes of a round; those of one Initiative fall at once."""
    steps = sorted({one.initiative for side in blows for one in side}, reverse=True)
    strikes: list[Strike] = []
    for step in steps:
        by_a = [one for one in blows[0] if one.initiative == step]
        by_b = [one for one in blows[1] if one.initiative == step]
        if by_a:
            strikes.append(_strike("a", (a, b), by_a, fighting[0]))
        if by_b:
            joins = bool(by_a)
            strikes.append(_strike("b", (b, a), by_b, fighting[1], joins=joins))
    return (Order(1.0, strikes),)


def _strike(
    name: Side,
    sides: tuple[ScrollhammerSide, ScrollhammerSide],
    blows: list[ScrollhammerBlows],
    fighting: list[Ints],
    *,
    joins: bool = False,
) -> Strike:
    """Return the attacks of the first of two sides at one step of Initiative."""
    which, kinds, volleys = cases_of(*sides, blows, fighting)
    stack = kernels(sides[1].profile.company, kinds, volleys)
    return Strike(name, which[None, None], stack, joins)


def cases_of(
    side: ScrollhammerSide,
    other: ScrollhammerSide,
    blows: list[ScrollhammerBlows],
    fighting: list[Ints],
) -> tuple[Ints | Dice, tuple[Hurt, ...], tuple[Volley, ...]]:
    """Return which volley falls by the states of both sides, and all volleys.

    Every case that needs a kernel of its own is one number: the target's mark, and for
    each of the blows whether the enemies are more and how many models strike.

    Returns
    -------
    ndarray of int
        ``[own, other]``: the volley.
    tuple of Hurt
        Kinds of attackers.
    tuple of Volley
        Each names a kind and a count for every one of the blows.
    """
    found, which = marks_of(other)
    sizes, parts = [len(found)], [which]
    for one in blows:
        if one.raging:
            sizes.append(2)
            parts.append(_outnumbered(side, other))
        sizes.append(side.profile.groups[one.place].models + 1)
        parts.append(fighting[one.place])
    code = np.ravel_multi_index(tuple(parts), sizes)
    used = np.zeros(prod(sizes), dtype=bool)
    used[code] = True
    cases = np.unravel_index(np.flatnonzero(used), sizes)
    kinds = tuple(hurts for one in blows for hurts in (*one.hurts, *one.raging))
    places = np.cumsum(used, dtype=np.int32) - 1
    return places[code], kinds, _volleys(blows, len(found), cases)


def _outnumbered(side: ScrollhammerSide, other: ScrollhammerSide) -> Ints:
    """Return ``[own, other]``: 1 where the enemies are more."""
    own, theirs = side.profile.company.counts, other.profile.company.counts
    fewer: Ints = (own[:, None] < theirs).astype(np.int64)
    return fewer


def _volleys(
    blows: list[ScrollhammerBlows], marks: int, cases: tuple[Ints, ...]
) -> tuple[Volley, ...]:
    """Return the volley of every case: the attackers' kinds, and how many strike."""
    mark, *others = cases
    rest = iter(others)
    columns = []
    kind = 0
    for one in blows:
        at = kind + mark + (marks * next(rest) if one.raging else 0)
        kind += len(one.hurts) + len(one.raging)
        columns.append(zip(at.tolist(), next(rest).tolist(), strict=True))
    return tuple(zip(*columns, strict=True))
