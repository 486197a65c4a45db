"""A round of close combat: who strikes what in which step of Initiative."""

from dataclasses import dataclass, field, replace
from itertools import zip_longest
from math import prod

import numpy as np

from rulesets.games.scrollhammer.combat.attack import attack_of
from rulesets.games.scrollhammer.combat.attack_values import (
    ScrollhammerAttack,
    ScrollhammerMoment,
)
from rulesets.games.scrollhammer.combat.leadership import blow_initiative
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
)
from rulesets.games.scrollhammer.combat.ranks import engaged, fighters
from rulesets.games.scrollhammer.combat.result import result
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.games.scrollhammer.combat.target_figures import Mark, full_mark, marks
from rulesets.games.scrollhammer.combat.terms import ATTACKS, effects_of, now
from rulesets.games.scrollhammer.combat.weapons import (
    ScrollhammerWeapon,
    dual_wields,
    melee_weapons,
)
from rulesets.games.scrollhammer.combat.wounds import (
    expected,
    hurt,
)
from rulesets.games.scrollhammer.special_rules import rule_of, rules_that
from rulesets.odds.company import Hurt, Volley, kernels
from rulesets.odds.effects import AppliedRule, apply_effects
from rulesets.odds.fight.model import Order, Round, Side, Strike
from rulesets.odds.settings import Settled
from rulesets.odds.tally import LossTally
from rulesets.odds.volley import Dice, Floats, Ints


@dataclass(frozen=True, slots=True)
class ScrollhammerBlows:
    """What one group strikes in a round: with what, when, how often.

    Parameters
    ----------
    place : int
        Of the group in its side.
    initiative, attacks : int
        Of each model.
    order : str
        Whether they strike first or last, by a rule.
    moment : ScrollhammerMoment
        What differs by it stands in the other values.
    more : tuple of AppliedRule
        Rules that change how many attacks there are.
    hurts : tuple of Hurt
        What each model does, by the target's mark.
    raging : tuple of Hurt
        The same with the D3 attacks more of who rampages while the enemies are more;
        empty for others.
    """

    place: int
    group: ScrollhammerGroup
    weapon: ScrollhammerWeapon
    initiative: int
    attacks: int
    order: str
    moment: ScrollhammerMoment = field(compare=False)
    hurts: tuple[Hurt, ...]
    raging: tuple[Hurt, ...] = ()
    more: tuple[AppliedRule, ...] = ()


def moment_of(
    side: ScrollhammerSide, other: ScrollhammerSide, *, first: bool
) -> ScrollhammerMoment:
    """Return the circumstances of a side's blows."""
    return ScrollhammerMoment(
        melee=True,
        first=first,
        charging=first and side.charged,
        foe=side.foe,
        hidden=first and (side.ambushes or side.unseen != "none"),
        lowered=other.lowered,
        unit=side.profile.shared,
    )


def blows_of(
    side: ScrollhammerSide, other: ScrollhammerSide, readings: Settled, *, first: bool
) -> list[ScrollhammerBlows]:
    """Return what every group of a side strikes in a round, with its best weapon."""
    found = []
    for place, group in enumerate(side.profile.groups):
        group = _paralyzed(group) if side.paralyzed else group
        if not group.ws or not group.a:
            continue
        now = moment_of(side, other, first=first)
        attacks, more = _attacks(side, group, now, readings)
        for weapon, dice in _armed(side, other, group, attacks, now, readings):
            attack, _ = attack_of(group, weapon, first_mark(other), now, readings)
            initiative, _ = blow_initiative(side, place, attack.order, first=first)
            covered = first and other.unseen == "last" and initiative > 1
            moment = replace(now, cover=UNSEEN_COVER) if covered else now
            hurts = _hurts(group, weapon, dice, other, moment, readings)
            raging: tuple[Hurt, ...] = ()
            if die := _raging_die(group):
                raging = _raging(group, weapon, dice, die, other, moment, readings)
            found.append(
                ScrollhammerBlows(
                    place,
                    group,
                    weapon,
                    initiative,
                    dice,
                    attack.order,
                    moment,
                    hurts,
                    raging,
                    more,
                )
            )
    return found


def _attacks(
    side: ScrollhammerSide,
    group: ScrollhammerGroup,
    moment: ScrollhammerMoment,
    readings: Settled,
) -> tuple[int, tuple[AppliedRule, ...]]:
    """Return the attacks of each model of a group, and the rules that change them."""
    usual = group.a + int(moment.charging) + int(dual_wields(group))
    at = now(ScrollhammerAttack(0, group.s, 0, 0), moment, readings)
    effects = [*effects_of(group.rules, "own"), *effects_of(dict(moment.unit), "unit")]
    return apply_effects(usual, effects, at, ATTACKS)


