"""Sampled fights, for what is too large to work out: with a seed and an interval.

The seed comes from the question itself, so that the same question has the same answer.
The bound holds for all chances that are told, together (Hoeffding's inequality with
Bonferroni's correction).
"""

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rulesets.odds.attack import AttackEffect
from rulesets.odds.chain import SHOWN_ROUNDS, Story
from rulesets.odds.round import PoolRound
from rulesets.odds.volley import Floats, Ints

SAMPLES = 100_000
"""Fights that are sampled."""

CONFIDENCE = 0.999
"""Chance that every told chance of a sample lies within its bound."""

UNDECIDED_AFTER = 1_000
"""Rounds after which a fight that is played on without a limit is undecided."""


Seed = str | Callable[[], str]
"""Text of a whole question, or what says it: few questions ever need it."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A sampled story; see `Story` and `Fought`."""

    story: Story
    dealt_by_a: Floats
    dealt_by_b: Floats
    error: float
    samples: int


def generator(seed: Seed) -> np.random.Generator:
    """Return random numbers that depend on a text alone."""
    text = seed if isinstance(seed, str) else seed()
    digest = hashlib.sha256(text.encode()).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))


def bound(samples: int, told: int, confidence: float = CONFIDENCE) -> float:
    """Return how far a sampled frequency may be off [chance].

    Parameters
    ----------
    samples : int
        Independent samples.
    told : int
        Frequencies that shall all lie within the bound at once.
    confidence : float
        Chance that they do.

    References
    ----------
    W. Hoeffding, Probability inequalities for sums of bounded random variables, 1963.

    Examples
    --------
    >>> round(bound(100_000, 10), 4)
    0.007
    """
    return math.sqrt(math.log(2 * told / (1 - confidence)) / (2 * samples))


def sample(
    start: Floats,
    opening: tuple[PoolRound, ...],
    cycle: tuple[PoolRound, ...],
    rounds: int | None,
    seed: Seed,
    samples: int = SAMPLES,
) -> Sample:
    """Return a sampled fight.

    Parameters
    ----------
    start : ndarray
        ``[a, b]``: chance to begin with these wounds; the answer has the same total.
    opening, cycle : tuple of PoolRound
    rounds : int, optional
        Rounds fought at most; none for `UNDECIDED_AFTER`.
    seed : str, or callable
    samples : int
    """
    rng = generator(seed)
    total = float(start.sum())
    at = rng.choice(start.size, size=samples, p=start.ravel() / total)
    a, b = np.divmod(at, start.shape[1])
    counts = _play(a, b, opening, cycle, rounds, rng)
    kinds = cycle[0].table.shape[1]
    return _counted(start.shape, total / samples, (a, b), counts, kinds)


def shares(counts: Ints, weight: float) -> Floats:
    """Return counts of samples as chances; each counts ``weight`` [chance]."""
    return counts.astype(np.float64) * weight


@dataclass(frozen=True, slots=True, eq=False)
class _Counts:
    """How every sample ended, the ends so far by round, and what was fought."""

    ended: Ints
    by_round: list[Ints]
    rounds: int
    first_lost: tuple[Ints, Ints]


def _play(
    a: Ints,
    b: Ints,
    opening: tuple[PoolRound, ...],
    cycle: tuple[PoolRound, ...],
    rounds: int | None,
    rng: np.random.Generator,
) -> _Counts:
    """Play all samples to their end; what is left of both sides stays in a and b."""
    kinds = cycle[0].table.shape[1]
    ended = np.zeros(len(a), dtype=np.int64)
    live = np.arange(len(a))
    by_round: list[Ints] = []
    fought = 0
    first_lost = 0 * a, 0 * b
    most = UNDECIDED_AFTER if rounds is None else rounds
    if not any(one.effect.harm() for r in (*opening, *cycle) for one in r.strikes):
        most = 0
    for number in range(most):
        after = number - len(opening)
        played = opening[number] if after < 0 else cycle[after % len(cycle)]
        fought += len(live)
        lost_a, lost_b = _one_round(played, a[live], b[live], rng)
        if number == 0:
            first_lost = lost_a, lost_b
        classes = played.classify(a[live], b[live], lost_a, lost_b)
        ended[live] = columns_drawn(played.table, classes, rng)
        a[live] -= lost_a
        b[live] -= lost_b
        live = live[ended[live] == 0]
        by_round.append(np.bincount(ended, minlength=kinds))
        if not len(live):
            break
    shown = by_round[:SHOWN_ROUNDS] if rounds is None else by_round
    return _Counts(ended, shown, fought, first_lost)


def _counted(
    shape: tuple[int, ...],
    weight: float,
    pools: tuple[Ints, Ints],
    counts: _Counts,
    kinds: int,
) -> Sample:
    size_a, size_b = shape
    samples = len(counts.ended)
    joint = np.bincount(pools[0] * size_b + pools[1], minlength=size_a * size_b)
    last = np.bincount(counts.ended, minlength=kinds)
    by_round = np.array([count[1:] for count in counts.by_round], dtype=np.int64)
    story = Story(
        outcomes=shares(last[1:], weight),
        by_round=shares(by_round.reshape(-1, kinds - 1), weight),
        undecided=float(last[0] * weight),
        stalled=0.0,
        final=shares(joint.reshape(shape), weight),
        rounds=counts.rounds * weight,
        dropped=0.0,
    )
    told = by_round.size + kinds + 2 * (size_a + size_b)
    lost_a, lost_b = counts.first_lost
    return Sample(
        story,
        shares(np.bincount(lost_b, minlength=size_b), weight),
        shares(np.bincount(lost_a, minlength=size_a), weight),
        bound(samples, told),
        samples,
    )


def _one_round(
    played: PoolRound,
    a: Ints,
    b: Ints,
    rng: np.random.Generator,
) -> tuple[Ints, Ints]:
    """Return the wounds that both sides lose in one round, for every sample."""
    left_a, left_b = a.copy(), b.copy()
    for strike in played.strikes:
        if strike.side == "a":
            dice = strike.dice[a, left_a]
            left_b -= taken(strike.effect, strike.per_model, dice, left_b, rng)
        else:
            dice = strike.dice[b, left_b]
            left_a -= taken(strike.effect, strike.per_model, dice, left_a, rng)
    return a - left_a, b - left_b


def taken(
    effect: AttackEffect,
    per_model: int,
    dice: Ints,
    left: Ints,
    rng: np.random.Generator,
) -> Ints:
    """Return the wounds that sampled volleys take from pools.

    Parameters
    ----------
    effect : AttackEffect
        Of one attack.
    per_model : int
        Wounds of each struck model [wounds].
    dice, left : ndarray of int
        Attacks made [dice], and wounds left [wounds], for every sample.
    rng : Generator
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
    """Return where each fight's class leads to: a column of the table, by its chance.

    Parameters
    ----------
    table : ndarray
        ``[class, column]``; every row sums to 1 [chance].
    classes : ndarray of int
        Of every fight.
    rng : Generator
    """
    upto = np.cumsum(table, axis=1)[classes]
    roll = rng.random(len(classes))
    drawn: Ints = np.minimum((roll[:, None] >= upto).sum(axis=1), table.shape[1] - 1)
    return drawn
