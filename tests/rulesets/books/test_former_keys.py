"""Keys of former editions: rosters are read with the present ones."""

from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.books.checks.lost_keys import lost_keys
from rulesets.books.former_keys import with_present_keys
from rulesets.books.load import BookError, read_book
from rulesets.legality import review
from rulesets.rosters.roster import Force, Loadout, Roster, Selection


def book_of(unit: str, model: str, option: str, item: str, /, **former: Any) -> Any:
    """Return a book; ``former`` are the former keys of each."""

    def named(kind: str, key: str) -> dict[str, Any]:
        had = {"renamed_from": [former[kind]]} if kind in former else {}
        return {"key": key, "name": kind.capitalize(), **had}

    options = [named("option", option), {"item": item}]
    slot = {"key": "gear", "name": "Gear", "options": options}
    one = {**named("model", model), "min": 1, "points": 5, "slots": [slot]}
    return {
        "format": "armybuilder.book/1",
        "key": "b",
        "game": "warhammer",
        "name": "B",
        "items": [named("item", item)],
        "units": [{**named("unit", unit), "models": [one]}],
    }


OLD = book_of("spears", "spear", "drum", "bow")
NEW = book_of(
    *("pikes", "pike", "horn", "longbow"),
    unit="spears",
    model="spear",
    option="drum",
    item="bow",
)


def army(unit: str, model: str, option: str, item: str) -> Roster:
    gear = (Selection("s3", option), Selection("s4", item))
    shots = (Loadout("Shots", (item,)),)
    group = Selection("s2", model, 10, selections=gear, loadouts=shots)
    units = (Selection("s1", unit, selections=(group,)),)
    return Roster("warhammer", "Army", forces=(Force("f1", "b", 2, units),))


def shelf(book: Book) -> dict[tuple[str, int], Book]:
    return {("b", 2): book}


def test_an_army_of_former_keys_is_read_with_the_present_ones() -> None:
    books = shelf(read_book(NEW, 2))
    old = army("spears", "spear", "drum", "bow")
    now = army("pikes", "pike", "horn", "longbow")
    assert with_present_keys(old, books) == now
    assert with_present_keys(now, books) is now


def test_an_army_of_former_keys_is_judged_as_that_of_the_present_ones() -> None:
    books = shelf(read_book(NEW, 2))
    old = review(army("spears", "spear", "drum", "bow"), books)
    now = review(army("pikes", "pike", "horn", "longbow"), books)
    assert old == now
    assert old.points == 50
    assert not [m for m in old.messages if m.code == "unknown-entry"]


def test_without_saying_so_a_former_key_is_unknown() -> None:
    silent = book_of("pikes", "pike", "horn", "longbow")
    found = review(army("spears", "spear", "drum", "bow"), shelf(read_book(silent, 2)))
    assert "unknown-entry" in {message.code for message in found.messages}


def test_a_key_that_an_edition_has_means_what_has_it() -> None:
    both = {**NEW, "units": [*NEW["units"], {"key": "spears", "name": "Spears"}]}
    found = with_present_keys(
        army("spears", "spear", "drum", "bow"), shelf(read_book(both, 2))
    )
    assert found.forces[0].units[0].entry == "spears"


def test_a_renamed_key_is_not_lost_and_one_that_is_silent_is() -> None:
    assert list(lost_keys(OLD, NEW)) == []
    silent = book_of("pikes", "pike", "horn", "longbow")
    (unit,) = lost_keys(OLD, silent)
    assert (unit.key, unit.now) == ("spears", "pikes")
    below = book_of("spears", "pike", "horn", "longbow")
    lost = [(one.key, one.now) for one in lost_keys(OLD, below)]
    assert lost == [("spear", "pike"), ("drum", "horn"), ("bow", "longbow")]


def test_a_former_key_stays_known_in_the_editions_after() -> None:
    forgets = book_of("pikes", "pike", "horn", "longbow")
    assert {one.key for one in lost_keys(NEW, forgets)} >= {"spears"}


@pytest.mark.parametrize("had", ["spears", ["No key"], ["a", "a"], ["a"] * 11])
def test_former_keys_are_a_short_list_of_keys(had: Any) -> None:
    unit = {**OLD["units"][0], "renamed_from": had}
    with pytest.raises(BookError) as refused:
        read_book({**OLD, "units": [unit]})
    assert refused.value.where.startswith("/units/0/renamed_from")
