"""Moves of those who fall back before contact: where to, and through whom."""

from collections.abc import Iterator, Sequence

from rulesets.games.scrollhammer.combat.approach import FALLING, Plan, Spot
from rulesets.games.scrollhammer.combat.dangerous import trod
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.way_back import (
    HELD,
    PANICKED,
    UNTESTED,
    FallBack,
    falls_back,
    panics,
)
from rulesets.odds.sides import Side
from rulesets.odds.volley import Floats


def fallen_back(
    unit: ScrollhammerUnit,
    plan: Plan,
    spot: Spot,
    live: Floats,
    dice: int = 2,
) -> list[tuple[Spot, Floats]]:
    """Return where one of both units falls back to, and end where it is gone.

    Friends whom it runs through test; those who fall back too are there no more.

    Parameters
    ----------
    unit : ScrollhammerUnit
        Of this side, or of the other.
    plan : Plan
    spot, live
        ``[own, other]``, as the side of the plan sees both [chance].
    dice : int
        How far it falls back [dice].

    References
    ----------
    Scrollhammer Rulebook, Fall Back: Friendly Models; Trapped.
    """
    own = unit.side == plan.own.side
    seen = spot if own else spot.turned()
    found = []
    moves = falls_back(plan.way_back(unit.side, seen), seen.own_room, dice)
    left = _over_ground(plan, unit, live, moves)
    ends: dict[str, float] = {}
    for move in moves:
        if move.through:
            chance = float(live.sum()) * move.chance
            _note_friends(plan, unit.side, seen.own_friends, chance)
        if move.end:
            ends[move.end] = ends.get(move.end, 0.0) + move.chance
            continue
        room = seen.own_room - move.inches
        for friends, share in _friends_after(plan, unit.side, seen, move):
            there = seen._replace(own_room=room, own_mood=FALLING, own_friends=friends)
            away = left * (move.chance * share)
            found.append((there if own else there.turned(), away))
    for end, chance in ends.items():
        plan.end(f"{unit.side}-{end}", live * chance)
    return found


def _over_ground(
    plan: Plan, unit: ScrollhammerUnit, live: Floats, moves: Sequence[FallBack]
) -> Floats:
    """Return who is left of a unit that is not gone after its move.

    Times the chance of a move it is who is left after that move. Who is trapped or
    leaves the table takes no test of dangerous ground (house).
    """
    stays = sum(move.chance for move in moves if not move.end)
    if not plan.situation.dangerous_ground or not stays:
        return live
    return trod(plan, unit, live * stays) / stays


def _note_friends(plan: Plan, side: Side, friends: int, chance: float) -> None:
    fails = panics(plan.situation.of(side).friends_leadership)
    plan.events[f"{side}-friends-test"] += chance if friends == UNTESTED else 0.0
    plan.events[f"{side}-friends-panic"] += chance * fails


def _friends_after(
    plan: Plan, side: Side, seen: Spot, move: FallBack
) -> Iterator[tuple[int, float]]:
    """Yield how the friends behind a side stand after its move, with the chances."""
    if not move.through:
        yield seen.own_friends, 1.0
        return
    fails = panics(plan.situation.of(side).friends_leadership)
    yield HELD, 1 - fails
    yield PANICKED, fails
