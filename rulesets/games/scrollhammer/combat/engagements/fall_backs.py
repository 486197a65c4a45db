"""Moves of those who fall back before contact: where to, and through whom."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rulesets.games.scrollhammer.combat.engagements.approach import way_at
from rulesets.games.scrollhammer.combat.engagements.crowd import (
    FALLING,
    OWN_FRIENDS,
    OWN_MOOD,
    OWN_ROOM,
    Crowd,
    changed,
    field_of,
    seen_across,
)
from rulesets.games.scrollhammer.combat.engagements.turn import Turn
from rulesets.games.scrollhammer.combat.fights.way_back import (
    HELD,
    PANICKED,
    UNTESTED,
    FallBack,
    WayBack,
    falls_back,
    panics,
)
from rulesets.odds.row_sums import told_apart
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


def fallen_back(turn: Turn, side: Side, crowd: Crowd, dice: int = 2) -> Crowd:
    """Return where one of both units falls back to, and end where it is gone.

    Friends whom it runs through test; those who fall back too are there no more.

    Parameters
    ----------
    turn : Turn
    side : {"a", "b"}
        Of the unit.
    crowd : Crowd
    dice : int
        How far it falls back [dice].

    References
    ----------
    Scrollhammer Rulebook, Fall Back: Friendly Models; Trapped.
    """
    own, situation = side == turn.course.side, turn.course.situation
    seen = crowd.spots if own else seen_across(crowd.spots)
    rooms, friends = field_of(seen, OWN_ROOM), field_of(seen, OWN_FRIENDS)
    firsts, kinds = told_apart(rooms << 2 | friends)
    fails = panics(situation.of(side).friends_leadership)
    flights = [
        _flight(
            way_at(situation, side, turn.course.begun, room, behind),
            *(room, behind, dice, fails),
        )
        for room, behind in zip(
            rooms[firsts].tolist(), friends[firsts].tolist(), strict=True
        )
    ]
    through = np.array([flight.through for flight in flights])[kinds]
    _note_friends(turn, side, fails, friends, crowd.often(through))
    _end(turn, side, flights, kinds, crowd)
    left = _over_ground(turn, side, crowd, flights, kinds)
    before, there, shares = _moved(seen, flights, kinds)
    spots = there if own else seen_across(there)
    return left.chosen(before).often(shares).at(spots)


def _moved(
    seen: Ints, flights: Sequence[ScrollhammerFlight], kinds: Ints
) -> tuple[Ints, Ints, Floats]:
    """Return who is not gone: the places before, the spots now and their shares."""
    moves = np.array([move for flight in flights for move in flight.there])
    several = np.array([len(flight.there) for flight in flights])
    order = np.argsort(kinds, kind="stable")
    counts = several[kinds[order]]
    before = np.repeat(order, counts)
    begins = (np.cumsum(several) - several)[kinds[order]]
    skipped = begins - (np.cumsum(counts) - counts)
    after = moves.reshape(-1, 3)[np.arange(len(before)) + np.repeat(skipped, counts)]
    spots = changed(seen[before], OWN_ROOM, after[:, 0].astype(np.int64))
    spots = changed(spots, OWN_FRIENDS, after[:, 1].astype(np.int64))
    return before, changed(spots, OWN_MOOD, FALLING), after[:, 2]


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
    turn: Turn,
    side: Side,
    flights: Sequence[ScrollhammerFlight],
    kinds: Ints,
    crowd: Crowd,
) -> None:
    """End where a unit is gone."""
    ends: dict[str, Floats] = {}
    for kind, flight in enumerate(flights):
        for end, chance in flight.ends:
            ends.setdefault(end, np.zeros(len(flights)))[kind] = chance
    for end, shares in ends.items():
        turn.sink(crowd.often(shares[kinds]), "ends", f"{side}-{end}")


def _over_ground(
    turn: Turn,
    side: Side,
    crowd: Crowd,
    flights: Sequence[ScrollhammerFlight],
    kinds: Ints,
) -> Crowd:
    """Return who is left of a unit that is not gone after its move.

    Times the chance of a move it is who is left after that move. Who is trapped or
    leaves the table takes no test of dangerous ground (house).
    """
    if not turn.course.situation.dangerous_ground:
        return crowd
    moved = crowd.often(np.array([flight.stays for flight in flights])[kinds])
    left = turn.survivors(side, moved, turn.befalls(moved, "treads", side))
    return crowd.after(left.deeds)


def _note_friends(
    turn: Turn, side: Side, fails: float, friends: Ints, through: Crowd
) -> None:
    """Note how often friends behind a unit test, for the first time, and fall back.

    ``friends`` is how they stand by spot, ``through`` who runs through them.
    """
    if through.shares.any():
        untested = friends == UNTESTED
        turn.sink(through.often(untested), "friends", f"{side}-friends-test")
        turn.sink(through.often(fails), "friends", f"{side}-friends-panic")
