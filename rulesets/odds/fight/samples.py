"""Sample a fight that is too large to solve: with a seed and an interval."""

from dataclasses import replace

import numpy as np

from rulesets.odds.attack import AttackEffect
from rulesets.odds.falls import Falls
from rulesets.odds.fight.model import (
    SHOWN_ROUNDS,
    Attacks,
    Fight,
    FightResult,
    Order,
    Round,
    Strike,
)
from rulesets.odds.sampling import (
    CONFIDENCE,
    SAMPLES,
    UNDECIDED_AFTER,
    Seed,
    bound,
    generator,
    shares,
)
from rulesets.odds.sides import OTHER
from rulesets.odds.volley import Floats, Ints


def sample(fight: Fight, seed: Seed, samples: int = SAMPLES) -> FightResult:
    """Return a sampled fight.

    Parameters
    ----------
    fight : Fight
        Some chance must be in its start; the result has the same total. One without a
        limit is undecided after `UNDECIDED_AFTER` rounds.
    seed : str, or callable
        Text of the whole question: the same question gives the same sample.
    samples : int

    Raises
    ------
    ValueError
        If a round takes a toll: such fights are small enough to be solved.
    """
    if any(one.toll is not None for one in fight.rounds):
        raise ValueError("a fight whose rounds take a toll cannot be sampled")
    table = _Table(fight, generator(seed), samples)
    table.play(UNDECIDED_AFTER if fight.limit is None else fight.limit)
    return table.counted()


class _Table:
    """All sampled fights at once, each in its round and with its states.

    ``ended`` is 0 for fights that go on, and 1 + k for those that ended with outcome k.
    """

    def __init__(self, fight: Fight, rng: np.random.Generator, samples: int) -> None:
        start = fight.start
        at = rng.choice(start.size, size=samples, p=start.ravel() / start.sum())
        self.place, self.a, self.b = np.unravel_index(at, start.shape)
        self.fight, self.rng = _told_whole(fight), rng
        self.weight = float(start.sum()) / samples
        self.ended = np.zeros(samples, dtype=np.int64)
        self.by_round: list[Ints] = []
        self.fought = 0
        self.first = np.zeros(fight.classes)
        _, size_a, size_b = start.shape
        self.dealt = np.zeros((size_b, size_b)), np.zeros((size_a, size_a))

    def play(self, most: int) -> None:
        """Fight so many rounds, or until all fights are over or can never be."""
        if not self._may_change():
            return
        begun = self.a.copy(), self.b.copy()
        for number in range(most):
            live = np.flatnonzero(self.ended == 0)
            if not len(live):
                break
            self.fought += len(live)
            now = self.place[live]
            for place in np.unique(now).tolist():
                classes = self._round(self.fight.rounds[place], live[now == place])
                if number == 0:
                    counted = np.bincount(classes, minlength=len(self.first))
                    self.first += shares(counted, self.weight)
            if number == 0:
                np.add.at(self.dealt[0], (begun[1], begun[1] - self.b), self.weight)
                np.add.at(self.dealt[1], (begun[0], begun[0] - self.a), self.weight)
            self.by_round.append(self._counts())

    def _may_change(self) -> bool:
        """Return whether any strike takes anything, or a round without a loss ends."""
        rounds = self.fight.rounds
        strikes = [x for one in rounds for order in one.orders for x in order.strikes]
        if any(map(_harms, strikes)):
            return True
        a, b = np.unique(np.stack([self.a, self.b]), axis=1)
        for one in rounds:
            ends = one.table[:, len(one.leads) :].sum(axis=1)
            if ends[one.classify(a, b, 0 * a, 0 * b)].any():
                return True
        return False

    def _round(self, played: Round, at: Ints) -> Ints:
        """Fight one round of the fights at some places; return its classes."""
        a, b = self.a[at], self.b[at]
        weights = [order.weight for order in played.orders]
        drawn = self.rng.choice(len(weights), size=len(at), p=weights)
        left_a, left_b = a.copy(), b.copy()
        for number, order in enumerate(played.orders):
            some = np.flatnonzero(drawn == number)
            if len(some):
                left_a[some], left_b[some] = _struck(order, a[some], b[some], self.rng)
        classes = played.classify(a, b, a - left_a, b - left_b)
        self.a[at], self.b[at] = left_a, left_b
        column = columns_drawn(played.table, classes, self.rng)
        ways = len(played.leads)
        self.place[at] = np.array(played.leads)[np.minimum(column, ways - 1)]
        self.ended[at] = np.maximum(column - ways + 1, 0)
        return classes

    def _counts(self) -> Ints:
        counts: Ints = np.bincount(self.ended, minlength=self.fight.outcomes + 1)
        return counts

    def counted(self) -> FightResult:
        """Return what was sampled as chances."""
        _, size_a, size_b = self.fight.start.shape
        joint = np.bincount(self.a * size_b + self.b, minlength=size_a * size_b)
        last = shares(self._counts(), self.weight)
        whole = self.fight.limit is None
        shown = self.by_round[:SHOWN_ROUNDS] if whole else self.by_round
        by_round = np.array(shown).reshape(-1, len(last))[:, 1:]
        reported = by_round.size + len(last) + 2 * (size_a + size_b) + len(self.first)
        samples = len(self.ended)
        return FightResult(
            outcomes=last[1:],
            by_round=shares(by_round, self.weight),
            undecided=float(last[0]),
            stalled=0.0,
            final=shares(joint.reshape(size_a, size_b), self.weight),
            rounds=self.fought * self.weight,
            dropped=0.0,
            dealt_by_a=self.dealt[0],
            dealt_by_b=self.dealt[1],
            first=self.first,
            method="sampled",
            error=bound(samples, reported) * self.weight * samples,
            confidence=CONFIDENCE,
            samples=samples,
        )


