"""Clashes of groups in Mordheim: who is left after each.

A clash is computed as far as it is likely, for many beginnings at once: its states are
opened in turn, the likeliest first. What a beginning leads to beyond those that were
opened is not known, and is reported as the chance that is missing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rulesets.games.mordheim.combat.blows.body import BodyState
from rulesets.games.mordheim.combat.blows.injuries import OUT
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.orders import MordheimTurn, States
from rulesets.games.mordheim.combat.fights.turn import MeleeTurns
from rulesets.games.mordheim.combat.fights.turn_tables import (
    Flags,
    numbered,
    solve_alternating,
    summed,
)
from rulesets.games.mordheim.combat.groups.bands import Bands
from rulesets.games.mordheim.combat.groups.clash_ends import Ends, all_ends
from rulesets.odds.row_sums import gather, spread_out
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats, Ints

TOGETHER = 1_024
"""States that are opened at one go."""

UNOPENED = -1

ROUNDING = 1e-12
"""A part that may be missing only because of rounding [chance]."""


@dataclass(slots=True)
class Budget:
    """The work that is left, counted in ways that lead from one state on.

    Counted and not timed, so that the same question has the same answer.
    """

    left: float


class Beginning(NamedTuple):
    """States in which a clash may begin, by number, and the chance of each."""

    places: Ints
    shares: Floats


class LeftKinds(NamedTuple):
    """Ways to be left: the bands of the many and of the one, and where it goes on."""

    many: Ints
    one: Ints
    goes_on: Flags

    def ends(self, clash: Ints, turn: Ints | int, column: Ints, share: Floats) -> Ends:
        """Return ends of clashes after turns: of each its column here, its chance."""
        turns: Ints = np.full(len(clash), turn)
        many, one, goes_on = self
        return Ends(clash, turns, many[column], one[column], goes_on[column], share)


class Walk:
    """The opened states of a clash, and what leads from each to which."""

    def __init__(self, melee: Melee) -> None:
        self.melee = melee
        self.turns = MeleeTurns(melee)
        self.codes: Ints = np.zeros(0, dtype=np.int64)
        self.states: Ints = np.zeros((0, melee.lone + 1), dtype=np.int64)
        self.is_over: Flags = np.zeros(0, dtype=np.bool_)
        self.row: Ints = np.zeros(0, dtype=np.int64)
        self.begins: Ints = np.zeros(1, dtype=np.int64)
        self.columns: Ints = np.zeros(0, dtype=np.int64)
        self.shares: Floats = np.zeros(0)
        self._order: Ints = np.zeros(0, dtype=np.int64)
        self._whole = int(np.prod(self.turns.sizes))
        self._leads: tuple[Floats, LeftKinds] | None = None
        self._losses_of = [
            np.array([_losses(state) for state in side.states]) for side in melee.sides
        ]
        self.bands: dict[Side, Bands] = {
            side.party.warrior.side: Bands(side.states) for side in melee.sides[-2:]
        }
        self._many, self._one = (
            self.bands[side.party.warrior.side] for side in melee.sides[-2:]
        )
        self._ranks = [
            np.array([bands.rank(state) for state in side.states])
            for bands, side in zip(
                (self._many, self._one), melee.sides[-2:], strict=True
            )
        ]

    def coded(self, active: Side, states: Ints) -> Ints:
        """Return codes of states before a turn of one side, or of those that ended."""
        over = self.turns.ended(states)
        return self.turns.code(states) + self._whole * (~over & (active == "b"))

    def opened(self, codes: Ints) -> Ints:
        """Return the numbers of states by their codes, -1 where one is not opened."""
        at = np.searchsorted(self.codes, codes, sorter=self._order)
        number = self._order[np.minimum(at, len(self._order) - 1)]
        known = (self.codes[number] == codes) & (self.row[number] != UNOPENED)
        return np.where(known, number, UNOPENED)

    def states_of(self, codes: Ints) -> tuple[Flags, Ints]:
        """Return by codes whether the next turn is that of side B, and the states."""
        return codes >= self._whole, self.turns.decoded(codes % self._whole)

    def places(self, active: Side, states: Ints) -> Ints:
        """Return the numbers of states, whether they are opened or not."""
        codes = self.coded(active, states)
        fresh = np.setdiff1d(codes, self.codes)
        if len(fresh):
            more = self.turns.decoded(fresh % self._whole)
            self.codes = np.concatenate((self.codes, fresh))
            self.states = np.concatenate((self.states, more))
            self.is_over = np.concatenate((self.is_over, self.turns.ended(more)))
            unopened = np.full(len(fresh), UNOPENED)
            self.row = np.concatenate((self.row, unopened))
            self._order = np.argsort(self.codes)
            self._leads = None
        at = np.searchsorted(self.codes, codes, sorter=self._order)
        found: Ints = self._order[at]
        return found

    def first_turns(
        self, states: Sequence[States], turn: MordheimTurn
    ) -> list[Beginning]:
        """Return the states of clashes after a first turn from some states."""
        came = self.turns.turns(np.array(states, dtype=np.int64), turn)
        places = self.places(OTHER[turn.active], came.states)
        cuts = np.searchsorted(came.origin, np.arange(1, len(states)))
        return [
            Beginning(one, shares)
            for one, shares in zip(
                np.split(places, cuts), np.split(came.share, cuts), strict=True
            )
        ]

    def explore(
        self, begun: Iterable[tuple[Beginning, float]], least: float, budget: Budget
    ) -> None:
        """Open the states that so many fights come to.

        Parameters
        ----------
        begun : iterable
            How clashes begin, with the weight of each [chance].
        least : float
            What must come to a state before it is opened; 0 opens all [chance].
        budget : Budget
        """
        waits = np.zeros(len(self.codes))
        for one, weight in begun:
            np.add.at(waits, one.places, weight * one.shares)
        while (self.row[~self.is_over] == UNOPENED).any():
            here = np.flatnonzero((waits > least) & ~self.is_over)
            self._open(here, waits, budget)
            here = here[self.row[here] != UNOPENED]
            if not len(here):
                return
            waits = self._onward(here, waits)

    def _onward(self, here: Ints, waits: Floats) -> Floats:
        whose, entries = self._entries(self.row[here])
        weights = waits[here][whose] * self.shares[entries]
        return summed(self.columns[entries], weights, len(self.codes))

    def _entries(self, rows: Ints) -> tuple[Ints, Ints]:
        """Return of each entry of some rows whose it is, and where it stands."""
        return spread_out(self.begins[rows], self.begins[rows + 1])

    def _open(self, here: Ints, waits: Floats, budget: Budget) -> None:
        """Open states while work is left, the likeliest first."""
        wanted = here[self.row[here] == UNOPENED]
        wanted = wanted[np.argsort(-waits[wanted], kind="stable")]
        for begin in range(0, len(wanted), TOGETHER):
            some = wanted[begin : begin + TOGETHER]
            by_b = self.codes[some] >= self._whole
            for active, of in zip(SIDES, (some[~by_b], some[by_b]), strict=True):
                if budget.left > 0 and len(of):
                    self._open_all(active, of, budget)

    def _open_all(self, active: Side, here: Ints, budget: Budget) -> None:
        came = self.turns.turns(self.states[here], MordheimTurn(active))
        columns = self.places(OTHER[active], came.states)
        counts = np.bincount(came.origin, minlength=len(here))
        self.row[here] = len(self.begins) - 1 + np.arange(len(here))
        self.begins = np.concatenate((self.begins, self.begins[-1] + np.cumsum(counts)))
        self.columns = np.concatenate((self.columns, columns))
        self.shares = np.concatenate((self.shares, came.share))
        self._leads = None
        budget.left -= len(columns) + len(here)

    def at_last(self, begun: Sequence[Beginning]) -> Ends:
        """Return the fighters left after each beginning; the rest was not opened."""
        chances, kinds = self.leads()
        whose, places, shares = _beginnings(begun)
        led = np.zeros((len(begun), chances.shape[1]))
        gather(led, whose, chances, places, shares)
        return _named(led, kinds, 0)

    def leads(self) -> tuple[Floats, LeftKinds]:
        """Return where each state leads in the end, and what the columns are."""
        if self._leads is None:
            self._leads = self._solve()
        return self._leads

    def missing(self) -> Floats:
        """Return by state how likely it leads to what is not opened [chance]."""
        chances, _ = self.leads()
        return _sure(1.0 - chances.sum(axis=1))

    def missing_by_turn(self, turns: int) -> list[Floats]:
        """Return the same for each number of turns to come, less than so many."""
        here = np.flatnonzero(self.row != UNOPENED)
        whose, entries = self._entries(self.row[here])
        unopened = ~self.is_over & (self.row == UNOPENED)
        found = [np.zeros(len(self.codes))]
        for _ in range(1, turns):
            now = unopened.astype(np.float64)
            onward = self.shares[entries] * found[-1][self.columns[entries]]
            now[here] = summed(whose, onward, len(here))
            found.append(_sure(now))
        return found

    def by_turn(self, begun: Sequence[Beginning], turns: int) -> Ends:
        """Return the fighters left after each of some turns, the first turn over.

        Where a clash goes on it is told of each turn, and where it is over of the turn
        after which it is; what leads to what was not opened is missing.
        """
        column, kinds = self.kinds(self.states, self.is_over)
        whose, places, shares = _beginnings(begun)
        size, width = len(begun), len(kinds.many)
        led = summed(whose * width + column[places], shares, size * width)
        found = [_named(led.reshape(size, width), kinds, 0)]
        here = np.flatnonzero(self.row[places] != UNOPENED)
        whose, places, shares = whose[here], places[here], shares[here]
        over: Floats = np.zeros(1)
        for number, (now, within) in enumerate(self._onwards(column, width, turns), 1):
            after = np.zeros((size, width))
            gather(after, whose, now, within[places], shares)
            found.append(_named(after - over, kinds, number))
            over = np.where(kinds.goes_on, 0.0, after)
        return all_ends(found)

    def _onwards(
        self, column: Ints, width: int, turns: int
    ) -> Iterator[tuple[Floats, Ints]]:
        """Yield where the opened states lead after one turn, two, less than so many.

        Of each such state its row of chances, and by number which row that is.

        Parameters
        ----------
        column : array of int
            Of each state that of who is left in it.
        width, turns : int
        """
        here = np.flatnonzero(self.row != UNOPENED)
        within = np.full(len(self.codes), UNOPENED)
        within[here] = np.arange(len(here))
        whose, entries = self._entries(self.row[here])
        to, shares = self.columns[entries], self.shares[entries]
        cells, size = whose * width + column[to], len(here) * width
        over, inner = self.is_over[to], within[to] != UNOPENED
        ended = summed(cells[over], shares[over], size)
        now = ended + summed(cells[~over], shares[~over], size)
        ended, now = ended.reshape(-1, width), now.reshape(-1, width)
        for _ in range(1, turns if len(here) else 0):
            yield now, within
            before, now = now, ended.copy()
            gather(now, whose[inner], before, within[to[inner]], shares[inner])

    def _solve(self) -> tuple[Floats, LeftKinds]:
        opened = self.row != UNOPENED
        useful = self._lead_on(opened)
        ends = self.is_over | (opened & ~useful)
        column, kinds = self.kinds(self.states[ends], self.is_over[ends])
        chances = np.zeros((len(self.codes), len(kinds.many)))
        chances[np.flatnonzero(ends), column] = 1.0
        key = self._blocks()
        here = np.flatnonzero(opened & useful)
        here = here[np.argsort(key[here], kind="stable")]
        within = np.full(len(self.codes), UNOPENED)
        cuts = np.flatnonzero(np.diff(key[here])) + 1
        for block in np.split(here, cuts) if len(here) else ():
            within[block] = np.arange(len(block))
            chances[block] = self._solved(block, within, chances)
            within[block] = UNOPENED
        return chances, kinds

    def _solved(self, block: Ints, within: Ints, chances: Floats) -> Floats:
        """Return where the states of one block lead, all lower ones being known."""
        rows = self.row[block]
        whose, entries = self._entries(rows)
        columns, shares = self.columns[entries], self.shares[entries]
        local = within[columns]
        inner = local != UNOPENED
        size = len(block)
        cells = whose[inner] * size + local[inner]
        loops = summed(cells, shares[inner], size * size).reshape(size, size)
        rest = np.zeros((size, chances.shape[1]))
        outward = np.flatnonzero(~inner)
        gather(rest, whose[outward], chances, columns[outward], shares[outward])
        by_b = self.codes[block] >= self._whole
        of_a, of_b = np.flatnonzero(~by_b), np.flatnonzero(by_b)
        return solve_alternating(loops, rest, of_a, of_b)

    def _lead_on(self, opened: Flags) -> Flags:
        """Return which states can still lead to an end, or to what is not opened."""
        here = np.flatnonzero(opened)
        whose, entries = self._entries(self.row[here])
        columns = self.columns[entries]
        linked = self.shares[entries] > 0
        whose, columns = here[whose[linked]], columns[linked]
        found = ~opened
        while True:
            more = found.copy()
            more[whose[found[columns]]] = True
            if bool((more == found).all()):
                return found
            found = more

    def _blocks(self) -> Ints:
        """Return a number for each state; no way leads from a lower one to a higher.

        Wounds, frenzy and charms are lost and never won back, so that only states in
        which as much of them is left to everybody lead to one another.
        """
        left = np.stack(
            [of[self.states[:, fighter]] for fighter, of in enumerate(self._losses_of)],
            axis=1,
        )
        left[:, :-1] = np.sort(left[:, :-1], axis=1)
        base = int(left.max(initial=0)) + 1
        whole = left.sum(axis=1), base * len(left.T)
        return numbered((whole, *((column, base) for column in left.T)))

    def kinds(self, states: Ints, is_over: Flags) -> tuple[Ints, LeftKinds]:
        """Return of states in which a clash ends or stays who is left in each."""
        of_many, of_one = self._ranks
        many = self._many.numbers([of_many[own] for own in states[:, :-1].T])
        one = self._one.numbers([of_one[states[:, -1]]])
        columns = (many, self._many.size), (one, self._one.size)
        code = numbered((*columns, ((~is_over).astype(np.int64), 2)))
        _, example, column = np.unique(code, return_index=True, return_inverse=True)
        return column, LeftKinds(many[example], one[example], ~is_over[example])


def _sure(missing: Floats) -> Floats:
    """Return chances without those that are rounding."""
    return np.where(missing > ROUNDING, missing, 0.0)


def _beginnings(begun: Sequence[Beginning]) -> tuple[Ints, Ints, Floats]:
    """Return whose each state is in which clashes may begin, its number and chance."""
    whose = np.repeat(np.arange(len(begun)), [len(one.places) for one in begun])
    places, shares = (np.concatenate(own) for own in zip(*begun, strict=True))
    return whose, places, shares


def _named(led: Floats, kinds: LeftKinds, turn: int) -> Ends:
    """Return what rows of chances lead to; what is below 0 is rounding."""
    clash, column = np.nonzero(led > 0)
    return kinds.ends(clash, turn, column, led[clash, column])


def _losses(state: BodyState) -> int:
    """Return all that a fighter can lose and never wins back, as one number."""
    if state.posture >= OUT:
        return 0
    return 4 * state.wounds + 2 * (not state.calm) + state.charmed
