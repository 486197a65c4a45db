"""What changed between two book documents, in sentences."""

from typing import Any

import pytest

from armybuilder.books.differences import differences
from tests.armybuilder.books.documents import FIGURES, RICH, small_book, small_unit


def texts(old: Any, new: Any) -> list[str]:
    return [difference.text for difference in differences(old, new)]


def test_the_same_document_has_no_differences() -> None:
    assert differences(RICH, RICH) == ()


CASES: list[tuple[Any, list[str]]] = [
    ({"points": 110}, ["Spears: points 100 → 110."]),
    ({"points": 99.5}, ["Spears: points 100 → 99.5."]),
    ({"name": "Pikes"}, ["Spears: name “Spears” → “Pikes”."]),
    ({"rules": ["shield-wall", {"key": "armour-piercing", "x": 2}]},
     ["Spears: special rule armour-piercing 2 added."]),
    ({"rules": []}, ["Spears: special rule shield-wall removed."]),
    ({"items": ["bow"]}, ["Spears: item bow added."]),
    ({"note": "n" * 9}, ["Spears: note - → “nnnnnnnnn”."]),
    ({"slots": [{"key": "s", "name": "Arms", "options": []}]},
     ["Spears: slot Arms added."]),
    ({"tags": ["a", "b"]}, ["Spears: tags “a” added.", "Spears: tags “b” added."]),
    ({"per_slot": 2}, ["Spears: per slot - → 2."]),
]  # fmt: skip


@pytest.mark.parametrize(("change", "expected"), CASES)
def test_a_changed_unit_is_told_in_a_sentence(change: Any, expected: list[str]) -> None:
    new = small_book(units=[small_unit(**change)])
    assert texts(small_book(), new) == expected


def test_a_changed_figure_names_the_stat_line() -> None:
    unit = small_unit()
    unit["profiles"] = [
        {
            "key": "spears",
            "characteristics": {**unit["profiles"][0]["characteristics"], "save": 4},
        }
    ]
    assert texts(small_book(), small_book(units=[unit])) == [
        "Spears, spears: Save 5 → 4."
    ]


def test_a_figure_is_called_as_on_cards() -> None:
    def book(strength: Any, bonus: int) -> Any:
        line = {"key": "p", "name": "Spears", "characteristics": {"s": strength}}
        stats = {"charge-bonus": bonus, "luck": bonus}
        lance = {"key": "lance", "name": "Lance", "stats": stats}
        units = [small_unit(profiles=[line])]
        return small_book(game="warhammer", units=units, items=[lance])

    assert texts(book(3, 1), book("four", 2)) == [
        "Spears: Strength 3 → “four”.",
        "Lance: Bonus of Strength in the turn of a charge 1 → 2.",
        "Lance: luck 1 → 2.",
    ]


def test_a_stat_line_of_the_same_name_is_not_named_twice() -> None:
    def with_save(save: int) -> Any:
        figures = {**FIGURES, "save": save}
        profile = {"key": "p", "name": "Spears", "characteristics": figures}
        return small_book(units=[small_unit(profiles=[profile])])

    assert texts(with_save(5), with_save(4)) == ["Spears: Save 5 → 4."]


def test_added_and_removed_units_are_told_with_their_price() -> None:
    new = small_book(units=[small_unit(key="bows", name="Bows", points=125)])
    assert [(one.kind, one.text) for one in differences(small_book(), new)] == [
        ("added", "Unit Bows (125 points) added."),
        ("removed", "Unit Spears (100 points) removed."),
    ]


def test_an_option_says_where_it_stands() -> None:
    def with_price(points: int) -> Any:
        option = {"key": "horn", "name": "Horn", "points": points}
        slot = {"key": "extras", "name": "Extras", "options": [option]}
        return small_book(units=[small_unit(slots=[slot])])

    assert texts(with_price(5), with_price(8)) == [
        "Spears, Extras, Horn: points 5 → 8."
    ]


def test_a_special_rule_that_gets_another_x_is_told() -> None:
    def with_x(x: int) -> Any:
        rules = [{"key": "armour-piercing", "x": x}]
        return small_book(units=[small_unit(rules=rules)])

    assert texts(with_x(1), with_x(2)) == ["Spears, armour-piercing: x 1 → 2."]


def test_another_order_is_a_difference() -> None:
    one, two = small_unit(), small_unit(key="bows", name="Bows")
    assert texts(small_book(units=[one, two]), small_book(units=[two, one])) == [
        "Units in another order: Spears after Bows."
    ]


def test_every_change_of_the_rich_book_is_told() -> None:
    """Whatever part is taken away, there is at least one sentence about it."""
    for key in RICH:
        if key not in ("format", "key", "game", "name", "units"):
            less = {name: part for name, part in RICH.items() if name != key}
            assert texts(RICH, less), key
            assert texts(less, RICH), key


BELL: Any = {"key": "bell", "name": "Bell", "points": 15}
LIST: Any = {"key": "relics", "name": "Relics", "options": [BELL]}
HEADS: Any = {"key": "heads", "title": "Heads", "amount": 3}


def test_what_a_list_offers_is_told_option_by_option() -> None:
    old = small_book(lists=[LIST])
    assert texts(small_book(), old) == ["List of options Relics added."]
    dearer = {**LIST, "options": [{**BELL, "points": 20}]}
    assert texts(old, small_book(lists=[dearer])) == ["Relics, Bell: points 15 → 20."]
    assert texts(old, small_book(lists=[{**LIST, "options": []}])) == [
        "Relics: option Bell (15 points) removed."
    ]


def test_a_slot_that_takes_another_list_is_told() -> None:
    def book(**slot: Any) -> Any:
        slots = [{"key": "s", "name": "Arms", **slot}]
        return small_book(lists=[LIST], units=[small_unit(slots=slots)])

    assert texts(book(options=[]), book(list="relics")) == [
        "Spears, Arms: list - → “relics”.",
        "Spears, Arms: options [] → -.",
    ]
    assert texts(book(list="relics"), book(list="relics", only=["bell"])) == [
        "Spears, Arms: only “bell” added."
    ]


def test_a_tally_is_told() -> None:
    old, new = small_book(tallies=[HEADS]), small_book(tallies=[{**HEADS, "amount": 4}])
    assert texts(small_book(), old) == ["Tally Heads added."]
    assert texts(old, new) == ["Heads: amount 3 → 4."]


def test_a_book_of_mordheim_counts_in_crowns() -> None:
    old = {"game": "mordheim", "units": [{"key": "rat", "name": "Rat", "points": 15}]}
    dog = {"key": "dog", "name": "Dog", "points": 1}
    new = {**old, "units": [{"key": "rat", "name": "Rat", "points": 20}, dog]}
    assert [one.text for one in differences(old, new)] == [
        "Rat: gold crowns 15 → 20.",
        "Unit Dog (1 gold crown) added.",
    ]
