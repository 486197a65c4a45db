"""Wounds that a lost combat costs units of a battle line, one for each point."""

from dataclasses import dataclass
from dataclasses import field as member
from functools import partial

import numpy as np

from rulesets.games.scrollhammer.combat.fights.defeats import pays, price
from rulesets.games.scrollhammer.combat.line.field import MultipleCombat, MultipleMode
from rulesets.games.scrollhammer.combat.line.points import (
    lead_in,
    most_points,
    unpriced,
)
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.odds.battle_line.model import Blow, RoundMoment
from rulesets.odds.company import as_losses
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class DefeatPrices:
    """The wounds that units take for each point by which their side lost a round.

    Parameters
    ----------
    field : MultipleCombat
    kernels : dict
        Of each figures that pay, and the most points: see `Blow`.
    """

    field: MultipleCombat
    kernels: dict[tuple[ScrollhammerUnit, int], Floats] = member(default_factory=dict)

    def blow(self, unit: int, track: int, mode: MultipleMode) -> Blow | None:
        """Return what a unit takes for a lost round, as a blow after all others.

        It is dealt out and saved as in a combat of two units.
        """
        profile = self.field.profile_in(unit, mode)
        if not pays(profile):
            return None
        side = self.field.posts[unit].side
        most = most_points(self.field, mode, OTHER[side])
        owed = partial(points_owed, self.field, mode, side)
        return Blow(track, owed, self._kernels(profile, most))

    def _kernels(self, profile: ScrollhammerUnit, most: int) -> Floats:
        key = profile, most
        if key not in self.kernels:
            self.kernels[key] = as_losses(price(profile, most).copy())
        return self.kernels[key]


def points_owed(
    field: MultipleCombat, mode: MultipleMode, side: Side, moment: RoundMoment
) -> Ints:
    """Return the points by which a side lost a round, 0 where one side is gone."""
    ahead = lead_in(field, mode, moment)
    behind = -ahead if side == "a" else ahead
    before = unpriced(field, moment)
    for one in SIDES:
        left = sum((before.now(unit) for unit in field.of_side(one, mode)), np.int64(0))
        behind = np.where(left > 0, behind, 0)
    return np.maximum(behind, 0)
