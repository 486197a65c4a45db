"""Figures of a comparison in words, and the tones that they are drawn in."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from rulesets.core.percent import percent
from rulesets.matchups.measures import Measure

DIVERGING = ("b3", "b2", "b1", "mid", "a1", "a2", "a3")
"""From worst to best for side A."""

RISING = ("mid", "a1", "a2", "a3")
"""From nothing to the most."""

PLACES = {"wounds": 2, "per 100": 2, "points": 0}
"""Decimal places of a figure; others have one."""

WHOLE = re.compile(r"\.0+(?!\d)")
"""The decimals of a whole number."""

CHANCES = (0.1, 0.25, 0.4, 0.6, 0.75, 0.9)
SHARES = (-0.7, -0.4, -0.1, 0.1, 0.4, 0.7)
QUARTERS = (0.25, 0.5, 0.75)
"""Bounds between tones: chances; shares of the largest figure."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Tones with the figures between them; one tone more than figures."""

    tones: tuple[str, ...]
    edges: tuple[float, ...]

    def tone(self, value: float) -> str:
        """Return the tone of a figure."""
        return self.tones[bisect_right(self.edges, value)]


@dataclass(frozen=True, slots=True)
class Key:
    """One tone of the legend, and the figures that it shows."""

    tone: str
    text: str


def scale_of(measure: Measure, values: Iterable[float]) -> Scale:
    """Return the tones for figures of a measure."""
    if measure.unit == "chance":
        return Scale(DIVERGING, CHANCES)
    most = max((abs(value) for value in values), default=0.0) or 1.0
    if measure.unit == "swing":
        most = 1.0
    if measure.signed:
        return Scale(DIVERGING, tuple(share * most for share in SHARES))
    return Scale(RISING, tuple(share * most for share in QUARTERS))


def legend(measure: Measure, scale: Scale) -> tuple[Key, ...]:
    """Return the meaning of each tone."""
    said = [WHOLE.sub("", text_of(measure, edge)) for edge in scale.edges]
    texts = [
        f"under {said[0]}",
        *(f"{low} to {high}" for low, high in pairwise(said)),
        f"{said[-1]} and more",
    ]
    return tuple(Key(*pair) for pair in zip(scale.tones, texts, strict=True))


def text_of(measure: Measure, value: float | None) -> str:
    """Return a figure as a reader takes it; a dash where there is none."""
    if value is None:
        return "–"
    if measure.unit == "chance":
        return percent(value)
    counted = measure.unit in ("wounds", "per 100")
    return f"{value:.2f}" if counted else signed(measure, value)


def signed(measure: Measure, value: float | None) -> str:
    """Return a figure with its sign: a difference, or one that may be negative.

    Differences of chances are percentage points.
    """
    if value is None:
        return "–"
    if measure.unit in ("chance", "swing"):
        value *= 100
    text = f"{value:+.{PLACES.get(measure.unit, 1)}f}"
    return "0" if not text.strip("+-0.") else text.replace("-", "−")
