"""The aims of the strikes of a Mordheim combat, of many turns on their way."""

import ctypes
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rulesets.games.mordheim.combat.blows.blows import Parry
from rulesets.games.mordheim.combat.blows.injuries import FELL, OUT, STANDING
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.orders import NOTHING
from rulesets.games.mordheim.combat.fights.turn_tables import (
    VIEWS,
    WORTH,
    Figures,
    Flags,
    OrderedStates,
    OrderTable,
    Partials,
    joint,
    weakest,
)
from rulesets.odds.native.bindings import Kernel, aimed_kernel
from rulesets.odds.native.structures import CAimed
from rulesets.odds.volley import Ints


class Aims(NamedTuple):
    """The next strikes of turns on their way, of each the following.

    Parameters
    ----------
    target : array of int
        Whom it strikes; the first fighter where nothing happens.
    key : array of int
        What the strike is known by; 0 where nothing happens.
    scored, tried : array of int
        The bits of who scores and who parries, where that counts for later strikes.
    seen : array of int
        As in `Partials`, with this strike.
    bursts : array of bool, optional
        Where the one's own pistol explodes; none where none ever does.
    """

    target: Ints
    key: Ints
    scored: Ints
    tried: Ints
    seen: Ints
    bursts: Flags | None = None


class StrikeAims:
    """The aims of the strikes of one combat.

    Parameters
    ----------
    melee : Melee
    many, one : Figures
    parries : sequence
        Ways to parry by number, none being the first.
    """

    def __init__(
        self, melee: Melee, many: Figures, one: Figures, parries: Sequence[Parry | None]
    ) -> None:
        self.many, self.one, self.lone = many, one, melee.lone
        self.both = joint(many, one)
        self._parting, self._parries = int(melee.parting), len(parries)
        size = len(many.posture)
        self._shifts: Ints = np.array([0] * melee.lone + [size])
        self._is_finished, self._is_unrolled = (
            np.isin(np.arange(FELL + 1), [*some])
            for some in (melee.finishing, melee.unrolled)
        )
        self._held = [
            np.ascontiguousarray(column, np.int64)
            for column in (
                np.concatenate((many.posture, one.posture)),
                np.concatenate((many.wounds, one.wounds)),
                *(self.both.loadout, self.both.parry, self.both.strikes),
                *(self._is_finished, WORTH),
            )
        ]
        self._figures = [one.ctypes.data for one in self._held]

    def key_parts(self, key: int) -> tuple[int, int, int, bool]:
        """Return number, posture that counts, parry and whether a hit was critical."""
        rest, used = divmod(key - 1, 2)
        rest, parry = divmod(rest, self._parries)
        number, view = divmod(rest, VIEWS)
        return number, view, parry, bool(used)

    def of(
        self, live: Partials, courses: OrderedStates, orders: OrderTable, event: int
    ) -> Aims:
        """Return the aims of the next strike of each."""
        kernel = aimed_kernel() if orders.bursts is None else None
        if kernel is None:
            return self._by_numpy(live, courses, orders, event)
        return self._by_kernel(kernel, live, courses, orders, event)

    def _by_kernel(
        self,
        kernel: Kernel,
        live: Partials,
        courses: OrderedStates,
        orders: OrderTable,
        event: int,
    ) -> Aims:
        count = len(live.share)
        ints = (live.course, live.states, live.crits, live.spent, live.seen)
        tables = (orders.fighter, orders.again, orders.numbers, orders.length)
        held = [
            np.ascontiguousarray(one, np.int64)
            for one in (*ints, courses.order, courses.begun, *tables)
        ]
        found = np.empty((4, count), np.int64)
        seen = np.empty((count, self.lone), np.int64)
        told = CAimed(
            count,
            self.lone,
            int(self._shifts[-1]),
            event,
            orders.fighter.shape[1],
            orders.numbers.shape[2],
            self._parries,
            self._parting,
            *(one.ctypes.data for one in held),
            *self._figures,
            *(one.ctypes.data for one in (*found, seen)),
        )
        kernel(ctypes.byref(told))
        target, key, scored, tried = found
        return Aims(target, key, scored, tried, seen)

    def _by_numpy(
        self, live: Partials, courses: OrderedStates, orders: OrderTable, event: int
    ) -> Aims:
        """Return what the kernel does, and where one's own pistol may explode."""
        order = courses.order[live.course]
        who = orders.fighter[order, event]
        by_lone = who == self.lone
        own = live.states[np.arange(len(who)), who] + self._shifts[who]
        number = orders.numbers[order, event, self.both.loadout[own]]
        target = self._targets(live, courses, by_lone)
        acts = self.both.strikes[own] & (who >= 0) & (target >= 0) & (number != NOTHING)
        view, parry = self._met(live, courses, who, target)
        bursts = None if orders.bursts is None else orders.bursts[order, event]
        if bursts is not None:
            acts &= ~(bursts & self._is_unrolled[view])
            view, parry = np.where(bursts, STANDING, view), np.where(bursts, 0, parry)
            target = np.where(bursts, who, target)
            bursts &= by_lone & acts
        used = np.where(who >= 0, live.crits >> np.maximum(who, 0) & 1, 0)
        key = ((number * VIEWS + view) * self._parries + parry) * 2 + used + 1
        target = np.where(acts, target, 0)
        is_last = (orders.length[order] == event + 1).astype(np.int64)
        more = np.where(acts, orders.again[order, event], 0)
        seen = live.seen
        if more.any():
            seen = seen.copy()
            mine = np.flatnonzero(more & ~by_lone)
            mine = mine[seen[mine, who[mine]] < 0]
            seen[mine, who[mine]] = view[mine]
        counts = np.where(by_lone, more, more | self._parting)
        return Aims(
            target,
            np.where(acts, key, 0),
            counts << np.maximum(who, 0),
            (1 - is_last) << target,
            seen,
            bursts,
        )

    def _targets(self, live: Partials, courses: OrderedStates, by_lone: Flags) -> Ints:
        """Choose the target of each, -1 for none."""
        gone = self.one.posture[live.states[:, -1]] >= OUT
        found: Ints = np.where(gone, -1, self.lone)
        if by_lone.any():
            here = np.flatnonzero(by_lone)
            begun = courses.begun[live.course[here], :-1]
            found[here] = weakest(self.many, live.states[here, :-1], begun)
        return found

    def _met(
        self, live: Partials, courses: OrderedStates, who: Ints, target: Ints
    ) -> tuple[Ints, Ints]:
        """Return the posture that counts, and how blows are parried, 0 for not.

        Nobody finishes whom he just struck down.
        """
        at = np.arange(len(who))
        begun = courses.begun[live.course]
        among = np.maximum(np.minimum(target, self.lone - 1), 0)
        of_many = self.many.posture[begun[at, among]]
        known = live.seen[at, np.minimum(who, self.lone - 1)]
        now = self.one.posture[live.states[:, -1]]
        of_one = np.where(self._is_finished[now], now, self.one.posture[begun[:, -1]])
        of_one = np.where(known >= 0, known, of_one)
        view = np.where(who == self.lone, of_many, of_one)
        place = live.states[at, target] + self._shifts[target]
        guard = self.both.parry[place]
        free = (live.spent >> np.maximum(target, 0) & 1) == 0
        parry = np.where((view == STANDING) & free, guard, 0)
        return view, parry
