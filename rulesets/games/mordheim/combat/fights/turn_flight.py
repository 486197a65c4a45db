"""Flights from a Mordheim combat of one against several, of many states at once."""

import numpy as np

from rulesets.games.mordheim.combat.blows.injuries import STANDING
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.turn_tables import (
    Figures,
    Pick,
    Reached,
    unmarked,
)
from rulesets.odds.sides import Side
from rulesets.odds.volley import Ints


class TurnFlight:
    """The tests of one who fights several alone, as the turns of one combat end."""

    def __init__(self, melee: Melee, many: Figures, one: Figures, pick: Pick) -> None:
        self.melee, self.many, self.one, self._pick = melee, many, one, pick
        self.loadouts = max(len(side.warriors) for side in melee.sides)
        self._caught: dict[int, dict[int, float]] = {}

    def after(self, came: Reached, crits: Ints, active: Side) -> Reached:
        """Return the states after the test of one who fights several alone.

        ``crits`` are bits of who of the several had his critical hit.
        """
        fails = self.melee.flight.fails(active)
        several = came.states[:, :-1]
        stands = self.many.posture[several] == STANDING
        tests = (self.one.posture[came.states[:, -1]] == STANDING) & (
            stands.sum(axis=1) > 1
        )
        here = np.flatnonzero(tests)
        if not len(here):
            return came
        used = crits[here, np.newaxis] >> np.arange(self.melee.lone) & 1
        hands = 1 + 2 * self.many.loadout[several[here]] + used
        hands = np.where(stands[here], hands, 0)
        key = came.states[here, -1]
        for column in hands.T:
            key = key * (1 + 2 * self.loadouts) + column
        keys, example, places = np.unique(key, return_index=True, return_inverse=True)
        rows: list[dict[int, float]] = []
        for one, at in zip(keys.tolist(), example.tolist(), strict=True):
            if one not in self._caught:
                who = [divmod(hand - 1, 2) for hand in hands[at].tolist() if hand]
                standing = [(loadout, used > 0) for loadout, used in who]
                place = int(came.states[here[at], -1])
                self._caught[one] = self.melee.flight.fleeing(place, standing)
            stays = {int(came.states[here[at], -1]): 1 - fails}
            for place, of in self._caught[one].items():
                stays[place] = stays.get(place, 0.0) + fails * of
            rows.append(stays)
        entries = unmarked([[*row.items()] for row in rows])
        whose, entry, share = self._pick(entries, places)
        after = came.states[here[whose]]
        after[:, -1] = entries.after[entry]
        keep = np.flatnonzero(~tests)
        return Reached(
            np.concatenate((came.origin[keep], came.origin[here[whose]])),
            np.concatenate((came.states[keep], after)),
            np.concatenate((came.share[keep], share * came.share[here[whose]])),
        )
