"""Every price of a book as a row, as CSV and back."""

from collections.abc import Iterator
from typing import Any

import pytest

from rulesets.books.price_tables import read_prices, read_table, write_prices
from rulesets.books.prices import (
    PricesError,
    price_edits,
    prices,
    read_points,
    scaled,
)
from rulesets.documents.document_edits import apply_edits
from tests.armybuilder.books.documents import BOOKS, printed_book

EMPIRE = printed_book("warhammer-empire")
KNIGHT = "/units/knightly-orders/models/knight"


def points_below(value: Any, at: str = "") -> Iterator[str]:
    """Yield the place of every price, found without knowing what a book is."""
    if isinstance(value, list):
        for index, one in enumerate(value):
            yield from points_below(one, f"{at}/{index}")
    elif isinstance(value, dict):
        for member, one in value.items():
            if member == "points" and isinstance(one, int | float):
                yield at
            elif member not in ("limits", "changes", "tallies", "accepted"):
                yield from points_below(one, f"{at}/{member}")


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_every_price_of_every_book_is_a_row_and_comes_back_from_csv(path: Any) -> None:
    document = printed_book(path.stem)
    found = prices(document)
    printed = [price for price in found if price.points is not None]
    assert len(printed) == len([*points_below(document)])
    assert len({price.at for price in found}) == len(found)
    read = read_prices(read_table(write_prices(document)), document)
    assert price_edits(document, read) == ()
    dearer = {price.at: (price.points or 0) + 1 for price in found}
    after = prices(apply_edits(document, price_edits(document, dearer)))
    assert {price.at: price.points for price in after} == dearer


def test_a_price_is_told_with_its_unit_and_when_it_is_paid() -> None:
    (knight,) = [one for one in prices(EMPIRE) if one.at == KNIGHT]
    assert (knight.shelf, knight.of, knight.name) == (
        "Core",
        "Knights of the Knightly Orders",
        "Knight",
    )
    assert (knight.paid, knight.points) == ("each model", 23)


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("5", 5),
        (" 0.5 ", 0.5),
        ("-3", -3),
        ("\N{MINUS SIGN}3", -3),
        ("1,5", 1.5),
        ("1.125", 1.125),
        ("1.", 1),
    ],
)
def test_points_are_read_as_they_are_typed(typed: str, points: float) -> None:
    assert read_points(typed) == points


@pytest.mark.parametrize(
    "typed",
    ["", "x", "1e9", "NaN", "9999999", "²", "--1", "1,500", "1,5,5", "1.500,0"],
)
def test_what_is_no_price_is_refused(typed: str) -> None:
    with pytest.raises(PricesError):
        read_points(typed)


def test_a_price_that_the_book_does_not_have_is_refused() -> None:
    with pytest.raises(PricesError) as refused:
        price_edits(EMPIRE, {"/units/gone": 3})
    assert refused.value.where == "/units/gone"


def test_prices_are_scaled_and_rounded() -> None:
    assert scaled(23, 10, 0, 1) == 25
    assert scaled(23, -10, 0, 0.5) == 20.5
    assert scaled(0.5, 0, 0, 1) == 1
    assert scaled(7, 0, 2, 5) == 10
