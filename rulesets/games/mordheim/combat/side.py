"""The sides of a Mordheim combat: who fights, in what states, and how he is struck."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rulesets.games.mordheim.combat.attack_rules import BlowMoment
from rulesets.games.mordheim.combat.blows import BlowGroup, Parry
from rulesets.games.mordheim.combat.body import (
    GONE,
    KNOCKED_DOWN,
    OUT,
    RUNAWAY,
    STANDING,
    STUNNED,
    Body,
    BodyState,
)
from rulesets.games.mordheim.combat.disarming import kits
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.combat.strikes import Striking
from rulesets.games.mordheim.combat.weapons import parries

Kernel = list[list[tuple[int, bool, float]]]
"""By a target's state: how it is then, whether a critical hit was scored, chance."""


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a combat.

    Parameters
    ----------
    warrior : Warrior
    count : int
        How many of him.
    body : Body
    usual : BlowMoment
        What the situation says of his blows in any turn.
    stupid, flees : float
        Chances to do nothing in a turn, and to flee from several [chance].
    """

    warrior: Warrior
    count: int
    body: Body
    usual: BlowMoment
    stupid: float = 0.0
    flees: float = 0.0


KERNELS = 1024
"""Kernels that are kept: equal blows at equal bodies are worked out once."""


@lru_cache(maxsize=64)
def striking(body: Body) -> Striking:
    """Return the matrices of blows against a body."""
    return Striking(body)


class SideStates:
    """One side's states, by their place.

    ``warriors`` are the fighter with each of his kits, ``again`` how he is when a new
    phase begins.
    """

    def __init__(self, party: Party) -> None:
        self.party = party
        self.striking = striking(party.body)
        self.states = self.striking.states
        self.posture = [state.posture for state in self.states]
        self.wounds = [state.wounds for state in self.states]
        self.strikes = [
            state.posture == STANDING and not state.dull and not state.stopped
            for state in self.states
        ]
        several = len(party.body.drops) > 1
        own = kits(party.warrior) if several else None
        self.warriors = [
            own.of(party.warrior, kit) if own else party.warrior
            for kit in range(len(party.body.drops))
        ]
        self.kit = [state.kit for state in self.states]
        guards = [parries(warrior) for warrior in self.warriors]
        self.parry = [guards[kit] for kit in self.kit]
        index = self.striking.index
        self.again = [index[state._replace(stopped=False)] for state in self.states]
        self.runaway = index[RUNAWAY]
        self.recovers = [
            [(index[after], share) for after, share in _recovered(state, party.stupid)]
            for state in self.states
        ]


def _recovered(state: BodyState, stupid: float) -> Iterator[tuple[BodyState, float]]:
    """Yield how a fighter is after his recovery phase."""
    if state.posture >= OUT:
        yield state, 1.0
    elif state.posture == STUNNED:
        yield state._replace(posture=KNOCKED_DOWN), 1.0
    else:
        if stupid < 1:
            yield state._replace(posture=STANDING, dull=False), 1 - stupid
        if stupid:
            yield state._replace(posture=STANDING, dull=True), stupid


@lru_cache(maxsize=KERNELS)
def kernel(
    body: Body,
    lots: tuple[BlowGroup, ...],
    view: int,
    parry: Parry | None = None,
    *,
    used: bool = False,
) -> Kernel:
    """Return what blows do to a body, to one who stands or to one who lies.

    Parameters
    ----------
    body : Body
    lots : tuple of BlowGroup
    view : int
        The posture that counts.
    parry : Parry, optional
        How one of them may be parried.
    used : bool
        True if the striker has had his critical hit.
    """
    target = striking(body)
    if view == STUNNED:
        return [[(target.index[GONE], False, 1.0)] for _ in target.states]
    matrix = target.finish(lots) if view == KNOCKED_DOWN else target.strike(lots, parry)
    size = len(target.states)
    rows = matrix[size:] if used else matrix[:size]
    return [
        [
            (column % size, column >= size, share)
            for column, share in enumerate(row)
            if share
        ]
        for row in rows.tolist()
    ]
