"""Units made from names alone, copied within a book and into another."""

import json
from typing import Any

import pytest

from rulesets.books.load import read_book
from rulesets.books.unit_edits.copies import copy_unit, duplicate_unit
from rulesets.books.unit_edits.keys import key_of
from rulesets.books.unit_edits.new_parts import (
    new_book,
    new_category,
    new_item_uses,
    new_model,
    new_options,
    new_rule_uses,
    new_slot,
    new_stat_line,
    new_unit,
)
from rulesets.books.unit_edits.stock import stock_of
from rulesets.books.unit_edits.typed_parts import read_priced
from rulesets.documents.document_edits import apply_edits
from rulesets.games import GAMES
from rulesets.legality import review
from rulesets.rosters.roster import Force, Roster, Selection
from rulesets.sentences.offers import document_words
from rulesets.sentences.places import Bringer
from rulesets.sentences.reader import read_statement
from rulesets.sentences.teller import tell
from tests.armybuilder.books.documents import BOOKS, printed_book

EMPIRE = printed_book("warhammer-empire")


def book_of_knights() -> Any:
    book = new_book("order", "warhammer", "The Order")
    book = apply_edits(book, new_category(book, "Core"))
    return apply_edits(book, new_unit(book, "Knights", "core"))


def unit_of(book: Any, number: int = 0) -> Any:
    return book["units"][number]


@pytest.mark.parametrize("game", GAMES)
def test_a_unit_of_a_name_alone_is_a_book_in_every_game(game: str) -> None:
    book = new_book("new", game, "New")
    for by_models in (True, False):
        edits = new_unit(book, "Grey Knights", by_models=by_models)
        read = read_book(apply_edits(book, edits))
        assert list(read.units) == ["grey-knights"]


def test_keys_are_made_from_names_and_differ() -> None:
    taken: set[str] = set()
    for name in ("Éclair", "eclair", "ECLAIR!", "!!!", "???"):
        taken.add(key_of(name, taken))
    assert taken == {"eclair", "eclair-2", "eclair-3", "part", "part-2"}


def test_a_second_unit_has_the_type_of_the_last_of_its_category() -> None:
    book = book_of_knights()
    unit_of(book)["type"] = "cavalry"
    made = apply_edits(book, new_unit(book, "Squires", "core"))
    assert unit_of(made, 1)["type"] == "cavalry"
    assert "type" not in unit_of(apply_edits(book, new_unit(book, "Sage", "lord")), 1)


def test_a_unit_of_models_has_not_the_type_of_a_single_model_before_it() -> None:
    book = book_of_knights()
    unit_of(book)["type"] = "cavalry"
    book = apply_edits(book, new_unit(book, "Cannon", "core", by_models=False))
    assert "type" not in unit_of(book, 1)
    unit_of(book, 1)["type"] = "war-machine"
    made = apply_edits(book, new_unit(book, "Squires", "core"))
    assert unit_of(made, 2)["type"] == "cavalry"


def test_a_limit_of_a_new_unit_counts_the_unit_and_not_its_models() -> None:
    book = new_book("order", "charge", "The Order")
    book = apply_edits(book, new_unit(book, "Knights"))
    model = unit_of(book)["models"][0]["key"]
    few = {"key": "few", "title": "Few", "of": "knights", "in": "army", "max": 1}
    unit_of(book)["limits"] = [few]
    read = read_book(book, 1)
    knights = Selection("u", "knights", selections=(Selection("m", model, count=10),))
    army = Roster("charge", "", 500, forces=(Force("f", "order", 1, (knights,)),))
    told = review(army, {("order", 1): read}).messages
    assert "few" not in {one.code for one in told}


def test_a_new_unit_counts_as_what_others_of_its_category_do() -> None:
    book = new_book("order", "warhammer", "The Order")
    made = apply_edits(book, new_unit(book, "Duke", tags=("character",)))
    assert unit_of(made)["tags"] == ["character"]
    assert "tags" not in unit_of(apply_edits(book, new_unit(book, "Duke")))


