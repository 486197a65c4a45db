"""The blows of a multiple combat: in steps of Initiative, each unit at each enemy."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as member
from functools import cached_property
from itertools import groupby, product
from math import prod

import numpy as np

from rulesets.games.scrollhammer.combat.blows.attack_values import Mark
from rulesets.games.scrollhammer.combat.blows.blows import ScrollhammerBlows, blows_of
from rulesets.games.scrollhammer.combat.blows.leeches import KEY, may_heal
from rulesets.games.scrollhammer.combat.blows.struck_models import (
    ALIKE,
    StruckModels,
    marks_by_engaged,
)
from rulesets.games.scrollhammer.combat.blows.survivors import shared_rules
from rulesets.games.scrollhammer.combat.line.contact import (
    EngagedModels,
    contacts_in,
    engaged_in,
)
from rulesets.games.scrollhammer.combat.line.field import (
    IN,
    PRICE,
    MultipleCombat,
    MultipleMode,
    Pair,
)
from rulesets.games.scrollhammer.combat.line.tracks import (
    BiteTrack,
    LossTrack,
    MealTrack,
    Track,
)
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Ints

MOST_CELLS = 12_000_000
"""Chances of all cases of one unit's blows above which a combat is refused."""


@dataclass(frozen=True, slots=True)
class UnitStrike:
    """The blows of a unit at an enemy in one step of Initiative.

    Parameters
    ----------
    unit, foe, step : int
    blows : tuple of ScrollhammerBlows
    bites : tuple of Bite
        Of its groups that absorb health in this step.
    """

    unit: int
    foe: int
    step: int
    blows: tuple[ScrollhammerBlows, ...]
    bites: tuple["Bite", ...] = ()

    @property
    def rages(self) -> bool:
        """Return whether any of them are more while the enemies are more."""
        return any(one.raging for one in self.blows)

    @property
    def places(self) -> tuple[int, ...]:
        """Return the groups that strike, each once."""
        return tuple(dict.fromkeys(one.place for one in self.blows))

    @property
    def casters(self) -> frozenset[int]:
        """Return the groups of which some strike after a casting."""
        return frozenset(one.place for one in self.blows if one.part is not None)

    @property
    def choosers(self) -> tuple["Bite", ...]:
        """Return the bites that may be at another enemy instead."""
        return tuple(one for one in self.bites if one.chooses)


@dataclass(frozen=True, slots=True)
class Bite:
    """The blows by which one model of a group gets a wound back, at an enemy.

    Parameters
    ----------
    place : int
        Of the group.
    chooses : bool
        True if its unit has other enemies: the first at whom the model strikes counts.
    """

    place: int
    chooses: bool

    def takes(self, blow: ScrollhammerBlows) -> bool:
        """Return whether some blows are among these."""
        return blow.place == self.place and KEY in blow.weapon.rules


@dataclass(frozen=True, slots=True)
class FoeStrike:
    """The blows at an enemy in one step whose wounds are one pool.

    Parameters
    ----------
    foe, step : int
    parts : tuple of UnitStrike
        Of each unit that strikes at it.
    """

    foe: int
    step: int
    parts: tuple[UnitStrike, ...]


@dataclass(frozen=True, slots=True)
class StrikeStep:
    """The blows of one step of Initiative, which fall at once.

    Parameters
    ----------
    number : int
    bitten : tuple of UnitStrike
        Those with bites, which are dealt out first.
    strikes : tuple of FoeStrike
    """

    number: int
    bitten: tuple[UnitStrike, ...]
    strikes: tuple[FoeStrike, ...]

    @property
    def meals(self) -> dict[MealTrack, tuple[BiteTrack, ...]]:
        """Return the groups that may get a wound back at its end, with their bites."""
        found: dict[MealTrack, list[BiteTrack]] = {}
        for strike in self.bitten:
            for bite in strike.bites:
                track = BiteTrack(strike.unit, bite.place, strike.foe)
                found.setdefault(MealTrack(strike.unit, bite.place), []).append(track)
        return {meal: tuple(bites) for meal, bites in found.items()}


@dataclass(frozen=True, slots=True, eq=False)
class Begun:
    """The models that are engaged as a round begins, of all courses of one mode."""

    mode: MultipleMode
    states: Sequence[Ints]
    met: dict[Pair, Ints]
    engaged: dict[int, EngagedModels]


