"""Weapons and spells that shoot in the turns before contact, by when they do."""

from dataclasses import dataclass

from rulesets.games.scrollhammer.combat.blows.weapons import (
    ScrollhammerWeapon,
    charges_after,
    fires_on_the_move,
    ranged_weapons,
    shooting_spells,
)
from rulesets.games.scrollhammer.combat.context import ScrollhammerSituation
from rulesets.games.scrollhammer.combat.power_dice import Manner, dice_held
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.games.scrollhammer.combat.shots.scrolls import may_hold
from rulesets.odds.array_cache import kept_by_identity


@dataclass(frozen=True, slots=True)
class WeaponOfTurns:
    """A weapon or a spell in hand.

    Parameters
    ----------
    reach : tuple of (int, int)
        [inches]
    on_the_move, before_charge : bool
        True if it shoots in a turn in which its bearers moved, or go on to charge.
    able : bool
        True if its bearers ever shoot with it.
    """

    reach: tuple[int, int]
    on_the_move: bool
    before_charge: bool
    able: bool

    def fires(self, distance: int, *, moved: bool, charges: bool) -> bool:
        """Return whether it shoots so far, by those who moved or charge."""
        silent = moved and not self.on_the_move
        silent |= charges and not self.before_charge
        return self.reach[0] <= distance <= self.reach[1] and not silent


@kept_by_identity(most=64)
def _in_hand(
    shooter: ScrollhammerUnit, touched: int, manner: Manner
) -> tuple[WeaponOfTurns, ...]:
    """Return the weapons and spells in hand of each group that shoot."""
    found = []
    for group in shooter.groups:
        for weapon in ranged_weapons(group, touched):
            found.append(_held(weapon, able=group.bs > 0))
        for spell in shooting_spells(shooter, group, touched):
            found.append(
                _held(spell, able=group.bs > 0 and _casts(group, spell, manner))
            )
    return tuple(found)


def weapons_of_turns(
    shooter: ScrollhammerUnit,
    situation: ScrollhammerSituation,
    manner: Manner,
) -> tuple[WeaponOfTurns, ...]:
    """Return the weapons and spells in hand that shoot in turns before contact."""
    touched = max(situation.of(shooter.side).touched, situation.touched)
    return _in_hand(shooter, touched, manner)


def _held(weapon: ScrollhammerWeapon, *, able: bool) -> WeaponOfTurns:
    on_the_move, before_charge = fires_on_the_move(weapon), charges_after(weapon)
    return WeaponOfTurns(weapon.reach, on_the_move, before_charge, able)


def _casts(group: ScrollhammerGroup, spell: ScrollhammerWeapon, manner: Manner) -> bool:
    """Return whether a group has dice for a spell, or a scroll that may hold it."""
    written = manner.scrolls > 0 and may_hold(group, spell.cost)
    return written or dice_held(group, manner) > 0
