"""Charge's special rules: what they say, and those that change an attack or Morale.

A rule that changes an attack is a function of the blows; it returns the changed blows
and what it did. Reactions and fear are told in `combat_charge`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rulesets.game import SpecialRule
from rulesets.games.charge.questions import ABILITIES, UNIVERSAL
from rulesets.odds.attack import Attack
from rulesets.odds.dice import ALWAYS, NEVER
from rulesets.odds.settings import Settled

BEST_NEED = 2
"""The best need where a natural 1 always fails [pips]."""


@dataclass(frozen=True, slots=True)
class Blows:
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


def attack(blows: Blows, readings: Settled) -> Attack:
    """Return one die of these blows, within the limits that dice have.

    Parameters
    ----------
    blows : Blows
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


def armour_piercing(blows: Blows, x: int) -> tuple[Blows, str]:
    """Worsen the save against every hit by X."""
    pierced = replace(blows, save=blows.save + x)
    return pierced, f"save {printed(blows.save)} becomes {printed(pierced.save)}"


def poisoned_attacks(blows: Blows, x: int) -> tuple[Blows, str]:
    """Make the target roll successful saves again."""
    del x
    return replace(blows, reroll_saves=True), "successful saves are rolled again"


def volley_fire(blows: Blows, x: int) -> tuple[Blows, str]:
    """Double the dice at -1 to hit."""
    del x
    doubled = replace(blows, dice=2 * blows.dice, to_hit=blows.to_hit + 1)
    return doubled, (
        f"{blows.dice} dice become {doubled.dice}, "
        f"to hit {printed(blows.to_hit)} becomes {printed(doubled.to_hit)}"
    )


def cannon(blows: Blows, x: int) -> tuple[Blows, str]:
    """Shoot as printed, at any range, with no push of its own."""
    del x
    text = f"shoots as its stat line says: {blows.dice} dice, {printed(blows.to_hit)}"
    return blows, f"{text}, at any range"


OnAttack = Callable[[Blows, int], tuple[Blows, str]]

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

ABILITIES_WITHOUT_TEXT = frozenset(
    {
        "fearsome",
        "shield-wall",
        "forced-march",
        "tactical-genius",
        "stand-and-shoot",
        "fire-and-flee",
        "cannon",
    }
)
"""Abilities of which only a heading or a first sentence is printed."""

_EXACT = "exact"

RULES: dict[str, SpecialRule] = {
    rule.key: rule
    for rule in (
        SpecialRule(
            "generals-leadership",
            "General's Leadership",
            'Units within 12" of it, itself included, have a Morale value 1 lower. '
            "It does not add up.",
            f"{UNIVERSAL}: General's Leadership",
            _EXACT,
        ),
        SpecialRule(
            "volley-fire",
            "Volley Fire",
            "It may shoot twice as many dice, at -1 to hit.",
            f"{UNIVERSAL}: Volley Fire",
            _EXACT,
        ),
        SpecialRule(
            "strength-in-numbers",
            "Strength in numbers",
            'Its Morale value is 1 lower while another unit of its name is within 6".',
            f"{UNIVERSAL}: Strength in numbers",
            _EXACT,
        ),
        SpecialRule(
            "armour-piercing",
            "Armour Piercing(X)",
            "Saves against its hits are worse by X; past 6+ there is none.",
            f"{UNIVERSAL}: Armour Piercing(X)",
            _EXACT,
            takes_x=True,
        ),
        SpecialRule(
            "unlimbered-artillery",
            "Unlimbered Artillery",
            "It cannot move, so it cannot charge; it can be pushed and may pivot.",
            f"{UNIVERSAL}: Unlimbered Artillery",
            _EXACT,
        ),
        SpecialRule(
            "terrifying",
            "Terrifying",
            "A unit that it charges takes a Morale test before contact.",
            f"{UNIVERSAL}: Terrifying",
            _EXACT,
        ),
        SpecialRule(
            "poisoned-attacks",
            "Poisoned Attacks",
            "Successful saves against its hits are rolled again.",
            f"{UNIVERSAL}: Poisoned Attacks",
            _EXACT,
        ),
        SpecialRule(
            "fearsome",
            "Fearsome",
            "Once per game, before it charges, the target takes a Morale test (house: "
            "the printed sentence stops before its effect).",
            f"{ABILITIES}: Fearsome",
            _EXACT,
        ),
        SpecialRule(
            "shield-wall",
            "Shield Wall",
            "Once per game, when charged and a Leadership test is passed, its save is "
            "1 better, at best 2+, in the melee that follows (house: no text).",
            f"{ABILITIES}: Shield Wall",
            _EXACT,
        ),
        SpecialRule(
            "forced-march",
            "Forced March",
            "After a passed Leadership test at the end of its Movement it moves again "
            "at half speed, without charging (house: no text).",
            f"{ABILITIES}: Forced March",
            _EXACT,
        ),
        SpecialRule(
            "tactical-genius",
            "Tactical Genius",
            "At the first charge of an enemy turn, after a passed Leadership test, it "
            "turns to face the charger (house: no text).",
            f"{ABILITIES}: Tactical Genius",
            _EXACT,
        ),
        SpecialRule(
            "stand-and-shoot",
            "Stand and shoot",
            "When charged it shoots at the charger before contact, at -1 to hit "
            "(house: no text).",
            f"{ABILITIES}: Stand and shoot",
            _EXACT,
        ),
        SpecialRule(
            "fire-and-flee",
            "Fire and Flee",
            "When charged it shoots with half its dice at -1 to hit, then flees 2D6 "
            "inches (house: no text).",
            f"{ABILITIES}: Fire and Flee",
            _EXACT,
        ),
        SpecialRule(
            "cannon",
            "Cannon",
            "It shoots as its stat line says, at any range, and its hits push as "
            "others do (house: no text).",
            f"{ABILITIES}: Cannon",
            _EXACT,
        ),
    )
}
"""Every special rule of the game, by key."""
