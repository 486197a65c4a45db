"""One attack of Warhammer: needs as the tables print them, saves, its effect."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from rulesets.games.warhammer.combat.context import WarhammerSituation
from rulesets.games.warhammer.combat.profile import WarhammerUnit, weapons
from rulesets.games.warhammer.sources import SAVES
from rulesets.odds.answer import Need, Step
from rulesets.odds.array_cache import kept_arrays, kept_by_identity
from rulesets.odds.attack import (
    ONE_WOUND,
    Attack,
    AttackEffect,
    Reroll,
    effect,
    passes,
)
from rulesets.odds.dice import ALWAYS, NEVER, Chances, chance, dice_sum, successes
from rulesets.odds.volley import Floats, stacked

HARDEST = 10
"""A shot that needs this much cannot hit [pips]."""


BEST = 2
"""No need is better: a natural 1 always fails [pips]."""


BLESSED_WARD, BLESSED_WARD_AGAINST_STRONG, STRONG = 6, 5, 5
"""Ward of the Blessing [pips], that against strong blows, and their Strength."""


@dataclass(frozen=True, slots=True)
class WarhammerAttack:
    """One attack of a model, before the dice set their limits.

    Parameters
    ----------
    attacks : int
        Attacks of one model [dice].
    strength : int
    to_hit, to_wound, save, ward : int
        Needs as the rules sum them up; may lie outside of 2 to 6 [pips].
    easier_to_wound : int
        Added to the roll to wound, where it can wound at all [pips].
    automatic : bool
        True if it hits without a roll.
    sixes_only : bool
        True if only a 6 hits, whatever the skills.
    always_on_six : bool
        True if a 6 always hits: in close combat, not of shots.
    reroll : str
        Which rolls to hit are rolled again: ``none``, ``failures`` or ``ones``.
    poison, slay : int
        Lowest natural roll to hit that wounds, and to wound that slays [pips].
    flames : bool
    damage : tuple of Fraction
        Wounds that one unsaved wound takes [chance].
    regeneration : int
        Lowest roll by which the target takes a wound back [pips].
    burns : bool
        True if wounds by fire count twice.
    fireproof : bool
        True if fire does nothing at all.
    hit_at_worst : int
        The roll to hit is never worse, whatever else is said of it [pips].
    wound_again, save_again : str
        Which rolls to wound, and which armour saves, are rolled again.
    undone : Fraction
        Chance that a test undoes a hit: of the striker, or of who is struck [chance].
    whole : int
        Wounds of a character alone on whom the four that follow count, 0 for all
        others [wounds].
    last_ward : int
        His ward save once he has one wound left [pips].
    hurt_wound : int
        The best need to wound him once he has lost a wound [pips].
    first_ward : int
        His ward save against the first hit of the battle that wounds him [pips].
    once_a_phase : bool
        True if it takes one wound of him at most, and none after one in its phase.
    fixed_wound_chance : Fraction, optional
        Chance of one wound that stands in place of all dice; none where they roll
        [chance].
    """

    attacks: int
    strength: int
    to_hit: int
    to_wound: int
    save: int
    ward: int = NEVER
    easier_to_wound: int = 0
    automatic: bool = False
    sixes_only: bool = False
    always_on_six: bool = True
    reroll: Reroll = "none"
    poison: int = NEVER
    slay: int = NEVER
    flames: bool = False
    damage: Chances = ONE_WOUND
    regeneration: int = NEVER
    burns: bool = False
    fireproof: bool = False
    hit_at_worst: int = NEVER
    wound_again: Reroll = "none"
    save_again: Reroll = "none"
    undone: Fraction = Fraction(0)
    whole: int = 0
    last_ward: int = NEVER
    hurt_wound: int = ALWAYS
    first_ward: int = NEVER
    once_a_phase: bool = False
    fixed_wound_chance: Fraction | None = None


def hit_need(attacker: int, defender: int) -> int:
    """Return the roll to hit in close combat by Weapon Skills [pips].

    References
    ----------
    Warhammer rulebook (6th edition), Close combat: Roll to hit.

    Examples
    --------
    >>> hit_need(4, 3), hit_need(3, 3), hit_need(3, 7)
    (3, 4, 5)
    """
    if attacker > defender:
        return 3
    return 5 if defender > 2 * attacker else 4


def wound_need(strength: int, toughness: int) -> int:
    """Return the roll to wound; 7 where none does [pips].

    References
    ----------
    Warhammer rulebook (6th edition), Close combat: Roll to damage.

    Examples
    --------
    >>> wound_need(3, 3), wound_need(3, 6), wound_need(3, 7), wound_need(9, 3)
    (4, 6, 7, 2)
    """
    if toughness >= strength + 4:
        return NEVER
    return min(max(4 + toughness - strength, BEST), 6)


def worsened(save: int, strength: int) -> int:
    """Return an armour save against a Strength: 1 worse for each point over 3 [pips].

    Examples
    --------
    >>> worsened(4, 3), worsened(4, 5), worsened(1, 4)
    (4, 6, 2)
    """
    return save + max(0, strength - 3)


def printed(need: int) -> str:
    """Return a need as it is printed, such as ``4+``; "none" past 6."""
    return f"{need}+" if need < NEVER else "none"


def attack_dice(attack: WarhammerAttack) -> Attack:
    """Return the dice of one attack, within the limits that dice have.

    A shot that needs 7 to 9 rolls a 6 first; the second roll is not among them.
    """
    return Attack(
        to_hit=_to_hit(attack),
        to_wound=wounds_on(attack),
        save=_roll(attack.save),
        ward=_roll(attack.ward),
        reroll_hits=attack.reroll,
        reroll_wounds=attack.wound_again,
        reroll_saves=attack.save_again,
        poison=attack.poison if attack.always_on_six or attack.to_hit <= 6 else NEVER,
        slay=attack.slay if attack.to_wound > ALWAYS else NEVER,
        damage=attack.damage,
    )


def wounds_on(attack: WarhammerAttack) -> int:
    """Return the need to wound with all that is added to it; 7 for never [pips]."""
    rolls = ALWAYS < attack.to_wound < NEVER
    if not rolls or not attack.easier_to_wound:
        return attack.to_wound
    return min(max(attack.to_wound - attack.easier_to_wound, BEST), 6)


def _to_hit(attack: WarhammerAttack) -> int:
    if attack.automatic:
        return ALWAYS
    if attack.sixes_only:
        return 6
    if attack.to_hit >= HARDEST and not attack.always_on_six:
        return NEVER
    return min(max(attack.to_hit, BEST), 6, attack.hit_at_worst)


def _roll(need: int) -> int:
    return min(max(need, BEST), NEVER)


@lru_cache(maxsize=4096)
def resolve(attack: WarhammerAttack) -> AttackEffect:
    """Compute the effect of one attack, with the target's regeneration and fire."""
    if attack.fixed_wound_chance is not None:
        return AttackEffect((1 - attack.fixed_wound_chance, attack.fixed_wound_chance))
    if attack.fireproof and attack.flames:
        return AttackEffect((Fraction(1),))
    told = effect(attack_dice(attack))
    if attack.burns and attack.flames:
        told = _doubled(told)
    if attack.regeneration < NEVER and not attack.flames:
        told = _thinned(told, chance(attack.regeneration))
    again = second_roll(attack) * (1 - attack.undone)
    return told if again == 1 else _scaled(told, again)


