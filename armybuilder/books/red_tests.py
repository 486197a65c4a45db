"""Red book tests in words: what they expect, what they give, and which units differ."""

import json
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from armybuilder.books.book_tests import RED, JudgedTest, ReadTest, judge_tests
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.editions import last_edition, newest_beside
from armybuilder.books.models import Book
from rulesets.books.sample_armies import JudgedSample
from rulesets.reviews.differences import UnitDifference, differences_of_states
from rulesets.reviews.review import Review

MOST_UNITS = 8
"""Most units that a red test names as worth other points."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A line of a red test: what was expected, and what is found."""

    title: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class ShownTest:
    """A book test as its page shows it.

    Parameters
    ----------
    test : JudgedTest
    turns : tuple of Turn
        Points and verdict, where they are others.
    came, gone : tuple of str
        Sentences of the messages that are new, and of those that are no longer told.
    units : tuple of str
        Units that the last edition prices otherwise: `Knights 23 → 24, 5 times`.
    """

    test: JudgedTest
    turns: tuple[Turn, ...] = ()
    came: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    units: tuple[str, ...] = ()

    @property
    def document(self) -> str:
        """Return its roster as a JSON text, to open it as an army."""
        return json.dumps(self.test.row.roster, ensure_ascii=False)


def shown_test(test: JudgedTest, before: JudgedTest | None) -> ShownTest:
    """Return a test in words; ``before`` is what the last edition makes of it."""
    sample = test.sample
    if sample is None or test.state != RED:
        return ShownTest(test)
    last = before.sample.review if before is not None and before.sample else None
    return ShownTest(
        test,
        turns=tuple(_turns(sample)),
        came=tuple(said.text for said in sample.came),
        gone=tuple(_sentence(gone, sample, last) for gone in sample.gone),
        units=tuple(_units(last, sample.review)) if last is not None else (),
    )


def shown_tests(book: Book, tests: Collection[ReadTest]) -> list[ShownTest]:
    """Return tests of a book in words; red ones are judged by the last edition too.

    So it can be said which units and sentences have changed since.
    """
    beside = newest_beside(book, tests)
    now = judge_tests(tests, read_draft(book).document, beside)
    red = {test.row.pk for test in now if test.state == RED and test.sample}
    last = last_edition(book.key) if red else None
    before: dict[int, JudgedTest] = {}
    if last is not None:
        these = [test for test in tests if test.row.pk in red]
        found = judge_tests(these, last.document, beside)
        before = {test.row.pk: test for test in found}
    return [shown_test(test, before.get(test.row.pk)) for test in now]


def _turns(sample: JudgedSample) -> list[Turn]:
    money = sample.review.game.currency
    turns = []
    if sample.is_worth_other:
        points = (sample.army.points, sample.review.points)
        turns.append(Turn(money.title, *map(money.text, points)))
    if sample.turned:
        verdicts = (sample.army.verdict, sample.review.verdict)
        turns.append(Turn("Verdict", *(word.capitalize() for word in verdicts)))
    return turns


def _sentence(gone: tuple[str, str], sample: JudgedSample, last: Review | None) -> str:
    """Return a message that is told no more: as the last edition tells it, else named.

    Where that edition does not tell it either, its code and place have to do.
    """
    told = last.messages if last is not None else ()
    texts = (said.text for said in told if (said.code, said.where) == gone)
    code, where = gone
    line = sample.review.line(where)
    place = line.title if line is not None else where or "the army"
    return next(texts, f"{code}, at {place}")


def _units(last: Review, now: Review) -> list[str]:
    """Return the units that are worth other points than by the last edition."""
    changed = differences_of_states(last, now).changed
    counts = Counter(
        _unit_text(unit, now) for unit in changed if unit.points[0] != unit.points[1]
    )
    texts = [
        text if number == 1 else f"{text}, {number} times"
        for text, number in counts.items()
    ]
    more = len(texts) - MOST_UNITS
    return [*texts[:MOST_UNITS], f"and {more} more"] if more > 0 else texts


def _unit_text(unit: UnitDifference, now: Review) -> str:
    before, after = map(now.game.currency.brief, unit.points)
    known = unit.before if unit.is_unknown and unit.before else unit.shown
    return f"{known.title}: {before} → {after}"
