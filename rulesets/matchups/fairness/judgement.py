"""Judgement of a book's fairness: the band, outliers, prices and options not worth it.

The price that brings a unit to the middle is found by its worth for each point: its own
points change until 100 of them are worth as much as the middle of the book. A unit that
may be larger or smaller is then bought in other numbers for the same points: so the
price is found at each size at which it fought, and taken for the size that then costs
what units are compared at, between two sizes in proportion. It says nothing of what the
odds leave out, and the middle itself moves a little when a unit is priced anew.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt
from statistics import median, quantiles
from typing import Any

FENCE = 1.5
"""A unit further from the band than so many times its width is an outlier."""

TIE = 1e-9
"""Least difference that makes one number better than another."""

DEAREST = 1e5
"""Prices past this, or under one for it, are none [points]."""

STEPS = 80

FAR = 3.0
"""No price is told past so many times a unit's own, or under such a part of it."""

NEAR = 0.2
"""A price is rough where its unit would cost more or less than now by such a part."""


@dataclass(frozen=True, slots=True)
class Band:
    """The middle of a book, and the quarters below and above it [points per 100]."""

    low: float
    middle: float
    high: float

    def place(self, worth: float) -> str:
        """Return ``strong``, ``above``, ``inside``, ``below`` or ``weak``."""
        wide = FENCE * (self.high - self.low)
        if worth > self.high + wide + TIE:
            return "strong"
        if worth < self.low - wide - TIE:
            return "weak"
        if worth > self.high + TIE:
            return "above"
        return "below" if worth < self.low - TIE else "inside"


@dataclass(frozen=True, slots=True)
class JudgedUnit:
    """A unit of the book with what its fights say.

    Parameters
    ----------
    row : mapping
        As `unit_row` gave it.
    score : float, optional
        Wins of 100 on average over the field.
    worth : float
        Worth of 100 of its points on average over the field [points].
    place : str
        Where it is to the band of the book.
    price : float, optional
        Its points at which it would be in the middle; none where no price near its own
        does that, see `FAR`.
    is_rough : bool
        Whether at that price it would be bought in numbers in which it did not fight.
    by : str
        What it does best against most of the field.
    dominated : tuple of (str, str)
        Variants of which the first is never better and the second not dearer.
    needless : tuple of str
        Options that are worth their points against nobody.
    silent : tuple of str
        Options that change no number at all.
    not_judged : tuple of str
        Options and loadouts of which the odds leave out more than of the unit.
    """

    row: Mapping[str, Any]
    score: float | None
    worth: float
    place: str
    price: float | None
    is_rough: bool
    by: str
    dominated: tuple[tuple[str, str], ...]
    needless: tuple[str, ...]
    silent: tuple[str, ...]
    not_judged: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fairness:
    """A book against a field: the band, its units, and those not compared."""

    band: Band
    units: tuple[JudgedUnit, ...]
    not_compared: tuple[Mapping[str, Any], ...]


def judge(rows: Sequence[Mapping[str, Any]]) -> Fairness | None:
    """Return the judgement of the rows of a book; none where no unit is compared.

    The rows are as `unit_row` gives them, of units or of characters.
    """
    compared = [row for row in rows if not row["why_not"]]
    if not compared:
        return None
    worths = [_mean(_known(row["fights"], "worth")) for row in compared]
    band = band_of(worths)
    units = tuple(
        _judged(row, worth, band) for row, worth in zip(compared, worths, strict=True)
    )
    return Fairness(band, units, tuple(row for row in rows if row["why_not"]))


def band_of(worths: Sequence[float]) -> Band:
    """Return the middle of some worths, and their quartiles.

    Examples
    --------
    >>> band_of([1.0, 2.0, 3.0, 4.0, 5.0])
    Band(low=2.0, middle=3.0, high=4.0)
    """
    if len(worths) == 1:
        return Band(worths[0], worths[0], worths[0])
    low, _, high = quantiles(worths, n=4, method="inclusive")
    return Band(low, median(worths), high)


def _judged(row: Mapping[str, Any], worth: float, band: Band) -> JudgedUnit:
    scores = _known(row["fights"], "score")
    ways = [one["by"] for one in row["fights"] if one["by"]]
    variants, not_judged = _by_rules_left_out(row)
    judged = {**row, "variants": variants}
    silent = [one for one in _options(judged) if _changes_nothing(judged, one)]
    price, is_rough = price_of(row, band.middle)
    if price is not None and abs(log(price / (row["points"] or price))) > log(FAR):
        price, is_rough = None, False
    return JudgedUnit(
        row=row,
        score=_mean(scores) if scores else None,
        worth=worth,
        place=band.place(worth),
        price=price,
        is_rough=is_rough,
        by=max(set(ways), key=ways.count) if ways else "",
        dominated=dominated([one for one in variants if one not in silent]),
        needless=needless(judged),
        silent=tuple(one["label"] for one in silent),
        not_judged=tuple(one["label"] for one in not_judged),
    )


def _by_rules_left_out(
    row: Mapping[str, Any],
) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    """Return the variants of which the odds leave out no more than of the unit.

    The others come second.
    """
    known = {one["rule"] for one in row["left_out"]}
    told, others = list[Mapping[str, Any]](), list[Mapping[str, Any]]()
    for variant in row["variants"]:
        more = {one["rule"] for one in variant["left_out"]} - known
        (others if more else told).append(variant)
    return told, others


