"""The moments of effects: when a special rule changes an attack."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rulesets.odds.effects import Holds, holds


@dataclass(frozen=True, slots=True)
class AttackMoment:
    """The circumstances of an attack that the moments of effects ask for.

    Parameters
    ----------
    shooting, first, charging : bool
        False, in a later round of a combat, if none is true.
    frenzied, mounted : bool
        What the striker is.
    mount : bool
        True if the mount strikes.
    weapons : int
        Weapons in hand [pieces].
    large : bool
        True if the target is too large for a killing blow.
    blessed, uses_item, once : bool
        Whether the bearer of the effect has the Blessing, uses the power of his item,
        and is in the round in which he uses what is used once in the game.
    duel, extra : bool
        A challenge; blows that come beside the others of the same models.
    weapon : frozenset of str
        Base types of the weapons in hand, and ``magic`` where one is.
    enemy : frozenset of str
        What the enemy is: ``large-target``, ``shoots``, ``stronger``.
    strength, toughness : int
        Strength of the blow, Toughness of the enemy; 0 where nobody asks.
    """

    shooting: bool = False
    first: bool = False
    charging: bool = False
    frenzied: bool = False
    mounted: bool = False
    mount: bool = False
    weapons: int = 1
    large: bool = False
    blessed: bool = False
    uses_item: bool = False
    once: bool = False
    duel: bool = False
    extra: bool = False
    weapon: frozenset[str] = frozenset()
    enemy: frozenset[str] = frozenset()
    strength: int = 0
    toughness: int = 0


STATES: Mapping[str, Callable[[AttackMoment], bool]] = {
    "frenzy": lambda at: at.frenzied,
    "blessed": lambda at: at.blessed,
    "uses-item": lambda at: at.uses_item,
}
"""States of who has an effect."""


PARTS: Mapping[str, Callable[[AttackMoment], bool]] = {
    "mount": lambda at: at.mount,
    "extra": lambda at: at.extra,
}
"""Parts of the blows of a model: of its mount, and those beside the others."""


MOMENTS: Mapping[str, Callable[[AttackMoment, str], bool]] = {
    "in-combat": lambda at, _: not at.shooting,
    "shooting": lambda at, _: at.shooting,
    "first-round": lambda at, _: at.first,
    "charging": lambda at, _: at.charging,
    "mounted": lambda at, _: at.mounted,
    "once": lambda at, _: at.once,
    "challenge": lambda at, _: at.duel,
    "state": lambda at, word: word in STATES and STATES[word](at),
    "part": lambda at, word: word in PARTS and PARTS[word](at),
    "weapons": lambda at, word: word == str(at.weapons),
    "weapon": lambda at, word: word in at.weapon,
    "enemy": lambda at, word: word in at.enemy or (at.large and word == "large"),
    "strength": lambda at, least: at.strength >= int(least),
    "enemy-toughness": lambda at, least: at.toughness >= int(least),
}
"""Moments by their word, with their argument after a colon."""


def now(moment: AttackMoment) -> Holds:
    """Return the predicate of moments that hold."""
    return holds(MOMENTS, moment)