def _hurts(
    group: ScrollhammerGroup,
    weapon: ScrollhammerWeapon,
    attacks: int,
    other: ScrollhammerSide,
    moment: ScrollhammerMoment,
    readings: Settled,
) -> tuple[Hurt, ...]:
    """Return what each model does with so many attacks, by the target's mark."""
    return tuple(
        hurt(group, weapon, attacks, other.profile, mark, moment, readings)
        for mark in _marks(other)[0]
    )


def _raging(
    group: ScrollhammerGroup,
    weapon: ScrollhammerWeapon,
    attacks: int,
    die: int,
    other: ScrollhammerSide,
    moment: ScrollhammerMoment,
    readings: Settled,
) -> tuple[Hurt, ...]:
    """Return `_hurts` with as many attacks more as a die shows."""
    more = [
        _hurts(group, weapon, attacks + roll, other, moment, readings)
        for roll in range(1, die + 1)
    ]
    return tuple(
        replace(several[0], one=mixed([one.one for one in several]))
        for several in zip(*more, strict=True)
    )


def mixed(several: list[tuple[float, ...]]) -> tuple[float, ...]:
    """Return the distribution of a count that is each of some with the same chance."""
    filled = zip_longest(*several, fillvalue=0.0)
    return tuple(sum(chances) / len(several) for chances in filled)


UNSEEN_COVER = 4
"""Cover save of the invisible against blows [pips]."""


def _armed(
    side: ScrollhammerSide,
    other: ScrollhammerSide,
    group: ScrollhammerGroup,
    attacks: int,
    moment: ScrollhammerMoment,
    readings: Settled,
) -> list[tuple[ScrollhammerWeapon, int]]:
    """Return the weapons that models strike with, the best first, and how often."""
    weapons = melee_weapons(group, charging=moment.charging)
    if len(weapons) == 1:
        return [(weapons[0], attacks)]
    mark = first_mark(other)
    best, second = sorted(
        weapons,
        key=lambda weapon: expected(
            hurt(group, weapon, attacks, other.profile, mark, moment, readings)
        ),
        reverse=True,
    )[:2]
    apart = min(side.split, attacks)
    shared = [(best, attacks - apart), (second, apart)]
    return [(weapon, dice) for weapon, dice in shared if dice]


def _paralyzed(group: ScrollhammerGroup) -> ScrollhammerGroup:
    return replace(group, ws=1, i=1)


def _marks(side: ScrollhammerSide) -> tuple[tuple[Mark, ...], Ints]:
    found, which = marks(side.profile)
    if side.paralyzed:
        found = tuple(replace(mark, ws=1) for mark in found)
    return found, which


def first_mark(side: ScrollhammerSide) -> Mark:
    """Return what a side at full strength is struck by."""
    found = full_mark(side.profile)
    return replace(found, ws=1) if side.paralyzed else found


def _raging_die(group: ScrollhammerGroup) -> int:
    """Return the sides of the die of attacks more while the enemies are more."""
    keys = rules_that("roll", "attacks") & group.rules.keys()
    effects = (effect for key in keys for effect in rule_of(key).effects)
    sides = (one.amount() for one in effects if (one.on, one.op) == ("attacks", "roll"))
    return max(map(int, sides), default=0)


Planned = tuple[list[ScrollhammerBlows], list[ScrollhammerBlows]]
"""What both sides strike in a round."""


@dataclass(frozen=True, slots=True, eq=False)
class Rounds:
    """The rounds of a combat.

    Parameters
    ----------
    opening, cycle : Round
        The first round and every later one: the same where nothing differs. A charge,
        and Hatred, count in the first alone.
    blows, later : tuple of lists of ScrollhammerBlows
        What both sides strike in the first round, and in every later one.
    engaged : tuple of ndarray
        Of both sides, ``[own, other]``: how many models fight [models].
    """

    opening: Round
    cycle: Round
    blows: Planned
    later: Planned
    engaged: tuple[Ints, Ints]


def rounds_of(a: ScrollhammerSide, b: ScrollhammerSide, readings: Settled) -> Rounds:
    """Return what is fought in a combat."""
    met = engaged(a, b, readings), engaged(b, a, readings)
    fighting = fighters(a.profile, met[0]), fighters(b.profile, met[1])
    later, first = (
        (
            blows_of(a, b, readings, first=opens),
            blows_of(b, a, readings, first=opens),
        )
        for opens in (False, True)
    )
    judged = _judged(a, b, later, readings)
    cycle = Round(_orders(a, b, later, fighting), *judged)
    opening = cycle
    if first != later:
        if a.yields or b.yields:
            judged = _judged(a, b, first, readings)
        opening = Round(_orders(a, b, first, fighting), *judged)
    return Rounds(opening, cycle, first, later, met)


