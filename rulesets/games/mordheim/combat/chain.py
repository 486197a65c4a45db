"""Turns of a Mordheim combat one after the other: an exact Markov chain."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rulesets.games.mordheim.combat.body import BodyState
from rulesets.games.mordheim.combat.sampling import sample
from rulesets.games.mordheim.combat.turn import Melee, MordheimTurn, States
from rulesets.odds.fight.model import SHOWN_ROUNDS
from rulesets.odds.sides import OTHER, Side
from rulesets.odds.volley import Floats

Standing = Mapping[tuple[BodyState, ...], float]
"""Chance of every way that the many, and then the one, may be [chance]."""

Flags = np.ndarray[Any, np.dtype[np.bool_]]

MOST_STATES = 3_000
"""States beyond which a combat is sampled: the system of so many is solved in 1 s."""

LIKELY = 1e-15
"""A share that is no rounding [chance]."""


@dataclass(frozen=True, slots=True)
class MeleeResult:
    """How a combat goes.

    Parameters
    ----------
    ends : mapping
        Chance of every way that it is over [chance].
    open : mapping
        Chance of every way that it stands after the last turn that was asked for, or
        where nothing changes any more [chance].
    by_turn : tuple of mapping
        What is over after each turn [chance].
    first : mapping
        How everybody is after the first turn [chance].
    turns : float
        Expected turns [turns].
    error : float
        0 where it is worked out; where it is sampled, the bound of every told chance
        [chance].
    """

    ends: Standing
    open: Standing
    by_turn: tuple[Standing, ...]
    first: Standing
    turns: float
    error: float = 0.0


class TooManyStates(Exception):
    """A combat has more states than are solved."""


def first_turn(
    fray: Melee, start: tuple[BodyState, ...], opening: Mapping[MordheimTurn, float]
) -> dict[States, float]:
    """Return how everybody is after the first turn; see `fight`."""
    first: dict[States, float] = {}
    for turn, share in opening.items():
        for states, of in fray.turn(fray.places(start), turn).items():
            first[states] = first.get(states, 0.0) + share * of
    return first


def fight(
    fray: Melee,
    start: tuple[BodyState, ...],
    opening: Mapping[MordheimTurn, float],
    rounds: int | None,
    seed: str,
) -> MeleeResult:
    """Return how a combat goes, sampled where it has too many states.

    Parameters
    ----------
    fray : Melee
    start : tuple of BodyState
    opening : mapping
        The first turn, and its chance: whoever is afraid in it [chance].
    rounds : int, optional
        Turns at most [turns]; none until it is over.
    seed : str
        What the dice of a sample depend on.
    """
    first = first_turn(fray, start, opening)
    active = next(iter(opening)).active
    after = OTHER[active]
    try:
        chain = Chain(fray, [(after, states) for states in first])
    except TooManyStates:
        found = sample(fray, first, after, rounds, seed)
        named = ChainLabels(fray)
        return MeleeResult(
            named.told(found.ends),
            named.told(found.open),
            tuple(named.told(done) for done in found.by_turn),
            named.told(first),
            found.turns,
            found.error,
        )
    begun = Begun(first, *chain.entering({after: first}))
    if rounds is not None:
        return chain.limited(begun, rounds)
    return chain.endless(begun)


@dataclass(frozen=True, slots=True, eq=False)
class Begun:
    """How a combat stands after its first turn, and as vectors of a `Chain`."""

    first: Mapping[States, float]
    live: Floats
    ended: Floats


class ChainLabels:
    """Tells states by what they are, not by their places."""

    def __init__(self, fray: Melee) -> None:
        self.fray = fray
        self.known: dict[States, tuple[BodyState, ...]] = {}

    def told(self, chances: Mapping[States, float]) -> Standing:
        """Return chances by how everybody is."""
        for states in chances:
            if states not in self.known:
                self.known[states] = self.fray.named(states)
        return {self.known[states]: share for states, share in chances.items()}


class Chain:
    """The states that follow some states, and what leads from each to which.

    A state that goes on is a node with the side whose turn it is.
    """

    def __init__(self, fray: Melee, starts: Iterable[tuple[Side, States]]) -> None:
        self.fray = fray
        self.nodes: dict[tuple[Side, States], int] = {}
        self.over: dict[States, int] = {}
        rows: list[dict[States, float]] = []
        todo = list(starts)
        while todo:
            node = todo.pop()
            if node in self.nodes or self._is_over(node[1]):
                continue
            if len(rows) >= MOST_STATES:
                raise TooManyStates
            self.nodes[node] = len(rows)
            row = fray.turn(node[1], MordheimTurn(node[0]))
            rows.append(row)
            todo += [(OTHER[node[0]], states) for states in row]
        self._fill(rows)

    def _is_over(self, states: States) -> bool:
        if not self.fray.over(states):
            return False
        self.over.setdefault(states, len(self.over))
        return True

    def _fill(self, rows: list[dict[States, float]]) -> None:
        self.step: Floats = np.zeros((len(rows), len(rows)))
        self.end: Floats = np.zeros((len(rows), len(self.over)))
        for (side, _), place in self.nodes.items():
            for states, share in rows[place].items():
                if states in self.over:
                    self.end[place, self.over[states]] += share
                else:
                    self.step[place, self.nodes[OTHER[side], states]] += share

    def entering(
        self, starts: Mapping[Side, Mapping[States, float]]
    ) -> tuple[Floats, Floats]:
        """Return the vectors of what goes on and of what is over, by whose turn."""
        live: Floats = np.zeros(len(self.nodes))
        ended: Floats = np.zeros(len(self.over))
        for active, chances in starts.items():
            for states, share in chances.items():
                if states in self.over:
                    ended[self.over[states]] += share
                else:
                    live[self.nodes[active, states]] += share
        return live, ended

    def limited(self, begun: Begun, rounds: int) -> MeleeResult:
        """Return the combat of so many turns."""
        by_turn, live, turns = self._turns(begun, rounds)
        left = {
            states: share
            for (_, states), share in zip(self.nodes, live.tolist(), strict=True)
            if share
        }
        return self._tale(begun, by_turn[-1], left, by_turn, turns)

    def endless(self, begun: Begun) -> MeleeResult:
        """Return the combat until it is over, or until nothing changes any more."""
        by_turn, _, _ = self._turns(begun, SHOWN_ROUNDS)
        ended, left, turns = self.at_last(begun.live, begun.ended)
        return self._tale(begun, ended, left, by_turn, 1.0 + turns)

    def at_last(
        self, begun: Floats, over: Floats
    ) -> tuple[dict[States, float], dict[States, float], float]:
        """Return what is over in the end, what never is, and the turns that it takes.

        Parameters
        ----------
        begun, over : array
            As `entering` returns them.
        """
        useful = self._leads_on()
        stuck = ~useful
        live = np.where(useful, begun, 0.0)
        visits = np.zeros(len(live))
        if useful.any():
            visits[useful] = self._visits(useful, live[useful])
        ended = over + visits @ self.end
        stays = np.where(stuck, begun + visits @ self.step, 0.0)
        left: dict[States, float] = {}
        for (_, states), share in zip(self.nodes, stays.tolist(), strict=True):
            if share > LIKELY:
                left[states] = left.get(states, 0.0) + share
        ends = dict(zip(self.over, ended.tolist(), strict=True))
        return ends, left, float(visits.sum())

    def _visits(self, useful: Flags, live: Floats) -> Floats:
        """Return how often states are visited."""
        system = np.eye(len(live)) - self.step[np.ix_(useful, useful)]
        visits: Floats = np.zeros(len(live))
        visits[:] = np.linalg.solve(system.T, live)
        return visits

    def _tale(
        self,
        begun: Begun,
        ends: dict[States, float],
        left: dict[States, float],
        by_turn: list[dict[States, float]],
        turns: float,
    ) -> MeleeResult:
        named = ChainLabels(self.fray)
        return MeleeResult(
            named.told(ends),
            named.told(left),
            tuple(named.told(done) for done in by_turn),
            named.told(begun.first),
            turns,
        )

    def _turns(
        self, begun: Begun, rounds: int
    ) -> tuple[list[dict[States, float]], Floats, float]:
        """Return what is over after each turn, what goes on, and the expected turns."""
        live, ended, turns = begun.live, begun.ended, 1.0
        by_turn = [dict(zip(self.over, ended.tolist(), strict=True))]
        for _ in range(rounds - 1):
            turns += float(live.sum())
            ended = ended + live @ self.end
            live = live @ self.step
            by_turn.append(dict(zip(self.over, ended.tolist(), strict=True)))
        return by_turn, live, turns

    def _leads_on(self) -> Flags:
        """Return which states can still lead to an end."""
        found: Flags = self.end.sum(axis=1) > 0
        linked: Flags = self.step > 0
        while True:
            more: Flags = linked[:, found].sum(axis=1) > 0
            more = np.logical_or(found, more)
            if bool((more == found).all()):
                return found
            found = more
