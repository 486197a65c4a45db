"""The match-ups that ship with the project can all be worked out."""

import json
from pathlib import Path
from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.books.load import read_book
from rulesets.combats import combat_of
from rulesets.games import find_game
from rulesets.matchups.match_up_document import check_match_up, read_match_up
from rulesets.matchups.reference_cases import compare
from rulesets.odds.plain_volley import attacks_odds
from tests.rulesets.reference import case

FIXTURES = Path(__file__).parents[4] / "fixtures"


def document(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def books() -> dict[tuple[str, int], Book]:
    read = [
        read_book(document(path), 1)
        for path in sorted((FIXTURES / "books").glob("charge-*.json"))
    ]
    return {(book.key, 1): book for book in read}


PATHS = [
    path
    for path in sorted((FIXTURES / "match-ups").glob("*.json"))
    if document(path).get("game", "charge") == "charge"
]


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_a_match_up_that_ships_is_worked_out_exactly(
    path: Path, books: dict[tuple[str, int], Book]
) -> None:
    question = document(path)
    check_match_up(question)
    if "attacks" in question:
        told = attacks_odds(question["attacks"])
    else:
        game = find_game(question["game"])
        assert game is not None
        told = combat_of(game).odds(read_match_up(question, books))
        assert told.not_modelled == ()
    assert told.method == "exact"
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)


def test_the_bare_volley_that_ships_is_the_reference_volley() -> None:
    question = document(FIXTURES / "match-ups" / "twenty-attacks.json")
    told = attacks_odds(question["attacks"])
    assert compare(case("volleys", "A"), told.to_document()).agrees


def test_the_fight_that_ships_is_the_reference_fight(
    books: dict[tuple[str, int], Book],
) -> None:
    path = FIXTURES / "match-ups" / "orcs-against-jade-warriors.json"
    game = find_game("charge")
    assert game is not None
    told = combat_of(game).odds(read_match_up(document(path), books))
    known = case("charge", "B, Orcs active every round")
    assert compare(known, told.to_document()).agrees
