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
)
from rulesets.games.scrollhammer.combat.side import (
    PARALYZED,
    ScrollhammerSide,
    blow_initiative,
)
from rulesets.games.scrollhammer.combat.terms import ATTACKS, effects_of, now
from rulesets.games.scrollhammer.combat.weapons import (
    ScrollhammerWeapon,
    dual_wields,
    melee_weapons,
)
from rulesets.games.scrollhammer.combat.wounds import (
    expected,
    full_mark,
    hurt,
    marks,
)
from rulesets.games.scrollhammer.special_rules import rule_of, rules_that
from rulesets.odds.company import Hurt
from rulesets.odds.effects import AppliedRule, apply_effects
from rulesets.odds.volley import Ints


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
    readings: ScrollhammerReadings,
    *,
    first: bool,
) -> list[ScrollhammerBlows]:
    """Return the blows of every group of a side in a round, with its best weapons."""
    found = []
    for place, group in enumerate(side.profile.groups):
        group = _paralyzed(group) if side.paralyzed else group
        if not group.ws or not group.a:
            continue
        moment = moment_of(side, other, first=first)
        attacks, more = _attacks(side, group, moment, readings)
        for weapon, dice in _armed(side, other, group, attacks, moment, readings):
            attack, _ = attack_of(group, weapon, first_mark(other), moment, readings)
            initiative, _ = blow_initiative(side, place, attack.order, first=first)
            covered = first and other.unseen == "last" and initiative > 1
            at = replace(moment, cover=UNSEEN_COVER) if covered else moment
            hurts = _hurts(group, weapon, dice, other, at, readings)
            raging: tuple[Hurt, ...] = ()
            if die := _raging_die(group):
                raging = _raging(group, weapon, dice, die, other, at, readings)
            found.append(
                ScrollhammerBlows(
                    place,
                    group,
                    weapon,
                    initiative,
                    dice,
                    attack.order,
                    at,
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


def _hurts(
    group: ScrollhammerGroup,
    weapon: ScrollhammerWeapon,
    attacks: int,
    other: ScrollhammerSide,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
) -> tuple[Hurt, ...]:
    """Return the effects of each model's attacks, by the target's mark."""
    return tuple(
        hurt(group, weapon, attacks, other.profile, mark, moment, readings)
        for mark in marks_of(other)[0]
    )


def _raging(
    group: ScrollhammerGroup,
    weapon: ScrollhammerWeapon,
    attacks: int,
    die: int,
    other: ScrollhammerSide,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
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
    readings: ScrollhammerReadings,
) -> list[tuple[ScrollhammerWeapon, int]]:
    """Return the weapons that models strike with, the best first, and how often."""
    weapons = melee_weapons(group, charging=moment.charging)
    if len(weapons) == 1:
        return [(weapons[0], attacks)]
    mark = first_mark(other)
    best, second = sorted(
        weapons,
        key=lambda weapon: expected(
            hurt(group, weapon, attacks, other.profile, mark, moment, readings),
            other.profile,
        ),
        reverse=True,
    )[:2]
    apart = min(side.split, attacks)
    shared = [(best, attacks - apart), (second, apart)]
    return [(weapon, dice) for weapon, dice in shared if dice]


def _paralyzed(group: ScrollhammerGroup) -> ScrollhammerGroup:
    return replace(group, ws=min(group.ws, PARALYZED), i=min(group.i, PARALYZED))


def marks_of(side: ScrollhammerSide) -> tuple[tuple[Mark, ...], Ints]:
    """Return the marks that a side can be, and which one it is in every state."""
    found, which = marks(side.profile)
    if side.paralyzed:
        found = tuple(_slowed(mark) for mark in found)
    return found, which


def first_mark(side: ScrollhammerSide) -> Mark:
    """Return the mark of a side at full strength."""
    found = full_mark(side.profile)
    return _slowed(found) if side.paralyzed else found


def _slowed(mark: Mark) -> Mark:
    return replace(mark, ws=min(mark.ws, PARALYZED))


def _raging_die(group: ScrollhammerGroup) -> int:
    """Return the sides of the die of attacks more while the enemies are more."""
    keys = rules_that("roll", "attacks") & group.rules.keys()
    effects = (effect for key in keys for effect in rule_of(key).effects)
    sides = (one.amount() for one in effects if (one.on, one.op) == ("attacks", "roll"))
    return max(map(int, sides), default=0)
