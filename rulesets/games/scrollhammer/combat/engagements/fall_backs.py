"""Moves of those who fall back before contact: where to, and through whom."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rulesets.games.scrollhammer.combat.engagements.approach import Plan
from rulesets.games.scrollhammer.combat.engagements.crowd import (
    FALLING,
    Crowd,
    Spot,
    mixed,
)
from rulesets.games.scrollhammer.combat.engagements.dangerous import trod
from rulesets.games.scrollhammer.combat.fights.way_back import (
    HELD,
    PANICKED,
    UNTESTED,
    FallBack,
    WayBack,
    falls_back,
    panics,
)
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.odds.sides import Side
from rulesets.odds.volley import Floats


@dataclass(frozen=True, slots=True)
class ScrollhammerFlight:
    """The moves of a unit that falls back from a spot.

    Parameters
    ----------
    there : tuple of (Spot, float)
        Where it then stands, as it sees it [chance].
    ends : tuple of (str, float)
        The ends of the keys of outcomes [chance].
    stays : float
        That it is not gone [chance].
    through : float
        That it runs through friends [chance].
    """

    there: tuple[tuple[Spot, float], ...]
    ends: tuple[tuple[str, float], ...]
    stays: float
    through: float


def fallen_back(
    unit: ScrollhammerUnit, plan: Plan, crowd: Crowd, dice: int = 2
) -> Crowd:
    """Return where one of both units falls back to, and end where it is gone.

    Friends whom it runs through test; those who fall back too are there no more.

    Parameters
    ----------
    unit : ScrollhammerUnit
        Of this side, or of the other.
    plan : Plan
    crowd : Crowd
        As the side of the plan sees both.
    dice : int
        How far it falls back [dice].

    References
    ----------
    Scrollhammer Rulebook, Fall Back: Friendly Models; Trapped.
    """
    own = unit.side == plan.own.side
    seen = [spot if own else spot.turned() for spot in crowd.spots]
    fails = panics(plan.situation.of(unit.side).friends_leadership)
    flights = [
        _flight(spot, plan.way_back(unit.side, spot), dice, fails) for spot in seen
    ]
    _note_friends(plan, unit.side, fails, seen, flights, crowd.live)
    _end(plan, unit.side, flights, crowd.live)
    left = _over_ground(plan, unit, crowd.live, flights)
    known: dict[Spot, int] = {}
    entries = [
        (known.setdefault(spot, len(known)), place, chance)
        for place, flight in enumerate(flights)
        for spot, chance in flight.there
    ]
    shares = np.zeros((len(known), len(flights)))
    for row, place, chance in entries:
        shares[row, place] += chance
    spots = [spot if own else spot.turned() for spot in known]
    return Crowd(spots, mixed(shares, left))


@lru_cache(maxsize=16_384)
def _flight(spot: Spot, way: WayBack, dice: int, fails: float) -> ScrollhammerFlight:
    """Return the moves of a unit from a spot that it sees, by the way behind it.

    ``fails`` is the chance that friends fall back too.
    """
    moves = falls_back(way, spot.own_room, dice)
    ends: dict[str, float] = {}
    there = []
    for move in moves:
        if move.end:
            ends[move.end] = ends.get(move.end, 0.0) + move.chance
            continue
        room = spot.own_room - move.inches
        for friends, share in _friends_after(spot, move, fails):
            then = spot._replace(own_room=room, own_mood=FALLING, own_friends=friends)
            there.append((then, move.chance * share))
    return ScrollhammerFlight(
        tuple(there),
        tuple(ends.items()),
        sum(move.chance for move in moves if not move.end),
        sum(move.chance for move in moves if move.through),
    )


def _friends_after(
    seen: Spot, move: FallBack, fails: float
) -> Iterator[tuple[int, float]]:
    """Yield how the friends behind a unit stand after its move, with the chances."""
    if not move.through:
        yield seen.own_friends, 1.0
        return
    yield HELD, 1 - fails
    yield PANICKED, fails


def _end(
    plan: Plan, side: Side, flights: Sequence[ScrollhammerFlight], live: Floats
) -> None:
    """End where a unit is gone."""
    ends: dict[str, Floats] = {}
    for place, flight in enumerate(flights):
        for end, chance in flight.ends:
            ends.setdefault(end, np.zeros((1, len(live))))[0, place] = chance
    for end, shares in ends.items():
        plan.end(f"{side}-{end}", mixed(shares, live)[0])


def _over_ground(
    plan: Plan,
    unit: ScrollhammerUnit,
    live: Floats,
    flights: Sequence[ScrollhammerFlight],
) -> Floats:
    """Return who is left of a unit that is not gone after its move.

    Times the chance of a move it is who is left after that move. Who is trapped or
    leaves the table takes no test of dangerous ground (house).
    """
    if not plan.situation.dangerous_ground:
        return live
    stays = np.array([flight.stays for flight in flights])[:, None, None]
    return trod(plan, unit, live * stays) / np.where(stays > 0, stays, 1.0)


def _note_friends(
    plan: Plan,
    side: Side,
    fails: float,
    seen: Sequence[Spot],
    flights: Sequence[ScrollhammerFlight],
    live: Floats,
) -> None:
    """Note how often friends behind a unit test, for the first time, and fall back."""
    through = np.array([flight.through for flight in flights])
    if not through.any():
        return
    chances = through * live.sum(axis=(1, 2))
    fresh = np.array([spot.own_friends == UNTESTED for spot in seen])
    plan.events[f"{side}-friends-test"] += float(chances @ fresh)
    plan.events[f"{side}-friends-panic"] += float(chances.sum()) * fails
