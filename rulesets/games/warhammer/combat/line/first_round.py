"""The first round of a battle line: points by part, wounds dealt, and who wins it."""

from dataclasses import dataclass
from dataclasses import field as member

import numpy as np

from rulesets.games.warhammer.combat.fights.first_round import LABELS, MISSING
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import LineMode
from rulesets.games.warhammer.combat.line.points import difference_of, scores_in
from rulesets.odds.battle_line.model import RoundMoment
from rulesets.odds.battle_line.report import FirstLosses
from rulesets.odds.first_round import FirstRound, RoundPart, parts_that_count
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats, Ints


@dataclass(eq=False)
class FirstRoundSums:
    """Sums over the first round: points by part, wounds dealt, and who wins it."""

    field: LineField
    losses: FirstLosses
    chance: float = 0.0
    parts: dict[tuple[Side, str], float] = member(default_factory=dict)
    events: dict[str, float] = member(default_factory=dict)

    def observe(self, mode: LineMode, moment: RoundMoment, chances: Floats) -> None:
        """Add losses with their chances."""
        self.chance += float(chances.sum())
        scores = scores_in(self.field, mode, moment)
        for side, score in zip(SIDES, scores, strict=True):
            for key, points in score.parts.items():
                mean = float((chances * points).sum())
                self.parts[side, key] = self.parts.get((side, key), 0.0) + mean
        self.losses.add(moment, chances)
        difference = difference_of(self.field, mode, moment, scores)
        self._count_winners(mode, moment, chances, difference)

    def _count_winners(
        self, mode: LineMode, moment: RoundMoment, chances: Floats, difference: Ints
    ) -> None:
        gone = {}
        for side in SIDES:
            left = [
                moment.now(one) > 0
                for unit in self.field.engaged(mode)
                if self.field.posts[unit].side == side
                for one in self.field.pools.within(self.field.members(unit))
            ]
            gone[side] = ~np.logical_or.reduce(np.broadcast_arrays(*left))
        fights_on = ~gone["a"] & ~gone["b"]
        for side, better in zip(SIDES, (difference > 0, difference < 0), strict=True):
            slays = gone[OTHER[side]] & ~gone[side]
            for key, where in (
                (f"{side}-wins-first-round", (fights_on & better) | slays),
                (f"{side}-slays-all-at-once", slays),
            ):
                share = float((chances * where).sum())
                self.events[key] = self.events.get(key, 0.0) + share

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
