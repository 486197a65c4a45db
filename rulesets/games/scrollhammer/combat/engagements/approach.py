"""Before contact: volleys state by state, the tests after them, reaches and flights."""

from collections import defaultdict
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise, product

import numpy as np

from rulesets.games.scrollhammer.combat.blows.survivors import by_leadership
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.engagements.crowd import Spot, spot_of
from rulesets.games.scrollhammer.combat.fights.leadership import morale, passes_morale
from rulesets.games.scrollhammer.combat.fights.way_back import (
    FAR,
    WayBack,
    way_back,
)
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.shots.fire import ScrollhammerFire
from rulesets.odds.approach import Approach, add_chances, seen_by
from rulesets.odds.array_cache import kept_arrays, kept_by_identity
from rulesets.odds.dice import Chances, dice_sum
from rulesets.odds.journey import Sunk
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Floats

ROUNDING = 1e-13
"""Wounds below which what a side lost in a turn is an error of rounding [wounds]."""


@cache
def reach(*, difficult: bool) -> Chances:
    """Return the distribution of a charge's reach [inches].

    Examples
    --------
    >>> reach(difficult=False)[12], reach(difficult=True)[12]
    (Fraction(1, 36), Fraction(1, 216))
    """
    if not difficult:
        return dice_sum(2)
    chances = [Fraction(0)] * 13
    for dice in product(range(1, 7), repeat=3):
        chances[sum(dice) - max(dice)] += Fraction(1, 216)
    return tuple(chances)


@lru_cache(maxsize=8)
def highest(dice: int, sides: int) -> tuple[Fraction, ...]:
    """Return the distribution of the highest of some dice.

    Examples
    --------
    >>> [str(chance) for chance in highest(2, 3)]
    ['0', '1/9', '1/3', '5/9']
    """
    upto = [Fraction(face, sides) ** dice for face in range(sides + 1)]
    return (Fraction(0), *(after - before for before, after in pairwise(upto)))


def steadiness(profile: ScrollhammerUnit, readings: ScrollhammerReadings) -> Floats:
    """Return the chance to pass a morale check, by state [chance]."""
    if passes_morale(profile, readings):
        return np.ones(profile.company.states)
    return by_leadership(profile, morale)


def tests_for_casualties(
    profile: ScrollhammerUnit, readings: ScrollhammerReadings
) -> Floats:
    """Return ``[before, after]``: 1 where a volley's losses ask for a morale check."""
    return _casualties(profile, full=readings.quarter_of == "full")


@kept_arrays(megabytes=4)
def _casualties(profile: ScrollhammerUnit, *, full: bool) -> Floats:
    counts = profile.company.counts
    gone = counts[:, None] - counts[None, :]
    measured = np.full_like(counts, profile.models) if full else counts
    asked = (gone > 0) & (4 * gone >= measured[:, None]) & (counts[None, :] > 0)
    tests: Floats = asked.astype(np.float64)
    return tests


@cache
def stays_on_table(room: int, blocked: int = FAR) -> Fraction:
    """Return the chance that a unit that falls back is left, if it is not trapped.

    Parameters
    ----------
    room : int
        To its table edge [inches].
    blocked : int
        It is trapped if it must go farther [inches].

    Examples
    --------
    >>> stays_on_table(12), stays_on_table(2)
    (Fraction(35, 36), Fraction(0, 1))
    >>> stays_on_table(4, 4)
    Fraction(1, 2)
    """
    free = dice_sum(2)[: blocked + 1]
    return sum(free[:room], Fraction(0)) / (sum(free) or 1)


@lru_cache(maxsize=4_096)
def way_from(way: WayBack, friends: int, nearer: int, room: int) -> WayBack:
    """Return the way behind a unit that has come nearer to its enemy by so much.

    ``friends`` is how those behind it stand, ``room`` what it has to its table edge
    [inches]; what blocks it beyond the edge does not count.
    """
    now = replace(way, friends=friends).from_nearer(nearer)
    return replace(now, blocked=FAR) if now.blocked >= room else now


