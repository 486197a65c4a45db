"""Limits, changes and amounts of a compiled book as sentences for its readers."""

from typing import Any

import pytest

from rulesets.books.load import read_book
from rulesets.core.query import read_amount, read_change, read_limit
from rulesets.games import find_game
from rulesets.sentences.book_words import BookWords, reader_words
from rulesets.sentences.engine_rules import (
    amount_text,
    bounds_text,
    change_text,
    limit_text,
)
from rulesets.sentences.places import Bringer

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
def known() -> BookWords:
    return reader_words(find_game("charge"), read_book(BOOK))


UNIT = Bringer("unit")


LIMITS: list[tuple[Any, str]] = [
    ({"of": "boatmen", "in": "force", "max": 1}, "At most 1 Boatmen in the force"),
    ({"of": "#core", "min": 2}, "At least 2 Core in the army"),
    (
        {"of": "spear", "in": "unit", "max": 0},
        "Not together with Long spear in its unit",
    ),
    ({"of": "net", "in": "self", "min": 1, "max": 3}, "1 to 3 Net in this unit"),
    ({"of": "net", "in": "self", "min": 2, "max": 2}, "Exactly 2 Net in this unit"),
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
        "Only for Elves or Orcs",
    ),
    (
        {"of": "slot:first-arm", "in": "self", "max": 1},
        "At most 1 thing from First arm in this unit",
    ),
    ({"of": "rule:afloat", "min": 1}, "At least 1 thing with Afloat in the army"),
    (
        {"of": "rule:fearsome", "in": "self", "max": 0},
        "No thing with Fearsome in this unit",
    ),
    ({"of": "#loud", "max": 1}, "At most 1 River horn in the army"),
    ({"of": "#weapon", "max": 1}, "At most 1 weapon in the army"),
    ({"of": "net", "in": "boatmen", "max": 1}, "At most 1 Net in the nearest Boatmen"),
    ({"of": ["net", "spear"], "max": 1}, "At most 1 Net or Long spear in the army"),
    (
        {"count": "points", "of": "#weapon", "in": "self", "max": 50},
        "At most 50 points of weapon in this unit",
    ),
    (
        {"count": "models", "of": "kind:model", "in": "self", "min": 5},
        "At least 5 models in this unit",
    ),
    ({"count": "forces", "max": 2}, "At most 2 forces"),
    ({"of": "charge-hill-folk", "max": 0}, "Not for Hill folk"),
    (
        {"count": "highest:morale", "of": "kind:unit", "min": 5},
        "The highest Morale of units in the army: at least 5",
    ),
    (
        {"count": "sum:wounds", "of": "*", "max": 99},
        "The sum of Wounds of anything in the army: at most 99",
    ),
    (
        {"of": "same", "max": 1, "each": "#weapon"},
        "For each weapon: at most 1 of the same thing in the army",
    ),
    (
        {"of": "net", "max": 0, "when": {"switch": "flood"}},
        "No Net in the army, when “The river is high” is on",
    ),
    (
        {"of": "net", "max": 0, "where": {"of": "spear", "in": "unit", "at_least": 1}},
        "No Net in the army, counting only those where there is Long spear in its unit",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("document", "words"), LIMITS)
def test_a_limit_says_what_is_counted_where_and_its_bounds(
    document: Any, words: str, known: BookWords
) -> None:
    limit = read_limit({"key": "k", "title": "T", **document})
    assert limit_text(limit, known, UNIT) == words


AMOUNTS: list[tuple[Any, str]] = [
    (3, "3"),
    ({"base": 2}, "2"),
    (
        {"base": 1, "terms": [{"count": "limit", "every": 1000}], "most": 5},
        "1 plus 1 for every 1,000 points agreed on, never above 5",
    ),
    (
        {"base": -1, "terms": [{"count": "size", "every": 1000}], "least": 0},
        "1 for every 1,000 points of the army less 1, never below 0",
    ),
    (
        {"terms": [{"count": "limit", "times": 0.25}]},
        "25 % of points agreed on",
    ),
    (
        {"terms": [{"of": "boatmen", "in": "force", "times": 2}]},
        "2 for each Boatmen in the force",
    ),
    ({"terms": [{"of": "net", "in": "unit"}]}, "as many as Net in its unit"),
]


@pytest.mark.parametrize(("document", "words"), AMOUNTS)
def test_an_amount_says_how_it_grows_and_its_bounds(
    document: Any, words: str, known: BookWords
) -> None:
    assert amount_text(read_amount(document), known, UNIT) == words


NET: Any = {"of": "net", "in": "unit", "at_least": 1}
NO_NET: Any = {"of": "net", "in": "unit", "at_most": 0}
CONDITIONS: list[tuple[Any, str]] = [
    (
        {"of": "kind:own", "in": "force", "at_least": 1},
        "when its force is the army's own",
    ),
    (
        {"of": "kind:ally", "in": "force", "at_most": 0},
        "when its force is not an allied one",
    ),
    (
        {"none": [{"of": "kind:companion", "in": "force", "at_least": 1}]},
        "unless its force is one that serves the army",
    ),
    (NET, "when there is Net in its unit"),
    (NO_NET, "when there is no Net in its unit"),
    ({"none": [NET]}, "unless there is Net in its unit"),
    ({"none": [NO_NET]}, "unless there is no Net in its unit"),
    ({**NET, "at_least": 2}, "when there are at least 2 Net in its unit"),
    (
        {"all": [NET, {"switch": "flood"}]},
        "when all of (there is Net in its unit; “The river is high” is on)",
    ),
    (
        {"any": [NET, NO_NET]},
        "when any of (there is Net in its unit; there is no Net in its unit)",
    ),
    ({"none": [{"switch": "flood"}]}, "when “The river is high” is off"),
    ({"none": [{**NET, "at_least": 2}]}, "unless there are at least 2 Net in its unit"),
    (
        {"none": [{**NET, "where": {"of": "spear", "in": "self", "at_least": 1}}]},
        "unless there is Net in its unit (counting only those with Long spear)",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("document", "words"), CONDITIONS)
def test_a_condition_stands_behind_its_rule(
    document: Any, words: str, known: BookWords
) -> None:
    limit = {"key": "k", "title": "T", "of": "net", "max": 0, "when": document}
    text = limit_text(read_limit(limit), known, UNIT)
    assert text == f"No Net in the army, {words}"


def test_a_change_says_whose_attribute_it_changes(known: BookWords) -> None:
    change = {"change": "points", "op": "add", "value": 1, "when": {"switch": "flood"}}
    assert change_text(read_change(change), known, UNIT) == (
        "Itself with all on it costs 1 point more, when “The river is high” is on"
    )


BOUNDS: list[tuple[Any, Any, str]] = [
    (1, 3, "at least 1 and at most 3"),
    (2, 2, "exactly 2"),
    (None, 0, "none"),
    (0, 0, "exactly 0"),
    (None, {"terms": [{"of": "net", "in": "self"}]}, "at most as many as Net on it"),
]


@pytest.mark.parametrize(("low", "high", "words"), BOUNDS)
def test_bounds_are_told_without_what_they_count(
    low: Any, high: Any, words: str, known: BookWords
) -> None:
    least = None if low is None else read_amount(low)
    told = bounds_text(least, read_amount(high), known, Bringer("option"))
    assert told == words
