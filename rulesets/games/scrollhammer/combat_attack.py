"""One attack of Scrollhammer: to hit, to wound, the save, as exact chances."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

import numpy as np

from rulesets.games.scrollhammer.combat_marks import FROST_WEAK, Mark
from rulesets.games.scrollhammer.combat_profile import Group, Profile
from rulesets.games.scrollhammer.combat_weapons import Weapon
from rulesets.odds.attack import D3_WOUNDS, Effect, Reroll
from rulesets.odds.attack import faces as faces_of
from rulesets.odds.attack import passes as passes_of
from rulesets.odds.company import Hurt
from rulesets.odds.dice import ALWAYS, NEVER, Chances
from rulesets.odds.questions import Settled
from rulesets.odds.volley import Floats, repeated

BEST = 2
"""No roll is better: a 1 always fails [pips]."""

RENDING_AP = 5
"""Piercing of a Rending 6."""

NO_BLOWS = frozenset({"monstrous-creature", "artillery"})
"""Types of unit that Killing Blow does not slay."""

SHOCK_PROOF = ("immune-to-shock", "dwemer-make")


faces, passes = cache(faces_of), cache(passes_of)
"""The chances of a roll, each worked out once: there are few."""


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
        The target's resists are: no immunity keeps an element away.
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
    group: Group, weapon: Weapon, mark: Mark, terms: Terms, readings: Settled
) -> tuple[int, Fraction, Fraction]:
    """Return the need to hit, the chance, and the chance of a miss not rolled again."""
    if "autohit" in weapon.rules and not terms.melee:
        return ALWAYS, Fraction(1), Fraction(0)
    if not terms.melee:
        return _shot_chance(group.bs, terms, readings)
    need = to_hit_melee(group.ws, mark.ws)
    if need == ALWAYS:
        return need, Fraction(1), Fraction(0)
    reroll: Reroll = "ones" if terms.prefers else "none"
    if terms.hates:
        reroll = "failures"
    missed = {"none": need - 1, "ones": need - 2, "failures": 0}[reroll]
    return need, passes(need, reroll), Fraction(missed, 6)


def _shot_chance(
    bs: int, terms: Terms, readings: Settled
) -> tuple[int, Fraction, Fraction]:
    """Return the same for a shot: BS 6 and better roll a 1 again, at a need of its own.

    References
    ----------
    Scrollhammer Rulebook, Ballistic Skill of 6 or better.
    """
    need = _within(max(7 - bs, BEST) + terms.worse, readings)
    again = _within(max(12 - bs, BEST) + terms.worse, readings) if bs >= 6 else NEVER
    if terms.prefers:
        again = min(again, need)
    once = passes(need)
    second = Fraction(1, 6) * passes(again)
    rerolled = bs >= 6 or terms.prefers
    missed = 1 - once - (Fraction(1, 6) if rerolled else 0)
    return need, once + second, missed


def _within(need: int, readings: Settled) -> int:
    most = 6 if readings["past-six"] == "six-hits" else NEVER
    return min(need, most)


def wound_chances(
    weapon: Weapon, mark: Mark, terms: Terms, readings: Settled
) -> tuple[int, Fraction, Fraction]:
    """Return the need to wound and the chances of a plain wound and a rending one."""
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
    if not rends:
        return need, passes(need, reroll), Fraction(0)
    final = faces(reroll, min(need, 6))
    return need, sum(final[need - 1 : 5], Fraction(0)), final[5]


def save_need(
    group: Group, ap: int, terms: Terms, readings: Settled
) -> tuple[int, str]:
    """Return the best save that a model has against a wound, and which it is."""
    ward = group.ward
    if terms.melee and readings["beta-texts"] and "parry" in group.rules:
        ward = min(ward - 1, 6)
    armour = max(group.sv, 1) + ap if group.sv < NEVER else NEVER
    best = min(
        (armour, "armour"), (ward, "ward"), (terms.cover, "cover"), key=lambda s: s[0]
    )
    return min(max(best[0], BEST), NEVER), best[1]


def wound_effect(
    group: Group,
    weapon: Weapon,
    mark: Mark,
    terms: Terms,
    readings: Settled,
    rending: Fraction,
) -> Effect:
    """Return what one wound does to a model, its save and its damage counted.

    Parameters
    ----------
    group : Group
        Of the model.
    weapon, mark, terms, readings
    rending : Fraction
        Share of the wounds that come of a Rending 6.
    """
    if _immune(group, weapon) and not terms.lowered:
        return Effect((Fraction(1), Fraction(0)))
    if FROST_WEAK in group.rules and weapon.element.lower() == "frost":
        group = replace(group, sv=NEVER)
    plain_ap, rending_ap = weapon.ap, max(weapon.ap, RENDING_AP)
    if readings["rending-ap"] == "adds":
        rending_ap = weapon.ap + RENDING_AP
    again: Reroll = "none"
    if "easily-overwhelmed" in weapon.rules and _shielded(group):
        again = "failures"
    through = 1 - passes(save_need(group, plain_ap, terms, readings)[0], again)
    torn = 1 - passes(save_need(group, rending_ap, terms, readings)[0], again)
    outright = "instant-death" in weapon.rules or weapon.strength >= 2 * group.t
    blown = "killing-blow" in weapon.rules and mark.kind not in NO_BLOWS
    plain, special = (1 - rending) * through, rending * torn
    slain = (plain if outright else 0) + (special if outright or blown else 0)
    if group.w == 1:
        unsaved = plain + special
        return Effect((1 - unsaved, unsaved))
    rest = plain + special - slain
    taken = [rest * share for share in damage(weapon)]
    taken[0] += 1 - rest - slain
    return Effect(tuple(taken), Fraction(slain))


def _shielded(group: Group) -> bool:
    return any(piece.kind in ("shield", "buckler") for piece in group.gear)


def _immune(group: Group, weapon: Weapon) -> bool:
    element = weapon.element.lower()
    if not element:
        return False
    proof = SHOCK_PROOF if element == "shock" else (f"immune-to-{element}",)
    return any(key in group.rules for key in proof)


def damage(weapon: Weapon) -> Chances:
    """Return the wounds that one unsaved wound is."""
    if "multiple-wounds-d3" in weapon.rules:
        return D3_WOUNDS
    if "multiple-wounds-d6" in weapon.rules:
        return (Fraction(0), *([Fraction(1, 6)] * 6))
    count = weapon.rules.get("multiple-wounds", 0) or 1
    return (*([Fraction(0)] * count), Fraction(1))


def hurt(
    group: Group,
    weapon: Weapon,
    attacks: int,
    target: Profile,
    mark: Mark,
    terms: Terms,
    readings: Settled,
    cast: Fraction = Fraction(1),
) -> Hurt:
    """Return what one attacker does to a target.

    Parameters
    ----------
    group, weapon
        Of the attacker.
    attacks : int
        Dice that it rolls [dice].
    target, mark, terms, readings
    cast : Fraction
        Chance that it attacks at all: that its spell is cast [chance].
    """
    hit, hits, missed = hit_chance(group, weapon, mark, terms, readings)
    _, plain, rending = wound_chances(weapon, mark, terms, readings)
    wounds = plain + rending
    share = rending / wounds if wounds else Fraction(0)
    effects = tuple(
        wound_effect(one, weapon, mark, terms, readings, share) for one in target.groups
    )
    if "master-crafted" in weapon.rules and missed and attacks:
        once = passes(hit_need(group, weapon, mark, terms, readings))
        landed = _master_crafted(attacks, hits, missed, once)
        one = _thinned(landed, float(wounds))
    else:
        each = float(hits * wounds)
        one = repeated(np.array([1 - each, each]), attacks)
    if cast < 1:
        one = one * float(cast)
        one[0] += 1 - float(cast)
    return Hurt(one, effects, _aimed(group, weapon, target, (hit, hits), terms))


LOOK_OUT = Fraction(1, 3)
"""Chance that no "Look out, Sir!" on 3+ saves a leader from an aimed blow [chance]."""


def _aimed(
    group: Group,
    weapon: Weapon,
    target: Profile,
    hit: tuple[int, Fraction],
    terms: Terms,
) -> float:
    """Return the chance that a wound is one that the attacker aims at a leader.

    References
    ----------
    Scrollhammer Rulebook, Special rules H to Q: Precision. Not when standing and
    shooting.
    """
    need, hits = hit
    led = len(target.groups) > 1 and target.groups[-1].role == "leader"
    rolled = ALWAYS < need <= 6
    if "precision" not in weapon.rules or not led or terms.worse or not rolled:
        return 0.0
    if terms.melee:
        return float(Fraction(1, 7 - need) * LOOK_OUT)
    again = group.bs >= 6 or terms.prefers
    sixes = Fraction(7, 36) if again else Fraction(1, 6)
    return float(sixes / hits * LOOK_OUT)


def hit_need(
    group: Group, weapon: Weapon, mark: Mark, terms: Terms, readings: Settled
) -> int:
    """Return the need to hit alone [pips]."""
    return hit_chance(group, weapon, mark, terms, readings)[0]


def _master_crafted(
    attacks: int, hits: Fraction, missed: Fraction, again: Fraction
) -> Floats:
    """Return the distribution of hits if one miss is rolled again.

    Parameters
    ----------
    attacks : int
    hits, missed : Fraction
        Chances of a die: that it hits; that it misses and was not rolled again.
    again : Fraction
        Chance that the roll again hits.
    """
    lost = 1 - hits - missed
    landed = np.zeros(attacks + 1)
    no_miss = hits + lost
    some = repeated(np.array([float(1 - hits), float(hits)]), attacks)
    never = float(no_miss) ** attacks * (
        repeated(
            np.array([float(lost / no_miss), float(hits / no_miss)])
            if no_miss
            else np.array([1.0, 0.0]),
            attacks,
        )
    )
    with_miss = some - never
    landed += never + with_miss * float(1 - again)
    landed[1:] += with_miss[:-1] * float(again)
    return np.maximum(landed, 0.0)


def _thinned(landed: Floats, each: float) -> Floats:
    """Return the distribution of wounds, by that of hits."""
    wounds = np.zeros(len(landed))
    row = np.ones(1)
    for count, chance in enumerate(landed):
        wounds[: count + 1] += chance * row
        row = np.convolve(row, (1 - each, each))
    return wounds


def expected(one: Hurt) -> float:
    """Return the mean wounds of one attacker, on the first group of its target."""
    effect = one.effects[0]
    mean = sum(k * float(p) for k, p in enumerate(effect.wounds)) + float(effect.slain)
    return mean * float(one.one @ np.arange(len(one.one)))
