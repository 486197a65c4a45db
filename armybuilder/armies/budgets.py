"""The use of the limits of an army and of its units, and its tallies."""

from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.armies.text import bounds_text
from rulesets.core.points import Points, points_text
from rulesets.legality.counts import count_of
from rulesets.reviews.review import Gauge, Line, Review


@dataclass(frozen=True, slots=True)
class ShownGauge:
    """A limit with how far it is used up.

    `state` is ``over``, ``short`` or ``met``; `percent` is of what may be, none where
    there is no maximum to draw; `count`
    and `high` are the figures themselves.
    """

    title: str
    text: str
    state: str
    percent: int | None
    count: Points = 0
    high: Points | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class ShownTally:
    title: str
    value: str
    source: str


@dataclass(frozen=True, slots=True)
class Budgets:
    """The gauges and tallies of a whole army; `others` are gauges of less weight."""

    gauges: tuple[ShownGauge, ...]
    others: tuple[ShownGauge, ...]
    tallies: tuple[ShownTally, ...]


def budgets(review: Review) -> Budgets:
    """Return the gauges and the tallies of an army.

    Where nothing else would stand first, all limits do.
    """
    names = {part.name for force in review.forces for part in force.categories}
    army = [gauge for gauge in review.gauges if not gauge.where and _tells(gauge)]
    first = [gauge for gauge in army if gauge.title in names or _weighs(gauge)]
    if not first and not review.tallies:
        first = army
    return Budgets(
        gauges=tuple(_shown(review, gauge) for gauge in first),
        others=tuple(_shown(review, gauge) for gauge in army if gauge not in first),
        tallies=shown_tallies(review),
    )


def _tells(gauge: Gauge) -> bool:
    """Return whether a gauge says more than the choices do, or than "none, of none"."""
    return gauge.high != 0 or gauge.count > 0


def _weighs(gauge: Gauge) -> bool:
    """Return whether a limit has a minimum, or is not met."""
    return bool(gauge.low) or _state(gauge) != "met"


def shown_tallies(review: Review) -> tuple[ShownTally, ...]:
    """Return the numbers that an army's books name, such as a warband's rating."""
    return tuple(
        ShownTally(tally.title, points_text(tally.value), tally.source)
        for tally in review.tallies
    )


def unit_gauges(review: Review, unit: Line) -> tuple[ShownGauge, ...]:
    """Return the gauges of the limits of a unit and of its parts."""
    return tuple(_shown(review, gauge) for gauge in _within(review, unit.path))


def _within(review: Review, path: str) -> Iterator[Gauge]:
    for gauge in review.gauges:
        inside = gauge.where == path or gauge.where.startswith(f"{path}/")
        if inside and _tells(gauge):
            yield gauge


def _shown(review: Review, gauge: Gauge) -> ShownGauge:
    text = bounds_text(gauge.count, gauge.low, gauge.high)
    count = count_of(gauge.noun)
    noun = count.noun(review.game.currency) if count.is_told else ""
    return ShownGauge(
        title=gauge.title,
        text=f"{text} {noun}".strip(),
        state=_state(gauge),
        percent=_percent(gauge.count, gauge.high),
        count=gauge.count,
        high=gauge.high,
        key=gauge.key,
    )


def _state(gauge: Gauge) -> str:
    if gauge.high is not None and gauge.count > gauge.high:
        return "over"
    return "short" if gauge.low is not None and gauge.count < gauge.low else "met"


def _percent(count: Points, high: Points | None) -> int | None:
    if high is None:
        return None
    if high <= 0:
        return 100 if count > 0 else 0
    return max(0, min(100, int(100 * count / high)))
