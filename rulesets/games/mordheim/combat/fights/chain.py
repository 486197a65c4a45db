"""Turns of a Mordheim combat one after the other: an exact Markov chain."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain as chained
from typing import Any

import numpy as np

from rulesets.games.mordheim.combat.blows.body import BodyState
from rulesets.games.mordheim.combat.context import Charger
from rulesets.games.mordheim.combat.fights.duel_turns import melee_turns
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.orders import MordheimTurn, States, Turns
from rulesets.games.mordheim.combat.fights.sampling import (
    SHOWN_TURNS,
    TurnResult,
    sample,
    sample_arriving,
)
from rulesets.odds.fight.model import SHOWN_ROUNDS
from rulesets.odds.sampling import Seed
from rulesets.odds.sides import OTHER, Side
from rulesets.odds.volley import Floats

Standing = Mapping[tuple[BodyState, ...], float]
"""Chance of every way that the many, and then the one, may be [chance]."""

Arrivals = Mapping[Side, Mapping[States, float]]
"""Both after charges in one turn, under the side whose turn is next [chance]."""

Flags = np.ndarray[Any, np.dtype[np.bool_]]

MOST_STATES = 3_000
"""States beyond which a combat is sampled: the system of so many is solved in 1 s."""

LIKELY = 1e-15
"""A share that is no rounding [chance]."""


@dataclass(frozen=True, slots=True)
class MeleeResult:
    """The result of a combat.

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
        Everybody's states after the first turn [chance].
    turns : float
        Expected turns [turns].
    error : float
        0 where it is computed exactly; else the bound of every chance [chance].
    """

    ends: Standing
    open: Standing
    by_turn: tuple[Standing, ...]
    first: Standing
    turns: float
    error: float = 0.0


class TooManyStates(Exception):
    """A combat has more states than are solved."""


def fight(
    melee: Melee,
    start: tuple[BodyState, ...],
    opening: Mapping[MordheimTurn, float],
    rounds: int | None,
    seed: Seed,
) -> MeleeResult:
    """Compute the result of a combat, sampled where it has too many states.

    Parameters
    ----------
    melee : Melee
    start : tuple of BodyState
    opening : mapping
        The first turn, and its chance: whoever is afraid in it [chance].
    rounds : int, optional
        Turns at most [turns]; none until it is over.
    seed : str or callable
        What the dice of a sample depend on.
    """
    turns = melee_turns(melee)
    first: dict[States, float] = {}
    for turn, share in opening.items():
        for states, of in turns.rows([melee.places(start)], turn)[0].items():
            first[states] = first.get(states, 0.0) + share * of
    active = OTHER[next(iter(opening)).active]
    try:
        chain = Chain(turns, [(active, states) for states in first])
    except TooManyStates:
        found = sample(turns, first, active, rounds, seed)
    else:
        live, ended = chain.entering({active: first})
        if rounds is None:
            found = chain.endless(live, ended)
        else:
            found = chain.limited(live, ended, rounds)
    names = StateNames(melee)
    return MeleeResult(
        names.named(found.ends),
        names.named(found.open),
        tuple(names.named(done) for done in found.by_turn),
        names.named(first),
        found.turns,
        found.error,
    )


def fight_arriving(
    melee: Melee, arriving: Sequence[Arrivals], rounds: int | None, seed: Seed
) -> TurnResult:
    """Compute combats that begin in different turns, sampled where there are too many.

    Parameters
    ----------
    arriving : sequence of mapping
        By turn, the first being 1.
    rounds : int, optional
        Turns at most [turns].
    """
    starts = [
        (active, states)
        for coming in arriving
        for active, chances in coming.items()
        for states in chances
    ]
    turns = melee_turns(melee)
    try:
        chain = Chain(turns, starts)
    except TooManyStates:
        return sample_arriving(turns, arriving, rounds, seed)
    return chain.arriving(arriving, rounds)


class StateNames:
    """States by their places in a combat, and as what they are."""

    def __init__(self, melee: Melee) -> None:
        self.melee = melee
        self.known: dict[States, tuple[BodyState, ...]] = {}

    def named(self, chances: Mapping[States, float]) -> Standing:
        """Return chances by everybody's states."""
        for states in chances:
            if states not in self.known:
                self.known[states] = self.melee.named(states)
        return {self.known[states]: share for states, share in chances.items()}


