"""Documents that break the schema: other mistakes are told in the same answer."""

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rulesets.books.checks.check import check_book
from rulesets.documents.json import problems
from rulesets.documents.problem import pointer
from tests.armybuilder.books.documents import printed_book
from tests.real_books import KEYS

Document = dict[str, Any]
Spoil = Callable[[Document], object]
BOOK: Document = {
    "format": "armybuilder.book/1",
    "key": "testers",
    "game": "charge",
    "name": "Testers",
    "items": [{"key": "spear", "name": "Spear"}, {"key": "horn", "name": "Horn"}],
    "units": [
        {"key": "rats", "name": "Rats", "points": 10},
        {"key": "orcs", "name": "Orcs", "points": 10, "items": ["spear", "spera"]},
        {"key": "elves", "name": "Elves", "points": 10, "rules": ["terrifing"]},
    ],
}
NAMED = [("/units/1/items/1", "item-unknown"), ("/units/2/rules/0", "rule-unknown")]


def spoilt(*spoils: Spoil) -> Document:
    document = copy.deepcopy(BOOK)
    for spoil in spoils:
        spoil(document)
    return document


def told(document: Document) -> list[tuple[str, str]]:
    """Return the places and codes of errors, those of the schema first."""
    found = check_book(document)
    broken = [one.pointer for one in found if one.code == "schema"]
    assert broken == [one.where for one in problems("book", document)]
    return [(one.pointer, one.code) for one in found if one.code != "schema"]


SPOILS: list[Spoil] = [
    lambda one: one["units"][0].update(points="many"),
    lambda one: one["units"][0].update(colour="red"),
    lambda one: one["units"][0].pop("key"),
    lambda one: one["units"][0].update(key="Bad Key"),
    lambda one: one.update(limits=[{"key": "x"}]),
    lambda one: one["units"].insert(0, 5) or one["units"].pop(1),
    lambda one: one["items"][0].update(zap=1),
]


@pytest.mark.parametrize("spoil", SPOILS)
def test_wrong_names_are_told_beside_what_breaks_the_schema(spoil: Spoil) -> None:
    assert told(spoilt(spoil)) == NAMED


def test_all_that_is_broken_at_once_hides_no_wrong_name() -> None:
    assert told(spoilt(SPOILS[0], *SPOILS[4:5], SPOILS[6])) == NAMED


def test_what_was_left_out_is_not_missed() -> None:
    """Horns are there, in a part that cannot be read; nobody knows its name else."""

    def carried(document: Document) -> None:
        document["units"][0]["items"] = ["horn"]

    def numbered(document: Document) -> None:
        document["items"][1]["name"] = 7

    def misnamed(document: Document) -> None:
        document["items"][1]["key"] = "Horn!"

    def unnamed(document: Document) -> None:
        document["items"][1].pop("key")

    assert told(spoilt(carried, numbered)) == NAMED
    assert told(spoilt(carried, unnamed)) == NAMED[1:]
    assert told(spoilt(carried, misnamed)) == NAMED[1:]


@pytest.mark.parametrize(
    "document",
    [None, [], 5, {}, {**BOOK, "game": 5}, {**BOOK, "units": 5}, {**BOOK, "key": ""}],
)
def test_what_cannot_be_read_without_is_told_alone(document: Any) -> None:
    assert told(document) == []


# -- every printed book, spoilt somewhere ---------------------------------------------

RUBBISH: tuple[Any, ...] = (None, 5.5, "Not this!", [[]], {"zap": 1})
SPOILT = 8
"""Times that each book is spoilt. Nothing empty is put in: names are then missed."""


def places(value: Any, where: str = "") -> Iterator[tuple[Any, Any, str]]:
    """Yield each holder of a value in a document, its key or index there, its place."""
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    for step, part in steps:
        at = where + pointer([step])
        yield value, step, at
        if isinstance(part, dict | list):
            yield from places(part, at)


@pytest.mark.sweep(12)
@pytest.mark.parametrize("name", KEYS)
def test_of_a_printed_book_spoilt_somewhere_nothing_else_is_told(
    name: str, covered: Callable[[int, str], None]
) -> None:
    drawn = random.Random(name)  # noqa: S311 - no secret
    for number in range(SPOILT):
        document = copy.deepcopy(printed_book(name))
        spoilt_at = []
        for _ in range(1 + number % 3):
            holder, step, at = drawn.choice([*places(document)])
            holder[step] = drawn.choice(RUBBISH)
            spoilt_at.append(at)
        if problems("book", document):
            covered(1, "spoilt books")
            for where, code in told(document):
                assert where.startswith(tuple(spoilt_at)), (number, where, code)
