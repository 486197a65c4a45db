"""Accepted findings are folded with their reason, and stay true as a book grows."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.books.checks.acceptance import AskedApart
from rulesets.books.checks.check import check_book
from rulesets.books.checks.finding import Finding
from rulesets.books.load import read_book
from rulesets.documents.json import DocumentError, check
from tests.armybuilder.books.documents import small_book, small_unit

FREE = {"code": "unit-free", "at": "/units/spears/points", "because": "It is a gift."}


def free_book(*accepted: Any, **more: Any) -> Any:
    return small_book(units=[small_unit(points=0)], accepted=list(accepted), **more)


@pytest.mark.parametrize("at", ["/units/spears/points", "/units/0/points"])
def test_an_accepted_warning_is_folded_and_not_lost(at: str) -> None:
    (finding,) = check_book(free_book({**FREE, "at": at}))
    assert (finding.code, finding.because) == ("unit-free", "It is a gift.")
    assert not finding.is_open
    (same,) = check_book(free_book())
    assert replace(finding, because="") == same


def test_an_acceptance_by_key_stays_with_its_unit_when_another_comes_before() -> None:
    book = free_book(FREE)
    book["units"].insert(0, small_unit(key="bows", name="Bows", points=0))
    told = {one.pointer: one.because for one in check_book(book)}
    assert told == {"/units/0/points": "", "/units/1/points": "It is a gift."}


@pytest.mark.parametrize(
    "wrong",
    [
        {"code": "unit-fre"},
        {"at": "/units/bows/points"},
        {"at": "/units/0"},
        {"at": ""},
    ],
)
def test_an_acceptance_that_matches_nothing_is_a_finding(wrong: Any) -> None:
    found = check_book(free_book({**FREE, **wrong}))
    assert [(one.code, one.is_open) for one in found] == [
        ("unit-free", True),
        ("acceptance-idle", True),
    ]


def test_the_same_acceptance_twice_is_one_too_many() -> None:
    codes = [one.code for one in check_book(free_book(FREE, FREE))]
    assert codes == ["unit-free", "acceptance-idle"]


def test_an_error_stays_and_its_acceptance_is_another() -> None:
    reason = {**FREE, "code": "price-negative"}
    book = small_book(units=[small_unit(points=-5)], accepted=[reason])
    found = check_book(book)
    assert [(one.code, one.level, one.because) for one in found] == [
        ("price-negative", "error", ""),
        ("acceptance-of-error", "error", ""),
    ]


def test_what_only_a_site_can_find_is_not_missed_elsewhere() -> None:
    lost = {"code": "key-lost", "at": "/units/bows", "because": "Nobody had them."}
    book = small_book(accepted=[lost])
    assert check_book(book) == ()
    gone = Finding("key-lost", "warning", "/units", "Bows are gone", "/units/bows")
    (found,) = check_book(book, apart=lambda _: AskedApart((gone,)))
    assert found.because == "Nobody had them."


def test_what_was_looked_for_and_not_found_is_accepted_in_vain() -> None:
    reason = {"code": "army-not-found", "at": "/units/spears", "because": "So it is."}
    book = small_book(accepted=[reason])
    assert check_book(book) == ()
    asked = AskedApart(codes=frozenset({"army-not-found"}))
    (found,) = check_book(book, apart=lambda _: asked)
    assert found.code == "acceptance-idle"


def test_a_reason_is_needed() -> None:
    with pytest.raises(DocumentError) as problem:
        check("book", free_book({**FREE, "because": ""}))
    assert problem.value.where == "/accepted/0/because"


def test_what_is_accepted_changes_nothing_of_the_book_that_armies_are_of() -> None:
    with_reason, without = read_book(free_book(FREE)), read_book(free_book())
    assert replace(with_reason, sha256="") == replace(without, sha256="")
