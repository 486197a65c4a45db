import json
from dataclasses import replace

import pytest

from rulesets.books.bookshelf import BookFolder
from rulesets.checks import armies
from rulesets.checks.armies import CheckTerms, check_documents, judged_files
from rulesets.checks.files import ArmyFile
from rulesets.checks.table import csv_text, plain_cell, verdict_row
from rulesets.checks.verdicts import verdict_document
from rulesets.core.query import SwitchRule
from rulesets.games import GAMES
from rulesets.legality import review_cost
from tests.real_books import FIXTURES

PLAIN = CheckTerms(strict=False)


def file(path: str) -> ArmyFile:
    return ArmyFile(path, (FIXTURES / "armies" / path).read_bytes())


BOOKSHELF = BookFolder(FIXTURES / "books")


def test_a_list_that_is_too_much_by_itself_stops_none_of_the_others() -> None:
    files = [file("skaven-500.json"), file("orcs-500.json")]
    terms = CheckTerms(work_each=10)
    told = [(one.word, one.problem) for one in judged_files(files, terms, BOOKSHELF)]
    assert told == [("not checked", "more work than is done for one list")] * 2
    terms = CheckTerms(work_each=10**9)
    assert {one.word for one in judged_files(files, terms, BOOKSHELF)} == {"legal"}


def test_verdicts_stand_in_the_order_of_the_files() -> None:
    files = [
        file("../illegal-armies/two-generals.json"),
        file("../broken-armies/not-json.json"),
        file("orcs-500.json"),
    ]
    verdicts = check_documents(files, PLAIN, BOOKSHELF)
    assert [verdict.word for verdict in verdicts] == ["illegal", "unreadable", "legal"]
    assert [verdict.file for verdict in verdicts] == [f.name for f in files]


def test_a_limit_for_everybody_wins_over_the_roster() -> None:
    (verdict,) = check_documents(
        [file("orcs-500.json")], CheckTerms(limit=400), BOOKSHELF
    )
    assert verdict.word == "illegal"
    assert [message.code for message in verdict.messages] == ["points-limit"]
    assert verdict_document(verdict)["limit"] == 400


def test_by_a_pack_of_another_game_a_roster_is_read_and_illegal() -> None:
    pack = replace(GAMES["charge"].pack, game="chess", name="Chess")
    (verdict,) = check_documents([file("orcs-500.json")], CheckTerms(pack), BOOKSHELF)
    assert (verdict.word, verdict.problem) == ("illegal", "")
    assert [one.code for one in verdict.messages] == ["other-pack"]
    assert "Chess" in verdict.messages[0].text


