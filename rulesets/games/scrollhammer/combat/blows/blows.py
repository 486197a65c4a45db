"""The blows of one side in a round: with what, when, how often, how hard."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from rulesets.games.scrollhammer.combat.blows.attack import attack_of
from rulesets.games.scrollhammer.combat.blows.attack_values import (
    Mark,
    ScrollhammerAttack,
    ScrollhammerMoment,
)
from rulesets.games.scrollhammer.combat.blows.struck_models import StruckModels
from rulesets.games.scrollhammer.combat.blows.survivors import shared_rules
from rulesets.games.scrollhammer.combat.blows.terms import ATTACKS, effects_of, now
from rulesets.games.scrollhammer.combat.blows.weapons import (
    PLAIN,
    ScrollhammerWeapon,
    dual_wields,
    melee_weapons,
)
from rulesets.games.scrollhammer.combat.blows.wounds import (
    expected,
    hurt,
)
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.power_dice import SLIGHT
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.games.scrollhammer.combat.side import (
    PARALYZED,
    ScrollhammerSide,
    blow_initiative,
)
from rulesets.games.scrollhammer.combat.spell_blades import CastersPart, blades_of
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
    attack : ScrollhammerAttack
        Each at the mark.
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
    part : CastersPart, optional
        Of the group: those who have cast a weapon, or have not; none for all of it.
    """

    place: int
    group: ScrollhammerGroup
    weapon: ScrollhammerWeapon
    initiative: int
    attacks: int
    attack: ScrollhammerAttack = field(compare=False)
    moment: ScrollhammerMoment = field(compare=False)
    mark: Mark
    hurts: tuple[Hurt, ...]
    raging: tuple[Hurt, ...] = ()
    more: tuple[AppliedRule, ...] = ()
    part: CastersPart | None = None


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
        oiled=first and side.oiled,
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
    for place, group in enumerate(side.profile.groups):
        group = _paralyzed(group) if side.paralyzed else group
        if not group.ws or not group.a:
            continue
        moment = moment_of(side, other, first=first)
        striker = ScrollhammerStriker(
            side, other, struck, place, group, moment, readings, first
        )
        found += striker.blows()
    return found


@dataclass(frozen=True, slots=True)
class ScrollhammerStriker:
    """A group that strikes in a round.

    Parameters
    ----------
    side, other : ScrollhammerSide
    struck : StruckModels
        The engaged models of the other side.
    place : int
        Of the group in its side.
    group : ScrollhammerGroup
        As it fights in this round.
    moment, readings
    first : bool
        True in the first round.
    """

    side: ScrollhammerSide
    other: ScrollhammerSide
    struck: StruckModels
    place: int
    group: ScrollhammerGroup
    moment: ScrollhammerMoment
    readings: ScrollhammerReadings
    first: bool

    def blows(self) -> list[ScrollhammerBlows]:
        """Return the blows of the group: of those who have cast a weapon, and others.

        A caster casts the weapon that does most for the chance to cast it, if it does
        more than what is in hand; and only one that strikes at the same Initiative.
        """
        plain = self._blows(None)
        blades = [*blades_of(self.side, self.group, charging=self.moment.charging)]
        if not blades:
            return plain
        worth = self._worth(plain)
        best, most = None, 0.0
        for blade in blades:
            cast = self._blows(CastersPart(blade, cast=True))
            more = blade.chance * (self._worth(cast) - worth)
            if len({one.initiative for one in (*plain, *cast)}) == 1 and more > most:
                best, most = (blade, cast), more
        if best is None or most <= SLIGHT * worth:
            return plain
        blade, cast = best
        failed = CastersPart(blade, cast=False)
        return [*cast, *(replace(one, part=failed) for one in plain)]

    def _worth(self, blows: list[ScrollhammerBlows]) -> float:
        """Return the wounds by each model on average, at full strength."""
        whole = self.struck.marks.index(self.struck.whole)
        return sum(expected(one.hurts[whole], self.other.profile) for one in blows)

    def _blows(self, part: CastersPart | None) -> list[ScrollhammerBlows]:
        """Return the blows with what is in hand, and with a weapon that was cast."""
        weapons = melee_weapons(self.group, charging=self.moment.charging)
        pair = dual_wields(self.group)
        if part is not None:
            weapons = _beside(part.blade.weapon, weapons)
            pair = pair or part.blade.pairs
        attacks, more = _attacks(self.group, self.moment, self.readings, pair=pair)
        armed = self._armed(weapons, attacks)
        return [self._with(weapon, dice, part, more) for weapon, dice in armed]

    def _with(
        self,
        weapon: ScrollhammerWeapon,
        dice: int,
        part: CastersPart | None,
        more: tuple[AppliedRule, ...],
    ) -> ScrollhammerBlows:
        side, other, group, moment = self.side, self.other, self.group, self.moment
        whole = self.struck.whole
        attack, _ = attack_of(group, weapon, whole, moment, self.readings)
        initiative, _ = blow_initiative(side, self.place, attack, first=self.first)
        covered = other.holds_blows
        covered |= self.first and other.unseen == "last" and initiative > 1
        at = replace(moment, cover=UNSEEN_COVER) if covered else moment
        target = other.profile, self.struck
        raging: tuple[Hurt, ...] = ()
        if die := _raging_die(group):
            raging = _raging(side, group, weapon, dice, die, target, at, self.readings)
        return ScrollhammerBlows(
            self.place,
            group,
            weapon,
            initiative,
            dice,
            attack,
            at,
            whole,
            _hurts(side, group, weapon, dice, target, at, self.readings),
            raging,
            more,
            part,
        )

    def _armed(
        self, weapons: Sequence[ScrollhammerWeapon], attacks: int
    ) -> list[tuple[ScrollhammerWeapon, int]]:
        """Return the weapons that a model strikes with, the best first; how often."""
        if len(weapons) == 1:
            return [(weapons[0], attacks)]
        profile, whole = self.other.profile, self.struck.whole
        best, second = sorted(
            weapons,
            key=lambda weapon: expected(
                hurt(
                    self.group,
                    weapon,
                    attacks,
                    profile,
                    whole,
                    self.moment,
                    self.readings,
                ),
                profile,
            ),
            reverse=True,
        )[:2]
        apart = min(self.side.split, attacks)
        shared = [(best, attacks - apart), (second, apart)]
        return [(weapon, dice) for weapon, dice in shared if dice]


def _beside(
    blade: ScrollhammerWeapon, weapons: Sequence[ScrollhammerWeapon]
) -> tuple[ScrollhammerWeapon, ...]:
    """Return a weapon that was cast and those in hand; a plain one serves no more."""
    return (*(one for one in weapons if one.key != PLAIN), blade)


def _attacks(
    group: ScrollhammerGroup,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
    *,
    pair: bool,
) -> tuple[int, tuple[AppliedRule, ...]]:
    """Return the attacks of each model of a group, and the rules that change them."""
    usual = group.a + int(moment.charging) + int(pair)
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
    places: Ints = mark + (len(struck.marks) * which[:, None]).astype(mark.dtype)
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


def _paralyzed(group: ScrollhammerGroup) -> ScrollhammerGroup:
    return replace(group, ws=min(group.ws, PARALYZED), i=min(group.i, PARALYZED))


def _raging_die(group: ScrollhammerGroup) -> int:
    """Return the sides of the die of attacks more while the enemies are more."""
    keys = rules_that("roll", "attacks") & group.rules.keys()
    effects = (effect for key in keys for effect in rule_of(key).effects)
    sides = (one.amount() for one in effects if (one.on, one.op) == ("attacks", "roll"))
    return max(map(int, sides), default=0)
