"""A fight as numbers: strikes, the rounds that they make up, and its result.

Both sides are numbered by their states: the wounds that a side has left, or a number
that stands for the wounds left of each of its groups. A strike lowers the state of the
struck side. A round is strikes in their order, a table that sorts what both sides lost
into classes, and a table of what each class leads to: another round, or an outcome.
States never rise, so that a fight is solved in one pass over them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rulesets.odds.attack import AttackEffect
from rulesets.odds.falls import Falls
from rulesets.odds.sides import Side
from rulesets.odds.tally import Classify, LossTally
from rulesets.odds.volley import Dice, Floats, Ints, most_lost, stacked_for

SHOWN_ROUNDS = 12
"""Rounds that are reported one by one in a fight without a limit."""

PRUNED = 1e-15
"""Chances of a state below this are dropped and counted [chance]."""

STALLED = 1e-12
"""A round that changes something less often than this never does [chance]."""

LEAK = 1e-14
"""Share of each idle round that is taken out, so that endless ones can be found."""

WIDTH = 8
"""Memory of one chance [bytes]."""

ENDLESS = 1e11
"""Rounds in one place from which on a fight counts as never ending."""

NOTHING: Dice = np.zeros((1, 1, 1, 1), dtype=np.int32)
"""Added to the number of a kernel where one table says it all: 0."""


@dataclass(frozen=True, slots=True, eq=False)
class Attacks:
    """Equal attacks on models of equal wounds: kernel n is the effect of n of them.

    Parameters
    ----------
    effect : AttackEffect
        Of one attack.
    per_model : int
        Wounds of each model of the struck side [wounds].
    """

    effect: AttackEffect
    per_model: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Strike:
    """One side's attacks at one moment of a round.

    Parameters
    ----------
    side : {"a", "b"}
        The striking side; the other is struck.
    which : ndarray of int
        ``[own, other, own now, other now]``: the kernel in use, by the states of both
        sides when the round began and as they are now. An axis that nothing depends on
        may have a length of 1.
    kernels : ndarray, Falls or Attacks
        ``[kernel, state of the struck, lost]`` [chance]; states past the last lose like
        it. With `Attacks`, ``which`` counts dice [dice].
    joins : bool
        Falls at the same time as the strike before it, which is the other side's.
    added : ndarray of int
        As ``which``: added to it, so that two small tables stand for one over all
        states of both.
    """

    side: Side
    which: Ints | Dice
    kernels: Floats | Falls | Attacks
    joins: bool = False
    added: Ints | Dice = field(default_factory=lambda: NOTHING)

    def used(self, *states: Ints) -> Ints:
        """Return the kernels in use, by both sides' states at the start and now."""
        return _at(self.which, states) + _at(self.added, states)

    def stack(self, struck: int) -> Floats:
        """Return the kernels against a side of so many states, which is not 0."""
        if isinstance(self.kernels, Falls):
            return self.kernels.dense()
        if not isinstance(self.kernels, Attacks):
            return self.kernels
        one = self.kernels
        return stacked_for(one.effect, self._dice(), struck - 1, one.per_model)

    def weight(self, struck: int) -> int:
        """Return the memory that it takes, laid out against so many states [bytes]."""
        tables = self.which.nbytes + self.added.nbytes
        if not isinstance(self.kernels, Attacks):
            return tables + self.kernels.nbytes
        chances = (self._dice() + 1) * struck * (self.most_lost(struck) + 1)
        return tables + chances * WIDTH

    def most_lost(self, struck: int) -> int:
        """Return the most that a side of so many states can lose."""
        if isinstance(self.kernels, Falls):
            return min(self.kernels.most, struck - 1)
        if not isinstance(self.kernels, Attacks):
            most: int = self.kernels.shape[2] - 1
            return min(most, struck - 1)
        one = self.kernels
        return most_lost(one.effect, self._dice(), struck - 1, one.per_model)

    def _dice(self) -> int:
        return int(self.which.max(initial=0)) + int(self.added.max())


def _at(table: Ints | Dice, states: Sequence[Ints]) -> Ints:
    """Return what a table says of states; an axis of length 1 is for any."""
    places = zip(table.shape, states, strict=True)
    found = table[tuple(at if size > 1 else 0 * at for size, at in places)]
    return found.astype(np.int64, copy=False)


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """Strikes in the order in which they fall; ``weight`` is its chance [chance]."""

    weight: float
    strikes: Sequence[Strike]


