"""Lists of options that several slots share: written once, taken whole or in part."""

from typing import Any

import pytest

from rulesets.books.book import Book, Entry
from rulesets.books.load import BookError, read_book
from rulesets.documents.json import DocumentError
from tests.rulesets.legality.small import army_of

ITEMS = [
    {"key": "sword", "name": "Sword", "tags": ["weapon"], "points": 10},
    {"key": "axe", "name": "Axe", "tags": ["weapon"], "points": 5},
    {"key": "bow", "name": "Bow", "points": 8},
]
WEAPONS = {
    "key": "weapons",
    "name": "Weapons",
    "options": [{"item": "sword"}, {"item": "axe", "max": 2}, {"item": "bow"}],
}
MATERIALS = {
    "key": "materials",
    "name": "Materials",
    "options": [{"key": "silver", "name": "Silver", "points": 20}],
}


def slot(**parts: Any) -> dict[str, Any]:
    return {"key": "arms", "name": "Arms", "list": "weapons", **parts}


def document(*slots: Any, lists: Any = (WEAPONS,)) -> dict[str, Any]:
    """Return a book of one hero with some slots."""
    return {
        "format": "armybuilder.book/1",
        "key": "test",
        "game": "charge",
        "name": "Test Book",
        "items": ITEMS,
        "lists": list(lists),
        "units": [{"key": "hero", "name": "Hero", "slots": list(slots)}],
    }


def book(*slots: Any, **parts: Any) -> Book:
    return read_book(document(*slots, **parts), 1)


def hero(of: Book) -> Entry:
    return of.units["hero"]


def test_a_slot_offers_all_of_its_list_in_its_order() -> None:
    known = book(slot())

    assert list(hero(known).entries) == ["sword", "axe", "bow"]
    assert hero(known).slots[0].entries == ("sword", "axe", "bow")
    assert hero(known).slots[0].listed == "weapons"


@pytest.mark.parametrize(
    ("choice", "offered"),
    [
        ({"only": ["bow", "sword"]}, ["sword", "bow"]),
        ({"except": ["axe"]}, ["sword", "bow"]),
        ({"only": ["bow", "sword"], "except": ["bow"]}, ["sword"]),
    ],
    ids=["only", "except", "both"],
)
def test_a_slot_may_offer_a_part_of_its_list(
    choice: dict[str, Any], offered: list[str]
) -> None:
    assert list(hero(book(slot(**choice))).entries) == offered


def test_what_is_left_out_of_a_list_cannot_be_bought() -> None:
    known = book(slot(**{"except": ["axe"]}))

    assert army_of(known, ("hero", "axe")).said == [
        ("f1/s1/s2", "Hero: Axe is not offered here; it counts no points.")
    ]


def test_the_ranges_of_a_list_hold_at_every_slot_and_of_what_is_left_out_nothing() -> (
    None
):
    known = book(slot(**{"except": ["sword"]}))

    assert {limit.query.of for limit in hero(known).limits} == {("axe",), ("bow",)}
    found = army_of(known, ("hero", "3 axe"))
    assert found.points == 15
    assert [text for _, text in found.said] == [
        "Hero, Axe: 3 of at most 2, 1 too many."
    ]


def test_an_option_of_a_list_is_found_by_the_slot_that_it_was_taken_from() -> None:
    main, spare = slot(key="main", max=1), slot(key="spare", only=["bow"], max=0)
    with pytest.raises(BookError) as caught:
        book(main, spare)
    assert caught.value.where == "/units/0/slots/1"
    assert "'bow' stands in two slots" in caught.value.text

    known = book(slot(key="main", only=["sword", "axe"], max=1), spare)
    assert "slot:main" in hero(known).entries["sword"].keys
    assert "slot:spare" in hero(known).entries["bow"].keys
    assert [m.text for m in army_of(known, ("hero", "bow")).review.messages] == [
        "Hero, Arms: 1, and none is allowed."
    ]


def test_two_units_share_a_list_and_each_has_its_own_slot() -> None:
    paper = document(slot(key="main"))
    paper["units"].append({"key": "page", "name": "Page", "slots": [slot(key="belt")]})
    known = read_book(paper)

    assert "slot:main" in known.units["hero"].entries["sword"].keys
    assert "slot:belt" in known.units["page"].entries["sword"].keys
    assert "slot:main" not in known.units["page"].entries["sword"].keys


def test_a_default_starts_an_option_of_a_list_at_that_slot_only() -> None:
    paper = document(slot(key="main", default=["sword"]))
    paper["units"].append({"key": "page", "name": "Page", "slots": [slot(key="main")]})
    known = read_book(paper)

    assert known.units["hero"].entries["sword"].start == 1
    assert known.units["page"].entries["sword"].start == 0


def test_a_list_may_use_the_lists_before_it() -> None:
    material = {"key": "material", "name": "Material", "list": "materials", "max": 1}
    blades = {
        "key": "weapons",
        "name": "Weapons",
        "options": [{"item": "sword", "slots": [material]}],
    }
    known = book(slot(), lists=(MATERIALS, blades))

    found = army_of(known, ("hero", ("sword", "silver")))
    assert (found.points, found.said) == (30, [])
    assert set(known.lists) == {"materials", "weapons"}