def second_roll(attack: WarhammerAttack) -> Fraction:
    """Return the chance of the second roll of a shot that needs 7 to 9 [chance].

    Examples
    --------
    >>> second_roll(WarhammerAttack(1, 3, 8, 4, 7, always_on_six=False))
    Fraction(1, 3)
    """
    if attack.always_on_six or not 7 <= attack.to_hit < HARDEST:
        return Fraction(1)
    return chance(attack.to_hit - 3)


def _doubled(told: AttackEffect) -> AttackEffect:
    wounds = [Fraction(0)] * (2 * len(told.wounds) - 1)
    for count, share in enumerate(told.wounds):
        wounds[2 * count] = share
    return AttackEffect(tuple(wounds), told.slain)


def _thinned(told: AttackEffect, taken_back: Fraction) -> AttackEffect:
    """Let each wound be taken back by a roll of its own; the slain stay slain."""
    wounds = [Fraction(0)] * len(told.wounds)
    for count, share in enumerate(told.wounds):
        for kept, likely in enumerate(successes(count, 1 - taken_back)):
            wounds[kept] += share * likely
    return AttackEffect(tuple(wounds), told.slain)


def _scaled(told: AttackEffect, share: Fraction) -> AttackEffect:
    wounds = [each * share for each in told.wounds]
    slain = told.slain * share
    wounds[0] = 1 - sum(wounds[1:], Fraction(0)) - slain
    return AttackEffect(tuple(wounds), slain)


