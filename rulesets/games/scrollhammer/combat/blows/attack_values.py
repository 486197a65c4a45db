"""Attacks and saves of Scrollhammer as values, which effects change."""

from dataclasses import dataclass
from typing import Literal

from rulesets.odds.attack import Reroll
from rulesets.odds.dice import NEVER
from rulesets.odds.effects import CarriedEffect

Damage = int | Literal["D3", "D6"]
"""The wounds that one unsaved wound is."""

FIRST, BY_INITIATIVE, LAST = "first", "", "last"
"""The order of blows."""

Rules = tuple[tuple[str, int], ...]
"""Special rules by key, each with its X."""


@dataclass(frozen=True, slots=True)
class ScrollhammerMoment:
    """The circumstances of an attack.

    Parameters
    ----------
    melee : bool
    first, charging : bool
        True in the first round of a combat, and of who charged there.
    foe : bool
        True if the enemy is the one that rules name.
    hidden : bool
        True in a round that the striker begins unseen or out of cover.
    worse : int
        Taken off the roll to hit [pips].
    cover : int
        Lowest roll of a cover save, 7 for none [pips].
    oiled : bool
        True in the turn for which an oil is on its weapons.
    lowered : bool
        The target's resists are: no immunity keeps an element away, and the damage is
        mundane or magic as the striker likes.
    unit : tuple
        Rules of the whole unit.
    """

    melee: bool
    first: bool = False
    charging: bool = False
    foe: bool = False
    hidden: bool = False
    worse: int = 0
    cover: int = NEVER
    oiled: bool = False
    lowered: bool = False
    unit: Rules = ()

    def answers(self, question: str) -> bool:
        """Return whether a question of the striker's side was answered with yes."""
        return {"foe": self.foe, "oiled": self.oiled}.get(question, False)


@dataclass(frozen=True, slots=True)
class ScrollhammerAttack:
    """One attack, before the dice set their limits.

    Parameters
    ----------
    skill : int
        Weapon Skill or Ballistic Skill.
    to_hit : int
        Need as the rules sum it up [pips].
    strength, ap, toughness : int
    element, kind : str
        Of the damage: an element, and ``mundane``, ``magic``, ``otherworldly`` or
        ``spell``.
    target : str
        Type of the unit that is struck.
    to_wound : int
        By how much the roll to wound is better [pips].
    sure : bool
        True if it hits without a roll.
    hits_again, wounds_again, monsters_again, shields_again : Reroll
        Rolls to hit and to wound that are rolled again, those to wound monstrous
        creatures, and the saves of bearers of shields.
    ones_again, one_again : bool
        True if 1s to hit and to wound are rolled again, and if one miss of a model is.
    poison : int
        Roll on which poison wounds, 0 for none [pips].
    poison_proof : bool
    rends, slays : bool
        True if a 6 to wound rends, and if it slays as well.
    outright : bool
        True if every unsaved wound slays.
    damage : Damage
    aims, touches, no_armour, no_cover : bool
        True if a 6 to hit is aimed, if it hits all whom it touches, and if no armour
        or no cover helps.
    order : str
        When it is struck: `FIRST`, `BY_INITIATIVE` or `LAST`.
    sooner : int
        By how much its Initiative is higher.
    """

    skill: int
    to_hit: int
    strength: int
    ap: int
    toughness: int
    element: str = ""
    kind: str = "mundane"
    target: str = ""
    to_wound: int = 0
    sure: bool = False
    hits_again: Reroll = "none"
    wounds_again: Reroll = "none"
    monsters_again: Reroll = "none"
    shields_again: Reroll = "none"
    ones_again: bool = False
    one_again: bool = False
    poison: int = 0
    poison_proof: bool = False
    rends: bool = False
    slays: bool = False
    outright: bool = False
    damage: Damage = 1
    aims: bool = False
    touches: bool = False
    no_armour: bool = False
    no_cover: bool = False
    order: str = BY_INITIATIVE
    sooner: int = 0


@dataclass(frozen=True, slots=True)
class ScrollhammerSave:
    """The saves of a model against a wound: needs of its saves, 7 for none [pips]."""

    armour: int
    ward: int


@dataclass(frozen=True, slots=True)
class Mark:
    """The target of blows: its majority's figures, by who is left of it.

    ``ws`` and ``t`` are those of most models, the higher where two are as many;
    ``effects`` those of their rules that change attacks against them.
    """

    ws: int
    t: int
    kind: str
    effects: tuple[CarriedEffect, ...] = ()
