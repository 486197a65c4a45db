"""Chances of two units before contact: apart, shooting, fleeing, met, or gone.

Volleys and flights of a turn are worked out at its end, those alike from all distances
at once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from rulesets.games.warhammer.combat.context import WarhammerContext
from rulesets.games.warhammer.combat.events import (
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
from rulesets.games.warhammer.combat.field_units import FieldUnits
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.psychology import PANICS, flight, panics_again
from rulesets.games.warhammer.combat.volley import WarhammerVolley
from rulesets.odds.approach import Approach, add_chances, seen_by
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
    """A volley of one side in one turn, from whatever distance.

    Parameters
    ----------
    case : ApproachCase
        Its distance does not count.
    side : {"a", "b"}
        Who shoots.
    volley : WarhammerVolley
    moved, reaction : bool
        Whether after a move, and whether at a charge.
    """

    case: ApproachCase
    side: Side
    volley: WarhammerVolley
    moved: bool = False
    reaction: bool = False


Run = tuple[ApproachCase, Side, int, int]
"""The case and side of a flight, and the reach and Movement of the charger [inches]."""


class FieldChances:
    """Two units on their field: what becomes of their chances, turn by turn."""

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
        self.shots: dict[FieldVolley, dict[int, Floats]] = {}
        self.runs: dict[Run, dict[int, Floats]] = {}

    @property
    def turn(self) -> int:
        """Return the number of the turn of both that is played, from 1."""
        return self.approach.turn // 2 + 1

    def _end_turn(self) -> None:
        """End a turn: shots and flights, and unlikely cases that stay for good."""
        self._shoot_all()
        self._run_all()
        self._stay(self.approach.prune(UNLIKELY))
        for case, chances in self.approach.cases.items():
            hardly = (chances < HARDLY) & (chances > 0)
            if hardly.any():
                rare = np.where(hardly, chances, 0.0)
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
                self.approach.keep(case.with_left(left), some)

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

    def _flee(self, case: ApproachCase, chances: Floats, who: Side, side: Side) -> None:
        """Let a unit flee; chances are those of ``side``."""
        self.log.flights[who] += float(chances.sum())
        self._run(case, chances, who, side)

    def _run(
        self,
        case: ApproachCase,
        chances: Floats,
        who: Side,
        side: Side,
        *,
        reach: int = 0,
        step: int = 0,
    ) -> None:
        """Let a unit run, from a charge of so many inches or from none.

        A charger who does not catch it moves its Movement, `step`.
        """
        if chances.any():
            key = case.at(0, flees=who), who, reach, step
            runs = self.runs.setdefault(key, {})
            add_chances(runs, case.distance, seen_by(side, chances))

    def _run_all(self) -> None:
        """Let all who run in this turn run, from every distance at once."""
        runs, self.runs = self.runs, {}
        for (case, who, reach, step), begun in runs.items():
            nearest, furthest = min(begun), max(begun)
            begins = np.zeros((furthest - nearest + 1, *self.start.shape))
            for distance, chances in begun.items():
                begins[distance - nearest] = chances
            far = flight(self.units.left(case.left, who))
            after = np.zeros((len(begins) + far[-1][0], *self.start.shape))
            for inches, chance in far:
                after[inches : inches + len(begins)] += chance * begins
            # Distances before the pursuer has moved.
            caught = max(reach + 1 - nearest, 0)
            fled = max(EDGE + step + 1 - nearest, caught)
            self._end(f"{who}-caught", after[:caught].sum(axis=0))
            self._end(f"{who}-fled", after[fled:].sum(axis=0))
            for place, chances in enumerate(after[caught:fled], nearest + caught):
                if chances.any():
                    self.approach.keep(case.at(place - step), chances)

    def _volley(
        self,
        case: ApproachCase,
        shooter: Side,
        *,
        moved: bool = False,
        reaction: bool = False,
    ) -> WarhammerVolley | None:
        volleys = self.units.volleys(shooter, case.left[SIDES.index(shooter)])
        return volleys.at(case.distance, moved=moved, reaction=reaction)

    def _shoot_all(self) -> None:
        """Let all who shoot in this turn shoot, those with one volley at once."""
        shots, self.shots = self.shots, {}
        for shot, begun in shots.items():
            for case, stands in self._shot_at(shot, begun):
                self._keep(case, stands, shot.side)

    def _shot_at(
        self, shot: FieldVolley, begun: dict[int, Floats]
    ) -> list[tuple[ApproachCase, Floats]]:
        """Return the cases in which the target of a volley stands, and their chances.

        Chances are those of who shoots.
        """
        target, fled = self.units.whole[OTHER[shot.side]], shot.case.flees
        left, shaken, taken = shot.volley.apply(np.concatenate([*begun.values()]))
        key = self.turn, target.side, shot.reaction
        self.log.shot[key] = self.log.shot.get(key, 0.0) + taken
        shape = len(begun), -1, left.shape[1]
        gone = np.zeros_like(left.reshape(shape)[0])
        gone[:, 0] = left[:, 0].reshape(len(begun), -1).sum(axis=0)
        self._end(f"{target.side}-destroyed", gone, shot.side)
        left[:, 0] = shaken[:, 0] = 0.0
        fails = 0.0 if fled == target.side else self.units.panicking[target.side]
        shaken *= fails
        stands = self._stand(shot.case, begun, (left - shaken).reshape(shape))
        if fails and self._tests_again(shot.case, target):
            again = panics_again(target, self.situation) / fails
            rallied = (shaken * (1 - again)).reshape(shape)
            shaken *= again
            shot = replace(shot, case=shot.case.having_spent(target.side, PANICS))
            stands += self._stand(shot.case, begun, rallied)
        for (distance, chances), panics in zip(
            begun.items(), shaken.reshape(shape), strict=True
        ):
            self._report_shots(shot, distance, chances, panics)
            self._flee(shot.case.at(distance), panics, target.side, shot.side)
        return stands

    def _tests_again(self, case: ApproachCase, own: WarhammerUnit) -> bool:
        """Return whether a unit may still take a failed panic test again."""
        banner = own.does("re-roll", "test:panic")
        return banner and not case.has_spent(own.side, PANICS)

    def _stand(
        self, case: ApproachCase, begun: Iterable[int], chances: Floats
    ) -> list[tuple[ApproachCase, Floats]]:
        """Return a case at some distances, with its chances at each of them."""
        far = zip(begun, chances, strict=True)
        return [(case.at(distance), some) for distance, some in far]

    def _report_shots(
        self, shot: FieldVolley, distance: int, chances: Floats, panics: Floats
    ) -> None:
        case, left_of = shot.case.at(distance), shot.case.left[SIDES.index(shot.side)]
        key = shot.side, left_of, distance, shot.moved, shot.reaction
        mass = float(chances.sum())
        self.log.volleys[key] = self.log.volleys.get(key, 0.0) + mass
        self._report(REACTION if shot.reaction else SHOTS, shot.side, case, chances)
        event = PANIC_CHARGING if shot.reaction else PANIC
        self._report(event, OTHER[shot.side], case, panics)
