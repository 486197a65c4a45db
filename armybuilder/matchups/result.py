"""The answer of the odds as a page shows it: words, charts and tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from armybuilder.matchups.charts import (
    Chart,
    Part,
    at_least,
    histogram,
    percent,
    round_bars,
    win_bar,
)
from rulesets.matchup import Fighter
from rulesets.odds.answer import Distribution, NotModelled, Odds, Step

TONES: Mapping[str, tuple[str, ...]] = {
    "a": ("b1", "b2", "b3"),
    "b": ("a1", "a2", "a3"),
    "both": ("both",),
}
"""Tones of the outcomes that befall a side: they are the colours of the other side."""

DEPTHS = {"destroyed": 0, "broken": 1, "breaks": 1}
"""How dark an outcome is drawn; all others are the lightest."""

ROUNDS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its name, ready to read."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class SideNotes:
    """What a rule did to the numbers of one side, or of both."""

    title: str
    steps: tuple[Step, ...]
    left_out: tuple[NotModelled, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """Everything that the page shows of an answer."""

    badge: str
    exact: bool
    method: str
    outcomes: Chart
    figures: tuple[Figure, ...]
    events: tuple[Figure, ...]
    rounds: Chart | None
    wounds: tuple[Chart, ...]
    survivors: tuple[Chart, ...]
    others: tuple[Chart, ...]
    notes: tuple[str, ...]
    sides: tuple[SideNotes, ...]

    @property
    def left_out(self) -> bool:
        """Return true if a rule on one of the sides is not in the numbers."""
        return any(side.left_out for side in self.sides)


def side_titles(a: Fighter, b: Fighter) -> dict[str, str]:
    """Return what the sides are called; mirrors are told apart."""
    if a.name == b.name:
        return {"a": f"{a.name} (A)", "b": f"{b.name} (B)"}
    return {"a": a.name, "b": b.name}


def present(odds: Odds, titles: Mapping[str, str]) -> Result:
    """Return an answer of the odds as the page shows it."""
    return Result(
        badge=badge(odds),
        exact=odds.method == "exact",
        method=method(odds),
        outcomes=win_bar("outcomes", "How it ends", _parts(odds, odds.outcomes)),
        figures=_figures(odds.expected, odds.labels, _plain),
        events=_figures(odds.events, odds.labels, percent),
        rounds=_rounds(odds),
        wounds=_charts("wounds", odds.wounds, titles, curve=True),
        survivors=_charts("left", odds.survivors, titles, curve=False),
        others=_charts("other", odds.distributions, titles, curve=True),
        notes=odds.notes,
        sides=tuple(_side_notes(odds, titles)),
    )


def badge(odds: Odds) -> str:
    """Return how sure the numbers are, in a word or two."""
    if odds.method == "exact":
        return "exact"
    return f"±{100 * odds.error:.2g}%"


def method(odds: Odds) -> str:
    """Return how the numbers were worked out, as a sentence."""
    if odds.method != "exact":
        return (
            f"Sampled from {odds.samples:,} fights with a seed taken from the question,"
            f" so the answer is always the same. Every chance is within"
            f" {100 * odds.error:.2g} percentage points with"
            f" {100 * odds.confidence:g}% confidence."
        )
    if odds.error < 1e-15:
        return "Worked out from every possible roll of the dice; nothing is sampled."
    return (
        "Worked out from every possible roll of the dice; nothing is sampled. Rounding"
        f" moves no chance by more than {odds.error:.0e}."
    )


def _parts(odds: Odds, chances: Mapping[str, float]) -> tuple[Part, ...]:
    return tuple(
        Part(odds.labels.get(key, key), chances.get(key, 0.0), _tone(key))
        for key in _in_order(odds.outcomes)
    )


def _in_order(keys: Mapping[str, float]) -> list[str]:
    """Return outcomes with A's good ones first, B's last, the rest between."""
    places = {"b": 0, "both": 1, "a": 3}
    return sorted(
        keys, key=lambda key: (places.get(_befalls(key), 2), _depth_order(key))
    )


def _depth_order(key: str) -> int:
    depth = _depth(key)
    return -depth if _befalls(key) == "a" else depth


def _befalls(key: str) -> str:
    return key.split("-")[0]


def _depth(key: str) -> int:
    return DEPTHS.get(key.partition("-")[2], 2)


def _tone(key: str) -> str:
    tones = TONES.get(_befalls(key), ("open",))
    return tones[min(_depth(key), len(tones) - 1)]


def _rounds(odds: Odds) -> Chart | None:
    if not odds.by_round:
        return None
    rows = []
    for number, so_far in enumerate(odds.by_round[:ROUNDS_SHOWN], start=1):
        parts = [part for part in _parts(odds, so_far) if part.tone != "open"]
        open_ = max(1 - sum(part.chance for part in parts), 0.0)
        middle = sum(part.tone[0] == "a" or part.tone == "both" for part in parts)
        parts.insert(middle, Part("still fighting", open_, "open"))
        rows.append((f"Round {number}", parts))
    return round_bars("rounds", "Where it stands after each round", rows)


def _charts(
    key: str,
    several: Mapping[str, Distribution],
    titles: Mapping[str, str],
    *,
    curve: bool,
) -> tuple[Chart, ...]:
    return tuple(
        _chart(f"{key}-{name}", one, name, titles, curve=curve)
        for name, one in several.items()
    )


def _chart(
    key: str, one: Distribution, name: str, titles: Mapping[str, str], *, curve: bool
) -> Chart:
    side = name.split("-")[0]
    tone = "b1" if side == "b" else "a1"
    label = one.label[:1].upper() + one.label[1:]
    draw = at_least if curve else histogram
    return draw(key, label, one.chances, one.unit, tone)


def _figures(
    values: Mapping[str, float], labels: Mapping[str, str], text: object
) -> tuple[Figure, ...]:
    say = text if callable(text) else str
    return tuple(Figure(labels.get(key, key), say(v)) for key, v in values.items())


def _plain(value: float) -> str:
    return f"{value:,.2f}".rstrip("0").rstrip(".")


def _side_notes(odds: Odds, titles: Mapping[str, str]) -> Iterator[SideNotes]:
    for side in ("a", "b", ""):
        steps = tuple(step for step in odds.trace if step.side == side)
        left = tuple(rule for rule in odds.not_modelled if rule.side == side)
        if steps or left:
            yield SideNotes(titles.get(side, "Both sides"), steps, left)


def tails_shown(chances: Sequence[float], most: int = 4) -> list[tuple[int, float]]:
    """Return a few telling "at least k" chances: around certain, likely and rare."""
    tails = [(k, tail) for k, tail in enumerate(chances) if k > 0 and tail >= 0.005]
    if len(tails) <= most:
        return tails
    last = len(tails) - 1
    picked = sorted({round(step * last / (most - 1)) for step in range(most)})
    return [tails[index] for index in picked]
