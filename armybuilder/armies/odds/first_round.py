"""The parts of the first round of a fight as a table, and a hint at what decides."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from armybuilder.accounts.cpu_budget import SpentError
from rulesets.core.percent import often, percent, rounded_to_sum, whole_percents
from rulesets.core.subject import clause
from rulesets.odds.answer import Odds
from rulesets.odds.first_round import Missing, RoundPart
from rulesets.odds.match_up import MatchUp, MatchUpError
from rulesets.odds.sides import OTHER, SIDES, Side

MATTERS = 0.05
"""Change of a chance to win from which on a part is said to matter [chance]."""

Ask = Callable[[MatchUp], Odds]


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A part of the first round's result as a table shows it."""

    label: str
    a: str
    b: str

    def turned(self) -> Self:
        """Return the row with side B first."""
        return replace(self, a=self.b, b=self.a)


@dataclass(frozen=True, slots=True)
class RoundTable:
    """The parts of the first round's result, and their sums where they add up."""

    heading: str
    rows: tuple[RoundRow, ...]
    total: RoundRow | None

    def turned(self) -> Self:
        """Return the table with side B first."""
        total = self.total.turned() if self.total is not None else None
        return replace(self, rows=tuple(x.turned() for x in self.rows), total=total)


def chances_to_win(odds: Odds) -> tuple[float, float, float] | None:
    """Return the chances that A wins, nobody, B; none where winning is not asked."""
    if not {"a-wins", "b-wins"} <= odds.events.keys():
        return None
    a, b = odds.events["a-wins"], odds.events["b-wins"]
    return a, max(0.0, 1 - a - b), b


def round_table(odds: Odds, round_name: str) -> RoundTable | None:
    """Return the parts of the first round's result; none where there are none."""
    deciding = odds.deciding
    if deciding is None or not deciding.parts:
        return None
    heading = f"First {round_name.lower()}"
    if deciding.chance < 1 - 1e-9:
        heading += f", if it comes to one ({percent(deciding.chance)})"
    a, b = ([getattr(one, side) for one in deciding.parts] for side in SIDES)
    total = None
    if deciding.adds_up:
        total = RoundRow("Result", _number(sum(a)), _number(sum(b)))
        a, b = in_hundredths(a), in_hundredths(b)
    rows = tuple(
        RoundRow(_label(one), _value(one, own), _value(one, other))
        for one, own, other in zip(deciding.parts, a, b, strict=True)
    )
    return RoundTable(heading, rows, total)


def in_hundredths(means: Sequence[float]) -> list[float]:
    """Return means in hundredths that add up to their sum in hundredths.

    Examples
    --------
    >>> in_hundredths([3.354, 1.0, 0.484]), in_hundredths([-0.5, 2.0])
    ([3.35, 1.0, 0.49], [-0.5, 2.0])
    """
    exact = [round(100 * mean, 6) for mean in means]
    return [one / 100 for one in rounded_to_sum(exact, round(100 * sum(means)))]


def _label(part: RoundPart) -> str:
    return f"{part.label}, on average" if part.key == "wounds" else part.label


def _value(part: RoundPart, mean: float) -> str:
    return percent(mean) if part.unit == "chance" else _number(mean)


def _number(mean: float) -> str:
    return f"{mean:.2f}".rstrip("0").removesuffix(".")


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
        missed = frozenset({missing.part})
        asked = replace(match_up, without=missed, explained=False)
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
    wins = clause(titles["a"], "wins")
    return (f"The first round alone: {wins} it {a}, {titles['b']} {b}.",)


def _speaks_most(odds: Odds) -> Missing | None:
    """Return the part that speaks most for who wins more often; none without one."""
    deciding, won = odds.deciding, chances_to_win(odds)
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


def _lead(part: RoundPart | None, side: Side) -> float:
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
    (before, share), (after, after_share) = _won_by(told, odds), _won_by(told, other)
    words = missing.words.format(own=titles[missing.side])
    if abs(after - before) < MATTERS:
        return (
            f"No single part decides it: even without {words}, {titles[told]} would win"
            f" {often(after, after_share)} ({often(before, share)} as it is)."
        )
    return (
        f"Without {words}, {titles[told]} would win {often(after, after_share)}"
        f" instead of {often(before, share)}."
    )


def _won_by(side: Side, odds: Odds) -> tuple[float, int]:
    """Return the chance that a side wins, and its whole per cents as the bar has it."""
    place = 0 if side == "a" else 2
    won = chances_to_win(odds) or (0.0, 1.0, 0.0)
    return won[place], whole_percents(won)[place]
