"""The one table of special rules: every key once, and a fate for every rule."""

import json
from collections import Counter
from pathlib import Path

from rulesets.games.warhammer.book_rules import OF_BOOKS
from rulesets.games.warhammer.combat.answers import COMBAT
from rulesets.games.warhammer.special_rules import (
    OF_GAME,
    RULES,
    SPECIAL_RULES,
    keys_of,
    title_of,
    why_not,
)

BOOKS = Path(__file__).parents[4] / "fixtures" / "books"


def printed() -> set[str]:
    """Return the rules that the books print, by key."""
    documents = [
        json.loads(path.read_bytes()) for path in BOOKS.glob("warhammer-*.json")
    ]
    return {rule["key"] for book in documents for rule in book.get("rules", ())}


def test_every_key_stands_once() -> None:
    found = Counter(row.key for row in (*OF_GAME, *OF_BOOKS))
    assert [key for key, count in found.items() if count > 1] == []


def test_every_rule_that_a_book_prints_has_a_row_and_so_a_fate() -> None:
    assert sorted(printed() - set(SPECIAL_RULES)) == []


def test_a_row_of_books_is_printed_by_one_and_a_row_of_the_game_by_the_game() -> None:
    of_books = {key for key, row in SPECIAL_RULES.items() if row.of_book}
    assert sorted(of_books - printed()) == []
    assert not of_books & set(RULES)


def test_every_row_says_what_it_is_and_where_it_is_printed() -> None:
    for row in SPECIAL_RULES.values():
        assert row.name, row.key
        assert row.source, row.key
        assert row.of_book or row.summary, row.key


def test_what_is_asked_names_a_question_and_nothing_else_does() -> None:
    known = {question.key for kind in COMBAT.kinds for question in kind.situation}
    for row in SPECIAL_RULES.values():
        assert (row.fate.kind == "asked") == bool(row.fate.question), row.key
        assert not row.fate.question or row.fate.question in known, row.key


def test_what_tells_only_before_contact_says_why_it_is_left_out_there() -> None:
    for key in keys_of("elsewhere"):
        assert SPECIAL_RULES[key].fate.before_contact, key


def test_multiple_wounds_count_with_the_dice_that_are_printed() -> None:
    assert why_not("multiple-wounds", 3) == ""
    assert why_not("multiple-wounds", 2) == (
        "how many wounds is not said: a D3 or a D6"
    )


def test_a_rule_that_nobody_knows_is_named_by_its_key() -> None:
    assert title_of("never-heard-of") == ("Never heard of", "")
    assert why_not("never-heard-of", 0) == "its dice are not worked out here"
