"""A comparison on paper: its heat map cut to the page, and its question in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.armies.text import answer_words
from armybuilder.matchups.answers import READING, SITUATION, asked
from armybuilder.matchups.comparison_query import ComparisonQuestion
from armybuilder.matchups.heat_map import Heading, HeatRow

UPRIGHT = 8
"""Columns that fit on a page that stands upright; more lie across a broad one."""

ACROSS = 18
"""Columns of one table on a broad page."""


@dataclass(frozen=True, slots=True)
class PaperTable:
    """Some columns of a heat map, with every row.

    `columns` are numbered `first` to `last`; the first table has the rows' averages.
    """

    columns: tuple[Heading, ...]
    rows: tuple[HeatRow, ...]
    first: int
    last: int
    has_average: bool


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """A question with its answer in words; `changed` where it is not the usual one."""

    label: str
    text: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Paper:
    """The parts of a printed comparison beyond the page itself."""

    tables: tuple[PaperTable, ...]
    broad: bool
    situation: tuple[AnswerLine, ...]
    readings: tuple[AnswerLine, ...]

    @property
    def changed(self) -> tuple[AnswerLine, ...]:
        """Return the answers that are not usual, of the situation first."""
        return tuple(one for one in (*self.situation, *self.readings) if one.changed)


def paper(
    question: ComparisonQuestion,
    columns: tuple[Heading, ...],
    rows: tuple[HeatRow, ...],
) -> Paper:
    """Return a comparison for paper; without columns there is no heat map to cut."""
    return Paper(
        tables=tuple(cut(columns, rows)),
        broad=len(columns) > UPRIGHT,
        situation=tuple(_answer_lines(question, SITUATION)),
        readings=tuple(_answer_lines(question, READING)),
    )


def cut(
    columns: tuple[Heading, ...], rows: tuple[HeatRow, ...]
) -> Iterator[PaperTable]:
    """Yield tables of about equal width that together hold every column."""
    many = -(-len(columns) // ACROSS)
    wide = -(-len(columns) // many) if many else 1
    for start in range(0, len(columns), wide):
        end = start + wide
        yield PaperTable(
            columns=columns[start:end],
            rows=tuple(HeatRow(row.heading, row.cells[start:end]) for row in rows),
            first=start + 1,
            last=min(end, len(columns)),
            has_average=start == 0,
        )


def _answer_lines(question: ComparisonQuestion, wanted: str) -> Iterator[AnswerLine]:
    settings = question.settings
    given = settings.situation if wanted == SITUATION else settings.readings
    rounds = settings.rounds is not None and question.kind.round_name
    if wanted == SITUATION and rounds:
        label = f"{question.kind.round_name}s at most"
        yield AnswerLine(label, str(settings.rounds), changed=True)
    for prefix, _, key, one in asked(question.game, question.kind):
        if prefix == wanted:
            whose = f"{key[0].upper()}, " if one.side else ""
            text = answer_words(one, given.get(key, one.default))
            yield AnswerLine(f"{whose}{one.label}", text, key in given)
