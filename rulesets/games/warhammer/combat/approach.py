"""The turns before contact: moves, shots, charges, panic, flight and rallying.

A case holds where both stand and what has befallen them. Arrays of chances are
``[a, b]``; what one side does is ``[own, other]``, turned where that side is b.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from rulesets.games.warhammer.combat.context import WarhammerContext
from rulesets.games.warhammer.combat.events import (
    A_CHARGE,
    FEAR,
    FLIGHT,
    MARCH,
    PANIC,
    PANIC_CHARGING,
    RALLY,
    REACTION,
    SHOTS,
    SQUABBLE,
    STUMBLE,
    TERROR,
    WALK,
    ApproachCase,
    ApproachContact,
    ApproachEvent,
    ApproachLog,
    Happening,
)
from rulesets.games.warhammer.combat.field_units import FieldUnits
from rulesets.games.warhammer.combat.leadership import passes_leadership, rally_chance
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.psychology import (
    QUARTER,
    SHOWS_THEM,
    fails_animosity,
    fails_panic,
    fails_stupidity,
    fears,
    flight,
    frenzied,
    may_flee,
    may_move,
    reaction_of,
    tests_terror,
)
from rulesets.games.warhammer.combat.ridden_monsters import models_standing, strengths
from rulesets.odds.approach import Approach, seen_by
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats

NEAR = 8
"""An enemy within so far keeps a unit from marching [inches]."""

DREAD = 6
"""Distance within which terror is tested for [inches]."""

EDGE = 72
"""Distance past which a fleeing unit has left the table [inches]; house."""

UNLIKELY = 1e-10
"""Cases less likely than this are not played on [chance]."""

HARDLY = 1e-14
"""Nor are pairs of wounds left in a case, if less likely than this [chance]."""

STILL = ("chariot",)
"""Unit types that never march."""


class WarhammerField:
    """The two units on their field, turn by turn."""

    def __init__(
        self,
        a: WarhammerUnit,
        b: WarhammerUnit,
        context: WarhammerContext,
        start: Floats,
    ) -> None:
        self.units = FieldUnits(a, b, context)
        self.situation = situation = context.situation
        self.start = start
        case = ApproachCase(situation.distance, tested=(False, situation.terror_tested))
        self.approach: Approach[ApproachCase, ApproachContact] = Approach({case: start})
        self.log = ApproachLog()

    def play(self) -> None:
        """Play all turns before contact."""
        order = (self.situation.first, OTHER[self.situation.first])
        self.approach.play(order * self.situation.turns, self._act, self._prune)
        self._stay(self.approach.cases)

    def charge(self) -> None:
        """Play a charge of side A alone: side B shoots once, as it is."""
        self.units.volleys("b").pools = tuple(
            np.flatnonzero(self.start.any(axis=0)).tolist()
        )
        self.approach.play(("a",), self._charge)
        self._stay(self.approach.cases)

    @property
    def turn(self) -> int:
        """Return the number of the turn of both that is played, from 1."""
        return self.approach.turn // 2 + 1

    def _prune(self) -> None:
        """Let unlikely cases stay as they are for good."""
        self._stay(self.approach.prune(UNLIKELY))
        for case, chances in self.approach.cases.items():
            rare = np.where(chances < HARDLY, chances, 0.0)
            self.approach.dropped += float(rare.sum())
            self._stay({case: rare})
            self.approach.cases[case] = chances - rare

    def _stay(self, cases: Mapping[ApproachCase, Floats]) -> None:
        for case, chances in cases.items():
            self._end(f"{case.flees}-fleeing" if case.flees else "no-contact", chances)

    def _keep(self, case: ApproachCase, chances: Floats, side: Side) -> None:
        """Keep both apart, in one case for each way of who is left."""
        for left, some in self.units.split(seen_by(side, chances)):
            if some.any():
                self.approach.keep(replace(case, left=left), some)

    def _end(self, key: str, chances: Floats, side: Side = "a") -> None:
        if chances.any():
            self.approach.end(key, chances, side)

    def _meet(self, contact: ApproachContact, chances: Floats) -> None:
        if chances.any():
            self.approach.meet(contact, chances, contact.charger)

    def _report(
        self,
        event: ApproachEvent,
        side: Side,
        case: ApproachCase,
        chances: Floats,
        of: Side | None = None,
    ) -> None:
        """Log for the trace of a side an event that befell it, or another."""
        mass = float(chances.sum())
        if mass > 0:
            key = Happening(self.turn, side, self.units.whole[of or side].name, event)
            known = self.log.told.setdefault(key, [0.0, np.inf, -np.inf])
            known[0] += mass
            known[1] = min(known[1], case.distance)
            known[2] = max(known[2], case.distance)

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
        chances = self._test_animosity(case, chances, side)
        self._go_on(case, chances, side)

    def _go_on(
        self, case: ApproachCase, chances: Floats, side: Side, *, moved: bool = False
    ) -> None:
        eager = self._eager(case, side)
        self._charge(case, eager * chances, side)
        self._advance(case, (1 - eager) * chances, side, moved=moved)

    def _test_animosity(
        self, case: ApproachCase, chances: Floats, side: Side
    ) -> Floats:
        """Test for animosity; return the chances of those that act as usual.

        The others squabble, or show them: an extra move before they act.
        """
        own = self.units.left(case.left, side)
        fails = fails_animosity(self.units.whole[side], self.situation)
        if not fails.any():
            return chances
        some = chances * fails[:, None]
        shows = some / SHOWS_THEM
        self._report(SQUABBLE, side, case, some - shows)
        self._keep(case, some - shows, side)
        if case.distance <= own.stride:
            self._charge(case, shows, side)
        else:
            nearer = replace(case, distance=case.distance - own.stride)
            self._go_on(nearer, shows, side, moved=True)
        return chances - some

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
        dazed = replace(case.with_stupidity(side, stupid=True), distance=distance)
        self._keep(dazed, fails * chances, side)
        return case.with_stupidity(side, stupid=False), (1 - fails) * chances

    def _closes(self, side: Side) -> bool:
        return self.situation.closing in (side, "both")

    def _eager(self, case: ApproachCase, side: Side) -> float:
        """Return the chance that a unit declares a charge [chance]."""
        own = self.units.left(case.left, side)
        if not may_move(own) or case.distance > 2 * own.stride:
            return 0.0
        if self._closes(side) or frenzied(own):
            return 1.0
        if not own.has("impetuous"):
            return 0.0
        more = own.adds("test:impetuous")
        return 1 - passes_leadership(own, self.situation, more=more)

    def _rally(self, case: ApproachCase, chances: Floats, side: Side) -> None:
        own = self.units.left(case.left, side)
        enough = QUARTER * models_standing(self.units.whole[side]) >= own.models
        stands = chances * (rally_chance(own, self.situation) * enough)[:, None]
        self._report(RALLY, side, case, stands)
        self._keep(replace(case, flees=""), stands, side)
        self._run(case, chances - stands, side, side, reach=0)

    def _flee(self, case: ApproachCase, chances: Floats, who: Side, side: Side) -> None:
        """Let a unit flee; chances are those of ``side``."""
        self.log.flights[who] += float(chances.sum())
        self._run(case, chances, who, side, reach=0)

    def _run(
        self, case: ApproachCase, chances: Floats, who: Side, side: Side, *, reach: int
    ) -> None:
        """Let a unit run, from a charge of so many inches or from none."""
        if not chances.any():
            return
        caught = fled = 0.0
        for inches, chance in flight(self.units.left(case.left, who)):
            distance = case.distance + inches
            if distance <= reach:
                caught += chance
            elif distance - reach // 2 > EDGE:
                fled += chance
            else:
                after = replace(case, distance=distance - reach // 2, flees=who)
                self.approach.keep(after, chance * chances, side)
        self._end(f"{who}-caught", caught * chances, side)
        self._end(f"{who}-fled", fled * chances, side)

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
        reach = 2 * own.stride
        if case.flees:
            self._run(case, chances, other.side, side, reach=reach)
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
        self._run(case, flees, other.side, side, reach=reach)
        for some, is_afraid in ((stands, False), (afraid, True)):
            if reaction == "shoots" and case.distance > own.stride:
                some = self._shoot(case, some, other.side, side, reaction=True)
            stupid = case.is_stupid(other.side)
            self._meet(ApproachContact(side, is_afraid, stupid), some)

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
            case = replace(case, distance=distance)
        if not marched:
            chances = self._shoot(case, chances, side, side, moved=moved)
        self._keep(case, chances, side)

    def _may_march(self, case: ApproachCase, side: Side) -> bool:
        walks = self.situation.of(side).pace == "walks"
        if walks or self.units.left(case.left, side).kind in STILL:
            return False
        return case.distance > NEAR or bool(case.flees)

    def _shoot(
        self,
        case: ApproachCase,
        chances: Floats,
        shooter: Side,
        side: Side,
        *,
        moved: bool = False,
        reaction: bool = False,
    ) -> Floats:
        """Let a unit shoot; return the chances that its target stands."""
        target = self.units.whole[OTHER[shooter]]
        left_of = case.left[SIDES.index(shooter)]
        volley = self.units.volleys(shooter, left_of).at(
            case.distance, moved=moved, reaction=reaction
        )
        mass = float(chances.sum())
        if volley is None or not mass:
            return chances
        shot = (shooter, left_of, case.distance, moved, reaction)
        self.log.volleys[shot] = self.log.volleys.get(shot, 0.0) + mass
        self._report(REACTION if reaction else SHOTS, shooter, case, chances)
        turned = side != shooter
        left, shaken, taken = volley.apply(chances.T if turned else chances)
        lost = self.log.shot.setdefault(
            (self.turn, target.side, reaction), np.zeros(len(taken))
        )
        lost += taken
        gone = np.zeros_like(left)
        gone[:, 0] = left[:, 0]
        self._end(f"{target.side}-destroyed", gone, shooter)
        left[:, 0] = shaken[:, 0] = 0.0
        fails = (
            0.0 if case.flees == target.side else fails_panic(target, self.situation)
        )
        shaken *= fails
        event = PANIC_CHARGING if reaction else PANIC
        self._report(event, target.side, case, shaken)
        self._flee(case, shaken, target.side, shooter)
        stands: Floats = left - shaken
        return stands.T if turned else stands
