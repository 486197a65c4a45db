"""A clash of Mordheim worked out as far as it is likely, for many beginnings at once.

Its states are opened in turn, the likeliest first; what a beginning leads to beyond
those that were opened is not known, and is told as the chance that is missing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rulesets.games.mordheim.combat.turn import Melee, MordheimTurn, States
from rulesets.odds.volley import Floats, Ints

Node = tuple[str, States]
"""Whose turn is next, and how everybody is."""

OTHER = {"a": "b", "b": "a"}


@dataclass(slots=True)
class Budget:
    """How much may still be opened, counted in ways that lead from one state on.

    Counted and not timed, so that the same question has the same answer.
    """

    left: float


@dataclass(frozen=True, slots=True)
class Walked:
    """Where one beginning leads.

    Parameters
    ----------
    ends : mapping
        Chance of every way that it is over [chance].
    stuck : mapping
        Chance of every way that it stands where nothing changes any more [chance].
    """

    ends: Mapping[States, float]
    stuck: Mapping[States, float]


class Walk:
    """The opened states of a clash, and what leads from each to which."""

    def __init__(self, fray: Melee) -> None:
        self.fray = fray
        self.places: dict[Node, int] = {}
        self.nodes: list[Node] = []
        self.is_over: list[bool] = []
        self.rows: dict[int, tuple[Ints, Floats]] = {}

    def place(self, node: Node) -> int:
        """Return the number of a state, whether it is opened or not."""
        found = self.places.get(node)
        if found is None:
            over = self.fray.over(node[1])
            if over and node[0] == "b":
                return self.place(("a", node[1]))
            found = self.places[node] = len(self.nodes)
            self.nodes.append(node)
            self.is_over.append(over)
        return found

    def explore(
        self, begun: Mapping[Node, float], least: float, budget: Budget
    ) -> None:
        """Open the states that so many fights come to.

        Parameters
        ----------
        begun : mapping
            Weights of the states in which clashes begin [chance].
        least : float
            What must come to a state before it is opened; 0 opens all [chance].
        budget : Budget
        """
        places = {self.place(node): weight for node, weight in begun.items()}
        waits = np.zeros(len(self.nodes))
        waits[list(places)] = list(places.values())
        passed: set[int] = set()
        while True:
            here = list(np.flatnonzero(waits > least).tolist())
            here.sort(key=lambda at: (-waits[at], at))
            here = [
                at
                for at in here
                if (least or at not in passed) and self._opened(at, budget)
            ]
            if not here:
                return
            passed.update(here)
            onward = np.zeros(len(self.nodes))
            for at in here:
                columns, shares = self.rows[at]
                onward[columns] += waits[at] * shares
            waits = onward

    def _opened(self, at: int, budget: Budget) -> bool:
        if at in self.rows:
            return True
        if self.is_over[at] or budget.left <= 0:
            return False
        active, states = self.nodes[at]
        row = self.fray.turn(states, MordheimTurn(active))
        columns = [self.place((OTHER[active], after)) for after in row]
        budget.left -= len(columns) + 1
        self.rows[at] = np.array(columns), np.array(list(row.values()))
        return True

    def at_last(self, begun: Sequence[Mapping[Node, float]]) -> list[Walked]:
        """Return where beginnings lead; what is missing to 1 was not opened."""
        for one in begun:
            for node in one:
                self.place(node)
        opened = np.array(sorted(self.rows), dtype=np.int64)
        numbers = np.full(len(self.nodes), -1)
        numbers[opened] = np.arange(len(opened))
        steps = np.zeros((len(opened), len(opened)))
        out = np.zeros(len(opened), dtype=np.bool_)
        for number, at in enumerate(opened.tolist()):
            columns, shares = self.rows[at]
            follow = numbers[columns]
            within = follow >= 0
            steps[number, follow[within]] = shares[within]
            out[number] = not within.all()
        first = np.zeros((len(begun), len(self.nodes)))
        for number, one in enumerate(begun):
            for node, share in one.items():
                first[number, self.places[self._named(node)]] += share
        useful = _lead_on(steps, out)
        visits = np.zeros((len(begun), len(opened)))
        if useful.any():
            live = first[:, opened][:, useful]
            system = np.eye(int(useful.sum())) - steps[np.ix_(useful, useful)]
            visits[:, useful] = np.linalg.solve(system.T, live.T).T
        came = first
        for number, at in enumerate(opened.tolist()):
            columns, shares = self.rows[at]
            came[:, columns] += visits[:, number, None] * shares
        came[:, opened[useful]] = 0.0
        return [self._told(row, opened[~useful]) for row in came]

    def _named(self, node: Node) -> Node:
        return ("a", node[1]) if self.fray.over(node[1]) else node

    def _told(self, came: Floats, stays: Ints) -> Walked:
        ends: dict[States, float] = {}
        for at in np.flatnonzero(came).tolist():
            if self.is_over[at]:
                ends[self.nodes[at][1]] = float(came[at])
        stuck: dict[States, float] = {}
        for at in stays.tolist():
            if came[at]:
                states = self.nodes[at][1]
                stuck[states] = stuck.get(states, 0.0) + float(came[at])
        return Walked(ends, stuck)


def _lead_on(
    steps: Floats, out: "np.ndarray[tuple[int], np.dtype[np.bool_]]"
) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Return which opened states can still lead to an end, or to what is not opened."""
    linked = steps > 0
    found = out
    while True:
        more = np.logical_or(found, linked[:, found].any(axis=1))
        if bool((more == found).all()):
            return found
        found = more
