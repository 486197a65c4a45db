"""One attack of Scrollhammer: to hit, to wound, the save, as exact chances."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import chain

from rulesets.core.special_rule import SpecialRule
from rulesets.games.scrollhammer.combat.blows.attack_values import (
    Damage,
    Mark,
    ScrollhammerAttack,
    ScrollhammerMoment,
)
from rulesets.games.scrollhammer.combat.blows.saves import (
    BEST,
    cover_against,
    save_again,
    save_need,
    save_of,
)
from rulesets.games.scrollhammer.combat.blows.terms import (
    BRINGS,
    DICE,
    ELEMENT,
    effects_of,
    now,
    rules_in_use,
)
from rulesets.games.scrollhammer.combat.blows.weapons import (
    MOST_STRENGTH,
    ScrollhammerWeapon,
)
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.profile import ScrollhammerGroup
from rulesets.games.scrollhammer.special_rules import SPECIAL_RULES, rule_of, rules_that
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.attack import D3_WOUNDS, AttackEffect, Reroll, faces, passes
from rulesets.odds.dice import ALWAYS, NEVER, Chances
from rulesets.odds.effects import AppliedRule, apply_effects

RENDING_AP = 5
"""Piercing of a Rending 6."""

MONSTROUS = "monstrous-creature"

NO_BLOWS = frozenset({MONSTROUS, "artillery"})
"""Types of unit that Killing Blow does not slay."""

KINDS_OF_DAMAGE = {
    "mundane": (("mundane",),),
    "magic": (("magic",),),
    "otherworldly": (("mundane",), ("magic",)),
    "spell": (("magic", "spell"),),
}
"""Damage by its kind: the choices of the striker, each with all that it names."""

Hit = tuple[int, Fraction, Fraction]
"""The need to hit [pips], the chance, and that of a miss not rolled again [chance]."""

Wound = tuple[int, Fraction, Fraction]
"""The need to wound [pips], the chance, and the share that is of a Rending 6."""

SURE: Hit = (ALWAYS, Fraction(1), Fraction(0))
UNHARMED = AttackEffect((Fraction(1), Fraction(0)))


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


def attack_of(
    group: ScrollhammerGroup,
    weapon: ScrollhammerWeapon,
    mark: Mark,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
) -> tuple[ScrollhammerAttack, tuple[AppliedRule, ...]]:
    """Return an attack with all rules that change it, and their words."""
    skill = group.ws if moment.melee else group.bs
    return _attack_of(weapon, skill, mark, moment, readings)


@kept_by_identity(most=4096)
def _attack_of(
    weapon: ScrollhammerWeapon,
    skill: int,
    mark: Mark,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
) -> tuple[ScrollhammerAttack, tuple[AppliedRule, ...]]:
    """Return `attack_of` by the Weapon or Ballistic Skill of the attacker."""
    shot = max(7 - skill, BEST) + moment.worse
    plain = ScrollhammerAttack(
        skill,
        to_hit_melee(skill, mark.ws) if moment.melee else shot,
        weapon.strength,
        weapon.ap,
        mark.t,
        weapon.element.lower(),
        "spell" if weapon.cost else "mundane",
        mark.kind,
        sure=moment.melee and mark.ws == 0,
    )
    at = now(plain, moment, readings)
    own = rules_in_use(weapon.rules, at)
    unit = rules_in_use(dict(moment.unit), at)
    effects = [*effects_of(own, "own"), *effects_of(unit, "unit"), *mark.effects]
    plain, enchanted = apply_effects(plain, effects, at, ELEMENT)
    attack, applied = apply_effects(plain, effects, now(plain, moment, readings), DICE)
    strength = min(max(attack.strength, 1), MOST_STRENGTH)
    if strength != attack.strength:
        attack = replace(attack, strength=strength)
    return attack, _in_order((*enchanted, *applied), own)


def _in_order(
    applied: tuple[AppliedRule, ...], own: Mapping[str, int]
) -> tuple[AppliedRule, ...]:
    """Return applied rules as a trace tells them: by term, who brings another first.

    Rules of the target with words of their own are told where it saves.
    """
    told = []
    for one in applied:
        words = rule_of(one.rule).trace
        if one.text and not (words and one.whose == "against"):
            told.append(replace(one, text=words or one.text))
    known = {one.rule for one in told}
    for key in own:
        rule = rule_of(key)
        if key not in known and rule.trace and _brings(rule):
            told.append(AppliedRule(key, rule.trace))
    return tuple(sorted(told, key=lambda one: _place(one.rule)))


def _brings(rule: SpecialRule) -> bool:
    return any(effect.on.startswith(BRINGS) for effect in rule.effects)


@cache
def _place(key: str) -> tuple[int, bool, int]:
    rule, terms, rules = rule_of(key), [*DICE], [*SPECIAL_RULES]
    places = (terms.index(one.on) for one in rule.effects if one.on in DICE)
    place = rules.index(key) if key in rules else len(rules)
    return max(places, default=0), not _brings(rule), place


def hit_chance(
    attack: ScrollhammerAttack,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
) -> Hit:
    """Return how likely an attack hits."""
    if attack.sure:
        return SURE
    reroll: Reroll = "ones" if attack.ones_again else "none"
    if attack.hits_again != "none":
        reroll = attack.hits_again
    if moment.melee:
        return _blow_hits(attack.to_hit, reroll)
    most = 6 if readings.past_six == "six-hits" else NEVER
    worse = attack.to_hit - max(7 - attack.skill, BEST)
    return _shot_hits(attack.skill, worse, most, reroll)


@cache
def _blow_hits(to_hit: int, reroll: Reroll) -> Hit:
    need = min(max(to_hit, BEST), NEVER)
    missed = {"none": need - 1, "ones": need - 2, "failures": 0}[reroll]
    return need, passes(need, reroll), Fraction(missed, 6)


@cache
def _shot_hits(bs: int, worse: int, most: int, reroll: Reroll) -> Hit:
    """Return how likely a shot hits, with a need of ``most`` where it needs more.

    BS 6 and better roll a 1 again, at a need of its own.

    References
    ----------
    Scrollhammer Rulebook, Ballistic Skill of 6 or better.
    """
    need = max(min(max(7 - bs, BEST) + worse, most), BEST)
    if reroll == "failures":
        return need, passes(need, reroll), Fraction(0)
    again = max(min(max(12 - bs, BEST) + worse, most), BEST) if bs >= 6 else NEVER
    ones = reroll == "ones"
    if ones:
        again = min(again, need)
    once = passes(need)
    second = Fraction(1, 6) * passes(again)
    missed = 1 - once - (Fraction(1, 6) if bs >= 6 or ones else 0)
    return need, once + second, missed


def wound_chances(
    attack: ScrollhammerAttack,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
) -> Wound:
    """Return how likely a hit wounds."""
    need = to_wound(attack.strength, attack.toughness)
    reroll: Reroll = "ones" if attack.ones_again else "none"
    if attack.wounds_again != "none":
        reroll = attack.wounds_again
    if attack.target == MONSTROUS and attack.monsters_again != "none":
        reroll = attack.monsters_again
    if attack.poison and not attack.poison_proof:
        if need < NEVER or readings.poison_past_chart:
            need = min(need, max(attack.poison, BEST))
        again = moment.melee or readings.poisoned_shots
        if again and attack.strength >= attack.toughness:
            reroll = "failures"
    need = min(max(BEST, need - attack.to_wound), NEVER)
    return _wounds(need, reroll, rends=attack.rends or attack.slays)


@cache
def _wounds(need: int, reroll: Reroll, *, rends: bool) -> Wound:
    if not rends:
        return need, passes(need, reroll), Fraction(0)
    final = faces(reroll, min(need, 6))
    wounds = sum(final[need - 1 : 5], final[5])
    return need, wounds, final[5] / wounds


def wound_effect(
    group: ScrollhammerGroup,
    attack: ScrollhammerAttack,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
    rending: Fraction,
) -> AttackEffect:
    """Return the effect of one wound on a model, its save and its damage counted.

    Parameters
    ----------
    group : ScrollhammerGroup
        Of the model.
    attack, moment, readings
    rending : Fraction
        Share of the wounds that come of a Rending 6.
    """
    if immunities(group, attack, lowered=moment.lowered):
        return UNHARMED
    save, _ = save_of(group, attack, moment, readings)
    cover = cover_against(attack, moment)
    adds = readings.rending_ap == "adds"
    torn_ap = attack.ap + RENDING_AP if adds else max(attack.ap, RENDING_AP)
    return _wound_taken(
        save_need(save, attack.ap, cover)[0],
        save_need(save, torn_ap, cover)[0] if rending else NEVER,
        save_again(group, attack),
        rending,
        attack.damage if group.w > 1 else 0,
        outright=attack.outright or attack.strength >= 2 * group.t,
        blown=attack.slays and attack.target not in NO_BLOWS,
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


def immunities(
    group: ScrollhammerGroup, attack: ScrollhammerAttack, *, lowered: bool
) -> tuple[str, ...]:
    """Return the rules by which an attack does nothing to a model, whatever is chosen.

    Poisoned attacks strike who is immune to poison as usual.

    References
    ----------
    Scrollhammer Rulebook, Damage Types and Magical Effects: Multiple Damage Types,
    Lower Resists; special rules: Immune to X
    """
    if attack.element and not lowered:
        proof = _proof(group, attack.element)
        spared = rules_that("ignore", "poison") if attack.poison else frozenset()
        if proof and not spared.issuperset(proof):
            return proof
    choices = KINDS_OF_DAMAGE["otherworldly" if lowered else attack.kind]
    stopped = [
        tuple(chain(*(_proof(group, kind) for kind in kinds))) for kinds in choices
    ]
    return tuple(chain(*stopped)) if all(stopped) else ()


def _proof(group: ScrollhammerGroup, kind: str) -> tuple[str, ...]:
    return tuple(key for key in _ignored_by(kind) if key in group.rules)


@cache
def _ignored_by(kind: str) -> tuple[str, ...]:
    """Return the rules that keep a kind of damage away, in the order of the table."""
    keys = rules_that("ignore", f"kind:{kind}")
    return tuple(key for key in SPECIAL_RULES if key in keys)


@cache
def _wounds_of(damage: Damage) -> Chances:
    if damage == "D3":
        return D3_WOUNDS
    if damage == "D6":
        return (Fraction(0), *([Fraction(1, 6)] * 6))
    return (*([Fraction(0)] * damage), Fraction(1))
