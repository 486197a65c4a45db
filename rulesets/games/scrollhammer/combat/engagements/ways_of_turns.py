"""The ways of turns, laid down once for all units that take the same."""

from collections.abc import Callable
from functools import lru_cache, partial
from threading import RLock

import numpy as np

from rulesets.games.scrollhammer.combat.engagements.approach import Plan
from rulesets.games.scrollhammer.combat.engagements.course import Course, course_of
from rulesets.games.scrollhammer.combat.engagements.crowd import (
    OTHER_MOOD,
    OWN_MOOD,
    Crowd,
    Spot,
    field_of,
    seen_across,
)
from rulesets.games.scrollhammer.combat.engagements.deeds import deed_of
from rulesets.games.scrollhammer.combat.engagements.turn import Turn
from rulesets.odds.approach import seen_by
from rulesets.odds.journey import Journey, Standing
from rulesets.odds.row_sums import gather, told_apart
from rulesets.odds.sides import OTHER, Side
from rulesets.odds.volley import Floats, Ints
from rulesets.odds.ways import Ways

MOST_LAID = 1_000_000
"""Arrivals and places above which ways are laid down anew: at most some 40 MB."""

Act = Callable[[Turn, Crowd], None]
"""Lays down the acts of a side in its turn, from some spots."""


class WaysOfTurns:
    """The ways of all turns on tables of one length; it grows, and is shared.

    A place is a spot as the side sees it whose turn begins there.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._numbers: dict[int, int] = {}
        self._every: list[int] = []
        self._ways: dict[tuple[Course, Act], Ways] = {}

    def __len__(self) -> int:
        """Return how many arrivals are laid down, with places for all in each ways."""
        with self._lock:
            places = len(self._numbers) * len(self._ways)
            return places + sum(map(len, self._ways.values()))

    def ways(self, course: Course, act: Act) -> Ways:
        """Return the ways of the turns of a side that acts so."""
        key = course, act
        with self._lock:
            known = self._ways.get(key)
            if known is None:
                known = self._ways[key] = Ways(self._lock)
            return known

    def lay(self, ways: Ways, course: Course, act: Act, places: Ints) -> int:
        """Lay down the ways of a side from all of some places.

        Return how many places have a number.
        """
        with self._lock:
            unknown = ways.unknown(places)
            if len(unknown):
                turn = Turn(course, ways)
                act(turn, Crowd.of(self._spots(unknown)))
                ways.lay(unknown, turn.arrivals(self._places))
            return len(self._numbers)

    def begun(self, side: Side, spot: Spot, start: Floats) -> Standing:
        """Return both where they begin with a turn of a side.

        The spot and the start, ``[a, b]`` [chance], are as side a sees them.
        """
        number = np.array([spot.number])
        with self._lock:
            places = self._places(number if side == "a" else seen_across(number))
        live = np.ascontiguousarray(seen_by(OTHER[side], start))[None]
        return Standing(places, np.zeros(1, np.int64), live, start.sum(keepdims=True))

    def by_moods(self, side: Side, standing: Standing) -> dict[Spot, Floats]:
        """Return ``[a, b]`` by the moods of both before a turn of a side.

        Moods are those of spots as side a sees them, with no rooms.
        """
        with self._lock:
            spots = self._spots(standing.places)
        spots = spots if side == "a" else seen_across(spots)
        moods = [field_of(spots, field) for field in (OWN_MOOD, OTHER_MOOD)]
        firsts, numbers = told_apart(moods[0] << 2 | moods[1])
        found = np.zeros((len(firsts), *standing.live.shape[1:]))
        gather(found, numbers, standing.live, standing.rows, np.ones(len(spots)))
        kinds = zip(*(one[firsts].tolist() for one in moods), strict=True)
        kept = seen_by(OTHER[side], found)
        return {Spot(0, 0, *kind): one for kind, one in zip(kinds, kept, strict=True)}

    def _places(self, spots: Ints) -> Ints:
        firsts, which = told_apart(spots)
        known, found = self._numbers, spots[firsts].tolist()
        for spot in found:
            if spot not in known:
                known[spot] = len(known)
                self._every.append(spot)
        return np.array([known[spot] for spot in found], np.int64)[which]

    def _spots(self, places: Ints) -> Ints:
        return np.array([self._every[place] for place in places.tolist()], np.int64)


def ways_on(length: int) -> WaysOfTurns:
    """Return the ways of turns on tables of a length [inches]."""
    found = _ways_on(length)
    if len(found) > MOST_LAID:
        _ways_on.cache_clear()
    return found


@lru_cache(maxsize=4)
def _ways_on(length: int) -> WaysOfTurns:
    del length
    return WaysOfTurns()


class SideOnItsWay:
    """The turns of one side of two units.

    Parameters
    ----------
    plan : Plan
        Of the side; how its turns end is noted there.
    act : callable
        Its acts in each turn.
    ways : WaysOfTurns
        On a table of its length.
    """

    def __init__(self, plan: Plan, act: Act, ways: WaysOfTurns) -> None:
        self._plan, self._act, self._ways = plan, act, ways
        self._course = course_of(plan)
        self._journey = Journey(
            ways.ways(self._course, act),
            (plan.own.company.states, plan.other.company.states),
            partial(deed_of, plan),
        )

    def go(self, standing: Standing) -> Standing:
        """Play a turn; return where both are apart after it."""
        laid, asked = self._journey.ways, (self._course, self._act)
        targets = self._ways.lay(laid, *asked, standing.places)
        left, sunk = self._journey.go(standing, targets)
        self._plan.settle(sunk)
        return left