class Chain:
    """The states that follow some states, and what leads from each to which.

    A state that goes on is a node with the side whose turn it is.
    """

    def __init__(self, turns: Turns, starts: Iterable[tuple[Side, States]]) -> None:
        self.nodes: list[tuple[Side, States]] = []
        self.places: dict[Side, dict[States, int]] = {"a": {}, "b": {}}
        self.over: dict[States, int] = {}
        rows: list[Mapping[States, float]] = []
        coming: dict[Side, list[States]] = {"a": [], "b": []}
        for side, states in starts:
            coming[side].append(states)
        while any(coming.values()):
            onward: dict[Side, list[States]] = {"a": [], "b": []}
            for side, some in coming.items():
                new = self._placed(side, some, turns)
                if len(self.nodes) > MOST_STATES:
                    raise TooManyStates
                if new:
                    led = turns.rows(new, MordheimTurn(side))
                    rows += led
                    onward[OTHER[side]] += dict.fromkeys(chained.from_iterable(led))
            coming = onward
        self._fill(rows)

    def _placed(self, side: Side, some: Iterable[States], turns: Turns) -> list[States]:
        """Give states before a turn their places; return those that are new."""
        known, new = self.places[side], []
        for states in some:
            if states in known or states in self.over:
                continue
            if turns.over(states):
                self.over[states] = len(self.over)
            else:
                known[states] = len(self.nodes)
                self.nodes.append((side, states))
                new.append(states)
        return new

    def _fill(self, rows: list[Mapping[States, float]]) -> None:
        self.step: Floats = np.zeros((len(rows), len(rows)))
        self.end: Floats = np.zeros((len(rows), len(self.over)))
        step, end, over = self.step, self.end, self.over
        for place, (side, _) in enumerate(self.nodes):
            onward = self.places[OTHER[side]]
            for states, share in rows[place].items():
                if states in over:
                    end[place, over[states]] = share
                else:
                    step[place, onward[states]] = share

    def entering(self, starts: Arrivals) -> tuple[Floats, Floats]:
        """Return the vectors of what goes on and of what is over, by whose turn."""
        live: Floats = np.zeros(len(self.nodes))
        ended: Floats = np.zeros(len(self.over))
        for active, chances in starts.items():
            for states, share in chances.items():
                if states in self.over:
                    ended[self.over[states]] += share
                else:
                    live[self.places[active][states]] += share
        return live, ended

    def limited(self, live: Floats, ended: Floats, rounds: int) -> TurnResult:
        """Compute a combat of so many turns after its first."""
        by_turn, live, turns = self._turns(live, ended, rounds)
        left = {states: share for states, share in self._left(live) if share}
        return TurnResult(by_turn[-1], left, by_turn, turns)

    def endless(self, live: Floats, ended: Floats) -> TurnResult:
        """Compute a combat until it is over, or until nothing changes any more."""
        by_turn, _, _ = self._turns(live, ended, SHOWN_ROUNDS)
        ends, left, turns = self.at_last(live, ended)
        return TurnResult(ends, left, by_turn, 1.0 + turns)

    def arriving(self, starts: Sequence[Arrivals], rounds: int | None) -> TurnResult:
        """Compute combats that begin in different turns."""
        live, ended = self.entering({})
        by_turn: list[dict[States, float]] = []
        turns = 0.0
        shown = SHOWN_TURNS if rounds is None else rounds
        for number in range(max(shown, len(starts))):
            turns += float(live.sum())
            ended = ended + live @ self.end
            live = live @ self.step
            if number < len(starts):
                more, done = self.entering(starts[number])
                live, ended = live + more, ended + done
            if number < shown:
                by_turn.append(self._ended(ended))
        if rounds is None:
            ends, left, more_turns = self.at_last(live, ended)
            return TurnResult(ends, left, by_turn, turns + more_turns)
        left = {states: 0.0 for _, states in self.nodes}
        for states, share in self._left(live):
            left[states] += share
        return TurnResult(by_turn[-1], left, by_turn, turns)

    def at_last(
        self, begun: Floats, over: Floats
    ) -> tuple[dict[States, float], dict[States, float], float]:
        """Return the final states, those that never end, and the expected turns.

        Parameters
        ----------
        begun, over : array
            As `entering` returns them.
        """
        useful = self._leads_on()
        live = np.where(useful, begun, 0.0)
        visits = np.zeros(len(live))
        if useful.any():
            visits[useful] = self._visits(useful, live[useful])
        ended = over + visits @ self.end
        stays = np.where(~useful, begun + visits @ self.step, 0.0)
        left: dict[States, float] = {}
        for states, share in self._left(stays):
            if share > LIKELY:
                left[states] = left.get(states, 0.0) + share
        return self._ended(ended), left, float(visits.sum())

    def _ended(self, ended: Floats) -> dict[States, float]:
        return dict(zip(self.over, ended.tolist(), strict=True))

    def _left(self, live: Floats) -> Iterable[tuple[States, float]]:
        for (_, states), share in zip(self.nodes, live.tolist(), strict=True):
            yield states, share

    def _visits(self, useful: Flags, live: Floats) -> Floats:
        """Return the expected visits of states."""
        step = self.step if useful.all() else self.step[np.ix_(useful, useful)]
        visits: Floats = np.zeros(len(live))
        visits[:] = np.linalg.solve(np.eye(len(live)) - step.T, live)
        return visits

    def _turns(
        self, live: Floats, ended: Floats, rounds: int
    ) -> tuple[list[dict[States, float]], Floats, float]:
        """Return the ends after each turn, what goes on, and the expected turns."""
        turns = 1.0
        by_turn = [self._ended(ended)]
        for _ in range(rounds - 1):
            turns += float(live.sum())
            ended = ended + live @ self.end
            live = live @ self.step
            by_turn.append(self._ended(ended))
        return by_turn, live, turns

    def _leads_on(self) -> Flags:
        """Return which states can still lead to an end."""
        found: Flags = self.end.sum(axis=1) > 0
        linked: Flags = self.step > 0
        while True:
            if found.all():
                return found
            more: Flags = linked[:, found].sum(axis=1) > 0
            more = np.logical_or(found, more)
            if bool((more == found).all()):
                return found
            found = more


def opening(charger: Charger, shakes: Sequence[float]) -> dict[MordheimTurn, float]:
    """Return the first turns that there may be: who of the charged is afraid.

    Parameters
    ----------
    charger : str
    shakes : sequence of float
        Chances that fear shakes each of the charged, the one's the first [chance].
    """
    if charger == "none":
        return {MordheimTurn("a"): 1.0}
    found: dict[MordheimTurn, float] = {}
    for afraid in range(1 << len(shakes)):
        share = math.prod(
            one if afraid >> place & 1 else 1 - one for place, one in enumerate(shakes)
        )
        if share:
            found[MordheimTurn(charger, charger, afraid)] = share
    return found
