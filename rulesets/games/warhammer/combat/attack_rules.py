"""Special rules that change an attack: small functions by the rule's key.

Each takes the attack as it is so far and the rule's X, and returns the changed attack
with what it did. Those of the striker come first, then those of its target.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from rulesets.games.warhammer.combat.attack import (
    REGENERATION,
    WarhammerAttack,
    printed,
)
from rulesets.odds.dice import NEVER, Chances

OnSwing = Callable[[WarhammerAttack, int], tuple[WarhammerAttack, str]]


def armour_piercing(swing: WarhammerAttack, x: int) -> tuple[WarhammerAttack, str]:
    """Worsen the armour save by 1 more."""
    del x
    pierced = replace(swing, save=swing.save + 1)
    if swing.save >= NEVER:
        return pierced, "there is no armour save to worsen"
    return pierced, f"save {printed(swing.save)} becomes {printed(pierced.save)}"


def no_armour_save(swing: WarhammerAttack, x: int) -> tuple[WarhammerAttack, str]:
    """Leave no armour save."""
    del x
    return replace(swing, save=NEVER), "no armour save"


def to_hit_bonus(swing: WarhammerAttack, x: int) -> tuple[WarhammerAttack, str]:
    """Hit on 1 less; a 1 still misses."""
    better = replace(swing, to_hit=swing.to_hit - max(x, 1))
    return better, f"to hit {printed(swing.to_hit)} becomes {printed(better.to_hit)}"


def poisoned_attacks(swing: WarhammerAttack, x: int) -> tuple[WarhammerAttack, str]:
    """Wound without a roll on a natural 6 to hit."""
    del x
    return replace(swing, poisoned=True), "a natural 6 to hit wounds without a roll"


def flaming_attacks(swing: WarhammerAttack, x: int) -> tuple[WarhammerAttack, str]:
    """Burn: no regeneration, and twice the wounds of the flammable."""
    del x
    return replace(swing, flames=True), "the attacks burn"


def multiple_wounds(swing: WarhammerAttack, x: int) -> tuple[WarhammerAttack, str]:
    """Take D3 or D6 wounds for one; what one model lacks is lost."""
    return replace(swing, damage=die(x)), f"each unsaved wound counts as D{x}"


def die(sides: int) -> Chances:
    """Return the distribution of one die with so many sides.

    Examples
    --------
    >>> die(3)[1:]
    (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
    """
    return (Fraction(0), *(Fraction(1, sides) for _ in range(sides)))


def killing_blow(swing: WarhammerAttack, x: int) -> tuple[WarhammerAttack, str]:
    """Slay on a natural 6 to wound: no armour save, though a ward."""
    del x
    return replace(swing, slays=True), "a natural 6 to wound slays outright"


def river_trolls(swing: WarhammerAttack, x: int) -> tuple[WarhammerAttack, str]:
    """Be 1 harder to hit in close combat."""
    del x
    worse = replace(swing, to_hit=swing.to_hit + 1)
    return worse, f"to hit {printed(swing.to_hit)} becomes {printed(worse.to_hit)}"


def regeneration(swing: WarhammerAttack, x: int) -> tuple[WarhammerAttack, str]:
    """Take wounds back on 4+, but for fire and killing blows."""
    del x
    text = "no regeneration against fire" if swing.flames else ""
    text = text or f"each wound is taken back on {REGENERATION}+"
    return replace(swing, regenerates=True), text


def flammable(swing: WarhammerAttack, x: int) -> tuple[WarhammerAttack, str]:
    """Take two wounds for each by fire."""
    del x
    text = "wounds by fire are doubled" if swing.flames else "these attacks do not burn"
    return replace(swing, burns=True), text


def troll_vomit(swing: WarhammerAttack, x: int) -> tuple[WarhammerAttack, str]:
    """Hit once without a roll, with no armour save, in place of all blows."""
    del x
    spat = replace(swing, attacks=1, automatic=True, save=NEVER)
    return spat, "one hit of each without a roll, with no armour save"


ON_BLOWS: dict[str, OnSwing] = {
    "to-hit-bonus": to_hit_bonus,
    "poisoned-attacks": poisoned_attacks,
    "killing-blow": killing_blow,
    "flaming-attacks": flaming_attacks,
    "multiple-wounds": multiple_wounds,
    "armour-piercing": armour_piercing,
    "no-armour-save": no_armour_save,
    "troll-vomit": troll_vomit,
}
"""Rules that change every blow of those who have them, in their order."""

ON_SHOTS: dict[str, OnSwing] = {
    "poisoned-attacks": poisoned_attacks,
    "flaming-attacks": flaming_attacks,
    "braziers": flaming_attacks,
    "multiple-wounds": multiple_wounds,
    "armour-piercing": armour_piercing,
    "no-armour-save": no_armour_save,
}
"""Rules that change every shot."""

AGAINST_BLOWS: dict[str, OnSwing] = {
    "river-trolls": river_trolls,
    "flammable": flammable,
    "regeneration": regeneration,
}
"""Rules of the target that change blows struck at it."""

AGAINST_SHOTS: dict[str, OnSwing] = {
    "flammable": flammable,
    "regeneration": regeneration,
}
"""Rules of the target that change shots at it."""
