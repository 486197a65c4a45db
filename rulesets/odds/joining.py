"""Fights that exclude each other, told as one."""

from collections.abc import Sequence

import numpy as np

from rulesets.odds.duel import Fought, together
from rulesets.odds.staged import StagedFight
from rulesets.odds.volley import Floats


def joined(fights: Sequence[StagedFight]) -> StagedFight:
    """Return several fights of the same two sides as one.

    Each fight holds the chance of its own case: whatever it tells is that chance times
    what would be so in that case. So what all tell adds up. A fight that ends earlier
    stays as it ended.

    Parameters
    ----------
    fights : sequence of StagedFight
        At least one; their starts are chances that sum to at most 1 in all, and their
        tables have the same classes and outcomes.
    """
    if len(fights) == 1:
        return fights[0]
    told = [one.fought for one in fights]
    sampled = [one for one in told if one.method != "exact"]
    fought = Fought(
        together([one.story for one in told]),
        _widest([one.dealt_by_a for one in told]),
        _widest([one.dealt_by_b for one in told]),
        "sampled" if sampled else "exact",
        sum(one.error for one in told),
        max(0.0, 1.0 - sum(1.0 - one.confidence for one in sampled)),
        sum(one.samples for one in sampled),
    )
    return StagedFight(fought, np.sum([one.first for one in fights], axis=0))


def _widest(parts: Sequence[Floats]) -> Floats:
    """Return the sum of distributions, those that are shorter filled up."""
    total = np.zeros(max(len(part) for part in parts))
    for part in parts:
        total[: len(part)] += part
    return total
