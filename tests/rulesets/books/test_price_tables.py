"""Prices as CSV: what spreadsheets make of them is read, and every fault is told."""
# ruff: noqa: E501 - a table reads best with a row a line

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest

from rulesets.books.price_tables import (
    is_price_table,
    price_text,
    read_prices,
    read_table,
    write_prices,
)
from rulesets.books.prices import PricesError
from rulesets.documents.json import parse
from rulesets.documents.problem import Problem
from tests.armybuilder.books.documents import printed_book
from tests.work import calls_of

EMPIRE = printed_book("warhammer-empire")
KNIGHT = "/units/knightly-orders/models/knight"
HALBERDIER = "/units/halberdiers/models/halberdier"


def table(*rows: tuple[str, str]) -> str:
    return "place,points\n" + "".join(f"{at},{points}\n" for at, points in rows)


def read(text: str) -> dict[str, Any]:
    return read_prices(read_table(text), EMPIRE)


def faults(text: str | bytes) -> tuple[Problem, ...]:
    with pytest.raises(PricesError) as refused:
        read(price_text(text))
    return refused.value.faults


def test_all_that_is_wrong_with_prices_is_told_at_once() -> None:
    wrong = faults(
        table(
            (KNIGHT, "24"),
            (KNIGHT, "25"),
            ("/units/knightly-orders/models/knihgt", "24"),
            (HALBERDIER, "many"),
            ("/units/spearmen/models/spearman", "1.2345"),
            ("", "3"),
        )
    )
    assert [problem.where for problem in wrong] == [
        "line 3, place",
        "line 4, place",
        "line 5, points",
        "line 6, points",
        "line 7, place",
    ]
    assert "line 2 already" in wrong[0].text
    assert wrong[1].did_you_mean == (KNIGHT,)


@pytest.mark.parametrize("text", ["", "name,points\nKnight,3\n", "a\x00b", '"', "\n\n"])
def test_a_table_without_its_columns_is_refused(text: str) -> None:
    (wrong,) = faults(text)
    assert wrong.where == "line 1"


def test_an_empty_price_says_nothing_and_a_mark_in_front_is_no_letter() -> None:
    text = "\ufeff" + table((KNIGHT, ""), (HALBERDIER, "7"))
    assert read(text) == {HALBERDIER: 7}


@pytest.mark.parametrize(
    "text",
    [
        f"place,points\n{HALBERDIER},7.5\n",
        f"place,points\r\n{HALBERDIER},7.5\r\n",
        f'"Place","Points"\n"{HALBERDIER}","7,5"',
        f"place;points\n{HALBERDIER};7,5\n",
        f'sep=;\r\nplace;name;points\r\n{HALBERDIER};"a;\nb";7,5\r\n',
        f"points\tplace\n7.5\t{HALBERDIER}\n",
        f"points\tplace\n7,5\t {HALBERDIER} \n\n\t\n",
        f"book;points;place\nwarhammer-empire;7,500;{HALBERDIER}\n",
        "\ufeffplace,points\n" + f"{HALBERDIER},7.500\n",
    ],
)
def test_whatever_a_spreadsheet_makes_of_the_table_is_read(text: str) -> None:
    assert read(text) == {HALBERDIER: 7.5}
    assert is_price_table(text)
    assert is_price_table(text.encode(), "prices.txt")


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        (f'place,points\n{KNIGHT},"1,234"', "line 2, points", "write 1234 or 1.234"),
        (f"place;points\n{KNIGHT};1.234", "line 2, points", "write 1234 or 1,234"),
        (f"place\tpoints\n{KNIGHT}\t1,234", "line 2, points", "thousands"),
        (f"place,points\n{KNIGHT},=1+1", "line 2, points", "expected a number"),
        (f"place,points\n{KNIGHT},1e3", "line 2, points", "expected a number"),
        (f'place,points\n"{KNIGHT}"x,3', "", "no CSV"),
        (f'place,points\n{KNIGHT},"3', "", "no CSV"),
        (f'place,name,points\n{KNIGHT},"{"x" * 140_000}",3', "", "no CSV"),
        (f"sep=;\nplace;n;points\n;;\n{KNIGHT};\"a\nb\";3\n/x;;3", "line 6, place", "no price at /x"),
        (f"book,place,points\ncharge-skaven,{KNIGHT},3", "line 2, book", "'charge-skaven'"),
        ("place,points\n" + "/x,1\n" * 20_001, "", "more than 20,000 lines"),
        ("place,points\n" + "x" * 2_000_000, "", "longer than 2,000,000 bytes"),
        (b"\xff\xfep\x00l\x00", "", "no text in UTF-8"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_told_with_its_line(
    text: str | bytes, where: str, words: str
) -> None:
    (wrong,) = faults(text)
    assert wrong.where == where
    assert words in wrong.text


def test_very_many_faults_are_told_in_short_and_soon() -> None:
    text = "place,points\n" + "".join(f"/u{n},1\n" for n in range(15_000))
    assert calls_of(lambda: faults(text)) < 1_000_000
    wrong = faults(text)
    assert len(wrong) == 101
    assert wrong[-1].text == "and 14,900 more"


def test_a_table_names_its_book() -> None:
    assert read_table(write_prices(EMPIRE)).book == "warhammer-empire"
    for text in ("place,points\n/a,1\n", "book,place,points\na,/a,1\nb,/b,2\n"):
        with pytest.raises(PricesError, match="book"):
            _ = read_table(text).book


def test_a_document_is_no_table_of_prices() -> None:
    assert not is_price_table("place,points\n", "book.yaml")
    assert is_price_table("", "Prices.CSV")
    assert not is_price_table('{"place": 1, "points": 2}')
    assert not is_price_table("format: armybuilder.book/1\nkey: points, place\n")


def test_names_that_a_spreadsheet_would_work_out_are_plain_text() -> None:
    book = {**EMPIRE, "items": [{"key": "sum", "name": "=1+1", "points": 1}]}
    rows = list(csv.DictReader(io.StringIO(write_prices(book))))
    assert rows[-1]["name"] == "'=1+1"
    assert not any(
        cell.startswith(("=", "+", "@", "\t", "\r"))
        for row in csv.reader(io.StringIO(write_prices(book)))
        for cell in row
    )


def test_the_example_of_the_page_of_formats_is_read() -> None:
    page = (Path(__file__).parents[3] / "docs" / "formats.md").read_text("utf-8")
    (example,) = re.findall(r"^```csv\n(.+?)^```", page, re.MULTILINE | re.DOTALL)
    (book, *_) = re.findall(r"^```json\n(.+?)^```", page, re.MULTILINE | re.DOTALL)
    found = read_prices(read_table(example), parse(book))
    assert found == {"/units/boatmen/models/boatman": 6}
