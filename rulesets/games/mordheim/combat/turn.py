"""Turns of a Mordheim combat from many states at once, in arrays.

It leads where `Melee.turn` leads, and asks the same combat for orders and kernels.
"""

import numpy as np

from rulesets.games.mordheim.combat.blows import Parry
from rulesets.games.mordheim.combat.injuries import KNOCKED_DOWN, OUT, STANDING
from rulesets.games.mordheim.combat.orders import NOTHING, Event, MordheimTurn
from rulesets.games.mordheim.combat.phase_batch import PhaseBatch
from rulesets.games.mordheim.combat.side import SCORED, TRIED
from rulesets.games.mordheim.combat.spell_batch import SpellBatch
from rulesets.games.mordheim.combat.turn import Melee
from rulesets.games.mordheim.combat.turn_tables import (
    Entries,
    Figures,
    Flags,
    OrderedStates,
    OrderTable,
    Partials,
    Reached,
    Table,
    arrays,
    numbered,
    summed,
    weakest,
)
from rulesets.odds.volley import Floats, Ints

VIEWS = 3
"""Postures in which a fighter can be struck."""


class TurnBatch:
    """The turns of one combat, worked out for many states together."""

    def __init__(self, melee: Melee) -> None:
        self.melee = melee
        self.lone = melee.lone
        sides = melee.sides
        self.loadouts = max(len(side.warriors) for side in sides)
        self.parries: list[Parry | None] = [None]
        self.many = Figures(sides[0], self.parries)
        self.one = Figures(sides[-1], self.parries)
        self.sizes = [len(side.states) for side in sides]
        self.table = Table()
        self.table.add([[(place, 0, 1.0)] for place in range(max(self.sizes))])
        self._entries: Entries | None = None
        self._kernels: dict[int, int] = {}
        self._orders: list[list[Event]] = []
        self._chances: list[float] = []
        self._ordered: dict[tuple[int, MordheimTurn], range] = {}
        self._order_table: OrderTable | None = None
        self._spells = SpellBatch(melee, self.many, self.one)
        self._phases = PhaseBatch(melee, self.many, self.one)
        self._caught: dict[int, list[tuple[int, float]]] = {}

    def of(self, fighter: int) -> Figures:
        """Return the figures of a fighter's side."""
        return self.one if fighter == self.lone else self.many

    def turns(self, states: Ints, turn: MordheimTurn) -> Reached:
        """Return where some states lead in one turn.

        Parameters
        ----------
        states : array of int
            A row for each, a column for each fighter: places, those of the many first.
        turn : MordheimTurn
        """
        courses, share = self._courses(states, turn)
        live = self._phases.begin(courses, share)
        orders = self._all_orders()
        events = int(orders.length[courses.order].max(initial=0))
        for event in range(events):
            live = self._strike(live, courses, orders, event)
        bits = (1 << self.lone) - 1 if self.melee.flight.fails(turn.active) else 0
        origin = courses.origin[live.course] << self.lone | live.crits & bits
        came = self._gathered(origin, live.states, live.share)
        crits = came.origin & bits
        came = self._fled(came._replace(origin=came.origin >> self.lone), crits, turn)
        after = came.states.copy()
        after[:, :-1] = np.sort(self.many.again[after[:, :-1]], axis=1)
        after[:, -1] = self.one.again[after[:, -1]]
        return self._gathered(came.origin, after, came.share)

    def code(self, states: Ints) -> Ints:
        """Return states as one number each."""
        found: Ints = np.zeros(len(states), dtype=np.int64)
        for fighter, size in enumerate(self.sizes):
            found = found * size + states[:, fighter]
        return found

    def decoded(self, codes: Ints) -> Ints:
        """Return the states of some numbers."""
        found: Ints = np.empty((len(codes), len(self.sizes)), dtype=np.int64)
        rest = codes
        for fighter in range(len(self.sizes) - 1, -1, -1):
            rest, found[:, fighter] = np.divmod(rest, self.sizes[fighter])
        return found

    def over(self, states: Ints) -> Flags:
        """Return where one side is gone."""
        gone = self.one.posture[states[:, -1]] >= OUT
        found: Flags = gone | (self.many.posture[states[:, :-1]] >= OUT).all(axis=1)
        return found

    def _gathered(self, origin: Ints, states: Ints, share: Floats) -> Reached:
        whole = int(np.prod(self.sizes))
        codes, places = np.unique(
            origin * whole + self.code(states), return_inverse=True
        )
        total = summed(places, share, len(codes))
        return Reached(codes // whole, self.decoded(codes % whole), total)

    def _courses(
        self, states: Ints, turn: MordheimTurn
    ) -> tuple[OrderedStates, Floats]:
        """Return states after the recovery phase, once for each order of the blows."""
        origin = np.arange(len(states))
        share = np.ones(len(states))
        risen = np.zeros(len(states), dtype=np.int64)
        for fighter, side in enumerate(self.melee.sides):
            if turn.charger or side.party.warrior.side != turn.active:
                continue
            figures = self.of(fighter)
            lies = figures.posture[states[:, fighter]] == KNOCKED_DOWN
            risen |= lies.astype(np.int64) << fighter
            whose, entry = figures.recovers.spread(states[:, fighter])
            states = states[whose]
            states[:, fighter] = figures.recovers.after[entry]
            share = share[whose] * figures.recovers.share[entry]
            origin, risen = origin[whose], risen[whose]
        for fighter, side in enumerate(self.melee.sides):
            if side.party.casts is None or side.party.warrior.side != turn.active:
                continue
            whose, states, of = self._spells.after(fighter, states)
            origin, risen, share = origin[whose], risen[whose], share[whose] * of
        pattern = risen
        for fighter in range(self.lone + 1):
            able = self.of(fighter).able[states[:, fighter]]
            pattern = pattern * (1 + 2 * self.loadouts) + able
        _, example, kind = np.unique(pattern, return_index=True, return_inverse=True)
        orders = [
            self._orders_of(int(pattern[at]), states[at], int(risen[at]), turn)
            for at in example.tolist()
        ]
        count = np.array([len(some) for some in orders])[kind]
        whose = np.repeat(np.arange(len(states)), count)
        turned = np.arange(len(whose)) - (np.cumsum(count) - count)[whose]
        first = np.array([some.start for some in orders])
        order = first[kind[whose]] + turned
        courses = OrderedStates(origin[whose], order, states[whose])
        return courses, share[whose] * np.array(self._chances)[order]

    def _orders_of(
        self, pattern: int, states: Ints, risen: int, turn: MordheimTurn
    ) -> range:
        """Return the numbers of the orders of blows."""
        key = pattern, turn
        if key not in self._ordered:
            up = frozenset(one for one in range(self.lone + 1) if risen >> one & 1)
            ordered = self.melee.arms.ordered(tuple(states.tolist()), up, turn)
            first = len(self._orders)
            self._orders += [order for order, _ in ordered]
            self._chances += [chance for _, chance in ordered]
            self._ordered[key] = range(first, len(self._orders))
            self._order_table = None
        return self._ordered[key]

    def _all_orders(self) -> OrderTable:
        if self._order_table is None:
            shape = len(self._orders), max(map(len, self._orders), default=0) + 1
            fighter = np.full(shape, -1)
            again = np.zeros(shape, dtype=np.int64)
            bursts = np.zeros(shape, dtype=np.bool_)
            numbers = np.full((*shape, self.loadouts), NOTHING)
            for at, order in enumerate(self._orders):
                for event, (who, by_kit, more, own) in enumerate(order):
                    fighter[at, event], again[at, event] = who, more
                    bursts[at, event] = own
                    numbers[at, event, : len(by_kit)] = by_kit
            length = np.array([len(order) for order in self._orders], dtype=np.int64)
            self._order_table = OrderTable(fighter, again, numbers, length, bursts)
        return self._order_table

    def _strike(
        self, live: Partials, courses: OrderedStates, orders: OrderTable, event: int
    ) -> Partials:
        """Return turns on their way after one more strike of each."""
        lone = self.lone
        order = courses.order[live.course]
        who = orders.fighter[order, event]
        at = np.arange(len(who))
        own = live.states[at, who]
        by_lone = who == lone
        is_able = np.where(
            by_lone,
            self.one.strikes[own % self.sizes[-1]],
            self.many.strikes[own % self.sizes[0]],
        )
        loadout = np.where(
            by_lone,
            self.one.loadout[own % self.sizes[-1]],
            self.many.loadout[own % self.sizes[0]],
        )
        number = orders.numbers[order, event, loadout]
        target = self._targets(live, courses, by_lone)
        acts = is_able & (who >= 0) & (target >= 0) & (number != NOTHING)
        view, parry = self._met(live, courses, who, target)
        bursts = orders.bursts[order, event]
        acts &= ~(bursts & np.isin(view, [*self.melee.unrolled]))
        view, parry = np.where(bursts, STANDING, view), np.where(bursts, 0, parry)
        target = np.where(bursts, who, target)
        used = np.where(who >= 0, live.crits >> np.maximum(who, 0) & 1, 0)
        first_row = self._rows(number, view, parry, used, acts)
        target = np.where(acts, target, 0)
        rows = first_row + live.states[at, target]
        entries = self._arrays()
        is_last = (orders.length[order] == event + 1).astype(np.int64)
        more = np.where(acts, orders.again[order, event], 0)
        seen = live.seen
        if more.any():
            seen = seen.copy()
            mine = np.flatnonzero(more & ~by_lone)
            mine = mine[seen[mine, who[mine]] < 0]
            seen[mine, who[mine]] = view[mine]
        whose, entry = entries.spread(rows)
        states = live.states[whose]
        states[np.arange(len(whose)), target[whose]] = entries.after[entry]
        seen = self._seen(seen[whose], states, (by_lone & acts & bursts)[whose])
        marks = entries.marks[entry]
        counts = np.where(by_lone, more, more | int(self.melee.parting))
        scores = np.where(marks & SCORED, counts[whose], 0)
        crits = live.crits[whose] | scores << np.maximum(who, 0)[whose]
        tries = np.where(marks & TRIED, 1 - is_last[whose], 0)
        spent = live.spent[whose] | tries << target[whose]
        return self._merged(
            Partials(
                live.course[whose],
                states,
                crits,
                spent,
                seen,
                live.share[whose] * entries.share[entry],
            )
        )

    def _seen(self, seen: Ints, states: Ints, bursts: Flags) -> Ints:
        """Return how the one is seen whom his own pistol may have put down."""
        fell = bursts & (self.one.posture[states[:, -1]] != STANDING)
        if not fell.any():
            return seen
        found: Ints = np.where(fell[:, np.newaxis] & (seen < 0), STANDING, seen)
        return found

    def _targets(self, live: Partials, courses: OrderedStates, by_lone: Flags) -> Ints:
        """Choose the target of each, -1 for none; see `Melee`."""
        upright = self.one.posture[live.states[:, -1]] < OUT
        found: Ints = np.where(upright, self.lone, -1)
        here = np.flatnonzero(by_lone)
        if not len(here):
            return found
        begun = courses.begun[live.course[here], :-1]
        found[here] = weakest(self.many, live.states[here, :-1], begun)
        return found

    def _met(
        self, live: Partials, courses: OrderedStates, who: Ints, target: Ints
    ) -> tuple[Ints, Ints]:
        """Return the posture that counts, and how blows are parried, 0 for not."""
        at = np.arange(len(who))
        begun = courses.begun[live.course]
        of_many = self.many.posture[begun[at, np.clip(target, 0, self.lone - 1)]]
        known = live.seen[at, np.clip(who, 0, self.lone - 1)]
        now = self.one.posture[live.states[:, -1]]
        finishes = np.isin(now, [*self.melee.finishing])
        of_one = np.where(finishes, now, self.one.posture[begun[:, -1]])
        of_one = np.where(known >= 0, known, of_one)
        view = np.where(who == self.lone, of_many, of_one)
        place = live.states[at, target]
        guard = np.where(
            target == self.lone,
            self.one.parry[place % self.sizes[-1]],
            self.many.parry[place % self.sizes[0]],
        )
        free = (live.spent >> np.maximum(target, 0) & 1) == 0
        parry = np.where((view == STANDING) & free, guard, 0)
        return view, parry

    def _rows(
        self, number: Ints, view: Ints, parry: Ints, used: Ints, acts: Flags
    ) -> Ints:
        """Return where the kernel of each strike begins; 0 changes nothing."""
        key = ((number * VIEWS + view) * len(self.parries) + parry) * 2 + used
        keys, places = np.unique(np.where(acts, key, -1), return_inverse=True)
        found = [0 if one < 0 else self._row(one) for one in keys.tolist()]
        begins: Ints = np.array(found)[places]
        return begins

    def _row(self, key: int) -> int:
        if key not in self._kernels:
            rest, used = divmod(key, 2)
            rest, parry = divmod(rest, len(self.parries))
            number, view = divmod(rest, VIEWS)
            kernel = self.melee.kernel(
                number, view, self.parries[parry], used=bool(used)
            )
            self._kernels[key] = self.table.add(kernel)
            self._entries = None
        return self._kernels[key]

    def _arrays(self) -> Entries:
        if self._entries is None:
            self._entries = arrays(self.table)
        return self._entries

    def _merged(self, live: Partials) -> Partials:
        """Return turns on their way, those that are alike as one."""
        key = numbered(
            (
                (live.course, int(live.course.max(initial=0)) + 1),
                *zip(live.states.T, self.sizes, strict=True),
                (live.crits, 2 << self.lone),
                (live.spent, 2 << self.lone),
                *((column + 1, VIEWS + 1) for column in live.seen.T),
            )
        )
        _, example, places = np.unique(key, return_index=True, return_inverse=True)
        if len(example) == len(key):
            return live
        return Partials(
            live.course[example],
            live.states[example],
            live.crits[example],
            live.spent[example],
            live.seen[example],
            summed(places, live.share, len(example)),
        )

    def _fled(self, came: Reached, crits: Ints, turn: MordheimTurn) -> Reached:
        """Return the states after the test of one who fights several alone.

        ``crits`` are bits of who of the several had his critical hit.
        """
        fails = self.melee.flight.fails(turn.active)
        if not fails:
            return came
        several = came.states[:, :-1]
        stands = self.many.posture[several] == STANDING
        tests = (self.one.posture[came.states[:, -1]] == STANDING) & (
            stands.sum(axis=1) > 1
        )
        here = np.flatnonzero(tests)
        if not len(here):
            return came
        used = crits[here, np.newaxis] >> np.arange(self.lone) & 1
        hands = 1 + 2 * self.many.loadout[several[here]] + used
        hands = np.where(stands[here], hands, 0)
        key = came.states[here, -1]
        for column in hands.T:
            key = key * (1 + 2 * self.loadouts) + column
        keys, example, places = np.unique(key, return_index=True, return_inverse=True)
        table = Table()
        for one, at in zip(keys.tolist(), example.tolist(), strict=True):
            if one not in self._caught:
                who = [divmod(hand - 1, 2) for hand in hands[at].tolist() if hand]
                standing = [(loadout, used > 0) for loadout, used in who]
                place = int(came.states[here[at], -1])
                self._caught[one] = list(
                    self.melee.flight.fleeing(place, standing).items()
                )
            table.add([[(after, 0, of) for after, of in self._caught[one]]])
        entries = arrays(table)
        whose, entry = entries.spread(places)
        after = came.states[here[whose]]
        after[:, -1] = entries.after[entry]
        return Reached(
            np.concatenate((came.origin, came.origin[here[whose]])),
            np.concatenate((came.states, after)),
            np.concatenate(
                (
                    np.where(tests, (1 - fails) * came.share, came.share),
                    fails * came.share[here[whose]] * entries.share[entry],
                )
            ),
        )