def _told_whole(fight: Fight) -> Fight:
    """Return a fight whose kernels tell every loss, each made whole once."""
    whole: dict[int, Floats] = {}

    def told(strike: Strike) -> Strike:
        kernels = strike.kernels
        if not isinstance(kernels, Falls):
            return strike
        if id(kernels) not in whole:
            whole[id(kernels)] = _whole(kernels)
        return replace(strike, kernels=whole[id(kernels)])

    rounds = [
        replace(
            one,
            orders=[
                replace(order, strikes=[told(strike) for strike in order.strikes])
                for order in one.orders
            ],
        )
        for one in fight.rounds
    ]
    return replace(fight, rounds=rounds)


def _whole(kernels: Floats | Falls) -> Floats:
    return kernels.dense() if isinstance(kernels, Falls) else kernels


def _harms(strike: Strike) -> bool:
    if isinstance(strike.kernels, Attacks):
        return strike.kernels.effect.harm() > 0
    return bool(_whole(strike.kernels)[:, :, 1:].any())


def _struck(
    order: Order, a: Ints, b: Ints, rng: np.random.Generator
) -> tuple[Ints, Ints]:
    """Return the states of many fights after the strikes of a round."""
    start = {"a": a, "b": b}
    now, before = dict(start), start
    for one in order.strikes:
        before = before if one.joins else dict(now)
        own, other = one.side, OTHER[one.side]
        states = start[own], start[other], before[own], before[other]
        which = one.used(*states)
        if isinstance(one.kernels, Attacks):
            effect, per_model = one.kernels.effect, one.kernels.per_model
            lost = taken(effect, per_model, which, now[other], rng)
        else:
            lost = _drawn(_whole(one.kernels), which, now[other], rng)
        now[other] = now[other] - lost
    return now["a"], now["b"]


def _drawn(stack: Floats, which: Ints, target: Ints, rng: np.random.Generator) -> Ints:
    """Return by how much many targets' states fall.

    The rows in use, each a cumulated distribution, are laid one behind the other, row
    r between r and r + 1, so that one search finds every roll in its own row.
    """
    _, targets, width = stack.shape
    code = which * targets + np.minimum(target, targets - 1)
    codes, row = np.unique(code, return_inverse=True)
    upto = np.cumsum(stack.reshape(-1, width)[codes], axis=1)
    laid = np.minimum(upto, 1.0) + np.arange(len(codes))[:, None]
    roll = rng.random(len(target)) + row
    drawn = np.searchsorted(laid.ravel(), roll, side="right") - row * width
    fallen: Ints = np.minimum(np.minimum(drawn, width - 1), target)
    return fallen


def taken(
    effect: AttackEffect,
    per_model: int,
    dice: Ints,
    left: Ints,
    rng: np.random.Generator,
) -> Ints:
    """Return the wounds that sampled attacks take from pools [wounds].

    Parameters
    ----------
    effect : AttackEffect
        Of one attack.
    per_model : int
        Wounds of each struck model [wounds].
    dice, left : ndarray of int
        Attacks made [dice], and wounds left [wounds], for every sample.
    """
    if per_model == 1 and len(effect.wounds) == 2:
        return np.minimum(rng.binomial(dice, float(effect.harm())), left)
    after = left.copy()
    for number in range(int(dice.max(initial=0))):
        rolling = (dice > number) & (after > 0)
        model = (after - 1) % per_model + 1
        lost = _taken(effect, rng.random(len(after)), model)
        after = np.where(rolling, after - lost, after)
    return left - after


def _taken(effect: AttackEffect, roll: Floats, model: Ints) -> Ints:
    """Return the wounds that single attacks take from models with some left."""
    chances = [float(chance) for chance in (*effect.wounds, effect.slain)]
    which = np.searchsorted(np.cumsum(chances[:-1]), roll, side="right")
    return np.where(which == len(chances) - 1, model, np.minimum(which, model))


def columns_drawn(table: Floats, classes: Ints, rng: np.random.Generator) -> Ints:
    """Return the column that each fight's class leads to, drawn by its chance.

    Parameters
    ----------
    table : ndarray
        ``[class, column]``; every row sums to 1 [chance].
    classes : ndarray of int
        Of every fight.
    """
    upto = np.cumsum(table, axis=1)[classes]
    roll = rng.random(len(classes))
    drawn: Ints = np.minimum((roll[:, None] >= upto).sum(axis=1), table.shape[1] - 1)
    return drawn
