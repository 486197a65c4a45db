"""Comparisons as documents: cut into blocks, worked out, put together again."""

from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.combats import combat_of
from rulesets.documents.schema import schema
from rulesets.games import GAMES
from rulesets.matchups.best_loadout import settle
from rulesets.matchups.comparison import (
    BLOCK,
    FORMAT,
    MOST_CELLS,
    block_of,
    block_result,
    blocks,
    check_comparison,
    compared,
    comparison_editions,
    joined,
    read_comparison,
)
from rulesets.matchups.contenders import units_of_book
from rulesets.matchups.match_up_document import fighter_document
from rulesets.matchups.measures import cell_of
from rulesets.odds.match_up import MatchUpError
from tests.real_books import real_book, real_books

SKAVEN, ORCS = real_book("charge-skaven"), real_book("charge-orcs")
BOOKS = real_books("charge-skaven", "charge-orcs")


def unit(of: Book, key: str) -> dict[str, Any]:
    return {"book": of.key, "edition": 1, "unit": key}


def comparison(**more: Any) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "game": "charge",
        "kind": "fight",
        "a": [unit(SKAVEN, key) for key in SKAVEN.units],
        "b": [unit(ORCS, key) for key in ORCS.units],
        **more,
    }


def test_every_cell_is_the_odds_of_its_row_against_its_column() -> None:
    document = comparison(situation={"b.wounds-lost": 2}, rounds=3)
    asked = read_comparison(document, BOOKS)
    result = compared(document, BOOKS)

    odds = combat_of(GAMES["charge"]).odds
    assert odds is not None
    for row in range(len(asked.a)):
        for column in range(len(asked.b)):
            _, answer = settle(odds, asked.match_up(row, column))
            expected = cell_of(answer).to_document()
            assert result["cells"][row][column] == expected


def test_equal_sides_are_worked_out_once_and_shown_everywhere() -> None:
    ratmen = unit(SKAVEN, "ratmen")
    document = comparison(a=[ratmen] * (3 * BLOCK), b=[unit(ORCS, "orcs")] * 2)

    assert blocks(document) == [{"a": [0], "b": [0]}]
    cells = compared(document, BOOKS)["cells"]
    assert len(cells) == 3 * BLOCK
    assert all(row == cells[0] and row[0] == row[1] for row in cells)


def boasters(many: int) -> list[dict[str, Any]]:
    """Return fighters who are each a little better than the last."""
    return [
        {
            "fighter": {
                "name": f"Boaster {number}",
                "kind": "infantry",
                "characteristics": {
                    "melee-dice": 1 + number,
                    "melee-need": 4,
                    "save": 5,
                    "wounds": 8,
                    "push": 3,
                    "morale": 7,
                    "speed": 6,
                },
            }
        }
        for number in range(many)
    ]


def test_blocks_cover_every_pair_in_whatever_order_the_sides_stand() -> None:
    orcs = [unit(ORCS, "orcs"), unit(ORCS, "badlands-beast")]
    many = boasters(2 * BLOCK + 1)
    document = comparison(a=[*many, many[0], many[BLOCK]], b=orcs)
    parts = blocks(document)

    assert sum(len(one["a"]) * len(one["b"]) for one in parts) == len(many) * 2
    worked_out = (block_of(document, part) for part in parts)
    result = joined(document, [block_result(one, BOOKS) for one in worked_out])
    chances = [row[0]["wins"] for row in result["cells"]]
    assert chances[: len(many)] == sorted(chances[: len(many)])
    assert chances[len(many) :] == [chances[0], chances[BLOCK]]


def test_cells_of_blocks_that_are_not_worked_out_are_none() -> None:
    document = comparison(
        a=[unit(SKAVEN, "ratmen"), unit(SKAVEN, "jezzails")],
        b=boasters(BLOCK + 1),
    )
    first, last = (
        block_result(block_of(document, part), BOOKS) for part in blocks(document)
    )
    whole = joined(document, [first, last])

    for row, known in enumerate(joined(document, [first, None])["cells"]):
        assert known == [*whole["cells"][row][:BLOCK], None]
    for row, known in enumerate(joined(document, [None, last])["cells"]):
        assert known == [*[None] * BLOCK, whole["cells"][row][BLOCK]]
    nothing = joined(document, [None, None])
    assert nothing == {"cells": [[None] * (BLOCK + 1)] * 2, "left_out": []}


