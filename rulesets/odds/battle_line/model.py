"""A battle line as numbers: pools of wounds, blows in their order, what follows.

Each unit and each character is a pool of wounds. A round begins with the wounds of all
pools and a mode: whatever else it depends on. What a pool loses in a round is counted
in tracks, one for each source that its own blows must tell apart. Blows raise tracks;
then a game's rules sort the losses into classes and say which modes each leads to.

All functions of a `RoundMoment` work on arrays that broadcast: an exact solution has
an axis for each track, a sample has one for its fights.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

import numpy as np

from rulesets.odds.battle_line.regains import Regain, counted
from rulesets.odds.row_sums import told_apart
from rulesets.odds.sampling import bound, parted_bound, unmet
from rulesets.odds.volley import Floats, Ints

Mode = TypeVar("Mode", bound=Hashable)
Array = TypeVar("Array", Floats, Ints)


DENSE = 16
"""Codes up to so many times their number are marked rather than sorted."""


def placed(codes: Ints) -> tuple[Ints, Ints]:
    """Return each of some codes once, in order, and the place of each code there.

    Examples
    --------
    >>> [found.tolist() for found in placed(np.array([3, 1, 3, 2]))]
    [[1, 2, 3], [2, 0, 2, 1]]
    """
    greatest = int(codes.max(initial=0))
    if greatest >= codes.size:
        first, number = told_apart(codes)
        order = np.argsort(codes[first])
        places = np.empty_like(order)
        places[order] = np.arange(len(order))
        return codes[first[order]], places[number]
    told = distinct(codes)
    places = np.empty(greatest + 1, dtype=np.int64)
    places[told] = np.arange(len(told))
    return told, places[codes]


def distinct(codes: Ints) -> Ints:
    """Return each of some codes once, in order.

    Many times quicker than `numpy.unique`, whose hashes of such codes collide.

    Examples
    --------
    >>> distinct(np.array([3, 1, 3, 2, 1])).tolist()
    [1, 2, 3]
    """
    greatest = int(codes.max(initial=0))
    if greatest < DENSE * codes.size:
        met = np.zeros(greatest + 1, dtype=np.bool_)
        met[codes.ravel()] = True
        return np.flatnonzero(met)
    ordered = np.sort(codes, axis=None)
    first = np.ones(len(ordered), dtype=np.bool_)
    first[1:] = ordered[1:] != ordered[:-1]
    return ordered[first]


@dataclass(frozen=True, slots=True, eq=False)
class RoundMoment:
    """The wounds of all pools in the midst of a round.

    Parameters
    ----------
    tracks : sequence of int
        The pool of each track, `Regain` where wounds come back to it.
    start : sequence of ndarray
        Wounds of each pool as the round began [wounds].
    lost : sequence of ndarray
        Wounds that each track counts so far [wounds].
    """

    tracks: Sequence[int]
    start: Sequence[Ints]
    lost: list[Ints]
    known: dict[Hashable, Ints] = field(default_factory=dict)

    def lose(self, track: int, wounds: Ints) -> None:
        """Count further wounds in a track [wounds]."""
        self.lost[track] = self.lost[track] + wounds
        for what in ("raw", "now"):
            self.known.pop((what, self.tracks[track]), None)

    def once(self, key: Hashable, make: Callable[[], Ints]) -> Ints:
        """Return what a round decides at one moment of it, worked out once.

        The key names all that it depends on besides the wounds.
        """
        if key not in self.known:
            self.known[key] = make()
        return self.known[key]

    def now_once(self, key: Hashable, make: Callable[[], Ints]) -> Ints:
        """Return what this moment decides; steps of it are written down once."""
        del key
        return make()

    def raw(self, pool: int) -> Ints:
        """Return the wounds of a pool now, below 0 by those beyond its last."""
        return self.once(("raw", pool), lambda: self._raw(pool))

    def _raw(self, pool: int) -> Ints:
        left = self.start[pool]
        for track, of in enumerate(self.tracks):
            if of == pool:
                left = counted(left, of, self.lost[track])
        return left

    def regained(self, pool: int) -> Ints:
        """Return how often wounds came back to a pool in the round so far."""
        back: Ints = np.zeros(1, dtype=np.int64)
        for track, of in enumerate(self.tracks):
            if of == pool and isinstance(of, Regain):
                back = back + self.lost[track]
        return back

    def now(self, pool: int) -> Ints:
        """Return the wounds of a pool now [wounds]."""
        return self.once(("now", pool), lambda: np.maximum(self.raw(pool), 0))

    def fallen(self, pool: int, most: int | None = None) -> Ints:
        """Return the wounds that a pool lost in the round so far [wounds].

        Those above ``most``, if it is given, shield it and do not count.
        """
        before, after = self.start[pool], self.now(pool)
        if most is not None:
            before, after = np.minimum(before, most), np.minimum(after, most)
        return before - after

    def beyond(self, pool: int) -> Ints:
        """Return the wounds that a pool lost beyond its last [wounds]."""
        return np.maximum(-self.raw(pool), 0)


CountDice = Callable[[RoundMoment], Ints]


LONGEST = 60
"""Rounds after which a sampled battle line without a limit counts as undecided."""


def upright(values: Array, axes: int) -> Array:
    """Return a value of each course along the first of so many axes."""
    shaped: Array = values.reshape(-1, *([1] * (axes - 1)))
    return shaped


def along_tracks(shape: Sequence[int]) -> list[Ints]:
    """Return what each track counts, along an axis of its own behind the first."""
    found = []
    for track, size in enumerate(shape[1:]):
        places = [1] * len(shape)
        places[track + 1] = size
        found.append(np.arange(size, dtype=np.int64).reshape(places))
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Blow:
    """Equal attacks on a pool at one moment of a round.

    Parameters
    ----------
    track : int
        The track that they raise.
    dice : callable
        ``dice(moment) -> ndarray``: how many there are [dice].
    kernels : ndarray
        ``[dice, wounds left, lost]`` [chance]; see ``spare``.
    spare : int
        Wounds beyond the last that still count: the second axis of the kernels begins
        with so many below 0 [wounds].
    """

    track: int
    dice: CountDice
    kernels: Floats
    spare: int = 0


Branches = Sequence[tuple[Mode, float]]
"""Modes that a round may lead to, each with its chance [chance]."""


class LineRules(Protocol[Mode]):
    """The rules of a game, as a battle line asks them."""

    @property
    def pools(self) -> Sequence[int]:
        """Return the most wounds of each pool [wounds]."""

    @property
    def sides(self) -> Sequence[int]:
        """Return 1 for each pool of one side, and -1 for each of the other."""

    @property
    def tracks(self) -> Sequence[int]:
        """Return the pool of each track, as in `RoundMoment`."""

    def orders(self, mode: Mode) -> Sequence[tuple[float, Sequence[Blow]]]:
        """Return the possible orders of blows of a round, with their chances."""

    def classify(self, mode: Mode, moment: RoundMoment) -> Ints:
        """Return the class of a round by its losses; 0 and more."""

    def branches(self, mode: Mode, kind: int) -> Branches[Mode]:
        """Return what a round of a class leads to; the chances sum to 1."""

    def is_over(self, mode: Mode) -> bool:
        """Return whether nobody fights any more."""


class RoundTests(Protocol[Mode]):
    """Rounds that lead to where they do by tests, each failed for itself."""

    def tests(self, mode: Mode, kinds: Ints) -> tuple[Ints, Floats, Ints]:
        """Return the tests after rounds of some classes.

        Returns
        -------
        cases : ndarray
            Of each class, the number of what the rest depends on; rounds of one mode
            share few.
        chances : ndarray
            ``[class, test]``: to fail each test; 0 beyond the last [chance].
        pools : ndarray
            ``[class, test, 2]``: of those who take it, and of an enemy before them.
        """

    def tested(self, mode: Mode, case: int, failed: int) -> Branches[Mode]:
        """Return what a case leads to where some tests are failed, a bit each."""


Recovery = Mapping[int, Floats]
"""By pool, ``[before, after]``: where its wounds go as a round begins [chance]."""

Observe = Callable[[Mode, RoundMoment, Floats], None]
"""``observe(mode, moment, chances)``: is shown the losses of the first round."""


@dataclass(frozen=True, slots=True, eq=False)
class LineResult(Generic[Mode]):
    """The course of a battle line.

    Parameters
    ----------
    modes : sequence
        Every mode that it may come to.
    mode, wounds, chances : ndarray
        Where it ends: index into ``modes``, ``[state, pool]`` wounds left, and the
        chance of each such state. They sum to 1 with ``dropped``.
    by_round : sequence of ndarray
        Chance of each mode after each round [chance].
    rounds : float
        Expected number of rounds fought.
    stalled : float
        Chance that nothing can ever change any more [chance].
    dropped : float
        Chance that was pruned [chance].
    samples : int
        Fights that were rolled; 0 where none were.
    part, parts : ndarray, int
        Of a sample, the part of each state, and how many there are.
    thinned : sequence of (float, float)
        Of a sample, shares of which few fights went on for all, each with the most that
        one of these stands for [chance].
    squares : float
        Of a drawn battle line, the squares of all shares that were drawn, added up:
        the answer is as sure as one of 1 / ``squares`` fights.
    missed : float
        Of one that was not solved, what was left out or not fought to its end [chance].
    work : int
        Of one that was solved, the losses of all its states; of another as many as take
        about as long.
    """

    modes: Sequence[Mode]
    mode: Ints
    wounds: Ints
    chances: Floats
    by_round: Sequence[Floats]
    rounds: float
    stalled: float = 0.0
    dropped: float = 0.0
    samples: int = 0
    part: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    parts: int = 0
    thinned: Sequence[tuple[float, float]] = ()
    squares: float = 0.0
    missed: float = 0.0
    work: int = 0

    @property
    def is_drawn(self) -> bool:
        """Return whether unlikely courses were drawn, or left out."""
        return self.squares > 0 or self.missed > 0

    def error(self, told: int, *kinds: Ints) -> float:
        """Return how far any of so many chances may be off [chance].

        Parameters
        ----------
        told : int
        *kinds : ndarray
            Of each state where it ends, numbers of what is told of it; 0 and more.
        """
        if self.samples:
            shares = [self._by_part(kind) for kind in kinds]
            found = parted_bound(np.hstack(shares), self.samples, told)
            return max(found, self._never_met(told)) + self.missed
        if not self.is_drawn:
            return self.dropped
        return (bound(1 / self.squares, told) if self.squares else 0.0) + self.missed

    def _never_met(self, told: int) -> float:
        """Return what may be left of a chance that no fight which went on has met."""
        return max(
            (min(share, unmet(1 / each, told)) for share, each in self.thinned),
            default=0.0,
        )

    def _by_part(self, kind: Ints) -> Floats:
        """Return ``[part, kind]``: how often it ends so in each part [chance]."""
        count = int(kind.max(initial=0)) + 1
        found = np.bincount(
            self.part * count + kind, self.chances, minlength=self.parts * count
        )
        found = found * self.parts
        shares: Floats = found.astype(np.float64).reshape(self.parts, count)
        return shares


@dataclass(frozen=True, slots=True, eq=False)
class BattleLine(Generic[Mode]):
    """A battle line to solve.

    Parameters
    ----------
    rules : LineRules
    begun : mapping
        Chance of each mode that it may begin in, with the wounds of each pool then;
        they sum to 1 [chance].
    limit : int, optional
        Rounds fought at most; none until it is over.
    observe : callable, optional
    recovers : callable, optional
        Returns the wounds that come back as a round of a mode begins.
    apart : callable, optional
        Returns a mode for each combat that is fought apart in a round of a mode: in it
        all others are gone. What a combat does, and leads to, depends on no other.
    alike : callable, optional
        Returns a mode whose rounds are those of such a combat: it differs in those who
        fight no more, and in how likely each order of blows is. Branches of both stand
        in one order, with the same chances.
    ordered : callable, optional
        Returns a mode of like rounds whose orders of blows are as likely as those of
        another.
    carried : callable, optional
        ``carried(mode, ends)``: the mode after a round, where those of the like modes
        of its combats led to ``ends``.
    kept : callable, optional
        Returns all of a mode on which `carried`, and how many combats it falls into,
        depends.
    tests : RoundTests, optional
        Takes the branches of rounds apart; of modes that are `alike` to none but
        themselves.
    """

    rules: LineRules[Mode]
    begun: Mapping[tuple[Mode, tuple[int, ...]], float]
    limit: int | None = None
    observe: Observe[Mode] = field(default=lambda mode, moment, chances: None)
    recovers: Callable[[Mode], Recovery] = field(default=lambda mode: {})
    apart: Callable[[Mode], Sequence[Mode]] = field(default=lambda mode: (mode,))
    alike: Callable[[Mode], Mode] = field(default=lambda mode: mode)
    ordered: Callable[[Mode], Mode] = field(default=lambda mode: mode)
    carried: Callable[[Mode, Sequence[Mode]], Mode] = field(
        default=lambda mode, ends: ends[0]
    )
    kept: Callable[[Mode], Hashable] = field(default=lambda mode: mode)
    tests: RoundTests[Mode] | None = None
