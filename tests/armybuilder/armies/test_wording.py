"""Words and figures of options and limits."""

from decimal import Decimal

import pytest

from armybuilder.armies.text import bounds_text, price_text
from rulesets.books.book import Entry
from rulesets.core.points import Points


@pytest.mark.parametrize(
    ("count", "low", "high", "text"),
    [
        (1, 0, 1, "1 of at most 1"),
        (1, 2, 2, "1 of 2"),
        (0, 1, None, "0 of at least 1"),
        (3, 1, 4, "3 of 1 to 4"),
        (3, 0, None, ""),
        (1500, None, 2000, "1,500 of at most 2,000"),
        (0, 0, 0, "0 of at most 0"),
    ],
)
def test_how_many_of_how_many(
    count: int, low: int | None, high: int | None, text: str
) -> None:
    assert bounds_text(count, low, high) == text


@pytest.mark.parametrize(
    ("per", "each", "points", "bearers", "text"),
    [
        ("model", 2, 30, 15, "+2 a model = +30"),
        ("model", Decimal("0.5"), Decimal("7.5"), 15, "+0.5 a model = +7.5"),
        ("model", 2, 2, 1, "+2"),
        ("model", 2, 45, 15, "+45"),
        ("each", 2, 2, 15, "+2"),
        ("each", -5, -5, 1, "−5"),
        ("each", 0, 0, 1, "free"),
    ],
)
def test_a_price_is_told_where_it_is_chosen(
    per: str, each: Points, points: Points, bearers: int, text: str
) -> None:
    entry = Entry("spear", "Spear", "option", ("spear",), points=each, per=per)
    assert price_text(entry, points, bearers) == text
