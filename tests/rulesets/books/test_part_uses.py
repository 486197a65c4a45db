"""The uses of a part of a book, and its removal."""

import json
from itertools import islice
from typing import Any

import pytest

from rulesets.books.checks.check import check_book
from rulesets.books.checks.draft import key_of
from rulesets.books.checks.finding import ERROR
from rulesets.books.load import read_book
from rulesets.books.unit_edits.uses import PartInUseError, remove_part
from rulesets.documents.document_edits import DocumentEditError, apply_edits
from rulesets.documents.places import copied
from rulesets.libraries import library_of
from tests.armybuilder.books.documents import BOOKS

LIST = next(iter(library_of("mordheim", 1).lists.values()))  # type: ignore[union-attr]
BOW = {"key": "star-bow", "name": "Star bow"}


def slot(*options: Any) -> Any:
    return {"key": "arms", "name": "Arms", "options": list(options)}


def book_of(**members: Any) -> Any:
    units = [
        {"key": "archers", "name": "Archers", "slots": [slot({"item": "star-bow"})]},
        {"key": "huntsmen", "name": "Huntsmen", "slots": [slot({"item": "star-bow"})]},
    ]
    head = {"format": "armybuilder.book/1", "key": "b", "game": "warhammer"}
    return {**head, "name": "B", "items": [BOW], "units": units, **members}


def removed(book: Any, place: str) -> Any:
    made = apply_edits(book, remove_part(book, place, with_uses=True))
    read_book(made)
    return made


def test_an_item_in_use_is_not_removed_and_its_users_are_named() -> None:
    with pytest.raises(PartInUseError) as refused:
        remove_part(book_of(), "/items/star-bow")
    assert refused.value.text == "Star bow: used by Archers, Huntsmen (2 options)"
    assert [use.at for use in refused.value.uses] == [
        "/units/archers/slots/arms/options/star-bow",
        "/units/huntsmen/slots/arms/options/star-bow",
    ]


def test_it_goes_with_its_uses_where_this_is_asked() -> None:
    made = removed(book_of(), "/items/star-bow")
    assert made["items"] == []
    assert [unit["slots"][0]["options"] for unit in made["units"]] == [[], []]


def test_a_part_that_nobody_names_goes_alone() -> None:
    (edit,) = remove_part(book_of(), "/units/archers")
    assert (edit.op, edit.at) == ("remove", "/units/archers")


def test_a_part_that_the_library_has_as_well_is_never_missed() -> None:
    bow = {"key": "long-bow", "name": "Long bow"}
    unit = {"key": "a", "name": "A", "slots": [slot({"item": "long-bow"})]}
    book = book_of(items=[bow], units=[unit], library=1)
    made = apply_edits(book, remove_part(book, "/items/long-bow"))
    assert read_book(made).items["long-bow"].name == "Long bow"
    assert made["items"] == []


def limit(of: Any, **more: Any) -> Any:
    return {"key": "few", "title": "Few of them", "of": of, "max": 1, **more}


def test_a_limit_about_a_unit_alone_goes_with_it() -> None:
    made = removed(book_of(limits=[limit("archers")]), "/units/archers")
    assert made["limits"] == []


def test_a_unit_that_another_needs_stays_and_one_that_the_army_needs_goes() -> None:
    needs = {"key": "needs", "title": "Archers lead", "of": "archers", "min": 1}
    made = removed(book_of(limits=[needs]), "/units/archers")
    assert made["limits"] == []
    book = book_of()
    book["units"][1]["limits"] = [needs]
    with pytest.raises(PartInUseError, match=r"Huntsmen \(1 limit\); change these"):
        remove_part(book, "/units/archers", with_uses=True)


def test_a_limit_about_several_units_loses_one() -> None:
    book = book_of(limits=[limit(["archers", "huntsmen"])])
    assert removed(book, "/units/archers")["limits"][0]["of"] == ["huntsmen"]


def test_a_condition_keeps_its_unit() -> None:
    asks = {"of": "archers", "at_least": 1}
    book = book_of(limits=[limit("huntsmen", when=asks)])
    with pytest.raises(PartInUseError) as refused:
        remove_part(book, "/units/archers", with_uses=True)
    assert refused.value.text == (
        "Archers: used by the army (1 condition); change these first"
    )


