"""The line under each unit of the builder that says what it does to the target."""

import json
from pathlib import Path

import pytest

from armybuilder.armies.effects import Effect, effects, target_fighter
from rulesets.book import Books
from rulesets.legality import new_selection, review
from rulesets.reading import read_book
from rulesets.review import Line
from rulesets.roster import Force, Roster

FIXTURES = Path(__file__).parents[3] / "fixtures" / "books"


@pytest.fixture(scope="module")
def books() -> Books:
    read = [json.loads(path.read_text()) for path in FIXTURES.glob("charge-*.json")]
    return {(document["key"], 1): read_book(document, 1) for document in read}


def line_of(books: Books, key: str, unit: str) -> Line:
    force = Force("f1", key, 1, (new_selection(books[key, 1], unit),))
    roster = Roster("charge", "Army", forces=(force,))
    return review(roster, books).forces[0].units[0]


def told(books: Books, key: str, unit: str, target: str) -> tuple[Effect, ...]:
    line = line_of(books, key, unit)
    game = review(Roster("charge", "Army"), books).game
    return effects(game, line, target_fighter(target, books))


def test_a_unit_that_shoots_tells_melee_and_shooting(books: Books) -> None:
    found = told(books, "charge-skaven", "jezzails", "charge-orcs@1/orcs")
    assert [(one.name, one.rolls, one.expected) for one in found] == [
        ("Melee", "3 dice, to hit 5+, to save none", "1.0"),
        ("Shooting", "6 dice, to hit 5+, to save none", "2.0"),
    ]


def test_at_least_one_even_chances_and_one_in_ten_are_told(books: Books) -> None:
    # 10 dice, 5+ to hit, save 5+: each wounds with 2/9.
    (melee,) = told(books, "charge-skaven", "ratmen", "charge-orcs@1/orcs")
    assert melee.expected == "2.2"
    assert melee.at_least == ((1, "92%"), (2, "69%"), (4, "16%"))


@pytest.mark.parametrize(
    "address",
    ["", "charge-orcs", "charge-orcs@x/orcs", "charge-orcs@7/orcs", "charge-orcs@1/no"],
)
def test_a_target_that_is_not_there_tells_nothing(books: Books, address: str) -> None:
    assert told(books, "charge-skaven", "ratmen", address) == ()
