"""Chances of two units before contact: apart, shooting, fleeing, met, or gone.

A case holds what has befallen both; its chances are told by distance. Volleys and
flights of a turn are worked out at its end, those alike at once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rulesets.games.warhammer.combat.context import WarhammerContext
from rulesets.games.warhammer.combat.engagements.distances import ByDistance, joined
from rulesets.games.warhammer.combat.engagements.events import (
    PANIC,
    PANIC_CHARGING,
    REACTION,
    SHOTS,
    ApproachCase,
    ApproachContact,
    ApproachEvent,
    ApproachLog,
    Happening,
)
from rulesets.games.warhammer.combat.engagements.field_units import FieldUnits
from rulesets.games.warhammer.combat.fights.psychology import (
    PANICS,
    flight,
    panics_again,
)
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.shots.volley_moves import (
    WarhammerVolley,
    apply_each,
)
from rulesets.odds.approach import Approach, seen_by
from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats

EDGE = 72
"""Distance past which a fleeing unit has left the table [inches]; house."""

UNLIKELY = 1e-10
"""Cases less likely than this are not played on [chance]."""

HARDLY = 1e-14
"""Nor are pairs of wounds left in a case, if less likely than this [chance]."""


@dataclass(frozen=True, slots=True)
class FieldVolley:
    """The volleys of one side in one turn, from whatever distances.

    Parameters
    ----------
    case : ApproachCase
    side : {"a", "b"}
        Who shoots.
    moved, reaction : bool
        Whether after a move, and whether at a charge.
    """

    case: ApproachCase
    side: Side
    moved: bool = False
    reaction: bool = False


Act = Callable[[ApproachCase, ByDistance, Side], None]
"""Lets a side act in a case, of which it sees the chances."""

Run = tuple[ApproachCase, Side, int, int]
"""The case and side of a flight, and the reach and Movement of the charger [inches]."""


@kept_arrays(megabytes=2)
def _run_to(places: int, far: tuple[tuple[int, float], ...]) -> Floats:
    """Return ``[after, before]``: chance that who flees runs from one place to another.

    Places are an inch apart; ``far`` says how far it may run, see `flight`.
    """
    found = np.zeros((places + far[-1][0], places))
    before = np.arange(places)
    for inches, chance in far:
        found[before + inches, before] = chance
    return found


class FieldChances:
    """Two units on their field: what becomes of their chances, turn by turn."""

    def __init__(
        self,
        a: WarhammerUnit,
        b: WarhammerUnit,
        context: WarhammerContext,
        start: Floats,
    ) -> None:
        self.units = FieldUnits(a, b, context, start)
        self.situation = situation = context.situation
        self.start = start
        case = ApproachCase(tested=(False, situation.terror_tested))
        narrow = self.units.narrow
        begun = ByDistance(np.array([situation.distance]), narrow[None])
        self.cases = {case: begun}
        self.pairs = (EDGE + 1) * narrow.size
        self.approach: Approach[ApproachCase, ApproachContact] = Approach({})
        self.log = ApproachLog()
        self.kept: dict[ApproachCase, list[ByDistance]] = {}
        self.shots: dict[FieldVolley, list[ByDistance]] = {}
        self.runs: dict[Run, list[ByDistance]] = {}

    @property
    def turn(self) -> int:
        """Return the number of the turn of both that is played, from 1."""
        return self.approach.turn // 2 + 1

    def _play(self, order: Sequence[Side], act: Act, end: Callable[[], None]) -> None:
        """Play turns until nobody is apart any more; ``end`` is called after each.

        Cases are those of a and b; who acts in them sees them from its side.
        """
        for side in self.approach.turns(order):
            if not self.cases:
                break
            before, self.cases = self.cases, {}
            for case, some in before.items():
                self.approach.count_work(1, self.pairs)
                act(case, some if side == "a" else some.turned(), side)
            end()

    def _end_charge(self) -> None:
        """End a turn in which nobody shoots but at a charge: flights alone."""
        self._run_all()
        kept, self.kept = self.kept, {}
        self.cases = {case: joined(several) for case, several in kept.items()}

    def _end_turn(self) -> None:
        """End a turn: shots and flights, and unlikely cases that stay for good."""
        self._shoot_all()
        self._end_charge()
        likely = {case: self._likely(case, some) for case, some in self.cases.items()}
        self.cases = {case: some for case, some in likely.items() if len(some.inches)}

    def _likely(self, case: ApproachCase, some: ByDistance) -> ByDistance:
        """Return the likely chances of a case; the others stay as they are for good."""
        often = some.chances.sum(axis=(1, 2)) >= UNLIKELY
        seldom = some.chances < HARDLY
        seldom[~often] = True
        rare = np.where(seldom, some.chances, 0.0)
        if np.count_nonzero(rare):
            self.approach.dropped += float(rare.sum())
            self._stay(case, ByDistance(some.inches, rare))
            some = some.less(rare)
        return some.rows(np.flatnonzero(often))

    def _leave(self) -> None:
        """End the turns before contact: who is still apart stays so."""
        for case, some in self.cases.items():
            self._stay(case, some)
        approach, widened = self.approach, self.units.widened
        approach.met = {way: widened(met) for way, met in approach.met.items()}
        approach.ended = {key: widened(end) for key, end in approach.ended.items()}

    def _stay(self, case: ApproachCase, some: ByDistance) -> None:
        self._end(f"{case.flees}-fleeing" if case.flees else "no-contact", some.total())

    def _keep(self, case: ApproachCase, some: ByDistance, side: Side) -> None:
        """Keep both apart, in one case for each way of who is left."""
        for left, chances in self.units.split(seen_by(side, some.chances)):
            if np.count_nonzero(chances):
                there = self.kept.setdefault(case.with_left(left), [])
                there.append(ByDistance(some.inches, chances))

    def _end(self, key: str, chances: Floats, side: Side = "a") -> None:
        if np.count_nonzero(chances):
            self.approach.end(key, chances, side)

    def _meet(self, contact: ApproachContact, some: ByDistance) -> None:
        if some:
            self.approach.meet(contact, some.total(), contact.charger)

    def _report(
        self,
        event: ApproachEvent,
        side: Side,
        some: ByDistance,
        of: Side | None = None,
    ) -> None:
        """Log for the trace of a side an event that befell it, or another."""
        if self.log.is_told and some:
            key = Happening(self.turn, side, self.units.whole[of or side].name, event)
            known = self.log.told.setdefault(key, [0.0, np.inf, -np.inf])
            near, far = some.span()
            known[0] += float(some.chances.sum())
            known[1] = min(known[1], near)
            known[2] = max(known[2], far)

    def _flee(
        self, case: ApproachCase, some: ByDistance, who: Side, side: Side
    ) -> None:
        """Let a unit flee; chances are those of ``side``."""
        self.log.flights[who] += float(some.chances.sum())
        self._run(case, some, who, side)

    def _run(
        self,
        case: ApproachCase,
        some: ByDistance,
        who: Side,
        side: Side,
        *,
        reach: int = 0,
        step: int = 0,
    ) -> None:
        """Let a unit run, from a charge of so many inches or from none.

        A charger who does not catch it moves its Movement, `step`.
        """
        if some:
            key = case.fleeing(who), who, reach, step
            seen = some if side == "a" else some.turned()
            self.runs.setdefault(key, []).append(seen)

    def _run_all(self) -> None:
        """Let all who run in this turn run, from every distance at once."""
        runs, self.runs = self.runs, {}
        for (case, who, reach, step), several in runs.items():
            begun = joined(several)
            nearest, furthest = int(begun.inches[0]), int(begun.inches[-1])
            runs_to = _run_to(
                furthest - nearest + 1, flight(self.units.left(case.left, who))
            )
            flat = begun.chances.reshape(len(begun.inches), -1)
            after = (runs_to[:, begun.inches - nearest] @ flat).reshape(
                -1, *begun.chances.shape[1:]
            )
            # Distances before the pursuer has moved.
            caught = max(reach + 1 - nearest, 0)
            fled = max(EDGE + step + 1 - nearest, caught)
            self._end(f"{who}-caught", after[:caught].sum(axis=0))
            self._end(f"{who}-fled", after[fled:].sum(axis=0))
            left = after[caught:fled]
            if np.count_nonzero(left):
                begin = nearest + caught - step
                inches = np.arange(begin, begin + len(left))
                self.kept.setdefault(case, []).append(ByDistance(inches, left))

    def _by_volley(
        self, shot: FieldVolley, some: ByDistance
    ) -> tuple[ByDistance, ByDistance]:
        """Return the distances from which a side does not shoot, and all others."""
        volleys = self._volleys(shot, some)
        still = [place for place, one in enumerate(volleys) if one is None]
        shoots = [place for place, one in enumerate(volleys) if one is not None]
        return some.rows(still), some.rows(shoots)

    def _volleys(
        self, shot: FieldVolley, some: ByDistance
    ) -> list[WarhammerVolley | None]:
        left = shot.case.left[SIDES.index(shot.side)]
        volleys = self.units.volleys(shot.side, left)
        return volleys.from_each(
            some.inches.tolist(), moved=shot.moved, reaction=shot.reaction
        )

    def _shoot_all(self) -> None:
        """Let all who shoot in this turn shoot, from every distance at once."""
        shots, self.shots = self.shots, {}
        for shot, several in shots.items():
            for case, stands in self._shot_at(shot, joined(several)):
                self._keep(case, stands, shot.side)

    def _shot_at(
        self, shot: FieldVolley, begun: ByDistance
    ) -> list[tuple[ApproachCase, ByDistance]]:
        """Return the cases in which the target of volleys stands, and their chances.

        Chances are those of who shoots.
        """
        target, fled = self.units.whole[OTHER[shot.side]], shot.case.flees
        volleys = [one for one in self._volleys(shot, begun) if one is not None]
        left, shaken, taken = apply_each(
            volleys, begun.chances, self.units.states[shot.side]
        )
        key = self.turn, target.side, shot.reaction
        self.log.shot[key] = self.log.shot.get(key, 0.0) + taken
        gone = np.zeros(left.shape[1:])
        gone[:, 0] = left[:, :, 0].sum(axis=0)
        self._end(f"{target.side}-destroyed", gone, shot.side)
        left[:, :, 0] = shaken[:, :, 0] = 0.0
        fails = 0.0 if fled == target.side else self.units.panicking[target.side]
        shaken *= fails
        stands = [(shot.case, ByDistance(begun.inches, left - shaken))]
        if fails and self._tests_again(shot.case, target):
            again = panics_again(target, self.situation) / fails
            rallied = ByDistance(begun.inches, shaken * (1 - again))
            shaken *= again
            shot = replace(shot, case=shot.case.having_spent(target.side, PANICS))
            stands.append((shot.case, rallied))
        panics = ByDistance(begun.inches, shaken)
        self._report_shots(shot, begun, panics)
        self._flee(shot.case, panics, target.side, shot.side)
        return stands

    def _tests_again(self, case: ApproachCase, own: WarhammerUnit) -> bool:
        """Return whether a unit may still take a failed panic test again."""
        banner = own.does("re-roll", "test:panic")
        return banner and not case.has_spent(own.side, PANICS)

    def _report_shots(
        self, shot: FieldVolley, begun: ByDistance, panics: ByDistance
    ) -> None:
        if not self.log.is_told:
            return
        left_of = shot.case.left[SIDES.index(shot.side)]
        masses = begun.chances.sum(axis=(1, 2)).tolist()
        for distance, mass in zip(begun.inches.tolist(), masses, strict=True):
            key = shot.side, left_of, distance, shot.moved, shot.reaction
            self.log.volleys[key] = self.log.volleys.get(key, 0.0) + mass
        self._report(REACTION if shot.reaction else SHOTS, shot.side, begun)
        event = PANIC_CHARGING if shot.reaction else PANIC
        self._report(event, OTHER[shot.side], panics)
