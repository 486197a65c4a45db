"""No change of a book gives or takes a piece of gear that the book does not have."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulesets.books.book import Book, Entry
from rulesets.libraries import whole_document
from tests.real_books import BOOKS, KEYS, real_book

FILES = sorted(BOOKS.glob("*.json"))


def parts(document: Any, place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every object of a document with the keys above it."""
    if isinstance(document, dict):
        name = document.get("key") or document.get("item") or ""
        place = f"{place}/{name}" if name else place
        yield place, document
        for part in document.values():
            yield from parts(part, place)
    elif isinstance(document, list):
        for part in document:
            yield from parts(part, place)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_change_of_gear_names_an_item_of_its_book(path: Path) -> None:
    document = json.loads(path.read_text())
    known = {item["key"] for item in whole_document(document).get("items", ())}
    changed = [
        (place, part["value"])
        for place, part in parts(document)
        if part.get("change") == "gear"
    ]

    assert [(where, key) for where, key in changed if key not in known] == []


def test_the_sweep_sees_changes_of_gear() -> None:
    seen = sum(
        part.get("change") == "gear"
        for path in FILES
        for _, part in parts(json.loads(path.read_text()))
    )

    assert seen >= 100


def taken(entry: Entry, book: Book) -> Iterator[tuple[str, str]]:
    """Yield whom and what every change takes from the bearer of an entry."""
    hosts = [(entry.item or entry.key, entry.changes)]
    hosts += [(g.key, book.items[g.key].carried.changes) for g in entry.gear]
    for host, changes in hosts:
        for change in changes:
            if change.attribute == "gear" and change.op == "remove":
                yield host, str(change.value)


def below(entry: Entry) -> Iterator[Entry]:
    yield entry
    for option in entry.entries.values():
        yield from below(option)


@pytest.mark.parametrize("key", KEYS)
def test_what_a_change_takes_away_one_of_its_bearers_can_have(key: str) -> None:
    book = real_book(key)
    asked: set[tuple[str, str]] = set()
    found: set[tuple[str, str]] = set()
    for unit in book.entries.values():
        if unit.kind != "unit":
            continue
        entries = [*below(unit)]
        gear = {piece.key for entry in entries for piece in entry.gear}
        gear |= {entry.item for entry in entries}
        these = {pair for entry in entries for pair in taken(entry, book)}
        asked |= these
        found |= {(host, item) for host, item in these if item in gear}

    assert asked - found == set()
