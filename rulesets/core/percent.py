"""Chances as a reader takes them."""

from collections.abc import Sequence
from math import floor

from rulesets.core.subject import so_many

SMALL = 0.0005
"""Chances below this are named "<0.1%", those as near to 1 ">99.9%" [chance]."""


def percent(chance: float) -> str:
    """Return a chance as a reader takes it, never rounded to a false 0 or 100.

    Examples
    --------
    >>> percent(5 / 18), percent(0.0002), percent(1.0)
    ('27.8%', '<0.1%', '100%')
    """
    if chance <= 0:
        return "0%"
    if chance < SMALL:
        return "<0.1%"
    if chance >= 1:
        return "100%"
    if chance > 1 - SMALL:
        return ">99.9%"
    return f"{100 * chance:.1f}%"


def rounded_to_sum(shares: Sequence[float], total: int) -> list[int]:
    """Return shares as whole numbers that sum to ``total``, near which their sum is.

    Each is rounded down; what is then left goes to the largest remainders, the first of
    equal ones.

    Examples
    --------
    >>> rounded_to_sum([335.5, 100.0, 48.5], 484), rounded_to_sum([-50.0, 200.0], 150)
    ([336, 100, 48], [-50, 200])
    """
    whole = [floor(share) for share in shares]
    by_rest = sorted(range(len(whole)), key=lambda place: whole[place] - shares[place])
    for place in by_rest[: total - sum(whole)]:
        whole[place] += 1
    return whole


def whole_percents(chances: Sequence[float], total: int = 100) -> tuple[int, ...]:
    """Return shares of a whole in whole per cents that sum to ``total``.

    They are `rounded_to_sum`; where there is no whole they are nothing.

    Examples
    --------
    >>> whole_percents((1 / 3, 1 / 3, 1 / 3)), whole_percents((0.996, 0.004))
    ((34, 33, 33), (100, 0))
    """
    every = sum(chances) or 1.0
    shares = [round(total * max(chance, 0.0) / every, 9) for chance in chances]
    return tuple(rounded_to_sum(shares, total if any(shares) else 0))


def whole_percent(share: int, chance: float) -> str:
    """Return a share of `whole_percents` in words, never a false nothing or all.

    Examples
    --------
    >>> whole_percent(100, 0.996), whole_percent(0, 0.004), whole_percent(34, 1 / 3)
    ('>99%', '<1%', '34%')
    """
    if share == 0 and chance > 0:
        return "<1%"
    return ">99%" if share == 100 and chance < 1 else f"{share}%"


ROUND = (2, 3, 4, 5, 10)
"""Numbers of times of which a chance is told in words, if one comes near enough."""

SELDOM = 0.005
"""A chance as near as this to 0 or 1 is told of a thousand times [chance]."""

NEAR = 0.0201
"""The furthest that a chance in words may be from itself [chance]."""


def times(chance: float, share: int | None = None) -> tuple[int, int]:
    """Return how often of how many times something happens: 3 of 4, 3 in 10.

    The first that is near enough of 2, 3, 4, 5 and 10 times, else of a hundred, or
    of a thousand. What may happen, or may not, is never told as never or always.
    ``share`` is the chance in whole per cents where it stands beside the words.

    Examples
    --------
    >>> times(0.74), times(0.3), times(0.345), times(0.9999), times(0.0)
    ((3, 4), (3, 10), (1, 3), (999, 1000), (0, 1))
    >>> times(0.365), times(0.365, 37)
    ((36, 100), (37, 100))
    """
    if chance <= 0 or chance >= 1:
        return (1, 1) if chance >= 1 else (0, 1)
    for of in ROUND:
        often = round(of * chance)
        if 0 < often < of and abs(often / of - chance) < NEAR:
            return often, of
    if not SELDOM <= chance <= 1 - SELDOM:
        return min(max(round(1000 * chance), 1), 999), 1000
    hundredths = round(100 * chance) if share is None else share
    return min(max(hundredths, 1), 99), 100


def often(chance: float, share: int | None = None) -> str:
    """Return in words as how frequent a chance is; ``share`` as `times` takes it.

    Examples
    --------
    >>> often(0.3), often(0.25), often(1.0), often(0.0)
    ('3 times in 10', '1 time in 4', 'always', 'never')
    """
    many, of = times(chance, share)
    if not many:
        return "never"
    if many == of:
        return "always"
    return f"{so_many(many, 'time')} in {of:,}"