def test_a_type_of_model_brings_its_stat_line() -> None:
    book = book_of_knights()
    made = apply_edits(book, new_model(unit_of(book), "Squire"))
    unit = unit_of(made)
    assert [model["key"] for model in unit["models"]] == ["knights-model", "squire"]
    assert [line["key"] for line in unit["profiles"]] == ["knights", "squire"]
    read_book(made)


def test_a_single_model_becomes_one_of_several_types() -> None:
    book = new_book("order", "warhammer", "The Order")
    book = apply_edits(book, new_unit(book, "Cannon", by_models=False))
    made = apply_edits(book, new_model(unit_of(book), "Crew"))
    assert [model["name"] for model in unit_of(made)["models"]] == ["Crew"]
    read_book(made)


def test_full_command_is_one_slot_of_three_options() -> None:
    book = book_of_knights()
    at = "/units/knights"
    made = apply_edits(
        book, new_slot(book, unit_of(book), at, "full command of knights")
    )
    (slot,) = unit_of(made)["slots"]
    assert len(slot["options"]) == 3
    begun = apply_edits(book, new_slot(book, unit_of(book), at, "Full command"))
    assert len(unit_of(begun)["slots"][0]["options"]) == 3
    again = apply_edits(
        made, new_slot(made, unit_of(made), at, "Full command of knights")
    )
    keys = [one["key"] for one in unit_of(again)["slots"]]
    assert len(set(keys)) == 2
    read_book(made)


def test_a_slot_of_a_list_offers_it() -> None:
    name = EMPIRE["lists"][0]["name"]
    unit = unit_of(EMPIRE, 7)
    made = apply_edits(EMPIRE, new_slot(EMPIRE, unit, f"/units/{unit['key']}", name))
    assert unit_of(made, 7)["slots"][-1]["list"] == EMPIRE["lists"][0]["key"]


def slot_with(book: Any, *names: str) -> list[Any]:
    unit = unit_of(book)
    at = f"/units/{unit['key']}"
    book = apply_edits(book, new_slot(book, unit, at, "Arms"))
    for name in names:
        slot = unit_of(book)["slots"][0]
        book = apply_edits(book, new_options(book, slot, f"{at}/slots/arms", name))
    read_book(book)
    options: list[Any] = unit_of(book)["slots"][0]["options"]
    return options


def test_options_are_items_of_the_library_or_own_words() -> None:
    shield, blessing = slot_with(book_of_knights(), "Shield", "Blessing of the Lake")
    assert shield == {"item": "shield"}
    assert blessing == {"key": "blessing-of-the-lake", "name": "Blessing of the Lake"}


def test_a_mount_of_the_library_gets_an_empty_stat_line() -> None:
    stock = stock_of(book_of_knights())
    mount = next(item for item in stock.items.values() if item.get("kind") == "mount")
    (option,) = slot_with(book_of_knights(), mount["name"])
    assert option["kind"] == "mount"
    assert option["profiles"][0]["characteristics"] == {}


def test_an_option_that_another_unit_has_comes_with_its_price() -> None:
    slot = {"key": "arms", "name": "Arms", "options": []}
    (edit,) = new_options(EMPIRE, slot, "/units/archers/slots/arms", "pegasus")
    assert edit.value["points"] == 50
    assert edit.value["profiles"]
    slot["options"] = [edit.value]
    (twice,) = new_options(EMPIRE, slot, "/units/archers/slots/arms", "pegasus")
    assert twice.value["key"] != "pegasus"


def test_a_name_that_nothing_has_makes_an_item_and_a_rule_of_the_book() -> None:
    book = book_of_knights()
    book = apply_edits(book, new_item_uses(book, "/units/knights", "Hand weapon"))
    book = apply_edits(book, new_item_uses(book, "/units/knights", "Moon blade"))
    assert [item["key"] for item in book["items"]] == ["moon-blade"]
    book = apply_edits(book, new_rule_uses(book, "/units/knights", "Oath"))
    book = apply_edits(book, new_rule_uses(book, "/units/knights", "fear"))
    unit = unit_of(book)
    assert unit["items"] == ["hand-weapon", "moon-blade"]
    assert unit["rules"] == ["oath", "fear"]
    read_book(book)


