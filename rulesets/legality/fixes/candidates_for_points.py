"""Candidates for an army past its points: removals, the smallest first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from rulesets.core.points import Points
from rulesets.legality.fixes.case import Army, FixCandidate, FixCase, together
from rulesets.reviews.review import Line
from rulesets.rosters.edits import SetLimit

MOST_SINGLE = 16
"""Most single things that are tried."""

MOST_PAIRED = 30
"""Most things that are paired with each other."""

MOST_PAIRS = 6
"""Most pairs that are tried."""


@dataclass(frozen=True, slots=True)
class _Saving:
    """A removal: a number of a line, or all of it (``many`` is 0)."""

    line: Line
    many: int
    things: int
    points: Points

    def candidate(self, army: Army) -> FixCandidate:
        """Return it as a candidate, with its points where a whole unit goes."""
        if self.many:
            return army.fewer(self.line, self.many)
        candidate = army.without(self.line)
        if not _is_unit(self.line):
            return candidate
        money = army.now.game.currency.text(self.points)
        text = candidate.text.removesuffix(" models)")
        if text != candidate.text:
            return FixCandidate(f"{text} models, {money})", candidate.edits)
        return FixCandidate(f"{text} ({money})", candidate.edits)


def spend_less(case: FixCase) -> Iterator[FixCandidate]:
    """Yield removals that save enough: one, two, whole units; or more points.

    Less than enough comes last: it brings the army nearer.
    """
    army = case.army
    over = case.message.off
    savings = [*_savings(army, over)]
    enough = sorted((s for s in savings if s.points >= over), key=_small)
    yield from (saving.candidate(army) for saving in enough[:MOST_SINGLE])
    if not enough or enough[0].things > 1:
        yield from islice(_pairs(army, savings, over), MOST_PAIRS)
    if not any(_is_unit(saving.line) for saving in enough):
        yield from _several(army, over)
    if army.pack.limit is None:
        text = f"Agree on a limit of {army.now.game.currency.text(army.now.points)}"
        yield FixCandidate(text, (SetLimit(army.now.points),))
    less = sorted(savings, key=lambda saving: -saving.points)
    yield from (saving.candidate(army) for saving in less[:MOST_PAIRS])


def _small(saving: _Saving) -> tuple[int, Points]:
    return saving.things, saving.points


def _savings(army: Army, over: Points) -> Iterator[_Saving]:
    """Yield all that may go: every line, and as few of a group as save enough."""
    for line in army.lines.values():
        entry = army.entries.get(line.path)
        if line.points <= 0:
            continue
        low = entry.low if entry is not None else 0
        if low < 1 or _is_unit(line):
            yield _Saving(line, 0, _size(line), line.points)
        if line.count > 1:
            yield from _fewer(army, line, low, over)


def _fewer(army: Army, line: Line, low: int, over: Points) -> Iterator[_Saving]:
    for each in dict.fromkeys((_each(army, line), line.each)):
        many = int(-(-over // each)) if each > 0 else 0
        if 0 < many <= line.count - max(1, low):
            yield _Saving(line, many, many, many * each)


def _each(army: Army, line: Line) -> Points:
    """Return the price of one model of a group with its share of options."""
    if line.kind != "model":
        return line.each
    unit = next(army.above(line.path), line)
    beside = (part for part in unit.lines if part is not line)
    shared = (p.each for p in beside if p.own == p.each * p.count * unit.models)
    below = (p.each for p in line.lines if p.own == p.each * p.count * line.count)
    return line.each + sum(shared if unit.models > 1 else ()) + sum(below)


def _is_unit(line: Line) -> bool:
    return line.path.count("/") == 1


def _size(line: Line) -> int:
    return line.count + sum(_size(part) for part in line.lines)


def _pairs(army: Army, savings: list[_Saving], over: Points) -> Iterator[FixCandidate]:
    """Yield two things that save enough together, the smallest changes first."""
    single = [s for s in savings if s.things == 1 and s.points < over and not s.many]
    units = [s for s in savings if _is_unit(s.line) and s.points < over]
    these = sorted(single, key=lambda s: -s.points)[:MOST_PAIRED]
    these += sorted(units, key=lambda s: s.points)[:MOST_PAIRED]
    found = [
        pair
        for pair in combinations(these, 2)
        if pair[0].points + pair[1].points >= over and _apart(*pair)
    ]
    for pair in sorted(found, key=_small_pair):
        yield _together(army, pair)


def _small_pair(pair: tuple[_Saving, _Saving]) -> tuple[int, Points]:
    one, other = pair
    return one.things + other.things, one.points + other.points


def _apart(one: _Saving, other: _Saving) -> bool:
    paths = one.line.path, other.line.path
    inside = any(a.startswith(f"{b}/") for a, b in (paths, paths[::-1]))
    return not inside and one.line.path != other.line.path


def _several(army: Army, over: Points) -> Iterator[FixCandidate]:
    """Yield the fewest whole units that save enough, the dearest of them."""
    units = [unit for unit in army.units if unit.points > 0]
    gone: list[_Saving] = []
    saved: Points = 0
    for unit in sorted(units, key=lambda unit: -unit.points):
        if saved < over:
            gone.append(_Saving(unit, 0, _size(unit), unit.points))
            saved += unit.points
    if saved >= over and 1 < len(gone) < len(units):
        yield _together(army, gone)


def _together(army: Army, these: Sequence[_Saving]) -> FixCandidate:
    return together([saving.candidate(army) for saving in these])