def price_of(row: Mapping[str, Any], worth: float) -> tuple[float | None, bool]:
    """Return the price of a unit at which 100 points of it are worth so much [points].

    It is that at the size at which the unit was compared, and comes from the size at
    which the unit would cost, at the price of each model, what it costs now. True comes
    with it where that is beyond the sizes at which it fought.

    Parameters
    ----------
    row : mapping
        As `unit_row` gives it.
    worth : float
        Wanted worth of 100 points [points].
    """
    models, points = row["models"] or 1, row["points"]
    priced = [
        (one["models"] or 1, price)
        for one in sorted((row, *row["sizes"]), key=lambda one: int(one["models"]))
        if (price := price_at(worth, one["fights"])) is not None
    ]
    if not priced or not points:
        return price_at(worth, row["fights"]), False
    each = [(price, price / many) for many, price in priced]
    for (low, less), (high, more) in pairwise(each):
        if min(low, high) <= points <= max(low, high):
            share = (points - low) / (high - low) if high != low else 0.0
            return models * (less + share * (more - less)), False
    price, nearest = min(each, key=lambda one: abs(log(one[0] / points)))
    is_alone = not row["sizes"]
    return models * nearest, not is_alone and abs(price - points) > NEAR * points


def price_at(worth: float, fights: Sequence[Mapping[str, Any]]) -> float | None:
    """Return the price at which each 100 points of a unit are worth so much [points].

    Parameters
    ----------
    worth : float
        Wanted worth of 100 points [points].
    fights : sequence of mappings
        The unit against the field.

    Returns
    -------
    float, optional
        None where no price does it: a unit that never wins, or one that loses so
        seldom that it is worth more at any price.
    """
    ways = [one["ways"] for one in fights if one["worth"] is not None]

    def at(price: float) -> float:
        return _mean([max(gain / price - loss for gain, loss in each) for each in ways])

    low, high = 1 / DEAREST, DEAREST
    if not ways or not at(low) > worth > at(high):
        return None
    for _ in range(STEPS):
        middle = sqrt(low * high)
        low, high = (middle, high) if at(middle) > worth else (low, middle)
    return sqrt(low * high)


def dominated(variants: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, str], ...]:
    """Return each variant that another one dominates, with that other.

    The other is never worse, better somewhere, and not dearer; variants are compared
    within their kind: loadouts with loadouts, options that are bought with each other.
    Nothing is said of two of which only one has a number somewhere.
    """
    found = []
    for one in variants:
        for other in variants:
            alike = one["kind"] == other["kind"] and one["bought"] == other["bought"]
            if one is other or not alike or other["points"] > one["points"] + TIE:
                continue
            if _is_better(other, one):
                found.append((one["label"], other["label"]))
                break
    return tuple(found)


def _is_better(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether one is never worse than another, and somewhere better."""
    pairs = _figures_of(one, other)
    return (
        pairs is not None
        and all(own >= theirs - TIE for own, theirs in pairs)
        and any(own > theirs + TIE for own, theirs in pairs)
    )


def _figures_of(
    one: Mapping[str, Any], other: Mapping[str, Any]
) -> list[tuple[float, float]] | None:
    """Return the scores and shots of both side by side, where they can be compared.

    That is against each enemy against whom either is worked out. None where that is
    nobody, or where only one of the two is. Who has no shots shoots nobody.
    """
    found = []
    for own, theirs in zip(one["fights"], other["fights"], strict=True):
        for mine, his in zip(_figures(own), _figures(theirs), strict=True):
            if mine is None and his is None:
                continue
            if mine is None or his is None:
                return None
            found.append((mine, his))
    return found or None


def _figures(fight: Mapping[str, Any]) -> tuple[float | None, float | None]:
    return fight["score"], None if fight["is_silent"] else fight["shot"] or 0.0


def needless(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the options whose points are better spent on more of the unit.

    These are options that are bought, change some number, and against nobody make 100
    points of the unit worth more. An option is one only where both are worked out
    against everybody against whom the unit itself is.
    """
    return tuple(
        one["label"]
        for one in _options(row)
        if one["points"] > row["points"]
        and not _changes_nothing(row, one)
        and _is_worth_more_never(one["fights"], row["fights"])
    )


def _is_worth_more_never(
    fights: Sequence[Mapping[str, Any]], without: Sequence[Mapping[str, Any]]
) -> bool:
    pairs = [
        (own["worth"], plain["worth"])
        for own, plain in zip(fights, without, strict=True)
        if own["worth"] is not None or plain["worth"] is not None
    ]
    return bool(pairs) and all(
        own is not None and plain is not None and own <= plain + TIE
        for own, plain in pairs
    )


def _options(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [one for one in row["variants"] if one["kind"] == "option" and one["bought"]]


def _changes_nothing(row: Mapping[str, Any], one: Mapping[str, Any]) -> bool:
    pairs = _figures_of(one, row)
    return pairs is not None and all(abs(a - b) <= TIE for a, b in pairs)


def _known(fights: Sequence[Mapping[str, Any]], figure: str) -> list[float]:
    return [one[figure] for one in fights if one[figure] is not None]


def _mean(figures: Sequence[float]) -> float:
    return sum(figures) / len(figures)
