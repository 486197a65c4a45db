"""The answer in plain words: one sentence, one bar, and what decides it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from armybuilder.armies.odds.first_round import (
    RoundTable,
    chances_to_win,
    round_table,
)
from armybuilder.matchups.charts import Part
from rulesets.core.percent import often, percent, whole_percent, whole_percents
from rulesets.core.subject import clause
from rulesets.odds.answer import Odds

LIKELY = 0.005
"""Chance from which on an outcome stands in the legend [chance]."""

NEVER = 1e-9
"""Chance below which wounds are not possible at all [chance]."""

NO_WOUND = "Nothing in hand reaches the enemy here, or none of it can wound."
"""Words for an answer in which there is nothing to compute."""

LEFT_OUT = "Not in these numbers, whether or not it could wound: "
"""Words before what has no part in such an answer, whatever it might have done."""


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
class PlainAnswer:
    """An answer in plain words.

    `said` are the parts of the sentence, with whether each is bold; `ends` the whole
    per cents with which each side wins, none where nobody does; `not_told` says why
    the parts of the first round are not worked out, "" where they are or nobody wins.
    """

    said: tuple[tuple[str, bool], ...]
    ends: tuple[str, str] | None
    segments: tuple[Segment, ...]
    deciding: RoundTable | None
    not_told: str

    @property
    def sentence(self) -> str:
        """Return the sentence as plain text."""
        return "".join(text for text, _ in self.said)


def plain_answer(
    odds: Odds, titles: Mapping[str, str], parts: Sequence[Part], round_name: str
) -> PlainAnswer:
    """Return an answer in plain words; ``parts`` are all outcomes from A's to B's."""
    won = chances_to_win(odds)
    drawn = [part for part in parts if part.chance > 0]
    shares = _shares(drawn, won)
    beside = {part.label: share for part, share in zip(drawn, shares, strict=True)}
    return PlainAnswer(
        said=_said(odds, titles, won, beside),
        ends=_ends(won),
        segments=_segments(drawn, shares),
        deciding=round_table(odds, round_name),
        not_told=_not_told(odds) if won is not None else "",
    )


def _not_told(odds: Odds) -> str:
    """Return why the parts of the first round are not told; "" where they are."""
    if odds.deciding is not None:
        return ""
    why = f": {odds.deciding_left_out}" if odds.deciding_left_out else "."
    return f"The parts of the first round are not worked out for this question{why}"


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


def _said(
    odds: Odds,
    titles: Mapping[str, str],
    won: tuple[float, float, float] | None,
    beside: Mapping[str, int],
) -> tuple[tuple[str, bool], ...]:
    """Return the sentence; ``beside`` are the per cents of outcomes in the legend."""
    if won is None:
        return _said_of_wounds(odds, titles)
    a, _, b = zip(won, whole_percents(won), strict=True)
    (side, more), (other, less) = sorted(
        (("a", a), ("b", b)), key=lambda one: one[1][0], reverse=True
    )
    ends = max(odds.outcomes, key=lambda key: odds.outcomes[key])
    label = odds.labels.get(ends, ends)
    likely = often(odds.outcomes[ends], beside.get(label))
    told = f", {titles[other]} {often(*less)}. Most likely: "
    return (
        (f"{clause(titles[side], 'wins')} ", False),
        (often(*more), True),
        (f"{told}{label}, {likely}.", False),
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
    if dealt.chances[0] > 1 - NEVER:
        left = " ".join(_left_out_of_a(odds))
        why = f"{NO_WOUND} {LEFT_OUT}{left}" if left else NO_WOUND
        return ((against, False), ("no wound is possible", True), (f". {why}", False))
    none = f" on average, none at all {often(dealt.chances[0])}."
    return ((against, False), (f"{dealt.expected():.1f} wounds", True), (none, False))


def _left_out_of_a(odds: Odds) -> tuple[str, ...]:
    """Return what side A has that is not worked out, and why, each once."""
    left = (one for one in odds.not_modelled if one.side == "a")
    return tuple(dict.fromkeys(f"{one.rule}: {one.why}." for one in left))


def _ends(won: tuple[float, float, float] | None) -> tuple[str, str] | None:
    if won is None:
        return None
    a, _, b = whole_percents(won)
    return whole_percent(a, won[0]), whole_percent(b, won[2])


def _segments(drawn: Sequence[Part], shares: Sequence[int]) -> tuple[Segment, ...]:
    """Return the bar; there is none where one outcome is all but certain."""
    found, x = [], 0.0
    for part, share in zip(drawn, shares, strict=True):
        width = 100 * part.chance
        found.append(
            Segment(
                part.label,
                part.tone,
                whole_percent(share, part.chance),
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
    """Return whole per cents; those of a side's outcomes sum to its own to win."""
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
