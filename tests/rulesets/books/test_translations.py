"""Texts of books in other languages."""

from typing import Any

import pytest

from rulesets.books.load import read_book
from rulesets.books.translations import (
    DONE,
    MISSING,
    STALE,
    texts_of,
    translated,
    translations_of,
    with_translations,
)
from rulesets.documents.json import parse
from tests.real_books import BOOKS, KEYS

BOOK: Any = {
    "name": "Rats",
    "units": [{"key": "ogres", "name": "Ogres", "note": "Large"}],
}


def test_a_translated_book_has_its_texts_in_the_language_and_the_same_keys() -> None:
    made = with_translations(BOOK, "de", {"/units/ogres/name": "Oger"})
    spoken = translated(made, "de")
    unit = {"key": "ogres", "name": "Oger", "note": "Large"}
    assert spoken == {"name": "Rats", "units": [unit], "language": "de"}


def test_a_text_that_changed_since_is_stale_and_stays_as_it_is() -> None:
    made = with_translations(BOOK, "de", {"/name": "Ratten"})
    later = {**made, "name": "Rats and more"}
    states = {one.at: one.state for one in translations_of(later, "de")}
    assert states["/name"] == STALE
    assert states["/units/ogres/name"] == MISSING
    assert translated(later, "de")["name"] == "Rats and more"
    again = with_translations(later, "de", {"/name": "Ratten"})
    assert translations_of(again, "de")[0].state == DONE


def test_the_last_translation_that_is_taken_away_leaves_nothing() -> None:
    made = with_translations(BOOK, "de", {"/name": "Ratten"})
    assert with_translations(made, "de", {"/name": ""}) == BOOK


def test_a_place_without_a_text_is_left_out() -> None:
    assert with_translations(BOOK, "de", {"/units/gone/name": "Weg"}) == BOOK


@pytest.mark.parametrize("key", KEYS)
def test_every_text_of_every_book_is_translated_and_nothing_else(key: str) -> None:
    document = parse((BOOKS / f"{key}.json").read_bytes())
    texts = texts_of(document)
    wanted = {at: f"{text[:70]}…" for at, text in texts.items()}
    made = with_translations(document, "de", wanted)
    spoken = translated(made, "de")
    assert [*texts_of(spoken).values()] == [*wanted.values()]
    same = translated(with_translations(document, "de", texts), "de")
    assert {**same, "language": 0} == {**document, "language": 0}
    before, after = read_book(document), read_book(spoken)
    assert before.units.keys() == after.units.keys()
    assert before.sha256 != after.sha256
