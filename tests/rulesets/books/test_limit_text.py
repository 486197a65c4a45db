"""Limits, amounts and conditions of a book in words."""

from typing import Any

import pytest

from rulesets.books.limit_text import (
    BookNames,
    amount_words,
    condition_words,
    limit_words,
    names,
)
from rulesets.books.load import read_book
from rulesets.core.query import read_amount, read_condition, read_limit
from rulesets.games import find_game

BOOK: Any = {
    "format": "armybuilder.book/1",
    "key": "riverfolk",
    "game": "charge",
    "name": "Riverfolk",
    "categories": [{"key": "core", "name": "Core"}],
    "items": [
        {"key": "spear", "name": "Long spear", "tags": ["weapon"]},
        {"key": "horn", "name": "River horn", "tags": ["loud"]},
        {"key": "bow", "name": "Bow", "tags": ["weapon"]},
    ],
    "rules": [{"key": "afloat", "name": "Afloat"}],
    "lists": [
        {
            "key": "arms",
            "name": "Arms",
            "options": [{"key": "net", "name": "Net"}, {"item": "spear"}],
        }
    ],
    "units": [
        {
            "key": "boatmen",
            "name": "Boatmen",
            "category": "core",
            "slots": [{"key": "first-arm", "name": "First arm", "list": "arms"}],
        }
    ],
    "switches": [{"key": "flood", "title": "The river is high"}],
}


@pytest.fixture(scope="module")
def known() -> BookNames:
    return names(find_game("charge"), read_book(BOOK))


LIMITS: list[tuple[Any, str]] = [
    ({"of": "boatmen", "in": "force", "max": 1}, "Boatmen in the force: at most 1"),
    ({"of": "#core", "min": 2}, "Core in the army: at least 2"),
    ({"of": "spear", "in": "unit", "max": 0}, "Long spear in the unit: none"),
    ({"of": "net", "in": "self", "min": 1, "max": 3}, "Net: at least 1 and at most 3"),
    ({"of": "net", "in": "self", "min": 2, "max": 2}, "Net: exactly 2"),
    ({"of": "kind:own", "max": 0}, "Only for armies of other books"),
    (
        {
            "of": "kind:own",
            "max": 0,
            "where": {
                "none": [
                    {"of": ["charge-elves", "charge-orcs"], "in": "self", "at_least": 1}
                ]
            },
        },
        "Only for Elves and Orcs",
    ),
    ({"of": "slot:first-arm", "in": "self", "max": 1}, "First arm: at most 1"),
    ({"of": "rule:afloat", "min": 1}, "Anything with Afloat in the army: at least 1"),
    ({"of": "rule:fearsome", "in": "self", "max": 0}, "Anything with Fearsome: none"),
    ({"of": "#loud", "max": 1}, "River horn in the army: at most 1"),
    ({"of": "#weapon", "max": 1}, "Weapon in the army: at most 1"),
    ({"of": "net", "in": "boatmen", "max": 1}, "Net in Boatmen: at most 1"),
    ({"of": ["net", "spear"], "max": 1}, "Net or Long spear in the army: at most 1"),
    (
        {"count": "points", "of": "#weapon", "in": "self", "max": 50},
        "Points of weapon: at most 50",
    ),
    (
        {"count": "models", "of": "kind:model", "in": "self", "min": 5},
        "Models: at least 5",
    ),
    ({"count": "forces", "max": 2}, "Forces: at most 2"),
    ({"of": "charge-hill-folk", "max": 0}, "Hill folk in the army: none"),
    (
        {"count": "highest:morale", "of": "kind:unit", "min": 5},
        "Highest Morale of units in the army: at least 5",
    ),
    (
        {"count": "sum:wounds", "of": "*", "max": 99},
        "Sum of Wounds of everything in the army: at most 99",
    ),
    (
        {"of": "same", "max": 1, "each": "#weapon"},
        "For each of weapon, the same in the army: at most 1",
    ),
    (
        {"of": "net", "max": 0, "when": {"switch": "flood"}},
        "Net in the army: none, while “The river is high” is on",
    ),
    (
        {"of": "net", "max": 0, "where": {"of": "spear", "in": "unit", "at_least": 1}},
        "Net in the army: none, counting those where there is Long spear in the unit",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("document", "words"), LIMITS)
def test_a_limit_says_what_is_counted_where_and_its_bounds(
    document: Any, words: str, known: BookNames
) -> None:
    limit = read_limit({"key": "k", "title": "T", **document})
    assert limit_words(limit, known) == words


AMOUNTS: list[tuple[Any, str]] = [
    (3, "3"),
    ({"base": 2}, "2"),
    (
        {"base": 1, "terms": [{"count": "limit", "every": 1000}], "most": 5},
        "1 and 1 for every 1,000 points agreed on, at most 5",
    ),
    (
        {"base": -1, "terms": [{"count": "size", "every": 1000}], "least": 0},
        "1 for every 1,000 points of the army, less 1, at least 0",
    ),
    (
        {"terms": [{"count": "limit", "times": 0.25}]},
        "25 % of the points agreed on",
    ),
    (
        {"terms": [{"of": "boatmen", "in": "force", "times": 2}]},
        "2 for each of Boatmen in the force",
    ),
    ({"terms": [{"of": "net", "in": "unit"}]}, "as many as Net in the unit"),
]


@pytest.mark.parametrize(("document", "words"), AMOUNTS)
def test_an_amount_says_how_it_grows_and_its_bounds(
    document: Any, words: str, known: BookNames
) -> None:
    assert amount_words(read_amount(document), known) == words


NET: Any = {"of": "net", "in": "unit", "at_least": 1}
NO_NET: Any = {"of": "net", "in": "unit", "at_most": 0}
CONDITIONS: list[tuple[Any, str]] = [
    (
        {"of": "kind:own", "in": "force", "at_least": 1},
        "the force is the army's own",
    ),
    (
        {"of": "kind:ally", "in": "force", "at_most": 0},
        "the force is not an allied one",
    ),
    (
        {"none": [{"of": "kind:companion", "in": "force", "at_least": 1}]},
        "the force is not one that serves the army",
    ),
    (NET, "there is Net in the unit"),
    (NO_NET, "there is no Net in the unit"),
    ({"none": [NET]}, "there is no Net in the unit"),
    ({"none": [NO_NET]}, "there is Net in the unit"),
    ({**NET, "at_least": 2}, "Net in the unit is at least 2"),
    (
        {"all": [NET, {"switch": "flood"}]},
        "there is Net in the unit and “The river is high” is on",
    ),
    ({"any": [NET, NO_NET]}, "there is Net in the unit or there is no Net in the unit"),
    ({"none": [{"switch": "flood"}]}, "“The river is high” is off"),
    ({"none": [{**NET, "at_least": 2}]}, "not: Net in the unit is at least 2"),
    (
        {"none": [{**NET, "where": {"of": "spear", "in": "self", "at_least": 1}}]},
        "there is no Net in the unit where there is Long spear",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("document", "words"), CONDITIONS)
def test_a_condition_is_a_sentence(document: Any, words: str, known: BookNames) -> None:
    assert condition_words(read_condition(document), known) == words
