"""Every limit, change, condition and amount of the project is read by a sentence."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rulesets.core.effects import read_effect
from rulesets.core.query import (
    read_amount,
    read_change,
    read_condition,
    read_limit,
)
from rulesets.sentences.engine_rules import change_statement, limit_statement
from rulesets.sentences.reader import read_statement
from rulesets.sentences.sentence import Statement, every_statement
from rulesets.sentences.teller import tell
from rulesets.sentences.writer import write_fragment
from tests.rulesets.sentences.documents import (
    BESIDE,
    NAMES,
    document,
    every_rule,
    statements,
    words,
)

READY = 0.99
"""Share of limits and of changes that a ready sentence says, at the least."""

ENGINE: dict[str, Callable[[Any], Any]] = {
    "limit": lambda part: read_limit({"key": "k", "title": "t", **part}),
    "change": read_change,
    "condition": read_condition,
    "amount": read_amount,
    "effect": read_effect,
}
"""A part as the engine reads it, which knows nothing of sentences."""


def test_there_are_as_many_limits_and_changes_as_lists_in_the_documents() -> None:
    text = "".join(json.dumps(document(name)) for name in NAMES)
    counted = Counter(place.part for _, place, _ in every_rule())

    assert counted["change"] == text.count('"change": ')
    assert counted["limit"] > 850


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_that_is_read_and_written_is_the_same_text(name: str) -> None:
    for place, statement in statements(name):
        again = write_fragment(statement, place.fragment)
        assert json.dumps(again) == json.dumps(place.fragment), place.where


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_that_is_written_afresh_is_the_same_to_the_engine(name: str) -> None:
    for place, statement in statements(name):
        beside = () if place.part == "effect" else BESIDE
        said = {k: v for k, v in place.fragment.items() if k not in beside}
        engine = ENGINE[place.part]
        assert engine(write_fragment(statement)) == engine(said), place.where


@pytest.mark.parametrize("name", NAMES)
def test_what_the_engine_makes_of_a_rule_is_the_same_statement(name: str) -> None:
    for place, statement in statements(name):
        if place.part == "effect":
            continue
        rule = ENGINE[place.part](place.fragment)
        read = limit_statement if place.part == "limit" else change_statement
        other = read(rule, words(name))
        assert keys(other) == keys(statement), place.where
        telling = words(name), place.bringer
        assert tell(other, *telling) == tell(statement, *telling)


def test_hardly_any_rule_is_written_afresh_with_other_members() -> None:
    """Some spell a default."""
    others = 0
    for _, place, statement in every_rule():
        beside = () if place.part == "effect" else BESIDE
        said = {k: v for k, v in place.fragment.items() if k not in beside}
        others += write_fragment(statement) != said

    assert others < 60


# -- conditions and amounts wherever they are ------------------------------------------


def inner_parts(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield every condition and every amount that is no number, by their names."""
    if isinstance(value, dict):
        if "terms" in value:
            yield "amount", value
        for name, part in value.items():
            # A list of an effect holds moments.
            if name in ("when", "where") and not isinstance(part, list):
                yield "condition", part
            if name in ("all", "any", "none") and isinstance(part, list):
                yield from (("condition", one) for one in part)
            yield from inner_parts(part)
    elif isinstance(value, list):
        for one in value:
            yield from inner_parts(one)


@pytest.mark.parametrize("name", NAMES)
def test_a_condition_or_an_amount_is_read_wherever_it_is(name: str) -> None:
    for part, fragment in inner_parts(document(name)):
        statement = read_statement(part, fragment, words(name))
        again = write_fragment(statement, fragment)
        assert json.dumps(again) == json.dumps(fragment)
        assert ENGINE[part](write_fragment(statement)) == ENGINE[part](fragment)


# -- which sentences read them ---------------------------------------------------------


@pytest.mark.parametrize("part", ["limit", "change"])
def test_ready_sentences_say_nearly_everything(part: str) -> None:
    said = [statement for _, place, statement in every_rule() if place.part == part]
    ready = sum(statement.sentence.is_ready for statement in said)

    assert ready >= READY * len(said)


LEFT_TO_THE_GRAMMAR = [
    ("warhammer-orcs-and-goblins", "change-plain-add"),
    ("charge", "limit-plain-at-most"),
    ("mordheim", "limit-plain-at-least"),
    ("warhammer", "limit-plain-at-least"),
]
"""Rules that no ready sentence says; `docs/sentences.md` counts all the others."""


def test_the_rules_that_only_the_grammar_says_are_known() -> None:
    plain = [
        (name, statement.sentence.key)
        for name, _, statement in every_rule()
        if not statement.sentence.is_ready
    ]
    assert plain == LEFT_TO_THE_GRAMMAR


def read(part: str, fragment: Any, book: str = "mordheim-reikland") -> Statement:
    return read_statement(part, fragment, words(book))


def keys(statement: Statement) -> list[str]:
    return [one.sentence.key for one in every_statement(statement)]


def test_what_is_spelled_out_and_what_is_left_out_are_one_statement() -> None:
    short = {"of": "dagger", "max": 1}
    long: Any = {
        "count": "selections",
        "of": ["dagger"],
        "in": "army",
        "where": None,
        "max": {"base": 1, "terms": []},
        "deep": True,
    }
    assert read("limit", short) == read("limit", long)


def test_the_first_row_that_fits_reads_a_part() -> None:
    assert keys(read("limit", {"of": "bow", "in": "unit", "max": 0})) == [
        "limit-not-with"
    ]
    assert keys(read("limit", {"of": "bow", "in": "self", "max": 0})) == ["limit-none"]
    assert keys(read("limit", {"of": "mordheim-skaven", "max": 0})) == ["limit-not-for"]
    assert keys(read("limit", {"count": "forces", "max": 2})) == [
        "limit-plain-at-most",
        "query-forces",
    ]


def test_a_part_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="no sentence reads the limit"):
        read("limit", {"of": "bow"})
