"""A round of close combat: who strikes what in which step of Initiative."""

from dataclasses import dataclass, replace

import numpy as np

from rulesets.games.scrollhammer.combat_attack import (
    Terms,
    expected,
    hurt,
)
from rulesets.games.scrollhammer.combat_marks import (
    Mark,
    marks,
)
from rulesets.games.scrollhammer.combat_profile import Group, Profile
from rulesets.games.scrollhammer.combat_ranks import engaged, fighters
from rulesets.games.scrollhammer.combat_result import Contender, result
from rulesets.games.scrollhammer.combat_weapons import (
    Weapon,
    dual_wields,
    melee_weapons,
)
from rulesets.odds.bout import Blow, Bout
from rulesets.odds.company import Hurt, kernels
from rulesets.odds.questions import Settled
from rulesets.odds.tally import Tally
from rulesets.odds.volley import Floats, Ints


@dataclass(frozen=True, slots=True)
class Blows:
    """What one group strikes in a round: with what, when, how often.

    Parameters
    ----------
    place : int
        Of the group in its side.
    initiative, attacks : int
        Of each model.
    rampages : bool
        True if each model has D3 attacks more while the enemies are more.
    """

    place: int
    group: Group
    weapon: Weapon
    initiative: int
    attacks: int
    terms: Terms
    rampages: bool = False


def terms_of(side: Contender, other: Contender, group: Group, *, first: bool) -> Terms:
    """Return the circumstances of a group's blows."""
    always = "twisted-souls" in group.rules and side.foe
    return Terms(
        melee=True,
        hates=(first and despises(group, foe=side.foe)) or always,
        prefers=prefers(side.profile, foe=side.foe),
        hunts=side.profile.has("monster-hunter"),
        lowered=other.lowered,
    )


def despises(group: Group, *, foe: bool) -> bool:
    """Return whether the enemy is one that models hate."""
    named = foe and any(key.startswith("hatred-") for key in group.rules)
    return named or "hatred" in group.rules or "twisted-souls" in group.rules


def prefers(profile: Profile, *, foe: bool) -> bool:
    """Return whether the enemy is a unit's Preferred Enemy."""
    named = any(
        key.startswith("preferred-enemy-")
        for group in profile.groups
        for key in group.rules
    )
    return profile.has("preferred-enemy") or (foe and named)


def blows_of(
    side: Contender, other: Contender, readings: Settled, *, first: bool
) -> list[Blows]:
    """Return what every group of a side strikes in a round, with its best weapon."""
    found = []
    for place, group in enumerate(side.profile.groups):
        group = _paralyzed(group) if side.paralyzed else group
        if not group.ws or not group.a:
            continue
        attacks = group.a + int(side.charged and first) + int(dual_wields(group))
        for weapon, dice in _armed(side, other, group, attacks, readings, first=first):
            initiative = _initiative(side, group, weapon, first=first)
            terms = terms_of(side, other, group, first=first)
            if first and other.unseen == "last" and initiative > 1:
                terms = replace(terms, cover=UNSEEN_COVER)
            rampages = "rampage" in group.rules
            found.append(Blows(place, group, weapon, initiative, dice, terms, rampages))
    return found


UNSEEN_COVER = 4
"""Cover save of the invisible against blows [pips]."""


def _initiative(side: Contender, group: Group, weapon: Weapon, *, first: bool) -> int:
    """Return the step in which models strike; 0 is after all others."""
    if "strikes-last" in weapon.rules:
        return 0
    if first and side.unseen != "none":
        return 10 if side.unseen == "first" else 1
    return 1 if side.struck_aside else group.i


def _from_ambush(weapon: Weapon) -> Weapon:
    """Return a weapon as it is in a round that its bearer begins unseen."""
    if "assassins-weapon" not in weapon.rules:
        return weapon
    return replace(weapon, rules={**weapon.rules, "killing-blow": 0})


def _armed(
    side: Contender,
    other: Contender,
    group: Group,
    attacks: int,
    readings: Settled,
    *,
    first: bool,
) -> list[tuple[Weapon, int]]:
    """Return the weapons that models strike with, the best first, and how often."""
    weapons = melee_weapons(group, charging=side.charged and first)
    if first and (side.ambushes or side.unseen != "none"):
        weapons = tuple(_from_ambush(weapon) for weapon in weapons)
    if len(weapons) == 1:
        return [(weapons[0], attacks)]
    mark, terms = first_mark(other), terms_of(side, other, group, first=first)
    best, second = sorted(
        weapons,
        key=lambda weapon: expected(
            hurt(group, weapon, attacks, other.profile, mark, terms, readings)
        ),
        reverse=True,
    )[:2]
    apart = min(side.split, attacks)
    shared = [(best, attacks - apart), (second, apart)]
    return [(weapon, dice) for weapon, dice in shared if dice]


