"""The blows of one side in a round: with what, when, how often, how hard."""

from dataclasses import dataclass, field, replace
from itertools import zip_longest

from rulesets.games.scrollhammer.combat.attack import attack_of
from rulesets.games.scrollhammer.combat.attack_values import (
    Mark,
    ScrollhammerAttack,
    ScrollhammerMoment,
)
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.games.scrollhammer.combat.side import (
    PARALYZED,
    ScrollhammerSide,
    blow_initiative,
)
from rulesets.games.scrollhammer.combat.struck_models import StruckModels
from rulesets.games.scrollhammer.combat.survivors import shared_rules
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
from rulesets.odds.company import Hurt
from rulesets.odds.effects import AppliedRule, apply_effects
from rulesets.odds.volley import Ints

Target = tuple[ScrollhammerUnit, StruckModels]
"""A unit that is struck, and its engaged models."""


@dataclass(frozen=True, slots=True)
class ScrollhammerBlows:
    """The blows of one group in a round: their weapon, moment and number.

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
        What each model does, see `by_bearers`.
    mark : Mark
        Of the target where both sides are at full strength.
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
    mark: Mark
    hurts: tuple[Hurt, ...]
    raging: tuple[Hurt, ...] = ()
    more: tuple[AppliedRule, ...] = ()


def moment_of(
    side: ScrollhammerSide, other: ScrollhammerSide, *, first: bool
) -> ScrollhammerMoment:
    """Return the circumstances of a side's blows.

    A combat that nobody charged into in this turn goes on: it has had its first round.
    """
    return ScrollhammerMoment(
        melee=True,
        first=first and (side.charged or other.charged),
        charging=first and side.charged,
        foe=side.foe,
        hidden=first and (side.ambushes or side.unseen != "none"),
        lowered=other.lowered,
        unit=side.profile.shared,
    )


def blows_of(
    side: ScrollhammerSide,
    other: ScrollhammerSide,
    struck: StruckModels,
    readings: ScrollhammerReadings,
    *,
    first: bool,
) -> list[ScrollhammerBlows]:
    """Return the blows of every group of a side in a round, with its best weapons.

    ``struck`` are the engaged models of the other side.
    """
    found: list[ScrollhammerBlows] = []
    if side.holds_blows:
        return found
    target = other.profile, struck
    for place, group in enumerate(side.profile.groups):
        group = _paralyzed(group) if side.paralyzed else group
        if not group.ws or not group.a:
            continue
        moment = moment_of(side, other, first=first)
        attacks, more = _attacks(side, group, moment, readings)
        for weapon, dice in _armed(side, target, group, attacks, moment, readings):
            attack, _ = attack_of(group, weapon, struck.whole, moment, readings)
            initiative, _ = blow_initiative(side, place, attack.order, first=first)
            covered = other.holds_blows
            covered |= first and other.unseen == "last" and initiative > 1
            at = replace(moment, cover=UNSEEN_COVER) if covered else moment
            hurts = _hurts(side, group, weapon, dice, target, at, readings)
            raging: tuple[Hurt, ...] = ()
            if die := _raging_die(group):
                raging = _raging(side, group, weapon, dice, die, target, at, readings)
            found.append(
                ScrollhammerBlows(
                    place,
                    group,
                    weapon,
                    initiative,
                    dice,
                    attack.order,
                    at,
                    struck.whole,
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
    readings: ScrollhammerReadings,
) -> tuple[int, tuple[AppliedRule, ...]]:
    """Return the attacks of each model of a group, and the rules that change them."""
    usual = group.a + int(moment.charging) + int(dual_wields(group))
    effects = [*effects_of(group.rules, "own"), *effects_of(dict(moment.unit), "unit")]
    if not any(one.effect.on in ATTACKS for one in effects):
        return usual, ()
    at = now(ScrollhammerAttack(group.ws, 0, group.s, 0, 0), moment, readings)
    return apply_effects(usual, effects, at, ATTACKS)


def by_bearers(side: ScrollhammerSide, struck: StruckModels, mark: Ints) -> Ints:
    """Return the place of what each model does, by the mark of whom a side strikes.

    ``[own, other, own now, other now]``: those of each of its `shared_rules` follow
    those of the one before.
    """
    cases, which = shared_rules(side.profile)
    if len(cases) == 1:
        return mark
    places: Ints = mark + len(struck.marks) * which[:, None]
    return places


def _hurts(
    side: ScrollhammerSide,
    group: ScrollhammerGroup,
    weapon: ScrollhammerWeapon,
    attacks: int,
    target: Target,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
) -> tuple[Hurt, ...]:
    """Return the effects of each model's attacks, see `by_bearers`."""
    profile, struck = target
    cases, _ = shared_rules(side.profile)
    moments = [moment, *(replace(moment, unit=rules) for rules in cases[1:])]
    return tuple(
        hurt(group, weapon, attacks, profile, mark, at, readings)
        for at in moments
        for mark in struck.marks
    )


def _raging(
    side: ScrollhammerSide,
    group: ScrollhammerGroup,
    weapon: ScrollhammerWeapon,
    attacks: int,
    die: int,
    target: Target,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
) -> tuple[Hurt, ...]:
    """Return `_hurts` with as many attacks more as a die shows."""
    more = [
        _hurts(side, group, weapon, attacks + roll, target, moment, readings)
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
    target: Target,
    group: ScrollhammerGroup,
    attacks: int,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
) -> list[tuple[ScrollhammerWeapon, int]]:
    """Return the weapons that models strike with, the best first, and how often."""
    weapons = melee_weapons(group, charging=moment.charging)
    if len(weapons) == 1:
        return [(weapons[0], attacks)]
    profile, struck = target
    best, second = sorted(
        weapons,
        key=lambda weapon: expected(
            hurt(group, weapon, attacks, profile, struck.whole, moment, readings),
            profile,
        ),
        reverse=True,
    )[:2]
    apart = min(side.split, attacks)
    shared = [(best, attacks - apart), (second, apart)]
    return [(weapon, dice) for weapon, dice in shared if dice]


def _paralyzed(group: ScrollhammerGroup) -> ScrollhammerGroup:
    return replace(group, ws=min(group.ws, PARALYZED), i=min(group.i, PARALYZED))


def _raging_die(group: ScrollhammerGroup) -> int:
    """Return the sides of the die of attacks more while the enemies are more."""
    keys = rules_that("roll", "attacks") & group.rules.keys()
    effects = (effect for key in keys for effect in rule_of(key).effects)
    sides = (one.amount() for one in effects if (one.on, one.op) == ("attacks", "roll"))
    return max(map(int, sides), default=0)
