"""Fights that exclude each other, told as one."""

from collections.abc import Sequence

import numpy as np

from rulesets.odds.chain import Story
from rulesets.odds.duel import Fought
from rulesets.odds.staged import Fight
from rulesets.odds.volley import Floats


def joined(fights: Sequence[Fight]) -> Fight:
    """Return several fights of the same two sides as one.

    Each fight holds the chance of its own case: whatever it tells is that chance times
    what would be so in that case. So what all tell adds up. A fight that ends earlier
    stays as it ended.

    Parameters
    ----------
    fights : sequence of Fight
        At least one; their starts are chances that sum to at most 1 in all, and their
        tables have the same classes and outcomes.
    """
    if len(fights) == 1:
        return fights[0]
    told = [one.fought for one in fights]
    stories = [one.story for one in told]
    rounds = max(len(story.by_round) for story in stories)
    story = Story(
        outcomes=_sum([story.outcomes for story in stories]),
        by_round=_sum([_held(story, rounds) for story in stories]),
        undecided=sum(story.undecided for story in stories),
        stalled=sum(story.stalled for story in stories),
        final=_sum([story.final for story in stories]),
        rounds=sum(story.rounds for story in stories),
        dropped=sum(story.dropped for story in stories),
    )
    sampled = [one for one in told if one.method != "exact"]
    fought = Fought(
        story,
        _widest([one.dealt_by_a for one in told]),
        _widest([one.dealt_by_b for one in told]),
        "sampled" if sampled else "exact",
        sum(one.error for one in told),
        max(0.0, 1.0 - sum(1.0 - one.confidence for one in sampled)),
        sum(one.samples for one in sampled),
    )
    return Fight(fought, _sum([one.first for one in fights]))


def _sum(parts: Sequence[Floats]) -> Floats:
    total: Floats = np.sum(parts, axis=0)
    return total


def _held(story: Story, rounds: int) -> Floats:
    """Return the outcomes by round, the last one kept for as long as others fight."""
    missing = rounds - len(story.by_round)
    last = story.by_round[-1] if len(story.by_round) else 0.0 * story.outcomes
    return np.concatenate((story.by_round, np.tile(last, (missing, 1))))


def _widest(parts: Sequence[Floats]) -> Floats:
    """Return the sum of distributions, those that are shorter filled up."""
    total = np.zeros(max(len(part) for part in parts))
    for part in parts:
        total[: len(part)] += part
    return total
