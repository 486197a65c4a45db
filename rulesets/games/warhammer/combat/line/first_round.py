"""The first round of a battle line: points by part, wounds dealt, and who wins it."""

from dataclasses import dataclass
from dataclasses import field as member
from functools import reduce
from operator import and_, or_

import numpy as np
from numpy.typing import NDArray

from rulesets.games.warhammer.combat.fights.first_round import LABELS, MISSING
from rulesets.games.warhammer.combat.line.combats import apart
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import LineMode
from rulesets.games.warhammer.combat.line.points import difference_of, scores_in
from rulesets.odds.battle_line.model import RoundMoment
from rulesets.odds.battle_line.report import FirstLosses
from rulesets.odds.first_round import FirstRound, RoundPart, parts_that_count
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats, Ints

Flags = NDArray[np.bool_]


def _mean(chances: Floats, points: Ints) -> float:
    """Return the sum of points times their chances."""
    if points.shape == chances.shape:
        return float(np.dot(chances.ravel(), points.ravel()))
    return float((chances * points).sum())


@dataclass(eq=False)
class FirstRoundSums:
    """Sums over the first round: points by part, wounds dealt, and who wins it.

    Of several combats a side wins if it wins one and loses none (house).
    """

    field: LineField
    losses: FirstLosses
    chance: float = 0.0
    parts: dict[tuple[Side, str], float] = member(default_factory=dict)
    events: dict[str, float] = member(default_factory=dict)

    def observe(self, mode: LineMode, moment: RoundMoment, chances: Floats) -> None:
        """Add losses with their chances."""
        self.chance += float(chances.sum())
        self.losses.add(moment, chances)
        won = [
            self._winners(combat, moment, chances) for combat in apart(self.field, mode)
        ]
        for side in SIDES:
            lost = reduce(or_, (one[OTHER[side]][0] for one in won))
            wins = reduce(or_, (one[side][0] for one in won)) & ~lost
            slays = reduce(and_, (one[side][1] for one in won))
            for key, where in (
                (f"{side}-wins-first-round", wins),
                (f"{side}-slays-all-at-once", slays),
            ):
                share = float((chances * where).sum())
                self.events[key] = self.events.get(key, 0.0) + share

    def _winners(
        self, combat: LineMode, moment: RoundMoment, chances: Floats
    ) -> dict[Side, tuple[Flags, Flags]]:
        """Return where each side wins a combat, and where it slays all at once."""
        scores = scores_in(self.field, combat, moment)
        for side, score in zip(SIDES, scores, strict=True):
            for key, points in score.parts.items():
                mean = _mean(chances, points)
                self.parts[side, key] = self.parts.get((side, key), 0.0) + mean
        difference = difference_of(self.field, combat, moment, scores)
        gone = {}
        for side in SIDES:
            left = [
                moment.now(one) > 0
                for unit in self.field.engaged(combat)
                if self.field.posts[unit].side == side
                for one in self.field.pools.within(self.field.members(unit))
            ]
            gone[side] = ~np.logical_or.reduce(np.broadcast_arrays(*left))
        fights_on = ~gone["a"] & ~gone["b"]
        found: dict[Side, tuple[Flags, Flags]] = {}
        for side, better in zip(SIDES, (difference > 0, difference < 0), strict=True):
            slays = gone[OTHER[side]] & ~gone[side]
            found[side] = (fights_on & better) | slays, slays
        return found

    def deciding(self) -> FirstRound:
        """Return what decides the first round."""
        chance = self.chance or 1.0
        parts = [
            RoundPart(
                key,
                label,
                self.parts.get(("a", key), 0.0) / chance,
                self.parts.get(("b", key), 0.0) / chance,
            )
            for key, label in LABELS.items()
        ]
        counting, may_miss = parts_that_count(parts, MISSING)
        return FirstRound(self.chance, counting, adds_up=True, may_miss=may_miss)
