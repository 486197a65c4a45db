"""The blows of a multiple combat as a battle line takes them, with their cases."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as member
from functools import partial
from math import prod

import numpy as np

from rulesets.games.scrollhammer.combat.blows.cases import StepParts, volleys_by_case
from rulesets.games.scrollhammer.combat.line.bites import (
    bite_blow,
    bites_here,
    mark_blow,
    meal_blow,
)
from rulesets.games.scrollhammer.combat.line.field import MultipleMode
from rulesets.games.scrollhammer.combat.line.step_moments import StepMoment, case_of
from rulesets.games.scrollhammer.combat.line.strikes import (
    FoeStrike,
    MultipleStrikes,
    StrikeStep,
    UnitStrike,
)
from rulesets.games.scrollhammer.combat.spell_blades import CastersPart, kernels_cast
from rulesets.odds.battle_line.model import Blow, RoundMoment
from rulesets.odds.company import Company, Hurt
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.volley import Floats, Ints
from rulesets.odds.volley_pools import Volley


@dataclass(eq=False)
class CountedBlows:
    """The blows of all rounds, with their kernels.

    ``stacks`` are the kernels of strikes, by their parts and the sizes of their cases:
    most modes strike alike.
    """

    strikes: MultipleStrikes
    stacks: list[tuple[tuple[object, ...], Floats]] = member(default_factory=list)

    def in_mode(self, mode: MultipleMode) -> Iterator[Blow]:
        """Yield the blows of a round in their order."""
        for step in self.strikes.in_mode(mode):
            yield from self._in_step(step, mode)

    def _in_step(self, step: StrikeStep, mode: MultipleMode) -> Iterator[Blow]:
        """Yield the blows of a step: bites, all others, then wounds that come back."""
        for strike in step.bitten:
            for bite in strike.bites:
                yield mark_blow(self.strikes, strike, bite, mode)
                yield bite_blow(self.strikes, strike, bite, mode)
        for pool in step.strikes:
            yield self._blow(pool, mode)
        for meal, bites in step.meals.items():
            yield meal_blow(self.strikes, meal, bites, step.number, mode)

    def _blow(self, strike: FoeStrike, mode: MultipleMode) -> Blow:
        """Return a strike whose cases are numbered from 1; 0 is no blow."""
        sizes = self.strikes.sizes(strike, mode)
        track = self.strikes.track_of(strike.foe, strike.step)
        case = partial(_case, self.strikes, strike, mode, sizes)
        return Blow(track, case, self._kernels(strike, mode, sizes))

    def _kernels(
        self, strike: FoeStrike, mode: MultipleMode, sizes: list[int]
    ) -> Floats:
        """Return ``[case, state, lost]`` of the enemy that is struck [chance]."""
        if not self.strikes.fits(strike, mode):
            text = "units of so many kinds of models are too large for a battle line"
            raise MatchUpError("/further", text)
        key = strike.parts, sizes
        for known, stack in self.stacks:
            if known == key:
                return stack
        target = self.strikes.field.profiles[strike.foe].company
        stack = _stack(target, *key)
        self.stacks.append((key, stack))
        return stack


def _case(
    strikes: MultipleStrikes,
    strike: FoeStrike,
    mode: MultipleMode,
    sizes: Sequence[int],
    moment: RoundMoment,
) -> Ints:
    """Return the number of the case of a moment."""
    at = StepMoment.of(strikes, mode, strike.step, moment)
    parts = [at.mark(strike.foe, strike.parts[0].unit)]
    striking: Ints = np.zeros(1, dtype=np.int64)
    for part in strike.parts:
        counts = at.striking(part.unit, strike.foe)
        parts.append(at.shared(part.unit))
        if part.rages:
            parts.append(at.outnumbered(part.unit))
        parts += [counts[place] for place in part.places]
        parts += [bites_here(at, part, bite).astype(np.int64) for bite in part.choosers]
        striking = striking + sum(counts[place] for place in part.places)
    struck: Ints = np.where(striking > 0, case_of(parts, sizes) + 1, 0)
    return struck


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
        bitten = _bitten(part, counts, columns)
        cases = [shared]
        for one, alone in zip(part.blows, bitten, strict=True):
            if one.raging and rage is not None:
                cases.append(rage)
            cases.append(counts[one.place] - alone)
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


def _bitten(
    part: UnitStrike, counts: dict[int, Ints], columns: Iterator[Ints]
) -> list[Ints]:
    """Return how many models of each blow of a strike bite in each case [models]."""
    alone = {
        bite: np.minimum(next(columns) if bite.chooses else 1, counts[bite.place])
        for bite in part.bites
    }
    none: Ints = np.zeros(1, dtype=np.int64)
    return [
        sum((many for bite, many in alone.items() if bite.takes(one)), none)
        for one in part.blows
    ]
