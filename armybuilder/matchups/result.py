"""The answer of the odds as a page shows it: words, charts and tables."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from armybuilder.matchups.charts import (
    Chart,
    Part,
    both_ways,
    histogram,
    round_bars,
    win_bar,
)
from rulesets.core.percent import percent
from rulesets.odds.answer import Distribution, NotModelled, Odds, Step

OTHER = {"a": "b", "b": "a"}
"""What befalls a side is drawn in the colours of the other."""

GRAVEST_FIRST = (
    *("destroyed", "out", "run-down", "caught", "caught-fleeing", "stunned"),
    *("broken", "flees", "routs", "fled", "knocked-down", "fleeing", "falls-back"),
)
"""Last words of outcomes in the order in which they are drawn; others come after."""

DEPTHS = ((1,), (1, 3), (1, 2, 4), (0, 1, 2, 4), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5))
"""How deep the outcomes of a side are drawn, by how many there are."""

OPEN = ("open", "open2", "open3")
"""Tones of outcomes in which nothing befell anybody."""

ENDLESS = ("stand", "stands", "undecided")
"""Last words of outcomes in which nothing befell anybody."""

HEADLINES = (
    "a-wins",
    "both-gone",
    "b-wins",
    "b-loses-a-wound",
    "b-pushed-back",
    "b-at-half-strength",
)
"""Events that come first and large where a game has them."""

ROUNDS_SHOWN = 10
SETTLED = 0.001
CERTAIN = 1 - 1e-9
WHOLE = 1e-9
HARDLY_DRAWN, HARDLY_TOLD = 0.01, 0.0005
"""Chances below which nothing is drawn, and a fact stands apart [chance]."""


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
    no_dice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """Everything that the page shows of an answer."""

    badge: str
    exact: bool
    method: str
    headlines: tuple[Figure, ...]
    outcomes: Chart | None
    figures: tuple[Figure, ...]
    events: tuple[Figure, ...]
    rare: tuple[Figure, ...]
    rounds: Chart | None
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


def side_titles(a: str, b: str) -> dict[str, str]:
    """Return what the sides are called; mirrors are told apart."""
    return {"a": f"{a} (A)", "b": f"{b} (B)"} if a == b else {"a": a, "b": b}


def present(odds: Odds, titles: Mapping[str, str], round_name: str = "Round") -> Result:
    """Return an answer of the odds as the page shows it."""
    events = {k: v for k, v in odds.events.items() if k not in HEADLINES}
    likely = {k: v for k, v in events.items() if v >= HARDLY_TOLD}
    drawn = {k: v for k, v in odds.distributions.items() if _happens(v)}
    return Result(
        badge=badge(odds),
        exact=odds.method == "exact",
        method=method(odds),
        headlines=_headlines(odds),
        outcomes=_outcomes(odds),
        figures=_figures(odds.expected, odds.labels, _plain),
        events=_figures(likely, odds.labels, percent),
        rare=(
            *_figures(
                {k: v for k, v in events.items() if k not in likely},
                odds.labels,
                percent,
            ),
            *(
                Figure(f"{_capital(one.label)}: any", percent(1 - one.chances[0]))
                for key, one in odds.distributions.items()
                if key not in drawn
            ),
        ),
        rounds=_rounds(odds, round_name),
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
        return (
            f"Sampled from {odds.samples:,} fights with a seed taken from the question,"
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


def _headlines(odds: Odds) -> tuple[Figure, ...]:
    chances = {key: odds.events[key] for key in HEADLINES if key in odds.events}
    if not chances.get("both-gone", 1):
        del chances["both-gone"]
    return _figures(chances, odds.labels, percent)


def _outcomes(odds: Odds) -> Chart | None:
    """Return the bar of all outcomes, none if only one can happen.

    Its table lists each outcome, the likely first.
    """
    if max(odds.outcomes.values()) > CERTAIN:
        return None
    ranked = sorted(odds.outcomes.items(), key=lambda pair: -pair[1])
    rows = [(_label(odds, key), chance) for key, chance in ranked]
    return win_bar("outcomes", "How it ends", _parts(odds, odds.outcomes), rows)


def _label(odds: Odds, key: str) -> str:
    return odds.labels.get(key, key.replace("-", " "))


def _parts(odds: Odds, chances: Mapping[str, float]) -> tuple[Part, ...]:
    """Return A's good outcomes, those of both as one, the open ones, B's good ones."""
    keys = sorted(odds.outcomes, key=_gravity)
    both = [key for key in keys if _befalls(key) == "both"]
    name = _label(odds, both[0]) if len(both) == 1 else "Both in the same round"
    shared = Part(name, sum(chances.get(key, 0.0) for key in both), "both")
    still = [key for key in keys if not _befalls(key)]
    return (
        *_befalling(odds, chances, keys, "b"),
        *([shared] if both else []),
        *(
            Part(_label(odds, key), chances.get(key, 0.0), OPEN[place % len(OPEN)])
            for place, key in enumerate(still)
        ),
        *_befalling(odds, chances, keys, "a")[::-1],
    )


def _befalling(
    odds: Odds, chances: Mapping[str, float], keys: Sequence[str], side: str
) -> list[Part]:
    """Return the outcomes that befall a side, each in a tone of its own."""
    own = [key for key in keys if _befalls(key) == side]
    depths = DEPTHS[min(len(own), len(DEPTHS)) - 1]
    return [
        Part(
            _label(odds, key),
            chances.get(key, 0.0),
            f"{OTHER[side]}{depths[min(place, len(depths) - 1)]}",
        )
        for place, key in enumerate(own)
    ]


def _befalls(key: str) -> str:
    """Return the side that an outcome befalls: ``a``, ``b``, ``both``, "" for none."""
    words = key.split("-")
    if words[-1] in ENDLESS:
        return ""
    if "both" in words or {"a", "b"} <= set(words):
        return "both"
    return words[0] if words[0] in OTHER else ""


def _gravity(key: str) -> int:
    last = key.partition("-")[2]
    known = last in GRAVEST_FIRST
    return GRAVEST_FIRST.index(last) if known else len(GRAVEST_FIRST)


def _rounds(odds: Odds, name: str) -> Chart | None:
    """Return the bars by round, from the first in which anything may be over.

    They end with the one after which hardly a fight goes on.
    """
    rows = []
    idle = _idle_rounds(odds)
    shown = odds.by_round[idle : idle + ROUNDS_SHOWN]
    ended = {_label(odds, key) for key in odds.outcomes if _ends_early(key, shown)}
    for number, so_far in enumerate(shown, start=idle + 1):
        parts = [
            part
            for part in _parts(odds, so_far)
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
    if not rows:
        return None
    return round_bars("rounds", f"Where it stands after each {name.lower()}", rows)


def _ends_early(key: str, shown: Sequence[Mapping[str, float]]) -> bool:
    """Return whether nobody is hurt and yet all is over: no charge, no contact."""
    if _befalls(key) or key.split("-")[-1] in ENDLESS:
        return False
    return any(so_far.get(key, 0.0) > 0 for so_far in shown)


def _idle_rounds(odds: Odds) -> int:
    """Return after how many rounds at the start every fight still goes on."""
    for number, so_far in enumerate(odds.by_round):
        if any(chance > 0 for key, chance in so_far.items() if _befalls(key)):
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


def _capital(label: str) -> str:
    return label[:1].upper() + label[1:]


def _chart(key: str, one: Distribution, name: str) -> Chart:
    words = name.split("-")
    side = next((word for word in words if word in OTHER), "a")
    tone = f"{OTHER[side] if _of_turn(name) or 'lost' in words else side}1"
    drawn = histogram if one.unit == "turns" else both_ways
    return drawn(key, _capital(one.label), one.chances, one.unit, tone)


def _figures(
    values: Mapping[str, float], labels: Mapping[str, str], say: Callable[[float], str]
) -> tuple[Figure, ...]:
    return tuple(Figure(labels.get(key, key), say(v)) for key, v in values.items())


def _plain(value: float) -> str:
    whole = round(value)
    return f"{whole:,}" if abs(value - whole) < WHOLE else f"{value:,.2f}"


def _side_notes(odds: Odds, titles: Mapping[str, str]) -> Iterator[SideNotes]:
    for side in ("a", "b", ""):
        steps = tuple(step for step in odds.trace if step.side == side)
        left = tuple(rule for rule in odds.not_modelled if rule.side == side)
        silent = tuple(one.rule for one in odds.no_dice if one.side == side)
        if steps or left or silent:
            yield SideNotes(titles.get(side, "Both sides"), steps, left, silent)


def tails_shown(chances: Sequence[float], most: int = 6) -> list[tuple[int, float]]:
    """Return a few telling "at least k" chances: around certain, likely and rare."""
    tails = [(k, tail) for k, tail in enumerate(chances) if k > 0 and tail >= 0.005]
    if len(tails) <= most:
        return tails
    last = len(tails) - 1
    picked = sorted({round(step * last / (most - 1)) for step in range(most)})
    return [tails[index] for index in picked]
