"""Battle lines of many states: what is likely is worked out, the rest is drawn.

The states of a round are followed with their shares. All losses of each are spread out,
and those that lead to the same are added up. Where there are too many, unlikely ones
are drawn (`draws`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic

import numpy as np

from rulesets.odds.battle_line.draws import Draws, least_kept
from rulesets.odds.battle_line.landings import States
from rulesets.odds.battle_line.model import (
    LONGEST,
    BattleLine,
    Blow,
    LineResult,
    Mode,
    RoundMoment,
    along_tracks,
    distinct,
    upright,
)
from rulesets.odds.battle_line.recovery import recovered
from rulesets.odds.battle_line.strike import struck
from rulesets.odds.sampling import Seed, generator
from rulesets.odds.volley import Floats, Ints

OVER = 5e-5
"""A battle line without a limit that goes on with so little chance is undecided
[chance]."""

TAIL = 1e-6
"""The greatest losses by a blow that are left out [chance]."""

FOLLOWED = 40_000
"""States of a round whose losses are worked out, if all still fought."""

FEW = 1e-3
"""Share still fighting below which even fewer states are followed: they hardly count
[chance]."""

TOLD_APART = 600_000
"""Losses of a round that are told apart, if all still fought."""

HELD = 100_000
"""Losses from which on unlikely ones are drawn before the next blow."""

BATCH = 400_000
"""Losses that are held at one time."""

EFFORT = 200_000
"""Effort of the first round above which less is followed in the others."""

MOST_EFFORT = 30_000_000
"""Effort of all rounds: each may take a third of what is left of it."""

ENOUGH = 50
"""States of a round from which on their effort tells that of others."""

PER_BLOW, PER_END = 8_000, 20
"""Effort of a blow besides its losses, and of a loss told apart, in losses held."""

LEAST = 0.6
"""Share of what is followed below which a battle line is too large."""

ALIKE = 2
"""Rounds to come that are taken to add as much to the error as the one before."""

MOST_TRACKS = 9
"""Tracks above which a battle line is too large."""

MOST_BLOWS = 48
"""Blows of a round, in all orders, above which a battle line is too large."""


class LineTooWide(Exception):
    """A battle line that is sooner rolled than drawn."""


def draw_line(line: BattleLine[Mode], seed: Seed, fights: int = 0) -> LineResult[Mode]:
    """Return how a battle line goes, its unlikely courses drawn.

    Parameters
    ----------
    line : BattleLine
    seed : str, or callable
        Text of the whole question: the same question gives the same answer.
    fights : int
        How many would be rolled instead; 0 to draw, however little it tells.

    Raises
    ------
    LineTooWide
        If rolling it would tell more in the same time.
    """
    if len(line.rules.tracks) > MOST_TRACKS:
        raise LineTooWide
    for mode in {mode for mode, _ in line.begun}:
        orders = line.rules.orders(mode)
        if sum(len(blows) for _, blows in orders) > MOST_BLOWS:
            raise LineTooWide
    states: States[Mode] = States(line.rules.pools)
    codes = np.array([states.code_of(*begun) for begun in line.begun])
    shares = np.array([*line.begun.values()])
    drawn = _Drawn(
        line,
        Draws(generator(seed)),
        states,
        codes,
        shares / shares.sum(),
        fights,
    )
    for _ in range(LONGEST if line.limit is None else line.limit):
        if not drawn.fight_round():
            break
    return drawn.result()


@dataclass(frozen=True, slots=True, eq=False)
class _Courses:
    """Courses of a round so far.

    Parameters
    ----------
    wounds : ndarray
        ``[course, pool]``: as the round began [wounds].
    lost : ndarray
        ``[course, track]``: lost since [wounds].
    shares : ndarray
        Of each course [chance].
    """

    wounds: Ints
    lost: Ints
    shares: Floats

    def moment(self, tracks: Sequence[int], shape: Sequence[int]) -> RoundMoment:
        """Return the moment when each has further losses, along axes of their own."""
        start = [upright(left, len(shape)) for left in self.wounds.T]
        lost = [
            upright(before, len(shape)) + along
            for before, along in zip(self.lost.T, along_tracks(shape), strict=True)
        ]
        return RoundMoment(tracks, start, lost)

    def flat(self, tracks: Sequence[int]) -> RoundMoment:
        """Return the moment of all, along one axis."""
        return RoundMoment(tracks, [*self.wounds.T], [*self.lost.T])


@dataclass(slots=True, eq=False)
class _Drawn(Generic[Mode]):
    """States of one battle line with their shares, round after round."""

    line: BattleLine[Mode]
    draws: Draws
    states: States[Mode]
    codes: Ints
    shares: Floats
    fights: int
    scale: float = 1.0
    shown: list[tuple[Mode, RoundMoment, Floats]] = field(default_factory=list)
    by_round: list[Floats] = field(default_factory=list)
    rounds: float = 0.0
    effort: int = 0
    before: int = 0
    followed: int = 0
    squares: float = 0.0

    def fight_round(self) -> bool:
        """Fight a round of all that are not over; tell whether there are enough."""
        over = np.array([self.line.rules.is_over(mode) for mode in self.states.modes])
        live = ~over[self.codes // self.states.span]
        share = float(self.shares[live].sum())
        if share <= (OVER if self.line.limit is None else 0):
            return False
        self.rounds += share
        codes, shares = self._followed(self.codes[live], self.shares[live], share)
        gained = self.draws.squares - self.squares
        if (self.draws.squares + ALIKE * gained) * self.fights > 1:
            raise LineTooWide
        self.squares = self.draws.squares
        ends = [(self.codes[~live], self.shares[~live])]
        modes = [*self.states.modes]
        for number in distinct(codes // self.states.span).tolist():
            some = codes // self.states.span == number
            here, left = self._recovered(modes[number], codes[some], shares[some])
            wounds = self.states.wounds_of(here)
            for weight, blows in self.line.rules.orders(modes[number]):
                ends += self._play(modes[number], wounds, left * weight, blows)
        self.codes, self.shares = _added_up(ends)
        if not self.by_round:
            self._foresee()
        counted = np.bincount(self.codes // self.states.span, self.shares)
        self.by_round.append(counted.astype(np.float64))
        return True

    def _recovered(
        self, mode: Mode, codes: Ints, shares: Floats
    ) -> tuple[Ints, Floats]:
        """Return states of one mode as wounds have come back."""
        recovery = self.line.recovers(mode)
        if not recovery:
            return codes, shares
        pools = self.states.strides, self.states.sizes
        source, codes, chances = recovered(codes, recovery, *pools)
        return _added_up([(codes, shares[source] * chances)])

    def _followed(
        self, codes: Ints, shares: Floats, share: float
    ) -> tuple[Ints, Floats]:
        """Return the states whose losses are worked out."""
        wanted = self.scale * FOLLOWED * share * min(1.0, share / FEW)
        each = (self.effort - self.before) / max(self.followed, ENOUGH)
        affordable = (MOST_EFFORT - self.effort) / (3 * each + 1)
        most = 1 + int(min(wanted, max(affordable, wanted / 10)))
        kept, shares = self.draws.among(shares, least_kept(shares, most))
        self.before, self.followed = self.effort, len(kept)
        return codes[kept], shares

    def _foresee(self) -> None:
        """Follow less from now on if the first round took much effort."""
        self.scale = min(1.0, EFFORT / self.effort)
        if self.scale < LEAST and self.line.limit != 1:
            raise LineTooWide

    def _play(
        self, mode: Mode, wounds: Ints, shares: Floats, blows: Sequence[Blow]
    ) -> list[tuple[Ints, Floats]]:
        """Return where a round of states of one mode leads to, with the shares."""
        tracks = self.line.rules.tracks
        found, place, size = [], 0, 16
        while place < len(wounds):
            some = slice(place, place + size)
            lost = np.zeros((len(wounds[some]), len(tracks)), dtype=np.int64)
            begun = _Courses(wounds[some], lost, shares[some])
            ended, most = self._losses(begun, blows)
            found.append(ended)
            place += size
            size = max(1, BATCH * size // max(most, 1))
        courses = _Courses(
            np.concatenate([one.wounds for one in found]),
            np.concatenate([one.lost for one in found]),
            np.concatenate([one.shares for one in found]),
        )
        self.effort += PER_END * len(courses.shares)
        return self._ends(mode, courses)

    def _losses(self, courses: _Courses, blows: Sequence[Blow]) -> tuple[_Courses, int]:
        """Return the losses of a round, and how many there were before draws."""
        tracks = self.line.rules.tracks
        axes = 1 + len(tracks)
        chances, most = upright(courses.shares, axes), 0
        for blow in blows:
            if chances.size > HELD:
                courses = self._one_by_one(courses, chances)
                chances = upright(courses.shares, axes)
            moment = courses.moment(tracks, chances.shape)
            chances = struck(blow, moment, chances, TAIL)
            self.effort += chances.size + PER_BLOW
            most = max(most, chances.size)
        return self._one_by_one(courses, chances), most

    def _one_by_one(self, courses: _Courses, chances: Floats) -> _Courses:
        """Return courses one by one, the unlikely drawn."""
        least = 1 / (TOLD_APART * self.scale)
        shares = chances.ravel()
        some = np.flatnonzero(shares)
        kept, shares = self.draws.among(shares[some], least)
        places = np.unravel_index(some[kept], chances.shape)
        lost = courses.lost[places[0]]
        for track, along in enumerate(places[1:]):
            if chances.shape[track + 1] > 1:
                lost[:, track] += along
        return _Courses(courses.wounds[places[0]], lost, shares)

    def _ends(self, mode: Mode, courses: _Courses) -> list[tuple[Ints, Floats]]:
        """Return the states that losses lead to, with the shares."""
        rules = self.line.rules
        moment = courses.flat(rules.tracks)
        if not self.by_round:
            self.shown.append((mode, moment, courses.shares))
        kinds = np.broadcast_to(rules.classify(mode, moment), courses.shares.shape)
        told = distinct(kinds)
        ends = sum(
            moment.now(pool) * stride for pool, stride in enumerate(self.states.strides)
        )
        keys, shares = _added_up(
            [(np.searchsorted(told, kinds) * self.states.span + ends, courses.shares)]
        )
        bounds = np.searchsorted(keys, np.arange(len(told) + 1) * self.states.span)
        found = []
        for place, kind in enumerate(told.tolist()):
            piece = slice(bounds[place], bounds[place + 1])
            codes = keys[piece] - place * self.states.span
            for after, chance in rules.branches(mode, kind):
                if chance > 0:
                    number = self.states.number_of(after)
                    found.append(
                        (codes + number * self.states.span, shares[piece] * chance)
                    )
        return found

    def result(self) -> LineResult[Mode]:
        """Return what has come of them."""
        for told in self.shown:
            self.line.observe(*told)
        count = len(self.states.modes)
        dropped = max(0.0, 1.0 - float(self.shares.sum()))
        over = np.array([self.line.rules.is_over(mode) for mode in self.states.modes])
        left = float(self.shares[~over[self.codes // self.states.span]].sum())
        return LineResult(
            modes=[*self.states.modes],
            mode=self.codes // self.states.span,
            wounds=self.states.wounds_of(self.codes),
            chances=self.shares,
            by_round=[np.pad(one, (0, count - len(one))) for one in self.by_round],
            rounds=self.rounds,
            dropped=dropped,
            squares=self.draws.squares,
            missed=dropped + (left if self.line.limit is None else 0.0),
        )


def _added_up(pieces: Sequence[tuple[Ints, Floats]]) -> tuple[Ints, Floats]:
    """Return each code once, in order, with the sum of its shares."""
    codes = np.concatenate([one for one, _ in pieces])
    shares = np.concatenate([one for _, one in pieces])
    told = distinct(codes)
    sums = np.bincount(np.searchsorted(told, codes), shares, minlength=len(told))
    return told, sums.astype(np.float64)
