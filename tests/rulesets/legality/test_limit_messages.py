"""The words of messages: each names its unit, and the numbers that a template asks."""

from typing import Any

import pytest

from rulesets.books.book import Book
from tests.rulesets.legality.small import army_of, book_of


def spears(message: str) -> Book:
    """Return a book whose boar riders carry a spear that their mob may not have."""
    banned = {"key": "banned", "title": "No spears", "of": "*", "in": "self", "max": 0}
    spear: dict[str, Any] = {"key": "spear", "limits": [{**banned, "message": message}]}
    rider = {"key": "boss", "slots": [{"key": "arms", "options": [spear]}]}
    return book_of({"key": "boar-riders", "models": [rider]})


def said(message: str, **agreed: Any) -> str:
    army = army_of(spears(message), ("boar-riders", ("boss", "spear")), **agreed)
    ((where, text),) = army.said
    assert where == "f1/s1/s2/s3"
    return text


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("", "Boar Riders, Spear, No spears: 1, and none is allowed."),
        ("{name}: not here.", "Boar Riders, Spear: not here."),
        ("{name} is for orcs.", "Boar Riders: Spear is for orcs."),
        ("A spear is for orcs.", "Boar Riders: a spear is for orcs."),
        ("Boar Riders have no spear.", "Boar Riders have no spear."),
        ("The boar riders have no spear.", "The boar riders have no spear."),
    ],
)
def test_what_is_told_beside_a_choice_names_its_unit(message: str, text: str) -> None:
    assert said(message) == text


def test_a_unit_of_one_word_is_not_named_by_the_same_word_in_a_sentence() -> None:
    spear = {
        "key": "spear",
        "limits": [
            {
                "key": "banned",
                "title": "No spears",
                "of": "*",
                "in": "self",
                "max": 0,
                "message": "A captain has no spear.",
            }
        ],
    }
    book = book_of({"key": "captain", "slots": [{"key": "arms", "options": [spear]}]})

    assert army_of(book, ("captain", "spear")).said == [
        ("f1/s1/s2", "Captain: a captain has no spear.")
    ]


def test_what_is_told_of_the_whole_army_has_no_unit_before_it() -> None:
    limit = {"key": "few", "title": "Few orcs", "of": "orc", "max": 1}
    book = book_of({"key": "orc"}, limits=[limit])

    assert army_of(book, "orc", "orc").said == [
        ("f1/s2", "Few orcs: 2 of at most 1, 1 too many. See the second Orc.")
    ]


@pytest.mark.parametrize(("agreed", "size"), [({"limit": 2000}, "2,000"), ({}, "15")])
def test_a_template_may_say_the_size_of_the_army(agreed: Any, size: str) -> None:
    limit = {"key": "few", "title": "Few", "of": "orc", "max": 0}
    limit["message"] = "{count} in an army of {size} points."
    book = book_of({"key": "orc", "points": 15}, limits=[limit])

    assert army_of(book, "orc", **agreed).said == [
        ("f1/s1", f"1 in an army of {size} points. See Orc.")
    ]
