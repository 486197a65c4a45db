"""Every book's sample armies give the points and the messages that they must."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulesets.books.book import Books
from rulesets.books.sample_armies import (
    BookTests,
    BookTestsError,
    differences,
    read_book_tests,
)
from rulesets.documents.json import parse
from rulesets.legality import review
from tests.real_books import FIXTURES, KEYS, real_book

FILES = sorted((FIXTURES / "book-tests").glob("*.json"))


@cache
def sample_armies(path: Path) -> BookTests:
    return read_book_tests(parse(path.read_bytes()))


def books_of(tests: BookTests) -> Books:
    return {(key, 1): real_book(key) for key in tests.books}


SAMPLES = [
    pytest.param(path, index, id=f"{path.stem}: {army['title']}")
    for path in FILES
    for index, army in enumerate(json.loads(path.read_text())["armies"])
]


@pytest.mark.parametrize(("path", "index"), SAMPLES)
def test_a_sample_army_gives_its_points_and_its_messages(
    path: Path, index: int
) -> None:
    tests = sample_armies(path)

    assert not [*differences(tests.armies[index], books_of(tests))]


@pytest.mark.parametrize("key", KEYS)
def test_a_book_has_a_legal_army_and_five_that_are_illegal_in_their_own_ways(
    key: str,
) -> None:
    tests = sample_armies(FIXTURES / "book-tests" / f"{key}.json")
    codes = Counter(
        frozenset(code for code, _ in army.messages) for army in tests.armies
    )

    assert tests.book == key
    assert codes.pop(frozenset()) >= 1
    assert len(codes) >= 5


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_legal_sample_army_gets_an_error(path: Path) -> None:
    tests = sample_armies(path)
    for army in tests.armies:
        if not army.messages:
            assert review(army.roster, books_of(tests)).legal, army.title


def sample(**changes: Any) -> Any:
    roster = {
        "format": "armybuilder.roster/1",
        "game": "charge",
        "name": "A",
        "forces": [],
    }
    army = {"title": "One", "points": 0, "messages": [], "roster": roster, **changes}
    return {"format": "armybuilder.book-tests/1", "book": "none", "armies": [army]}


def test_a_roster_that_is_none_is_named_with_its_place() -> None:
    with pytest.raises(BookTestsError) as caught:
        read_book_tests(sample(roster={"format": "armybuilder.roster/1"}))

    assert caught.value.where == "/armies/0/roster"
    assert "missing" in caught.value.text


def test_what_differs_is_told() -> None:
    wrong = sample(points=3, messages=[{"code": "core", "where": "f1"}])
    tests = read_book_tests(wrong)

    assert [*differences(tests.armies[0], {})] == [
        "is worth 0 points, not 3",
        "does not tell core at f1",
        "tells no-units at the army: The army has no unit yet.",
    ]
