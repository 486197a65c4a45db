"""Power dice: the spells that a caster's dice cast in one phase, as it spends them."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rulesets.games.scrollhammer.combat.casting import FACES, SURGE_FACES
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.odds.dice import dice_sum

Counts = tuple[float, ...]
"""Chances of 0, 1, 2 … castings that succeed [chance]."""

NONE: Counts = (1.0,)

SLIGHT = 1e-12
"""By as little as this no way to spend dice is better than another [castings]."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a caster spends its power dice.

    Parameters
    ----------
    dice : int
        Of each casting; 0 for as many as do most in all [dice].
    surge : str
        What follows a failure: ``never`` a surge, ``best`` one where it does most in
        all, ``rest`` one with all that is left.
    goes_on : bool
        True if it may cast again after a failure.
    adds : bool
        True if a surge is added to the failed roll.
    """

    dice: int = 0
    surge: Literal["never", "best", "rest"] = "never"
    goes_on: bool = True
    adds: bool = True


def manner_of(
    situation: ScrollhammerSituation, readings: ScrollhammerReadings
) -> Manner:
    """Return how casters spend their dice; those who do not cast are not asked."""
    return Manner(
        situation.cast_dice,
        situation.surge,
        readings.casts_on,
        readings.surge_adds,
    )


@lru_cache(maxsize=2048)
def castings(cost: int, held: int, manner: Manner) -> Counts:
    """Return how often a spell is cast with the dice held, spent as well as can be.

    Parameters
    ----------
    cost : int
        Casting cost [pips].
    held : int
        Power dice held [dice].
    manner : Manner

    References
    ----------
    Scrollhammer Rulebook, Casting a Spell; Magical Shooting Attacks: the same spell any
    number of times, as long as there are dice.

    Examples
    --------
    Two dice, one after the other, each of which casts on 4 or more:

    >>> tuple(round(chance, 12) for chance in castings(4, 2, Manner()))
    (0.25, 0.5, 0.25)
    """
    if held * FACES < cost:
        return NONE
    dice = _dice(cost, held, manner)
    found = []
    for total, chance in enumerate(_sums(dice, FACES)):
        if not chance:
            continue
        if total >= cost:
            found.append((chance, _more(castings(cost, held - dice, manner))))
            continue
        wanted = cost - total if manner.adds else cost
        rest = held - dice
        surge = _surge(cost, rest, wanted, manner)
        cast, left = _reaches(surge, wanted), castings(cost, rest - surge, manner)
        found.append((chance * cast, _more(left)))
        found.append((chance * (1 - cast), left if manner.goes_on else NONE))
    return _mixed(found)


@lru_cache(maxsize=4096)
def _worth(cost: int, held: int, manner: Manner) -> float:
    """Return the castings on average with the dice held [castings]."""
    if held * FACES < cost:
        return 0.0
    return _worth_of_first(cost, held, _dice(cost, held, manner), manner)


@lru_cache(maxsize=4096)
def _dice(cost: int, held: int, manner: Manner) -> int:
    """Return the dice of the first roll: as many as asked, or as do most in all."""
    if manner.dice:
        return min(manner.dice, held)
    ways = range(1, min(held, max(cost, 1)) + 1)
    return _first_best(
        [(_worth_of_first(cost, held, dice, manner), dice) for dice in ways]
    )


def _worth_of_first(cost: int, held: int, dice: int, manner: Manner) -> float:
    rolled, rest = _sums(dice, FACES), held - dice
    found = sum(rolled[cost:]) * (1 + _worth(cost, rest, manner))
    for total, chance in enumerate(rolled[:cost]):
        if chance:
            wanted = cost - total if manner.adds else cost
            surge = _surge(cost, rest, wanted, manner)
            found += chance * _worth_of_surge(cost, rest, surge, wanted, manner)
    return found


@lru_cache(maxsize=65536)
def _surge(cost: int, rest: int, wanted: int, manner: Manner) -> int:
    """Return the dice of the surge after a failure, 0 for none [dice]."""
    if manner.surge != "best":
        return rest if manner.surge == "rest" else 0
    ways = range(min(rest, wanted) + 1)
    return _first_best(
        [(_worth_of_surge(cost, rest, dice, wanted, manner), dice) for dice in ways]
    )


def _worth_of_surge(
    cost: int, rest: int, surge: int, wanted: int, manner: Manner
) -> float:
    cast, left = _reaches(surge, wanted), _worth(cost, rest - surge, manner)
    return cast * (1 + left) + (1 - cast) * (left if manner.goes_on else 0.0)


def _first_best(ways: list[tuple[float, int]]) -> int:
    """Return the way that does most, the first of those that do as much."""
    most = max(worth for worth, _ in ways)
    return next(way for worth, way in ways if worth > most - SLIGHT)


@lru_cache(maxsize=1024)
def _sums(dice: int, faces: int) -> Counts:
    return tuple(map(float, dice_sum(dice, faces)))


@lru_cache(maxsize=4096)
def _reaches(surge: int, wanted: int) -> float:
    """Return the chance that so many dice of a surge reach what is wanted [chance]."""
    return sum(_sums(surge, SURGE_FACES)[wanted:]) if surge else 0.0


def _more(counts: Counts) -> Counts:
    """Return the castings with one more."""
    return (0.0, *counts)


def _mixed(parts: list[tuple[float, Counts]]) -> Counts:
    mixed = [0.0] * max(len(counts) for _, counts in parts)
    for chance, counts in parts:
        for number, share in enumerate(counts):
            mixed[number] += chance * share
    return tuple(mixed)


def mean(counts: Counts) -> float:
    """Return the castings on average [castings]."""
    return sum(number * chance for number, chance in enumerate(counts))
