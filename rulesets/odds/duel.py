"""A whole fight of two sides: worked out exactly, or sampled where it is too large."""

from dataclasses import dataclass

import numpy as np

from rulesets.odds.chain import Story, tell
from rulesets.odds.native.library import is_ready
from rulesets.odds.native.marshal import tell as tell_plan
from rulesets.odds.plan import Fall, Leg, Told, in_turn
from rulesets.odds.round import PoolRound, PoolStrike, transitions, work_out
from rulesets.odds.sampling import CONFIDENCE, Seed, sample
from rulesets.odds.volley import Floats, stacked_for

MOST_TRANSITIONS = 2_000_000
"""A round with more transitions than this is sampled instead of worked out."""


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """One way that a fight may begin.

    Parameters
    ----------
    start : ndarray
        ``[a, b]``: chance to begin with these wounds; the variants of a fight need
        not sum to 1 [chance].
    opening, cycle : tuple of PoolRound
        Rounds that are fought once, then those that repeat.
    """

    start: Floats
    opening: tuple[PoolRound, ...]
    cycle: tuple[PoolRound, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Fought:
    """How a fight went, all variants together.

    Parameters
    ----------
    story : Story
        See `rulesets.odds.chain`.
    dealt_by_a, dealt_by_b : ndarray
        Wounds that the other side lost in the first round [chance].
    method : str
        ``exact`` or ``sampled``.
    error : float
        Bound on the error of every chance [chance].
    confidence : float
        Chance that the bound holds for all of them; 1 where exact.
    samples : int
    """

    story: Story
    dealt_by_a: Floats
    dealt_by_b: Floats
    method: str
    error: float
    confidence: float
    samples: int


def fight(
    variants: tuple[Variant, ...],
    rounds: int | None,
    seed: Seed,
    most: int = MOST_TRANSITIONS,
) -> Fought:
    """Return how a fight goes.

    Parameters
    ----------
    variants : tuple of Variant
        At least one; those that never begin are left out.
    rounds : int, optional
        Rounds fought at most; none until it is over.
    seed : str, or callable
        Text of the whole question: the same question gives the same sample.
    most : int
        Transitions of one round above which the fight is sampled.
    """
    pool_a, pool_b = (size - 1 for size in variants[0].start.shape)
    begun = tuple(variant for variant in variants if variant.start.any())
    if not begun:
        return _never_begun(variants[0])
    played = [one for v in begun for one in (*v.opening, *v.cycle)]
    if max(transitions(one, pool_a, pool_b) for one in played) > most:
        return _sampled(begun, rounds, seed)
    return _exact(begun, rounds, pool_a, pool_b)


def _never_begun(variant: Variant) -> Fought:
    width = variant.cycle[0].table.shape[1] - 1
    nothing = np.zeros_like(variant.start)
    told = np.zeros((0, width))
    story = Story(np.zeros(width), told, 0.0, 0.0, nothing, 0.0, 0.0)
    return Fought(story, np.zeros(1), np.zeros(1), "exact", 0.0, 1.0, 0)


def _exact(
    variants: tuple[Variant, ...], rounds: int | None, pool_a: int, pool_b: int
) -> Fought:
    if is_ready():
        return _compiled(variants, rounds, (pool_a + 1, pool_b + 1))
    played = [one for v in variants for one in (*v.opening, *v.cycle)]
    known = {_identity(one): one for one in played}
    moves = {key: work_out(one, pool_a, pool_b) for key, one in known.items()}
    stories = []
    dealt_a, dealt_b = np.zeros(pool_b + 1), np.zeros(pool_a + 1)
    for variant in variants:
        opening = tuple(moves[_identity(one)] for one in variant.opening)
        cycle = tuple(moves[_identity(one)] for one in variant.cycle)
        stories.append(tell(variant.start, opening, cycle, rounds))
        first = np.einsum("ab,abij->ij", variant.start, (*opening, *cycle)[0].lost)
        dealt_a[: first.shape[1]] += first.sum(axis=0)
        dealt_b[: first.shape[0]] += first.sum(axis=1)
    story = together(stories)
    return Fought(story, dealt_a, dealt_b, "exact", story.dropped, 1.0, 0)


def _compiled(
    variants: tuple[Variant, ...], rounds: int | None, sizes: tuple[int, int]
) -> Fought:
    tales = [_told(variant, rounds, sizes) for variant in variants]
    story = together([told.story for told in tales])
    dealt_a = sum((told.dealt_by_a.sum(axis=0) for told in tales), np.zeros(sizes[1]))
    dealt_b = sum((told.dealt_by_b.sum(axis=0) for told in tales), np.zeros(sizes[0]))
    return Fought(story, dealt_a, dealt_b, "exact", story.dropped, 1.0, 0)


def _told(variant: Variant, rounds: int | None, sizes: tuple[int, int]) -> Told:
    legs = [
        Leg(
            [(1.0, [_fall(strike, sizes) for strike in played.strikes])],
            played.classify,
            played.table,
            (after,),
        )
        for played, after in in_turn(variant.opening, variant.cycle)
    ]
    start = np.zeros((len(legs), *sizes))
    start[0] = variant.start
    return tell_plan(start, legs, rounds)


def _fall(strike: PoolStrike, sizes: tuple[int, int]) -> Fall:
    own, other = sizes if strike.side == "a" else sizes[::-1]
    which = strike.dice[:own, None, :own, None]
    most = int(strike.dice.max(initial=0))
    stack = stacked_for(strike.effect, most, other - 1, strike.per_model)
    return Fall(strike.side == "b", which, stack)


def _identity(played: PoolRound) -> tuple[object, ...]:
    """Return what rounds that are the same have in common."""
    strikes = tuple(
        (one.side, one.effect, one.dice.tobytes(), one.per_model)
        for one in played.strikes
    )
    return strikes, played.classify, played.table.tobytes()


def _sampled(variants: tuple[Variant, ...], rounds: int | None, seed: Seed) -> Fought:
    samples = [sample(v.start, v.opening, v.cycle, rounds, seed) for v in variants]
    story = together([one.story for one in samples])
    weights = [float(v.start.sum()) for v in variants]
    error = sum(w * one.error for w, one in zip(weights, samples, strict=True))
    return Fought(
        story,
        sum((one.dealt_by_a for one in samples), np.zeros(1)),
        sum((one.dealt_by_b for one in samples), np.zeros(1)),
        "sampled",
        error + story.dropped,
        1 - len(variants) * (1 - CONFIDENCE),
        sum(one.samples for one in samples),
    )


def together(stories: list[Story]) -> Story:
    """Return the sum of stories whose starts are parts of one whole.

    One that ends earlier stays as it ended.
    """
    longest = max(len(story.by_round) for story in stories)
    return Story(
        outcomes=np.sum([story.outcomes for story in stories], axis=0),
        by_round=np.sum([_longer(story, longest) for story in stories], axis=0),
        undecided=sum(story.undecided for story in stories),
        stalled=sum(story.stalled for story in stories),
        final=np.sum([story.final for story in stories], axis=0),
        rounds=sum(story.rounds for story in stories),
        dropped=sum(story.dropped for story in stories),
    )


def _longer(story: Story, rounds: int) -> Floats:
    told = story.by_round
    if len(told) == rounds:
        return told
    last = told[-1:] if len(told) else np.zeros((1, told.shape[1]))
    return np.vstack([told, np.repeat(last, rounds - len(told), axis=0)])
