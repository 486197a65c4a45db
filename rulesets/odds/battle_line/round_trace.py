"""Blows of rounds written down as steps, each once for all rounds.

Rounds of many modes have much in common: blows of those who fight on as they did. Such
blows share one function that counts their dice. It is asked once, by the losses of all
tracks at whatever moment the blow falls; the kernel lays them out in each round as that
moment has it.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from rulesets.odds.battle_line.even_dice import nothing_surely, splits
from rulesets.odds.battle_line.model import Blow, RoundMoment
from rulesets.odds.battle_line.step_recorder import MOST_LOST, Steps, Untraceable
from rulesets.odds.volley import Floats, Ints

Draw = tuple[int, int, int, int, int]
"""Rows of the splits of a blow, their width, what a wound adds to who is ahead, and
where they lie in memory, and which of their rows take nothing for sure."""

BlowKey = tuple[int, int, int, int]
"""The identity of what counts the dice of a blow and of its kernels, track, spare."""


@dataclass(slots=True, eq=False)
class DrawnRows:
    """The rows that blows of the same kernels draw from.

    Parameters
    ----------
    splits : ndarray
        ``[row, lost]``: the chances of what they take, as `splits`.
    sure : ndarray
        Of each row, whether it takes nothing for sure.
    places : (int, int)
        Where both lie in memory.
    """

    splits: Floats
    sure: NDArray[np.bool_]
    places: tuple[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.places = self.splits.ctypes.data, self.sure.ctypes.data


@dataclass(frozen=True, slots=True, eq=False)
class TracedBlow:
    """A blow as steps; keeps alive what it points to.

    Parameters
    ----------
    blow : Blow
    row : int
        The place of the row that it draws from.
    draw : tuple
    rows : DrawnRows
    """

    blow: Blow
    row: int
    draw: Draw
    rows: DrawnRows


@dataclass(frozen=True, slots=True, eq=False)
class AnyMoment(RoundMoment):
    """Any moment of a round, in values of steps: what it decides is always the same."""

    def now_once(self, key: Hashable, make: Callable[[], Ints]) -> Ints:
        """Return what this moment decides, written down once."""
        return self.once(("now", key), make)


@dataclass(slots=True, eq=False)
class RoundTraces:
    """Blows of rounds that share their steps.

    Parameters
    ----------
    pools, sides, tracks : sequence of int
        See `LineRules`.
    steps : Steps
    moment : RoundMoment
        Any moment of a round, in values of steps.
    """

    pools: Sequence[int]
    sides: Sequence[int]
    tracks: Sequence[int]
    steps: Steps = field(default_factory=Steps)
    moment: RoundMoment = field(init=False)
    _left: dict[Hashable, Ints] = field(init=False)
    _split: dict[int, tuple[Floats, "DrawnRows"]] = field(default_factory=dict)
    _blows: dict[BlowKey, TracedBlow] = field(default_factory=dict)

    def __post_init__(self) -> None:
        start = [self.steps.start(*one) for one in enumerate(self.pools)]
        lost = [self.steps.loss(track) for track in range(len(self.tracks))]
        told = cast(list[Ints], start), cast(list[Ints], lost)
        self.moment = AnyMoment(self.tracks, *told)
        for pool in range(len(start)):
            self.moment.now(pool)
        self._left = {**self.moment.known}

    def splits(self, blow: Blow) -> Floats:
        """Return ``[row, lost]``: the chances of what a blow takes, as `splits`."""
        return self._drawn(blow).splits

    def _drawn(self, blow: Blow) -> "DrawnRows":
        kernels = blow.kernels
        if id(kernels) not in self._split:
            rows = splits(kernels.transpose(1, 0, 2).reshape(-1, kernels.shape[2]))
            self._split[id(kernels)] = kernels, DrawnRows(rows, nothing_surely(rows))
        return self._split[id(kernels)][1]

    def trace(self, blows: Iterable[Blow]) -> list[TracedBlow]:
        """Return blows of a round as steps, in their order."""
        moment = replace(self.moment, known={**self._left})
        found = [self._traced(blow, moment) for blow in blows]
        most = [0] * len(self.tracks)
        for one in found:
            most[one.blow.track] += one.rows.splits.shape[1]
        if max(most, default=0) > MOST_LOST:
            raise Untraceable("too many losses")
        return found

    def _traced(self, blow: Blow, moment: RoundMoment) -> TracedBlow:
        key = id(blow.dice), id(blow.kernels), blow.track, blow.spare
        if key not in self._blows:
            row = self.steps.value(row_of(blow, moment)).place
            rows, side = self._drawn(blow), self.sides[self.tracks[blow.track]]
            draw = *rows.splits.shape, side, *rows.places
            self._blows[key] = TracedBlow(blow, row, draw, rows)
        return self._blows[key]


def row_of(blow: Blow, moment: RoundMoment) -> Ints:
    """Return the row of the splits of a blow that each fight draws from."""
    left = np.maximum(moment.raw(moment.tracks[blow.track]) + blow.spare, 0)
    row: Ints = left * blow.kernels.shape[0] + blow.dice(moment)
    return row
