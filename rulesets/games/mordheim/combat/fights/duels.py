"""Duels of Mordheim: their figures, by the tables of two fighters, without words."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from rulesets.games.mordheim.combat.blows.injuries import FLED, OUT
from rulesets.games.mordheim.combat.context import Charger
from rulesets.games.mordheim.combat.fights.chain import Chain, opening
from rulesets.games.mordheim.combat.fights.duel_turns import DuelSide, DuelTurns
from rulesets.games.mordheim.combat.fights.duellists import (
    DuelArms,
    Duellist,
    DuelMoment,
    arms,
)
from rulesets.games.mordheim.combat.fights.orders import MordheimTurn, States
from rulesets.odds.sides import OTHER, Side

DUELS = 1 << 14
"""Duels whose figures are kept."""


def duel_side(own: Duellist, enemy: Duellist, side: Side) -> DuelSide:
    """Return a fighter as one side of a duel."""

    def armed(turn: MordheimTurn, calm: bool) -> DuelArms:  # noqa: FBT001
        charged = bool(turn.charger) and turn.charger != side
        moment = DuelMoment(
            charging=turn.charger == side,
            charged=charged,
            afraid=charged and bool(turn.afraid),
            calm=calm,
        )
        return arms(own, enemy.seen, moment)

    return DuelSide(own.states, own.target, armed)


class DuelFigures(NamedTuple):
    """Chances to win of both, and means: wounds left of both, turns."""

    a_wins: float
    b_wins: float
    a_left: float
    b_left: float
    turns: float


def _wins(duel: DuelTurns, ends: Mapping[States, float]) -> tuple[float, float]:
    """Return the chances that each has won: the other is out, or has fled."""
    a_wins = b_wins = 0.0
    of_a, of_b = duel.posture
    for (x, y), share in ends.items():
        a_wins += share * (of_b[y] in (OUT, FLED))
        b_wins += share * (of_a[x] in (OUT, FLED))
    return a_wins, b_wins


def _left(
    a: Duellist, b: Duellist, parts: Iterable[Mapping[States, float]]
) -> tuple[float, float]:
    """Return the mean wounds that each has left: 1 at least who is not out."""
    of_a = of_b = 0.0
    for (x, y), share in (pair for part in parts for pair in part.items()):
        of_a += share * a.left[x]
        of_b += share * b.left[y]
    return of_a, of_b


@lru_cache(maxsize=DUELS)
def duel_figures(
    a: Duellist, b: Duellist, charger: Charger, rounds: int | None
) -> DuelFigures:
    """Return the figures of a duel: until it is over, or of so many turns.

    Raises
    ------
    TooManyStates
        If it has too many states.
    """
    holds = shakes = 0.0
    if charger != "none":
        own, other = (a, b) if charger == "a" else (b, a)
        holds = own.held if other.fearsome else 0.0
        shakes = other.shaken if own.fearsome else 0.0
    a_left, b_left = (max(1, one.states.wounds[one.begins]) for one in (a, b))
    if holds == 1:
        return DuelFigures(0.0, 0.0, a_left, b_left, 0.0)
    fought = _fought(a, b, charger, shakes, rounds)
    fights = 1 - holds
    return DuelFigures(
        fights * fought.a_wins,
        fights * fought.b_wins,
        fights * fought.a_left + holds * a_left,
        fights * fought.b_left + holds * b_left,
        fights * fought.turns,
    )


def _fought(
    a: Duellist, b: Duellist, charger: Charger, shakes: float, rounds: int | None
) -> DuelFigures:
    """Return the figures of a duel in which the charge is not held back."""
    duel = DuelTurns(duel_side(a, b, "a"), duel_side(b, a, "b"))
    begins = a.begins, b.begins
    turns = opening(charger, () if charger == "none" else (shakes,))
    first: dict[States, float] = {}
    for turn, share in turns.items():
        for states, of in duel.rows([begins], turn)[0].items():
            first[states] = first.get(states, 0.0) + share * of
    active = OTHER[next(iter(turns)).active]
    chain = Chain(duel, [(active, states) for states in first])
    live, ended = chain.entering({active: first})
    if rounds is None:
        ends, left, more = chain.at_last(live, ended)
        return DuelFigures(*_wins(duel, ends), *_left(a, b, (ends, left)), 1.0 + more)
    result = chain.limited(live, ended, rounds)
    left_of = _left(a, b, (result.ends, result.open))
    return DuelFigures(*_wins(duel, result.ends), *left_of, result.turns)