def test_a_number_behind_a_rule_is_its_x() -> None:
    rule = next(key for key in GAMES["charge"].rules)
    book = new_book("c", "charge", "C")
    name = GAMES["charge"].rules[rule].name
    (edit,) = new_rule_uses(book, "/units/c", f"{name} 2")
    assert edit.value == {"key": rule, "x": 2}


def test_a_unit_is_typed_as_an_army_list_prints_it() -> None:
    book = book_of_knights()
    made = apply_edits(book, new_unit(book, "10-30 Pikemen 6.5"))
    unit = unit_of(made, 1)
    assert (unit["key"], unit["name"]) == ("pikemen", "Pikemen")
    (model,) = unit["models"]
    assert (model["min"], model["max"], model["points"]) == (10, 30, 6.5)
    assert "points" not in unit
    made = apply_edits(made, new_model(unit, "3 Gunners"))
    gunner = unit_of(made, 1)["models"][1]
    assert (gunner["name"], gunner["min"], gunner["max"]) == ("Gunners", 3, 3)
    assert "points" not in gunner
    read_book(made)


@pytest.mark.parametrize("by_models", [True, False])
def test_a_unit_of_which_an_army_has_few_gets_a_limit(*, by_models: bool) -> None:
    book = book_of_knights()
    book = apply_edits(book, new_unit(book, "0-1 Seer 40", by_models=by_models))
    (limit,) = unit_of(book, 1)["limits"]
    assert (limit["of"], limit["in"], limit["max"]) == ("seer", "army", 1)
    words = document_words(book, [read_book(book)])
    said = read_statement("limit", limit, words)
    assert tell(said, words, Bringer("unit", "Seer")) == limit["title"]
    read_book(book)


def test_a_single_model_has_the_price_behind_its_name() -> None:
    book = book_of_knights()
    made = apply_edits(book, new_unit(book, "Marshal 90 pts", by_models=False))
    unit = unit_of(made, 1)
    assert (unit["name"], unit["models"], unit["points"]) == ("Marshal", 1, 90)


def test_options_are_typed_with_commas_and_prices() -> None:
    typed = "Shield 1 per model, Blessing of the Lake +10 points, Great weapon"
    shield, blessing, weapon = slot_with(book_of_knights(), typed)
    assert shield == {"item": "shield", "points": 1, "per": "model"}
    assert (blessing["name"], blessing["points"]) == ("Blessing of the Lake", 10)
    assert weapon == {"item": "great-weapon"}


def test_a_slot_is_typed_with_its_options() -> None:
    book = book_of_knights()
    typed = "Mount: Griffon 200, Warhorse"
    made = apply_edits(book, new_slot(book, unit_of(book), "/units/knights", typed))
    (slot,) = unit_of(made)["slots"]
    assert (slot["name"], slot["max"]) == ("Mount", 1)
    griffon, warhorse = slot["options"]
    assert (griffon["name"], griffon["points"]) == ("Griffon", 200)
    assert griffon["kind"] == warhorse["kind"] == "mount"
    read_book(made)


@pytest.mark.parametrize(
    ("typed", "name", "points"),
    [
        ("2nd Regiment", "2nd Regiment", None),
        ("Swords of 1809", "Swords of", 1809),
        ("Halberd (+2 points/model)", "Halberd", 2),
        ("Sword, 5", "Sword", 5),
        ("7", "7", None),
        ("Level 2 Wizard 35", "Level 2 Wizard", 35),
        ("Wizard +35.5gc", "Wizard", 35.5),
    ],
)
def test_a_number_behind_a_name_is_its_price(
    typed: str, name: str, points: float | None
) -> None:
    found = read_priced(typed)
    assert (found.name, found.points) == (name, points)


def test_an_item_whose_name_ends_in_a_number_keeps_it() -> None:
    book = book_of_knights()
    book = apply_edits(book, new_item_uses(book, "/units/knights", "Mark 2, Net"))
    assert [item["name"] for item in book["items"]] == ["Mark 2", "Net"]
    assert slot_with(book, "mark 2 5, mark 2")[0] == {"item": "mark-2", "points": 5}


