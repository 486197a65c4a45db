"""The blows of a multiple combat: in steps of Initiative, each unit at each enemy."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as member
from functools import cached_property
from itertools import groupby, product
from math import prod

import numpy as np

from rulesets.games.scrollhammer.combat.blows.attack_values import Mark
from rulesets.games.scrollhammer.combat.blows.blows import ScrollhammerBlows, blows_of
from rulesets.games.scrollhammer.combat.blows.cases import StepParts, volleys_by_case
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
    still_engaged_in,
    strikers_at,
)
from rulesets.games.scrollhammer.combat.line.field import (
    IN,
    PRICE,
    MultipleCombat,
    MultipleMode,
    Pair,
)
from rulesets.games.scrollhammer.combat.spell_blades import CastersPart, kernels_cast
from rulesets.odds.battle_line.model import Blow, RoundMoment
from rulesets.odds.company import Company, Hurt
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sides import OTHER, SIDES
from rulesets.odds.volley import Floats, Ints
from rulesets.odds.volley_pools import Volley

MOST_CELLS = 12_000_000
"""Chances of all cases of one unit's blows above which a combat is refused."""

Track = tuple[int, int | None]
"""A unit, and the step whose losses are counted apart; None for all others."""


@dataclass(frozen=True, slots=True)
class UnitStrike:
    """The blows of a unit at an enemy in one step of Initiative.

    Parameters
    ----------
    unit, foe, step : int
    blows : tuple of ScrollhammerBlows
    """

    unit: int
    foe: int
    step: int
    blows: tuple[ScrollhammerBlows, ...]

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
    cases, so that they are dealt out one after the other. ``stacks`` are the kernels of
    strikes, by their parts and the sizes of their cases: most modes strike alike.
    """

    field: MultipleCombat
    known: dict[MultipleMode, tuple[FoeStrike, ...]] = member(default_factory=dict)
    apart: set[int] = member(default_factory=set)
    begun: Begun | None = None
    stacks: list[tuple[tuple[object, ...], Floats]] = member(default_factory=list)

    def in_mode(self, mode: MultipleMode) -> tuple[FoeStrike, ...]:
        """Return the strikes of a round in their order; those of one step fall at once.

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
            found: list[FoeStrike] = []
            for _, some in groupby(order, key=lambda one: (one.step, one.foe)):
                found += self._pooled([*some], mode)
            found.sort(key=lambda one: (-one.step, one.parts[0].unit))
            self.known[mode] = tuple(found)
        return self.known[mode]

    def _pooled(
        self, strikes: Sequence[UnitStrike], mode: MultipleMode
    ) -> Iterator[FoeStrike]:
        """Yield the strikes at an enemy in one step, as one if they fit."""
        foe, step = strikes[0].foe, strikes[0].step
        together = FoeStrike(foe, step, tuple(strikes))
        if len(self.field.profiles[foe].groups) > 1:
            if len(strikes) == 1 or _CountedBlow(self, together, mode).fits():
                yield together
                return
            self.apart.add(foe)
        for one in strikes:
            yield FoeStrike(foe, step, (one,))

    def _strikes(self, mode: MultipleMode) -> Iterator[UnitStrike]:
        for unit in self.field.engaged(mode):
            for foe in self.field.foes(unit, mode):
                blows = self.blows(unit, foe, mode)
                for step in sorted({one.initiative for one in blows}):
                    some = tuple(one for one in blows if one.initiative == step)
                    yield UnitStrike(unit, foe, step, some)

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
        strikes as he stood when it began.
        """
        found: set[Track] = set()
        for mode in self._first_modes():
            hit: set[Track] = set()
            for strike in self.in_mode(mode):
                for unit in self.reads(strike, mode):
                    if (unit, strike.step) in hit:
                        found.add((unit, strike.step))
                hit.add((strike.foe, strike.step))
        usual: list[Track] = [(unit, None) for unit in self.field.units]
        apart = sorted(found, key=lambda one: (one[0], one[1] or 0))
        return (*usual, *apart, *((unit, PRICE) for unit in self.field.payers))

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
        apart = unit, step
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

    def blow(self, strike: FoeStrike, mode: MultipleMode) -> Blow:
        """Return a strike as a battle line takes it; see `_CountedBlow`."""
        counted = _CountedBlow(self, strike, mode)
        track = self.track_of(strike.foe, strike.step)
        return Blow(track, counted.case, counted.kernels())


@dataclass(frozen=True, slots=True, eq=False)
class _CountedBlow:
    """A strike whose cases are numbered from 1; 0 is no blow.

    A case is the mark of the enemy, and for each unit that strikes which rules its
    models share, whether it is outnumbered, and how many of each group strike.
    """

    strikes: MultipleStrikes
    strike: FoeStrike
    mode: MultipleMode

    @property
    def marks(self) -> tuple[tuple[Mark, ...], Ints]:
        return self.strikes.marks(self.strike.foe, self.strike.parts[0].unit, self.mode)

    def sizes(self) -> list[int]:
        """Return how many there are of each part of a case."""
        found = [len(self.marks[0])]
        for part in self.strike.parts:
            profile = self.strikes.field.profile_in(part.unit, self.mode)
            rage = [2] if part.rages else []
            groups = [profile.groups[place].models + 1 for place in part.places]
            found += [len(shared_rules(profile)[0]), *rage, *groups]
        return found

    @property
    def target(self) -> Company:
        return self.strikes.field.profiles[self.strike.foe].company

    def fits(self) -> bool:
        """Return whether all cases together are few enough."""
        cast = (
            self.strikes.field.profiles[part.unit].groups[place].models + 1
            for part in self.strike.parts
            for place in part.casters
        )
        return prod((*self.sizes(), *cast)) * self.target.states**2 <= MOST_CELLS

    def kernels(self) -> Floats:
        """Return ``[case, state, lost]`` of the enemy that is struck [chance]."""
        if not self.fits():
            text = "units of so many kinds of models are too large for a battle line"
            raise MatchUpError("/further", text)
        key = self.strike.parts, self.sizes()
        for known, stack in self.strikes.stacks:
            if known == key:
                return stack
        stack = _stack(self.target, *key)
        self.strikes.stacks.append((key, stack))
        return stack

    def case(self, moment: RoundMoment) -> Ints:
        """Return the number of the case of a moment."""
        field, begun = self.strikes.field, moment.start
        now = self._as_step_began(moment)
        parts = [self._mark(begun, now)]
        strikes: Ints = np.zeros(1, dtype=np.int64)
        for part in self.strike.parts:
            engaged = self.strikes.engaged(part.unit, self.mode, begun)
            there = still_engaged_in(field, part.unit, engaged, now)
            counts = strikers_at(field, part.unit, self.strike.foe, there, now)
            profile = field.profile_in(part.unit, self.mode)
            parts.append(shared_rules(profile)[1][now[part.unit]])
            if part.rages:
                parts.append(self._outnumbered(part.unit, now))
            parts += [counts[place] for place in part.places]
            strikes = strikes + sum(counts[place] for place in part.places)
        code = np.ravel_multi_index(np.broadcast_arrays(*parts), self.sizes())
        struck: Ints = np.where(strikes > 0, code + 1, 0)
        return struck

    def _as_step_began(self, moment: RoundMoment) -> list[Ints]:
        """Return the states of all units as the step of the strike began."""
        states = [*moment.start]
        pairs = zip(self.strikes.tracks, moment.lost, strict=True)
        for (unit, step), lost in pairs:
            if step != self.strike.step:
                states[unit] = states[unit] - lost
        return [np.maximum(one, 0) for one in states]

    def _mark(self, begun: Sequence[Ints], now: Sequence[Ints]) -> Ints:
        """Return which of its marks the enemy that is struck has."""
        known, numbers = self.marks
        if len(known) == 1:
            return np.zeros(1, dtype=np.int64)
        foe = self.strike.foe
        engaged = self.strikes.engaged(foe, self.mode, begun)
        there = still_engaged_in(self.strikes.field, foe, engaged, now)
        mark: Ints = numbers[now[foe], there.all]
        return mark

    def _outnumbered(self, unit: int, now: Sequence[Ints]) -> Ints:
        """Return 1 where the models of a unit's enemies in the combat are more."""
        field = self.strikes.field
        own = field.posts[unit].side
        models = {
            side: sum(
                field.profiles[one].company.counts[now[one]]
                for one in field.of_side(side, self.mode)
            )
            for side in SIDES
        }
        fewer: Ints = np.asarray(models[own] < models[OTHER[own]]).astype(np.int64)
        return fewer


