"""The changes between two documents, taken one by one."""

import random
from typing import Any

import pytest

from rulesets.documents.document_edits import DocumentEdit, apply_edits
from rulesets.documents.json import sha256
from rulesets.documents.pieces import pieces_between, with_pieces

BOOK: Any = {
    "name": "Book",
    "note": "Old",
    "units": [
        {"key": f"u{n}", "points": n, "profiles": [{"key": "a", "move": 4}]}
        for n in range(12)
    ],
    "items": [{"key": f"i{n}", "points": n} for n in range(8)],
}


def edited(document: Any, chance: random.Random, tag: str, count: int = 20) -> Any:
    """Return a document after edits of many kinds at places by chance."""
    for number in range(count):
        of = chance.choice(["units", "items"])
        names = [part["key"] for part in document[of]]
        name = chance.choice(names)
        new = {"key": f"{tag}{number}", "points": number}
        edit = chance.choice(
            [
                DocumentEdit("set", f"/{of}/{name}/points", chance.randrange(100)),
                DocumentEdit("set", f"/{of}/{name}/{tag}", chance.randrange(100)),
                DocumentEdit("set", "/note", f"{tag} {number}"),
                DocumentEdit("add", f"/{of}", new, before=chance.choice(["", name])),
                DocumentEdit("remove", f"/{of}/{name}"),
                DocumentEdit("move", f"/{of}/{name}", before=chance.choice(names)),
            ]
        )
        if edit.op == "move" and edit.before == name:
            continue
        if edit.op == "remove" and len(names) < 4:
            continue
        document = apply_edits(document, [edit])
    return document


def test_a_change_is_taken_and_the_others_are_left() -> None:
    units = [{**BOOK["units"][0], "points": 9}, *BOOK["units"][2:]]
    new = {**BOOK, "note": "New", "units": units}
    places = [piece.at for piece in pieces_between(BOOK, new)]
    assert places == ["/note", "/units/u0/points", "/units/u1"]
    taken = with_pieces(BOOK, new, {"/units/u0/points"})
    assert taken == apply_edits(BOOK, [DocumentEdit("set", "/units/u0/points", 9)])


def test_another_order_is_one_change() -> None:
    new = {**BOOK, "items": BOOK["items"][::-1]}
    assert [one.at for one in pieces_between(BOOK, new)] == ["/items#order"]


@pytest.mark.parametrize("seed", range(60))
def test_none_is_the_old_all_is_the_new_and_the_rest_is_left(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    new = edited(BOOK, chance, "theirs")
    pieces = pieces_between(BOOK, new)
    assert with_pieces(BOOK, new, ()) == BOOK
    places = [piece.at for piece in pieces]
    assert len(places) == len(set(places))
    assert sha256(with_pieces(BOOK, new, places)) == sha256(new)
    some = {place for place in places if chance.random() < 0.5}
    halfway = with_pieces(BOOK, new, some)
    left = [one.at for one in pieces_between(halfway, new)]
    assert set(left) <= set(places) - some | {at for at in left if "#" in at}
    assert {place for place in places if "#" not in place} - some <= set(left)
