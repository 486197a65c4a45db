"""Battle lines with too many blows for anything else, rolled many at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic

import numpy as np

from rulesets.odds.battle_line.model import (
    LONGEST,
    BattleLine,
    Blow,
    LineResult,
    Mode,
    RoundMoment,
    distinct,
)
from rulesets.odds.sampling import Seed, generator
from rulesets.odds.volley import Floats, Ints

BLOWS, FIGHTS = 1_200_000, 60_000
"""Blows of the first round, in all orders, and battle lines that are always rolled."""

PILOT = 2_000
"""Battle lines that are rolled to see how much effort they are."""

MOST_EFFORT, MOST_FIGHTS = 40_000_000, 300_000
"""Comparisons of rolls up to which more battle lines are rolled, and most of them."""


def fights_of(line: BattleLine[Mode]) -> int:
    """Return how many battle lines are rolled at least."""
    orders = line.rules.orders(next(iter(line.begun))[0])
    return min(FIGHTS, BLOWS // max(sum(len(blows) for _, blows in orders), 1))


def roll_line(line: BattleLine[Mode], seed: Seed, fights: int = 0) -> LineResult[Mode]:
    """Return how a battle line goes, from a sample.

    Parameters
    ----------
    line : BattleLine
    seed : str, or callable
        Text of the whole question: the same question gives the same sample.
    fights : int
        How many are rolled; 0 for as many as a second allows.
    """
    if not fights:
        unseen = BattleLine(line.rules, line.begun, line.limit)
        pilot = _rolled(unseen, generator("pilot"), PILOT)
        each = pilot.effort / PILOT
        fights = max(fights_of(line), min(MOST_FIGHTS, int(MOST_EFFORT / (each + 1))))
    return _rolled(line, generator(seed), fights).result()


def _rolled(
    line: BattleLine[Mode], dice: np.random.Generator, fights: int
) -> "_Sample[Mode]":
    """Return so many battle lines, fought to their end."""
    modes = dict.fromkeys(mode for mode, _ in line.begun)
    chances = np.array([*line.begun.values()])
    numbers = {mode: place for place, mode in enumerate(modes)}
    begun = dice.choice(len(chances), fights, p=chances / chances.sum())
    sample = _Sample(
        line,
        dice,
        numbers,
        np.array([numbers[mode] for mode, _ in line.begun])[begun],
        np.array([wounds for _, wounds in line.begun], dtype=np.int64)[begun],
    )
    for _ in range(LONGEST if line.limit is None else line.limit):
        if not sample.fight_round():
            break
    return sample


@dataclass(slots=True, eq=False)
class _Sample(Generic[Mode]):
    """Many fights of one battle line, each in a mode and with wounds left."""

    line: BattleLine[Mode]
    dice: np.random.Generator
    numbers: dict[Mode, int]
    mode: Ints
    wounds: Ints
    by_round: list[Floats] = field(default_factory=list)
    fought: int = 0
    effort: int = 0
    summed: dict[int, tuple[Floats, Floats]] = field(default_factory=dict)

    @property
    def weight(self) -> float:
        return 1.0 / len(self.mode)

    def fight_round(self) -> bool:
        """Fight a round of all that are not over; tell whether there are any."""
        live = [
            number
            for mode, number in self.numbers.items()
            if not self.line.rules.is_over(mode)
        ]
        before = self.mode.copy()
        names = [*self.numbers]
        for number in live:
            which = np.flatnonzero(before == number)
            if len(which):
                self.fought += len(which)
                self._fight(names[number], which)
        if not np.isin(before, live).any():
            return False
        self.by_round.append(np.bincount(self.mode).astype(np.float64) * self.weight)
        return True

    def _fight(self, mode: Mode, which: Ints) -> None:
        orders = self.line.rules.orders(mode)
        chosen = self._drawn([weight for weight, _ in orders], len(which))
        for place, (_, blows) in enumerate(orders):
            some = which[chosen == place]
            if len(some):
                self._play(mode, some, blows)

    def _drawn(self, chances: list[float], count: int) -> Ints:
        """Return a draw by chances for each of so many fights."""
        if len(chances) == 1:
            return np.zeros(count, dtype=np.int64)
        bounds = np.cumsum(chances)[:-1]
        drawn: Ints = np.searchsorted(bounds, self.dice.random(count), side="right")
        return drawn

    def _play(self, mode: Mode, which: Ints, blows: Sequence[Blow]) -> None:
        rules, first = self.line.rules, not self.by_round
        start = [*self.wounds[which].T]
        lost = [np.zeros(len(which), dtype=np.int64) for _ in rules.tracks]
        moment = RoundMoment(rules.tracks, start, lost)
        for blow in blows:
            lost[blow.track] += self._rolled(blow, moment)
        if first:
            self.line.observe(mode, moment, np.full(len(which), self.weight))
        kinds = np.broadcast_to(rules.classify(mode, moment), which.shape)
        self.wounds[which] = np.stack(
            [moment.now(pool) for pool in range(len(start))], axis=1
        )
        for kind in distinct(kinds).tolist():
            some = which[kinds == kind]
            branches = rules.branches(mode, kind)
            after = np.array(
                [self.numbers.setdefault(one, len(self.numbers)) for one, _ in branches]
            )
            self.mode[some] = after[self._drawn([p for _, p in branches], len(some))]

    def _rolled(self, blow: Blow, moment: RoundMoment) -> Ints:
        """Return the wounds that a blow takes, one roll for each fight."""
        count = len(moment.start[0])
        dice = np.broadcast_to(blow.dice(moment), (count,))
        if not dice.any():
            return np.zeros(count, dtype=np.int64)
        left = np.maximum(moment.raw(moment.tracks[blow.track]) + blow.spare, 0)
        sums = self._sums(blow)
        rolls = self.dice.random(count)
        lost = np.zeros(count, dtype=np.int64)
        for most in range(sums.shape[2] - 1):
            self.effort += count
            more = rolls > sums[dice, left, most]
            if not more.any():
                break
            lost += more
        return lost

    def _sums(self, blow: Blow) -> Floats:
        """Return the chances of a blow to take at most so many wounds."""
        kernels = blow.kernels
        if id(kernels) not in self.summed:
            self.summed[id(kernels)] = kernels, kernels.cumsum(axis=2)
        return self.summed[id(kernels)][1]

    def result(self) -> LineResult[Mode]:
        """Return what has come of them."""
        count = len(self.numbers)
        return LineResult(
            modes=[*self.numbers],
            mode=self.mode,
            wounds=self.wounds,
            chances=np.full(len(self.mode), self.weight),
            by_round=[np.pad(one, (0, count - len(one))) for one in self.by_round],
            rounds=self.fought * self.weight,
            samples=len(self.mode),
        )
