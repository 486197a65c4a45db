"""The times at which weapons and spells shoot: how far, and in which turns."""

from dataclasses import dataclass

from rulesets.games.scrollhammer.combat.blows.weapons import (
    ScrollhammerWeapon,
    charges_after,
    fires_on_the_move,
)


@dataclass(frozen=True, slots=True)
class TimesToShoot:
    """The times at which a weapon or a spell in hand shoots.

    Parameters
    ----------
    reach : tuple of (int, int)
        [inches]
    on_the_move, before_charge : bool
        True if it shoots in a turn in which its bearers moved, or go on to charge.
    """

    reach: tuple[int, int]
    on_the_move: bool
    before_charge: bool

    def allows(self, distance: int, *, moved: bool, charges: bool) -> bool:
        """Return whether it shoots so far, by those who moved or charge."""
        still = moved and not self.on_the_move
        still |= charges and not self.before_charge
        return self.reach[0] <= distance <= self.reach[1] and not still


def times_to_shoot(weapon: ScrollhammerWeapon) -> TimesToShoot:
    """Return when a weapon or a spell shoots."""
    return TimesToShoot(weapon.reach, fires_on_the_move(weapon), charges_after(weapon))


def may_fire(
    weapon: ScrollhammerWeapon, distance: int, *, moved: bool, charges: bool = False
) -> bool:
    """Return whether a weapon or a spell shoots so far, by those who moved or charge.

    References
    ----------
    Scrollhammer Rulebook, Magical Shooting Attacks: as a ranged weapon is fired.
    """
    return times_to_shoot(weapon).allows(distance, moved=moved, charges=charges)
