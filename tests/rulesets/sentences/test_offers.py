"""Blanks, and the values that an author may fill them with."""

from typing import Any

import pytest

from rulesets.sentences.blanks import BLANKS, part_of_blank, word_of_blank
from rulesets.sentences.offers import SENTENCE, offers
from rulesets.sentences.places import Bringer
from rulesets.sentences.reader import read_statement
from rulesets.sentences.sentence import every_blank, filled
from rulesets.sentences.teller import PLACES, tell
from rulesets.sentences.writer import write_fragment
from tests.rulesets.sentences.documents import statements, words

NAME = "mordheim-reikland"
UNIT = Bringer("unit")
WORDS = words(NAME)


def keys(blank: str, search: str = "") -> list[str]:
    return [one.key for one in offers(blank, WORDS, UNIT, search)]


def test_what_is_used_most_is_offered_first() -> None:
    for blank in ("things", "place", "figure", "whom"):
        found = offers(blank, WORDS, UNIT)
        order = [-one.uses for one in found]
        assert order == sorted(order)
        assert found[0].uses > 0


def test_uses_are_counted_over_the_whole_document() -> None:
    counted = sum(
        value == "bearer" and word_of_blank(str(path[-1])) == "place"
        for _, statement in statements(NAME)
        for path, value in every_blank(statement)
    )
    assert WORDS.uses[("place", "bearer")] == counted > 0


def test_a_search_finds_words_of_names_and_of_keys() -> None:
    assert "long-bow" in keys("things", "bow LONG")
    assert "#henchman" in keys("things", "henchm")
    assert keys("things", "no such thing") == []


def test_a_blank_offers_only_what_it_holds() -> None:
    assert all(key.startswith("mordheim-") for key in keys("armies"))
    assert set(keys("carried")) == {k for k in keys("things") if k.startswith("rule:")}
    assert set(keys("need")) == set(WORDS.needs)
    assert set(keys("beside")) == {"unit", "bearer", "parent"}
    assert keys("text") == []


def test_self_is_called_by_what_brings_the_rule() -> None:
    of_unit = {one.key: one.name for one in offers("place", WORDS, UNIT)}
    of_item = {one.key: one.name for one in offers("place", WORDS, Bringer("item"))}

    assert of_unit["self"] == "in this unit"
    assert of_item["self"] == "on it"


@pytest.mark.parametrize("blank", [x for x in BLANKS if word_of_blank(x)])
def test_every_offer_may_fill_its_blank(blank: str) -> None:
    found = offers(blank, WORDS, UNIT)

    assert len({one.name for one in found}) == len(found)
    for one in found:
        value: Any = (one.key,) if word_of_blank(blank) == "target" else one.key
        assert BLANKS[blank].holds(value, WORDS)


def test_blanks_of_statements_offer_sentences() -> None:
    for blank in ("whom", "query", "when", "where", "conditions", "terms", "n"):
        assert part_of_blank(blank)
        assert offers(blank, WORDS, UNIT)
    assert keys("whom")[0] == "whom-bearer-tag"
    assert WORDS.uses[(SENTENCE, "whom-bearer-tag")] > 0


def test_whatever_a_rule_of_the_book_is_filled_with_is_offered() -> None:
    for _, statement in statements(NAME):
        for path, value in every_blank(statement):
            kind, blank = word_of_blank(str(path[-1])), str(path[-1])
            if kind == "target":
                assert set(value) <= set(keys("things"))
            elif kind and blank in ("place", "figure", "gear", "category", "bound"):
                assert value in keys(blank), (blank, value)


def test_an_offer_that_is_taken_is_in_the_sentence() -> None:
    limit = {"of": "bow", "in": "self", "max": 1}
    said = read_statement("limit", limit, WORDS)
    (army,) = offers("place", WORDS, UNIT, "in the army")
    new = filled(said, ("place",), army.key)

    assert tell(new, WORDS, UNIT) == "At most 1 Bow in the army"
    assert write_fragment(new, limit) == {"of": "bow", "max": 1}


def test_each_place_that_every_book_has_is_explained() -> None:
    found = {one.key: one.hint for one in offers("place", WORDS, UNIT)}
    assert {key for key, hint in found.items() if hint} == {"self", *PLACES}