def test_a_list_may_not_use_a_list_behind_it() -> None:
    material = {"key": "material", "name": "Material", "list": "materials"}
    blades = {**WEAPONS, "options": [{"item": "sword", "slots": [material]}]}

    with pytest.raises(BookError) as caught:
        book(slot(), lists=(blades, MATERIALS))

    assert caught.value.where == "/lists/0/options/0/slots/0/list"
    assert "'materials'" in caught.value.text


@pytest.mark.parametrize(
    ("wrong", "where", "word"),
    [
        (document(slot(list="spears")), "/units/0/slots/0/list", "'spears'"),
        (document(slot(only=["mace"])), "/units/0/slots/0/only/0", "'mace'"),
        (
            document(slot(**{"except": ["bow", "mace"]})),
            "/units/0/slots/0/except/1",
            "'mace'",
        ),
        (document(slot(default=["mace"])), "/units/0/slots/0/default/0", "'mace'"),
        (
            document(slot(only=["bow"], default=["axe"])),
            "/units/0/slots/0/default/0",
            "'axe'",
        ),
        (document(slot(), lists=(WEAPONS, WEAPONS)), "/lists/1/key", "/lists/0"),
        (
            document(lists=({**WEAPONS, "options": [{"item": "pike"}]},)),
            "/lists/0/options/0/item",
            "'pike'",
        ),
        (
            document(
                lists=({**WEAPONS, "options": [{"item": "axe"}, {"item": "axe"}]},)
            ),
            "/lists/0/options/1/item",
            "'axe'",
        ),
    ],
    ids=[
        "a list that is not there",
        "only what is not in it",
        "except what is not in it",
        "a default that is not in it",
        "a default that was left out",
        "two lists of one key",
        "an item that the book does not have",
        "one option twice",
    ],
)
def test_a_mistake_in_a_list_is_told_with_its_place(
    wrong: dict[str, Any], where: str, word: str
) -> None:
    with pytest.raises(BookError) as caught:
        read_book(wrong)

    assert caught.value.where == where
    assert word in caught.value.text


@pytest.mark.parametrize(
    "parts",
    [
        {"options": [{"item": "bow"}]},
        {"only": ["bow"], "list": None},
    ],
    ids=["options beside a list", "a part of no list"],
)
def test_a_slot_has_options_of_its_own_or_of_a_list(parts: dict[str, Any]) -> None:
    wrong = slot(**parts)
    if wrong["list"] is None:
        del wrong["list"]

    with pytest.raises(DocumentError) as caught:
        book(wrong)
    assert caught.value.where.startswith("/units/0/slots/0")


def chain(length: int, **each: Any) -> list[dict[str, Any]]:
    """Return lists of two options, each of which has a slot of the list before."""
    lists: list[dict[str, Any]] = [WEAPONS]
    for number in range(length):
        inner = [{**slot(), "list": lists[-1]["key"]}]
        two = [{"key": key, "name": key, "slots": inner, **each} for key in "ab"]
        lists.append({"key": f"list-{number}", "name": "List", "options": two})
    return lists


def test_lists_within_lists_are_read_once_each() -> None:
    known = book(slot(list="list-59"), lists=chain(60))

    a, b = (hero(known).entries[key] for key in "ab")
    assert a.entries["a"] is b.entries["a"]


def test_what_comes_along_with_what_comes_along_has_a_bound() -> None:
    with pytest.raises(BookError) as refused:
        book(slot(list="list-59"), lists=chain(60, min=1))

    assert refused.value.where == "/units/0"
    assert refused.value.text == "more than 200 selections come along with a"


def test_options_of_lists_have_a_bound_over_all_slots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rulesets.books.load_parts.MOST_LISTED", 100)
    many = [{"key": f"thing-{n}", "name": "Thing"} for n in range(10)]
    things = {"key": "things", "name": "Things", "options": many}
    units = [
        {
            "key": f"hero-{n}",
            "name": "Hero",
            "slots": [{"key": f"slot-{n}", "name": "Slot", "list": "things"}],
        }
        for n in range(11)
    ]

    with pytest.raises(BookError) as refused:
        read_book({**document(lists=[things]), "units": units})

    assert refused.value.where == "/units/9/slots/0"
    assert "more than 100 options of lists" in refused.value.text


def test_a_slot_reads_only_what_it_offers_of_a_list() -> None:
    many = [{"key": f"thing-{n}", "name": "Thing"} for n in range(250)]
    things = {"key": "things", "name": "Things", "options": many}
    units = [
        {
            "key": f"hero-{n}",
            "name": "Hero",
            "slots": [{**slot(list="things", only=["thing-7"]), "key": f"slot-{n}"}],
        }
        for n in range(300)
    ]

    known = read_book({**document(lists=[things]), "units": units})

    assert known.units["hero-299"].entries["thing-7"].keys[3] == "slot:slot-299"
