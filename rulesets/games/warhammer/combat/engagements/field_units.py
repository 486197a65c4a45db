"""Two units before contact: their states, and figures and volleys of who is left."""

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from rulesets.games.warhammer.combat.blows.leadership import rally_chance
from rulesets.games.warhammer.combat.context import WarhammerContext
from rulesets.games.warhammer.combat.fights.psychology import (
    QUARTER,
    fails_animosity,
    fails_panic,
)
from rulesets.games.warhammer.combat.fights.ridden_monsters import (
    BOTH,
    as_left,
    models_standing,
    places_left,
    strengths,
    ways_left,
)
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.shots.volley import Volleys, may_shoot
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats, Ints

Lefts = tuple[str, str]
"""Ways of what is left of a and b."""


class FieldUnits:
    """Two units, a and b; what is left of a ridden monster has figures of its own.

    Parameters
    ----------
    a, b : WarhammerUnit
    context : WarhammerContext
    start : ndarray
        ``[a, b]``: the chances of the states of both as they begin [chance].
    """

    def __init__(
        self,
        a: WarhammerUnit,
        b: WarhammerUnit,
        context: WarhammerContext,
        start: Floats,
    ) -> None:
        self.whole: dict[Side, WarhammerUnit] = {"a": a, "b": b}
        self.context = context
        self.start = start
        self._volleys: dict[tuple[Side, str], Volleys] = {}
        self._rallying: dict[tuple[Side, str], Floats] = {}

    def left(self, lefts: Lefts, side: Side) -> WarhammerUnit:
        """Return the figures of what is left of a side."""
        return as_left(self.whole[side], lefts[SIDES.index(side)])

    def volleys(self, side: Side, left: str = BOTH) -> Volleys:
        """Return the volleys of a side of which that is left."""
        if (side, left) not in self._volleys:
            own, target = self.whole[side], self.whole[OTHER[side]]
            pools = tuple(self.states[side].tolist())
            self._volleys[side, left] = Volleys(own, target, self.context, left, pools)
        return self._volleys[side, left]

    @cached_property
    def states(self) -> dict[Side, Ints]:
        """Return by side the states that it may have before contact.

        Who is never shot at keeps those that it begins in.
        """
        found = {}
        for axis, side in enumerate(SIDES):
            begins = np.flatnonzero(self.start.any(axis=1 - axis))
            every = np.arange(self.start.shape[axis])
            found[side] = every if self._is_shot_at(side) else begins
        return found

    def _is_shot_at(self, side: Side) -> bool:
        enemy = self.whole[OTHER[side]]
        return any(may_shoot(as_left(enemy, left)) for left in ways_left(enemy))

    @cached_property
    def narrow(self) -> Floats:
        """Return the chances to begin, of those states alone that both may have."""
        found: Floats = self.start[np.ix_(*self.states.values())]
        return found

    def widened(self, chances: Floats) -> Floats:
        """Return chances of those states alone as chances of all."""
        found = np.zeros_like(self.start)
        found[np.ix_(*self.states.values())] = chances
        return found

    def strengths(self, side: Side) -> Ints:
        """Return the Unit Strength of a side by its state."""
        found: Ints = strengths(self.whole[side])[self.states[side]]
        return found

    @cached_property
    def panicking(self) -> dict[Side, float]:
        """Return by side the chance to fail a test for panic [chance]."""
        situation = self.context.situation
        return {side: fails_panic(own, situation) for side, own in self.whole.items()}

    @cached_property
    def squabbling(self) -> dict[Side, Floats | None]:
        """Return by side the chances to squabble, by state; none if it never does."""
        situation = self.context.situation
        every = {
            side: fails_animosity(own, situation)[self.states[side]]
            for side, own in self.whole.items()
        }
        return {side: fails if fails.any() else None for side, fails in every.items()}

    def rallying(self, lefts: Lefts, side: Side) -> Floats:
        """Return the chance that what is left of a side rallies, by state [chance]."""
        left = lefts[SIDES.index(side)]
        if (side, left) not in self._rallying:
            own = self.left(lefts, side)
            enough = QUARTER * models_standing(self.whole[side]) >= own.models
            chance = rally_chance(own, self.context.situation)
            every = np.where(enough, chance, 0.0)
            self._rallying[side, left] = every[self.states[side]]
        return self._rallying[side, left]

    def split(self, chances: Floats) -> Iterator[tuple[Lefts, Floats]]:
        """Yield chances ``[a, b]`` by who is left of both."""
        if len(self._ways) == 1:
            yield self._ways[0][0], chances
            return
        for lefts, mask in self._ways:
            yield lefts, chances * mask

    @cached_property
    def _ways(self) -> list[tuple[Lefts, Floats]]:
        a, b = self.whole.values()
        at_a, at_b = (
            places_left(own)[self.states[side]] for side, own in self.whole.items()
        )
        return [
            ((one, other), np.outer(at_a == i, at_b == j).astype(np.float64))
            for i, one in enumerate(ways_left(a))
            for j, other in enumerate(ways_left(b))
        ]