def needs(attack: WarhammerAttack) -> tuple[Need, ...]:
    """Return the rolls of an attack in their order."""
    dice = attack_dice(attack)
    hits = float(passes(dice.to_hit, dice.reroll_hits) * second_roll(attack))
    found = (
        []
        if attack.automatic
        else [Need("to-hit", "To hit", shown_hit_need(attack), hits)]
    )
    wounds = float(passes(dice.to_wound, dice.reroll_wounds))
    saves = float(passes(dice.save, dice.reroll_saves))
    found.append(Need("to-wound", "To wound", dice.to_wound, wounds))
    found.append(Need("save", "Armour save", dice.save, saves))
    if dice.ward < NEVER:
        found.append(Need("ward", "Ward save", dice.ward, float(passes(dice.ward))))
    if attack.regeneration < NEVER and not attack.flames:
        taken = float(chance(attack.regeneration))
        need = attack.regeneration
        found.append(Need("regeneration", "Regeneration", need, taken))
    return tuple(found)


def shown_hit_need(attack: WarhammerAttack) -> int:
    """Return the need to hit in the trace; 7 and more for shots that roll twice."""
    if attack.always_on_six or attack.to_hit <= 6:
        return attack_dice(attack).to_hit
    return attack.to_hit


def close_save(target: WarhammerUnit) -> int:
    """Return a save in close combat: hand weapon and shield help on foot [pips]."""
    return target.save - (1 if _has_hand_and_shield(target) else 0)


@kept_by_identity(most=512)
def _has_hand_and_shield(target: WarhammerUnit) -> bool:
    held = weapons(target.ranks)
    plain = len(held) == 1 and held[0].count == 1 and held[0].base == "hand-weapon"
    magic = any(
        rule.key == "magic-weapon"
        for piece in target.ranks.gear
        if piece.kind in ("melee", "shield")
        for rule in piece.rules
    )
    shield = any(piece.kind == "shield" for piece in target.ranks.gear)
    return plain and shield and not magic and not target.mounted


def shield_steps(target: WarhammerUnit) -> tuple[Step, ...]:
    """Return how hand weapon and shield change a unit's save."""
    if not _has_hand_and_shield(target):
        return ()
    text = f"save {printed(target.save)} becomes {printed(close_save(target))}"
    return (Step("Hand weapon and shield", SAVES, text, target.side),)


def is_blessed(own: WarhammerUnit, situation: WarhammerSituation) -> bool:
    """Return whether a unit has the Blessing: by its virtue, or where it is asked."""
    asked = situation.of(own.side).blessed and own.has("blessing-of-the-lady")
    return asked or own.has("virtue-of-purity")


def ward_of(target: WarhammerUnit, strength: int, situation: WarhammerSituation) -> int:
    """Return the best ward save against a Strength [pips]."""
    if not is_blessed(target, situation):
        return target.ward
    blessed = BLESSED_WARD if strength < STRONG else BLESSED_WARD_AGAINST_STRONG
    return min(target.ward, blessed)


@kept_arrays(megabytes=4)
def impact_kernels(
    hit: AttackEffect, chariots: int, more: int, pool: int, per_model: int
) -> Floats:
    """Return the impact hits of every number of chariots, D6 and ``more`` of each.

    Returns
    -------
    ndarray
        ``[chariots, wounds left, lost]`` [chance].

    Examples
    --------
    One that hits D6 times, each hit a wound, against a model of three wounds:

    >>> sure = effect(Attack(to_hit=1))
    >>> impact_kernels(sure, 1, 0, 3, 3)[1, 3].round(3).tolist()
    [0.0, 0.167, 0.167, 0.667]
    """
    return hits_of_chariots(
        stacked(hit, chariots * (6 + more), pool, per_model), chariots, more
    )


def hits_of_chariots(dealt: Floats, chariots: int, more: int) -> Floats:
    """Return what every number of chariots takes, by what every number of hits does.

    Parameters
    ----------
    dealt : ndarray
        ``[hits, wounds left, lost]`` [chance].
    chariots, more : int
        Each hits D6 times and so many more [models, dice].
    """
    found = np.zeros((chariots + 1, *dealt.shape[1:]))
    for count in range(chariots + 1):
        for rolled, share in enumerate(dice_sum(count)):
            found[count] += float(share) * dealt[rolled + count * more]
    return found
