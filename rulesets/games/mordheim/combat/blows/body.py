"""The body of a Mordheim fighter: his states, and what wounds make of them.

A fighter's state says his posture, the wounds that he has left (one who lost the last
and fights on counts as having 1: every further wound is rolled for), and what is spent.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rulesets.games.mordheim.combat.blows.blows import MordheimBlow
from rulesets.games.mordheim.combat.blows.injuries import (
    FELL,
    FLED,
    KNOCKED_DOWN,
    OUT,
    PLAIN,
    STANDING,
    STUNNED,
    Hide,
    Trauma,
    injury,
)
from rulesets.games.mordheim.critical_hits import DISARMS, FELLS, STOPS


class BodyState(NamedTuple):
    """The state of a fighter.

    Parameters
    ----------
    posture : int
    wounds : int
        Left [wounds]; 0 where he is gone.
    calm : bool
        True if he was in frenzy and lost it.
    charmed : bool
        True if his lucky charm still waits for its first hit.
    dull : bool
        True if he failed his last test of stupidity.
    loadout : int
        What he fights with, by its place in his loadouts; 0 is what he began with.
    stopped : bool
        True if he strikes no more in this phase.
    low : bool
        True if he has fallen from the edge at which he stood.
    alight : bool
        True if he burns.
    """

    posture: int
    wounds: int
    calm: bool = False
    charmed: bool = False
    dull: bool = False
    loadout: int = 0
    stopped: bool = False
    low: bool = False
    alight: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge within 1" of a fighter.

    Parameters
    ----------
    slips : float
        Chance that he falls when he is put down [chance].
    wounds : float
        Chance that a hit of the fall wounds him [chance].
    leaves : bool
        True if a fall ends the fight for him; else he lies below.
    """

    slips: float
    wounds: float
    leaves: bool


