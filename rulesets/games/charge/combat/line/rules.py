"""The rounds of a combat of several units: blows in turn, then Morale of the wounded.

References
----------
Charge v2 0.1 beta, Melee: Resolving a Combat, Pick a Melee Target, Morale.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as member
from itertools import product

import numpy as np
from numpy.typing import NDArray

from rulesets.games.charge.combat.attack import dice_left
from rulesets.games.charge.combat.line.field import (
    FELL_BACK,
    IN,
    MOST_TURNS,
    CombatField,
    CombatMode,
)
from rulesets.games.charge.combat.melee import become
from rulesets.games.charge.combat.terms import ChargeAttack, attack
from rulesets.odds.attack import effect
from rulesets.odds.battle_line.model import Blow, RoundMoment
from rulesets.odds.battle_line.step_recorder import looked_up
from rulesets.odds.posts import signs_of
from rulesets.odds.sides import OTHER, Side
from rulesets.odds.volley import Floats, Ints, stacked

WOUNDED, SLAIN = 1, 2
"""Bits of a unit in the class of a round."""

Flags = NDArray[np.bool_]

ORDER = {"first": 0, "second": 1, "third": 2}
"""Enemies at which a unit strikes first, by their place among those it touches."""

Falls = Callable[[RoundMoment], Flags]
"""Tells where a unit strikes at an enemy."""


@dataclass(eq=False)
class CombatRules:
    """The rules of a combat of several units, as `LineRules`."""

    field: CombatField
    ordered: dict[CombatMode, tuple[Blow, ...]] = member(default_factory=dict)
    kernels: dict[tuple[ChargeAttack, int], Floats] = member(default_factory=dict)
    known: dict[tuple[CombatMode, int], list[tuple[CombatMode, float]]] = member(
        default_factory=dict
    )

    @property
    def pools(self) -> Sequence[int]:
        """Return the most wounds of each unit [wounds]."""
        return [profile.wounds for profile in self.field.profiles]

    @property
    def sides(self) -> Sequence[int]:
        """Return 1 for each pool of side A, and -1 for each of B."""
        return signs_of(self.field.posts)

    @property
    def tracks(self) -> Sequence[int]:
        """Return the pool of each track: a unit counts all its losses together."""
        return range(len(self.field.posts))

    def orders(self, mode: CombatMode) -> Sequence[tuple[float, Sequence[Blow]]]:
        """Return the blows of a round: those of all active units, then the others."""
        if mode not in self.ordered:
            self.ordered[mode] = tuple(self._blows_in(mode))
        return [(1.0, self.ordered[mode])]

    def classify(self, mode: CombatMode, moment: RoundMoment) -> Ints:
        """Return the class of a round: for each unit, a wound lost (1), destroyed (2).

        Each unit is summed up by itself, so that arrays meet only once.
        """
        code: Ints = np.zeros(1, dtype=np.int64)
        for unit in self.field.engaged(mode):
            now = moment.now(unit)
            own = WOUNDED * (now < moment.start[unit]) + SLAIN * (now == 0)
            code = code + own * 4**unit
        return code

    def branches(
        self, mode: CombatMode, kind: int
    ) -> Sequence[tuple[CombatMode, float]]:
        """Return what a round of a class leads to, with the chances."""
        key = mode, kind
        if key not in self.known:
            self.known[key] = [*_after(self.field, mode, kind)]
        return self.known[key]

    def is_over(self, mode: CombatMode) -> bool:
        """Return whether no enemies touch each other any more."""
        return not self.field.engaged(mode)

    def _blows_in(self, mode: CombatMode) -> Iterator[Blow]:
        """Yield the blows of a round in their order."""
        for side in (mode.active, OTHER[mode.active]):
            for unit in self.field.engaged(mode):
                if self.field.posts[unit].side == side:
                    yield from self._blows_of(mode, unit)

    def _blows_of(self, mode: CombatMode, unit: int) -> Iterator[Blow]:
        """Yield the blows of a unit, which all go at one enemy in its front.

        Whom it strikes at depends on who stands before any of its blows falls. So those
        at the enemy who is wanted least come first, and fall only where all others are
        gone.
        """
        foes = self.field.in_front(unit, mode)
        for rank in reversed(range(len(foes))):
            for foe in foes:
                wanted = Wanted(self.field, unit, foes, foe, rank)
                if wanted.can_be:
                    yield self._blow(mode, unit, foe, wanted.falls)

    def _blow(self, mode: CombatMode, unit: int, foe: int, falls: Falls) -> Blow:
        """Return the blows of a unit at an enemy, where they fall."""
        field, readings = self.field, self.field.readings
        own = field.profiles[unit]
        blows = field.blows(unit, foe, mode, field.context(unit))
        by_pool = np.array(
            [
                dice_left(blows.dice, left, own, readings)
                for left in range(own.wounds + 1)
            ]
        )

        def dice(moment: RoundMoment) -> Ints:
            left = moment.now(unit)
            if readings.dead_strike:
                left = np.where(left > 0, left, moment.start[unit])
            rolled: Ints = looked_up(by_pool, left) * falls(moment)
            return rolled

        return Blow(foe, dice, self._kernels(blows, field.profiles[foe].wounds))

    def _kernels(self, blows: ChargeAttack, wounds: int) -> Floats:
        """Return the chances of what attacks do to a unit of so many wounds."""
        key = blows, wounds
        if key not in self.kernels:
            one = effect(attack(blows, self.field.readings))
            self.kernels[key] = stacked(one, blows.dice, wounds)
        return self.kernels[key]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The enemy whom a unit would strike at after so many others in its front.

    Parameters
    ----------
    field : CombatField
    unit : int
    foes : tuple of int
        The enemies in its front, in their order.
    foe : int
        One of them.
    rank : int
        How many of them it would sooner strike at.
    """

    field: CombatField
    unit: int
    foes: tuple[int, ...]
    foe: int
    rank: int

    @property
    def can_be(self) -> bool:
        """Return whether it may ever be in that place."""
        return self._by_wounds or self._told()[self.rank] == self.foe

    @property
    def _by_wounds(self) -> bool:
        fewest = self.field.answers[self.unit].strikes_at == "fewest"
        return fewest and len(self.foes) > 1

    def _told(self) -> list[int]:
        return told_order(self.field, self.unit, self.foes)

    def falls(self, moment: RoundMoment) -> Flags:
        """Return where it is struck at: it stands, and all wanted more are gone."""
        found: Flags = np.ones(1, dtype=np.bool_)
        if not self._by_wounds:
            for one in self._told()[: self.rank]:
                found = found & (moment.now(one) == 0)
            told: Flags = found & (moment.now(self.foe) > 0)
            return told
        sooner: Ints = np.zeros(1, dtype=np.int64)
        for one in self.foes:
            if one != self.foe:
                before = self._fewer(one, moment)
                sooner = sooner + before
                found = found & (~before | (moment.now(one) == 0))
        falls: Flags = found & (sooner == self.rank) & (moment.now(self.foe) > 0)
        return falls

    def _fewer(self, other: int, moment: RoundMoment) -> Flags:
        """Return where another had fewer wounds as the round began, or is the first."""
        left, own = moment.start[other], moment.start[self.foe]
        fewer: Flags = (left < own) | ((left == own) & (other < self.foe))
        return fewer


