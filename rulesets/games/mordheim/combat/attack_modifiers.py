"""A blow of a Mordheim fighter while the rules change it, and when it is struck."""

from dataclasses import dataclass

from rulesets.games.mordheim.combat.body import PLAIN, Trauma
from rulesets.games.mordheim.combat.profile import MordheimWeapon, Warrior


@dataclass(frozen=True, slots=True)
class BlowMoment:
    """When a blow is struck, as the rules ask.

    Parameters
    ----------
    charging, charged : bool
        True in the first turn for who charged, and for who was charged.
    first : bool
        True in the first turn of the combat.
    calm : bool
        True if the striker was in frenzy and lost it.
    afraid : bool
        True if he was charged, failed his test of fear and needs a 6 to hit.
    hates : bool
        True if he hates the enemy.
    several : bool
        True if he fights more than one enemy.
    indoors : bool
        True in buildings and ruins.
    holy, unholy : bool
        True if the striker, or the enemy, is undead, possessed or a daemon; ``holy``
        says that the striker is none.
    shot : bool
        True for a missile.
    aim : int
        What range, cover and movement add to a shot's roll to hit [pips].
    """

    charging: bool = False
    charged: bool = False
    first: bool = False
    calm: bool = False
    afraid: bool = False
    hates: bool = False
    several: bool = False
    indoors: bool = False
    holy: bool = True
    unholy: bool = False
    shot: bool = False
    aim: int = 0


@dataclass(frozen=True, slots=True)
class BlowPlace:
    """Where a blow is struck: who, with what, at whom, when."""

    striker: Warrior
    weapon: MordheimWeapon
    enemy: Warrior
    moment: BlowMoment


@dataclass(frozen=True, slots=True)
class AttackModifiers:
    """A blow while the rules change it.

    Parameters
    ----------
    skill : int
        Weapon Skill, or Ballistic Skill of a shot [pips].
    easier : int
        How much better it hits; negative if worse [pips].
    again : bool
        True if a miss is rolled again.
    strength : int
        For the save modifier [pips].
    weaker : int
        How much less of it counts to wound [pips].
    wound_easier : int
        How much better it wounds [pips].
    wounds_on : int
        A roll that wounds in any case; 7 for none [pips].
    pierces : int
        How much worse saves are beside Strength; negative if better [pips].
    save : int
        The enemy's [pips].
    blocks_all : bool
        True if no armour saves.
    avoided, dodged : float
        Chances to avoid a wound, and a hit [chance].
    critical, critical_bonus : int
        Lowest roll to wound that is critical; added on the table [pips].
    d3, lotus, may_parry : bool
        As `Blow` has them.
    trauma : Trauma
    """

    skill: int
    strength: int
    save: int
    easier: int = 0
    again: bool = False
    weaker: int = 0
    wound_easier: int = 0
    wounds_on: int = 7
    pierces: int = 0
    blocks_all: bool = False
    avoided: float = 0.0
    dodged: float = 0.0
    critical: int = 6
    critical_bonus: int = 0
    d3: bool = False
    lotus: bool = False
    may_parry: bool = True
    trauma: Trauma = PLAIN
