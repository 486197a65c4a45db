"""One attack of Scrollhammer: to hit, to wound, the save, as exact chances."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import chain
from typing import Literal

from rulesets.games.scrollhammer.combat.profile import ScrollhammerGroup
from rulesets.games.scrollhammer.combat.target_figures import FROST_WEAK, Mark
from rulesets.games.scrollhammer.combat.weapons import (
    AS_ONE_LIKES,
    ScrollhammerWeapon,
    damage_types,
    holds_to_parry,
)
from rulesets.odds.attack import D3_WOUNDS, AttackEffect, Reroll, faces, passes
from rulesets.odds.dice import ALWAYS, NEVER, Chances
from rulesets.odds.settings import Settled

BEST = 2
"""No roll is better: a 1 always fails [pips]."""

RENDING_AP = 5
"""Piercing of a Rending 6."""

NO_BLOWS = frozenset({"monstrous-creature", "artillery"})
"""Types of unit that Killing Blow does not slay."""

DRAGON_SKIN = "dragon-skin"
"""A ward save 2 better against spells, or 5+."""

SHOCK_PROOF = ("immune-to-shock", "dwemer-make")


Hit = tuple[int, Fraction, Fraction]
"""The need to hit [pips], the chance, and that of a miss not rolled again [chance]."""

Wound = tuple[int, Fraction, Fraction]
"""The need to wound [pips], the chance, and the share that is of a Rending 6."""

Damage = int | Literal["D3", "D6"]
"""The wounds that one unsaved wound is."""

SURE: Hit = (ALWAYS, Fraction(1), Fraction(0))
UNHARMED = AttackEffect((Fraction(1), Fraction(0)))


@dataclass(frozen=True, slots=True)
class Terms:
    """The circumstances of an attack.

    Parameters
    ----------
    melee : bool
    hates, prefers : bool
        Misses are rolled again; rolled 1s to hit and to wound are.
    hunts : bool
        Failed wounds against monstrous creatures are rolled again.
    worse : int
        Taken off the roll to hit [pips].
    cover : int
        Lowest roll of a cover save, 7 for none [pips].
    lowered : bool
        The target's resists are: no immunity keeps an element away, and the damage is
        mundane or magic as the striker likes.
    """

    melee: bool
    hates: bool = False
    prefers: bool = False
    hunts: bool = False
    worse: int = 0
    cover: int = NEVER
    lowered: bool = False


def to_hit_melee(ws: int, target: int) -> int:
    """Return the roll that hits in close combat [pips].

    Examples
    --------
    >>> to_hit_melee(4, 3), to_hit_melee(3, 3), to_hit_melee(2, 5), to_hit_melee(3, 0)
    (3, 4, 5, 1)
    """
    if target == 0:
        return ALWAYS
    if ws > target:
        return 3
    return 5 if target > 2 * ws else 4


def to_wound(strength: int, toughness: int) -> int:
    """Return the roll that wounds, 7 for the chart's dash [pips].

    Examples
    --------
    >>> [to_wound(4, t) for t in range(1, 9)]
    [2, 2, 3, 4, 5, 6, 6, 7]
    """
    more = toughness - strength
    if more >= 4:
        return NEVER
    return min(max(4 + more, BEST), 6)


def hit_chance(
    group: ScrollhammerGroup,
    weapon: ScrollhammerWeapon,
    mark: Mark,
    terms: Terms,
    readings: Settled,
) -> Hit:
    """Return how likely an attack hits."""
    if terms.melee:
        reroll: Reroll = "ones" if terms.prefers else "none"
        return _blow_hits(group.ws, mark.ws, "failures" if terms.hates else reroll)
    if "autohit" in weapon.rules:
        return SURE
    most = 6 if readings["past-six"] == "six-hits" else NEVER
    return _shot_hits(group.bs, terms.worse, most, prefers=terms.prefers)


@cache
def _blow_hits(ws: int, target: int, reroll: Reroll) -> Hit:
    need = to_hit_melee(ws, target)
    if need == ALWAYS:
        return SURE
    missed = {"none": need - 1, "ones": need - 2, "failures": 0}[reroll]
    return need, passes(need, reroll), Fraction(missed, 6)


@cache
def _shot_hits(bs: int, worse: int, most: int, *, prefers: bool) -> Hit:
    """Return how likely a shot hits, with a need of ``most`` where it needs more.

    BS 6 and better roll a 1 again, at a need of its own.

    References
    ----------
    Scrollhammer Rulebook, Ballistic Skill of 6 or better.
    """
    need = min(max(7 - bs, BEST) + worse, most)
    again = min(max(12 - bs, BEST) + worse, most) if bs >= 6 else NEVER
    if prefers:
        again = min(again, need)
    once = passes(need)
    second = Fraction(1, 6) * passes(again)
    missed = 1 - once - (Fraction(1, 6) if bs >= 6 or prefers else 0)
    return need, once + second, missed


def wound_chances(
    weapon: ScrollhammerWeapon, mark: Mark, terms: Terms, readings: Settled
) -> Wound:
    """Return how likely a hit wounds."""
    need = to_wound(weapon.strength, mark.t)
    reroll: Reroll = "ones" if terms.prefers else "none"
    if terms.hunts and mark.kind == "monstrous-creature":
        reroll = "failures"
    if "poisoned" in weapon.rules and not mark.poison_proof:
        fixed = weapon.rules["poisoned"] or 4
        if need < NEVER or readings["poison-past-chart"]:
            need = min(need, max(fixed, BEST))
        again = terms.melee or readings["poisoned-shots"]
        if again and weapon.strength >= mark.t:
            reroll = "failures"
    if mark.frost_weak and weapon.element.lower() == "frost":
        need = max(BEST, need - 1)
    rends = "rending" in weapon.rules or "killing-blow" in weapon.rules
    return _wounds(need, reroll, rends=rends)


@cache
def _wounds(need: int, reroll: Reroll, *, rends: bool) -> Wound:
    if not rends:
        return need, passes(need, reroll), Fraction(0)
    final = faces(reroll, min(need, 6))
    wounds = sum(final[need - 1 : 5], final[5])
    return need, wounds, final[5] / wounds


def save_need(
    group: ScrollhammerGroup, ap: int, terms: Terms, readings: Settled
) -> tuple[int, str]:
    """Return the best save that a model has against a wound, and which it is."""
    ward = group.ward
    parries = "parry" in group.rules or holds_to_parry(group)
    if terms.melee and readings["beta-texts"] and parries:
        ward = min(ward - 1, 6)
    armour = max(group.sv, 1) + ap if group.sv < NEVER else NEVER
    best, kind = armour, "armour"
    if ward < best:
        best, kind = ward, "ward"
    if terms.cover < best:
        best, kind = terms.cover, "cover"
    return min(max(best, BEST), NEVER), kind


def wound_effect(
    group: ScrollhammerGroup,
    weapon: ScrollhammerWeapon,
    mark: Mark,
    terms: Terms,
    readings: Settled,
    rending: Fraction,
) -> AttackEffect:
    """Return what one wound does to a model, its save and its damage counted.

    Parameters
    ----------
    group : ScrollhammerGroup
        Of the model.
    weapon, mark, terms, readings
    rending : Fraction
        Share of the wounds that come of a Rending 6.
    """
    if immunities(group, weapon, lowered=terms.lowered):
        return UNHARMED
    group = as_struck(group, weapon)
    adds = readings["rending-ap"] == "adds"
    torn_ap = weapon.ap + RENDING_AP if adds else max(weapon.ap, RENDING_AP)
    return _wound_taken(
        save_need(group, weapon.ap, terms, readings)[0],
        save_need(group, torn_ap, terms, readings)[0] if rending else NEVER,
        save_again(group, weapon),
        rending,
        damage(weapon) if group.w > 1 else 0,
        outright="instant-death" in weapon.rules or weapon.strength >= 2 * group.t,
        blown="killing-blow" in weapon.rules and mark.kind not in NO_BLOWS,
    )


@lru_cache(maxsize=4096)
def _wound_taken(
    save: int,
    torn_save: int,
    again: Reroll,
    rending: Fraction,
    damage: Damage,
    *,
    outright: bool,
    blown: bool,
) -> AttackEffect:
    """Return `wound_effect` by the needs to save; a damage of 0 is the last wound."""
    through, torn = 1 - passes(save, again), 1 - passes(torn_save, again)
    plain, special = (1 - rending) * through, rending * torn
    if not damage:
        unsaved = plain + special
        return AttackEffect((1 - unsaved, unsaved))
    slain = (plain if outright else 0) + (special if outright or blown else 0)
    rest = plain + special - slain
    taken = [rest * share for share in _wounds_of(damage)]
    taken[0] += 1 - rest - slain
    return AttackEffect(tuple(taken), Fraction(slain))


def save_again(group: ScrollhammerGroup, weapon: ScrollhammerWeapon) -> Reroll:
    """Return which saves a model rolls again."""
    overwhelmed = "easily-overwhelmed" in weapon.rules and _shielded(group)
    return "failures" if overwhelmed else "none"


def _shielded(group: ScrollhammerGroup) -> bool:
    return any(piece.kind in ("shield", "buckler") for piece in group.gear)


def as_struck(
    group: ScrollhammerGroup, weapon: ScrollhammerWeapon
) -> ScrollhammerGroup:
    """Return a model with the saves that it has against a weapon."""
    if FROST_WEAK in group.rules and weapon.element.lower() == "frost":
        group = replace(group, sv=NEVER)
    if weapon.cost and DRAGON_SKIN in group.rules:
        group = replace(group, ward=group.ward - 2 if group.ward < NEVER else 5)
    return group


def immunities(
    group: ScrollhammerGroup, weapon: ScrollhammerWeapon, *, lowered: bool
) -> tuple[str, ...]:
    """Return the rules by which a weapon does nothing to a model, whatever is chosen.

    References
    ----------
    Scrollhammer Rulebook, Damage Types and Magical Effects: Multiple Damage Types,
    Lower Resists; special rules: Immune to X
    """
    element = weapon.element.lower()
    if element and not lowered:
        proof = SHOCK_PROOF if element == "shock" else (f"immune-to-{element}",)
        against_it = tuple(key for key in proof if key in group.rules)
        if against_it:
            return against_it
    choices = AS_ONE_LIKES if lowered else damage_types(weapon)
    stopped = [
        tuple(key for each in types if (key := f"immune-to-{each}") in group.rules)
        for types in choices
    ]
    return tuple(chain(*stopped)) if all(stopped) else ()


def damage(weapon: ScrollhammerWeapon) -> Damage:
    """Return the wounds that one unsaved wound is: so many, or a die's."""
    if "multiple-wounds-d3" in weapon.rules:
        return "D3"
    if "multiple-wounds-d6" in weapon.rules:
        return "D6"
    return weapon.rules.get("multiple-wounds", 0) or 1


@cache
def _wounds_of(damage: Damage) -> Chances:
    if damage == "D3":
        return D3_WOUNDS
    if damage == "D6":
        return (Fraction(0), *([Fraction(1, 6)] * 6))
    return (*([Fraction(0)] * damage), Fraction(1))
