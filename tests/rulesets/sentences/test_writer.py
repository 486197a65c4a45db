"""A statement with one blank changed changes that member of its document alone."""

import json
from typing import Any

import pytest

from rulesets.documents.json import parse
from rulesets.sentences.blanks import BLANKS
from rulesets.sentences.reader import read_statement, row_pattern
from rulesets.sentences.sentence import Path, Statement, every_blank, filled
from rulesets.sentences.writer import write_fragment
from tests.rulesets.sentences.documents import NAMES, every_rule, statements, words

OTHERS: dict[str, tuple[Any, Any]] = {
    "things": (("first",), ("second", "#third")),
    "thing": (("first",), ("second", "#third")),
    "some": (("first",), ("second", "#third")),
    "each": (("first",), ("second", "#third")),
    "tags": (("#first",), ("#second",)),
    "classes": (("#first",), ("#second", "#third")),
    "carried": (("rule:first",), ("rule:second",)),
    "armies": (("game-first",), ("game-second", "game-third")),
    "beside": ("parent", "bearer"),
    "holder": ("unit", "bearer"),
    "share": (0.125, 0.375),
    "better": (-41, -42),
    "less": (-41, -42),
    "word": ("first", "second"),
    "attribute": ("points", "figure:first"),
    "op": ("multiply", "at-least"),
    "round": ("up", "no"),
    **dict.fromkeys(("dice", "term"), ("to-hit", "to-wound")),
    "test": ("test:fear", "test:break"),
    "rolled": ("failures", "ones"),
    "doing": ("set", "add"),
    **dict.fromkeys(("attacks", "who", "owner"), ("against", "unit")),
    **dict.fromkeys(("bonus", "level", "success", "face"), (2, 3)),
    **dict.fromkeys(("when", "unless"), (("charging",), ("shooting", "moved"))),
}
"""Two other values for blanks that are not filled with any text or any number."""


def another(name: str, value: Any) -> Any:
    """Return something else for a blank that holds a value; none if there is none."""
    if name == "deep":
        return None
    if name in OTHERS:
        first, second = OTHERS[name]
        return second if value == first else first
    return "first" if isinstance(value, str | dict) else value + 40


def leaves(value: Any, where: str = "") -> dict[str, Any]:
    """Return every member of a document that has no members itself, by its place."""
    if isinstance(value, dict):
        parts = [(f"{where}/{key}", part) for key, part in value.items()]
    elif isinstance(value, list) and any(isinstance(part, dict) for part in value):
        parts = [(f"{where}/{index}", part) for index, part in enumerate(value)]
    else:
        return {where: value}
    return {
        place: leaf for one in parts for place, leaf in leaves(one[1], one[0]).items()
    }


def changed(old: Any, new: Any) -> set[str]:
    """Return the places where two documents differ."""
    before, after = leaves(old), leaves(new)
    both = before.keys() | after.keys()
    missing = object()
    return {x for x in both if before.get(x, missing) != after.get(x, missing)}


def often(statement: Statement, path: Path) -> int:
    """Return how many members of a document a blank fills: a row may say it twice."""
    name, *rest = path
    is_line = name in statement.lines
    filling = (
        1 if is_line else repr(row_pattern(statement.sentence)[0]).count(f"?{name}'")
    )
    if rest:
        below = statement.parts[str(name)]
        if isinstance(below, tuple):
            below, rest = below[int(rest[0])], rest[1:]
        return max(filling, 1) * often(below, tuple(rest))
    return max(filling, 1)


@pytest.mark.parametrize("name", NAMES)
def test_one_blank_changes_one_member(name: str) -> None:
    for place, statement in statements(name):
        for path, value in every_blank(statement):
            other = another(str(path[-1]), value)
            if other is None:
                continue
            new = filled(statement, path, other)
            written = write_fragment(new, place.fragment)
            differences = changed(place.fragment, written)
            assert len(differences) == often(statement, path), (place.where, path)
            same = [k for k in place.fragment if k in written]
            assert [k for k in written if k in place.fragment] == same


@pytest.mark.parametrize("name", NAMES)
def test_what_one_blank_says_is_read_again(name: str) -> None:
    for place, statement in statements(name):
        for path, value in every_blank(statement):
            other = another(str(path[-1]), value)
            if other is None:
                continue
            new = filled(statement, path, other)
            written = write_fragment(new, place.fragment)
            again = read_statement(place.part, written, words(name))
            assert write_fragment(again) == write_fragment(new)


def test_every_kind_of_blank_that_the_books_fill_is_changed_by_it() -> None:
    filled_ones = {
        str(path[-1]) for _, _, said in every_rule() for path, _ in every_blank(said)
    }
    assert len(filled_ones & set(BLANKS)) > 25


OLD = """{
  "key": "arrows", "title": "Arrows", "max": {"base": 1, "terms": [], "least": 0},
  "in": "army", "of": ["bow"], "message": "No.",
  "when": {"in": "army", "of": "elf", "at_least": 1}
}"""


def read(text: str) -> tuple[Any, Statement]:
    old = parse(text)
    return old, read_statement("limit", old, words("charge-elves"))


def test_what_is_spelled_out_stays_where_something_else_changes() -> None:
    old, said = read(OLD)
    new = write_fragment(filled(said, ("when", "some"), ("orc",)), old)

    assert json.dumps(new) == json.dumps(old).replace('"elf"', '"orc"')


def test_a_place_that_was_spelled_out_and_becomes_another_stays_in_its_order() -> None:
    old, said = read(OLD)
    new = write_fragment(filled(said, ("place",), "force"), old)

    assert list(new) == list(old)
    assert new["in"] == "force"


def test_a_condition_of_another_shape_takes_nothing_of_the_old_one_along() -> None:
    old, said = read(OLD)
    other = read_statement("when", {"switch": "night"}, words("charge-elves"))
    new = write_fragment(Statement(said.sentence, said.blanks, {"when": other}), old)

    assert new["when"] == {"switch": "night"}
    assert {k: v for k, v in new.items() if k != "when"} == {
        k: v for k, v in old.items() if k != "when"
    }


def test_a_line_that_goes_goes_from_the_document() -> None:
    old, said = read(OLD)
    new = write_fragment(Statement(said.sentence, said.blanks), old)

    assert new == {k: v for k, v in old.items() if k != "when"}


def test_a_blank_that_a_sentence_does_not_have_cannot_be_filled() -> None:
    _, said = read(OLD)
    with pytest.raises(KeyError):
        filled(said, ("gear",), "bow")
