"""The orders of blows in turns of a Mordheim combat, for many states at once."""

import numpy as np

from rulesets.games.mordheim.combat.fights.known_rows import UNKNOWN, KnownRows
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.orders import NOTHING, Event, MordheimTurn
from rulesets.games.mordheim.combat.fights.turn_tables import Entries, OrderTable
from rulesets.odds.volley import Ints


class TurnOrders:
    """The orders of blows of one combat, by who is able and who has just stood up.

    Parameters
    ----------
    melee : Melee
    loadouts : int
        Of any fighter at most.
    """

    def __init__(self, melee: Melee, loadouts: int) -> None:
        self.melee, self._loadouts = melee, loadouts
        self._orders: list[list[Event]] = []
        self._known: dict[MordheimTurn, KnownRows] = {}
        self._table: OrderTable | None = None

    def rows(
        self, pattern: Ints, states: Ints, risen: Ints, turn: MordheimTurn
    ) -> tuple[Entries, Ints]:
        """Return rows of numbers of orders, and which of them that of each state is.

        Parameters
        ----------
        pattern : array of int
            All of a state that its order depends on, as one number.
        states : array of int
            A row for each, a column for each fighter.
        risen : array of int
            Bits of who has just stood up.
        turn : MordheimTurn
        """
        known = self._known.setdefault(turn, KnownRows())
        found = known.of(pattern)
        (fresh,) = (found == UNKNOWN).nonzero()
        if len(fresh):
            _, first = np.unique(pattern[fresh], return_index=True)
            known.add(
                [
                    (int(pattern[at]), self._added(states[at], int(risen[at]), turn))
                    for at in fresh[first].tolist()
                ]
            )
            found = known.of(pattern)
        return known.entries, found

    def _added(
        self, states: Ints, risen: int, turn: MordheimTurn
    ) -> list[tuple[int, float]]:
        """Add the orders of blows of some states; return their numbers and chances."""
        up = frozenset(one for one in range(len(states)) if risen >> one & 1)
        ordered = self.melee.arms.ordered(tuple(states.tolist()), up, turn)
        first = len(self._orders)
        self._orders += [order for order, _ in ordered]
        self._table = None
        return [(first + at, chance) for at, (_, chance) in enumerate(ordered)]

    def table(self) -> OrderTable:
        """Return all orders that have come up."""
        if self._table is None:
            shape = len(self._orders), max(map(len, self._orders), default=0) + 1
            fighter = np.full(shape, -1)
            again = np.zeros(shape, dtype=np.int64)
            bursts = np.zeros(shape, dtype=np.bool_)
            numbers = np.full((*shape, self._loadouts), NOTHING)
            for at, order in enumerate(self._orders):
                for event, (who, by_kit, more, own) in enumerate(order):
                    fighter[at, event], again[at, event] = who, more
                    bursts[at, event] = own
                    numbers[at, event, : len(by_kit)] = by_kit
            length = np.array([len(order) for order in self._orders], dtype=np.int64)
            some = bursts if bursts.any() else None
            self._table = OrderTable(fighter, again, numbers, length, some)
        return self._table
