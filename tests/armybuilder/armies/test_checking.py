import json
from dataclasses import replace
from pathlib import Path

import pytest

from armybuilder.armies.checking import (
    File,
    check_documents,
    csv_text,
    plain_cell,
    verdict_document,
    verdict_row,
)
from rulesets.book import Books
from rulesets.games import GAMES
from rulesets.reading import read_book
from rulesets.roster import Roster

FIXTURES = Path(__file__).parents[3] / "fixtures"


def file(path: str) -> File:
    return File(path, (FIXTURES / "armies" / path).read_bytes())


def books_at_hand(*rosters: Roster) -> Books:
    found = {}
    for path in (FIXTURES / "books").glob("*.json"):
        book = read_book(json.loads(path.read_text(encoding="utf-8")), 1)
        found[book.key, 1] = book
    return found


def test_verdicts_stand_in_the_order_of_the_files() -> None:
    files = [
        file("illegal/two-generals.json"),
        file("broken/not-json.json"),
        file("orcs-500.json"),
    ]
    verdicts = check_documents(files, books_for=books_at_hand)
    assert [verdict.word for verdict in verdicts] == ["illegal", "unreadable", "legal"]
    assert [verdict.file for verdict in verdicts] == [f.name for f in files]


def test_a_limit_for_everybody_wins_over_the_roster() -> None:
    (verdict,) = check_documents(
        [file("orcs-500.json")], limit=400, books_for=books_at_hand
    )
    assert verdict.word == "illegal"
    assert [message.code for message in verdict.messages] == ["points-limit"]
    assert verdict_document(verdict)["limit"] == 400


def test_a_pack_of_another_game_makes_a_roster_unreadable_with_the_reason() -> None:
    pack = replace(GAMES["charge"].pack, game="chess", name="Chess")
    (verdict,) = check_documents([file("orcs-500.json")], pack, books_for=books_at_hand)
    assert (verdict.word, verdict.where) == ("unreadable", "/game")
    assert "Chess" in verdict.problem


def test_messages_carry_tried_fixes() -> None:
    (verdict,) = check_documents(
        [file("illegal/over-the-limit.json")], books_for=books_at_hand
    )
    fixes = verdict_document(verdict)["messages"][0]["fixes"]
    assert fixes[0]["legal"] is True


def test_a_hostile_army_is_refused_before_it_is_judged() -> None:
    units = [{"id": f"s{index}", "entry": "ratmen"} for index in range(200)]
    forces = [
        {
            "id": f"f{number}",
            "book": "charge-skaven",
            "edition": 1,
            "units": [{**unit, "id": f"{unit['id']}-{number}"} for unit in units],
        }
        for number in range(4)
    ]
    document = {
        "format": "armybuilder.roster/1",
        "game": "charge",
        "name": "Too many",
        "forces": forces,
    }
    raw = json.dumps(document).encode()
    (verdict,) = check_documents([File("many", raw)], books_for=books_at_hand)
    assert verdict.word == "unreadable"
    assert verdict.problem.startswith("800 selections")


def test_fixes_are_left_out_where_trying_them_would_take_too_long() -> None:
    document = json.loads((FIXTURES / "armies/skaven-1000.json").read_text())
    document["forces"][0]["units"] = [
        {"id": f"s{index}", "entry": "dragons"} for index in range(200)
    ]
    raw = json.dumps(document).encode()
    (verdict,) = check_documents([File("dragons", raw)], books_for=books_at_hand)
    assert verdict.errors == 200
    assert not any(message.fixes for message in verdict.messages)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_no_cell_is_a_formula(start: str) -> None:
    assert plain_cell(f"{start}1+1") == f"'{start}1+1"


def test_an_army_cannot_smuggle_a_formula_into_the_table() -> None:
    document = json.loads((FIXTURES / "armies/orcs-500.json").read_text())
    document["name"] = '=HYPERLINK("http://x","prize")'
    files = [File("=cmd.json", json.dumps(document).encode())]
    text = csv_text(map(verdict_row, check_documents(files, books_for=books_at_hand)))
    head, row = text.splitlines()
    assert head.startswith("file,army,verdict,points,limit")
    assert row.startswith("'=cmd.json,\"'=HYPERLINK(")
