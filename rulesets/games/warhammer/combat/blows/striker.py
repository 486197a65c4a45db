"""Strikers: who strikes at whom and when, and the weapons in his hands."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from rulesets.core.special_rule import written_rule
from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.blows.attack import (
    WarhammerAttack,
    close_save,
    hit_need,
    is_blessed,
    ward_of,
    worsened,
    wound_need,
)
from rulesets.games.warhammer.combat.blows.moments import AttackMoment, now
from rulesets.games.warhammer.combat.blows.terms import (
    BOUNDS,
    NORMAL,
    count,
    effects_of,
)
from rulesets.games.warhammer.combat.context import WarhammerContext, WarhammerReadings
from rulesets.games.warhammer.combat.profile import (
    BASES,
    MAN_SIZED_BASE,
    WarhammerGroup,
    WarhammerUnit,
    is_paired,
    melee_rules,
    shoots,
    weapons,
)
from rulesets.games.warhammer.sources import WEAPONS
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Step
from rulesets.odds.effects import AppliedRule, CarriedEffect, Holds, apply_effects
from rulesets.odds.match_up import MatchUpError

CHARGERS = 0
"""The rank of chargers in the order of blows: before all others."""

IN_HAND = {"extra-hand-weapon": 0}
"""Rules that hold for whoever has such weapons in hand, written on him or not."""


@dataclass(frozen=True, slots=True)
class StrikeMoment:
    """The moment of a side's blows in one round of a fight.

    Parameters
    ----------
    first : bool
        The first round of the combat.
    charging : bool
        It charged this turn.
    frenzied, hates : bool
    sixes_only : bool
        It hits on 6 only: for fear, or over an obstacle.
    duel : bool
        Its blows are struck at the enemy's champion in a challenge.
    in_line : bool
        In a battle line, which counts by itself what a shield takes.
    dares, holds : Fraction, optional
        The chances that it, or who is struck, passes a test on Leadership that a blow
        takes; as each is led by itself if none.
    """

    first: bool = False
    charging: bool = False
    frenzied: bool = False
    hates: bool = False
    sixes_only: bool = False
    duel: bool = False
    in_line: bool = False
    dares: Fraction | None = None
    holds: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Striker:
    """A group of models that strikes at an enemy at one moment.

    Parameters
    ----------
    own : WarhammerUnit
        The unit of the group.
    group : WarhammerGroup
    other : WarhammerUnit
    moment : StrikeMoment
    place : AttackMoment
        What the moments of effects are asked about.
    context : WarhammerContext
    """

    own: WarhammerUnit
    group: WarhammerGroup
    other: WarhammerUnit
    moment: StrikeMoment
    place: AttackMoment
    context: WarhammerContext

    @property
    def at(self) -> Holds:
        """Return the predicate of moments of effects that hold."""
        return now(self.place)

    @property
    def is_beast(self) -> bool:
        """Return whether a mount or a monster strikes."""
        alone = self.own.kind == "monster" and self.own.apart is None
        return alone or self.group.role == "mount"

    def beside(self) -> "Striker":
        """Return the same for blows that come beside its others, with a trace apart."""
        return replace(self.untraced(), place=replace(self.place, extra=True))

    def untraced(self) -> "Striker":
        """Return the same with a trace apart."""
        own, group, other = self.own, self.group, self.other
        apart = self.context.untraced()
        return Striker(own, group, other, self.moment, self.place, apart)

    def add(self, key: str, text: str) -> None:
        """Add a step of the trace that names a rule and its source."""
        self.context.trace.add(Step(*title_of(key), text, self.own.side))

    def number(self, key: str, number: int) -> int:
        """Return a number of the group with the effects of rules."""
        carried = [
            *effects_of(self.own.rules, "unit"),
            *effects_of({**IN_HAND, **melee_rules(self.group)}),
        ]
        number, applied = apply_effects(number, carried, self.at, count(key))
        for one in applied:
            self.add(one.rule, f"{self.group.name}: {one.text}")
        low, high = BOUNDS[key]
        return min(max(number, low), high)

    def add_written(self, applied: Iterable[AppliedRule]) -> None:
        """Add what rules of books did to the order and the ranks of blows."""
        for one in applied:
            if written_rule(one.rule):
                self.add(one.rule, f"{self.group.name}: {one.text}")

    def blow(self, strength: int, attacks: int = 1) -> WarhammerAttack:
        """Return so many attacks before any special rule."""
        each, other = self.group.wounds_of_216, self.other
        skill = other.champion_ws if self.moment.duel else other.ws
        return WarhammerAttack(
            attacks=attacks,
            strength=strength,
            to_hit=hit_need(self.group.ws, skill),
            to_wound=wound_need(strength, other.toughness),
            save=worsened(close_save(other), strength),
            ward=ward_of(other, strength, self.context.situation),
            fixed_wound_chance=Fraction(each, 216) if each else None,
        )

    def when(self, effects: Iterable[CarriedEffect]) -> tuple[int, int]:
        """Return when blows fall: class of order, then Initiative, the least first."""
        place = CHARGERS if self.moment.charging else NORMAL
        carried = tuple(effects)
        for word in ("last", "first"):
            those = [one for one in carried if one.amount == word]
            place, applied = apply_effects(place, those, self.at, count("order"))
            self.add_written(applied)
        return place, -self.group.initiative


def striker_of(
    own: WarhammerUnit,
    group: WarhammerGroup,
    other: WarhammerUnit,
    moment: StrikeMoment,
    context: WarhammerContext,
) -> Striker:
    """Return a group that strikes at an enemy at a moment."""
    situation = context.situation
    held = frozenset(piece.base for piece in weapons(group))
    magic = {"magic"} if "magic-weapon" in melee_rules(group) else set()
    at = AttackMoment(
        first=moment.first,
        charging=moment.charging,
        frenzied=moment.frenzied,
        mounted=own.mounted,
        mount=group.role == "mount",
        weapons=2 if is_paired(group) else 1,
        large=not can_be_slain(other, context.readings),
        blessed=is_blessed(own, situation),
        uses_item=situation.of(own.side).uses_item,
        once=moment.first and context.readings.once_a_game == "first-round",
        duel=moment.duel,
        weapon=held | magic,
        enemy=_words_of(own, other, context.readings),
        toughness=other.toughness,
    )
    return Striker(own, group, other, moment, at, context)


def _words_of(
    own: WarhammerUnit, other: WarhammerUnit, readings: WarhammerReadings
) -> frozenset[str]:
    """Return what an enemy is, by the words of moments."""
    figures = {
        "strength": (own.ranks.strength, other.ranks.strength),
        "unit-strength": (
            own.models * own.unit_strength,
            other.models * other.unit_strength,
        ),
    }
    mine, theirs = figures[readings.stronger]
    found = {
        "large-target": other.has("large-target"),
        "shoots": shoots(other),
        "stronger": theirs > mine,
    }
    return frozenset(word for word, holds in found.items() if holds)


def strength_of(striker: Striker) -> int:
    """Return the Strength of a group with its weapon and all rules."""
    strength = striker.number("strength", _strength_in_hand(striker))
    champion = "sword-of-the-ladys-champion"
    if champion in melee_rules(striker.group) and strength <= striker.other.toughness:
        strength = min(striker.other.toughness + 1, BOUNDS["strength"][1])
        striker.add(champion, f"{striker.group.name}: Strength {strength}")
    return strength


def _strength_in_hand(striker: Striker) -> int:
    group, strength = striker.group, striker.group.strength
    if group.role == "mount" or len(weapons(group)) != 1 or is_paired(group):
        return strength
    piece = weapons(group)[0]
    bonus = _weapon_bonus(striker.own, piece, striker.moment)
    if bonus:
        text = f"{group.name}, {piece.name}: Strength {strength} + {bonus}"
        step = Step(piece.name, WEAPONS, text, striker.own.side)
        striker.context.trace.add(step)
    return strength + bonus


def _weapon_bonus(own: WarhammerUnit, piece: Gear, moment: StrikeMoment) -> int:
    """Return the best bonus of a weapon that counts now: they do not add up."""
    bonuses = [stat(own, piece, "strength-bonus")]
    if moment.first:
        bonuses.append(stat(own, piece, "first-round-bonus"))
    riders = any(rule.key == "mounted-only" for rule in piece.rules)
    held_well = own.mounted if riders else not (piece.base == "choppa" and own.mounted)
    if moment.charging and held_well:
        bonuses.append(stat(own, piece, "charge-bonus"))
    return max(bonuses)


def stat(own: WarhammerUnit, piece: Gear, key: str) -> int:
    """Return a figure of a weapon, 0 where none is printed."""
    value = piece.stats.get(key)
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int):
        raise MatchUpError(
            f"/{own.side}/fighter/gear", f"{piece.name}: {key} is no whole number"
        )
    return value


def pistol_of(striker: Striker, *, count: int) -> Gear | None:
    """Return the pistol or the brace that is used now, none if there is none."""
    own, group = striker.own, striker.group
    if not striker.moment.first or group.role == "mount":
        return None
    if own.mounted and not own.has("fusillade"):
        return None
    for piece in group.gear:
        brace = piece.count > 1 or any(
            rule.key == "fills-hands" for rule in piece.rules
        )
        if piece.base == "pistol" and brace == (count > 1):
            return piece
    return None


def can_be_slain(target: WarhammerUnit, readings: WarhammerReadings) -> bool:
    """Return whether a killing blow slays such a target."""
    if readings.killing_blow == "on-foot" and target.mounted:
        return False
    return BASES.get(target.kind, MAN_SIZED_BASE) <= MAN_SIZED_BASE
