"""Libraries: what books inherit is what they would say themselves, for ever."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from rulesets.books.checks import inheritance
from rulesets.books.checks.check import check_book
from rulesets.books.load import BookError, read_book
from rulesets.games import GAMES
from rulesets.libraries import (
    PARTS,
    inherited,
    newest_number,
    whole_document,
)
from rulesets.libraries.shared_parts import FOLDER
from tests.real_books import BOOKS

FILES = sorted(BOOKS.glob("*.json"))
LIBRARIES = sorted(Path(str(FOLDER)).glob("*.json"))

RELEASED: dict[str, str] = {
    "charge-1": "318d8116acaa76f1ef45c1724f55c3c9a258eff2",
    "mordheim-1": "bc6d403ac00d5d6706532acb681a4725cf4a8949",
    "scrollhammer-1": "8ecb160ae3b99a0e844f00a9734d4bfc467d5968",
    "warhammer-1": "31c1a6b224d50ebfb35fa46b0e6ae93333eda204",
}
"""SHA-256 of every library that was released, cut: a change needs a new number."""


def book(**more: Any) -> Any:
    """Return a book of Charge with one unit that carries javelins."""
    unit = {"key": "skirmishers", "name": "Skirmishers", "items": ["javelins"]}
    return {
        "format": "armybuilder.book/1",
        "key": "testers",
        "game": "charge",
        "name": "Testers",
        "library": 1,
        "units": [unit],
        **more,
    }


def test_a_book_inherits_an_item_that_it_names() -> None:
    assert read_book(book()).items["javelins"].stats["range"] == 18
    assert [*inherited(book()).items] == ["javelins"]


def test_its_own_item_overrules_the_library() -> None:
    own = {"key": "javelins", "name": "Darts", "stats": {"range": 9}}
    assert read_book(book(items=[own])).items["javelins"].name == "Darts"
    assert [*inherited(book(items=[own])).overruled["items"]] == ["javelins"]


def test_it_inherits_nothing_that_it_does_not_name() -> None:
    assert [*read_book(book()).items] == ["javelins"]


def test_without_a_library_an_item_has_to_be_there() -> None:
    alone = {key: part for key, part in book().items() if key != "library"}
    with pytest.raises(BookError, match="no item 'javelins'"):
        read_book(alone)
    assert whole_document(alone) is alone


def test_a_library_that_there_is_not_is_refused_at_its_place() -> None:
    with pytest.raises(BookError, match="charge has no library 9") as refused:
        read_book(book(library=9))
    assert refused.value.where == "/library"


def test_what_a_change_takes_away_is_not_inherited() -> None:
    change = {"change": "gear", "op": "remove", "value": "short-bows"}
    assert [*inherited(book(changes=[change])).items] == ["javelins"]
    given = {**change, "op": "add"}
    assert {*inherited(book(changes=[given])).items} == {"javelins", "short-bows"}


def test_a_list_brings_its_items() -> None:
    slot = {"key": "beast", "name": "Beast", "list": "mounts"}
    unit = {"key": "hero", "name": "Hero", "slots": [slot]}
    taken = inherited(book(game="mordheim", units=[unit]))
    assert [*taken.lists] == ["mounts"]
    assert {*taken.items} == {"horse", "mule", "warhorse", "barding"}


@pytest.mark.sweep(37)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_book_is_the_same_as_with_all_parts_written_out(path: Path) -> None:
    document = json.loads(path.read_text("utf-8"))
    whole = {k: v for k, v in whole_document(document).items() if k != "library"}
    assert replace(read_book(document), sha256="") == replace(
        read_book(whole), sha256=""
    )


@pytest.mark.parametrize("path", LIBRARIES, ids=lambda path: path.stem)
def test_a_released_library_never_changes(path: Path) -> None:
    assert sha256(path.read_bytes()).hexdigest()[:40] == RELEASED[path.stem]


def test_no_released_library_is_gone() -> None:
    assert {path.stem for path in LIBRARIES} == {*RELEASED}


@pytest.mark.parametrize("path", LIBRARIES, ids=lambda path: path.stem)
def test_a_library_is_a_book_by_itself_without_a_fault(path: Path) -> None:
    document = json.loads(path.read_text("utf-8"))
    assert document["format"] == "armybuilder.game-library/1"
    assert f"{document['game']}-{document['number']}" == path.stem
    slots = [group["slot"] for group in document.get("groups", ())]
    units = [
        {"key": f"unit-{number}", "name": "Unit", "slots": [slot]}
        for number, slot in enumerate(slots)
    ]
    parts = {of: document[of] for of in PARTS if of in document}
    alone = {**book(game=document["game"], units=units), **parts}
    del alone["library"]
    read_book(alone)
    found = [one for one in check_book(alone) if one.level == "error"]
    faults = [one for one in found if one.code not in OF_A_BOOK]
    assert [(one.pointer, one.text) for one in faults] == []


OF_A_BOOK = ("target-unknown", "book-empty", "limit-idle")
"""Errors about units that a library does not have."""


def test_every_game_has_a_library() -> None:
    assert [newest_number(key) for key in GAMES] == [1] * len(GAMES)


def test_a_newer_library_is_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inheritance, "newest_number", lambda _: 2)
    found = [one for one in check_book(book()) if one.code == "library-older"]
    assert [(one.level, one.pointer, one.sentence) for one in found] == [
        ("hint", "/library", "Charge v2 has a newer library, 2")
    ]


def test_findings_about_inherited_parts_are_not_the_books() -> None:
    assert not any(one.pointer.startswith("/items") for one in check_book(book()))