def _paralyzed(group: Group) -> Group:
    return replace(group, ws=1, i=1)


def _marks(side: Contender) -> tuple[tuple[Mark, ...], Ints]:
    found, which = marks(side.profile)
    if side.paralyzed:
        found = tuple(replace(mark, ws=1) for mark in found)
    return found, np.array(which)


def first_mark(side: Contender) -> Mark:
    """Return what a side at full strength is struck by."""
    found, which = _marks(side)
    return found[int(which[-1])]


RAMPAGE = 3
"""Sides of the die of attacks that Rampage adds."""

ByMark = tuple[list[Hurt], list[Hurt]]
"""What each attacker does by the target's mark; the second while it rampages."""

Planned = tuple[list[Blows], list[Blows]]
"""What both sides strike in a round."""


def bouts(a: Contender, b: Contender, readings: Settled) -> tuple[Bout, Bout]:
    """Return the first round, and every later one: the same where nothing differs.

    A charge, and Hatred, count in the first alone.
    """
    judged = result(a, b, readings)
    later = _planned(a, b, readings, first=False)
    opening = _planned(a, b, readings, first=True)
    cycle = _bout(a, b, later, judged, readings)
    if opening == later:
        return cycle, cycle
    return _bout(a, b, opening, judged, readings), cycle


def _planned(a: Contender, b: Contender, readings: Settled, *, first: bool) -> Planned:
    return (
        blows_of(a, b, readings, first=first),
        blows_of(b, a, readings, first=first),
    )


def _bout(
    a: Contender,
    b: Contender,
    blows: Planned,
    judged: tuple[Tally, Floats],
    readings: Settled,
) -> Bout:
    steps = sorted({one.initiative for side in blows for one in side}, reverse=True)
    played = []
    for step in steps:
        by_a = [one for one in blows[0] if one.initiative == step]
        by_b = [one for one in blows[1] if one.initiative == step]
        played.append((_blow(a, b, by_a, readings), _blow(b, a, by_b, readings)))
    return Bout(tuple(played), *judged)


def _blow(
    side: Contender, other: Contender, blows: list[Blows], readings: Settled
) -> Blow | None:
    """Return a side's attacks in one step."""
    if not blows:
        return None
    files = (side.files, other.files)
    fighting = fighters(
        side.profile, engaged(side.profile, other.profile, files, readings)
    )
    found, which = _marks(other)
    hurts = [_hurts(one, other.profile, found, readings) for one in blows]
    code = np.broadcast_to(which[None, :], fighting[0].shape)
    fewer = side.profile.company.counts[:, None] < other.profile.company.counts
    radix = len(found)
    for one in blows:
        if one.rampages:
            code = code + radix * fewer
            radix *= 2
        code = code + radix * fighting[one.place]
        radix *= side.profile.groups[one.place].models + 1
    codes, inverse = np.unique(code, return_inverse=True)
    volleys = [
        _volley(int(number), len(found), blows, side.profile, hurts) for number in codes
    ]
    stack = kernels(other.profile.company, volleys)
    return Blow(inverse.reshape(code.shape), stack)


def _volley(
    code: int,
    count: int,
    blows: list[Blows],
    profile: Profile,
    hurts: list[ByMark],
) -> list[tuple[Hurt, int]]:
    """Return the attackers of every group that a number stands for."""
    code, mark = divmod(code, count)
    volley = []
    for one, (plain, raging) in zip(blows, hurts, strict=True):
        fewer = 0
        if one.rampages:
            code, fewer = divmod(code, 2)
        code, models = divmod(code, profile.groups[one.place].models + 1)
        volley.append(((raging if fewer else plain)[mark], models))
    return volley


def _hurts(
    one: Blows, target: Profile, found: tuple[Mark, ...], readings: Settled
) -> ByMark:
    """Return what each attacker does by the target's mark, and if it rampages."""
    made = [
        [
            hurt(
                one.group,
                one.weapon,
                one.attacks + more,
                target,
                mark,
                one.terms,
                readings,
            )
            for mark in found
        ]
        for more in range(RAMPAGE + 1 if one.rampages else 1)
    ]
    if not one.rampages:
        return made[0], made[0]
    return made[0], [_either(several) for several in zip(*made[1:], strict=True)]


def _either(several: tuple[Hurt, ...]) -> Hurt:
    """Return an attacker who is each of some with the same chance."""
    most = max(len(one.one) for one in several)
    wounds = np.zeros(most)
    for one in several:
        wounds[: len(one.one)] += one.one / len(several)
    return replace(several[0], one=wounds)
