"""Pairs of ends of Mordheim clashes: of some together, and of the next one.

Of too many pairs the likely are taken, as far as a row of ends in their order goes, and
some of the others are drawn, each as often as it is likely.
"""

from typing import NamedTuple

import numpy as np

from rulesets.games.mordheim.combat.groups.remainder import Remainder
from rulesets.odds.multisets import PairRows
from rulesets.odds.volley import Floats, Ints

PAIRS = 1_000_000
"""Pairs of ends that are all looked at, if some are rolled."""

LIKELY_PAIRS = 500_000
"""Of more of them the likeliest that are taken, about."""

DRAWN_PAIRS = 160_000
"""Pairs that are drawn of the others."""

LEAST_PART = 0.03
"""The part of so many pairs that is looked at of rows that are hardly likely."""

SPAN = 1_024.0
"""More than the logarithm of any chance is below 0."""

ROWS = 1_000
"""Rows by which it is seen how likely so many pairs are, about."""

GOLDEN = (5**0.5 - 1) / 2
"""Steps of so much fall evenly into a whole, however it repeats itself."""

HALVINGS = 14
"""Halvings until that is known well enough."""


class EndRows(NamedTuple):
    """Ends of clashes, those of one clash together, the likeliest of them first.

    ``starts`` says where each begins, ``late`` after which turn it is over: where it is
    not, the number of turns. ``before`` are the chances of all before each added up,
    ``order`` are numbers in whose order all stand.
    """

    starts: Ints
    many: Ints
    one: Ints
    late: Ints
    share: Floats
    before: Floats
    order: Floats


class EndPairs(NamedTuple):
    """Rows, and of each the first of its ends and the one behind the last."""

    rows: PairRows
    begins: Ints
    ends: Ints


def in_their_order(clash: Ints, share: Floats) -> tuple[Ints, Floats]:
    """Return where ends of clashes stand, by clash and chance, and numbers for that."""
    order = SPAN * clash + np.clip(-np.log(share), 0.0, SPAN - 1)
    placed = np.argsort(order)
    return placed, order[placed]


def _all_pairs(rows: PairRows, clash: Ints, ends: EndRows) -> EndPairs:
    """Return rows with all ends of the clash of each."""
    return EndPairs(rows, ends.starts[clash], ends.starts[clash + 1])


def likely_pairs(rows: PairRows, clash: Ints, ends: EndRows, least: float) -> EndPairs:
    """Return the same with those ends alone that make likelier pairs than told."""
    every = _all_pairs(rows, clash, ends)
    if not least:
        return every
    above = np.clip(np.log(rows.share) - np.log(least), 0.0, SPAN - 1)
    last = np.searchsorted(ends.order, SPAN * clash + above)
    return every._replace(ends=np.clip(last, every.begins, every.ends))


def rolled_pairs(
    rows: PairRows, clash: Ints, ends: EndRows, dice: Remainder
) -> EndPairs:
    """Return all pairs; if they are too many the likely, and some of the others."""
    every = _all_pairs(rows, clash, ends)
    if (every.ends - every.begins).sum() <= part_of(PAIRS, rows):
        return every
    least = _least_of(rows, clash, ends, part_of(LIKELY_PAIRS, rows))
    likely = likely_pairs(rows, clash, ends, least)
    rest = rows.share * (ends.before[every.ends] - ends.before[likely.ends])
    rest = np.where(likely.ends < every.ends, np.maximum(rest, 0.0), 0.0)
    if not rest.any():
        return likely
    each, at = dice.spread_draws(float(rest.sum()), part_of(DRAWN_PAIRS, rows))
    above = np.cumsum(rest)
    row = np.searchsorted(above, at, side="right")
    row = np.minimum(row, int(np.flatnonzero(rest)[-1]))
    begins, lasts = likely.ends[row], every.ends[row]
    into = (at - (above[row] - rest[row])) / rows.share[row]
    entry = np.searchsorted(ends.before, ends.before[begins] + into, side="right") - 1
    return _with(likely, row, np.clip(entry, begins, lasts - 1), each, ends)


def part_of(most: int, rows: PairRows) -> int:
    """Return how many of so many are worth it for some rows: as they are likely."""
    part = min(1.0, max(LEAST_PART, float(rows.share.sum())))
    return max(1, round(part * most))


def _least_of(rows: PairRows, clash: Ints, ends: EndRows, most: int) -> float:
    """Return how likely pairs are of which there are about so many."""
    count = min(len(clash), ROWS)
    at = np.floor(np.arange(count) * GOLDEN % 1 * len(clash)).astype(np.int64)
    of, step = clash[at], len(clash) / count
    begins, lasts, begun = ends.starts[of], ends.starts[of + 1], SPAN * of
    logs = np.log(rows.share[at])
    low, high = -SPAN, 0.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        above = np.clip(logs - middle, 0.0, SPAN - 1)
        behind = np.clip(ends.order.searchsorted(begun + above), begins, lasts)
        if step * (behind - begins).sum() > most:
            low = middle
        else:
            high = middle
    return float(np.exp(high))


def _with(
    likely: EndPairs, row: Ints, entry: Ints, each: float, ends: EndRows
) -> EndPairs:
    """Return pairs and some more of their rows, each of which stands for so much."""
    drawn = likely.rows.some(row, each / ends.share[entry])
    order = np.argsort(np.concatenate((likely.rows.group, drawn.group)), kind="stable")
    columns = zip((*likely.rows, *likely[1:]), (*drawn, entry, entry + 1), strict=True)
    *rows, begins, last = (np.concatenate(own)[order] for own in columns)
    return EndPairs(PairRows(*rows), begins, last)
