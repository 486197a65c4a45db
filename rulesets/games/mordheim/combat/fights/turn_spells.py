"""Spells of a turn of a Mordheim combat, from many states at once."""

import numpy as np

from rulesets.games.mordheim.combat.blows.injuries import OUT
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.turn_tables import (
    Entries,
    Figures,
    Pick,
    unmarked,
    weakest,
)
from rulesets.odds.volley import Floats, Ints


class TurnSpells:
    """The spells of the shooting phases of one combat, in which the active side casts.

    References
    ----------
    Mordheim rulebook, Magic: in the shooting phase, also in combat.
    """

    def __init__(self, melee: Melee, many: Figures, one: Figures, pick: Pick) -> None:
        self.melee, self.many, self.one, self._pick = melee, many, one, pick
        self._rows: dict[bool, Entries] = {}

    def after(self, fighter: int, states: Ints) -> tuple[Ints, Ints, Floats]:
        """Return where the spell of a fighter leads: from which row, states, chance.

        Parameters
        ----------
        fighter : int
        states : array of int
            A row for each, a column for each fighter.
        """
        lone = self.melee.lone
        by_lone = fighter == lone
        if by_lone:
            target = weakest(self.many, states[:, :-1], states[:, :-1])
        else:
            target = np.where(self.one.posture[states[:, -1]] < OUT, lone, -1)
        own = self.one if by_lone else self.many
        able = own.strikes[states[:, fighter]] & (target >= 0)
        rows = self._table(by_lone=by_lone)
        place = states[np.arange(len(states)), target]
        row = np.where(able, place, len(rows.ends) - 2)
        whose, entry, share = self._pick(rows, row)
        found = states[whose]
        struck = np.flatnonzero(able[whose])
        found[struck, target[whose][struck]] = rows.after[entry][struck]
        return whose, found, share

    def _table(self, *, by_lone: bool) -> Entries:
        """Return what a spell does by the state of its target; the last row nothing."""
        if by_lone not in self._rows:
            rows = self.melee.spell_rows(self.melee.lone if by_lone else 0)
            self._rows[by_lone] = unmarked([*rows, [(0, 1.0)]])
        return self._rows[by_lone]
