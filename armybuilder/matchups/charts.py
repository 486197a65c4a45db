"""Charts as SVG text: one drawing for the page, for print and for a PDF.

Colours for paper stand as presentation attributes; the page's style sheet overrides
them by class. Every chart says its figures in words and carries them as a table.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from django.utils.safestring import SafeString

from armybuilder.matchups.svg import (
    WIDTH,
    area,
    drawing,
    rectangle,
    text_at,
    text_on,
)
from rulesets.core.percent import SMALL, often, percent

LETTER = 7.2
"""Width of a letter of a figure over a bar [user units]."""


@dataclass(frozen=True, slots=True)
class Part:
    """One share of a bar: its label, its chance [0 to 1] and its tone."""

    label: str
    chance: float
    tone: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing with its title, its findings in words, and the table of its figures.

    `other` shows the same in another way, under the name `other_name`.
    """

    title: str
    caption: str
    svg: SafeString
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    other: "Chart | None" = None
    other_name: str = ""


def win_bar(
    key: str, title: str, parts: Sequence[Part], rows: Sequence[tuple[str, float]]
) -> Chart:
    """Return one bar cut by chance with its legend; ``rows`` are the whole figures."""
    drawn = [part for part in parts if part.chance > 0]
    named = [part for part in drawn if part.chance >= SMALL]
    numbers = _numbers(named)
    marks = _segments(drawn, 0, 0, WIDTH, 34, numbers)
    legend, height = _legend(named, 46, numbers, chances=True)
    marks += legend
    words = _sentence((name, percent(chance)) for name, chance in rows)
    return Chart(
        title,
        "",
        drawing(key, title, words, height, marks),
        ("Outcome", "Chance"),
        tuple((name, percent(chance)) for name, chance in rows),
    )


def round_bars(
    key: str, title: str, rounds: Sequence[tuple[str, Sequence[Part]]]
) -> Chart:
    """Return one bar a round, each cut by chance, under a common legend."""
    parts = rounds[0][1] if rounds else ()
    shown = [
        part
        for index, part in enumerate(parts)
        if any(bars[index].chance >= SMALL for _, bars in rounds)
    ]
    numbers = _numbers(shown)
    marks, top = _legend(shown, 0, numbers, chances=False)
    top += 8
    for row, (name, bars) in enumerate(rounds):
        y = top + 26 * row
        marks.append(text_at(0, y + 15, name))
        drawn = [part for part in bars if part.chance > 0]
        marks += _segments(drawn, 64, y, WIDTH - 64, 22, numbers)
    base = top + 26 * len(rounds)
    marks += _share_axis(64, base + 2, WIDTH - 64)
    words = _sentence(
        (name, ", ".join(f"{p.label} {percent(p.chance)}" for p in bars))
        for name, bars in rounds
    )
    return Chart(
        title,
        "",
        drawing(key, title, words, base + 22, marks),
        ("After", *(part.label for part in parts)),
        tuple((name, *(percent(p.chance) for p in bars)) for name, bars in rounds),
    )


def histogram(
    key: str, title: str, chances: Sequence[float], axis: str, tone: str = "a1"
) -> Chart:
    """Return one bar for each count from 0, with the mean marked."""
    low, high = _window(chances)
    mean = sum(count * chance for count, chance in enumerate(chances))
    marks = _counts(chances, low, high, tone, axis)
    step = (WIDTH - 44) / (high - low + 1)
    x = 40 + (mean - low + 0.5) * step
    marks += [
        f'<path class="ink" d="M{x:.1f} 134l4 6h-8z" fill="#1b1714"/>',
    ]
    rows = tuple((str(count), percent(chance)) for count, chance in enumerate(chances))
    words = f"Average {mean:.2f}. " + _sentence(
        (str(count), percent(chances[count])) for count in range(low, high + 1)
    )
    likely = max(range(len(chances)), key=lambda count: chances[count])
    caption = (
        f"Average {mean:.2f} (the mark under the axis); most likely {likely},"
        f" with {percent(chances[likely])}."
    )
    svg = drawing(key, title, words, 172, marks)
    return Chart(title, caption, svg, (axis.capitalize(), "Chance"), rows)


def at_least(
    key: str, title: str, chances: Sequence[float], axis: str, tone: str = "a1"
) -> Chart:
    """Return the chance of at least each count from 1, falling from left to right."""
    tails = reverse_sums((*chances, 0.0))
    high = max((k for k, tail in enumerate(tails) if tail >= SMALL), default=1)
    high = max(high, 1)
    marks = _counts(tails, 1, high, tone, axis)
    rows = tuple((str(k), percent(tails[k])) for k in range(1, len(chances)))
    words = _sentence((f"at least {k}", percent(tails[k])) for k in range(1, high + 1))
    svg = drawing(key, title, words, 172, marks)
    caption = _quantiles(tails, axis)
    return Chart(title, caption, svg, (f"At least … {axis}", "Chance"), rows)


def both_ways(
    key: str, title: str, chances: Sequence[float], axis: str, tone: str = "a1"
) -> Chart:
    """Return the chance of at least each count, with that of exactly each behind."""
    exactly = histogram(f"{key}-exactly", title, chances, axis, tone)
    chart = at_least(key, title, chances, axis, tone)
    return replace(chart, other=exactly, other_name=f"Exactly so many {axis}")


def small_bars(key: str, title: str, tails: Sequence[tuple[int, float]]) -> SafeString:
    """Return a few "at least k" bars for a unit's card, each with its figure."""
    marks = []
    for row, (count, chance) in enumerate(tails):
        y = 20 * row
        wide = 250 * chance
        marks += [
            text_at(0, y + 14, f"{count}+"),
            rectangle("rail", 40, y + 2, 250, 15),
            rectangle("a1", 40, y + 2, wide, 15),
            text_at(WIDTH, y + 14, percent(chance), "end"),
        ]
    words = _sentence((f"at least {k}", percent(chance)) for k, chance in tails)
    return drawing(key, title, words, 20 * len(tails) + 2, marks)