def _judged(
    a: ScrollhammerSide, b: ScrollhammerSide, blows: Planned, readings: Settled
) -> tuple[LossTally, Floats]:
    """Return the result of a round; only who hurts nobody may give up."""
    if a.yields:
        a = replace(a, yields=useless(blows[0]))
    if b.yields:
        b = replace(b, yields=useless(blows[1]))
    return result(a, b, readings)


def useless(blows: list[ScrollhammerBlows]) -> bool:
    """Return whether a side's blows can never take a wound.

    References
    ----------
    Scrollhammer Rulebook, Check Morale: Our Weapons Are Useless.
    """
    return not any(
        any(one.one[1:]) and any(effect.harm() > 0 for effect in one.effects)
        for each in blows
        for one in (*each.hurts, *each.raging)
    )


def _orders(
    a: ScrollhammerSide,
    b: ScrollhammerSide,
    blows: Planned,
    fighting: tuple[list[Ints], list[Ints]],
) -> tuple[Order, ...]:
    """Return the strikes of a round; those of one Initiative fall at once."""
    steps = sorted({one.initiative for side in blows for one in side}, reverse=True)
    strikes: list[Strike] = []
    for step in steps:
        by_a = [one for one in blows[0] if one.initiative == step]
        by_b = [one for one in blows[1] if one.initiative == step]
        if by_a:
            strikes.append(_strike("a", (a, b), by_a, fighting[0]))
        if by_b:
            joins = bool(by_a)
            strikes.append(_strike("b", (b, a), by_b, fighting[1], joins=joins))
    return (Order(1.0, strikes),)


def _strike(
    name: Side,
    sides: tuple[ScrollhammerSide, ScrollhammerSide],
    blows: list[ScrollhammerBlows],
    fighting: list[Ints],
    *,
    joins: bool = False,
) -> Strike:
    """Return the attacks of the first of two sides at one step of Initiative."""
    which, kinds, volleys = cases_of(*sides, blows, fighting)
    stack = kernels(sides[1].profile.company, kinds, volleys)
    return Strike(name, which[None, None], stack, joins)


def cases_of(
    side: ScrollhammerSide,
    other: ScrollhammerSide,
    blows: list[ScrollhammerBlows],
    fighting: list[Ints],
) -> tuple[Ints | Dice, tuple[Hurt, ...], tuple[Volley, ...]]:
    """Return which volley falls by the states of both sides, and all volleys.

    Every case that needs a kernel of its own is one number: the target's mark, and for
    each of the blows whether the enemies are more and how many models strike.

    Returns
    -------
    ndarray of int
        ``[own, other]``: the volley.
    tuple of Hurt
        Kinds of attackers.
    tuple of Volley
        Each names a kind and a count for every one of the blows.
    """
    found, which = _marks(other)
    sizes, parts = [len(found)], [which]
    for one in blows:
        if one.raging:
            sizes.append(2)
            parts.append(_outnumbered(side, other))
        sizes.append(side.profile.groups[one.place].models + 1)
        parts.append(fighting[one.place])
    code = np.ravel_multi_index(tuple(parts), sizes)
    used = np.zeros(prod(sizes), dtype=bool)
    used[code] = True
    cases = np.unravel_index(np.flatnonzero(used), sizes)
    kinds = tuple(hurts for one in blows for hurts in (*one.hurts, *one.raging))
    places = np.cumsum(used, dtype=np.int32) - 1
    return places[code], kinds, _volleys(blows, len(found), cases)


def _outnumbered(side: ScrollhammerSide, other: ScrollhammerSide) -> Ints:
    """Return ``[own, other]``: 1 where the enemies are more."""
    own, theirs = side.profile.company.counts, other.profile.company.counts
    fewer: Ints = (own[:, None] < theirs).astype(np.int64)
    return fewer


def _volleys(
    blows: list[ScrollhammerBlows], marks: int, cases: tuple[Ints, ...]
) -> tuple[Volley, ...]:
    """Return the volley of every case: the attackers' kinds, and how many strike."""
    mark, *others = cases
    rest = iter(others)
    columns = []
    kind = 0
    for one in blows:
        at = kind + mark + (marks * next(rest) if one.raging else 0)
        kind += len(one.hurts) + len(one.raging)
        columns.append(zip(at.tolist(), next(rest).tolist(), strict=True))
    return tuple(zip(*columns, strict=True))
