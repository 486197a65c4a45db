"""Mending: the steps of an edit, what is refused, and all that a book has at once."""

from copy import deepcopy
from typing import Any

import pytest

from rulesets.books.checks.check import check_book
from rulesets.books.checks.finding import (
    Found,
    Replacement,
    finding_document,
    misnamed,
    replace_by,
    take_out,
)
from rulesets.books.checks.mends import mend_book
from rulesets.books.checks.places import mended
from tests.armybuilder.books.documents import small_book, small_unit

DOCUMENT = {"a": [1, 2, 3], "b": {"c": 4}}

STEPS: list[tuple[Any, Any]] = [
    (replace_by("/a/1", 5), {"a": [1, 5, 3], "b": {"c": 4}}),
    (replace_by("/a/3", 5), {"a": [1, 2, 3, 5], "b": {"c": 4}}),
    (replace_by("/b/d", [5]), {"a": [1, 2, 3], "b": {"c": 4, "d": [5]}}),
    (take_out("/a/0"), {"a": [2, 3], "b": {"c": 4}}),
    (take_out("/b"), {"a": [1, 2, 3]}),
    (
        (*take_out("/b/c"), Replacement("/b/x~1y", 4)),
        {"a": [1, 2, 3], "b": {"x/y": 4}},
    ),
]


@pytest.mark.parametrize(("mend", "after"), STEPS)
def test_a_mend_is_made_step_by_step_on_a_copy(mend: Any, after: Any) -> None:
    before = deepcopy(DOCUMENT)
    assert mended(DOCUMENT, mend) == after
    assert before == DOCUMENT


def test_a_part_that_stands_at_two_places_is_mended_at_one() -> None:
    part = {"key": "same"}
    assert mended([part, part], replace_by("/1/key", "other")) == [
        {"key": "same"},
        {"key": "other"},
    ]


@pytest.mark.parametrize("place", ["/x/y", "/a/9/z", "/b/c/d/e"])
def test_a_place_that_is_not_there_is_refused(place: str) -> None:
    with pytest.raises(LookupError):
        mended(DOCUMENT, replace_by(place, 0))


def faulty() -> Any:
    few = {"key": "few", "title": "Few", "of": "speers", "min": 3, "max": 1}
    units = [small_unit(points=-5, rules=["terrifing"]), small_unit(key="b", points=-7)]
    return small_book(units=units, limits=[few])


def test_all_of_some_codes_are_mended_and_others_stay() -> None:
    book = faulty()
    new, done = mend_book(book, {"price-negative", "target-unknown"})
    assert [one.pointer for one in done] == [
        "/units/0/points",
        "/units/1/points",
        "/limits/0/of",
    ]
    assert [unit["points"] for unit in new["units"]] == [5, 7]
    assert new["limits"][0]["of"] == "spears"
    assert {one.code for one in check_book(new)} == {"rule-unknown", "range-backwards"}
    assert book == faulty()


def test_what_is_accepted_is_not_mended() -> None:
    reason = {"code": "list-unused", "at": "/lists/l", "because": "For later."}
    lists = [{"key": "l", "name": "L", "options": [{"key": "o", "name": "O"}]}]
    book = small_book(lists=lists, accepted=[reason])
    assert mend_book(book, {"list-unused"}) == (book, ())


def test_a_mend_that_would_bring_an_error_is_not_made() -> None:
    slot = {"key": "extras", "name": "Extras", "options": []}
    none = {"key": "none", "title": "None", "of": "slot:extras", "max": 0}
    book = small_book(units=[small_unit(slots=[slot])], limits=[none])
    assert {one.code for one in check_book(book)} == {"slot-empty", "ban-idle"}
    assert mend_book(book, {"slot-empty"}) == (book, ())
    new, done = mend_book(book, {"slot-empty", "ban-idle"})
    assert [one.code for one in done] == ["ban-idle", "slot-empty"]
    assert new == small_book(units=[small_unit(slots=[])], limits=[])


def test_a_finding_as_a_document_says_all_of_it() -> None:
    book = small_book(units=[small_unit(rules=["terrifing"])])
    assert [finding_document(one) for one in check_book(book)] == [
        {
            "code": "rule-unknown",
            "level": "error",
            "pointer": "/units/0/rules/0",
            "at": "/units/spears/rules/terrifing",
            "sentence": "neither Charge v2 nor the book has a special rule 'terrifing'",
            "did_you_mean": ["terrifying"],
            "mend": [{"pointer": "/units/0/rules/0", "value": "terrifying"}],
        }
    ]


def test_a_name_that_is_close_to_none_is_mended_otherwise_or_not_at_all() -> None:
    assert misnamed("/a", "no", "xyz", ["abc"]) == Found("/a", "no")
    gone = take_out("/a")
    assert misnamed("/a", "no", "xyz", ["abc"], otherwise=gone).mend == gone
