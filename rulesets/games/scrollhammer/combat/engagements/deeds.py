"""The chances of what befalls two units in a turn, by the names that turns have for it.

All chances are by the states of both: who is left of them.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np

from rulesets.games.scrollhammer.combat.blows.survivors import by_leadership, move_dice
from rulesets.games.scrollhammer.combat.engagements.approach import (
    Plan,
    highest,
    steadiness,
    tests_for_casualties,
)
from rulesets.games.scrollhammer.combat.engagements.shots_of_turns import (
    fire_of,
    reaction_fire_of,
    weights_of_shots,
)
from rulesets.games.scrollhammer.combat.fights.fear import dares
from rulesets.games.scrollhammer.combat.fights.ground import trodden
from rulesets.games.scrollhammer.combat.fights.leadership import leadership, regrouping
from rulesets.games.scrollhammer.combat.fights.regeneration import regeneration
from rulesets.games.scrollhammer.combat.shots.fire import stood_and_shot, weighed_moves
from rulesets.odds.journey import MOVES_OTHER, MOVES_OWN, SHARED, Deed
from rulesets.odds.sides import Side
from rulesets.odds.volley import Floats

States = list[int]


def deed_of(
    plan: Plan, name: tuple[str, bool, *tuple[Any, ...]], own: States, other: States
) -> Deed:
    """Return what a deed of a `Turn` does, for at least some states of both sides."""
    what, armed, *more = name
    then = plan if armed or plan.ready is None else plan.ready
    if what == "shoots":
        return _shoots(then, own, *more)
    if what == "is-shot":
        return _is_shot(then, other, *more)
    return _DEEDS[what](then, *more)


def _shared(plan: Plan, chances: Floats) -> Deed:
    """Return what happens with some chance, given so that it fits ``[own, other]``."""
    size = plan.own.company.states, plan.other.company.states
    whole = np.ascontiguousarray(np.broadcast_to(chances, size), np.float64)
    return Deed(SHARED, {0: whole})


def _moves(
    does: int, states: Iterable[int], moves: Floats, *, falls: bool = True
) -> Deed:
    """Return what does the same in all states of the side that does not move."""
    whole = np.ascontiguousarray(moves)
    return Deed(does, dict.fromkeys(states, whole), falls)


def _shoots(plan: Plan, states: States, aim: int, mood: int, part: int) -> Deed:
    """Return the shots at a target that stays, is pinned or falls back, by part."""
    fire = fire_of(plan, aim, mood)
    weigh = partial(weights_of_shots, plan, mood)
    found: dict[int, Floats | None] = {}
    for state in states:
        found[state] = weighed_moves(fire, fire.rows[state], weigh)[part]
    return Deed(MOVES_OTHER, found)


def _is_shot(plan: Plan, states: States, distance: int) -> Deed:
    """Return the shots of a charged unit that tests whether it stands and shoots."""
    fire = reaction_fire_of(plan, distance)
    return Deed(MOVES_OWN, {state: stood_and_shot(fire, state) for state in states})


def _regenerates(plan: Plan) -> Deed:
    states = range(plan.other.company.states)
    return _moves(MOVES_OWN, states, regeneration(plan.own), falls=False)


def _treads(plan: Plan, side: Side) -> Deed:
    own = side == plan.own.side
    unit, beside = (plan.own, plan.other) if own else (plan.other, plan.own)
    does = MOVES_OWN if own else MOVES_OTHER
    return _moves(does, range(beside.company.states), trodden(unit))


def _treads_in_a_march(plan: Plan, *, breaks: bool) -> Deed:
    """Return who holds after a march, or falls back for a quarter lost in it."""
    own = plan.own
    fails = tests_for_casualties(own, plan.readings)
    fails = fails * (1 - steadiness(own, plan.readings)[None, :])
    shares = fails if breaks else 1 - fails
    states = range(plan.other.company.states)
    return _moves(MOVES_OWN, states, trodden(own) * shares)


def _is_gone(plan: Plan, side: Side) -> Deed:
    return _shared(plan, 1.0 - _left(plan, side))


def _is_left(plan: Plan, side: Side) -> Deed:
    return _shared(plan, _left(plan, side))


def _left(plan: Plan, side: Side) -> Floats:
    """Return 1 where anybody is left of a side, in a shape for `_shared`."""
    own = side == plan.own.side
    left = np.ones((plan.own if own else plan.other).company.states)
    left[0] = 0.0
    return left[:, None] if own else left


def _strides(plan: Plan, most: int, inches: int) -> Deed:
    """Return how likely a move or a march goes so far.

    References
    ----------
    Scrollhammer Rulebook, Moving Through Terrain: Difficult Terrain; Special rules H to
    Q: Move Through Cover.
    """
    dice = move_dice(plan.own).tolist()
    chances = np.array([float(highest(count, most)[inches]) for count in dice])
    return _shared(plan, chances[:, None])


def _tested(
    chances: Callable[[Plan], Floats], *, passes: bool
) -> Callable[[Plan], Deed]:
    """Return how often a side passes a test, or fails it."""

    def told(plan: Plan) -> Deed:
        found = chances(plan)
        return _shared(plan, found if passes else 1 - found)

    return told


def _regroups(plan: Plan) -> Floats:
    return regrouping(plan.own)[:, None]


def _marches(plan: Plan) -> Floats:
    return by_leadership(plan.own, leadership)[:, None]


def _dares(plan: Plan) -> Floats:
    return dares(plan.own, plan.other)


def _stands(plan: Plan) -> Floats:
    return by_leadership(plan.other, leadership)


_DEEDS: dict[str, Callable[..., Deed]] = {
    "regenerates": _regenerates,
    "treads": _treads,
    "treads-and-holds": partial(_treads_in_a_march, breaks=False),
    "treads-and-breaks": partial(_treads_in_a_march, breaks=True),
    "is-gone": _is_gone,
    "is-left": _is_left,
    "strides": _strides,
    "regroups": _tested(_regroups, passes=True),
    "runs-on": _tested(_regroups, passes=False),
    "marches": _tested(_marches, passes=True),
    "halts": _tested(_marches, passes=False),
    "dares": _tested(_dares, passes=True),
    "balks": _tested(_dares, passes=False),
    "stands": _tested(_stands, passes=True),
    "fails-to-stand": _tested(_stands, passes=False),
}
"""Returns a deed whose chances are told for all states at once, by its name."""
