"""The reach of a charge: twice the Movement, and the dice that items add to it."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from rulesets.core.percent import percent
from rulesets.core.subject import clause
from rulesets.games.warhammer.combat.engagements.events import between
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.item_effects import FIRST_CHARGE, REACH
from rulesets.games.warhammer.sources import CHARGES
from rulesets.games.warhammer.special_rules import row_of
from rulesets.odds.answer import Step
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.dice import add, dice_sum

Reaches = tuple[tuple[int, Fraction], ...]
"""Reaches that a charge may have [inches], the shortest first, with their chances."""


def reaches(own: WarhammerUnit, *, first: bool) -> Reaches:
    """Return how far a charge of a unit may reach [inches], each with its chance.

    Parameters
    ----------
    own : WarhammerUnit
    first : bool
        Whether it is the first charge of the unit in the game.
    """
    dice = tuple(sides for sides, once in dice_of_reach(own) if first or not once)
    return _reaches(2 * own.stride, dice)


@kept_by_identity(most=1024)
def dice_of_reach(own: WarhammerUnit) -> tuple[tuple[int, bool], ...]:
    """Return the sides of each die on a unit's charges, and if on its first alone."""
    rows = [row for row in map(row_of, own.rules) if row is not None]
    return tuple(
        (int(effect.value), FIRST_CHARGE in effect.when)
        for row in rows
        for effect in row.effects
        if (effect.op, effect.on) == ("roll", REACH)
    )


def counts_charges(own: WarhammerUnit) -> bool:
    """Return whether the first charge of a unit reaches further than others."""
    return any(once for _, once in dice_of_reach(own))


def arrival(far: Reaches, distance: int) -> float:
    """Return the chance that a charge reaches so many inches [chance].

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> arrival(((15, half), (16, half)), 16)
    0.5
    """
    return float(sum(chance for inches, chance in far if inches >= distance))


def within(far: Reaches) -> str:
    """Return the shortest and the longest reach in words.

    Examples
    --------
    >>> within(((15, Fraction(1, 2)), (16, Fraction(1, 2))))
    '15 to 16"'
    """
    return between(far[0][0], far[-1][0])


def reach_steps(own: WarhammerUnit, distance: int) -> Iterator[Step]:
    """Yield the trace of the first charge of a unit from so many inches."""
    far = reaches(own, first=True)
    if len(far) > 1:
        text = (
            f'{clause(own.name, "reaches")} {within(far)}: from {distance}" '
            f"the charge arrives with a chance of {percent(arrival(far, distance))}"
        )
        yield Step("Charge", CHARGES, text, own.side)


@lru_cache(maxsize=256)
def _reaches(moved: int, dice: tuple[int, ...]) -> Reaches:
    further = dice_sum(0)
    for sides in dice:
        further = add(further, dice_sum(1, sides))
    return tuple(
        (moved + inches, chance) for inches, chance in enumerate(further) if chance
    )
