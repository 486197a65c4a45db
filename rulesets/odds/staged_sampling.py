"""Sampled fights in stages, for what is too large to work out."""

import numpy as np

from rulesets.odds.blows import BlowOrder
from rulesets.odds.chain import SHOWN_ROUNDS, Story
from rulesets.odds.duel import Fought
from rulesets.odds.sampling import (
    CONFIDENCE,
    SAMPLES,
    UNDECIDED_AFTER,
    Seed,
    bound,
    columns_drawn,
    generator,
    shares,
    taken,
)
from rulesets.odds.stages import Stage
from rulesets.odds.volley import Floats, Ints


def sample_stages(
    start: Floats,
    stages: tuple[Stage, ...],
    rounds: int | None,
    seed: Seed,
    samples: int = SAMPLES,
) -> tuple[Fought, Floats]:
    """Return a sampled fight, and the chances of the classes of its first round.

    Parameters
    ----------
    start : ndarray
        ``[stage, a, b]``: chance to begin so; the answer has the same total.
    stages : tuple of Stage
    rounds : int, optional
        Rounds fought at most; none for `UNDECIDED_AFTER`.
    seed : str, or callable
    samples : int
    """
    table = _Table(start, stages, generator(seed), samples)
    table.play(UNDECIDED_AFTER if rounds is None else rounds)
    return table.counted(float(start.sum()) / samples, whole=rounds is None)


class _Table:
    """All sampled fights at once, each in its stage and with its wounds left."""

    def __init__(
        self,
        start: Floats,
        stages: tuple[Stage, ...],
        rng: np.random.Generator,
        samples: int,
    ) -> None:
        at = rng.choice(start.size, size=samples, p=start.ravel() / start.sum())
        self.stage, self.a, self.b = np.unravel_index(at, start.shape)
        self.shape = start.shape
        self.stages = stages
        self.rng = rng
        self.ended = np.zeros(samples, dtype=np.int64)
        self.by_round: list[Ints] = []
        self.fought = 0
        self.first = np.zeros(len(stages[0].table))
        self.first_lost = 0 * self.a, 0 * self.b

    @property
    def kinds(self) -> int:
        """Return the number of outcomes."""
        return len(self.stages[0].table[0]) - len(self.stages)

    def play(self, most: int) -> None:
        """Fight round after round until all is over."""
        before = self.a.copy(), self.b.copy()
        for number in range(most):
            live = np.flatnonzero(self.ended == 0)
            if not len(live):
                break
            self.fought += len(live)
            now = self.stage[live]
            for place, stage in enumerate(self.stages):
                at = live[now == place]
                if len(at):
                    classes = self._one_round(stage, at)
                    if not number:
                        size = len(self.first)
                        self.first += np.bincount(classes, minlength=size)
            if not number:
                self.first_lost = before[0] - self.a, before[1] - self.b
            self.by_round.append(np.bincount(self.ended, minlength=self.kinds + 1))

    def _one_round(self, stage: Stage, at: Ints) -> Ints:
        """Fight one round of some fights of one stage; return its classes."""
        a, b = self.a[at], self.b[at]
        weights = [order.weight for order in stage.orders]
        which = self.rng.choice(len(weights), size=len(at), p=weights)
        left_a, left_b = a.copy(), b.copy()
        for place, order in enumerate(stage.orders):
            some = np.flatnonzero(which == place)
            left_a[some], left_b[some] = self._struck(order, a[some], b[some])
        classes = stage.classify(a, b, a - left_a, b - left_b)
        self.a[at], self.b[at] = left_a, left_b
        result = columns_drawn(stage.table, classes, self.rng)
        count = len(self.stages)
        self.stage[at] = np.minimum(result, count - 1)
        self.ended[at] = np.maximum(result - count + 1, 0)
        return classes

    def _struck(self, order: BlowOrder, a: Ints, b: Ints) -> tuple[Ints, Ints]:
        left = {"a": a.copy(), "b": b.copy()}
        start = {"a": a, "b": b}
        for one in order.blows:
            other = "b" if one.side == "a" else "a"
            dice = one.dice[start[one.side], start[other], left[one.side]]
            counts = dice.astype(np.int64)
            left[other] = left[other] - taken(
                one.effect, one.per_model, counts, left[other], self.rng
            )
        return left["a"], left["b"]

    def counted(self, weight: float, *, whole: bool) -> tuple[Fought, Floats]:
        """Return what was sampled as chances; each fight counts ``weight``."""
        _, size_a, size_b = self.shape
        samples = len(self.ended)
        joint = np.bincount(self.a * size_b + self.b, minlength=size_a * size_b)
        last = np.bincount(self.ended, minlength=self.kinds + 1)
        shown = self.by_round[:SHOWN_ROUNDS] if whole else self.by_round
        by_round = np.array(shown).reshape(-1, self.kinds + 1)[:, 1:]
        story = Story(
            outcomes=shares(last[1:], weight),
            by_round=shares(by_round, weight),
            undecided=float(last[0] * weight),
            stalled=0.0,
            final=shares(joint.reshape(size_a, size_b), weight),
            rounds=self.fought * weight,
            dropped=0.0,
        )
        told = by_round.size + self.kinds + 2 * (size_a + size_b) + len(self.first)
        lost_a, lost_b = self.first_lost
        fought = Fought(
            story,
            shares(np.bincount(lost_b, minlength=size_b), weight),
            shares(np.bincount(lost_a, minlength=size_a), weight),
            "sampled",
            bound(samples, told) * weight * samples,
            CONFIDENCE,
            samples,
        )
        return fought, self.first * weight
