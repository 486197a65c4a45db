"""The first round of a combat of several units: the wounds that each side loses."""

from dataclasses import dataclass
from dataclasses import field as member

import numpy as np

from rulesets.games.charge.combat.line.field import CombatField, CombatMode
from rulesets.odds.answer import Distribution
from rulesets.odds.battle_line.model import RoundMoment
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats


@dataclass(eq=False)
class FirstLosses:
    """Sums over the first round: the wounds lost by each side, by their number."""

    field: CombatField
    lost: dict[Side, Floats] = member(default_factory=dict)

    def observe(self, mode: CombatMode, moment: RoundMoment, chances: Floats) -> None:
        """Add losses with their chances."""
        del mode
        for side in SIDES:
            pools = self._pools(side)
            lost = sum(moment.start[pool] - moment.now(pool) for pool in pools)
            counts = np.broadcast_to(lost, chances.shape).ravel()
            told = np.bincount(counts, chances.ravel(), minlength=self._most(side) + 1)
            self.lost[side] = self.lost.get(side, np.zeros(len(told))) + told

    def _pools(self, side: Side) -> list[int]:
        return [n for n, post in enumerate(self.field.posts) if post.side == side]

    def _most(self, side: Side) -> int:
        return sum(self.field.profiles[pool].wounds for pool in self._pools(side))

    def dealt_by(self, side: Side) -> Distribution:
        """Return the wounds that a side takes from the other."""
        struck = OTHER[side]
        name = next(post.unit.name for post in self.field.posts if post.key == struck)
        label = f"Wounds lost by {name}"
        if len(self._pools(struck)) > 1:
            label += " and those beside"
        chances = self.lost.get(struck, np.zeros(self._most(struck) + 1)).copy()
        chances[0] += max(0.0, 1.0 - float(chances.sum()))
        return Distribution(
            f"{label} in the first round", "wounds", tuple(chances.tolist())
        )
