"""The turns before contact: moves, shots, charges, panic, flight and rallying.

A case holds where both stand and what has befallen them. Arrays of chances are
``[a, b]``; what one side does is ``[own, other]``, turned where that side is b.
"""

from dataclasses import replace

import numpy as np

from rulesets.games.warhammer.combat.events import (
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
from rulesets.games.warhammer.combat.field_chances import FieldChances, FieldVolley
from rulesets.games.warhammer.combat.leadership import passes_leadership
from rulesets.games.warhammer.combat.psychology import (
    SHOWS_THEM,
    SQUABBLES,
    fails_stupidity,
    fears,
    frenzied,
    may_flee,
    may_move,
    reaction_of,
    tests_terror,
)
from rulesets.games.warhammer.combat.reach import (
    Reaches,
    arrival,
    counts_charges,
    reaches,
)
from rulesets.games.warhammer.combat.ridden_monsters import strengths
from rulesets.games.warhammer.item_effects import REACH
from rulesets.odds.approach import add_chances
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
        self.approach.play(order * self.situation.turns, self._act, self._end_turn)
        self._stay(self.approach.cases)

    def charge(self) -> None:
        """Play a charge of side A alone: side B shoots once, as it is."""
        self.units.volleys("b").pools = tuple(
            np.flatnonzero(self.start.any(axis=0)).tolist()
        )
        self.approach.play(("a",), self._charge, self._run_all)
        self._stay(self.approach.cases)

    def _act(self, case: ApproachCase, chances: Floats, side: Side) -> None:
        own, other = (
            self.units.left(case.left, side),
            self.units.left(case.left, OTHER[side]),
        )
        if case.flees == side:
            self._rally(case, chances, side)
            return
        if (
            case.distance <= DREAD
            and case.flees != other.side
            and tests_terror(own, other, tested=case.has_tested(side))
        ):
            case = case.having_tested(side)
            fails = 1 - passes_leadership(own, self.situation)
            self._report(TERROR, side, case, fails * chances)
            self._flee(case, fails * chances, side, side)
            chances = (1 - fails) * chances
        case, chances = self._test_stupidity(case, chances, side)
        for calm, some in self._test_animosity(case, chances, side):
            self._go_on(calm, some, side)

    def _go_on(
        self, case: ApproachCase, chances: Floats, side: Side, *, moved: bool = False
    ) -> None:
        eager = self._eager(case, side)
        if eager:
            self._charge(case, eager * chances, side)
        if eager < 1:
            self._advance(case, (1 - eager) * chances, side, moved=moved)

    def _test_animosity(
        self, case: ApproachCase, chances: Floats, side: Side
    ) -> list[tuple[ApproachCase, Floats]]:
        """Test for animosity; return the chances of those that act as usual.

        The others squabble, or show them: an extra move before they act. A banner may
        let the first failed test of the game do nothing.
        """
        own, fails = self.units.left(case.left, side), self.units.squabbling[side]
        if fails is None:
            return [(case, chances)]
        some = chances * fails[:, None]
        if own.does("pass", "test:animosity") and not case.has_spent(side, SQUABBLES):
            return [(case, chances - some), (case.having_spent(side, SQUABBLES), some)]
        shows = some / SHOWS_THEM
        self._report(SQUABBLE, side, case, some - shows)
        self._keep(case, some - shows, side)
        if case.distance <= own.stride:
            self._charge(case, shows, side)
        else:
            nearer = case.at(case.distance - own.stride)
            self._go_on(nearer, shows, side, moved=True)
        return [(case, chances - some)]

    def _test_stupidity(
        self, case: ApproachCase, chances: Floats, side: Side
    ) -> tuple[ApproachCase, Floats]:
        """Test for stupidity; units that fail stumble on at half their Movement."""
        own = self.units.left(case.left, side)
        fails = fails_stupidity(own, self.situation)
        if not fails:
            return case, chances
        self._report(STUMBLE, side, case, fails * chances)
        step = own.movement // 2 if may_move(own) else 0
        distance = max(min(case.distance, 1), case.distance - step)
        dazed = case.with_stupidity(side, stupid=True).at(distance)
        self._keep(dazed, fails * chances, side)
        return case.with_stupidity(side, stupid=False), (1 - fails) * chances

    def _closes(self, side: Side) -> bool:
        return self.situation.closing in (side, "both")

    def _eager(self, case: ApproachCase, side: Side) -> float:
        """Return the chance that a unit declares a charge [chance]."""
        own = self.units.left(case.left, side)
        risks = self.situation.of(side).risks_charge
        reach, _ = self._reaches(case, side)[-1 if risks else 0]
        if not may_move(own) or case.distance > reach:
            return 0.0
        if self._closes(side) or frenzied(own):
            return 1.0
        if not own.has("impetuous"):
            return 0.0
        more = own.adds("test:impetuous")
        return 1 - passes_leadership(own, self.situation, more=more)

    def _rally(self, case: ApproachCase, chances: Floats, side: Side) -> None:
        stands = chances * self.units.rallying(case.left, side)[:, None]
        self._report(RALLY, side, case, stands)
        self._keep(case.at(case.distance, flees=""), stands, side)
        self._run(case, chances - stands, side, side)

    def _charge(self, case: ApproachCase, chances: Floats, side: Side) -> None:
        """Declare a charge: the charger's fear, then the target's reaction."""
        if not chances.any():
            return
        own, other = (
            self.units.left(case.left, side),
            self.units.left(case.left, OTHER[side]),
        )
        chances = self._test_fear(case, chances, side)
        self._report(A_CHARGE, side, case, chances)
        far = self._reaches(case, side)
        if counts_charges(own):
            case = case.having_spent(side, REACH)
        if case.flees:
            self._chase(case, chances, side, far)
            return
        flees, afraid, dread = self._test_charged(case, chances, side)
        if dread:
            case = case.having_tested(other.side)
        stands = chances - flees - afraid
        reaction = reaction_of(other, own, self.situation)
        if reaction == "flees" and may_flee(other):
            flees, stands = flees + stands, 0 * stands
        self._report(FLIGHT, side, case, flees, of=other.side)
        self.log.flights[other.side] += float(flees.sum())
        self._chase(case, flees, side, far)
        contact = ApproachContact(side, stupid=case.is_stupid(other.side))
        for some, is_afraid in ((stands, False), (afraid, True)):
            came = [(case, some)]
            if reaction == "shoots" and case.distance > own.stride:
                came = self._shoot(case, some, side)
            self._arrive(came, replace(contact, afraid=is_afraid), far)

    def _arrive(
        self,
        came: list[tuple[ApproachCase, Floats]],
        contact: ApproachContact,
        far: Reaches,
    ) -> None:
        """Let chargers who still come arrive, or fall short."""
        for case, chances in came:
            arrives = chances * self._arrival(far, case)
            self._fall_short(case, chances - arrives, contact.charger)
            self._meet(contact, arrives)

    def _reaches(self, case: ApproachCase, side: Side) -> Reaches:
        """Return how far a charge may reach that a side declares now."""
        own = self.units.left(case.left, side)
        return reaches(own, first=not case.has_spent(side, REACH))

    def _arrival(self, far: Reaches, case: ApproachCase) -> float:
        """Return the chance that a charge arrives [chance].

        One without a die is taken to, from wherever it is asked for, and an overrun.
        """
        is_sure = self.situation.overrun or len(far) == 1
        return 1.0 if is_sure else arrival(far, case.distance)

    def _chase(
        self, case: ApproachCase, chances: Floats, side: Side, far: Reaches
    ) -> None:
        """Let the charged unit run from a charge of a side."""
        step = self.units.left(case.left, side).stride
        for reach, chance in far:
            some = float(chance) * chances
            self._run(case, some, OTHER[side], side, reach=reach, step=step)

    def _fall_short(self, case: ApproachCase, chances: Floats, side: Side) -> None:
        """Let a charge fall short: the charger moves its Movement, and that is all."""
        if not chances.any():
            return
        self._report(FALLS_SHORT, side, case, chances)
        self.log.short += float(chances.sum())
        step = self.units.left(case.left, side).stride
        self._keep(case.at(max(case.distance - step, 1)), chances, side)

    def _test_fear(self, case: ApproachCase, chances: Floats, side: Side) -> Floats:
        """Test the charger for fear; return the chances of those that charge."""
        own, other = (
            self.units.left(case.left, side),
            self.units.left(case.left, OTHER[side]),
        )
        bold = own.has("impetuous") or self.situation.overrun
        if case.flees or bold or not fears(own, other, self.situation):
            return chances
        fails = 1 - passes_leadership(own, self.situation)
        self._report(FEAR, side, case, fails * chances)
        self._keep(case, fails * chances, side)
        return (1 - fails) * chances

    def _test_charged(
        self, case: ApproachCase, chances: Floats, side: Side
    ) -> tuple[Floats, Floats, bool]:
        """Test the charged unit; return flight, fear, and whether it is for terror."""
        own, other = (
            self.units.left(case.left, side),
            self.units.left(case.left, OTHER[side]),
        )
        none = np.zeros_like(chances)
        fails = 1 - passes_leadership(other, self.situation)
        dreads = tests_terror(other, own, tested=case.has_tested(other.side))
        if self.situation.overrun and (dreads or fears(other, own, self.situation)):
            return none, fails * chances, dreads
        if dreads:
            return fails * chances, none, True
        if not fears(other, own, self.situation):
            return none, none, False
        mine, theirs = (
            strengths(self.units.whole[side]),
            strengths(self.units.whole[OTHER[side]]),
        )
        weaker = theirs[None, :] < mine[:, None]
        return fails * chances * weaker, fails * chances * ~weaker, False

    def _advance(
        self, case: ApproachCase, chances: Floats, side: Side, *, moved: bool = False
    ) -> None:
        """Move towards the enemy if the unit closes, and shoot if it may."""
        if not chances.any():
            return
        own = self.units.left(case.left, side)
        marched = False
        if self._closes(side) and may_move(own):
            marched = self._may_march(case, side)
            step = own.stride * (2 if marched else 1)
            distance = max(case.distance - step, 1)
            moved = moved or distance < case.distance
            self._report(MARCH if marched else WALK, side, case, chances)
            case = case.at(distance)
        volley = None if marched else self._volley(case, side, moved=moved)
        if volley is None:
            self._keep(case, chances, side)
        else:
            shot = FieldVolley(case.at(0), side, volley, moved=moved)
            add_chances(self.shots.setdefault(shot, {}), case.distance, chances)

    def _may_march(self, case: ApproachCase, side: Side) -> bool:
        walks = self.situation.of(side).pace == "walks"
        if walks or self.units.left(case.left, side).kind in STILL:
            return False
        return case.distance > NEAR or bool(case.flees)

    def _shoot(
        self, case: ApproachCase, chances: Floats, side: Side
    ) -> list[tuple[ApproachCase, Floats]]:
        """Let the target of a charge shoot; return the chances that the charger stands.

        All chances are those of the charger's side.
        """
        shooter = OTHER[side]
        volley = self._volley(case, shooter, reaction=True)
        if volley is None or not chances.any():
            return [(case, chances)]
        shot = FieldVolley(case.at(0), shooter, volley, reaction=True)
        stands = self._shot_at(shot, {case.distance: chances.T})
        return [(one, some.T) for one, some in stands]
