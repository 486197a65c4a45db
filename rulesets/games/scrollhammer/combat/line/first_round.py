"""The first round of a multiple combat: points by part, and the wounds dealt."""

from dataclasses import dataclass
from dataclasses import field as member

import numpy as np

from rulesets.games.scrollhammer.combat.fights.first_round import LABELS, MISSING
from rulesets.games.scrollhammer.combat.line.field import MultipleCombat, MultipleMode
from rulesets.games.scrollhammer.combat.line.points import points_in, unpriced
from rulesets.odds.battle_line.model import RoundMoment
from rulesets.odds.battle_line.report import FirstLosses
from rulesets.odds.first_round import (
    NEVER_FOUGHT,
    FirstRound,
    RoundPart,
    parts_that_count,
)
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Floats


@dataclass(eq=False)
class MultipleSums:
    """Sums over the first round: points by part, and wounds."""

    field: MultipleCombat
    losses: FirstLosses
    chance: float = 0.0
    parts: dict[tuple[Side, str], float] = member(default_factory=dict)

    def observe(self, mode: MultipleMode, moment: RoundMoment, chances: Floats) -> None:
        """Add losses with their chances."""
        self.chance += float(chances.sum())
        for side, parts in points_in(self.field, mode, moment).items():
            for key, points in parts.items():
                mean = float((chances * points).sum())
                self.parts[side, key] = self.parts.get((side, key), 0.0) + mean
        self.losses.add(in_wounds(self.field, moment), chances)

    def deciding(self) -> FirstRound:
        """Return what decides the first round."""
        if self.chance <= 0:
            return NEVER_FOUGHT
        a, b = (
            {key: self.parts[side, key] / self.chance for key in LABELS}
            for side in SIDES
        )
        parts = (RoundPart(key, label, a[key], b[key]) for key, label in LABELS.items())
        counting, may_miss = parts_that_count(parts, MISSING)
        return FirstRound(self.chance, counting, adds_up=True, may_miss=may_miss)


def in_wounds(field: MultipleCombat, moment: RoundMoment) -> RoundMoment:
    """Return a moment whose pools count wounds, not states.

    Those that units take for a lost combat are no blows and do not count; those that
    came back by blows are taken off again.
    """
    moment = unpriced(field, moment)
    wounds = [profile.company.wounds for profile in field.profiles]
    start = [own[moment.start[unit]] for unit, own in enumerate(wounds)]
    now = [own[moment.now(unit)] for unit, own in enumerate(wounds)]
    lost = [np.maximum(one - two, 0) for one, two in zip(start, now, strict=True)]
    return RoundMoment(field.units, start, lost)