def test_a_block_tells_after_each_cell_that_it_goes_on() -> None:
    sides = [unit(SKAVEN, "ratmen"), unit(ORCS, "orcs"), unit(SKAVEN, "jezzails")]
    document = comparison(a=sides, b=sides[:2])
    steps: list[None] = []

    def stop() -> None:
        steps.append(None)
        if len(steps) == 7:
            raise InterruptedError

    assert block_result(document, BOOKS, stop) == compared(document, BOOKS)
    assert len(steps) == 6
    with pytest.raises(InterruptedError):
        block_result(document, BOOKS, stop)


def test_a_match_up_that_cannot_be_worked_out_has_its_reason_in_its_cell() -> None:
    reikland = real_book("mordheim-reikland")
    document = {
        "format": FORMAT,
        "game": "mordheim",
        "kind": "shooting",
        "a": [unit(reikland, "captain"), unit(reikland, "warrior")],
        "b": [unit(reikland, "youngblood")],
    }
    (row, _) = compared(document, {(reikland.key, 1): reikland})["cells"]

    assert row == [{"problem": "Mercenary Captain has nothing to shoot with"}]


def test_what_is_left_out_is_told_once_for_each_side() -> None:
    legion = real_book("scrollhammer-imperial-legion")
    sides = [unit(legion, key) for key in legion.units]
    document = {
        "format": FORMAT,
        "game": "scrollhammer",
        "kind": "fight",
        "a": sides[-3:],
        "b": sides[:2],
    }
    result = compared(document, {(legion.key, 1): legion})

    told = [tuple(rule.values()) for rule in result["left_out"]]
    assert told
    assert len(told) == len(set(told))
    assert {rule["side"] for rule in result["left_out"]} <= {"a", "b"}
    rules = [rule for rule in result["left_out"] if rule["side"] == "a"]
    assert all(0 <= rule["index"] < 3 for rule in rules)


def test_the_editions_that_a_document_names_are_found() -> None:
    assert comparison_editions(comparison()) == set(BOOKS)


def test_a_fighter_comes_back_from_its_document() -> None:
    reviewed = read_comparison(comparison(), BOOKS)
    written = [{"fighter": fighter_document(one)} for one in reviewed.a]
    again = read_comparison(comparison(a=written), BOOKS)

    assert [fighter_document(one) for one in again.a] == [
        one["fighter"] for one in written
    ]


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"game": "chess"}, "/game"),
        ({"kind": "duel"}, "/kind"),
        ({"a": []}, "/a"),
        ({"a": [{"book": "charge-skaven", "edition": 1}]}, "/a/0"),
        ({"b": [unit(SKAVEN, "ratmen"), unit(SKAVEN, "ghost")]}, "/b/1"),
        ({"b": [{"book": "charge-skaven", "edition": 9, "unit": "ratmen"}]}, "/b/0"),
        ({"rounds": 0}, "/rounds"),
        ({"extra": 1}, ""),
    ],
)
def test_what_is_no_comparison_is_refused_with_its_place(
    more: dict[str, Any], where: str
) -> None:
    with pytest.raises(MatchUpError) as refused:
        read_comparison(comparison(**more), BOOKS)
    assert refused.value.where.startswith(where)


def test_more_than_may_be_compared_in_one_go_is_refused() -> None:
    side = unit(SKAVEN, "ratmen")
    with pytest.raises(MatchUpError, match=f"at most {MOST_CELLS:,}"):
        check_comparison(comparison(a=[side] * 300, b=[side] * 34))


def test_a_side_is_written_as_in_a_match_up() -> None:
    match_up, ours = schema("match-up"), schema("comparison")

    for key, part in ours["$defs"].items():
        assert part == match_up["$defs"][key]
    written = match_up["else"]["else"]["properties"]
    for key in ("situation", "readings", "rounds"):
        assert ours["properties"][key] == written[key]


@pytest.mark.parametrize(
    "key",
    [
        "charge-skaven",
        "mordheim-reikland",
        "scrollhammer-imperial-legion",
        "warhammer-empire",
    ],
)
def test_every_unit_of_a_book_comes_back_from_its_document(key: str) -> None:
    units = [one.fighter for one in units_of_book(real_book(key)) if one.fighter]
    written = [{"fighter": fighter_document(one)} for one in units]
    game = real_book(key).game
    document = comparison(
        game=game, kind=combat_of(GAMES[game]).kinds[0].key, a=written
    )
    document["b"] = written[:1]

    again = read_comparison(document, {}).a
    assert [fighter_document(one) for one in again] == [
        one["fighter"] for one in written
    ]
