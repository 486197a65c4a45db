"""Differences lead from one document to the other, and say nothing that is not so."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from rulesets.documents.differences import apply_differences, find_differences
from rulesets.documents.json import canonical, parse

BOOKS = sorted((Path(__file__).parents[3] / "fixtures" / "books").glob("*.json"))
KEYS = some.sampled_from(["key", "item", "title", "value", "options", "rules", "roll"])
DOCUMENTS = some.recursive(
    some.none() | some.booleans() | some.integers(0, 3) | some.sampled_from("ab"),
    lambda parts: (
        some.lists(parts, max_size=4) | some.dictionaries(KEYS, parts, max_size=4)
    ),
    max_leaves=25,
)


def leads_from_one_to_the_other(old: Any, new: Any) -> None:
    before = canonical(old)
    found = list(find_differences(old, new))
    assert canonical(apply_differences(old, found)) == canonical(new)
    assert canonical(old) == before
    assert bool(found) == (canonical(old) != canonical(new))


@given(DOCUMENTS, DOCUMENTS)
def test_differences_of_any_two_documents_make_the_one_of_the_other(
    old: Any, new: Any
) -> None:
    leads_from_one_to_the_other({"units": old}, {"units": new})
    leads_from_one_to_the_other({"units": old}, {"units": old})


@pytest.mark.sweep(20)
@pytest.mark.parametrize(("one", "other"), list(pairwise(BOOKS)))
def test_differences_make_one_book_of_another(one: Path, other: Path) -> None:
    old, new = parse(one.read_bytes()), parse(other.read_bytes())
    leads_from_one_to_the_other(old, new)
    leads_from_one_to_the_other(new, old)


@pytest.mark.sweep(20)
@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_differences_undo_a_hundred_random_changes(path: Path) -> None:
    old = parse(path.read_bytes())
    new = parse(path.read_bytes())
    chance = Random(path.stem)  # noqa: S311 - nothing secret
    for _ in range(100):
        change(new, chance)
    leads_from_one_to_the_other(old, new)


def change(document: Any, chance: Random) -> None:
    """Take something out of a list or an object, put it twice, or shuffle it."""
    part = chance.choice(list(inner(document)))
    if isinstance(part, dict):
        key = chance.choice(list(part))
        part[key] = [part.pop(key), 1]
        return
    act = chance.choice(("drop", "twice", "shuffle"))
    if act == "shuffle":
        chance.shuffle(part)
    elif act == "drop":
        part.pop(chance.randrange(len(part)))
    else:
        part.insert(chance.randrange(len(part)), chance.choice(part))


def inner(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list) and value:
        yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from inner(part)


def test_an_order_is_a_difference_only_where_nothing_else_changed() -> None:
    old = {"tags": ["a", "b", "c"]}
    (moved,) = find_differences(old, {"tags": ["c", "a", "b"]})
    assert (moved.kind, moved.old, moved.new) == ("moved", (0, 1, 2), (2, 0, 1))
    found = list(find_differences(old, {"tags": ["b", "c", "d"]}))
    assert [one.kind for one in found] == ["added", "removed"]


def test_two_parts_of_one_key_stay_two() -> None:
    old = {"profiles": [{"key": "rider", "save": 5}, {"key": "rider", "save": 3}]}
    new = {"profiles": [{"key": "rider", "save": 5}, {"key": "rider", "save": 2}]}
    assert list(find_differences(old, old)) == []
    (found,) = find_differences(old, new)
    assert (found.path, found.old, found.new) == (("profiles", 1, "save"), 3, 2)