@dataclass(frozen=True, slots=True, eq=False)
class Toll:
    """The price, once a round is counted, of the points by which a side is behind.

    It is paid before the fight goes on or ends. Nobody pays where a side is gone
    already; who pays with its last is gone, whatever the round led to.

    Parameters
    ----------
    first, second : ndarray of int
        ``[a, i]``, ``[b, j]``: points of each side, by its state when the round begins
        and by what it lost.
    prices : tuple of ndarray, optional
        Of both sides, ``[points, state, lost]``: none for one that never pays. More
        points cost as much as the most [chance].
    gone : tuple of int
        The outcomes by which each side is gone that pays with its last.
    turns : ndarray
        ``[way, a, b]``: the way by which the fight goes on, by who is left; an axis of
        states that nothing depends on may have a length of 1 [chance].
    """

    first: Ints
    second: Ints
    prices: tuple[Floats | None, Floats | None]
    gone: tuple[int, int]
    turns: Floats

    def weight(self) -> int:
        """Return the memory that it takes [bytes]."""
        known = (self.first, self.second, *self.prices, self.turns)
        return sum(one.nbytes for one in known if one is not None)


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """A round as it may be fought.

    Parameters
    ----------
    orders : sequence of Order
        Their weights sum to 1.
    classify : Classify
        Sorts losses into classes; a `LossTally` is quick.
    table : ndarray
        ``[class, way]``: chance that the fight goes on that way, and then ``[class,
        ways + k]`` that it ends with outcome k; every row sums to 1 [chance].
    leads : tuple of int
        The round that each way leads to.
    toll : Toll, optional
        Paid before the fight goes on or ends. Then the table only says whether it goes
        on, by all ways together, and the toll says which way.
    """

    orders: Sequence[Order]
    classify: Classify
    table: Floats
    leads: tuple[int, ...] = (0,)
    toll: Toll | None = None

    def weight(self) -> int:
        """Return the memory that it takes, with a `LossTally`, laid out [bytes]."""
        tally = self.classify
        if not isinstance(tally, LossTally):
            raise TypeError("only a tally tells for how many states it is")
        size_a, size_b = tally.pair.shape
        strikes = sum(
            one.weight(size_b if one.side == "a" else size_a)
            for order in self.orders
            for one in order.strikes
        )
        toll = 0 if self.toll is None else self.toll.weight()
        return self.table.nbytes + tally.weight() + strikes + toll


@dataclass(frozen=True, slots=True, eq=False)
class Fight:
    """A fight to solve.

    Parameters
    ----------
    start : ndarray
        ``[round, a, b]``: chance to begin in this round with these states. They need
        not sum to 1: the rest never comes to a fight [chance].
    rounds : sequence of Round
        With the same outcomes.
    limit : int, optional
        Rounds fought at most; none until it is over.
    laid_out : dict
        The rounds as the compiled kernel reads them, by the numbers of states. Fights
        of the same rounds may share it, so that they are laid out once.
    """

    start: Floats
    rounds: Sequence[Round]
    limit: int | None = None
    laid_out: dict[tuple[int, int], object] = field(default_factory=dict, repr=False)

    @property
    def outcomes(self) -> int:
        """Return the number of outcomes."""
        first = self.rounds[0]
        count: int = first.table.shape[1] - len(first.leads)
        return count

    @property
    def classes(self) -> int:
        """Return the number of classes of the round that has most."""
        return max(len(one.table) for one in self.rounds)

    @property
    def leak(self) -> float:
        """Return the `LEAK`: none where rounds follow each other in a fixed order.

        There an idle turn of all rounds is one number, and endless where that is 1.
        """
        return LEAK if any(len(one.leads) > 1 for one in self.rounds) else 0.0

    def transitions(self) -> tuple[int, ...]:
        """Return how many transitions each round has, without solving it."""
        return tuple(map(self._transitions_in, self.rounds))

    def _transitions_in(self, played: Round) -> int:
        _, size_a, size_b = self.start.shape
        found = 0
        for order in played.orders:
            lost_a = _most_lost(order.strikes, "b", size_a)
            lost_b = _most_lost(order.strikes, "a", size_b)
            here: int = size_a * size_b * (lost_a + 1) * (lost_b + 1)
            found = max(found, here)
        return found


def _most_lost(strikes: Sequence[Strike], by: Side, size: int) -> int:
    lost = sum(one.most_lost(size) for one in strikes if one.side == by)
    return min(lost, size - 1)


@dataclass(frozen=True, slots=True, eq=False)
class FightResult:
    """The course of a fight.

    Parameters
    ----------
    outcomes : ndarray
        Chance of each outcome; with ``undecided`` and ``dropped`` they sum to that of
        the start [chance].
    by_round : ndarray
        ``[round, k]``: chance that outcome k has come about by then [chance].
    undecided : float
        Chance that both still stand [chance].
    stalled : float
        Part of it that nothing can ever change, in a fight without a limit [chance].
    final : ndarray
        ``[a, b]``: chance of the states when it is over [chance].
    rounds : float
        Expected number of rounds fought; stalled fights count up to where they stall.
    dropped : float
        Chance that was pruned [chance].
    dealt_by_a, dealt_by_b : ndarray
        ``[state of the struck, lost]`` in the first round, up to the most [chance].
    first : ndarray
        Chance of each class of the first round [chance].
    method : str
        ``exact`` or ``sampled``.
    error : float
        Bound on the error of every chance, rounding apart [chance].
    confidence : float
        Chance that the bound holds for all of them; 1 where exact.
    samples : int
    work : int
        The same on every machine [losses of states].
    """

    outcomes: Floats
    by_round: Floats
    undecided: float
    stalled: float
    final: Floats
    rounds: float
    dropped: float
    dealt_by_a: Floats
    dealt_by_b: Floats
    first: Floats
    method: str = "exact"
    error: float = 0.0
    confidence: float = 1.0
    samples: int = 0
    work: int = 0


def in_turn(
    start: Floats,
    opening: Sequence[Round],
    cycle: Sequence[Round],
    limit: int | None = None,
) -> Fight:
    """Return a fight whose rounds follow each other in a fixed order.

    Parameters
    ----------
    start : ndarray
        ``[a, b]``: chance to begin in these states [chance].
    opening, cycle : sequence of Round
        Rounds that are fought once, then those that repeat: at least one.
    limit : int, optional
        Rounds fought at most; none until it is over.
    """
    if not cycle:
        raise ValueError("a fight needs a round to repeat")
    played = (*opening, *cycle)
    places = (*range(1, len(played)), len(opening))
    rounds = [
        replace(one, leads=(place,)) for one, place in zip(played, places, strict=True)
    ]
    begun = np.zeros((len(played), *start.shape))
    begun[0] = start
    return Fight(begun, rounds, limit)
