"""The turns before contact: moves, shots, charges, panic, flight and rallying.

A case holds what has befallen both; what a side does in it is worked out for all
distances together, the near and the far apart where the rules tell them so.
"""

import numpy as np

from rulesets.games.warhammer.combat.blows.leadership import passes_leadership
from rulesets.games.warhammer.combat.engagements.distances import ByDistance
from rulesets.games.warhammer.combat.engagements.events import (
    A_CHARGE,
    FALLS_SHORT,
    FEAR,
    FLIGHT,
    MARCH,
    RALLY,
    SQUABBLE,
    STUMBLE,
    TERROR,
    WALK,
    ApproachCase,
    ApproachContact,
)
from rulesets.games.warhammer.combat.engagements.field_chances import (
    EDGE,
    FieldChances,
    FieldVolley,
)
from rulesets.games.warhammer.combat.engagements.reach import (
    Reaches,
    arrival,
    counts_charges,
    reaches,
)
from rulesets.games.warhammer.combat.fights.psychology import (
    SHOWS_THEM,
    SQUABBLES,
    Share,
    fails_stupidity,
    fears,
    frenzied,
    may_flee,
    may_move,
    reaction_of,
    tests_terror,
    tests_when_charged,
)
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.item_effects import REACH
from rulesets.odds.sides import OTHER, Side
from rulesets.odds.volley import Floats

NEAR = 8
"""An enemy within so far keeps a unit from marching [inches]."""

DREAD = 6
"""Distance within which terror is tested for [inches]."""

STILL = ("chariot",)
"""Unit types that never march."""


