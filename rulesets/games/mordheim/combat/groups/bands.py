"""Bands of fighters as numbers: who is left of a side, for many meetings at once."""

from collections.abc import Iterable, Sequence

import numpy as np

from rulesets.games.mordheim.combat.blows.body import BodyState
from rulesets.games.mordheim.combat.blows.injuries import OUT
from rulesets.games.mordheim.combat.fights.turn_tables import numbered
from rulesets.games.mordheim.combat.groups.meetings import (
    back_on_his_feet,
    most_wounds_first,
)
from rulesets.odds.multisets import members_of, with_more
from rulesets.odds.row_sums import told_apart
from rulesets.odds.volley import Floats, Ints

MOST_FIGHTERS = 5
"""Fighters of a side at most."""


class Bands:
    """The bands of one side: of each fighter a few bits, those with most wounds first.

    Parameters
    ----------
    states : iterable of BodyState
        All that one of them may be in a clash.
    """

    def __init__(self, states: Iterable[BodyState]) -> None:
        left = {back_on_his_feet(state) for state in states if state.posture < OUT}
        self.states = sorted(left, key=most_wounds_first)
        self._ranks = {state: at for at, state in enumerate(self.states)}
        self.nobody = len(self.states)
        self.bits = self.nobody.bit_length()
        self.size = 1 << self.bits * MOST_FIGHTERS
        self.empty = self.number(())

    def rank(self, state: BodyState) -> int:
        """Return the place of who is left, back on his feet; that of nobody if not."""
        if state.posture >= OUT:
            return self.nobody
        return self._ranks[back_on_his_feet(state)]

    def number(self, band: Iterable[BodyState]) -> int:
        """Return the number of some fighters, in whatever order."""
        ranks = sorted(map(self.rank, band))
        ranks += [self.nobody] * (MOST_FIGHTERS - len(ranks))
        found = 0
        for rank in ranks:
            found = found << self.bits | rank
        return found

    def numbers(self, ranks: Sequence[Ints]) -> Ints:
        """Return the numbers of bands by the places of their fighters, in any order.

        Parameters
        ----------
        ranks : sequence of array of int
            Of each fighter, for all bands.
        """
        rows = [np.full(ranks[0].shape, self.nobody) for _ in range(MOST_FIGHTERS)]
        return with_more(rows, ranks, self.bits)

    def ranks(self, bands: Ints) -> list[Ints]:
        """Return the places of the fighters of each band; nobody's are the last."""
        return members_of(bands, MOST_FIGHTERS, self.bits)

    def fighters(self, bands: Ints) -> Ints:
        """Return how many fighters each band has."""
        found: Ints = np.zeros(bands.shape, dtype=np.int64)
        for ranks in self.ranks(bands):
            found += ranks != self.nobody
        return found

    def joined(self, bands: Ints, others: Ints) -> Ints:
        """Return each band with another as one."""
        more = [one for one in self.ranks(others) if (one != self.nobody).any()]
        return with_more(self.ranks(bands), more, self.bits) if more else bands


def added_up(
    columns: Sequence[tuple[Ints, int]], shares: Floats
) -> tuple[list[Ints], Floats]:
    """Return the rows of some columns, each once, with their chances added up.

    They are in the order in which each comes first.

    Parameters
    ----------
    columns : sequence of tuple
        What stands in a column, at least 0, and what it stays under.
    shares : array of float
    """
    example, places = told_apart(numbered(columns))
    total = np.bincount(places, shares, len(example)).astype(np.float64)
    return [column[example] for column, _ in columns], total
