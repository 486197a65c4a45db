"""The answer of a comparison in one sentence: where most is won, and where least."""

from collections.abc import Sequence

from armybuilder.matchups.comparison_query import ComparisonQuestion
from armybuilder.matchups.pairings import Pairing, mean_of_row, means_of_columns
from armybuilder.matchups.parties import CHANGES, LOADOUTS
from rulesets.core.percent import often
from rulesets.core.subject import clause
from rulesets.matchups.contenders import Contender
from rulesets.matchups.unit_edits import MODELS, OPTIONS

Said = tuple[tuple[str, bool], ...]
"""Parts of a sentence, with whether each is bold."""

Found = tuple[Contender, float]


def comparison_answer(
    question: ComparisonQuestion, met: Sequence[Sequence[Pairing]]
) -> Said:
    """Return the sentence on chances to win; none where none was worked out.

    What the rules forbid is not the best of anything.
    """
    rows, columns = len(met), len(met[0])
    if rows > 1 and columns > 1:
        return _of_many(met)
    if rows == 1:
        say, found = _against_each, [(one.enemy, one.value) for one in met[0]]
    else:
        say = _in_ways if question.rows in (LOADOUTS, CHANGES) else _of_each
        found = [(row[0].row, row[0].value) for row in met]
    worked_out = _worked_out(found)
    return say(question, worked_out) if worked_out else ()


def _of_many(met: Sequence[Sequence[Pairing]]) -> Said:
    rows = _worked_out([mean_of_row(row) for row in met])
    columns = _worked_out(means_of_columns(met))
    if not rows or not columns:
        return ()
    (best, most), (worst, least) = _most(rows), _least(columns)
    return (
        (f"On average {clause(best.label, 'wins')} most often, ", False),
        (often(most), True),
        (f", and {clause(worst.label, 'is')} the worst to meet, ", False),
        (f"beaten {often(least)}.", False),
    )


def _against_each(question: ComparisonQuestion, told: list[Found]) -> Said:
    (best, most), (worst, least) = _most(told), _least(told)
    wins = clause(question.a.title, "wins")
    if len(told) == 1:
        return (
            (f"{wins} against {best.label} ", False),
            (often(most), True),
            (".", False),
        )
    return (
        (f"{wins} most often against {best.label}, ", False),
        (often(most), True),
        (f", and least against {worst.label}, {often(least)}.", False),
    )


def _of_each(question: ComparisonQuestion, told: list[Found]) -> Said:
    (best, most), (worst, least) = _most(told), _least(told)
    return (
        (
            f"{clause(best.label, 'wins')} most often against {question.b.title}, ",
            False,
        ),
        (often(most), True),
        (f", and {worst.label} least, {often(least)}.", False),
    )


def _in_ways(question: ComparisonQuestion, told: list[Found]) -> Said:
    (best, most), wins = _most(told), clause(question.a.title, "wins")
    if question.rows == LOADOUTS:
        return (
            (
                f"{wins} most often against {question.b.title} with {best.label}, ",
                False,
            ),
            (often(most), True),
            (".", False),
        )
    return (
        (f"{wins} against {question.b.title} as now ", False),
        (often(told[0][1]), True),
        (_best_to_buy(told), False),
    )


def _best_to_buy(told: list[Found]) -> str:
    bought = [pair for pair in told if pair[0].group in (MODELS, OPTIONS)]
    if not bought or _most(bought)[1] <= told[0][1]:
        return "."
    best, most = _most(bought)
    return f"; best bought is {best.label}, {often(most)}."


def _worked_out(found: Sequence[tuple[Contender, float | None]]) -> list[Found]:
    return [(one, v) for one, v in found if v is not None and not one.why_not]


def _most(told: list[Found]) -> Found:
    return max(told, key=lambda pair: pair[1])


def _least(told: list[Found]) -> Found:
    return min(told, key=lambda pair: pair[1])
