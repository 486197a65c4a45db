"""All that decides where two units may come to in a side's turns, and nothing else.

Units of which it is the same may differ in all figures: they come to the same spots,
with other chances.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from operator import and_

import numpy as np
from numpy.typing import NDArray

from rulesets.games.scrollhammer.combat.blows.terms import forbids_flight
from rulesets.games.scrollhammer.combat.context import ScrollhammerSituation
from rulesets.games.scrollhammer.combat.engagements.approach import Plan, reach
from rulesets.games.scrollhammer.combat.engagements.crowd import (
    OTHER_ROOM,
    OWN_ROOM,
    Crowd,
    Spot,
)
from rulesets.games.scrollhammer.combat.engagements.weapons_of_turns import (
    WeaponOfTurns,
    weapons_of_turns,
)
from rulesets.games.scrollhammer.combat.fights.regeneration import regenerates
from rulesets.games.scrollhammer.combat.power_dice import manner_of
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.special_rules import rule_of
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats, Ints

MOVE, MARCH = 6, 3
"""Move of a Movement phase, and what a march adds to it [inches]."""

RUN = 6
"""Faces of the die that is rolled for a run: as many inches [pips]."""

NEAR_ENEMY = 9
"""A march this near to an enemy needs a Leadership test [inches]."""

APART = 1
"""Nobody comes nearer than this without a charge [inches]."""


@dataclass(frozen=True)
class Course:
    """All that decides where two units may come to in the turns of a side.

    Parameters
    ----------
    side : {"a", "b"}
    situation : ScrollhammerSituation
    begun : Spot
        Where both stood at the start, as side a sees it.
    length : int
        From one table edge to the other, along the line between both [inches].
    closing : bool
        True if it comes nearer and charges.
    weapons : tuple of WeaponOfTurns
        What it has in hand that shoots.
    runs : bool
        True if it runs in a turn without shots.
    regenerates : bool
        True if wounds come back to it.
    feared : bool
        True if a charge at the other asks for a test of fear.
    steadfast : bool
        True if the other never flees from it.
    shoots_back : bool
        True if the other, charged while it is steady, stands and shoots if it passes.
    armed : bool
        True if it has in hand what it shoots with.
    ready : Course, optional
        Its turns without shots, if it then has something else in hand.
    """

    side: Side
    situation: ScrollhammerSituation
    begun: Spot
    length: int
    closing: bool
    weapons: tuple[WeaponOfTurns, ...]
    runs: bool
    regenerates: bool
    feared: bool
    steadfast: bool
    shoots_back: bool
    armed: bool = True
    ready: "Course | None" = None

    @property
    def spares_shots(self) -> bool:
        """Return whether it charges without shots, for what it then has in hand."""
        policy = self.situation.of(self.side).hands
        return policy == "charges" and self.ready is not None

    @property
    def flees(self) -> bool:
        """Return whether the other flees from its charges."""
        return self.situation.reaction == "flee" and not self.steadfast

    def distances(self, crowd: Crowd) -> Ints:
        """Return how far they are apart, by spot [inches]."""
        return self.length - crowd.column(OWN_ROOM) - crowd.column(OTHER_ROOM)

    @cached_property
    def charges(self) -> NDArray[np.bool_]:
        """Return whether it charges, by distance, as `charge-when` says."""
        return np.array(
            [
                self.closing and is_likely_enough(self.situation, self.side, distance)
                for distance in range(self.length + 1)
            ]
        )

    @cached_property
    def arrives(self) -> Floats:
        """Return the chance that a charge covers a distance, by distance [chance]."""
        every = range(self.length + 1)
        return np.array([reaches(self.situation, self.side, one) for one in every])

    @cached_property
    def aims(self) -> Ints:
        """Return the least distance from which it shoots the same, by distance."""
        firsts: dict[tuple[bool, ...], int] = {}
        every = range(self.length + 1)
        return np.array([firsts.setdefault(self._armed(one), one) for one in every])

    @cached_property
    def shoots(self) -> NDArray[np.bool_]:
        """Return whether it shoots with anything, by distance."""
        seen = not is_unseen(self.situation)
        able = [one.able and seen for one in self.weapons]
        return np.array(
            [
                any(map(and_, able, self._armed(distance)))
                for distance in range(self.length + 1)
            ]
        )

    def _armed(self, distance: int) -> tuple[bool, ...]:
        """Return which of its weapons shoot so far."""
        charges = bool(self.charges[distance])
        return tuple(
            one.times.allows(distance, moved=self.closing, charges=charges)
            for one in self.weapons
        )


def course_of(plan: Plan) -> Course:
    """Return what decides where a side comes to in its turns."""
    own, situation = plan.own, plan.situation
    manner = manner_of(situation, plan.readings)
    return Course(
        own.side,
        situation,
        plan.begun,
        plan.length,
        plan.closing,
        weapons_of_turns(own, situation, manner),
        runs=runs(own),
        regenerates=regenerates(own),
        feared=is_feared(plan),
        steadfast=never_flees(plan),
        shoots_back=shoots_back(plan),
        armed=plan.armed,
        ready=None if plan.ready is None else course_of(plan.ready),
    )


def runs(unit: ScrollhammerUnit) -> bool:
    """Return whether all of a unit may run in a turn without shots."""
    return all(
        any(rule_of(key).says("may", "act:run") for key in group.rules)
        for group in unit.groups
    )


def is_feared(plan: Plan) -> bool:
    """Return whether a charge at the other asks for a test of fear."""
    return plan.other.does("start", "test:fear")


def shoots_back(plan: Plan) -> bool:
    """Return whether a charged unit that is steady stands and shoots, if it passes."""
    asked = plan.situation.reaction == "stand-and-shoot"
    return asked and plan.other.formation == "Ranks" and not is_unseen(plan.situation)


def is_unseen(situation: ScrollhammerSituation) -> bool:
    """Return whether either side is invisible: nobody aims at it, nor does it shoot."""
    return any(situation.of(side).unseen != "none" for side in SIDES)


def never_flees(plan: Plan) -> bool:
    """Return whether the charged unit hates who charges it.

    References
    ----------
    Scrollhammer Rulebook, Special rules H to Q: Hatred.
    """
    return forbids_flight(plan.other.shared, foe=plan.situation.of(plan.other.side).foe)


def is_likely_enough(
    situation: ScrollhammerSituation, side: Side, distance: int
) -> bool:
    """Return whether a charge of a side from a distance is as likely as it wants."""
    return _is_likely(reaches(situation, side, distance), str(situation.charge_when))


def _is_likely(chance: float, when: str) -> bool:
    return chance >= {"may-reach": 1 / 216, "even": 1 / 2}.get(when, 1.0)


def reaches(situation: ScrollhammerSituation, side: Side, distance: int) -> float:
    """Return the chance that a charge of a side covers a distance [chance].

    References
    ----------
    Scrollhammer Rulebook, Charging Through Difficult Terrain; Special rules H to Q:
    Invisibility; Paralyze.
    """
    return _covers(distance, difficult=is_slow(situation, side))


def is_slow(situation: ScrollhammerSituation, side: Side) -> bool:
    """Return whether a charge of a side is rolled as through difficult terrain."""
    slow = situation.difficult or situation.rough or situation.of(side).paralyzed
    return slow or situation.of(OTHER[side]).unseen != "none"


@lru_cache(maxsize=512)
def _covers(distance: int, *, difficult: bool) -> float:
    return float(sum(reach(difficult=difficult)[distance:], Fraction(0)))
