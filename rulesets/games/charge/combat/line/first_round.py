"""The first round of a combat of several units: wounds, Morale and destruction."""

from dataclasses import dataclass
from dataclasses import field as member

import numpy as np

from rulesets.games.charge.combat.line.field import CombatField, CombatMode
from rulesets.odds.battle_line.model import RoundMoment
from rulesets.odds.battle_line.report import FirstLosses
from rulesets.odds.first_round import NEVER_FOUGHT, FirstRound, RoundPart
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Floats

PARTS = {
    "tests": "Has to test Morale",
    "morale": "Fails the test",
    "destroyed": "Is destroyed",
}
"""Parts that befall a unit, or any of several, by key."""


@dataclass(eq=False)
class CombatSums:
    """Sums over the first round: wounds, and what befalls any unit of a side."""

    field: CombatField
    losses: FirstLosses
    chance: float = 0.0
    befalls: dict[tuple[Side, str], float] = member(default_factory=dict)

    def observe(self, mode: CombatMode, moment: RoundMoment, chances: Floats) -> None:
        """Add losses with their chances."""
        self.losses.add(moment, chances)
        self.chance += float(chances.sum())
        for side in SIDES:
            for key, spared in self._spared(mode, moment, side).items():
                share = float((chances * (1 - spared)).sum())
                self.befalls[side, key] = self.befalls.get((side, key), 0.0) + share

    def _spared(
        self, mode: CombatMode, moment: RoundMoment, side: Side
    ) -> dict[str, Floats]:
        """Return the chances that none of a side's units is befallen, by losses.

        References
        ----------
        Charge v2 0.1 beta, Melee: Morale.
        """
        found = {key: np.ones(1) for key in PARTS}
        for unit in self.field.engaged(mode):
            if self.field.posts[unit].side != side:
                continue
            now = moment.now(unit)
            foes = [moment.now(foe) == 0 for foe in self.field.foes(unit, mode)]
            has_enemy = ~np.logical_and.reduce(np.broadcast_arrays(*foes))
            tests = (now < moment.start[unit]) & (now > 0)
            tests = tests & (has_enemy | self.field.readings.test_after_destroying)
            fails = 1 - self.field.nerves[unit].passes
            found["tests"] = found["tests"] * ~tests
            found["morale"] = found["morale"] * (1 - tests * fails)
            found["destroyed"] = found["destroyed"] * (now > 0)
        return found

    def deciding(self) -> FirstRound:
        """Return what decides the first round; of several units, of any of them."""
        if not self.chance:
            return NEVER_FOUGHT
        a, b = (one.expected() for one in self.losses.dealt().values())
        wounds = RoundPart("wounds", "Wounds dealt", a, b, "wounds")
        rest = [
            RoundPart(
                key,
                label,
                self.befalls["a", key] / self.chance,
                self.befalls["b", key] / self.chance,
                "chance",
            )
            for key, label in PARTS.items()
        ]
        return FirstRound(self.chance, (wounds, *rest))