def _quantiles(tails: Sequence[float], axis: str) -> str:
    """Return the counts that are reached nearly always, as often as not, and rarely.

    Each is told with its own chance, which may be far above the one it is looked up by.
    """
    said: dict[int, str] = {}
    for chance in (0.9, 0.5, 0.1):
        count = max(k for k, tail in enumerate(tails) if tail >= chance or k == 0)
        if count:
            said[count] = f"{often(tails[count])} at least {count}"
    mean = sum(tails[1:])
    return "; ".join((f"Average {mean:.2f} {axis}", *said.values())) + "."


def reverse_sums(chances: Sequence[float]) -> list[float]:
    """Return the chance of at least k for every k, summed from the small end."""
    tails: list[float] = []
    total = 0.0
    for chance in reversed(chances):
        total += chance
        tails.append(min(total, 1.0))
    return tails[::-1]


# -- pieces -----------------------------------------------------------------------


def _counts(
    chances: Sequence[float], low: int, high: int, tone: str, axis: str
) -> list[str]:
    """Return bars over counts from low to high with both axes."""
    top = max([*chances[low : high + 1], 0.0])
    ceiling = _ceiling(top)
    step = (WIDTH - 44) / (high - low + 1)
    marks = _chance_axis(ceiling)
    every = _every(high - low + 1)
    for count in range(low, min(high + 1, len(chances))):
        tall = 104 * chances[count] / ceiling
        x = 40 + (count - low) * step
        marks.append(rectangle(tone, x + step * 0.1, 130 - tall, step * 0.8, tall))
        if (count - low) % every == 0:
            marks.append(text_at(x + step / 2, 151, str(count), "middle"))
            if step >= 30:
                said = percent(chances[count])
                if step < LETTER * len(said):
                    said = _short(chances[count])
                if said:
                    marks.append(
                        text_at(x + step / 2, 126 - tall, said, "middle", size=11)
                    )
    marks.append(text_at(40 + (WIDTH - 44) / 2, 168, axis, "middle"))
    return marks


def _short(chance: float) -> str:
    """Return a chance in whole per cent, nothing where that says 0 or 100."""
    whole = round(100 * chance)
    return f"{whole}%" if 0 < whole < 100 else ""


def _chance_axis(ceiling: float) -> list[str]:
    marks = []
    for share in (0.0, 0.5, 1.0):
        y = 130 - 104 * share
        marks += [
            f'<line class="grid" x1="40" x2="{WIDTH}" y1="{y:.1f}" y2="{y:.1f}"'
            ' stroke="#bbb"/>',
            text_at(36, y + 4, f"{100 * ceiling * share:g}%", "end"),
        ]
    return marks


def _share_axis(x: float, y: float, wide: float) -> list[str]:
    ends = ((0.0, "start"), (0.5, "middle"), (1.0, "end"))
    return [
        text_at(x + wide * share, y + 14, f"{100 * share:g}%", anchor)
        for share, anchor in ends
    ]


def _ceiling(top: float) -> float:
    """Return the round chance that the axis ends at."""
    for mark in (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8):
        if top <= mark:
            return mark
    return 1.0


def _every(columns: int) -> int:
    for step in (1, 2, 5, 10, 20, 50):
        if columns / step <= 13:
            return step
    return 100


def _window(chances: Sequence[float]) -> tuple[int, int]:
    """Return the first and last count that a drawing shows."""
    seen = [count for count, chance in enumerate(chances) if chance >= SMALL]
    return (seen[0], seen[-1]) if seen else (0, 0)


def _numbers(parts: Iterable[Part]) -> dict[str, str]:
    """Return a number for each share of a legend, by its label.

    It stands in the legend and in the bar, so that no share is known by colour alone.
    """
    return {part.label: str(place) for place, part in enumerate(parts, start=1)}


def _segments(
    parts: Sequence[Part],
    x: float,
    y: float,
    wide: float,
    tall: float,
    numbers: Mapping[str, str],
) -> list[str]:
    """Return the shares of a bar, each with its chance or its number if that fits."""
    marks = []
    for part in parts:
        share = wide * part.chance
        marks += area(part.tone, x, y, share, tall)
        number = numbers.get(part.label, "")
        said = percent(part.chance) if share >= TOLD else number
        if share >= LETTER * len(said) + 4:
            marks.append(text_on(part.tone, x + share / 2, y + tall / 2 + 4.5, said))
        x += share
    return marks


TOLD = 48
"""Width of a share from which on it says its chance [user units]."""


def _legend(
    parts: Iterable[Part], y: float, numbers: Mapping[str, str], *, chances: bool
) -> tuple[list[str], float]:
    """Return the legend, long labels on several lines, and where it ends."""
    marks = []
    for part in parts:
        marks += area(part.tone, 0, y, 20, 15)
        number = numbers[part.label]
        marks.append(text_on(part.tone, 10, y + 11.5, number, size=10.5))
        if chances:
            marks.append(text_at(WIDTH, y + 12, percent(part.chance), "end"))
        for line in wrap(part.label, BESIDE_CHANCE if chances else ALONE):
            marks.append(text_at(27, y + 12, line))
            y += 16
        y += 4
    return marks, y


BESIDE_CHANCE, ALONE = 40, 48
"""Letters of a legend's line, with the chance at its end and without."""


def _sentence(pairs: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{name}: {value}" for name, value in pairs) + "."