@dataclass(frozen=True, slots=True, order=True)
class ScrollhammerContact:
    """A way in which contact was made.

    ``scattered``: the other was caught falling back and fights as skirmishers.
    ``armed``: the charger has in hand what it shoots with. ``ways``: behind a and b.
    """

    charger: Side
    scattered: bool = False
    armed: bool = True
    ways: tuple[WayBack, WayBack] = (WayBack(), WayBack())
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Take the hash once: contacts are keys again and again."""
        told = self.charger, self.scattered, self.armed, self.ways
        object.__setattr__(self, "_hash", hash(told))

    def __hash__(self) -> int:
        """Return the hash of how contact was made."""
        return self._hash


@kept_by_identity(most=4_096)
def way_at(
    situation: ScrollhammerSituation, side: Side, begun: Spot, room: int, friends: int
) -> WayBack:
    """Return the way behind a side that is so far from its table edge [inches].

    ``begun`` is where both stood at the start, as side a sees it, and ``friends`` how
    those behind it stand.
    """
    first = begun.own_room if side == "a" else begun.other_room
    return way_from(way_back(situation.of(side)), friends, room - first, room)


@kept_by_identity(most=4_096)
def contact_at(
    situation: ScrollhammerSituation,
    begun: Spot,
    near: int,
    made: tuple[Side, bool, bool],
) -> tuple[ScrollhammerContact, tuple[float, float]]:
    """Return a contact, and the chances that a and b stay on the table from it.

    ``near`` is the number of the spot where both then stand, as the charger sees it;
    ``made`` is who charged, and whether it is `scattered` and `armed`.
    """
    (charger, scattered, armed), spot = made, spot_of(near)
    rooms, friends = spot[:2], spot[4:]
    if charger == "b":
        rooms, friends = rooms[::-1], friends[::-1]
    places = zip(SIDES, rooms, friends, strict=True)
    ways = [way_at(situation, side, begun, *place) for side, *place in places]
    a, b = (
        float(stays_on_table(room, way.blocked))
        for room, way in zip(rooms, ways, strict=True)
    )
    return ScrollhammerContact(charger, scattered, armed, (ways[0], ways[1])), (a, b)


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The acts of one side in its turns; chances are ``[own, other]`` by state.

    Parameters
    ----------
    own, other : ScrollhammerUnit
        With what it has in hand in its own turn, and the other in its enemy's.
    closing : bool
        True if it comes nearer and charges.
    length : int
        From one table edge to the other, along the line between both [inches].
    situation, readings
    approach : Approach
        Both sides' turns.
    lost : list of dict
        Mean wounds lost before contact by side, of every turn [wounds].
    begun : Spot
        Where both stood at the start, as side a sees it.
    on_table : dict
        By contact and side, ``[a, b]``: the chance of contact where that side would
        not leave the table if it fell back at once [chance].
    fires : dict
        Volleys computed so far: by distance and manner, and by what shoots.
    ready : Plan, optional
        Its turns without shots, if it then has something else in hand.
    armed : bool
        True if it has in hand what it shoots with.
    events : defaultdict
        How often friends of either side were run through, and fell back too, by the
        key of the event [chance].
    """

    own: ScrollhammerUnit
    other: ScrollhammerUnit
    closing: bool
    length: int
    situation: ScrollhammerSituation
    readings: ScrollhammerReadings
    approach: Approach[Spot, ScrollhammerContact]
    lost: list[dict[Side, float]]
    begun: Spot
    on_table: dict[tuple[ScrollhammerContact, Side], Floats] = field(
        default_factory=dict
    )
    fires: dict[tuple[object, ...], ScrollhammerFire] = field(default_factory=dict)
    ready: "Plan | None" = None
    armed: bool = True
    events: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    def settle(self, sunk: Sunk) -> None:
        """Note how this turn of the side ended where they are not left apart.

        What is sunk are the ends that a `turn.Turn` names [chance].
        """
        ends = {}
        for (kind, what), chances in sunk.items():
            if kind == "met":
                self._meet(what, chances)
            elif kind == "on-table":
                add_chances(self.on_table, what, seen_by(self.own.side, chances))
            elif kind == "loses":
                self._lose(what, chances)
            elif kind == "friends":
                self.events[what] += float(chances.sum())
            else:
                ends[what] = chances
        for what in sorted(ends):
            self.approach.end(what, ends[what], self.own.side)

    def _meet(self, contact: ScrollhammerContact, chances: Floats) -> None:
        """Note a contact; its parts on the table are told beside it, or none are."""
        self.approach.meet(contact, chances, self.own.side)
        for side in SIDES:
            if (contact, side) not in self.on_table:
                nothing = np.zeros_like(seen_by(self.own.side, chances))
                self.on_table[contact, side] = nothing

    def _lose(self, side: Side, gone: Floats) -> None:
        """Note the wounds of chances that a side has lost in this turn."""
        own = side == self.own.side
        company = (self.own if own else self.other).company
        lost = gone.sum(axis=1 if own else 0) @ company.wounds
        self.lost[self.approach.turn][side] += float(lost) if lost > ROUNDING else 0.0
