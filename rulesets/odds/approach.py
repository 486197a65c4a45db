"""The turns before contact: distances, moves, contacts, and outcomes without one.

A game has a value for its cases: how far apart both are, and what has befallen them.
Each case has joint chances ``[a, b]`` of both sides' states, or several such arrays. In
its turn a side acts in every case, and chances go to another case, to contact, or to an
outcome; all three take them as the side sees them, ``[own, other]``. A charge that is
declared at once is an approach of one turn.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

import numpy as np

from rulesets.odds.report import Prelude
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Floats, Ints

WORK_OF_CASE = 500
"""Work on a case of one turn beside its pairs of states [losses of states]."""

PAIRS = 8
"""Pairs of states of a case that are as much work as the losses of one."""


class Contact(Protocol):
    """A way in which both came to contact."""

    @property
    def charger(self) -> Side:
        """Return the side that charged."""


Key = TypeVar("Key")
K = TypeVar("K")
C = TypeVar("C", bound=Contact)


def add_chances(several: dict[Key, Floats], key: Key, chances: Floats) -> None:
    """Add chances to those that a key has already."""
    known = several.get(key)
    several[key] = chances if known is None else known + chances


def seen_by(side: Side, chances: Floats) -> Floats:
    """Return ``[a, b]`` as ``[own, other]`` of a side, and the other way round.

    Several of such may be stacked: the last two axes are exchanged.
    """
    return chances if side == "a" else chances.swapaxes(-1, -2)


@dataclass(slots=True, eq=False)
class Approach(Generic[K, C]):
    """Two sides that come at each other.

    Parameters
    ----------
    cases : dict
        ``[a, b]`` by case, of those still apart [chance].
    met : dict
        ``[a, b]`` by way of contact [chance].
    ended : dict
        ``[a, b]`` by outcome, of those over before contact [chance].
    contact : list of float
        Chance of contact in each turn of a side [chance].
    by_turn : list of dict
        Outcomes so far after each turn of a side that was played [chance], where
        `tells_turns`.
    dropped : float
        Chance that was pruned [chance].
    turn : int
        Number of the side's turn that is played, from 0.
    work : int
        Work on the cases of all turns so far [losses of states].
    tells_turns : bool
        Whether the outcomes after each turn are noted.
    """

    cases: dict[K, Floats]
    met: dict[C, Floats] = field(default_factory=dict)
    ended: dict[str, Floats] = field(default_factory=dict)
    contact: list[float] = field(default_factory=list)
    by_turn: list[dict[str, float]] = field(default_factory=list)
    dropped: float = 0.0
    turn: int = 0
    work: int = 0
    tells_turns: bool = False

    def keep(self, case: K, chances: Floats, side: Side = "a") -> None:
        """Let both stay apart, in this case."""
        add_chances(self.cases, case, seen_by(side, chances))

    def meet(self, contact: C, chances: Floats, side: Side = "a") -> None:
        """Bring both into contact."""
        add_chances(self.met, contact, seen_by(side, chances))
        self.contact[self.turn] += float(chances.sum())

    def end(self, outcome: str, chances: Floats, side: Side = "a") -> None:
        """End without contact."""
        add_chances(self.ended, outcome, seen_by(side, chances))

    def play(
        self,
        order: Sequence[Side],
        act: Callable[[K, Floats, Side], None],
        prune: Callable[[], object] | None = None,
    ) -> None:
        """Play turns until nobody is apart any more.

        Parameters
        ----------
        order : sequence of Side
            The side of each turn.
        act : callable
            ``act(case, chances, side)``: what a side does in a case; it calls `keep`,
            `meet` and `end`.
        prune : callable, optional
            Called after each turn.
        """
        for side in self.turns(order):
            if not self.cases:
                break
            before, self.cases = self.cases, {}
            for case, chances in before.items():
                self.count_work(1, chances.size)
                act(case, seen_by(side, chances), side)
            if prune:
                prune()

    def turns(self, order: Sequence[Side]) -> Iterator[Side]:
        """Yield the side of each turn, and note the outcomes after it if wanted."""
        self.contact = [0.0] * len(order)
        for self.turn, side in enumerate(order):
            yield side
            if self.tells_turns:
                self.by_turn.append(self.outcomes())

    def count_work(self, cases: int, pairs: int) -> None:
        """Count the work of a turn on cases that have so many pairs of states each."""
        self.work += cases * (WORK_OF_CASE + pairs // PAIRS)

    def prune(self, least: float) -> None:
        """Drop the cases that are less likely than this [chance]."""
        totals = {case: float(chances.sum()) for case, chances in self.cases.items()}
        for case in [case for case, total in totals.items() if total < least]:
            self.dropped += totals[case]
            del self.cases[case]

    def outcomes(self) -> dict[str, float]:
        """Return the chance of each outcome without contact so far [chance]."""
        return {key: float(chances.sum()) for key, chances in self.ended.items()}

    def charges(self, side: Side) -> float:
        """Return the chance of a contact made by a side [chance]."""
        return sum(
            float(mass.sum()) for one, mass in self.met.items() if one.charger == side
        )

    def lost(
        self, start: Floats, side: Side, wounds: Ints | None = None
    ) -> tuple[float, ...]:
        """Return the distribution of wounds that a side lost before contact or the end.

        Parameters
        ----------
        start : ndarray
            ``[a, b]`` when it began, one state of each side [chance].
        side : {"a", "b"}
        wounds : ndarray, optional
            Wounds left in each state; the states themselves where none.
        """
        axis = 1 - SIDES.index(side)
        chances = sum((*self.met.values(), *self.ended.values()), np.zeros_like(start))
        left = np.arange(start.shape[1 - axis]) if wounds is None else wounds
        began = int(left[int(start.sum(axis=axis).argmax())])
        lost = began - np.minimum(left, began)
        found = np.bincount(lost, weights=chances.sum(axis=axis))
        found[0] += 1.0 - found.sum()
        return tuple(found.tolist())

    def prelude(self, start: Floats) -> Prelude:
        """Return the outcomes without contact, for `report.fight_odds`."""
        final = sum(self.ended.values(), np.zeros_like(start))
        return Prelude(final, self.outcomes(), self.ended, self.dropped, work=self.work)
