"""The answer of the odds as a page shows it: words, charts and tables."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from armybuilder.matchups.charts import (
    Chart,
    Part,
    both_ways,
    histogram,
    round_bars,
    win_bar,
)
from armybuilder.matchups.plain_answer import (
    PlainAnswer,
    RoundBar,
    plain_answer,
    round_bar,
)
from rulesets.core.percent import percent
from rulesets.core.subject import with_capital
from rulesets.odds.answer import Distribution, NotModelled, Odds, Step
from rulesets.odds.combat import Combat
from rulesets.odds.report import Outcome
from rulesets.odds.sides import OTHER, SIDES, Side

T = TypeVar("T")

DEPTHS = ((1,), (1, 3), (1, 2, 4), (0, 1, 2, 4), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5))
"""Depths at which the outcomes of a side are drawn, by how many there are."""

OPEN = ("open", "open2", "open3")
"""Tones of outcomes in which nothing befell anybody."""

ROUNDS_SHOWN = 10
SETTLED = 0.001
CERTAIN = 1 - 1e-9
WHOLE = 1e-9

OF_ONE = re.compile(r"\bits?\b")
"""Words of a reason that is told of one thing."""

HARDLY_DRAWN, HARDLY_TOLD = 0.01, 0.0005
"""Chances below which nothing is drawn, and a fact stands apart [chance]."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its name, ready to read."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class SideNotes:
    """The steps and omissions in the numbers of one side, or of both."""

    title: str
    steps: tuple[Step, ...]
    left_out: tuple[NotModelled, ...]
    no_dice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """Everything that the page shows of an answer."""

    badge: str
    exact: bool
    method: str
    plain: PlainAnswer
    headlines: tuple[Figure, ...]
    beside: tuple[Figure, ...]
    outcomes: Chart | None
    figures: tuple[Figure, ...]
    events: tuple[Figure, ...]
    rare: tuple[Figure, ...]
    rounds: Chart | None
    by_round: tuple[RoundBar, ...]
    wounds: tuple[Chart, ...]
    survivors: tuple[Chart, ...]
    others: tuple[Chart, ...]
    turns: tuple[Chart, ...]
    notes: tuple[str, ...]
    sides: tuple[SideNotes, ...]

    @property
    def left_out(self) -> bool:
        """Return true if a rule on one of the sides is not in the numbers."""
        return any(side.left_out for side in self.sides)


