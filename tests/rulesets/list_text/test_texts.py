"""Lists in the styles of other builders, and of people who write them by hand.

Each line is right (sure, and as its reader takes it), asked (likely or open), or wrong:
sure and not so. None may be wrong.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from rulesets.books.bookshelf import BookFolder
from rulesets.list_text import ReadLine, read_list
from rulesets.list_text.list_values import SURE
from tests.real_books import BOOKS
from tests.rulesets.list_text.expected_lines import (
    TEXTS,
    ExpectedLine,
    expected_list,
    meaning_of,
    total_word,
)

SHELF = BookFolder(BOOKS)
ALL = sorted(TEXTS.glob("*.txt"))
VERDICTS = ("right", "asked, rightly guessed", "asked", "asked in vain", "wrong")
ASKED_IN_VAIN = 7
"""Most lines that ask although a reader is sure."""


def judged(line: ReadLine, expected: ExpectedLine | None) -> str:
    if line.confidence != SURE:
        if expected is None or not expected.asks:
            return "asked in vain"
        is_right = bool(expected.meaning) and meaning_of(line) == expected.meaning
        return "asked, rightly guessed" if is_right else "asked"
    if expected is None:
        return "right" if line.role in ("heading", "noise") else "wrong"
    is_right = meaning_of(line) == expected.meaning and not expected.asks
    return "right" if is_right else "wrong"


def judged_lines(path: Path) -> list[tuple[str, str]]:
    """Return the verdict on each line of a text, with the line."""
    expected = expected_list(path.with_suffix(".expected"))
    found = read_list(path.read_text(encoding="utf-8"), SHELF)
    if expected.book == "?":
        assert found.book_confidence == "likely"
    else:
        assert (found.book, found.book_confidence) == (expected.book, "sure")
    assert total_word(found) == expected.total
    return [
        (judged(line, expected.lines.get(line.number)), f"{line.number} {line.text}")
        for line in found.lines
    ]


def test_there_are_texts_each_with_its_expectation() -> None:
    assert len(ALL) == 86
    assert all(path.with_suffix(".expected").exists() for path in ALL)


def test_no_line_is_sure_and_wrong_and_few_ask_in_vain(
    covered: Callable[[int, str], None],
) -> None:
    counts: Counter[str] = Counter()
    wrong = []
    for path in ALL:
        lines = judged_lines(path)
        counts.update(verdict for verdict, _ in lines)
        wrong += [(path.stem, line) for verdict, line in lines if verdict == "wrong"]
    for verdict in VERDICTS:
        covered(counts[verdict], f"lines of {len(ALL)} pasted lists: {verdict}")
    assert wrong == []
    assert counts["asked in vain"] <= ASKED_IN_VAIN
    assert counts["right"] >= 557
    assert counts["asked, rightly guessed"] >= 61


@pytest.mark.sweep(6)
@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_list_whose_questions_are_all_answered_is_settled(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = read_list(text, SHELF)
    answers = {"book": found.book}
    for _ in range(3):
        for line in found.open_lines:
            answers[str(line.number)] = "out" if line.confidence == "open" else "yes"
        found = read_list(text, SHELF, corrections=answers)
    assert found.open_lines == ()
    assert found.is_settled
