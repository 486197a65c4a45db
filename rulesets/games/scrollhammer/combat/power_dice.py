"""The power dice of a caster: which of its spells they cast, and how often."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.profile import ScrollhammerGroup
from rulesets.games.scrollhammer.special_rules import rules_that
from rulesets.odds.dice import dice_sum

FACES, SURGE_FACES = 6, 3
"""Sides of a power die, and of one that is thrown into a surge."""

SLIGHT = 1e-12
"""By as small a part as this no way to spend dice is better than another."""

Counts = tuple[float, ...]
"""Chances of 0, 1, 2 … castings that succeed [chance]."""

Cast = Mapping[tuple[int, ...], float]
"""Chances of so many castings of each spell [chance]."""

Priced = tuple[int, float]
"""A spell: its casting cost [pips], and what each casting of it is worth."""


@dataclass(frozen=True, slots=True)
class Manner:
    """A way to spend the power dice of a caster.

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
    spells : str
        ``most`` for all spells that do most together, ``one`` for the one that does.
    held : int
        Power dice of each caster; 0 for its Magicka [dice].
    draughts : int
        That each bearer drinks, a power die each.
    scrolls : int
        That each bearer reads, a spell each without any dice.
    """

    dice: int = 0
    surge: Literal["never", "best", "rest"] = "never"
    goes_on: bool = True
    adds: bool = True
    spells: Literal["most", "one"] = "most"
    held: int = 0
    draughts: int = 0
    scrolls: int = 0


def manner_of(
    situation: ScrollhammerSituation, readings: ScrollhammerReadings
) -> Manner:
    """Return how casters spend their dice; those who do not cast are not asked."""
    return Manner(
        situation.cast_dice,
        situation.surge,
        readings.casts_on,
        readings.surge_adds,
        situation.spells,
        situation.power,
        situation.draughts,
        situation.scrolls,
    )


def dice_held(group: ScrollhammerGroup, manner: Manner) -> int:
    """Return the power dice of each model of a group, with those it drinks [dice]."""
    drinks = not rules_that("add", "power-dice").isdisjoint(group.rules)
    return (manner.held or group.mg) + drinks * manner.draughts


def castings(cost: int, held: int, manner: Manner) -> Counts:
    """Return how often one spell is cast with the dice held, spent as well as can be.

    Parameters
    ----------
    cost : int
        Casting cost [pips].
    held : int
        Power dice held [dice].
    manner : Manner

    Examples
    --------
    Two dice, one after the other, each of which casts on 4 or more:

    >>> tuple(round(chance, 12) for chance in castings(4, 2, Manner()))
    (0.25, 0.5, 0.25)
    """
    return counts_of(cast(((cost, 1.0),), held, manner), 0)


@lru_cache(maxsize=2048)
def cast(spells: tuple[Priced, ...], held: int, manner: Manner) -> Cast:
    """Return how often each of some spells is cast, the dice spent as well as can be.

    Parameters
    ----------
    spells : tuple of Priced
    held : int
        Power dice held [dice].
    manner : Manner

    References
    ----------
    Scrollhammer Rulebook, Casting a Spell; Magical Shooting Attacks: any variety of
    spells, each any number of times, as long as there are dice.
    """
    if not _is_open(spells, held):
        return {(0,) * len(spells): 1.0}
    _, place, dice = _choice(spells, held, manner)
    cost, rest = spells[place][0], held - dice
    found: dict[tuple[int, ...], float] = {}
    for total, chance in enumerate(sums(dice, FACES)):
        if total >= cost:
            _add(found, chance, cast(spells, rest, manner), place)
            continue
        wanted = cost - total if manner.adds else cost
        surge = _surge(spells, place, rest, wanted, manner) if chance else 0
        reached, left = reaches(surge, wanted), cast(spells, rest - surge, manner)
        _add(found, chance * reached, left, place)
        after = left if manner.goes_on else {(0,) * len(spells): 1.0}
        _add(found, chance * (1 - reached), after)
    return found


def _add(
    found: dict[tuple[int, ...], float],
    chance: float,
    castings_left: Cast,
    place: int | None = None,
) -> None:
    """Add what follows with some chance, after one casting of a spell or of none."""
    for counts, share in castings_left.items() if chance else ():
        key = tuple(n + (number == place) for number, n in enumerate(counts))
        found[key] = found.get(key, 0.0) + chance * share


def _is_open(spells: Sequence[Priced], held: int) -> bool:
    return any(held * FACES >= cost for cost, _ in spells)


@lru_cache(maxsize=8192)
def _worth(spells: tuple[Priced, ...], held: int, manner: Manner) -> float:
    """Return what all castings with the dice held are worth on average."""
    return _choice(spells, held, manner)[0] if _is_open(spells, held) else 0.0


@lru_cache(maxsize=8192)
def _choice(
    spells: tuple[Priced, ...], held: int, manner: Manner
) -> tuple[float, int, int]:
    """Return what the best way is worth, its spell, and the dice of its first roll."""
    ways = [
        (_worth_of_first(spells, place, held, dice, manner), place, dice)
        for place, (cost, _) in enumerate(spells)
        if held * FACES >= cost
        for dice in _tries(cost, held, manner)
    ]
    most = max(worth for worth, _, _ in ways)
    return next(way for way in ways if way[0] >= most * (1 - SLIGHT))


def _tries(cost: int, held: int, manner: Manner) -> Iterator[int]:
    """Yield the numbers of dice that a first roll may take [dice]."""
    if manner.dice:
        yield min(manner.dice, held)
    else:
        yield from range(1, min(held, max(cost, 1)) + 1)


def _worth_of_first(
    spells: tuple[Priced, ...], place: int, held: int, dice: int, manner: Manner
) -> float:
    cost, worth = spells[place]
    rolled, rest = sums(dice, FACES), held - dice
    found = sum(rolled[cost:]) * (worth + _worth(spells, rest, manner))
    for total, chance in enumerate(rolled[:cost]):
        if chance:
            wanted = cost - total if manner.adds else cost
            surge = _surge(spells, place, rest, wanted, manner)
            found += chance * _worth_of_surge(
                spells, place, rest, surge, wanted, manner
            )
    return found


@lru_cache(maxsize=65536)
def _surge(
    spells: tuple[Priced, ...], place: int, rest: int, wanted: int, manner: Manner
) -> int:
    """Return the dice of the surge after a failure, 0 for none [dice]."""
    if manner.surge != "best":
        return rest if manner.surge == "rest" else 0
    worths = [
        _worth_of_surge(spells, place, rest, dice, wanted, manner)
        for dice in range(min(rest, wanted) + 1)
    ]
    most = max(worths)
    return next(n for n, worth in enumerate(worths) if worth >= most * (1 - SLIGHT))


def _worth_of_surge(
    spells: tuple[Priced, ...],
    place: int,
    rest: int,
    surge: int,
    wanted: int,
    manner: Manner,
) -> float:
    reached, left = reaches(surge, wanted), _worth(spells, rest - surge, manner)
    failed = left if manner.goes_on else 0.0
    return reached * (spells[place][1] + left) + (1 - reached) * failed


@lru_cache(maxsize=4096)
def cast_once(cost: int, held: int, manner: Manner) -> float:
    """Return the chance to cast a spell that is wanted once.

    The dice are spent as well as can be.

    Parameters
    ----------
    cost : int
        Casting cost [pips].
    held : int
        Power dice that may be spent on it [dice].
    manner : Manner

    Examples
    --------
    Two dice together reach 3 oftener than one after the other:

    >>> round(cast_once(3, 2, Manner()) * 36, 9)
    35.0
    """
    if held * FACES < cost:
        return 0.0
    tried = (_once(cost, held, dice, manner) for dice in _tries(cost, held, manner))
    return max(tried)


def _once(cost: int, held: int, dice: int, manner: Manner) -> float:
    """Return `cast_once` with so many dice in the first roll [chance]."""
    rolled, rest = sums(dice, FACES), held - dice
    found = sum(rolled[cost:])
    for total, chance in enumerate(rolled[:cost]):
        if chance:
            wanted = cost - total if manner.adds else cost
            found += chance * _saved(cost, rest, wanted, manner)
    return found


def _saved(cost: int, rest: int, wanted: int, manner: Manner) -> float:
    """Return the chance to cast after a failure, with what is left [chance]."""
    surges: Iterable[int] = {
        "never": (0,),
        "rest": (rest,),
        "best": range(min(rest, wanted) + 1),
    }[manner.surge]
    found = []
    for surge in surges:
        reached = reaches(surge, wanted)
        again = cast_once(cost, rest - surge, manner) if manner.goes_on else 0.0
        found.append(reached + (1 - reached) * again)
    return max(found)


def two_fights(cost: int, magicka: int, manner: Manner) -> tuple[int, int]:
    """Return the dice for the fight of the own turn, and for that of the enemy's.

    So that the spell is cast most often in both together; the own turn comes first.

    Examples
    --------
    >>> two_fights(3, 4, Manner()), two_fights(3, 1, Manner())
    ((2, 2), (1, 0))

    References
    ----------
    Scrollhammer Rulebook, Power Dice: pools are emptied and filled at the start of each
    of the own turns, and so what is left serves in the enemy's turn.
    """
    return max(
        ((own, magicka - own) for own in range(magicka, -1, -1)),
        key=lambda dice: round(sum(cast_once(cost, n, manner) for n in dice), 12),
    )


@lru_cache(maxsize=1024)
def sums(dice: int, faces: int) -> Counts:
    """Return the distribution of a sum of dice [chance]."""
    return tuple(map(float, dice_sum(dice, faces)))


@lru_cache(maxsize=4096)
def reaches(surge: int, wanted: int) -> float:
    """Return the chance that so many dice of a surge reach what is wanted [chance]."""
    return sum(sums(surge, SURGE_FACES)[wanted:]) if surge else 0.0


def counts_of(found: Cast, place: int) -> Counts:
    """Return how often one of the spells is cast."""
    shares = [0.0] * (1 + max(counts[place] for counts in found))
    for counts, chance in found.items():
        shares[counts[place]] += chance
    return tuple(shares)


def mean(counts: Counts) -> float:
    """Return the castings on average [castings]."""
    return sum(number * chance for number, chance in enumerate(counts))