def test_messages_carry_tried_fixes() -> None:
    (verdict,) = check_documents(
        [file("../illegal-armies/over-the-limit.json")],
        CheckTerms(fixes=True),
        BOOKSHELF,
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
    (verdict,) = check_documents([ArmyFile("many", raw)], PLAIN, BOOKSHELF)
    assert verdict.word == "unreadable"
    assert verdict.problem.startswith("800 selections")


def test_fixes_are_tried_for_every_army_that_is_asked_for_alone() -> None:
    """The last of many lists gets as many fixes as the first."""
    files = [file("../illegal-armies/over-the-limit.json")] * 30
    plain = check_documents(files, CheckTerms(), BOOKSHELF)
    assert not any(m.fixes for verdict in plain for m in verdict.messages)
    fixed = check_documents(files, CheckTerms(fixes=True, work=10**9), BOOKSHELF)
    assert len({verdict.messages for verdict in fixed}) == 1
    assert fixed[-1].messages[0].fixes


def test_fixes_are_left_out_where_trying_them_would_take_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    document = json.loads((FIXTURES / "armies/skaven-1000.json").read_text())
    document["forces"][0]["units"] = [
        {"id": f"s{index}", "entry": "dragons"} for index in range(200)
    ]
    files = [ArmyFile("dragons", json.dumps(document).encode())]
    terms = CheckTerms(fixes=True, work=armies.MOST_WORK)
    (small,) = check_documents(files, terms, BOOKSHELF)
    assert any(message.fixes for message in small.messages)
    monkeypatch.setattr(armies, "MOST_TRIED", 20_000)
    (large,) = check_documents(files, terms, BOOKSHELF)
    assert large.errors == 200
    assert not any(message.fixes for message in large.messages)


def test_what_the_army_switched_off_is_said_and_strict_ignores_it() -> None:
    document = json.loads((FIXTURES / "illegal-armies/two-factions.json").read_text())
    document["switches"] = {"one-faction": False}
    document["limit"] = None
    files = [ArmyFile("mixed.json", json.dumps(document).encode())]

    (agreed,) = check_documents(files, PLAIN, BOOKSHELF)
    assert (agreed.word, agreed.agreed) == (
        "legal",
        ("waived: One faction", "no points limit named"),
    )
    assert verdict_document(agreed)["off"] == ["one-faction"]
    assert "waived: One faction | no points limit named" in verdict_row(agreed)

    strict = CheckTerms(strict=True)
    (printed,) = check_documents(files, strict, BOOKSHELF)
    assert (printed.word, printed.agreed) == ("illegal", ("no points limit named",))
    assert verdict_document(printed)["off"] == []


def test_an_optional_rule_that_the_army_switched_on_is_said() -> None:
    misfire = SwitchRule("misfire", "Cannons misfire")
    fatigue = SwitchRule("fatigue", "Fatigue", on=True)
    pack = replace(GAMES["charge"].pack, switches=(misfire, fatigue))
    document = json.loads((FIXTURES / "armies/orcs-500.json").read_text())
    document["switches"] = {"misfire": True, "fatigue": True, "one-faction": True}
    files = [ArmyFile("on.json", json.dumps(document).encode())]

    (verdict,) = check_documents(files, CheckTerms(pack, strict=False), BOOKSHELF)
    assert verdict.agreed == ("played with: Cannons misfire",)
    assert (verdict_document(verdict)["on"], verdict.off) == (["misfire"], ())


def test_an_army_without_agreements_says_none() -> None:
    (verdict,) = check_documents([file("orcs-500.json")], PLAIN, BOOKSHELF)
    assert verdict.agreed == ()


def test_files_past_the_bound_of_work_are_named_as_not_checked() -> None:
    files = [file("orcs-500.json"), file("../broken-armies/not-json.json")]
    files += [file("skaven-1000.json"), file("orcs-500.json")]
    (one,) = check_documents(files[:1], PLAIN, BOOKSHELF)
    assert one.review is not None
    pack = GAMES["charge"].pack
    books = BOOKSHELF.books_for(one.review.roster)
    read = sum(len(each.raw) // armies.BYTES_READ + 1 for each in files)
    read += sum(armies.values_in(each.raw) for each in files) + armies.A_REFUSAL
    enough = review_cost(one.review.roster, books, pack, {}) + read
    verdicts = check_documents(files, CheckTerms(work=enough), BOOKSHELF)
    words = [verdict.word for verdict in verdicts]
    assert words == ["legal", "unreadable", "not checked", "not checked"]
    assert verdict_document(verdicts[2])["error"]["text"] == (
        "too much in one go; check these 2 separately, or use check_army"
    )
    assert verdict_row(verdicts[3])[2] == "not checked"
    assert len({len(verdict_row(verdict)) for verdict in verdicts}) == 1

    unbound = check_documents(files, PLAIN, BOOKSHELF)
    assert [verdict.word for verdict in unbound][2:] == ["legal", "legal"]


def test_telling_messages_is_work_too(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [file("../illegal-armies/two-generals.json"), file("orcs-500.json")]
    terms = CheckTerms(work=1000)
    verdicts = check_documents(files, terms, BOOKSHELF)
    assert [verdict.word for verdict in verdicts] == ["illegal", "legal"]

    monkeypatch.setattr(armies, "A_MESSAGE", 1000)
    verdicts = check_documents(files, terms, BOOKSHELF)
    assert [verdict.word for verdict in verdicts] == ["illegal", "not checked"]


def test_no_more_is_read_than_can_be_judged() -> None:
    files = [file("orcs-500.json")] * 50
    verdicts = check_documents(files, CheckTerms(work=1500), BOOKSHELF)
    words = [verdict.word for verdict in verdicts]
    judged = words.count("legal")
    assert 0 < judged < 50
    assert words == ["legal"] * judged + ["not checked"] * (50 - judged)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_no_cell_is_a_formula(start: str) -> None:
    assert plain_cell(f"{start}1+1") == f"'{start}1+1"


def test_an_army_cannot_smuggle_a_formula_into_the_table() -> None:
    document = json.loads((FIXTURES / "armies/orcs-500.json").read_text())
    document["name"] = '=HYPERLINK("http://x","prize")'
    files = [ArmyFile("=cmd.json", json.dumps(document).encode())]
    verdicts = check_documents(files, PLAIN, BOOKSHELF)
    text = csv_text(map(verdict_row, verdicts))
    head, row = text.splitlines()
    assert head.startswith("file,army,verdict,points,limit")
    assert row.startswith("'=cmd.json,\"'=HYPERLINK(")


def test_a_text_is_read_as_a_list_and_judged() -> None:
    text = "Empire 500\nCaptain, general 50\n10 Archers 80\n"
    file = ArmyFile("list.txt", text.encode())
    (verdict,) = check_documents([file], PLAIN, BOOKSHELF)
    assert verdict.review is not None
    assert (verdict.review.points, verdict.review.limit) == (130, 500)


def test_a_text_with_a_line_that_is_not_understood_is_never_judged() -> None:
    text = "Empire 500\nCaptain, general 50\n10 Arhcers 80\n5 Rangers"
    file = ArmyFile("list.txt", text.encode())
    (verdict,) = check_documents([file], PLAIN, BOOKSHELF)
    assert verdict.word == "unreadable"
    assert verdict.problem == (
        "as a list: 2 lines are not understood for sure:"
        " line 3 “10 Arhcers 80”, line 4 “5 Rangers”"
    )
