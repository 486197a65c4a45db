"""Two units before contact, by who is left of each: their figures and their volleys."""

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from rulesets.games.warhammer.combat.context import WarhammerContext
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.ridden_monsters import (
    BOTH,
    as_left,
    places_left,
    ways_left,
)
from rulesets.games.warhammer.combat.volley import Volleys
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats

Lefts = tuple[str, str]
"""Ways of what is left of a and b."""


class FieldUnits:
    """Two units, a and b; what is left of a ridden monster has figures of its own."""

    def __init__(
        self, a: WarhammerUnit, b: WarhammerUnit, context: WarhammerContext
    ) -> None:
        self.whole: dict[Side, WarhammerUnit] = {"a": a, "b": b}
        self.context = context
        self._volleys: dict[tuple[Side, str], Volleys] = {}

    def left(self, lefts: Lefts, side: Side) -> WarhammerUnit:
        """Return the figures of what is left of a side."""
        return as_left(self.whole[side], lefts[SIDES.index(side)])

    def volleys(self, side: Side, left: str = BOTH) -> Volleys:
        """Return the volleys of a side of which that is left."""
        if (side, left) not in self._volleys:
            own, target = self.whole[side], self.whole[OTHER[side]]
            self._volleys[side, left] = Volleys(own, target, self.context, left)
        return self._volleys[side, left]

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
        at_a, at_b = places_left(a), places_left(b)
        return [
            ((one, other), np.outer(at_a == i, at_b == j).astype(np.float64))
            for i, one in enumerate(ways_left(a))
            for j, other in enumerate(ways_left(b))
        ]