def test_an_option_with_a_stat_line_is_a_mount() -> None:
    edit, kind = new_stat_line({}, "/units/a/slots/b/options/c", "Griffon")
    assert edit.at == "/units/a/slots/b/options/c/profiles"
    assert edit.value["key"] == "griffon"
    assert (kind.at, kind.value) == ("/units/a/slots/b/options/c/kind", "mount")


@pytest.mark.parametrize(
    ("owner", "at"),
    [
        ({"kind": "model"}, "/units/a/slots/b/options/c"),
        ({"item": "warhorse"}, "/units/a/slots/b/options/c"),
        ({}, "/units/a"),
    ],
)
def test_a_stat_line_makes_no_mount_of_what_is_something_else(
    owner: dict[str, str], at: str
) -> None:
    (edit,) = new_stat_line(owner, at, "Griffon")
    assert edit.at == f"{at}/profiles"


# -- copies ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_every_unit_of_a_book_is_duplicated_with_all_that_it_says(path: Any) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    for unit in document["units"]:
        copy = duplicate_unit(document, unit["key"], f"{unit['name']} (copy)")
        made = apply_edits(document, copy.edits)
        read = read_book(made)
        assert len(read.units) == len(document["units"]) + 1
        keys = [one["key"] for one in made["units"]]
        assert keys[keys.index(unit["key"]) + 1] == copy.key
        assert made["units"][keys.index(unit["key"])] == unit
        new = json.dumps(made["units"][keys.index(copy.key)])
        old = json.dumps(unit)
        assert new.count(f'"{copy.key}"') >= old.count(f'"of": "{unit["key"]}"')


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_every_unit_of_a_book_is_copied_into_an_empty_one(path: Any) -> None:
    source = json.loads(path.read_text(encoding="utf-8"))
    theirs = read_book(source)
    target = new_book("copy", source["game"], "Copy")
    told = []
    for unit in source["units"]:
        copy = copy_unit(source, unit["key"], target)
        target = apply_edits(target, copy.edits)
        told += [words for words in copy.told if "differs" in words]
    mine = read_book(target)
    assert len(mine.units) == len(theirs.units)
    if not told:
        # A list that differs from the library's comes under a second key.
        for key, unit in theirs.units.items():
            new = repr(mine.units[key])
            assert new.replace("-2'", "'") == repr(unit).replace("-2'", "'")


def test_a_copy_was_not_renamed_from_what_its_unit_was() -> None:
    book = book_of_knights()
    unit_of(book)["renamed_from"] = ["horsemen"]
    made = apply_edits(book, duplicate_unit(book, "knights", "Squires").edits)
    assert "renamed_from" not in unit_of(made, 1)
    assert unit_of(made)["renamed_from"] == ["horsemen"]


def test_what_a_copied_unit_asks_for_and_only_its_book_has_is_told() -> None:
    book = apply_edits(book_of_knights(), new_unit(book_of_knights(), "Grey Lord"))
    few = {"key": "few", "title": "Few", "of": ["grey-lord", "knights"], "max": 1}
    unit_of(book)["limits"] = [few]
    target = new_book("other", "warhammer", "Other")
    copy = copy_unit(book, "knights", target)
    assert copy.told[-1] == "Asked for, and not in this book: Grey Lord."
    both = apply_edits(target, new_unit(target, "Grey Lord"))
    assert "Asked" not in " ".join(copy_unit(book, "knights", both).told)


def test_a_part_of_the_same_key_stays_and_is_told() -> None:
    own = {"key": "moon-blade", "name": "Moon blade", "points": 3}
    book = book_of_knights()
    source = apply_edits(book, new_item_uses(book, "/units/knights", "Moon blade"))
    target = {**new_book("other", "warhammer", "Other"), "items": [own]}
    copy = copy_unit(source, "knights", target)
    made = apply_edits(target, copy.edits)
    assert made["items"] == [own]
    assert copy.told[-1] == "Moon blade is the one of this book, which differs."
    assert [one["key"] for one in made["categories"]] == ["core"]
