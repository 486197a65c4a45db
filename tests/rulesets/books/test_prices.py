"""Every price of a book as a row, as CSV and back."""

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest

from rulesets.books.prices import (
    PricesError,
    price_edits,
    prices,
    read_points,
    read_prices,
    scaled,
    write_prices,
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
    read, wrong = read_prices(write_prices(document), document)
    assert wrong == []
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


def table(*rows: tuple[str, str]) -> str:
    return "place,points\n" + "".join(f"{at},{points}\n" for at, points in rows)


def test_all_that_is_wrong_with_prices_is_told_at_once() -> None:
    found, wrong = read_prices(
        table(
            (KNIGHT, "24"),
            (KNIGHT, "25"),
            ("/units/knightly-orders/models/knihgt", "24"),
            ("/units/halberdiers/models/halberdier", "many"),
            ("/units/spearmen/models/spearman", "1.2345"),
            ("", "3"),
        ),
        EMPIRE,
    )
    assert found == {KNIGHT: 24}
    assert [problem.where for problem in wrong] == [
        "line 3, place",
        "line 4, place",
        "line 5, points",
        "line 6, points",
        "line 7, place",
    ]
    assert "did you mean /units/knightly-orders/models/knight?" in wrong[1].text


@pytest.mark.parametrize("text", ["", "name,points\nKnight,3\n", "a\x00b", '"'])
def test_a_table_without_its_columns_is_refused(text: str) -> None:
    found, wrong = read_prices(text, EMPIRE)
    assert found == {}
    assert wrong[0].where == "line 1"


def test_an_empty_price_says_nothing_and_a_mark_in_front_is_no_letter() -> None:
    text = "\ufeff" + table((KNIGHT, ""), ("/units/halberdiers/models/halberdier", "7"))
    found, wrong = read_prices(text, EMPIRE)
    assert (found, wrong) == ({"/units/halberdiers/models/halberdier": 7}, [])


@pytest.mark.parametrize(
    ("typed", "points"), [("5", 5), (" 0.5 ", 0.5), ("-3", -3), ("\N{MINUS SIGN}3", -3)]
)
def test_points_are_read_as_they_are_typed(typed: str, points: float) -> None:
    assert read_points(typed) == points


@pytest.mark.parametrize(
    "typed", ["", "x", "1e9", "NaN", "9999999", "1.", "²", "--1", "1,5"]
)
def test_what_is_no_price_is_refused(typed: str) -> None:
    if typed == "1.":
        assert read_points(typed) == 1
        return
    with pytest.raises(PricesError):
        read_points(typed)


def test_a_price_that_the_book_does_not_have_is_refused() -> None:
    with pytest.raises(PricesError) as refused:
        price_edits(EMPIRE, {"/units/gone": 3})
    assert refused.value.where == "/units/gone"


def test_names_that_a_spreadsheet_would_work_out_are_plain_text() -> None:
    book = {**EMPIRE, "items": [{"key": "sum", "name": "=1+1", "points": 1}]}
    rows = list(csv.DictReader(io.StringIO(write_prices(book))))
    assert rows[-1]["name"] != "=1+1"


def test_prices_are_scaled_and_rounded() -> None:
    assert scaled(23, 10, 0, 1) == 25
    assert scaled(23, -10, 0, 0.5) == 20.5
    assert scaled(0.5, 0, 0, 1) == 1
    assert scaled(7, 0, 2, 5) == 10
