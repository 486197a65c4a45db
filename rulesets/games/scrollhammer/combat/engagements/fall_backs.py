"""Moves of those who fall back before contact: where to, and through whom."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rulesets.games.scrollhammer.combat.engagements.approach import Plan
from rulesets.games.scrollhammer.combat.engagements.crowd import (
    FALLING,
    OWN_FRIENDS,
    OWN_MOOD,
    OWN_ROOM,
    RADIX,
    TURNED,
    Crowd,
    mixed,
    told_apart,
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
from rulesets.odds.volley import Floats, Ints


@dataclass(frozen=True, slots=True)
class ScrollhammerFlight:
    """The moves of a unit that falls back from a place.

    Parameters
    ----------
    there : tuple of (int, int, float)
        How far from its table edge it then is [inches], and how the friends behind it
        stand [chance].
    ends : tuple of (str, float)
        The ends of the keys of outcomes [chance].
    stays : float
        That it is not gone [chance].
    through : float
        That it runs through friends [chance].
    """

    there: tuple[tuple[int, int, float], ...]
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
    seen = crowd.spots if own else crowd.spots[:, TURNED]
    rooms, friends = seen[:, OWN_ROOM], seen[:, OWN_FRIENDS]
    firsts, kinds = told_apart(rooms << 2 | friends)
    fails = panics(plan.situation.of(unit.side).friends_leadership)
    flights = [
        _flight(plan.way_back(unit.side, room, behind), room, behind, dice, fails)
        for room, behind in seen[firsts][:, [OWN_ROOM, OWN_FRIENDS]].tolist()
    ]
    through = np.array([flight.through for flight in flights])[kinds]
    _note_friends(plan, unit.side, fails, friends, through, crowd.live)
    _end(plan, unit.side, flights, kinds, crowd.live)
    left = _over_ground(plan, unit, crowd.live, flights, kinds)
    there, shares = _moved(seen, flights, kinds)
    return Crowd(there if own else there[:, TURNED], mixed(shares, left))


def _moved(
    seen: Ints, flights: Sequence[ScrollhammerFlight], kinds: Ints
) -> tuple[Ints, Floats]:
    """Return the spots of those who are not gone, and their shares of those before."""
    places, moves = [], []
    for kind, flight in enumerate(flights):
        those = np.flatnonzero(kinds == kind)
        places.append(np.repeat(those, len(flight.there)))
        moves.append(np.tile(np.array(flight.there).reshape(-1, 3), (len(those), 1)))
    before, after = np.concatenate(places), np.concatenate(moves)
    spots = seen[before]
    spots[:, [OWN_ROOM, OWN_FRIENDS]] = after[:, :2]
    spots[:, OWN_MOOD] = FALLING
    firsts, numbers = told_apart(spots @ RADIX)
    shares = np.zeros((len(firsts), len(seen)))
    np.add.at(shares, (numbers, before), after[:, 2])
    return spots[firsts], shares


@lru_cache(maxsize=16_384)
def _flight(
    way: WayBack, room: int, behind: int, dice: int, fails: float
) -> ScrollhammerFlight:
    """Return the moves of a unit so far from its table edge, by the way behind it.

    ``behind`` is how friends there stand, ``fails`` the chance that they fall back too.
    """
    moves = falls_back(way, room, dice)
    ends: dict[str, float] = {}
    there = []
    for move in moves:
        if move.end:
            ends[move.end] = ends.get(move.end, 0.0) + move.chance
            continue
        for friends, share in _friends_after(behind, move, fails):
            there.append((room - move.inches, friends, move.chance * share))
    return ScrollhammerFlight(
        tuple(there),
        tuple(ends.items()),
        sum(move.chance for move in moves if not move.end),
        sum(move.chance for move in moves if move.through),
    )


def _friends_after(
    behind: int, move: FallBack, fails: float
) -> Iterator[tuple[int, float]]:
    """Yield how the friends behind a unit stand after its move, with the chances."""
    if not move.through:
        yield behind, 1.0
        return
    yield HELD, 1 - fails
    yield PANICKED, fails


def _end(
    plan: Plan,
    side: Side,
    flights: Sequence[ScrollhammerFlight],
    kinds: Ints,
    live: Floats,
) -> None:
    """End where a unit is gone."""
    ends: dict[str, Floats] = {}
    for kind, flight in enumerate(flights):
        for end, chance in flight.ends:
            ends.setdefault(end, np.zeros((1, len(flights))))[0, kind] = chance
    for end, shares in ends.items():
        plan.end(f"{side}-{end}", mixed(shares[:, kinds], live)[0])


def _over_ground(
    plan: Plan,
    unit: ScrollhammerUnit,
    live: Floats,
    flights: Sequence[ScrollhammerFlight],
    kinds: Ints,
) -> Floats:
    """Return who is left of a unit that is not gone after its move.

    Times the chance of a move it is who is left after that move. Who is trapped or
    leaves the table takes no test of dangerous ground (house).
    """
    if not plan.situation.dangerous_ground:
        return live
    stays = np.array([flight.stays for flight in flights])[kinds][:, None, None]
    return trod(plan, unit, live * stays) / np.where(stays > 0, stays, 1.0)


def _note_friends(
    plan: Plan,
    side: Side,
    fails: float,
    friends: Ints,
    through: Floats,
    live: Floats,
) -> None:
    """Note how often friends behind a unit test, for the first time, and fall back.

    ``friends`` is how they stand, and ``through`` the chance to run through them, by
    spot.
    """
    if not through.any():
        return
    chances = through * live.sum(axis=(1, 2))
    tested = chances @ (friends == UNTESTED)
    plan.events[f"{side}-friends-test"] += float(tested)
    plan.events[f"{side}-friends-panic"] += float(chances.sum()) * fails