class WarhammerField(FieldChances):
    """The two units on their field, turn by turn."""

    def play(self) -> None:
        """Play all turns before contact."""
        order = (self.situation.first, OTHER[self.situation.first])
        self._play(order * self.situation.turns, self._act, self._end_turn)
        self._leave()

    def charge(self) -> None:
        """Play a charge of side A alone: side B shoots once, as it is."""
        self.units.volleys("b").pools = tuple(
            np.flatnonzero(self.start.any(axis=0)).tolist()
        )
        self._play(("a",), self._charge, self._end_charge)
        self._leave()

    def _act(self, case: ApproachCase, some: ByDistance, side: Side) -> None:
        if case.flees == side:
            self._rally(case, some, side)
            return
        for stands, calm in self._test_terror(case, some, side):
            self._act_calmly(stands, calm, side)

    def _act_calmly(self, case: ApproachCase, some: ByDistance, side: Side) -> None:
        """Act in a case, but for tests of terror."""
        case, some = self._test_stupidity(case, some, side)
        for quiet, rest in self._test_animosity(case, some, side):
            self._go_on(quiet, rest, side)

    def _go_on(
        self, case: ApproachCase, some: ByDistance, side: Side, *, moved: bool = False
    ) -> None:
        near, far = some.cut(self._threat(case, side))
        eager = self._eager(case, side) if near else 0.0
        if eager:
            self._charge(case, near.times(eager), side)
        if eager < 1:
            self._advance(case, near.times(1 - eager), side, moved=moved)
        self._advance(case, far, side, moved=moved)

    def _test_terror(
        self, case: ApproachCase, some: ByDistance, side: Side
    ) -> list[tuple[ApproachCase, ByDistance]]:
        """Test for terror of an enemy near by; return the chances of who is calm."""
        own, other = self._both(case, side)
        dreads = tests_terror(own, other, tested=case.has_tested(side))
        if case.flees == other.side or not dreads:
            return [(case, some)]
        near, far = some.cut(DREAD)
        if not near:
            return [(case, some)]
        tested = case.having_tested(side)
        fails = 1 - passes_leadership(own, self.situation)
        self._report(TERROR, side, near.times(fails))
        self._flee(tested, near.times(fails), side, side)
        return [(tested, near.times(1 - fails)), (case, far)]

    def _test_animosity(
        self, case: ApproachCase, some: ByDistance, side: Side
    ) -> list[tuple[ApproachCase, ByDistance]]:
        """Test for animosity; return the chances of those that act as usual.

        The others squabble, or show them: an extra move before they act. A banner may
        let the first failed test of the game do nothing.
        """
        own, fails = self.units.left(case.left, side), self.units.squabbling[side]
        if fails is None:
            return [(case, some)]
        failed = some.times(fails[:, None])
        rest = some.less(failed.chances)
        if own.does("pass", "test:animosity") and not case.has_spent(side, SQUABBLES):
            return [(case, rest), (case.having_spent(side, SQUABBLES), failed)]
        shows = failed.times(1 / SHOWS_THEM)
        squabbles = failed.less(shows.chances)
        self._report(SQUABBLE, side, squabbles)
        self._keep(case, squabbles, side)
        near, far = shows.cut(own.stride)
        self._charge(case, near, side)
        if far:
            self._go_on(case, far.nearer(own.stride), side, moved=True)
        return [(case, rest)]

    def _test_stupidity(
        self, case: ApproachCase, some: ByDistance, side: Side
    ) -> tuple[ApproachCase, ByDistance]:
        """Test for stupidity; units that fail stumble on at half their Movement."""
        own = self.units.left(case.left, side)
        fails = fails_stupidity(own, self.situation)
        if not fails or not some:
            return case, some
        stumbles = some.times(fails)
        self._report(STUMBLE, side, stumbles)
        step = own.movement // 2 if may_move(own) else 0
        dazed = case.with_stupidity(side, stupid=True)
        self._keep(dazed, stumbles.nearer(step), side)
        return case.with_stupidity(side, stupid=False), some.times(1 - fails)

    def _both(
        self, case: ApproachCase, side: Side
    ) -> tuple[WarhammerUnit, WarhammerUnit]:
        """Return the figures of what is left of a side, and of the other."""
        left = case.left
        return self.units.left(left, side), self.units.left(left, OTHER[side])

    def _closes(self, side: Side) -> bool:
        return self.situation.closing in (side, "both")

    def _threat(self, case: ApproachCase, side: Side) -> int:
        """Return from how far a unit may declare a charge [inches]."""
        risks = self.situation.of(side).risks_charge
        reach, _ = self._reaches(case, side)[-1 if risks else 0]
        return reach

    def _eager(self, case: ApproachCase, side: Side) -> float:
        """Return the chance that a unit declares a charge that may arrive [chance]."""
        own = self.units.left(case.left, side)
        if not may_move(own):
            return 0.0
        if self._closes(side) or frenzied(own):
            return 1.0
        if not own.has("impetuous"):
            return 0.0
        more = own.adds("test:impetuous")
        return 1 - passes_leadership(own, self.situation, more=more)

    def _rally(self, case: ApproachCase, some: ByDistance, side: Side) -> None:
        stands = some.times(self.units.rallying(case.left, side)[:, None])
        self._report(RALLY, side, stands)
        self._keep(case.fleeing(""), stands, side)
        self._run(case, some.less(stands.chances), side, side)

    def _charge(self, case: ApproachCase, some: ByDistance, side: Side) -> None:
        """Declare a charge: the charger's fear, then the target's reaction."""
        if not some:
            return
        own, other = self._both(case, side)
        some = self._test_fear(case, some, side)
        self._report(A_CHARGE, side, some)
        far = self._reaches(case, side)
        if counts_charges(own):
            case = case.having_spent(side, REACH)
        if case.flees:
            self._chase(case, some, side, far)
            return
        flees, afraid, dread = self._test_charged(case, side)
        if dread:
            case = case.having_tested(other.side)
        stands: Share = 1.0 - flees - afraid
        reaction = reaction_of(other, own, self.situation)
        if reaction == "flees" and may_flee(other):
            flees, stands = 1.0 - afraid, 0.0
        self._flee_from(case, some.times(flees), side, far)
        is_stupid = case.is_stupid(other.side)
        for share, is_afraid in ((stands, False), (afraid, True)):
            if came := some.times(share):
                near, shot_at = came.cut(own.stride if reaction == "shoots" else EDGE)
                charging = [(case, near), *self._shoot(case, shot_at, side)]
                contact = ApproachContact(side, is_afraid, is_stupid)
                self._arrive(charging, contact, far)

    def _flee_from(
        self, case: ApproachCase, some: ByDistance, side: Side, far: Reaches
    ) -> None:
        """Let the charged unit flee from a charge of a side."""
        if some:
            self._report(FLIGHT, side, some, of=OTHER[side])
            self.log.flights[OTHER[side]] += float(some.chances.sum())
            self._chase(case, some, side, far)

    def _arrive(
        self,
        came: list[tuple[ApproachCase, ByDistance]],
        contact: ApproachContact,
        far: Reaches,
    ) -> None:
        """Let chargers who still come arrive, or fall short.

        A charge without a die is taken to arrive, from wherever it is asked for, and an
        overrun.
        """
        for case, some in came:
            if self.situation.overrun or len(far) == 1:
                self._meet(contact, some)
                continue
            arrives = some.times(_arrival(far, some)[:, None, None])
            self._fall_short(case, some.less(arrives.chances), contact.charger)
            self._meet(contact, arrives)

    def _reaches(self, case: ApproachCase, side: Side) -> Reaches:
        """Return how far a charge may reach that a side declares now."""
        own = self.units.left(case.left, side)
        return reaches(own, first=not case.has_spent(side, REACH))

    def _chase(
        self, case: ApproachCase, some: ByDistance, side: Side, far: Reaches
    ) -> None:
        """Let the charged unit run from a charge of a side."""
        step = self.units.left(case.left, side).stride
        for reach, chance in far:
            part = some.times(float(chance))
            self._run(case, part, OTHER[side], side, reach=reach, step=step)

    def _fall_short(self, case: ApproachCase, some: ByDistance, side: Side) -> None:
        """Let a charge fall short: the charger moves its Movement, and that is all."""
        if not some:
            return
        self._report(FALLS_SHORT, side, some)
        self.log.short += float(some.chances.sum())
        step = self.units.left(case.left, side).stride
        self._keep(case, some.nearer(step), side)

    def _test_fear(
        self, case: ApproachCase, some: ByDistance, side: Side
    ) -> ByDistance:
        """Test the charger for fear; return the chances of those that charge."""
        own, other = self._both(case, side)
        bold = own.has("impetuous") or self.situation.overrun
        if case.flees or bold or not fears(own, other, self.situation):
            return some
        fails = 1 - passes_leadership(own, self.situation)
        self._report(FEAR, side, some.times(fails))
        self._keep(case, some.times(fails), side)
        return some.times(1 - fails)

    def _test_charged(
        self, case: ApproachCase, side: Side
    ) -> tuple[Share, Share, bool]:
        """Test the charged unit; return flight, fear, and whether it is for terror."""
        own, other = self._both(case, side)
        tested = case.has_tested(other.side)
        mine, theirs = map(self.units.strengths, (side, OTHER[side]))
        flees, afraid = tests_when_charged(
            other,
            own,
            self.situation,
            is_fewer=theirs[None, :] < mine[:, None],
            tested=tested,
        )
        return flees, afraid, tests_terror(other, own, tested=tested)

    def _advance(
        self, case: ApproachCase, some: ByDistance, side: Side, *, moved: bool = False
    ) -> None:
        """Move towards the enemy if the unit closes, and shoot if it may."""
        if not some:
            return
        own = self.units.left(case.left, side)
        if not (self._closes(side) and may_move(own)):
            self._shoot_in_turn(case, some, side, moved=moved)
            return
        walking, marching = some.cut(self._near(case, side))
        self._report(WALK, side, walking)
        self._report(MARCH, side, marching)
        self._keep(case, marching.nearer(2 * own.stride), side)
        still, nearer = walking.cut(1 if own.stride else EDGE)
        self._shoot_in_turn(case, still, side, moved=moved)
        self._shoot_in_turn(case, nearer.nearer(own.stride), side, moved=True)

    def _near(self, case: ApproachCase, side: Side) -> int:
        """Return how near a unit that closes in may not march [inches]."""
        walks = self.situation.of(side).pace == "walks"
        if walks or self.units.left(case.left, side).kind in STILL:
            return EDGE
        return 0 if case.flees else NEAR

    def _shoot_in_turn(
        self, case: ApproachCase, some: ByDistance, side: Side, *, moved: bool
    ) -> None:
        """Let a unit shoot in its own turn, if it may, and keep both apart."""
        if not some:
            return
        shot = FieldVolley(case, side, moved=moved)
        still, armed = self._by_volley(shot, some)
        if still:
            self._keep(case, still, side)
        if armed:
            self.shots.setdefault(shot, []).append(armed)

    def _shoot(
        self, case: ApproachCase, some: ByDistance, side: Side
    ) -> list[tuple[ApproachCase, ByDistance]]:
        """Let the target of a charge shoot; return the chances that the charger stands.

        All chances are those of the charger's side.
        """
        if not some:
            return []
        shot = FieldVolley(case, OTHER[side], reaction=True)
        still, armed = self._by_volley(shot, some)
        found = [(case, still)] if still else []
        if armed:
            stands = self._shot_at(shot, armed.turned())
            found += [(one, rest.turned()) for one, rest in stands]
        return found


def _arrival(far: Reaches, some: ByDistance) -> Floats:
    """Return the chance that a charge arrives, by its distance [chance]."""
    return np.array([arrival(far, distance) for distance in some.inches.tolist()])
