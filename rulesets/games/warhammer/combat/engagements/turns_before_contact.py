"""The turns before contact of two units, played once for all who are alike there."""

from dataclasses import dataclass

import numpy as np

from rulesets.games.warhammer.combat.context import (
    WarhammerContext,
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.engagements.alike import before_contact
from rulesets.games.warhammer.combat.engagements.approach import WarhammerField
from rulesets.games.warhammer.combat.engagements.events import (
    ApproachCase,
    ApproachContact,
    ApproachLog,
)
from rulesets.games.warhammer.combat.fights.fight import pool
from rulesets.games.warhammer.combat.fights.psychology import may_move
from rulesets.games.warhammer.combat.fights.ridden_monsters import spread
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.odds.approach import Approach
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.context import Context
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Floats


@dataclass(frozen=True, slots=True, eq=False)
class TurnsBeforeContact:
    """The outcome of all turns before contact; nothing of it is ever changed.

    Parameters
    ----------
    start : ndarray
        ``[a, b]``: the chances of the states of both as they begin [chance].
    approach : Approach
    log : ApproachLog
        With nothing that a trace tells.
    silent : tuple of Side
        Who has weapons to shoot with and never shoots.
    """

    start: Floats
    approach: Approach[ApproachCase, ApproachContact]
    log: ApproachLog
    silent: tuple[Side, ...]

    def weight(self) -> int:
        """Return how much memory it takes [bytes]."""
        every = (
            self.start,
            *self.approach.met.values(),
            *self.approach.ended.values(),
            *self.log.shot.values(),
        )
        return sum(one.nbytes for one in every)


def turns_before_contact(
    a: WarhammerUnit, b: WarhammerUnit, context: WarhammerContext
) -> TurnsBeforeContact:
    """Return the outcome of all turns of two units before contact.

    Raises
    ------
    MatchUpError
        If a unit closes in that cannot move, or has no wounds left.
    """
    situation = context.situation
    for own in (a, b):
        closes = situation.closing in (own.side, "both")
        if closes and not may_move(own):
            raise MatchUpError(
                "/situation/closing", f"{own.name} cannot close in: it does not move"
            )
    for own in (a, b):
        # Who has no wounds left is refused by its own name.
        pool(own, situation)
    alike = before_contact(a), before_contact(b)
    return _played(*alike, situation, context.readings, context.without)


@kept_by_identity(most=1024, objects=2, megabytes=8, weigh=TurnsBeforeContact.weight)
def _played(
    a: WarhammerUnit,
    b: WarhammerUnit,
    situation: WarhammerSituation,
    readings: WarhammerReadings,
    without: frozenset[str],
) -> TurnsBeforeContact:
    context = Context(situation, readings, without)
    field = WarhammerField(a, b, context, start_of(a, b, situation))
    field.play()
    silent = tuple(side for side in SIDES if field.units.volleys(side).silent)
    return TurnsBeforeContact(field.start, field.approach, field.log, silent)


def start_of(
    a: WarhammerUnit, b: WarhammerUnit, situation: WarhammerSituation
) -> Floats:
    """Return the chances of the states of both where all begins."""
    start = np.zeros((a.pool + 1, b.pool + 1))
    start[pool(a, situation), pool(b, situation)] = 1.0
    return spread((a, b), start)