@dataclass(eq=False)
class MultipleStrikes:
    """The blows of all rounds of a multiple combat.

    ``apart`` are units on which the wounds of several in one step would be too many
    cases, so that they are dealt out one after the other; ``dry`` those of which some
    model does not absorb, as its blows would be too many cases.
    """

    field: MultipleCombat
    known: dict[MultipleMode, tuple[StrikeStep, ...]] = member(default_factory=dict)
    apart: set[int] = member(default_factory=set)
    dry: set[int] = member(default_factory=set)
    begun: Begun | None = None

    def in_mode(self, mode: MultipleMode) -> tuple[StrikeStep, ...]:
        """Return the steps of a round in their order.

        The wounds of several units in one step are one pool, which differs from one
        after the other where the enemy has several kinds of models.

        References
        ----------
        Scrollhammer Rulebook, Initiative Steps; Allocating Wounds; Flanks: Initiative 1
        against an enemy that it does not face.
        """
        if mode not in self.known:
            order = sorted(
                self._strikes(mode), key=lambda one: (-one.step, one.foe, one.unit)
            )
            self.known[mode] = tuple(
                self._step(number, [*some], mode)
                for number, some in groupby(order, key=lambda one: one.step)
            )
        return self.known[mode]

    def _step(
        self, number: int, strikes: Sequence[UnitStrike], mode: MultipleMode
    ) -> StrikeStep:
        found: list[FoeStrike] = []
        for _, some in groupby(strikes, key=lambda one: one.foe):
            found += self._pooled([*some], mode)
        found.sort(key=lambda one: one.parts[0].unit)
        bitten = sorted((one for one in strikes if one.bites), key=lambda one: one.unit)
        return StrikeStep(number, tuple(bitten), tuple(found))

    def _pooled(
        self, strikes: Sequence[UnitStrike], mode: MultipleMode
    ) -> Iterator[FoeStrike]:
        """Yield the strikes at an enemy in one step, as one if they fit."""
        foe, step = strikes[0].foe, strikes[0].step
        together = FoeStrike(foe, step, tuple(strikes))
        if len(self.field.profiles[foe].groups) > 1:
            if len(strikes) == 1 or self.fits(together, mode):
                yield together
                return
            self.apart.add(foe)
        for one in strikes:
            yield FoeStrike(foe, step, (one,))

    def _strikes(self, mode: MultipleMode) -> Iterator[UnitStrike]:
        for unit in self.field.engaged(mode):
            for foe in self.field.foes(unit, mode):
                blows, bitten = self.blows(unit, foe, mode), set[int]()
                for step in sorted({one.initiative for one in blows}, reverse=True):
                    some = tuple(one for one in blows if one.initiative == step)
                    strike = UnitStrike(unit, foe, step, some)
                    yield self._with_bites(strike, bitten, mode)

    def _with_bites(
        self, strike: UnitStrike, bitten: set[int], mode: MultipleMode
    ) -> UnitStrike:
        """Return a strike with its bites: a model has those of its first step alone.

        Where some blows of casters absorb and others do not, none of them does (named).
        """
        chooses = len(self.field.foes(strike.unit, mode)) > 1
        bites = []
        for place in strike.places:
            bite, own = Bite(place, chooses), self._of_group(strike, place)
            if place in bitten or not any(map(bite.takes, own)):
                continue
            bitten.add(place)
            if may_heal(own[0].group):
                bites.append(bite)
        if not bites or self.field.profiles[strike.unit].company.only is not None:
            return strike
        found = replace(strike, bites=tuple(bites))
        if self._absorbs_alike(found) and self.fits(
            FoeStrike(strike.foe, strike.step, (found,)), mode
        ):
            return found
        self.dry.add(strike.unit)
        return strike

    def _absorbs_alike(self, strike: UnitStrike) -> bool:
        """Return whether all blows of casters who bite absorb health."""
        return all(
            bite.takes(blow)
            for bite in strike.bites
            if bite.place in strike.casters
            for blow in self._of_group(strike, bite.place)
        )

    def _of_group(self, strike: UnitStrike, place: int) -> list[ScrollhammerBlows]:
        return [one for one in strike.blows if one.place == place]

    def sizes(self, strike: FoeStrike, mode: MultipleMode) -> list[int]:
        """Return how many there are of each part of a case of a strike.

        A case is the mark of the enemy, and for each unit that strikes which rules its
        models share, whether it is outnumbered, how many of each group strike, and
        whether a model bites that may bite another enemy.
        """
        found = [len(self.marks(strike.foe, strike.parts[0].unit, mode)[0])]
        for part in strike.parts:
            profile = self.field.profile_in(part.unit, mode)
            rage = [2] if part.rages else []
            groups = [profile.groups[place].models + 1 for place in part.places]
            bites = [2 for _ in part.choosers]
            found += [len(shared_rules(profile)[0]), *rage, *groups, *bites]
        return found

    def fits(self, strike: FoeStrike, mode: MultipleMode) -> bool:
        """Return whether all cases of a strike together are few enough."""
        profiles = self.field.profiles
        cast = (
            profiles[part.unit].groups[place].models + 1
            for part in strike.parts
            for place in part.casters
        )
        states = profiles[strike.foe].company.states
        return prod((*self.sizes(strike, mode), *cast)) * states**2 <= MOST_CELLS

    def blows(self, unit: int, foe: int, mode: MultipleMode) -> list[ScrollhammerBlows]:
        """Return all blows of a unit at an enemy that it touches, in a round."""
        field = self.field
        own, other = field.side(unit, foe, mode), field.side(foe, unit, mode)
        struck = self._struck(foe, unit, mode)
        return blows_of(own, other, struck, field.readings, first=not mode.number)

    def _struck(self, unit: int, foe: int, mode: MultipleMode) -> StruckModels:
        """Return the marks of a unit that is struck, the usual one that of them all."""
        known, numbers = self.marks(unit, foe, mode)
        full = [
            np.array([profile.company.states - 1]) for profile in self.field.profiles
        ]
        met = contacts_in(self.field, mode, full)
        engaged = int(engaged_in(self.field, mode, unit, full, met).all[0])
        return StruckModels(known, ALIKE + numbers[-1, engaged], ALIKE)

    def marks(
        self, unit: int, foe: int, mode: MultipleMode
    ) -> tuple[tuple[Mark, ...], Ints]:
        """Return the marks of a unit, and which it is: ``[state, engaged]``."""
        return marks_by_engaged(self.field.side(unit, foe, mode))

    def reads(self, strike: FoeStrike, mode: MultipleMode) -> frozenset[int]:
        """Return the units whose models a strike depends on as its step begins."""
        found: set[int] = set()
        for part in strike.parts:
            foes = self.field.foes(part.unit, mode)
            found |= {part.unit, *(foes if len(foes) > 1 else ())}
        if len(self.marks(strike.foe, strike.parts[0].unit, mode)[0]) > 1:
            found |= {strike.foe, *self.field.foes(strike.foe, mode)}
        if any(part.rages for part in strike.parts):
            found |= {*self.field.engaged(mode)}
        return frozenset(found)

    @cached_property
    def tracks(self) -> tuple[Track, ...]:
        """Return one track for each unit, and those of steps that must be told apart.

        Blows of one step fall at once: whoever strikes after he was struck in it
        strikes as he stood when it began. Then those of bites and of what comes back,
        and last those of a lost combat.
        """
        found: set[LossTrack] = set()
        bites: dict[BiteTrack, None] = {}
        meals: dict[MealTrack, None] = {}
        for mode in self._first_modes():
            for step in self.in_mode(mode):
                found |= {
                    LossTrack(unit, step.number) for unit in self._met(step, mode)
                }
                meals |= dict.fromkeys(step.meals)
                bites |= dict.fromkeys(
                    one for some in step.meals.values() for one in some
                )
        usual = [LossTrack(unit) for unit in self.field.units]
        apart = sorted(found, key=lambda one: (one.unit, one.step or 0))
        paid = [LossTrack(unit, PRICE) for unit in self.field.payers]
        return (*usual, *apart, *bites, *meals, *paid)

    def _met(self, step: StrikeStep, mode: MultipleMode) -> Iterator[int]:
        """Yield the units that something of a step depends on after it struck them."""
        hit: set[int] = set()
        for strike in step.bitten:
            alone = FoeStrike(strike.foe, step.number, (strike,))
            for _ in strike.bites:
                yield from self.reads(alone, mode) & hit
                hit.add(strike.foe)
        for pool in step.strikes:
            yield from self.reads(pool, mode) & hit
            hit.add(pool.foe)
        yield from {meal.unit for meal in step.meals} & hit

    def _first_modes(self) -> Iterator[MultipleMode]:
        """Yield a mode of every kind of round in which everybody still fights."""
        field, opening = self.field, self.field.opening()
        aside = [field.is_aside(unit, opening) for unit in field.units]
        ways = product(*((False, True) if one else (False,) for one in aside))
        turns = SIDES if any(field.casters) else ("",)
        for turned, turn in product(ways, turns):
            for number in range(field.last_number + 1):
                yield MultipleMode(
                    tuple(IN for _ in field.units), number, turn, turned, opening.files
                )

    def track_of(self, unit: int, step: int) -> int:
        """Return the number of the track that counts the losses of a step."""
        apart = LossTrack(unit, step)
        return self.tracks.index(apart) if apart in self.tracks else unit

    def engaged(
        self, unit: int, mode: MultipleMode, states: Sequence[Ints]
    ) -> EngagedModels:
        """Return the models of a unit that are engaged as a round begins.

        Those of the round that was asked of last are kept.
        """
        begun = self.begun
        if begun is None or begun.states is not states or begun.mode != mode:
            met = contacts_in(self.field, mode, states)
            begun = self.begun = Begun(mode, states, met, {})
        if unit not in begun.engaged:
            found = engaged_in(self.field, mode, unit, states, begun.met)
            begun.engaged[unit] = found
        return begun.engaged[unit]