def told_order(field: CombatField, unit: int, foes: Sequence[int]) -> list[int]:
    """Return the enemies in a unit's front in the order in which it strikes at them.

    They are counted as it touches them when the combat begins. Where the one that is
    said is not in its front, the first comes first (house).
    """
    place = ORDER.get(field.answers[unit].strikes_at, 0)
    counted = sorted(foe for own, foe in field.touched if own == unit)
    first = [foe for foe in counted[place : place + 1] if foe in foes]
    return [*first, *(foe for foe in foes if foe not in first)]


def _after(
    field: CombatField, mode: CombatMode, kind: int
) -> Iterator[tuple[CombatMode, float]]:
    """Yield the modes after a round, with their chances: all test Morale at once."""
    units = field.engaged(mode)
    ways = [_fates_of(field, mode, unit, kind).items() for unit in units]
    for several in product(*ways):
        chance = 1.0
        fates = [*mode.fates]
        for unit, (fate, share) in zip(units, several, strict=True):
            chance *= share
            fates[unit] = IN if fate == "holds" else fate
        if chance > 0:
            yield _next(field, mode, tuple(fates)), chance


def _fates_of(
    field: CombatField, mode: CombatMode, unit: int, kind: int
) -> dict[str, float]:
    """Return the fates of a unit after a round, with their chances.

    Who has seen all enemies that it touched destroyed tests only if it is read so.
    """
    own = kind >> 2 * unit
    foes = field.foes(unit, mode)
    alone = all(kind >> 2 * foe & SLAIN for foe in foes)
    return become(
        field.nerves[unit], own & WOUNDED, own & SLAIN, int(alone), field.readings
    )


def _next(field: CombatField, mode: CombatMode, fates: tuple[str, ...]) -> CombatMode:
    """Return the mode of the next round, or the bare fates where nobody fights on.

    Who falls back stays in contact where it is read so and an enemy follows.
    """
    if not field.readings.fall_back_ends:
        followed = replace(
            mode, fates=tuple(IN if one == FELL_BACK else one for one in fates)
        )
        there = field.engaged(followed)
        fates = tuple(
            IN if fate == FELL_BACK and unit in there else fate
            for unit, fate in enumerate(fates)
        )
    lasts = field.readings.shield_wall_lasts == "fight"
    after = replace(mode, fates=fates, walled=mode.walled if lasts else ())
    if not field.engaged(after):
        return CombatMode(fates)
    return _turned(field, replace(after, active=_later(field, mode.active)))


def _later(field: CombatField, active: Side) -> Side:
    later = field.readings.later_rounds
    return OTHER[active] if later == "alternating" else later


def _turned(field: CombatField, mode: CombatMode) -> CombatMode:
    """Return a mode in which the units of the active side have pivoted, if they may.

    A unit that touches an enemy in its front stays as it is.
    """
    if not field.readings.engaged_pivot:
        return mode
    turns = tuple(
        min(turns + _pivots(field, mode, unit), MOST_TURNS)
        for unit, turns in enumerate(mode.turns)
    )
    return replace(mode, turns=turns)


def _pivots(field: CombatField, mode: CombatMode, unit: int) -> bool:
    if field.posts[unit].side != mode.active or not field.foes(unit, mode):
        return False
    return not field.in_front(unit, mode)
