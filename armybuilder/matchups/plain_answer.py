"""The answer in plain words: one sentence, one bar, what decides it, and a hint."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from armybuilder.accounts.cpu_budget import SpentError
from armybuilder.matchups.charts import Part
from rulesets.core.percent import often, percent, whole_percents
from rulesets.odds.answer import Odds
from rulesets.odds.deciding import DecidingPart, Missing
from rulesets.odds.match_up import MatchUp, MatchUpError
from rulesets.odds.sides import OTHER, SIDES, Side

MATTERS = 0.05
"""Change of a chance to win from which on a part is said to matter [chance]."""

LIKELY = 0.005
"""Chance from which on an outcome stands in the legend [chance]."""

Ask = Callable[[MatchUp], Odds]


@dataclass(frozen=True, slots=True)
class Segment:
    """One share of the bar: its words, whole per cents, and its place [0 to 100]."""

    label: str
    tone: str
    share: str
    x: float
    width: float
    named: bool


@dataclass(frozen=True, slots=True)
class RoundBar:
    """One round as a bar: its number, its shares as (tone, place, width), its words."""

    number: str
    shares: tuple[tuple[str, float, float], ...]
    words: str


@dataclass(frozen=True, slots=True)
class DecidingRow:
    """A part of the first round's result as a table shows it."""

    label: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class DecidingTable:
    """The parts of the first round's result, and their sums where they add up."""

    heading: str
    rows: tuple[DecidingRow, ...]
    total: DecidingRow | None


@dataclass(frozen=True, slots=True)
class PlainAnswer:
    """An answer in plain words.

    `said` are the parts of the sentence, with whether each is bold; `ends` the whole
    per cents with which each side wins, "" where nobody does.
    """

    said: tuple[tuple[str, bool], ...]
    ends: tuple[str, str] | None
    segments: tuple[Segment, ...]
    deciding: DecidingTable | None
    not_told: bool

    @property
    def sentence(self) -> str:
        """Return the sentence as plain text."""
        return "".join(text for text, _ in self.said)


def plain_answer(
    odds: Odds, titles: Mapping[str, str], parts: Sequence[Part], round_name: str
) -> PlainAnswer:
    """Return an answer in plain words; ``parts`` are all outcomes from A's to B's."""
    won = _won(odds)
    return PlainAnswer(
        said=_said(odds, titles, won),
        ends=_ends(won),
        segments=_segments(parts, won),
        deciding=_table(odds, round_name),
        not_told=won is not None and odds.deciding is None,
    )


def round_bar(name: str, parts: Sequence[Part]) -> RoundBar:
    """Return the bar of a round, such as `Round 3`."""
    shares, x = [], 0.0
    for part in parts:
        width = 100 * max(part.chance, 0.0)
        shares.append((part.tone, round(x, 2), round(width, 2)))
        x += width
    words = ", ".join(
        f"{part.label} {percent(part.chance)}" for part in parts if part.chance > 0
    )
    return RoundBar(name.rpartition(" ")[2], tuple(shares), f"{name}: {words}")


def _won(odds: Odds) -> tuple[float, float, float] | None:
    """Return the chances that A wins, nobody, B; none where winning is not asked."""
    if not {"a-wins", "b-wins"} <= odds.events.keys():
        return None
    a, b = odds.events["a-wins"], odds.events["b-wins"]
    return a, max(0.0, 1 - a - b), b


def _said(
    odds: Odds, titles: Mapping[str, str], won: tuple[float, float, float] | None
) -> tuple[tuple[str, bool], ...]:
    if won is None:
        return _said_of_wounds(odds, titles)
    a, _, b = won
    side, other = ("a", "b") if a >= b else ("b", "a")
    more, less = max(a, b), min(a, b)
    ends = max(odds.outcomes, key=lambda key: odds.outcomes[key])
    likely = odds.outcomes[ends]
    told = f", {titles[other]} {often(less)}. Most likely: "
    return (
        (f"{titles[side]} wins ", False),
        (often(more), True),
        (f"{told}{odds.labels.get(ends, ends)}, {often(likely)}.", False),
    )


def _said_of_wounds(
    odds: Odds, titles: Mapping[str, str]
) -> tuple[tuple[str, bool], ...]:
    dealt = odds.wounds.get("a")
    if dealt is None:
        key = max(odds.outcomes, key=lambda key: odds.outcomes[key])
        label = odds.labels.get(key, key)
        return (
            (f"Most likely: {label}, ", False),
            (often(odds.outcomes[key]), True),
            (".", False),
        )
    against = f"{titles['a']} against {titles['b']}: "
    none = f" on average, none at all {often(dealt.chances[0])}."
    return ((against, False), (f"{dealt.expected():.1f} wounds", True), (none, False))


def _ends(won: tuple[float, float, float] | None) -> tuple[str, str] | None:
    if won is None:
        return None
    a, _, b = whole_percents(won)
    return _whole(a, won[0]), _whole(b, won[2])


def _whole(share: int, chance: float) -> str:
    """Return whole per cents, never a false nothing or all."""
    if share == 0 and chance > 0:
        return "<1%"
    return ">99%" if share == 100 and chance < 1 else f"{share}%"


