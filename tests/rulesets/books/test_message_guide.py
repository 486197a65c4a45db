"""The guides of the documentation: what the books say, and what is checked."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.books.coverage import coverage
from rulesets.books.load import read_book
from rulesets.books.message_guide import book_messages, places, untold
from rulesets.books.sample_armies import BookTests, read_book_tests
from rulesets.documents.json import parse
from rulesets.games import GAMES
from tests.real_books import real_books

ROOT = Path(__file__).resolve().parents[3]
STALE = "run `./run manage write_guides`"

LIMIT = {"key": "once", "title": "One ring", "source": "Page 9", "of": "same", "max": 1}
BOOK: Any = {
    "format": "armybuilder.book/1",
    "key": "riverfolk",
    "game": "charge",
    "name": "Riverfolk",
    "items": [{"key": "ring", "name": "Ring", "limits": [LIMIT]}],
    "units": [
        {
            "key": "boatmen",
            "name": "Boatmen",
            "models": [{"key": "boatman", "name": "Boatman", "min": 5}],
            "slots": [{"key": "gear", "name": "Gear", "options": [{"item": "ring"}]}],
            "limits": [
                {"key": "pay", "title": "Paid", "of": "ring", "in": "self", "min": 1}
            ],
        }
    ],
    "limits": [
        {
            "key": "boats",
            "title": "Boats",
            "of": "boatmen",
            "min": 1,
            "severity": "warning",
            "message": "Boatmen: {count} of at least {min}.",
        }
    ],
    "printed": [
        {"title": "Rain", "status": "advisory", "text": "It rains.", "source": "P. 4"},
        {"title": "Wind", "status": "not modelled"},
    ],
    "missing": ["The price of a boat"],
}
NOBODY: Any = {
    "format": "armybuilder.book-tests/1",
    "book": "riverfolk",
    "armies": [
        {
            "title": "Nobody",
            "points": 0,
            "messages": [{"code": "boats", "where": ""}],
            "roster": {
                "format": "armybuilder.roster/1",
                "game": "charge",
                "name": "Nobody",
                "forces": [{"id": "f1", "book": "riverfolk", "edition": 1}],
            },
        }
    ],
}


@pytest.fixture(scope="module")
def page() -> str:
    return book_messages([read_book(BOOK, 1)], [read_book_tests(NOBODY)])


def test_what_a_sample_army_is_told_is_the_example(page: str) -> None:
    assert "### `boats`\n\n* Boats. A warning.\n  *Boatmen: 0 of at least 1.*" in page


def test_what_no_sample_army_breaks_is_said_as_it_would_be(page: str) -> None:
    assert "* Paid.\n  **Such as** Boatmen, Paid: 0 of at least 1, 1 missing." in page


def test_a_limit_of_an_item_stands_once_and_ranges_do_not(page: str) -> None:
    ring = "* One ring (Page 9).\n  **Such as** Boatmen, Ring, One ring: 2 of at most 1"

    assert page.count(ring) == page.count("* One ring") == 1
    assert "unit-size`\n" not in page


def test_the_codes_stand_in_order(page: str) -> None:
    assert page.index("`boats`") < page.index("`once`") < page.index("`pay`")


def test_of_very_many_limits_of_one_code_a_few_are_named() -> None:
    many = [{**LIMIT, "title": f"Rule {number:02}"} for number in range(20)]
    page = book_messages([read_book({**BOOK, "limits": many}, 1)], [])

    assert page.count("\n  **Such as** ") == 6 + 1
    assert "* And 15 more like these." in page


def test_the_codes_that_no_sample_army_breaks_are_known() -> None:
    assert untold([read_book(BOOK, 1)], [read_book_tests(NOBODY)]) == [
        ("riverfolk", "once"),
        ("riverfolk", "pay"),
    ]


def test_what_is_left_open_is_listed_with_its_numbers() -> None:
    page = coverage([read_book(BOOK, 1)], [GAMES["charge"]])

    assert "| Riverfolk (`riverfolk`) | 7 | 0 | 0 | 0 | 0 | 1 | 1 | 1 |" in page
    assert "* advisory: **Rain.** It rains. [P. 4]\n* not modelled: **Wind.**" in page
    assert "## Special rules of Charge v2\n\nIn the odds, exact (14): Armour" in page


# -- the pages of the documentation ---------------------------------------------------


@cache
def books() -> list[Book]:
    return [*real_books().values()]


@cache
def sample_armies() -> list[BookTests]:
    paths = sorted((ROOT / "fixtures" / "book-tests").glob("*.json"))
    return [read_book_tests(parse(path.read_bytes())) for path in paths]


def documented(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def test_the_guide_to_the_books_is_what_the_command_would_write() -> None:
    same = documented("book-messages.md") == book_messages(books(), sample_armies())

    assert same, STALE


def test_the_table_of_what_is_checked_is_what_the_command_would_write() -> None:
    same = documented("coverage.md") == coverage(books(), GAMES.values())

    assert same, STALE


@pytest.mark.parametrize("book", books(), ids=lambda book: book.key)
def test_every_limit_of_a_book_says_where_it_is_printed(book: Book) -> None:
    assert not [place.rule for place in places(book) if not place.limit.source]
