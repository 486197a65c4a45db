"""Weapons and spells that shoot in the turns before contact, by when they do."""

from dataclasses import dataclass

from rulesets.games.scrollhammer.combat.blows.weapons import (
    ScrollhammerWeapon,
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
from rulesets.games.scrollhammer.combat.shots.times_to_shoot import (
    TimesToShoot,
    times_to_shoot,
)
from rulesets.odds.array_cache import kept_by_identity


@dataclass(frozen=True, slots=True)
class WeaponOfTurns:
    """A weapon or a spell in hand.

    Parameters
    ----------
    times : TimesToShoot
        Tells when it shoots.
    able : bool
        True if its bearers ever shoot with it.
    """

    times: TimesToShoot
    able: bool


@kept_by_identity(most=64)
def _in_hand(
    shooter: ScrollhammerUnit, touched: int, manner: Manner
) -> tuple[WeaponOfTurns, ...]:
    """Return the weapons and spells in hand of each group that shoot."""
    found = []
    for group in shooter.groups:
        for weapon in ranged_weapons(group, touched):
            found.append(WeaponOfTurns(times_to_shoot(weapon), group.bs > 0))
        for spell in shooting_spells(shooter, group, touched):
            able = group.bs > 0 and _casts(group, spell, manner)
            found.append(WeaponOfTurns(times_to_shoot(spell), able))
    return tuple(found)


def weapons_of_turns(
    shooter: ScrollhammerUnit,
    situation: ScrollhammerSituation,
    manner: Manner,
) -> tuple[WeaponOfTurns, ...]:
    """Return the weapons and spells in hand that shoot in turns before contact."""
    touched = max(situation.of(shooter.side).touched, situation.touched)
    return _in_hand(shooter, touched, manner)


def _casts(group: ScrollhammerGroup, spell: ScrollhammerWeapon, manner: Manner) -> bool:
    """Return whether a group has dice for a spell, or a scroll that may hold it."""
    written = manner.scrolls > 0 and may_hold(group, spell.cost)
    return written or dice_held(group, manner) > 0