def present(
    odds: Odds, titles: Mapping[str, str], combat: Combat, round_name: str = "Round"
) -> Result:
    """Return an answer of the odds of a game as the page shows it."""
    asked = _asked_beside(odds, combat.beside)
    shown = {*combat.headlines, *asked}
    events = {k: v for k, v in odds.events.items() if k not in shown}
    ends = _ends(odds, combat.outcomes)
    rows = _round_rows(odds, ends, round_name)
    likely = {k: v for k, v in events.items() if v >= HARDLY_TOLD}
    once = {one.label for one in odds.survivors.values()}
    told = {k: v for k, v in odds.distributions.items() if v.label not in once}
    drawn = {k: v for k, v in told.items() if _happens(v)}
    words = {**odds.labels, **odds.event_labels}
    return Result(
        badge=badge(odds),
        exact=odds.method == "exact",
        method=method(odds),
        plain=plain_answer(odds, titles, _parts(ends, odds.outcomes), round_name),
        headlines=_headlines(odds, combat.headlines),
        beside=_figures(asked, odds.labels, percent),
        outcomes=_outcomes(odds, ends),
        figures=_figures(odds.expected, odds.labels, _plain),
        events=_figures(likely, words, percent),
        rare=(
            *_figures(
                {k: v for k, v in events.items() if k not in likely},
                words,
                percent,
            ),
            *(
                Figure(f"{with_capital(one.label)}: any", percent(1 - one.chances[0]))
                for key, one in told.items()
                if key not in drawn
            ),
        ),
        rounds=_rounds(rows, round_name),
        by_round=tuple(round_bar(row, parts) for row, parts in rows),
        wounds=_charts("wounds", odds.wounds),
        survivors=_charts("left", odds.survivors),
        others=_charts("other", {k: v for k, v in drawn.items() if not _of_turn(k)}),
        turns=_charts("turn", {k: v for k, v in drawn.items() if _of_turn(k)}),
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
    if odds.method == "bounded":
        return (
            "Worked out from all rolls of the dice but the least likely, which would"
            " take too long. No chance is off by more than"
            f" {100 * odds.error:.2g} percentage points."
        )
    if odds.method != "exact":
        how = f"Sampled from {odds.samples:,} fights"
        if not odds.samples:
            how = "Worked out where it is likely to go, and drawn where it is not,"
        return (
            f"{how} with a seed taken from the question,"
            f" so the answer is always the same. Every chance is within"
            f" {100 * odds.error:.2g} percentage points with"
            f" {100 * odds.confidence:g}% confidence."
        )
    exact = "Worked out from every possible roll of the dice; nothing is sampled."
    if odds.not_modelled:
        exact += " What is named as not worked out is in none of these numbers."
    if odds.error < 1e-15:
        return exact
    return (
        f"{exact} What rounding leaves is far below the digits shown (at most"
        f" {odds.error:.0e})."
    )


def _headlines(odds: Odds, keys: Iterable[str]) -> tuple[Figure, ...]:
    chances = {key: odds.events[key] for key in keys if key in odds.events}
    if not chances.get("both-gone", 1):
        del chances["both-gone"]
    return _figures(chances, odds.labels, percent)


def _asked_beside(odds: Odds, ends: Mapping[str, str]) -> dict[str, float]:
    """Return the events that stand beside the answer, where they were asked."""
    return {
        key: chance
        for key, chance in odds.events.items()
        for end, sign in ends.items()
        if key.endswith(f"-{end}") and f"{key.removesuffix(end)}{sign}" in odds.events
    }


def _ends(odds: Odds, known: Mapping[str, Outcome]) -> list[Outcome]:
    """Return the outcomes as the answer words them, the gravest first."""
    places = {key: place for place, key in enumerate(known)}
    ends = [
        replace(
            known.get(key, Outcome(key, "")),
            label=odds.labels.get(key, key.replace("-", " ")),
        )
        for key in odds.outcomes
    ]
    return sorted(ends, key=lambda end: places.get(end.key, len(places)))


def _outcomes(odds: Odds, ends: Sequence[Outcome]) -> Chart | None:
    """Return the bar of all outcomes, none if only one can happen.

    Its table lists each outcome, the likely first.
    """
    if max(odds.outcomes.values()) > CERTAIN:
        return None
    ranked = sorted(odds.outcomes.items(), key=lambda pair: -pair[1])
    labels = {end.key: end.label for end in ends}
    rows = [(labels[key], chance) for key, chance in ranked]
    return win_bar("outcomes", "How it ends", _parts(ends, odds.outcomes), rows)


def _parts(ends: Sequence[Outcome], chances: Mapping[str, float]) -> tuple[Part, ...]:
    """Return A's good outcomes, those of both as one, the open ones, B's good ones."""
    both = [end for end in ends if end.befalls == "both"]
    name = both[0].label if len(both) == 1 else "Both in the same round"
    shared = Part(name, sum(chances.get(end.key, 0.0) for end in both), "both")
    still = [end for end in ends if not end.befalls]
    return (
        *_befalling(ends, chances, "b"),
        *([shared] if both else []),
        *(
            Part(end.label, chances.get(end.key, 0.0), OPEN[place % len(OPEN)])
            for place, end in enumerate(still)
        ),
        *_befalling(ends, chances, "a")[::-1],
    )


def _befalling(
    ends: Sequence[Outcome], chances: Mapping[str, float], side: Side
) -> list[Part]:
    """Return the outcomes that befall a side, each in a tone of the other."""
    own = [end for end in ends if end.befalls == side]
    depths = DEPTHS[min(len(own), len(DEPTHS)) - 1]
    return [
        Part(
            end.label,
            chances.get(end.key, 0.0),
            f"{OTHER[side]}{depths[min(place, len(depths) - 1)]}",
        )
        for place, end in enumerate(own)
    ]


Rows = Sequence[tuple[str, Sequence[Part]]]
"""The parts of the bar after each round, by its name."""


def _rounds(rows: Rows, name: str) -> Chart | None:
    if not rows:
        return None
    return round_bars("rounds", f"Where it stands after each {name.lower()}", rows)


def _round_rows(odds: Odds, ends: Sequence[Outcome], name: str) -> Rows:
    """Return the parts by round, from the first in which anything may be over.

    They end with the one after which hardly a fight goes on.
    """
    rows = []
    idle = _idle_rounds(odds, ends)
    shown = odds.by_round[idle : idle + ROUNDS_SHOWN]
    ended = {end.label for end in ends if _is_early(end, shown)}
    for number, so_far in enumerate(shown, start=idle + 1):
        parts = [
            part
            for part in _parts(ends, so_far)
            if part.tone not in OPEN or part.label in ended
        ]
        still = max(1 - sum(part.chance for part in parts), 0.0)
        middle = sum(part.tone == "both" or part.tone[0] == "a" for part in parts)
        free = set(OPEN) - {part.tone for part in parts}
        tone = min(free, default=OPEN[0])
        parts.insert(middle, Part("Still fighting", still, tone))
        rows.append((f"{name} {number}", parts))
        if still < SETTLED:
            break
    return rows


def _is_early(end: Outcome, shown: Sequence[Mapping[str, float]]) -> bool:
    """Return whether nobody is hurt and yet all is over: no charge, no contact."""
    if end.befalls or not end.is_over:
        return False
    return any(so_far.get(end.key, 0.0) > 0 for so_far in shown)


def _idle_rounds(odds: Odds, ends: Sequence[Outcome]) -> int:
    """Return after how many rounds at the start every fight still goes on."""
    for number, so_far in enumerate(odds.by_round):
        if any(so_far.get(end.key, 0.0) > 0 for end in ends if end.befalls):
            return number
    return 0


def _charts(
    key: str,
    several: Mapping[str, Distribution],
) -> tuple[Chart, ...]:
    return tuple(
        _chart(f"{key}-{name}", one, name)
        for name, one in several.items()
        if max(one.chances) < CERTAIN
    )


def _happens(one: Distribution) -> bool:
    """Return whether there is something to draw: more than nothing now and then."""
    return 1 - one.chances[0] >= HARDLY_DRAWN


def _of_turn(key: str) -> bool:
    """Return whether it is told of one turn of many: ``turn-3-a``."""
    return key.startswith("turn-")


def _chart(key: str, one: Distribution, name: str) -> Chart:
    words = name.split("-")
    side = min(SIDES, key=lambda one: words.index(one) if one in words else len(words))
    tone = f"{OTHER[side] if _of_turn(name) or 'lost' in words else side}1"
    drawn = histogram if one.unit == "turns" else both_ways
    return drawn(key, with_capital(one.label), one.chances, one.unit, tone)


def _figures(
    values: Mapping[str, float], labels: Mapping[str, str], say: Callable[[float], str]
) -> tuple[Figure, ...]:
    return tuple(Figure(labels.get(key, key), say(v)) for key, v in values.items())


def _plain(value: float) -> str:
    whole = round(value)
    return f"{whole:,}" if abs(value - whole) < WHOLE else f"{value:,.2f}"


def _each_once(things: Iterable[T]) -> tuple[T, ...]:
    """Return things in their order, what several of a side have once."""
    return tuple(dict.fromkeys(things))


def _left_out_of(odds: Odds, side: str) -> tuple[NotModelled, ...]:
    """Return what is left out of a side: all for one reason together, each once.

    A reason that speaks of "it" is told of each.
    """
    found: dict[tuple[str, str], dict[str, None]] = {}
    for rule in odds.not_modelled:
        if rule.side == side:
            alone = rule.rule if OF_ONE.search(rule.why) else ""
            found.setdefault((rule.why, alone), {})[rule.rule] = None
    return tuple(
        NotModelled(", ".join(names), side, why) for (why, _), names in found.items()
    )


def _side_notes(odds: Odds, titles: Mapping[str, str]) -> Iterator[SideNotes]:
    for side in ("a", "b", ""):
        steps = tuple(step for step in odds.trace if step.side == side)
        left = _left_out_of(odds, side)
        silent = _each_once(one.rule for one in odds.no_dice if one.side == side)
        if steps or left or silent:
            yield SideNotes(titles.get(side, "Both sides"), steps, left, silent)
