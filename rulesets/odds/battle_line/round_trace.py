"""Blows of rounds written down as steps, each count of dice once for all rounds.

Rounds of many modes have much in common: blows of those who fight on as they did. Such
blows share one function that counts their dice. What they take has a name, and so have
the losses of a track after so many blows: the same in all rounds, whatever it comes
from. So the function is asked once for all rounds in which as many blows fell before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from rulesets.odds.battle_line.model import Blow, RoundMoment
from rulesets.odds.battle_line.step_recorder import Steps, Traced
from rulesets.odds.battle_line.steps import Does, Step
from rulesets.odds.volley import Ints

BlowKey = tuple[int, int, int, int]
"""The identity of what counts the dice of a blow and of its kernels, track, spare."""


class NotedLosses(list[Ints]):
    """Losses of each track, with notes of those that somebody looked at."""

    def __init__(self, lost: Sequence[Ints]) -> None:
        super().__init__(lost)
        self.noted = set[int]()

    def __getitem__(self, track: Any) -> Any:
        several = isinstance(track, slice)
        self.noted.update(range(len(self))[track] if several else (track,))
        return super().__getitem__(track)

    def __iter__(self) -> Iterator[Ints]:
        self.noted.update(range(len(self)))
        return super().__iter__()

    def place(self, track: int) -> int:
        """Return the place of the step of what a track counts."""
        return cast(Traced, super().__getitem__(track)).place


@dataclass(frozen=True, slots=True, eq=False)
class NotedMoment(RoundMoment):
    """A moment of values of steps, which notes the tracks that somebody looks at."""

    @property
    def losses(self) -> NotedLosses:
        """Return what each track counts."""
        return cast(NotedLosses, self.lost)

    def raw(self, pool: int) -> Ints:
        """Return the wounds of a pool now, below 0 by those beyond its last."""
        self._note(pool)
        return RoundMoment.raw(self, pool)

    def now(self, pool: int) -> Ints:
        """Return the wounds of a pool now [wounds]."""
        self._note(pool)
        return RoundMoment.now(self, pool)

    def count(self, track: int, lost: Ints) -> None:
        """Let a track count so many wounds from now on [wounds]."""
        self.lost[track] = lost
        for what in ("raw", "now"):
            self.known.pop((what, self.tracks[track]), None)

    def _note(self, pool: int) -> None:
        own = (track for track, of in enumerate(self.tracks) if of == pool)
        self.losses.noted.update(own)


@dataclass(frozen=True, slots=True, eq=False)
class RoundTrace:
    """Blows of a round as steps.

    Parameters
    ----------
    moment : NotedMoment
        After all of them.
    draws : tuple of int
        The places of what each of them takes.
    named : tuple of (int, Step)
        What stands in this round at the places of what was named.
    """

    moment: NotedMoment
    draws: tuple[int, ...]
    named: tuple[tuple[int, Step], ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Row:
    """The row that a blow draws from, by the places of the losses that it looks at."""

    looked: tuple[tuple[int, int], ...]
    place: int


@dataclass(slots=True, eq=False)
class RoundTraces:
    """Traces of rounds that share their steps.

    Parameters
    ----------
    pools, tracks : sequence of int
        See `LineRules`.
    """

    pools: Sequence[int]
    tracks: Sequence[int]
    steps: Steps = field(default_factory=Steps)
    _rows: dict[BlowKey, tuple[Blow, list[_Row]]] = field(default_factory=dict)
    _numbers: dict[tuple[BlowKey, int], int] = field(default_factory=dict)

    def trace(self, blows: Sequence[Blow]) -> RoundTrace:
        """Return blows as steps, in their order."""
        steps, nothing = self.steps, self.steps.number(0)
        start = [steps.start(*one) for one in enumerate(self.pools)]
        lost = NotedLosses([cast(Any, nothing) for _ in self.tracks])
        moment = NotedMoment(self.tracks, cast(Any, start), lost)
        draws, named = list[int](), list[tuple[int, Step]]()
        met, times = dict[BlowKey, int](), [0] * len(self.tracks)
        for blow in blows:
            key = id(blow.dice), id(blow.kernels), blow.track, blow.spare
            met[key] = met.get(key, 0) + 1
            number = self._numbers.setdefault((key, met[key]), len(self._numbers))
            row = self._row(key, blow, moment)
            more = steps.draw(number, max(blow.kernels.shape[2] - 1, 1))
            before = cast(Traced, list.__getitem__(lost, blow.track))
            times[blow.track] += 1
            after = steps.loss(blow.track, times[blow.track], before.high + more.high)
            draws.append(more.place)
            named.append((more.place, (Does.DRAW, row, -1, -1, number)))
            named.append((after.place, (Does.ADD, before.place, more.place, -1, 0)))
            moment.count(blow.track, cast(Any, after))
        return RoundTrace(moment, tuple(draws), tuple(named))

    def _row(self, key: BlowKey, blow: Blow, moment: NotedMoment) -> int:
        known, losses = self._rows.setdefault(key, (blow, []))[1], moment.losses
        for one in known:
            if all(losses.place(track) == place for track, place in one.looked):
                return one.place
        losses.noted.clear()
        found = self.steps.value(row_of(blow, moment)).place
        looked = tuple((track, losses.place(track)) for track in sorted(losses.noted))
        known.append(_Row(looked, found))
        return found


def row_of(blow: Blow, moment: RoundMoment) -> Ints:
    """Return the row of the sums of a blow that each fight draws from."""
    left = np.maximum(moment.raw(moment.tracks[blow.track]) + blow.spare, 0)
    row: Ints = blow.dice(moment) * blow.kernels.shape[1] + left
    return row
