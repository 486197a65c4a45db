"""Flights from a Mordheim combat of one against several, of many states at once."""

import numpy as np

from rulesets.games.mordheim.combat.blows.injuries import STANDING
from rulesets.games.mordheim.combat.fights.known_rows import UNKNOWN, KnownRows
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.turn_tables import (
    Entries,
    Figures,
    unmarked,
)
from rulesets.odds.sides import Side
from rulesets.odds.volley import Ints


class TurnFlight:
    """The tests of one who fights several alone, as the turns of one combat end."""

    def __init__(self, melee: Melee, many: Figures, one: Figures) -> None:
        self.melee, self.many, self.one = melee, many, one
        self.loadouts = max(len(side.warriors) for side in melee.sides)
        self._stays = unmarked([[(at, 1.0)] for at in range(len(one.posture))])
        self._known: dict[Side, KnownRows] = {}

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
        known = self._known.setdefault(active, KnownRows(self._stays))
        several, found = states[:, :-1], states[:, -1].copy()
        stands = self.many.posture[several] == STANDING
        tests = (self.one.posture[found] == STANDING) & (stands.sum(axis=1) > 1)
        (here,) = tests.nonzero()
        used = crits[here, np.newaxis] >> np.arange(self.melee.lone) & 1
        hands = 1 + 2 * self.many.loadout[several[here]] + used
        hands = np.where(stands[here], hands, 0)
        key = found[here]
        for column in hands.T:
            key = key * (1 + 2 * self.loadouts) + column
        rows = known.of(key)
        (fresh,) = (rows == UNKNOWN).nonzero()
        if len(fresh):
            _, first = np.unique(key[fresh], return_index=True)
            known.add(
                [
                    (
                        int(key[at]),
                        self._fleeing(int(found[here[at]]), hands[at], active),
                    )
                    for at in fresh[first].tolist()
                ]
            )
            rows = known.of(key)
        found[here] = rows
        return known.entries, found

    def _fleeing(
        self, place: int, hands: Ints, active: Side
    ) -> list[tuple[int, float]]:
        """Return what a test makes of one, by what those who stand have in hand."""
        fails = self.melee.flight.fails(active)
        who = [divmod(hand - 1, 2) for hand in hands.tolist() if hand]
        caught = self.melee.flight.fleeing(
            place, [(loadout, used > 0) for loadout, used in who]
        )
        flees = {place: 1 - fails}
        for after, of in caught.items():
            flees[after] = flees.get(after, 0.0) + fails * of
        return [*flees.items()]