def _stack(
    target: Company, parts: Sequence[UnitStrike], sizes: Sequence[int]
) -> Floats:
    """Return the kernels of all cases, that of no blow before them."""
    columns = iter(np.unravel_index(np.arange(prod(sizes)), sizes))
    mark, marks = next(columns), sizes[0]
    volleys: list[Volley] = [() for _ in mark]
    kinds: tuple[Hurt, ...] = ()
    places: list[int] = []
    casts: list[CastersPart | None] = []
    for number, part in enumerate(parts):
        shared = mark + marks * next(columns)
        rage = next(columns) if part.rages else None
        counts = {place: next(columns) for place in part.places}
        cases = [shared]
        for one in part.blows:
            if one.raging and rage is not None:
                cases.append(rage)
            cases.append(counts[one.place])
        own = volleys_by_case(StepParts.of(part.blows), tuple(cases))
        before = len(kinds)
        volleys = [
            (*told, *((before + kind, count) for kind, count in more))
            for told, more in zip(volleys, own, strict=True)
        ]
        kinds += tuple(h for one in part.blows for h in (*one.hurts, *one.raging))
        places += [one.place * len(parts) + number for one in part.blows]
        casts += [one.part for one in part.blows]
    stack = kernels_cast(target, kinds, tuple(volleys), places, casts)
    none = np.zeros((1, *stack.shape[1:]))
    none[0, :, 0] = 1.0
    return np.concatenate((none, stack))
