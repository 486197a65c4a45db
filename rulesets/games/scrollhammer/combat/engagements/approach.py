"""Before contact: volleys state by state, the tests after them, reaches and flights."""

from collections import defaultdict
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise, product

import numpy as np

from rulesets.games.scrollhammer.combat.blows.survivors import by_leadership, move_dice
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.engagements.crowd import (
    OTHER_MOOD,
    OTHER_ROOM,
    OWN_MOOD,
    OWN_ROOM,
    STEADY,
    Crowd,
    Spot,
    spot_of,
    together,
)
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
from rulesets.odds.attack import Attack, effect
from rulesets.odds.company import Hurt, transitions
from rulesets.odds.dice import ALWAYS, Chances, dice_sum
from rulesets.odds.row_sums import told_apart
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Floats, Ints


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


@kept_by_identity(most=4)
def trodden(profile: ScrollhammerUnit) -> Floats:
    """Return ``[before, after]``: dangerous terrain under every model.

    References
    ----------
    Scrollhammer Rulebook, Dangerous Terrain: no armour saves.
    """
    company = profile.company
    effects = tuple(
        effect(Attack(to_hit=ALWAYS, ward=max(group.ward, 2)))
        for group in profile.groups
    )
    hurt = Hurt((5 / 6, 1 / 6), effects)
    counts = company.counts
    moves = transitions(company, hurt, range(int(counts.max()) + 1))
    by_state: Floats = moves[counts, np.arange(company.states)]
    return by_state


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


@dataclass(frozen=True, slots=True)
class ScrollhammerContact:
    """A way in which contact was made.

    ``scattered``: the other was caught falling back and fights as skirmishers.
    ``armed``: the charger has in hand what it shoots with. ``ways``: behind a and b.
    """

    charger: Side
    scattered: bool = False
    armed: bool = True
    ways: tuple[WayBack, WayBack] = (WayBack(), WayBack())


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
    begun: Spot | None,
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
    ways = [WayBack(), WayBack()]
    if begun is not None:
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
    on_table : dict
        By contact and side, ``[a, b]``: the chance of contact where that side would
        not leave the table if it fell back at once [chance].
    kept : list of Crowd
        Those left apart so far in this turn; its `ready` has the same list.
    contacts : dict
        Numbers of the contacts so far, in their order.
    contact_from : dict
        The same numbers by the spot where both then stand, with the chances that a and
        b would stay on the table.
    fires : dict
        Volleys computed so far: by distance and manner, and by what shoots.
    aimed : dict
        Numbers of what it does from a spot: the volley, the target's mood, and whether
        it then charges.
    aimed_from : dict
        The same numbers by distance and the target's mood, as they are asked for.
    ready : Plan, optional
        Its turns without shots, if it then has something else in hand.
    armed : bool
        True if it has in hand what it shoots with.
    begun : Spot, optional
        Where both stood at the start, as side a sees it.
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
    on_table: dict[tuple[ScrollhammerContact, Side], Floats] = field(
        default_factory=dict
    )
    kept: list[Crowd] = field(default_factory=list)
    contacts: dict[ScrollhammerContact, int] = field(default_factory=dict)
    contact_from: dict[tuple[int, bool], tuple[int, tuple[float, float]]] = field(
        default_factory=dict
    )
    fires: dict[tuple[object, ...], ScrollhammerFire] = field(default_factory=dict)
    aimed: dict[tuple[ScrollhammerFire, int, bool], int] = field(default_factory=dict)
    aimed_from: dict[int, int] = field(default_factory=dict)
    ready: "Plan | None" = None
    armed: bool = True
    begun: Spot | None = None
    events: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    @property
    def spares_shots(self) -> bool:
        """Return whether it charges without shots, for what it then has in hand."""
        policy = self.situation.of(self.own.side).hands
        return policy == "charges" and self.ready is not None

    def distances(self, crowd: Crowd) -> Ints:
        """Return how far they are apart, by spot [inches]."""
        return self.length - crowd.column(OWN_ROOM) - crowd.column(OTHER_ROOM)

    def keep(self, crowd: Crowd) -> None:
        """Leave both apart in some spots, once the turn is settled."""
        self.kept.append(crowd)

    def settle(self) -> Crowd | None:
        """Return who is left apart by this turn, if anybody is."""
        crowd = together(self.kept)
        self.kept.clear()
        return None if crowd is None else crowd.present()

    def end(self, outcome: str, live: Floats) -> None:
        """End before contact; ``live`` is ``[own, other]`` [chance]."""
        self.approach.end(outcome, live, self.own.side)

    def meet(self, crowd: Crowd, *, scattered: bool) -> None:
        """Bring both in contact, by a charge of this side from some spots."""
        near = crowd.put(OWN_ROOM, self.length - crowd.column(OTHER_ROOM))
        spots = near.put(OWN_MOOD, STEADY).put(OTHER_MOOD, STEADY).spots
        firsts, numbers = told_apart(spots)
        found = [
            self._contact_from(spot, scattered=scattered)
            for spot in spots[firsts].tolist()
        ]
        stays = np.array([chances for _, chances in found]).reshape(-1, 2)[numbers].T
        contacts = [*self.contacts]
        which = np.array([kind for kind, _ in found], int)[numbers]
        for kind in dict.fromkeys(kind for kind, _ in found):
            contact, those = contacts[kind], np.flatnonzero(which == kind)
            shares = np.concatenate((np.ones((1, len(those))), stays[:, those]))
            met, *left = crowd.chosen(those).mixed(shares)
            self.approach.meet(contact, met, self.own.side)
            for one, live in zip(SIDES, left, strict=True):
                kept = seen_by(self.own.side, live)
                add_chances(self.on_table, (contact, one), kept)

    def _contact_from(
        self, near: int, *, scattered: bool
    ) -> tuple[int, tuple[float, float]]:
        """Return the number of the contact in a spot, and chances of `contact_at`."""
        known = self.contact_from.get((near, scattered))
        if known is None:
            made = self.own.side, scattered, self.armed
            contact, stays = contact_at(self.situation, self.begun, near, made)
            number = self.contacts.setdefault(contact, len(self.contacts))
            known = self.contact_from[near, scattered] = number, stays
        return known

    def way_back(self, side: Side, room: int, friends: int) -> WayBack:
        """Return the way behind a side, so far from its table edge [inches].

        ``friends`` is how those behind it stand. What blocks it beyond the table edge
        does not count.
        """
        if self.begun is None:
            return WayBack()
        return way_at(self.situation, side, self.begun, room, friends)

    def lose(self, profile: ScrollhammerUnit, before: Floats, after: Floats) -> None:
        """Note the wounds that a side loses in this turn."""
        gone = float((before - after) @ profile.company.wounds)
        self.lost[self.approach.turn][profile.side] += gone


def strides(plan: Plan, most: int) -> list[tuple[int, Floats | None]]:
    """Return how far a move or a march goes, and how likely; none for what is sure.

    The chances are ``[state, 1]``.

    References
    ----------
    Scrollhammer Rulebook, Moving Through Terrain: Difficult Terrain; Marching; Special
    rules H to Q: Move Through Cover.
    """
    if not plan.situation.rough:
        return [(most, None)]
    dice = move_dice(plan.own).tolist()
    rolls = np.array([list(map(float, highest(count, most))) for count in dice])
    chances = rolls.T[:, :, None]
    return [(inches, each) for inches, each in enumerate(chances) if each.any()]
