"""`odds`: documents in, tables or JSON out, 2 for what is no match-up."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

FIGHT: dict[str, Any] = {
    "format": "armybuilder.match-up/1",
    "game": "charge",
    "kind": "fight",
    "a": {"book": "charge-skaven", "edition": 1, "unit": "ratmen"},
    "b": {"book": "charge-orcs", "edition": 1, "unit": "orcs"},
}
JEZZAILS = {"book": "charge-skaven", "edition": 1, "unit": "jezzails"}
ATTACKS = {
    "format": "armybuilder.match-up/1",
    "attacks": {"dice": 20, "to_hit": 4, "to_wound": 4, "save": 5},
}


def run(path: Path, document: object, *options: str) -> str:
    path.write_text(json.dumps(document))
    out = io.StringIO()
    call_command("odds", str(path), *options, stdout=out)
    return out.getvalue()


@pytest.mark.usefixtures("charge_books")
def test_a_fight_is_printed_as_tables(tmp_path: Path) -> None:
    said = run(tmp_path / "fight.json", FIGHT)
    assert "How it ends" in said
    assert "Wounds lost by Orcs in the first round (wounds)" in said
    assert "10 dice, 5+ to hit, against a save of 5+" in said
    assert "nothing is sampled" in said


@pytest.mark.usefixtures("charge_books")
def test_json_is_the_whole_answer(tmp_path: Path) -> None:
    answer = json.loads(run(tmp_path / "fight.json", FIGHT, "--json"))
    assert sum(answer["outcomes"].values()) == pytest.approx(1, abs=1e-9)
    assert {"method", "error", "trace", "not_modelled"} <= answer.keys()


def test_a_bare_volley_needs_no_book(tmp_path: Path, db: None) -> None:
    answer = json.loads(run(tmp_path / "volley.json", ATTACKS, "--json"))
    assert answer["wounds"]["a"]["expected"] == pytest.approx(20 / 4 * 2 / 3)


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    raw = io.BytesIO(json.dumps(ATTACKS).encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
    out = io.StringIO()
    call_command("odds", "-", stdout=out)
    assert "How it ends" in out.getvalue()


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ([], "/"),
        ({**FIGHT, "kind": "duel"}, "/kind"),
        ({**FIGHT, "a": {"book": "charge-skaven"}}, "/a"),
        ({**FIGHT, "b": {**FIGHT["b"], "edition": 9}}, "/b"),
        ({**FIGHT, "b": {**FIGHT["b"], "unit": "ghosts"}}, "/b"),
        ({**FIGHT, "situation": {"weather": "rain"}}, "/situation/weather"),
        ({**FIGHT, "readings": {"ones-fail": "perhaps"}}, "/readings/ones-fail"),
        ({**FIGHT, "rounds": 0}, "/rounds"),
        ({**ATTACKS, "attacks": {"dice": -1, "to_hit": 4}}, "/attacks/dice"),
    ],
)
@pytest.mark.usefixtures("charge_books")
def test_what_is_no_match_up_is_named_with_its_place(
    tmp_path: Path, document: object, place: str
) -> None:
    with pytest.raises(CommandError) as caught:
        run(tmp_path / "bad.json", document)
    assert caught.value.returncode == 2
    said = str(caught.value)
    assert f"bad.json: {place}: " in said
    assert "\n" not in said


def test_a_file_that_is_not_there_is_named(tmp_path: Path, db: None) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("odds", str(tmp_path / "absent.json"))
    assert caught.value.returncode == 2
    assert "absent.json: No such file" in str(caught.value)


CASES: dict[str, Any] = {
    "format": "armybuilder.odds-cases/1",
    "cases": [
        {"name": "A", "match_up": ATTACKS, "expected": {"/expected/wounds": "10/3"}},
        {"name": "B", "why": "No dice decide it."},
    ],
}


def compared(*paths: Path) -> str:
    out = io.StringIO()
    call_command("odds", "--cases", *map(str, paths), stdout=out)
    return out.getvalue()


@pytest.mark.usefixtures("db")
def test_the_cases_that_ship_all_agree() -> None:
    rows = [row for row in compared().splitlines() if row.startswith("  ")]
    assert len(rows) >= 40
    assert all(row.endswith("  ok") for row in rows)


@pytest.mark.usefixtures("db")
def test_a_case_that_cannot_be_said_is_listed_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "cases.json").write_text(json.dumps(CASES))
    *_, first, second = compared(tmp_path).splitlines()
    name, method, figures, difference, said = first.split()
    assert (name, method, figures, said) == ("A", "exact", "1", "ok")
    assert float(difference) < 1e-12
    assert second.split(":")[1] == " No dice decide it."


@pytest.mark.usefixtures("db")
def test_a_case_that_is_off_ends_with_1(tmp_path: Path) -> None:
    wrong = {**CASES["cases"][0], "expected": {"/expected/wounds": 3.3333333}}
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({**CASES, "cases": [wrong]}))
    out = io.StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("odds", "--cases", str(path), stdout=out)
    assert caught.value.returncode == 1
    assert "off at /expected/wounds" in out.getvalue()


@pytest.mark.usefixtures("db")
def test_a_case_that_is_no_match_up_is_named_with_its_place(tmp_path: Path) -> None:
    bad = {**CASES["cases"][0], "match_up": {**ATTACKS, "attacks": {"dice": 1}}}
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({**CASES, "cases": [bad]}))
    with pytest.raises(CommandError) as caught:
        compared(path)
    assert caught.value.returncode == 2
    assert "/cases/0/match_up/attacks" in str(caught.value)


@pytest.mark.usefixtures("db")
def test_a_document_must_be_named() -> None:
    with pytest.raises(CommandError) as caught:
        call_command("odds")
    assert caught.value.returncode == 2


def test_a_database_without_tables_is_named(tmp_path: Path, db: None) -> None:
    connection.cursor().execute("ALTER TABLE books_edition RENAME TO gone")
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(FIGHT))

    with pytest.raises(
        CommandError, match="does not hold any army books yet"
    ) as caught:
        call_command("odds", str(file))
    assert caught.value.returncode == 2


@pytest.mark.usefixtures("charge_books")
def test_what_a_side_decides_is_printed_with_each_answer(tmp_path: Path) -> None:
    charged = {**FIGHT, "kind": "charge", "a": FIGHT["b"], "b": JEZZAILS}
    said = run(tmp_path / "charge.json", charged, "--decide", "b")
    assert "reaction: How the charged unit reacts" in said
    assert "It does not (as asked" in said
    asked = run(tmp_path / "charge.json", charged, "--decide", "b", "--json")
    assert json.loads(asked)["side"] == "b"


def test_nobody_decides_in_a_bare_volley(tmp_path: Path, db: None) -> None:
    with pytest.raises(CommandError, match="no sides"):
        run(tmp_path / "volley.json", ATTACKS, "--decide", "a")
