"""What a limit can count, as the admin offers and the pages tell it."""

from pathlib import Path

import pytest

from armybuilder.armies.budgets import budgets
from armybuilder.books.admin.choices import count_choices
from armybuilder.books.models import Book, Limit
from rulesets.legality.counts import COUNTS
from tests.rulesets.legality.made_up_count import with_pairs
from tests.rulesets.legality.small import army_of, book_of

PLAIN = [count.key for count in COUNTS.values() if not count.figure]


@pytest.fixture
def book(db: None) -> Book:
    return Book.objects.create(key="b", name="B", game="charge")


def test_an_author_chooses_a_count_or_a_figure_and_keeps_one_that_is_lost(
    book: Book,
) -> None:
    Limit.objects.create(book=book, key="l", title="L", count="apples", max=1)

    choices = count_choices(book)

    *plain, (_, highest), (_, sums), lost = choices
    assert plain == [(count, count) for count in PLAIN]
    assert [name for name, _ in choices[-3:]] == ["Highest", "Sum", "Unknown"]
    assert ("highest:morale", "highest Morale") in highest
    assert ("sum:morale", "sum of Morale") in sums
    assert lost == ("Unknown", [("apples", "apples (unknown)")])


def test_a_new_count_is_offered_to_authors_and_told_on_pages(
    book: Book, tmp_path: Path
) -> None:
    limit = {"key": "l", "title": "L", "count": "pairs", "of": "orc", "max": 1}
    with with_pairs(tmp_path):
        row = Limit(book=book, key="l", title="L", count="pairs", of=["orc"], max=1)
        row.full_clean()
        found = army_of(book_of({"key": "orc"}, limits=[limit]), *["orc"] * 4)

        assert ("pairs", "pairs") in count_choices(book)
        assert [one.text for one in budgets(found.review).gauges] == [
            "2 of at most 1 pairs"
        ]
