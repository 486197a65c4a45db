"""Spines as hand-to-hand phases of a Mordheim combat begin, of many states at once."""

import numpy as np

from rulesets.games.mordheim.combat.blows.injuries import OUT
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.turn_tables import (
    Entries,
    Figures,
    OrderedStates,
    Partials,
    Pick,
    unmarked,
)
from rulesets.odds.volley import Floats, Ints


class TurnSpines:
    """The hits of spines of both sides, at once, as the phases of one combat begin.

    What they do is done in this phase: who stood before it is struck as if he did.
    """

    def __init__(self, melee: Melee, many: Figures, one: Figures, pick: Pick) -> None:
        self.melee, self.many, self.one, self._pick = melee, many, one, pick
        self._rows: dict[bool, Entries] = {}

    def begin(self, courses: OrderedStates, share: Floats) -> Partials:
        """Return turns on their way, before any blow.

        Parameters
        ----------
        courses : OrderedStates
        share : array of float
            The chance of each [chance].
        """
        course, states = np.arange(len(share)), courses.begun
        lone = self.melee.lone
        for fighter in range(lone + 1) if self.melee.pricks else ():
            begun = courses.begun[course]
            hits = (
                (self.many.posture[begun[:, :-1]] < OUT).sum(axis=1)
                if fighter == lone
                else (self.one.posture[begun[:, -1]] < OUT).astype(np.int64)
            )
            rows = self._table(fighter)
            size = len(self.melee.sides[fighter].states)
            row = hits * size + states[:, fighter]
            whose, entry, of = self._pick(rows, row)
            states = states[whose]
            states[:, fighter] = rows.after[entry]
            course, share = course[whose], share[whose] * of
        none: Ints = np.zeros(len(share), dtype=np.int64)
        before, now = (
            self.one.posture[some[:, -1]] for some in (courses.begun[course], states)
        )
        seen: Ints = np.where(now == before, -1, before)
        seen = np.repeat(seen[:, np.newaxis], lone, axis=1)
        return Partials(course, states, none, none, seen, share)

    def _table(self, fighter: int) -> Entries:
        """Return what no, one, two … hits do to one of a side, by his state."""
        is_lone = fighter == self.melee.lone
        if is_lone not in self._rows:
            most = self.melee.lone if is_lone else 1
            some = (self.melee.pricked_rows(fighter, hits) for hits in range(most + 1))
            self._rows[is_lone] = unmarked([row for rows in some for row in rows])
        return self._rows[is_lone]
