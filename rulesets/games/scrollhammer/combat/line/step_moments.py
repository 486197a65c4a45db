"""A moment of a step of a multiple combat: who strikes whom, as the step began."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rulesets.games.scrollhammer.combat.blows.survivors import shared_rules
from rulesets.games.scrollhammer.combat.line.contact import (
    EngagedModels,
    still_engaged_in,
    strikers_at,
)
from rulesets.games.scrollhammer.combat.line.field import MultipleMode
from rulesets.games.scrollhammer.combat.line.strikes import MultipleStrikes
from rulesets.games.scrollhammer.combat.line.tracks import BiteTrack, LossTrack
from rulesets.odds.battle_line.model import RoundMoment
from rulesets.odds.battle_line.regains import counted
from rulesets.odds.battle_line.step_recorder import looked_up
from rulesets.odds.sides import OTHER, SIDES
from rulesets.odds.volley import Ints

NOBODY: Ints = np.zeros(1, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class StepMoment:
    """A moment of a step; everything but bites is told as the step began.

    Parameters
    ----------
    strikes : MultipleStrikes
    mode : MultipleMode
    moment : RoundMoment
    states : sequence of ndarray
        Of all units.
    """

    strikes: MultipleStrikes
    mode: MultipleMode
    moment: RoundMoment
    states: Sequence[Ints]

    @classmethod
    def of(
        cls,
        strikes: MultipleStrikes,
        mode: MultipleMode,
        step: int,
        moment: RoundMoment,
    ) -> "StepMoment":
        """Return a moment of a step.

        What comes back in a step does so at its end, when nobody else asks.
        """
        states = [*moment.start]
        for track, of, count in zip(
            strikes.tracks, moment.tracks, moment.lost, strict=True
        ):
            lost = isinstance(track, LossTrack) and track.step == step
            if not lost and not isinstance(track, BiteTrack):
                states[of] = counted(states[of], of, count)
        return cls(strikes, mode, moment, [np.maximum(one, 0) for one in states])

    def bite(self, unit: int, place: int, foe: int) -> Ints:
        """Return what a bite came to so far, as `BiteTrack` counts it."""
        track = BiteTrack(unit, place, foe)
        return self.moment.lost[self.strikes.tracks.index(track)]

    def _there(self, unit: int) -> EngagedModels:
        """Return the models of a unit that are engaged."""
        engaged = self.strikes.engaged(unit, self.mode, self.moment.start)
        return still_engaged_in(self.strikes.field, unit, engaged, self.states)

    def striking(self, unit: int, foe: int) -> list[Ints]:
        """Return how many of each group of a unit strike at an enemy [models]."""
        there = self._there(unit)
        return strikers_at(self.strikes.field, unit, foe, there, self.states)

    def shared(self, unit: int) -> Ints:
        """Return which rules the models of a unit share."""
        profile = self.strikes.field.profile_in(unit, self.mode)
        return looked_up(shared_rules(profile)[1], self.states[unit])

    def mark(self, foe: int, unit: int) -> Ints:
        """Return which of its marks an enemy has that a unit strikes at."""
        known, numbers = self.strikes.marks(foe, unit, self.mode)
        if len(known) == 1:
            return np.zeros(1, dtype=np.int64)
        return looked_up(numbers, self.states[foe], self._there(foe).all)

    def outnumbered(self, unit: int) -> Ints:
        """Return 1 where the models of a unit's enemies in the combat are more."""
        field = self.strikes.field
        own = field.posts[unit].side
        models = dict.fromkeys(SIDES, NOBODY)
        for one in field.engaged(self.mode):
            side, counts = field.posts[one].side, field.profiles[one].company.counts
            models[side] = models[side] + looked_up(counts, self.states[one])
        fewer: Ints = (models[own] < models[OTHER[own]]).astype(np.int64)
        return fewer


def case_of(parts: Sequence[Ints], sizes: Sequence[int]) -> Ints:
    """Return the number of a case of which each part may be one of so many.

    Examples
    --------
    >>> case_of([np.array([1]), np.array([2, 0])], [2, 3]).tolist()
    [5, 3]
    """
    code: Ints = np.zeros(1, dtype=np.int64)
    for part, size in zip(parts, sizes, strict=True):
        code = code * size + part
    return code
