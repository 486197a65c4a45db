"""Charge's rules that change an attack or Morale: a small function each, by key.

A rule that changes an attack is a function of the blows; it returns the changed blows
and what it did. Reactions and fear are in `reaction`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rulesets.odds.attack import Attack
from rulesets.odds.dice import ALWAYS, NEVER
from rulesets.odds.settings import Settled

BEST_NEED = 2
"""The best need where a natural 1 always fails [pips]."""


@dataclass(frozen=True, slots=True)
class ChargeAttack:
    """The attacks of one unit against another, before the dice set their limits.

    Parameters
    ----------
    dice : int
        Dice rolled by the unit at full strength [dice].
    to_hit, save : int
        Needs as the rules sum them up; may lie outside of 2 to 6 [pips].
    reroll_saves : bool
        True if successful saves are rolled again.
    push_per_hit : int
        What each hit adds to the push of a volley [inches].
    """

    dice: int
    to_hit: int
    save: int
    reroll_saves: bool = False
    push_per_hit: int = 1


def printed(need: int) -> str:
    """Return a need as the stat lines print it, such as ``4+``; "none" past 6."""
    return f"{need}+" if need < NEVER else "none"


def attack(blows: ChargeAttack, readings: Settled) -> Attack:
    """Return one die of these blows, within the limits that dice have.

    Parameters
    ----------
    blows : ChargeAttack
    readings : dict
        ``ones-fail`` and ``sixes-hit`` are used.

    Examples
    --------
    >>> readings = {"ones-fail": True, "sixes-hit": False}
    >>> attack(Blows(dice=1, to_hit=1, save=8), readings)  # doctest: +ELLIPSIS
    Attack(to_hit=2, to_wound=1, save=7, ...)
    """
    best = BEST_NEED if readings["ones-fail"] else ALWAYS
    to_hit = min(max(blows.to_hit, best), NEVER)
    if readings["sixes-hit"]:
        to_hit = min(to_hit, 6)
    return Attack(
        to_hit=to_hit,
        save=min(max(blows.save, best), NEVER),
        reroll_saves="successes" if blows.reroll_saves else "none",
    )


def armour_piercing(blows: ChargeAttack, x: int) -> tuple[ChargeAttack, str]:
    """Worsen the save against every hit by X."""
    pierced = replace(blows, save=blows.save + x)
    return pierced, f"save {printed(blows.save)} becomes {printed(pierced.save)}"


def poisoned_attacks(blows: ChargeAttack, x: int) -> tuple[ChargeAttack, str]:
    """Make the target roll successful saves again."""
    del x
    return replace(blows, reroll_saves=True), "successful saves are rolled again"


def volley_fire(blows: ChargeAttack, x: int) -> tuple[ChargeAttack, str]:
    """Double the dice at -1 to hit."""
    del x
    doubled = replace(blows, dice=2 * blows.dice, to_hit=blows.to_hit + 1)
    return doubled, (
        f"{blows.dice} dice become {doubled.dice}, "
        f"to hit {printed(blows.to_hit)} becomes {printed(doubled.to_hit)}"
    )


def cannon(blows: ChargeAttack, x: int) -> tuple[ChargeAttack, str]:
    """Shoot as printed, at any range, with no push of its own."""
    del x
    text = f"shoots as its stat line says: {blows.dice} dice, {printed(blows.to_hit)}"
    return blows, f"{text}, at any range"


OnAttack = Callable[[ChargeAttack, int], tuple[ChargeAttack, str]]

ON_ATTACK: dict[str, OnAttack] = {
    "armour-piercing": armour_piercing,
    "poisoned-attacks": poisoned_attacks,
}
"""Rules that change every attack of the unit that has them."""

ON_SHOOTING: dict[str, OnAttack] = {"volley-fire": volley_fire, "cannon": cannon}
"""Rules that change only its shooting."""

ON_MORALE: dict[str, str] = {
    "generals-leadership": "general-near",
    "strength-in-numbers": "kin-near",
}
"""Rules that lower the Morale value by 1, and the question that they hang on."""
