"""Flights from a Mordheim combat of one against several, of many states at once."""

import numpy as np

from rulesets.games.mordheim.combat.blows.injuries import STANDING
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.turn_tables import (
    Entries,
    Figures,
    unmarked,
)
from rulesets.odds.row_sums import told_apart
from rulesets.odds.sides import Side
from rulesets.odds.volley import Ints


class TurnFlight:
    """The tests of one who fights several alone, as the turns of one combat end."""

    def __init__(self, melee: Melee, many: Figures, one: Figures) -> None:
        self.melee, self.many, self.one = melee, many, one
        self.loadouts = max(len(side.warriors) for side in melee.sides)
        self._caught: dict[int, dict[int, float]] = {}

    def tested(self, states: Ints, crits: Ints, active: Side) -> tuple[Entries, Ints]:
        """Return rows of what tests make of the one, and of some states which it is.

        One who fights several alone is tested; anybody else stays as he is.

        Parameters
        ----------
        states : array of int
            A row for each, a column for each fighter.
        crits : array of int
            Bits of who of the several had his critical hit.
        active : str
        """
        fails = self.melee.flight.fails(active)
        stays = [[(place, 1.0)] for place in range(len(self.one.posture))]
        several, found = states[:, :-1], states[:, -1].copy()
        stands = self.many.posture[several] == STANDING
        tests = (self.one.posture[found] == STANDING) & (stands.sum(axis=1) > 1)
        here = np.flatnonzero(tests)
        used = crits[here, np.newaxis] >> np.arange(self.melee.lone) & 1
        hands = 1 + 2 * self.many.loadout[several[here]] + used
        hands = np.where(stands[here], hands, 0)
        key = found[here]
        for column in hands.T:
            key = key * (1 + 2 * self.loadouts) + column
        example, places = told_apart(key)
        rows: list[list[tuple[int, float]]] = []
        for one, at in zip(key[example].tolist(), example.tolist(), strict=True):
            place = int(found[here[at]])
            if one not in self._caught:
                who = [divmod(hand - 1, 2) for hand in hands[at].tolist() if hand]
                standing = [(loadout, used > 0) for loadout, used in who]
                self._caught[one] = self.melee.flight.fleeing(place, standing)
            flees = {place: 1 - fails}
            for after, of in self._caught[one].items():
                flees[after] = flees.get(after, 0.0) + fails * of
            rows.append([*flees.items()])
        found[here] = len(stays) + places
        return unmarked([*stays, *rows]), found
