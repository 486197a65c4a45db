"""Edits name places by the keys of parts, and change nothing in place."""

from typing import Any

import pytest

from rulesets.documents.document_edits import (
    DocumentEdit,
    DocumentEditError,
    apply_edits,
    read_edits,
)
from rulesets.documents.json import canonical

BOOK: Any = {
    "key": "orcs",
    "units": [
        {"key": "boyz", "points": 5, "tags": ["green", "core"]},
        {"key": "trolls", "points": 40, "changes": [{"change": "x"}, {"change": "y"}]},
    ],
}


def edited(*edits: DocumentEdit) -> Any:
    before = canonical(BOOK)
    made = apply_edits(BOOK, edits)
    assert canonical(BOOK) == before
    return made


def keys(document: Any) -> list[str]:
    return [unit["key"] for unit in document["units"]]


def test_a_figure_of_a_unit_is_set() -> None:
    made = edited(DocumentEdit("set", "/units/trolls/points", 45))
    assert made["units"][1]["points"] == 45
    assert made["units"][0] is BOOK["units"][0]


def test_a_member_that_is_not_there_is_set_and_taken_away() -> None:
    made = edited(DocumentEdit("set", "/units/boyz/note", "Loud"))
    assert made["units"][0]["note"] == "Loud"
    assert apply_edits(made, [DocumentEdit("remove", "/units/boyz/note")]) == BOOK


def test_a_part_is_added_last_or_before_another() -> None:
    giant = {"key": "giant"}
    assert keys(edited(DocumentEdit("add", "/units", giant))) == [
        *("boyz", "trolls", "giant")
    ]
    before = DocumentEdit("add", "/units", giant, "trolls")
    assert keys(edited(before)) == ["boyz", "giant", "trolls"]


def test_a_list_that_is_not_there_is_made_by_its_first_part() -> None:
    made = edited(DocumentEdit("add", "/items", {"key": "choppa"}))
    assert made["items"] == [{"key": "choppa"}]


def test_parts_move_and_go() -> None:
    assert keys(edited(DocumentEdit("move", "/units/trolls", before="boyz"))) == [
        *("trolls", "boyz")
    ]
    assert keys(edited(DocumentEdit("move", "/units/boyz"))) == ["trolls", "boyz"]
    assert keys(edited(DocumentEdit("move", "/units/boyz", before="boyz"))) == [
        *("boyz", "trolls")
    ]
    assert keys(edited(DocumentEdit("remove", "/units/boyz"))) == ["trolls"]


def test_parts_without_a_name_go_by_their_index() -> None:
    made = edited(DocumentEdit("set", "/units/trolls/changes/1/change", "z"))
    assert made["units"][1]["changes"][1] == {"change": "z"}
    gone = edited(DocumentEdit("remove", "/units/boyz/tags/green"))
    assert gone["units"][0]["tags"] == ["core"]


@pytest.mark.parametrize(
    ("edit", "where"),
    [
        (DocumentEdit("set", "/units/elves/points", 1), "/units/elves"),
        (DocumentEdit("set", "/units/7/points", 1), "/units/7"),
        (DocumentEdit("set", "/units/boyz/points/deep", 1), "/units/boyz/points/deep"),
        (DocumentEdit("set", "/units/boyz/a/b", 1), "/units/boyz/a"),
        (DocumentEdit("remove", "/units/boyz/note"), "/units/boyz/note"),
        (DocumentEdit("remove", ""), ""),
        (DocumentEdit("move", "/key"), "/key"),
        (DocumentEdit("move", "/units/boyz", before="elves"), "/units/elves"),
        (DocumentEdit("add", "/key", 1), "/key"),
        (DocumentEdit("add", "/units", {}, "elves"), "/units/elves"),
        (DocumentEdit("set", "units", 1), "units"),
        (DocumentEdit("swap", "/units"), "/units"),
    ],
)
def test_an_edit_that_cannot_be_made_names_its_place(
    edit: DocumentEdit, where: str
) -> None:
    with pytest.raises(DocumentEditError) as caught:
        edited(edit)
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("document", "where"),
    [
        ({}, ""),
        ([1], "/0"),
        ([{"op": "set", "at": "/a", "valeu": 1}], "/0/valeu"),
        ([{"op": "set", "at": "/a"}], "/0/value"),
        ([{"op": "move"}], "/0/at"),
        ([{"op": "jump", "at": "/a"}], "/0/op"),
        ([{"op": "move", "at": "/a", "before": 2}], "/0/before"),
        ([{"op": "move", "at": "/a"}] * 1001, ""),
    ],
)
def test_what_is_no_list_of_edits_is_refused_with_its_place(
    document: Any, where: str
) -> None:
    with pytest.raises(DocumentEditError) as caught:
        read_edits(document)
    assert caught.value.where == where


def test_edits_are_read_as_programs_send_them() -> None:
    (one,) = read_edits([{"op": "set", "at": "/key", "value": None}])
    assert one == DocumentEdit("set", "/key", None)
