"""Each mistake of `docs/mistakes.md` is made once: it is found, told and mended."""

from pathlib import Path

import pytest

from rulesets.books.checks.check import CHECKS, check_book
from rulesets.books.checks.finding import IDLE, OF_ERROR, Finding
from rulesets.books.checks.mends import mend_book
from rulesets.books.checks.places import mended
from rulesets.documents.json import check
from tests.rulesets.books.mistakes import MISTAKES, Mistake

each_mistake = pytest.mark.parametrize("mistake", MISTAKES, ids=lambda one: one.what)


def found(mistake: Mistake) -> Finding:
    """Return the one finding that a mistake is about."""
    several = check_book(mistake.document, mistake.others)
    (one,) = [
        finding
        for finding in several
        if (finding.code, finding.pointer) == (mistake.code, mistake.pointer)
    ]
    return one


@each_mistake
def test_a_mistake_is_found_at_its_place_and_nothing_else_is(mistake: Mistake) -> None:
    one = found(mistake)
    assert one.level == mistake.level
    assert mistake.words in one.sentence
    several = check_book(mistake.document, mistake.others)
    assert {finding.code for finding in several} == {mistake.code, *mistake.also}
    assert mistake.also or several == (one,)


@each_mistake
def test_a_mend_makes_the_finding_go_away(mistake: Mistake) -> None:
    one = found(mistake)
    if not one.mend:
        return
    new = mended(mistake.document, one.mend)
    check("book", new)
    left = check_book(new, mistake.others)
    assert (one.code, one.at, one.sentence) not in {
        (finding.code, finding.at, finding.sentence) for finding in left
    }


@each_mistake
def test_a_mend_by_code_leaves_nothing_of_the_code(mistake: Mistake) -> None:
    if found(mistake).mend:
        new, done = mend_book(mistake.document, {mistake.code}, mistake.others)
        assert done
        left = {finding.code for finding in check_book(new, mistake.others)}
        assert mistake.code not in left


def test_every_check_has_its_mistake() -> None:
    # Every game has one library so far: tests/rulesets/libraries makes up a newer one.
    codes = {row.code for row in CHECKS} - {"library-older"} | {IDLE, OF_ERROR}
    assert codes - {mistake.code for mistake in MISTAKES} == set()


def test_the_docs_list_every_mistake() -> None:
    text = (Path(__file__).parents[3] / "docs" / "mistakes.md").read_text("utf-8")
    rows = [f"| {one.what} | `{one.code}` | {one.level} |" for one in MISTAKES]
    assert [row for row in text.splitlines() if row.startswith("| ")][2:] == rows
