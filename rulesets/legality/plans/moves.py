"""Moves: the edits that a plan may take against a message."""

from collections.abc import Iterator

from rulesets.legality.fixes.candidates import candidates_for
from rulesets.legality.fixes.case import FixCandidate, FixCase
from rulesets.legality.fixes.targets import counted
from rulesets.reviews.review import Line
from rulesets.rosters.edits import SetLimit, Switch

SOME_MORE = 3
"""Sizes that are tried from the first that saves enough: shares shrink too."""

MOST_GROUPS = 12
"""Most groups of models that are tried with fewer, and most units without."""


def moves_for(case: FixCase) -> Iterator[FixCandidate]:
    """Yield the candidates of fixes and smaller groups; none that agrees on anything.

    Another limit and a waived rule are for the players to agree on.
    """
    for candidate in candidates_for(case):
        if not any(isinstance(edit, SetLimit | Switch) for edit in candidate.edits):
            yield candidate
    if case.message.off > 0 and not case.is_budget and _is_of_points(case):
        yield from _smaller(case)


def _is_of_points(case: FixCase) -> bool:
    return any(limit.query.count == "points" for limit in case.limits)


def _smaller(case: FixCase) -> Iterator[FixCandidate]:
    """Yield as many models fewer in one group as save the points too many, then units.

    The dearest unit comes last.
    """
    within = [*_within(case)]
    groups = [line for line in within if line.kind == "model" and line.each > 0]
    for line in groups[:MOST_GROUPS]:
        entry = case.army.entries.get(line.path)
        low = max(1, entry.low if entry is not None else 0)
        least = int(-(-case.message.off // line.each))
        for many in range(least, least + SOME_MORE):
            if line.count - many >= low:
                yield case.army.fewer(line, many)
    units = [line for line in within if line.kind == "unit" and line.points > 0]
    for line in sorted(units, key=lambda line: line.points)[:MOST_GROUPS]:
        yield case.army.without(line)


def _within(case: FixCase) -> Iterator[Line]:
    """Yield the lines that a message marks or counts, and all below them.

    Where it names nothing that the books offer, as allies, any line may be one.
    """
    tops = [*case.message.marks, *(line.path for line in counted(case))]
    for path, line in case.army.lines.items():
        if not tops or any(path == top or path.startswith(f"{top}/") for top in tops):
            yield line
