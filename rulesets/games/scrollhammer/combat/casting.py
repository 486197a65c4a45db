"""Power dice: a spell that is cast, its surge, and the castings of a caster's dice."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Literal

from rulesets.core.subject import clause
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerContext,
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.sources import MAGIC
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.dice import dice_sum
from rulesets.odds.match_up import MatchUpError

FACES, SURGE_FACES = 6, 3
"""Sides of a power die, and of one that is thrown into a surge."""


def total(dice: int, surge: int) -> tuple[Fraction, ...]:
    """Return the distribution of some D6 and D3 together."""
    first, second = dice_sum(dice), dice_sum(surge, SURGE_FACES)
    found = [Fraction(0)] * (len(first) + len(second) - 1)
    for one, chance in enumerate(first):
        for two, more in enumerate(second):
            found[one + two] += chance * more
    return tuple(found)


@cache
def cast_chances(
    cost: int, dice: int, held: int, *, adds: bool = True
) -> tuple[Fraction, Fraction]:
    """Return the chances that a spell goes off at once, and by a surge.

    Parameters
    ----------
    cost : int
        Casting cost [pips].
    dice : int
        Power dice of the first roll [dice].
    held : int
        Power dice held; what is left of them all goes into the surge [dice].
    adds : bool
        True if the surge is added to the failed roll.

    Examples
    --------
    Four or more on one die, then on what it showed and a D3:

    >>> cast_chances(4, 1, 2)
    (Fraction(1, 2), Fraction(1, 3))
    """
    if FACES * held < cost:
        return Fraction(0), Fraction(0)
    rolled = dice_sum(dice)
    at_once = sum(rolled[cost:], Fraction(0))
    rest = held - dice
    more = dice_sum(rest, SURGE_FACES)
    surged = Fraction(0)
    if rest > 0:
        for value, chance in enumerate(rolled[:cost]):
            wanted = cost - value if adds else cost
            surged += chance * sum(more[wanted:], Fraction(0))
    return at_once, surged


def casting(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    context: ScrollhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of one spell of side a.

    References
    ----------
    Scrollhammer Rulebook, Casting a Spell: Rolling to Cast a Spell; Surge.
    """
    del b, rounds
    situation, readings = context.situation, context.readings
    cost, name = _cost(a, situation.cost)
    held = situation.power or max(group.mg for group in a.groups)
    if held == 0:
        raise MatchUpError("/situation/power", f"{clause(a.name, 'has')} no power dice")
    dice = min(situation.cast_dice or held, held)
    adds = readings.surge_adds
    at_once, surged = cast_chances(cost, dice, held, adds=adds)
    best = max(
        range(1, held + 1),
        key=lambda count: (sum(cast_chances(cost, count, held, adds=adds)), -count),
    )
    outcomes = {
        "cast": float(at_once),
        "cast-by-surge": float(surged),
        "not-cast": float(1 - at_once - surged),
    }
    plans = {
        f"with-{count}-dice": float(sum(cast_chances(cost, count, held, adds=adds)))
        for count in range(1, held + 1)
    }
    rolled = Distribution(
        "Sum of the first roll", "pips", tuple(map(float, dice_sum(dice)))
    )
    surge_dice = (held - dice) * (1 - float(at_once))
    return Odds(
        outcomes=outcomes,
        labels={
            "cast": f"{name}: cast at the first roll",
            "cast-by-surge": f"{name}: cast by a surge",
            "not-cast": f"{name}: fails",
            "heals": f"{name}: a wound is given back",
            "best-dice": "First dice with the best chance",
            "surge-dice": "Dice spent on a surge, on average",
            **{
                f"with-{count}-dice": _plan(count, held) for count in range(1, held + 1)
            },
        },
        distributions={"roll": rolled},
        events={**_healing(at_once + surged, situation.heals), **plans},
        expected={"best-dice": float(best), "surge-dice": surge_dice},
        trace=tuple(_steps(a, name, cost, dice, held)),
        notes=_notes(a, cost, held),
    )


def _healing(cast: Fraction, roll: int) -> dict[str, float]:
    """Return the chance that a spell is cast and heals [chance]."""
    return {"heals": float(cast * Fraction(7 - roll, 6))} if roll else {}


def _plan(count: int, held: int) -> str:
    dice = "1 die" if count == 1 else f"{count} dice"
    rest = f", {held - count} kept for the surge" if count < held else ""
    return f"Cast in all with {dice} first{rest}"


def _cost(profile: ScrollhammerUnit, asked: int) -> tuple[int, str]:
    if asked:
        return asked, "the spell"
    for piece in profile.spells:
        cost = piece.stats.get("cost")
        if isinstance(cost, int):
            return cost, piece.name
    raise MatchUpError(
        "/situation/cost",
        f"{clause(profile.name, 'knows')} no spell with a printed cost",
    )


def _steps(
    profile: ScrollhammerUnit, name: str, cost: int, dice: int, held: int
) -> list[Step]:
    steps = [
        Step(
            "Rolling to Cast a Spell",
            f"{MAGIC}: Rolling to Cast a Spell",
            f"{name}: the sum of {dice} D6 reaches {cost}",
            profile.side,
        )
    ]
    if held > dice:
        text = f"after a failure, {held - dice} D3 are added, once"
        steps.append(Step("Surge", f"{MAGIC}: Surge", text, profile.side))
    return steps


def _notes(profile: ScrollhammerUnit, cost: int, held: int) -> tuple[str, ...]:
    if FACES * held >= cost:
        return ()
    return (
        f"{held} power dice never reach {cost}: {profile.name} may not try "
        f"({MAGIC}: Casting Cost is Too High?).",
    )


Counts = tuple[float, ...]
"""Chances of 0, 1, 2 … castings that succeed [chance]."""

NONE: Counts = (1.0,)

SLIGHT = 1e-12
"""By as little as this no way to spend dice is better than another [castings]."""


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
