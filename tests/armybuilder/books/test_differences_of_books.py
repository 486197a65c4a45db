"""Whatever is changed in a book is read back from the list of changes."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from armybuilder.books.differences import differences
from rulesets.core.points import points_text
from rulesets.documents.differences import apply_differences
from rulesets.documents.json import parse
from tests.armybuilder.books.documents import BOOKS

Place = tuple[str | int, ...]
SMALL = 8_000
"""Books with fewer bytes have every value changed; larger ones one of each kind."""


@cache
def book(path: Path) -> Any:
    return parse(path.read_bytes())


def places(value: Any, at: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Yield every value of a document with its place."""
    if at:
        yield at, value
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in parts:
            yield from places(part, (*at, key))


def chosen(path: Path) -> Iterator[tuple[Place, Any]]:
    """Yield all places of a small book; of a larger one the last of each kind."""
    found = list(places(book(path)))
    if path.stat().st_size < SMALL:
        yield from found
        return
    yield from {kind(place): (place, value) for place, value in found}.values()


def kind(place: Place) -> Place:
    return tuple("*" if isinstance(step, int) else step for step in place)


def changed(document: Any, place: Place, act: str, value: Any = None) -> Any:
    """Return a copy of a document, changed at one place and nowhere else."""
    step: Any = place[0]
    rest = place[1:]
    copied: Any = dict(document) if isinstance(document, dict) else list(document)
    if rest:
        copied[step] = changed(document[step], rest, act, value)
    elif act == "set":
        copied[step] = value
    elif act == "remove":
        del copied[step]
    elif act == "add":
        copied.insert(int(step) + 1, value)
    else:
        copied[step] = copied[step][::-1]
    return copied


def other(value: Any) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 7
    return 41 if value is None else f"{value}-changed"


def said(value: Any) -> str:
    """Return a value as a reader looks for it."""
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return value if isinstance(value, str) else points_text(value)


def is_range(place: Place) -> bool:
    return "roll" in place[:-1]


@pytest.mark.sweep(20)
@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_every_value_that_is_changed_is_read_back(
    path: Path, covered: Callable[[int, str], None]
) -> None:
    old, told, count = book(path), set(), 0
    for place, value in chosen(path):
        if isinstance(value, dict | list) or is_range(place):
            continue
        count += 1
        after = other(value)
        new = changed(old, place, "set", after)
        found = differences(old, new)
        text = " ".join(one.text for one in found)
        assert apply_differences(old, [one.difference for one in found]) == new, place
        assert "another order" not in text, (place, text)
        assert text not in told, (place, text)
        told.add(text)
        if isinstance(value, str) and len(str(after)) > 60:
            assert "changed" in text
        else:
            assert said(value) in text, (place, text)
            assert said(after) in text, (place, text)
        if is_name(old, place) or isinstance(place[-1], int):
            assert [one.kind for one in found] == ["added", "removed"], (place, text)
        else:
            (one,) = found
            assert one.difference.path == place
            assert (one.difference.old, one.difference.new) == (value, after)
    covered(count, "values of books")


def is_name(document: Any, place: Place) -> bool:
    """Return whether a part of a list is told apart by what stands here."""
    if len(place) < 2 or not isinstance(place[-2], int):
        return False
    if place[0] == "printed":
        return place[-1] == "title"
    part = document
    for step in place[:-1]:
        part = part[step]
    return place[-1] == next((key for key in ("key", "item") if key in part), "")


@pytest.mark.sweep(20)
@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_every_part_that_comes_or_goes_is_read_back(
    path: Path, covered: Callable[[int, str], None]
) -> None:
    old, count = book(path), 0
    for place, value in chosen(path):
        if is_name(old, place):
            continue
        new = changed(old, place, "remove")
        count += reads_back(old, new, {"removed"}, place)
        count += reads_back(new, old, {"added"}, place)
        if isinstance(place[-1], int) and not is_range(place):
            twice = changed(old, place, "add", deepcopy(value))
            count += reads_back(old, twice, {"added"}, place)
    covered(count, "parts of books")


@pytest.mark.sweep(20)
@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_another_order_is_said_where_only_the_order_changed(
    path: Path, covered: Callable[[int, str], None]
) -> None:
    old, count = book(path), 0
    for place, value in chosen(path):
        if isinstance(value, list) and value != value[::-1] and place[-1] != "roll":
            new = changed(old, place, "reverse")
            count += reads_back(old, new, {"changed"}, place)
            (one,) = differences(old, new)
            assert "in another order: " in one.text
    covered(count, "lists of books")


def reads_back(old: Any, new: Any, kinds: set[str], place: Place) -> int:
    found = differences(old, new)
    values = [one.difference for one in found]
    assert apply_differences(old, unique(values)) == new, place
    if found and not is_range(place):
        assert {one.kind for one in found} == kinds, (place, found)
    return 1


def unique(values: list[Any]) -> list[Any]:
    """Return each difference once: one of a whole list has a sentence for each part."""
    return list({id(value): value for value in values}.values())


@pytest.mark.sweep(20)
@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_book_read_again_has_no_differences(path: Path) -> None:
    assert differences(parse(path.read_bytes()), parse(path.read_bytes())) == ()


def amount(every: int) -> Any:
    limit: Any = {"title": "Special units", "key": "special", "of": "#special"}
    limit["max"] = {"terms": [{"count": "limit", "every": every}]}
    return {"game": "warhammer", "limits": [limit]}


def shield(value: int) -> Any:
    change = {"change": "figure:save", "op": "add", "value": value}
    item = {"key": "shield", "name": "Shield", "changes": [change]}
    return {"game": "warhammer", "items": [item]}


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (shield(-1), shield(-2), "Shield: change 1, value -1 → -2."),
        (
            amount(2000),
            amount(1000),
            "Special units: max, term 1, every 2,000 → 1,000.",
        ),
    ],
)
def test_a_value_inside_a_list_is_no_order(old: Any, new: Any, text: str) -> None:
    assert [one.text for one in differences(old, new)] == [text]
