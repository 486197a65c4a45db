"""The Warhammer match-ups that ship with the project can all be worked out."""

import json
from pathlib import Path
from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.books.load import read_book
from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.games import find_game
from rulesets.matchups.match_up_document import check_match_up, read_match_up
from rulesets.odds.answer import Odds

FIXTURES = Path(__file__).parents[4] / "fixtures"


def document(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


PATHS = {
    path.stem: path
    for path in sorted((FIXTURES / "match-ups").glob("*.json"))
    if document(path).get("game") == "warhammer"
}


@pytest.fixture(scope="module")
def books() -> dict[tuple[str, int], Book]:
    read = [
        read_book(document(path), 1)
        for path in sorted((FIXTURES / "books").glob("warhammer-*.json"))
    ]
    return {(book.key, 1): book for book in read}


def worked_out(name: str, books: dict[tuple[str, int], Book]) -> Odds:
    question = document(PATHS[name])
    check_match_up(question)
    game = find_game("warhammer")
    assert isinstance(game, Game)
    return combat_of(game).odds(read_match_up(question, books))


@pytest.mark.parametrize("name", PATHS)
def test_a_match_up_that_ships_is_worked_out_exactly(
    name: str, books: dict[tuple[str, int], Book]
) -> None:
    told = worked_out(name, books)
    assert told.method == "exact"
    assert told.not_modelled == ()
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)


def test_the_horses_of_bretonnia_strike_too(books: dict[tuple[str, int], Book]) -> None:
    told = worked_out("knights-of-the-realm-lance-orc-boyz", books)
    mounts = [step.text for step in told.trace if step.rule == "Mount"]
    assert any("Bretonnian warhorse" in text for text in mounts)


def test_a_shield_beside_a_halberd_counts_only_against_shots(
    books: dict[tuple[str, int], Book],
) -> None:
    told = worked_out("boar-boyz-charge-halberdiers", books)
    blows = [step for step in told.trace if step.rule == "Blows" and step.side == "b"]
    assert "Strength 4" in blows[0].text


def test_the_fight_that_ships_is_the_reference_fight(
    books: dict[tuple[str, int], Book],
) -> None:
    told = worked_out("twenty-against-twenty", books)
    assert told.events["a-breaks"] == pytest.approx(0.20757260490237192, abs=1e-9)
    assert told.events["b-breaks"] == pytest.approx(0.7922118623927636, abs=1e-9)