def _segments(
    parts: Sequence[Part], won: tuple[float, float, float] | None
) -> tuple[Segment, ...]:
    """Return the bar; per cents of a side's outcomes sum to its own to win.

    There is none where one outcome is all but certain.
    """
    drawn = [part for part in parts if part.chance > 0]
    shares = _shares(drawn, won)
    found, x = [], 0.0
    for part, share in zip(drawn, shares, strict=True):
        width = 100 * part.chance
        found.append(
            Segment(
                part.label,
                part.tone,
                _whole(share, part.chance),
                round(x, 2),
                round(width, 2),
                part.chance >= LIKELY,
            )
        )
        x += width
    return tuple(found) if sum(one.named for one in found) > 1 else ()


def _shares(
    drawn: Sequence[Part], won: tuple[float, float, float] | None
) -> tuple[int, ...]:
    chances = [part.chance for part in drawn]
    groups = [part.tone[:1] if part.tone != "both" else "o" for part in drawn]
    sums = [
        sum(c for c, g in zip(chances, groups, strict=True) if g == key)
        for key in "aob"
    ]
    if won is None or any(
        abs(one - other) > LIKELY / 10 for one, other in zip(sums, won, strict=True)
    ):
        return whole_percents(chances)
    shares = [0] * len(drawn)
    for key, total in zip("aob", whole_percents(won), strict=True):
        at = [place for place, group in enumerate(groups) if group == key]
        told = whole_percents([chances[place] for place in at], total)
        for place, share in zip(at, told, strict=True):
            shares[place] = share
    return tuple(shares)


def _table(odds: Odds, round_name: str) -> DecidingTable | None:
    deciding = odds.deciding
    if deciding is None or not deciding.parts:
        return None
    heading = f"First {round_name.lower()}"
    if deciding.chance < 1 - 1e-9:
        heading += f", if it comes to one ({percent(deciding.chance)})"
    total = None
    if deciding.adds_up:
        total = DecidingRow("Result", *(_number(one) for one in deciding.sums()))
    rows = tuple(
        DecidingRow(_label(one), _value(one, one.a), _value(one, one.b))
        for one in deciding.parts
    )
    return DecidingTable(heading, rows, total)


def _label(part: DecidingPart) -> str:
    return f"{part.label}, on average" if part.key == "wounds" else part.label


def _value(part: DecidingPart, mean: float) -> str:
    return percent(mean) if part.unit == "chance" else _number(mean)


def _number(mean: float) -> str:
    return f"{mean:.1f}".removesuffix(".0")


# -- the hint -----------------------------------------------------------------------


def hint_of(
    match_up: MatchUp, odds: Odds, titles: Mapping[str, str], ask: Ask
) -> tuple[str, ...]:
    """Return sentences on what decides a match-up.

    The part that speaks most for the side that wins more often is left out, and the
    odds are asked again. Nothing is said where they are sampled, or may not be asked.
    """
    found = [*_first_round(odds, titles)]
    missing = _speaks_most(odds) if odds.method == "exact" else None
    if missing is not None:
        asked = replace(match_up, without=frozenset({missing.part}))
        try:
            found.append(_without(odds, ask(asked), missing, titles))
        except (MatchUpError, SpentError):
            return tuple(found)
    return tuple(found)


def _first_round(odds: Odds, titles: Mapping[str, str]) -> tuple[str, ...]:
    keys = tuple(f"{side}-wins-first-round" for side in SIDES)
    if not all(key in odds.events for key in keys):
        return ()
    a, b = (often(odds.events[key]) for key in keys)
    return (f"The first round alone: {titles['a']} wins it {a}, {titles['b']} {b}.",)


def _speaks_most(odds: Odds) -> Missing | None:
    """Return the part that speaks most for who wins more often; none without one."""
    deciding, won = odds.deciding, _won(odds)
    if deciding is None or won is None:
        return None
    winner: Side = "a" if won[0] >= won[2] else "b"
    parts = {part.key: part for part in deciding.parts}
    candidates = [
        (_lead(parts.get(one.key), one.side), place, one)
        for place, one in enumerate(deciding.may_miss)
        if (one.side == winner) == one.helps
    ]
    best = max(candidates, key=lambda row: (row[0], -row[1]), default=None)
    return best[2] if best is not None and best[0] > 0 else None


def _lead(part: DecidingPart | None, side: Side) -> float:
    """Return by how much a part is more on a side; 1 for what is in no table."""
    if part is None:
        return 1.0
    lead = part.a - part.b if side == "a" else part.b - part.a
    return max(lead, 0.0)


def _without(
    odds: Odds, other: Odds, missing: Missing, titles: Mapping[str, str]
) -> str:
    """Return the sentence on the other side's chance without a part."""
    told = OTHER[missing.side]
    before, after = odds.events[f"{told}-wins"], other.events[f"{told}-wins"]
    words = missing.words.format(own=titles[missing.side])
    if abs(after - before) < MATTERS:
        return (
            f"No single part decides it: even without {words}, {titles[told]} would win"
            f" {often(after)} ({often(before)} as it is)."
        )
    return (
        f"Without {words}, {titles[told]} would win {often(after)} instead of"
        f" {often(before)}."
    )