def test_what_a_unit_says_of_itself_does_not_keep_it() -> None:
    book = book_of()
    book["units"][0]["limits"] = [limit("archers")]
    (edit,) = remove_part(book, "/units/archers")
    assert (edit.op, edit.at) == ("remove", "/units/archers")


def test_a_category_with_units_stays() -> None:
    book = book_of(categories=[{"key": "core", "name": "Core"}])
    book["units"][0]["category"] = "core"
    with pytest.raises(PartInUseError) as refused:
        remove_part(book, "/categories/core", with_uses=True)
    assert "used by Archers (1 category)" in refused.value.text


def test_a_list_goes_with_the_slots_that_offer_it() -> None:
    bows = {"key": "bows", "name": "Bows", "options": [{"item": "star-bow"}]}
    offer = {"key": "arms", "name": "Arms", "list": "bows"}
    unit = {"key": "archers", "name": "Archers", "slots": [offer]}
    book = book_of(lists=[bows], units=[unit])
    with pytest.raises(PartInUseError) as refused:
        remove_part(book, "/lists/bows")
    assert refused.value.text == "Bows: used by Archers (1 slot)"
    made = removed(book, "/lists/bows")
    assert made["lists"] == made["units"][0]["slots"] == []


def test_an_option_of_a_list_that_a_slot_names_alone_stays() -> None:
    bows = {"key": "bows", "name": "Bows", "options": [{"item": "star-bow"}]}
    offer = {"key": "arms", "name": "Arms", "list": "bows", "only": ["star-bow"]}
    unit = {"key": "archers", "name": "Archers", "slots": [offer]}
    with pytest.raises(PartInUseError, match="change these first"):
        remove_part(
            book_of(lists=[bows], units=[unit]), "/items/star-bow", with_uses=True
        )


def test_a_stat_line_of_a_model_stays() -> None:
    line = {"key": "elf", "characteristics": {}}
    unit = {"key": "a", "name": "A", "profiles": [line]}
    unit["models"] = [{"key": "elf", "name": "Elf", "profile": "elf"}]
    with pytest.raises(PartInUseError, match="used by A"):
        remove_part(book_of(units=[unit]), "/units/a/profiles/elf")


@pytest.mark.parametrize("place", ["", "/units", "/units/nobody", "/name", "/a/b"])
def test_a_place_without_a_part_is_refused(place: str) -> None:
    with pytest.raises(DocumentEditError):
        remove_part(book_of(), place)


def test_an_option_that_the_librarys_list_lacks_is_missed() -> None:
    own = {**copied(LIST), "options": [*LIST["options"], {"item": "star-bow"}]}
    offer: Any = {"key": "arms", "name": "Arms", "list": own["key"]}
    offer["only"] = ["star-bow"]
    unit = {"key": "a", "name": "A", "slots": [offer]}
    book = book_of(game="mordheim", lists=[own], units=[unit], library=1)
    with pytest.raises(PartInUseError, match=r"used by A \(1 slot\)"):
        remove_part(book, f"/lists/{own['key']}", with_uses=True)
    offer["only"] = [key_of(LIST["options"][0])]
    assert removed(book, f"/lists/{own['key']}")["lists"] == []


MEMBERS = ("units", "items", "rules", "lists", "categories", "switches")


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_parts_of_every_book_go_without_an_error_behind_or_say_who_needs_them(
    path: Any,
) -> None:
    book = json.loads(path.read_text(encoding="utf-8"))
    places = [f"/{of}/{one['key']}" for of in MEMBERS for one in book.get(of, ())]
    before = {found.code for found in check_book(book) if found.level == ERROR}
    before.add("book-empty")
    for place in islice(places, 0, None, max(1, len(places) // 5)):
        try:
            made = apply_edits(book, remove_part(book, place, with_uses=True))
        except PartInUseError:
            continue
        after = [f for f in check_book(made) if f.level == ERROR]
        assert [f for f in after if f.code not in before] == [], place