@dataclass(frozen=True, slots=True)
class Body:
    """A fighter's states, and what moves him between them.

    Parameters
    ----------
    wounds : int
        At full strength [wounds].
    hide : Hide
    frenzied, charmed, stupid : bool
        True if he may be in frenzy; has a lucky charm; is subject to stupidity.
    stops, falls : bool
        True if a critical hit may keep him from striking, or knock him down at once.
    drops : tuple
        By loadout, those he may have after he was disarmed, one as likely as another.
    heals : bool
        True if he may regain lost wounds.
    endless : bool
        True if nothing takes him out of action but the loss of his wounds.
    edge : Edge, optional
    fire : MordheimBlow, optional
        What the fire does in each turn in which he burns on; none if nothing sets him
        alight.
    """

    wounds: int
    hide: Hide
    frenzied: bool = False
    charmed: bool = False
    stupid: bool = False
    stops: bool = False
    falls: bool = False
    drops: tuple[tuple[int, ...], ...] = ((),)
    heals: bool = False
    endless: bool = False
    edge: Edge | None = None
    fire: MordheimBlow | None = None

    def states(self) -> tuple[BodyState, ...]:
        """Return every state that he can be in, those who stand first."""
        lives = [BodyState(STANDING, wounds) for wounds in range(self.wounds, 0, -1)]
        most = self.wounds if self.falls or self.heals else 1
        if self.frenzied:
            lives += [
                BodyState(STANDING, left, calm=True) for left in range(most, 0, -1)
            ]
        lives += [
            self.down(KNOCKED_DOWN)._replace(wounds=left) for left in range(most, 0, -1)
        ]
        lives.append(self.down(STUNNED))
        leaves = self.edge is not None and self.edge.leaves
        found = [
            state._replace(
                charmed=charmed,
                dull=dull,
                loadout=loadout,
                stopped=stopped,
                low=low,
                alight=alight,
            )
            for charmed in _either(may=self.charmed)
            for dull in _either(may=self.stupid)
            for loadout in range(len(self.drops))
            for stopped in _either(may=self.stops or self.fire is not None)
            for low in _either(may=self.edge is not None and not leaves)
            for alight in _either(may=self.fire is not None)
            for state in lives
        ]
        found.sort(key=lambda state: state.posture)
        return (*found, GONE, RUNAWAY, *((FALLEN,) if leaves else ()))

    def healed(self, state: BodyState) -> BodyState:
        """Return his state with all wounds back, if he stands and has herbs for it."""
        heals = self.heals and state.posture == STANDING
        return state._replace(wounds=self.wounds) if heals else state

    def down(self, posture: int) -> BodyState:
        """Return his state on the ground: his last wound is gone, and his frenzy."""
        return BodyState(posture, 1, calm=self.frenzied)

    def struck(self, state: BodyState, does: str) -> Mapping[BodyState, float]:
        """Return his states after the effect of a critical hit beside wounds."""
        if state.posture >= OUT:
            return {state: 1.0}
        if does == STOPS and self.stops:
            return {state._replace(stopped=True): 1.0}
        after = self.drops[state.loadout]
        if does == DISARMS and after:
            return {
                state._replace(loadout=loadout): 1 / len(after) for loadout in after
            }
        if does == FELLS and self.falls and state.posture == STANDING:
            return {state._replace(posture=KNOCKED_DOWN, calm=self.frenzied): 1.0}
        return {state: 1.0}

    def suffer(
        self, state: BodyState, wounds: int, trauma: Trauma
    ) -> Mapping[BodyState, float]:
        """Return his states after unsaved wounds of one blow.

        Parameters
        ----------
        state : BodyState
        wounds : int
            At least 1 [wounds].
        trauma : Trauma
        """
        if state.posture >= OUT:
            return {state: 1.0}
        if wounds < state.wounds:
            return {state._replace(wounds=state.wounds - wounds): 1.0}
        rolls = wounds - state.wounds + 1
        found: dict[BodyState, float] = {}
        for posture, share in enumerate(injury(self.hide, trauma, rolls)):
            if share > 0:
                after = self._fallen(state, posture)
                found[after] = found.get(after, 0.0) + share
        return found

    def slipping(
        self, before: BodyState, after: Mapping[BodyState, float]
    ) -> Mapping[BodyState, float]:
        """Let who was put off his feet by a hit fall from the edge at which he stood.

        References
        ----------
        Mordheim Rulings, Falling: D3 hits, no armour, no critical hits.
        """
        edge = self.edge
        if edge is None or before.low or before.posture != STANDING:
            return after
        parts: list[tuple[float, Mapping[BodyState, float]]] = []
        for state, share in after.items():
            if state.posture in (KNOCKED_DOWN, STUNNED):
                parts.append((share * edge.slips, self._below(state, edge)))
                parts.append((share * (1 - edge.slips), {state: 1.0}))
            else:
                parts.append((share, {state: 1.0}))
        return weighted(parts)

    def _below(self, state: BodyState, edge: Edge) -> Mapping[BodyState, float]:
        """Return the states after a fall: of one, two or three hits alike likely."""
        live: Mapping[BodyState, float] = {state._replace(low=not edge.leaves): 1.0}
        found: list[tuple[float, Mapping[BodyState, float]]] = []
        for _ in range(3):
            hit: list[tuple[float, Mapping[BodyState, float]]] = []
            for now, share in live.items():
                hit.append((share * edge.wounds, self.suffer(now, 1, PLAIN)))
                hit.append((share * (1 - edge.wounds), {now: 1.0}))
            live = weighted(hit)
            found.append((1 / 3, live))
        ended = weighted(found)
        if not edge.leaves:
            return ended
        out = ended.get(GONE, 0.0)
        return {FALLEN: 1 - out, GONE: out}

    def _fallen(self, state: BodyState, posture: int) -> BodyState:
        worst = max(posture, state.posture)
        if worst == OUT:
            return GONE
        if worst == STANDING:
            return state._replace(wounds=1)
        return state._replace(posture=worst, wounds=1, calm=self.frenzied)


def _either(*, may: bool) -> tuple[bool, ...]:
    return (False, True) if may else (False,)


GONE = BodyState(OUT, 0)
"""Out of action."""

RUNAWAY = BodyState(FLED, 0)
"""Away from the fight, however many wounds were left."""


FALLEN = BodyState(FELL, 0)
"""Below, away from the fight, however hurt."""


def weighted(
    parts: Iterable[tuple[float, Mapping[BodyState, float]]],
) -> dict[BodyState, float]:
    """Return the mixture of some distributions."""
    found: dict[BodyState, float] = {}
    for weight, part in parts:
        if weight:
            for state, share in part.items():
                found[state] = found.get(state, 0.0) + weight * share
    return found
