"""Turns of a Mordheim combat: recovery, spells, the blows in their order, who flees.

A turn leads from how everybody is to how they may be after it. It is worked out for
many states at once, in arrays.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rulesets.games.mordheim.combat.blows.blows import Parry
from rulesets.games.mordheim.combat.blows.injuries import (
    KNOCKED_DOWN,
    OUT,
    STANDING,
)
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.orders import (
    MordheimTurn,
    States,
)
from rulesets.games.mordheim.combat.fights.side import SCORED, TRIED
from rulesets.games.mordheim.combat.fights.strike_aims import StrikeAims
from rulesets.games.mordheim.combat.fights.turn_flight import TurnFlight
from rulesets.games.mordheim.combat.fights.turn_orders import TurnOrders
from rulesets.games.mordheim.combat.fights.turn_spells import TurnSpells
from rulesets.games.mordheim.combat.fights.turn_spines import TurnSpines
from rulesets.games.mordheim.combat.fights.turn_tables import (
    LARGEST,
    Figures,
    Flags,
    OrderedStates,
    OrderTable,
    Partials,
    Reached,
    drawn_entries,
    every_entry,
    followed_by,
    in_order,
    kernel_entries,
    summed,
    unmarked,
)
from rulesets.games.mordheim.combat.fights.turn_words import TurnStrikes, TurnWords
from rulesets.odds.row_sums import told_apart
from rulesets.odds.volley import Floats, Ints

UNKNOWN = -1
"""The beginning of a kernel that never came up."""

MANY = 64
"""Turns on their way from which on those that are alike are taken as one."""


class MeleeTurns:
    """The turns of one combat, worked out for many states together.

    Parameters
    ----------
    melee : Melee
    rng : Generator, optional
        Rolls each turn once from each state, where not all that may be is followed.
    """

    def __init__(self, melee: Melee, rng: np.random.Generator | None = None) -> None:
        self.melee = melee
        self._rolls = rng is not None
        self._pick = every_entry if rng is None else drawn_entries(rng)
        self._many_alike = MANY if rng is None else LARGEST
        self.lone = melee.lone
        sides = melee.sides
        self.loadouts = max(len(side.warriors) for side in sides)
        self.parries: list[Parry | None] = [None]
        self.many = Figures(sides[0], self.parries)
        self.one = Figures(sides[-1], self.parries)
        self.sizes = [len(side.states) for side in sides]
        self._aims = StrikeAims(melee, self.many, self.one, self.parries)
        self._entries = unmarked([[(place, 1.0)] for place in range(max(self.sizes))])
        self._begins: Ints = np.zeros(1, dtype=np.int64)
        self._orders = TurnOrders(melee, self.loadouts)
        self._words = TurnWords(self.sizes)
        self._spells = TurnSpells(melee, self.many, self.one, self._pick)
        self._spines = TurnSpines(melee, self.many, self.one, self._pick)
        self._flight = TurnFlight(melee, self.many, self.one)

    def of(self, fighter: int) -> Figures:
        """Return the figures of a fighter's side."""
        return self.one if fighter == self.lone else self.many

    def over(self, states: States) -> bool:
        """Return whether one side is gone."""
        postures = [
            side.posture[place]
            for side, place in zip(self.melee.sides, states, strict=True)
        ]
        return postures[-1] >= OUT or min(postures[:-1]) >= OUT

    def rows(
        self, states: Sequence[States], turn: MordheimTurn
    ) -> list[dict[States, float]]:
        """Return the states of all after a turn from each of some states [chance]."""
        came = self.turns(np.array(states, dtype=np.int64), turn)
        found: list[dict[States, float]] = [{} for _ in states]
        for origin, after, share in zip(
            came.origin.tolist(), came.states.tolist(), came.share.tolist(), strict=True
        ):
            found[origin][tuple(after)] = share
        return found

    def turns(self, states: Ints, turn: MordheimTurn) -> Reached:
        """Return where some states lead in one turn.

        Parameters
        ----------
        states : array of int
            A row for each, a column for each fighter: places, those of the many first.
        turn : MordheimTurn
        """
        courses, share = self._courses(states, turn)
        live = self._spines.begin(courses, share)
        orders = self._orders.table()
        events = int(orders.length[courses.order].max(initial=0))
        for event in range(events):
            live = self._strike(live, courses, orders, event)
        live = replace(live, course=courses.origin[live.course])
        in_words = self._in_words(live)
        if in_words:
            live = self._words.ended(live)
        if self.melee.flight.fails(turn.active):
            live = self._fled(live, turn, in_words=in_words)
        came = Reached(live.course, live.states, live.share)
        after = came.states.copy()
        many, one = self.many, self.one
        if self.melee.sides[-1].party.warrior.side == turn.active:
            of_many, of_one = many.before, one.again
        else:
            of_many, of_one = many.again, one.before
        after[:, :-1] = in_order(of_many[after[:, :-1].T]).T
        after[:, -1] = of_one[after[:, -1]]
        if self._rolls:
            return Reached(came.origin, after, came.share)
        return self._gathered(came.origin, after, came.share)

    def _fled(self, live: Partials, turn: MordheimTurn, *, in_words: bool) -> Partials:
        """Return the ends of turns of rows after who fights several alone is tested."""
        entries, rows = self._flight.tested(live.states, live.crits, turn.active)
        if in_words:
            return self._words.fled(live, rows, entries)
        whose, entry, of = self._pick(entries, rows)
        states = live.states[whose]
        states[:, -1] = entries.after[entry]
        return replace(
            live, course=live.course[whose], states=states, share=live.share[whose] * of
        )

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

    def ended(self, states: Ints) -> Flags:
        """Return where one side is gone."""
        gone = self.one.posture[states[:, -1]] >= OUT
        found: Flags = gone | (self.many.posture[states[:, :-1]] >= OUT).all(axis=1)
        return found

    def _gathered(self, origin: Ints, states: Ints, share: Floats) -> Reached:
        whole = int(np.prod(self.sizes))
        example, places = told_apart(origin * whole + self.code(states))
        total = summed(places, share, len(example))
        order = np.argsort(origin[example], kind="stable")
        some = example[order]
        return Reached(origin[some], states[some], total[order])

    def _courses(
        self, states: Ints, turn: MordheimTurn
    ) -> tuple[OrderedStates, Floats]:
        """Return states after the recovery phase, once for each order of the blows."""
        origin = np.arange(len(states))
        share = np.ones(len(states))
        risen = np.zeros(len(states), dtype=np.int64)
        for fighter, side in enumerate(self.melee.sides):
            rests = turn.begins or fighter == turn.newcomer
            if rests or side.party.warrior.side != turn.active:
                continue
            figures = self.of(fighter)
            lies = figures.posture[states[:, fighter]] == KNOCKED_DOWN
            risen |= lies.astype(np.int64) << fighter
            whose, entry, of = self._pick(figures.recovers, states[:, fighter])
            states = states[whose]
            states[:, fighter] = figures.recovers.after[entry]
            share = share[whose] * of
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
        entries, rows = self._orders.rows(pattern, states, risen, turn)
        whose, entry, of = self._pick(entries, rows)
        courses = OrderedStates(origin[whose], entries.after[entry], states[whose])
        return courses, share[whose] * of

    def _strike(
        self, live: Partials, courses: OrderedStates, orders: OrderTable, event: int
    ) -> Partials:
        """Return turns on their way after one more strike of each."""
        aims = self._aims.of(live, courses, orders, event)
        target = aims.target
        rows = self._rows(aims.key) + live.states[np.arange(len(target)), target]
        entries = self._entries
        struck = TurnStrikes(target, aims.scored, aims.tried, rows)
        live = replace(live, seen=aims.seen)
        if self._in_words(live) and aims.bursts is None:
            return self._words.after(live, struck, entries)
        whose, entry, of = self._pick(entries, rows)
        states = live.states[whose]
        states[np.arange(len(whose)), target[whose]] = entries.after[entry]
        seen = live.seen[whose]
        if aims.bursts is not None:
            seen = self._seen(seen, states, aims.bursts[whose])
        marks = entries.marks[entry]
        crits = live.crits[whose] | np.where(marks & SCORED, struck.scored[whose], 0)
        spent = live.spent[whose] | np.where(marks & TRIED, struck.tried[whose], 0)
        share = live.share[whose] * of
        return self._merged(
            Partials(live.course[whose], states, crits, spent, seen, share)
        )

    def _in_words(self, live: Partials) -> bool:
        """Return whether turns on their way are many, and all that they are fits."""
        return len(live.share) >= self._many_alike and self._words.fit

    def _seen(self, seen: Ints, states: Ints, bursts: Flags) -> Ints:
        """Return how the one is seen whom his own pistol may have put down.

        Whom it put down is struck in this phase as if he still stood (house).
        """
        fell = bursts & (self.one.posture[states[:, -1]] != STANDING)
        if not fell.any():
            return seen
        found: Ints = np.where(fell[:, np.newaxis] & (seen < 0), STANDING, seen)
        return found

    def _rows(self, key: Ints) -> Ints:
        """Return where the kernel of each strike begins; 0 changes nothing."""
        most = int(key.max(initial=0)) + 1
        if most > len(self._begins):
            more = np.full(most - len(self._begins), UNKNOWN)
            self._begins = np.concatenate((self._begins, more))
        begins: Ints = self._begins[key]
        if begins.min(initial=0) == UNKNOWN:
            for one in set(key[begins == UNKNOWN].tolist()):
                self._begins[one] = self._add_kernel(one)
            begins = self._begins[key]
        return begins

    def _add_kernel(self, key: int) -> int:
        """Add the rows of a kernel; return the number of the first."""
        number, view, parry, used = self._aims.key_parts(key)
        kernel = self.melee.kernel(number, view, self.parries[parry], used=used)
        first = len(self._entries.ends) - 1
        self._entries = followed_by(self._entries, kernel_entries(kernel))
        return first

    def _merged(self, live: Partials) -> Partials:
        """Return turns on their way: of many, those that are alike as one."""
        if len(live.share) < self._many_alike:
            return live
        return self._words.merged(live)
